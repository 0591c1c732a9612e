"""A table as a picture in SVG, for rulebooks and pages of documentation: drawn from `State.table` and nothing else.

So a picture for one seat holds nothing that the seat does not know, not even in its description for those who hear it.
It needs no browser: texts are measured by `widths`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from ..game.phrases import phrase
from ..page.phrases import say
from .boxes import NOTHING, Box, columns, flowing, line_of_text, n, rect, stacked
from .cards import LARGE, MOST_DRAWN, SMALL, Cards, counted, many
from .style import Scheme, style_of
from .tracks import heading, piece, track
from .widths import cut, text_width

Json = dict[str, Any]

WIDTH, NARROWEST, WIDEST = 880, 360, 2400
"""The width of a picture in pixels, if nobody says, and its bounds."""

TWO_COLUMNS = 720
"""From this width on, two players stand side by side."""

EDGE, GAP, INSIDE = 14.0, 12.0, 13.0


def picture(table: Json, *, width: int = WIDTH, scheme: Scheme = "both") -> str:
    """The picture of a table, so many pixels wide and as high as it needs to be.

    >>> picture(load_game("go-fish").initial_state().table(0))[:4]
    '<svg'
    """
    drawn = _Drawing(table, width - 2 * EDGE).drawn()
    height = drawn.height + 2 * EDGE
    size = f'width="{width}" height="{n(height)}" viewBox="0 0 {width} {n(height)}"'
    told = f"<title>{escape(_title(table), quote=False)}</title><desc>{escape(description(table), quote=False)}</desc>"
    ground = rect(width, height, "ground")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" lang="{table["language"]}">{told}'
        f"<style>{style_of(scheme)}</style>{ground}{drawn.at(EDGE, EDGE)}</svg>\n"
    )


def description(table: Json) -> str:
    """What the picture shows, in words, for those who do not see it.

    >>> description(load_game("go-fish").initial_state().table(0))[:17]
    'Table. Stock: 38.'
    """
    language = table["language"]
    told = [f"{_sum(language, one['label'])} {_places(one)} ({one['length']})." for one in table["tracks"]]
    for block in table["blocks"]:
        values = [f"{_sum(language, value['label'])} {value['text']}." for value in block["values"]]
        told += [f"{block['label']}.", *values, *(_zone_told(zone, table) for zone in block["zones"])]
    return " ".join(told)


def _places(track: Json) -> str:
    return ", ".join(
        f"{one['label']} {one.get('told', one['place'])}" for one in track["at"] if one["place"] is not None
    )


def _sum(language: str, what: str) -> str:
    return phrase(language, "sum", what=what)


def _zone_told(zone: Json, table: Json) -> str:
    language = table["language"]
    bare = zone["count"] == 0 or zone["cards"] == []
    runs = counted(zone["cards"] or (), zone["order"])
    if bare or not runs or len(runs) > MOST_DRAWN:
        told = say(language, "empty") if bare else f"{zone['count']}"
    else:
        hidden = say(language, "hidden", n=1)
        told = ", ".join(many(hidden if card["text"] == "?" else card["text"], number) for card, number in runs)
    return f"{_sum(language, zone['label'])} {told}."


def _title(table: Json) -> str:
    return " – ".join(filter(None, (table["title"], table["phase"]["label"], _whose(table))))


def _whose(table: Json) -> str:
    """Who sees what the picture shows."""
    own = next((block["label"] for block in table["blocks"] if block["you"]), None)
    return say(table["language"], "from_above") if own is None else say(table["language"], "seen_by", who=own)


class _Drawing:
    """Draws one table in a width."""

    def __init__(self, table: Json, width: float) -> None:
        self._table, self._width, self._language = table, width, table["language"]
        self._cards = Cards(table["cards"], table["language"])

    def drawn(self) -> Box:
        """The heading, the tracks, the middle, one's own block, and the others."""
        middle, *others = _sides(self._table["blocks"])
        own = [side for side in others if any(block["you"] for block in side)]
        rest = [side for side in others if side not in own]
        number = 2 if self._width >= TWO_COLUMNS - 2 * EDGE and len(rest) > 1 else 1
        wide = (self._width - GAP * (number - 1)) / number
        tracks = [self._track(one) for one in self._table["tracks"]]
        blocks = [self._panel(side, self._width) for side in (middle, *own)]
        return stacked([self._heading(), *tracks, *blocks, *self._others(rest, number, wide)], GAP)

    def _others(self, sides: Sequence[list[Json]], number: int, wide: float) -> Iterator[Box]:
        """The blocks of the others; those in one row are equally high."""
        for first in range(0, len(sides), number):
            row = sides[first : first + number]
            height = max(self._panel(side, wide).height for side in row)
            yield columns([self._panel(side, wide, height) for side in row], number, wide, GAP)

    def _heading(self) -> Box:
        title = line_of_text(self._table["title"], 20, bold=True)
        more = [(self._table["phase"]["label"], True), (_whose(self._table), False)]
        told = [line_of_text(text, 13, "" if bold else "soft", bold=bold) for text, bold in more if text]
        lower = [Box(one.width, title.height, one.at(0, 6)) for one in told]
        return flowing([title, *lower], self._width, 12, 2)

    def _track(self, one: Json) -> Box:
        inside = track(one, self._width - 2 * INSIDE)
        return _panel(stacked([heading(one), inside], 8), self._width) if inside.height else NOTHING

    def _panel(self, side: Sequence[Json], width: float, height: float = 0) -> Box:
        """A block: of the middle, a player, or a team with its players; at least so high."""
        room = width - 2 * INSIDE
        several = len(side) > 2
        bodies = [self._body(block, room, named=several and block["id"][0] == "p") for block in side]
        acts = any(block["decides"] for block in side)
        inside = stacked([self._name(side, room), *(box for body in bodies for box in body)], 9)
        return _panel(inside, width, height, acts=acts) if any(bodies) or acts else NOTHING

    def _name(self, side: Sequence[Json], room: float) -> Box:
        first = side[0]
        shown = f"{self._called(side[1])} · {first['label']}" if len(side) == 2 else self._called(first)
        pieces = [piece(block["id"]) for block in side if block["id"][0] == "p" and block["id"][1:].isdigit()]
        parts = [*pieces, Box(text_width(shown, 14, bold=True), 19, line_of_text(shown, 14, bold=True).at(0, 1))]
        if any(block["decides"] for block in side):
            turn = line_of_text(f"▶ {say(self._language, 'decides')}", 12, "accent", bold=True)
            parts.append(Box(turn.width, 19, turn.at(0, 2.5)))
        return flowing(parts, room, 7, 2)

    def _called(self, block: Json) -> str:
        return f"{block['label']} ({phrase(self._language, 'you')})" if block["you"] else str(block["label"])

    def _body(self, block: Json, room: float, *, named: bool) -> list[Box]:
        """What a block holds: the name of a player in a team, values, groups, and zones."""
        size = LARGE if block["you"] else SMALL
        grouped = {zone for group in block["groups"] for zone in group["zones"]}
        by_id = {zone["id"]: self._cards.zone(zone, size, room - 14) for zone in block["zones"]}
        parts = [flowing([_value(*one, room) for one in self._values(block)], room, 7, 6)]
        for group in block["groups"]:
            zones = flowing([by_id[zone] for zone in group["zones"]], room - 14, 16, 9)
            inside = stacked([line_of_text(group["label"], 12, bold=True), zones], 5)
            parts.append(Box(room, inside.height, rect(3, inside.height, "line") + inside.at(12, 0)))
        parts.append(flowing([box for zone, box in by_id.items() if zone not in grouped], room, 16, 9))
        found = [part for part in parts if part.height]
        return [line_of_text(self._called(block), 12.5, bold=True), *found] if named and found else found

    def _values(self, block: Json) -> Iterator[tuple[str, str, str | None]]:
        for one in block["values"]:
            yield one["label"], one["text"], one["colour"]
        if block.get("chosen"):
            hidden = block["chosen"] == "?"
            told = say(self._language, "secret") if hidden else block["chosen"]
            yield say(self._language, "chosen"), told, None


def _sides(blocks: Sequence[Json]) -> list[list[Json]]:
    """The blocks that are drawn as one: the middle, each player, or each team with its players."""
    sides: dict[str, list[Json]] = {}
    for block in blocks:
        sides.setdefault(str(block.get("team", block["id"])), []).append(block)
    return list(sides.values())


def _value(label: str, text: str, colour: str | None, room: float) -> Box:
    """A value in a frame: its label, a dot of its colour, and what it is, below the label where both are too wide."""
    dot = 14 if colour else 0
    x, y = 9 + text_width(label, 11) + 7, 0
    if x + dot + text_width(text, 13, bold=True) + 9 > room:
        label, text = cut(label, 11, room - 18), cut(text, 13, room - 18 - dot, bold=True)
        x, y = 9, 17
    drawn = line_of_text(label, 11, "soft").at(9, 4.5)
    if colour:
        drawn += Box(10, 20, f'<circle cx="5" cy="10" r="5" class="{colour} dot"/>').at(x, y + 1)
    said = line_of_text(text, 13, bold=True)
    width, height = max(x + dot + said.width, 9 + text_width(label, 11)) + 9, 22 + y
    return Box(width, height, rect(width, height, "pill", round=7) + drawn + said.at(x + dot, y + 2.5))


def _panel(inside: Box, width: float, height: float = 0, *, acts: bool = False) -> Box:
    """Something in a frame; that of whoever decides is marked."""
    high = max(height, inside.height + 2 * INSIDE)
    return Box(width, high, rect(width, high, "acts" if acts else "panel", round=10) + inside.at(INSIDE, INSIDE))
