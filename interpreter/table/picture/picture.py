"""A table as a picture in SVG, for rulebooks and pages of documentation: drawn from `State.table` and nothing else.

So a picture for one seat holds nothing that the seat does not know, not even in its description for those who hear it.
It needs no browser: texts are measured by `boxes.text_width`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Literal

from ...play.game.phrases import phrase
from ...play.game.table import blocks_of_sides
from ..faces.boxes import (
    NOTHING,
    Box,
    beside,
    broken,
    columns,
    cut,
    flowing,
    line_of_text,
    n,
    rect,
    stacked,
    text_at,
    text_width,
)
from ..faces.face import symbols
from ..page.phrases import say
from .cards import LARGE, MOST_DRAWN, SMALL, CardRenderer, counted, many

Json = dict[str, Any]

WIDTH, NARROWEST, WIDEST = 880, 360, 2400
"""The width of a picture in pixels, if nobody says, and its bounds."""


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
    faces = symbols({kind: card["face"] for kind, card in table["cards"].items()}, drawings=table.get("icons", {}))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" lang="{table["language"]}">{told}'
        f"<style>{style_of(scheme)}</style>{faces}{ground}{drawn.at(EDGE, EDGE)}</svg>\n"
    )


def description(table: Json) -> str:
    """What the picture shows, in words, for those who do not see it.

    >>> description(load_game("go-fish").initial_state().table(0))[:17]
    'Table. Stock: 38.'
    """
    language = table["language"]
    told = [
        f"{phrase(language, 'sum', what=one['label'])} {_places(one)} ({one['length']})." for one in table["tracks"]
    ]
    for block in table["blocks"]:
        values = [f"{phrase(language, 'sum', what=value['label'])} {value['text']}." for value in block["values"]]
        told += [f"{block['label']}.", *values, *(_zone_description(zone, table) for zone in block["zones"])]
    return " ".join(told)


def _places(track: Json) -> str:
    return ", ".join(
        f"{one['label']} {one.get('told', one['place'])}" for one in track["at"] if one["place"] is not None
    )


def _zone_description(zone: Json, table: Json) -> str:
    language = table["language"]
    bare = zone["count"] == 0 or zone["cards"] == []
    runs = counted(zone["cards"] or (), zone["order"])
    if bare or not runs or len(runs) > MOST_DRAWN:
        told = say(language, "empty") if bare else f"{zone['count']}"
    else:
        hidden = say(language, "hidden", n=1)
        told = ", ".join(many(hidden if card["text"] == "?" else card["text"], number) for card, number in runs)
    return f"{phrase(language, 'sum', what=zone['label'])} {told}."


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
        self._cards = CardRenderer(table["cards"], table["language"])

    def drawn(self) -> Box:
        """The heading, the tracks, the middle, one's own block, and the others."""
        middle, *others = blocks_of_sides(self._table["blocks"])
        own = [side for side in others if any(block["you"] for block in side)]
        rest = [side for side in others if side not in own]
        # From this width on, two players stand side by side
        number = 2 if self._width >= 720 - 2 * EDGE and len(rest) > 1 else 1
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
        lines = broken(self._table["title"], 20, self._width, 3, bold=True)
        title = stacked([line_of_text(line, 20, bold=True) for line in lines], 2)
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
        zones = {zone["id"]: zone for zone in block["zones"]}
        grids = [one for one in block.get("grids", ()) if grouped.isdisjoint(one["zones"][0])]
        placed = grouped.union(*(row for grid in grids for row in grid["zones"]))
        by_id = {one: self._cards.zone(zone, size, room - 14) for one, zone in zones.items()}
        parts = [flowing([_value(*one, room) for one in self._values(block)], room, 7, 6)]
        for group in block["groups"]:
            inside = flowing([by_id[zone] for zone in group["zones"]], room - 14, 16, 9)
            inside = stacked([line_of_text(group["label"], 12, bold=True), inside], 5)
            parts.append(Box(room, inside.height, rect(3, inside.height, "line") + inside.at(12, 0)))
        rest = [box for zone, box in by_id.items() if zone not in placed]
        parts.append(flowing([*(self._cards.grid(grid, zones, size, room) for grid in grids), *rest], room, 16, 9))
        found = [part for part in parts if part.height]
        return [line_of_text(self._called(block), 12.5, bold=True), *found] if named and found else found

    def _values(self, block: Json) -> Iterator[tuple[str, str, str | None]]:
        for one in block["values"]:
            yield one["label"], one["text"], one["colour"]
        if block.get("chosen"):
            hidden = block["chosen"] == "?"
            told = say(self._language, "secret") if hidden else block["chosen"]
            yield say(self._language, "chosen"), told, None


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


# Draws tracks: every space if there are few, with what is printed on it, and to scale if there are many.

MOST_SPACES = 64
SPACE, WIDEST_SPACE, SIGN, BETWEEN = 27.0, 44.0, 22.0, 4.0
"""The narrowest and the widest space, the height of a sign on it, and how far spaces stand apart."""

SIDE, MOST_BESIDE = 19.0, 9
"""The height of each of several spaces side by side, and the most that are drawn apart."""


def piece(owner: str | None, radius: float = 9.5) -> Box:
    """The piece of a player or a team: a disc with a number."""
    number = owner[1:] if owner else "●"
    kind = f"p{(int(number) - 1) % 8 + 1}" if owner else "grey"
    disc = f'<circle cx="{n(radius)}" cy="{n(radius)}" r="{n(radius)}" class="piece {kind}"/>'
    return Box(2 * radius, 2 * radius, disc + text_at(number, radius, radius + 4, 11, "t", bold=True, anchor="middle"))


def track(one: Json, width: float) -> Box:
    """A track, at most so wide."""
    length = one["length"]
    if not isinstance(length, int) or length < 1:
        return NOTHING
    runners = [runner for runner in one["at"] if isinstance(runner["place"], int)]
    if length > MOST_SPACES:
        return stacked(_lanes(runners, length, width), 6)
    most = max(1, int((width + BETWEEN) // (SPACE + BETWEEN)))
    number = -(-(length + 1) // -(-(length + 1) // most))  # rows of one length, as few as have room
    wide = min(WIDEST_SPACE, (width + BETWEEN) / number - BETWEEN)
    here: list[list[Json]] = [[] for _ in range(length + 1)]
    for runner in runners:
        here[min(max(runner["place"], 0), length)].append(runner)
    spaces = [_space(one, at, there, wide) for at, there in enumerate(here)]
    rows = [beside(spaces[first : first + number], BETWEEN) for first in range(0, length + 1, number)]
    return stacked([stacked(rows, 6), flowing(list(_legend(one)), width, 16, 4)], 10)


def _space(one: Json, at: int, here: list[Json], width: float) -> Box:
    """A space: whoever stands there, what is printed on it, and its number."""
    rows = one["rows"]
    sides = _sides_of_space(one, here)
    top = 24 + (len(sides) - 1) * SIDE
    height = top + (SIGN + 2) * len(rows) + 14
    drawn = rect(width, height, "ground", round=5)
    for side, some in enumerate(sides):
        gap = min(1, (width - 21) / max(1, len(some) - 1) - 17)
        pieces = beside([piece(runner["owner"], 8.5) for runner in some], gap)
        drawn += pieces.at((width - pieces.width) / 2, 4 + side * SIDE)
    for row, printed in enumerate(rows):
        space = printed["spaces"][at - 1] if 0 < at <= len(printed["spaces"]) else None
        if space and space["sign"]:
            drawn += _sign(space, width - 4).at(2, top + row * (SIGN + 2))
    if here:
        drawn += rect(width, height, "held", round=5)
    return Box(width, height, drawn + text_at(f"{at}", width / 2, height - 4, 9.5, "soft", anchor="middle"))


def _sides_of_space(one: Json, here: list[Json]) -> list[list[Json]]:
    """Who stands on each of the spaces side by side; who stands on none of them is at the first."""
    number = one["across"]["number"] if "across" in one else 1
    if not isinstance(number, int) or not 1 < number <= MOST_BESIDE:
        return [here]
    sides: list[list[Json]] = [[] for _ in range(number)]
    for runner in here:
        place = runner["across"]
        sides[place - 1 if isinstance(place, int) and 1 <= place <= number else 0].append(runner)
    return sides


def _sign(space: Json, width: float) -> Box:
    colour = rect(width, 4, space["colour"], y=SIGN - 4, round=1) if space["colour"] else ""
    sign = text_at(space["sign"], width / 2, 14, 12, bold=True, anchor="middle")
    return Box(width, SIGN, rect(width, SIGN, "sign", round=3) + colour + sign)


def _legend(one: Json) -> Iterator[Box]:
    """What the signs mean."""
    spaces = [space for row in one["rows"] for space in row["spaces"] if space["sign"] != space["text"]]
    for space in {(space["sign"], space["colour"]): space for space in spaces}.values():
        sign = _sign(space, max(24, text_width(space["sign"], 12, bold=True) + 8))
        yield beside([sign, Box(text_width(space["text"], 11), SIGN, text_at(space["text"], 0, 15, 11, "soft"))], 5)


def _lanes(runners: list[Json], length: int, width: float) -> Iterator[Box]:
    """A line for each runner, to scale."""
    name = max((text_width(runner["label"], 12) for runner in runners), default=0) + 14
    number = text_width(f"{length}", 13, bold=True) + 8
    room = width - name - number - 20
    for runner in runners:
        part = min(max(runner["place"] / length, 0), 1)
        lane = rect(room, 7, "line", x=name + 9.5, y=7, round=3.5)
        lane += rect(room * part, 7, "fill-edge", x=name + 9.5, y=7, round=3.5)
        told = text_at(runner["label"], 0, 14.5, 12) + text_at(
            f"{runner['place']}", width, 15, 13, bold=True, anchor="end"
        )
        yield Box(width, 22, told + lane + piece(runner["owner"]).at(name + room * part, 1))


def heading(one: Json) -> Box:
    """The label of a track, and how long it is."""
    return beside([line_of_text(one["label"], 14, bold=True), line_of_text(f"{one['length']}", 12, "soft")], 8)


# The colours of pictures: those of the page, light and dark, and the kinds of things that have them.

Scheme = Literal["light", "dark", "both"]
"""`both` follows the reader's system, where the picture is looked at in a browser."""

FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"

LIGHT = {
    "ground": "#eef1ec", "felt": "#ffffff", "ink": "#1b2421", "soft": "#58645f", "line": "#d2d9d4", "edge": "#8b9892",
    "paper": "#fffdf8", "rim": "#b9b6aa", "back": "#3f5f7a", "back2": "#6d8aa3", "accent": "#0b6e4f",
    "red": "#c8322b", "orange": "#d9731a", "yellow": "#d9b310", "green": "#2f8f46", "cyan": "#1f98a3",
    "blue": "#2f66b3", "violet": "#7c4fa3", "pink": "#d7669a", "brown": "#8a5a34", "black": "#23272a",
    "grey": "#82888e", "white": "#f4f4f1",
}  # fmt: skip
DARK = {
    "ground": "#121715", "felt": "#1b2220", "ink": "#e7ece9", "soft": "#a0aca6", "line": "#323c38", "edge": "#6d7a74",
    "paper": "#2a322f", "rim": "#55615b", "back": "#2c465c", "back2": "#46647f", "accent": "#62c7a0",
    "red": "#e2564e", "orange": "#ea8f3c", "yellow": "#e3c23a", "green": "#4db365", "cyan": "#47b8c2",
    "blue": "#5b92dd", "violet": "#a67fd0", "pink": "#e58bb3", "brown": "#b98257", "black": "#0b0d0e",
    "grey": "#959ba1", "white": "#f4f4f1",
}  # fmt: skip
SYMBOLS = tuple(list(LIGHT)[11:])
"""The colours that a spec can name."""

PLAYERS = ("#b3261e", "#1f5fa8", "#2b7a3a", "#7a4a9e", "#8a5200", "#08727c", "#a03368", "#4a5158")
"""The colours of the players' pieces; white numbers stand out on each."""


def style_of(scheme: Scheme) -> str:
    """The style sheet of a picture."""
    sheet = f"text{{font-family:{FONT}}}symbol text{{fill:inherit}}.b{{font-weight:700}}.t{{fill:#fff}}"
    sheet += "".join(f".p{number}{{fill:{colour}}}" for number, colour in enumerate(PLAYERS, start=1))
    if scheme != "both":
        return sheet + _coloured(LIGHT if scheme == "light" else DARK)
    return f"{sheet}{_coloured(LIGHT)}@media (prefers-color-scheme:dark){{{_coloured(DARK)}}}"


def _coloured(colours: dict[str, str]) -> str:
    get = colours.__getitem__
    sheet = (
        f"text{{fill:{get('ink')}}}.soft{{fill:{get('soft')}}}.accent{{fill:{get('accent')}}}"
        f".ground{{fill:{get('ground')}}}.line{{fill:{get('line')}}}.fill-edge{{fill:{get('edge')}}}"
        f".panel{{fill:{get('felt')};stroke:{get('line')}}}"
        f".acts{{fill:{get('felt')};stroke:{get('accent')};stroke-width:2}}"
        f".card{{fill:{get('paper')};stroke:{get('rim')}}}.none{{fill:{get('rim')}}}"
        f".empty{{fill:none;stroke:{get('line')};stroke-dasharray:4 3}}.pill{{fill:none;stroke:{get('line')}}}"
        f".back{{fill:{get('back')}}}.stripe{{stroke:{get('back2')};stroke-width:3}}"
        f".badge{{fill:{get('ink')}}}.on{{fill:{get('felt')}}}.sign{{fill:{get('felt')}}}"
        f".held{{fill:none;stroke:{get('edge')};stroke-width:1.5}}.piece{{stroke:{get('ink')}}}.dot{{stroke:{get('edge')}}}"
    )
    return sheet + "".join(f".{name}{{fill:{get(name)}}}" for name in SYMBOLS)
