"""Draws the table at the terminal: a block for the middle and one for each player, side by side where there is room.

It draws what `State.table` describes and knows nothing else: no rules, no position, no game.

    ╭─ player 1 (you) ───────────────╮
    │ points: 75 · ready: yes        │   what is shown beside the cards
    │ hand         ace ×2, king      │   a line for each zone, empty ones too
    │ open pile    queen             │
    ╰────────────────────────────────╯

Players of one team share a block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ...diagnostics.record import dataclass
from ..game.table import MIDDLE, blocks_of_sides
from ..game.texts import Wordings, number_of
from .screen import GLUE, Screen, glued, numbered

Json = dict[str, Any]


NARROWEST = 60
"""A block is at least this wide where several stand side by side."""

STYLES = {
    "red": "red",
    "orange": "dark_orange",
    "yellow": "yellow",
    "green": "green",
    "cyan": "cyan",
    "blue": "bright_blue",
    "violet": "magenta",
    "pink": "bright_magenta",
    "brown": "dark_orange3",
    "black": "bright_black",
    "grey": "bright_black",
    "white": "bold",
}
"""The colours of the language as the terminal has them; black and white are seen on any background."""


def table_lines(table: Json, screen: Screen, words: Wordings) -> list[str]:
    """The table as lines for a screen."""
    return _printed(_parts(table, screen, words), screen)


def heading(text: str, screen: Screen) -> str:
    """A line that sets apart what comes below it: `What has happened ────`."""
    return _printed([Rule(Text(text, style="bold"), align="left")], screen)[0]


def _printed(parts: Iterable[Any], screen: Screen) -> list[str]:
    console = Console(
        file=StringIO(),
        width=screen.width,
        force_terminal=screen.colour,
        color_system="standard" if screen.colour else None,
        no_color=not screen.colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    return [line.rstrip() for line in captured.get().replace(GLUE, " ").splitlines()]


def _parts(table: Json, screen: Screen, words: Wordings) -> Iterator[Any]:
    yield Rule(Text(" – ".join(filter(None, (table["title"], table["phase"]["label"]))), style="bold"), align="left")
    for track in table["tracks"]:
        room = screen.width - 4
        body = [styled(line) for line in [*board_lines(track, room)] or [*track_lines(track, room)]]
        if body:
            title = Text(f" {track['label']} ({track['length']}) ")
            yield Panel(Group(*body), title=title, title_align="left", box=box.ROUNDED)
    middle, *others = [_Block(table, blocks, words).panel() for blocks in blocks_of_sides(table["blocks"])]
    yield middle
    columns = max(1, min(len(others), screen.width // NARROWEST))
    for first in range(0, len(others), columns):
        grid = Table.grid(expand=True)
        for _ in range(columns):
            grid.add_column(ratio=1)
        grid.add_row(*others[first : first + columns])
        yield grid


def styled(parts: Sequence[tuple[str, str | None]]) -> Text:
    """A line of a track: texts, each with the name of a colour or none."""
    return Text.assemble(*((text, STYLES.get(colour or "", "")) for text, colour in parts), no_wrap=True)


@dataclass(frozen=True, slots=True)
class _Block:
    """One block of the table: of the middle, of a player, or of a team and its players."""

    table: Json
    blocks: list[Json]
    words: Wordings

    def panel(self) -> Panel:
        """The block in a frame. Whoever decides is named with an arrow before them."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        values: list[Any] = []
        several = len(self.blocks) > 2
        for block in self.blocks:
            head = self._name(block) if several and block["id"][0] == "p" else ""
            told = self._values(block, head)
            if told:
                values.append(told)
            for label, text in self._rows(block, head):
                grid.add_row(label, text)
        acts = any(block["decides"] for block in self.blocks)
        inside = [*values, *([grid] if grid.row_count else [])]
        style = "bold" if acts else ""
        title = Text(f" {'▶ ' if acts else ''}{self._title()} ", style=style)
        return Panel(Group(*inside), title=title, title_align="left", box=box.ROUNDED, border_style=style)

    def _title(self) -> str:
        first, *others = self.blocks
        if len(others) == 1:
            return f"{self._name(others[0])} · {first['label']}"
        if others:
            return f"{self.words.say('sum', what=first['label'])} {', '.join(map(self._name, others))}"
        return self._name(first)

    def _name(self, block: Json) -> str:
        return f"{block['label']} ({self.words.say('you')})" if block["you"] else str(block["label"])

    def _values(self, block: Json, head: str) -> Text | None:
        """The values of a block, one after the other."""
        told = Text()
        for value in block["values"]:
            if told:
                told.append(glued(" ·") + " ")
            told.append(glued(self.words.say("sum", what=value["label"]) + " "))
            told.append(glued(value["text"]), style=_style(value["colour"]) or "bold")
        if block.get("chosen"):
            told.append(glued(" ·") + " " if told else "")
            hidden = block["chosen"] == "?"
            told.append(
                self.words.say("chosen_hidden") if hidden else self.words.say("chosen_own", what=block["chosen"])
            )
        if told and head:
            told = Text.assemble((f"{head}  ", ""), told)
        return told or None

    # Zones ------------------------------------------------------------------------------------

    def _rows(self, block: Json, head: str) -> Iterator[tuple[Text, RenderableType]]:
        """The zones of a block: those that stand together below the name of their group, grids, then the others."""
        grouped = {zone for group in block["groups"] for zone in group["zones"]}
        by_id = {zone["id"]: zone for zone in block["zones"]}
        for group in block["groups"]:
            yield Text(group["label"], style="underline"), Text()
            for zone in group["zones"]:
                yield Text(f"  {by_id[zone]['label']}"), self._cards(by_id[zone])
        for one in block.get("grids", ()):
            if grouped.isdisjoint(one["zones"][0]):
                grouped = grouped.union(*one["zones"])
                yield Text(one["label"]), self._grid(one, by_id)
        for zone in block["zones"]:
            if zone["id"] not in grouped:
                owner = f"{block['label']}, " if head and block["id"] != MIDDLE else ""
                yield Text(f"{owner}{zone['label']}"), self._cards(zone)

    def _grid(self, grid: Json, by_id: Json) -> Table:
        """A grid of zones, with the names of its rows and columns."""
        told = Table.grid("", *grid["columns"], padding=(0, 2))
        told.add_row("", *(Text(name, style="dim") for name in grid["columns"]))
        for name, row in zip(grid["rows"], grid["zones"], strict=True):
            told.add_row(Text(name, style="dim"), *(self._cards(by_id[zone]) for zone in row))
        return told

    def _cards(self, zone: Json) -> Text:
        """The cards of a zone: equal ones counted, except where their order matters."""
        cards, things = zone["cards"], zone.get("things", {})
        if zone["count"] == 0 or cards == []:
            return Text("–")
        if cards is not None and self.words.signs:
            cards = [{**card, "text": self._in_signs(card)} for card in cards]
        if cards is None:
            return Text(number_of(zone["count"], things, self.words))
        unseen = sum(card["text"] == "?" for card in cards)
        if unseen == len(cards):
            return Text(number_of(unseen, things, self.words))
        match zone["order"]:
            case "stack":
                # The top of a stack, and what lies beneath it: the next few cards in their order, more as a number
                top, *rest = cards
                told = Text.assemble((glued(top["text"]), _style(self._colour(top))))
                if rest:
                    runs = [counted(text, len(list(run))) for text, run in groupby(card["text"] for card in rest)]
                    # Of a stack, at most this many cards beneath the top are named; more are counted
                    named = len(rest) <= 4 and all(card["card"] for card in rest)
                    beneath = ", ".join(runs) if named else glued(number_of(len(rest), things, self.words))
                    told.append(self.words.say("beneath", top="", rest=beneath))
                return told
            case "row":
                texts = numbered([card["text"] for card in cards])
                parts = [(text, self._colour(card)) for text, card in zip(texts, cards, strict=True)]
                return _joined(parts, "  ")
            case _:
                colours = {card["text"]: self._colour(card) for card in cards if card["text"] != "?"}
                found = Counter(card["text"] for card in cards if card["text"] != "?")
                parts = [(counted(text, n), colours[text]) for text, n in found.items()]
                if unseen:
                    hidden = number_of(unseen, things, self.words) if things else self.words.say("hidden", n=unseen)
                    parts.append((glued(hidden), None))
                return _joined(parts, ", ")

    def _in_signs(self, card: Json) -> str:
        """What a card says, with its signs in the place of its name."""
        sign, text = self.words.signs.get(card["card"] or "", ""), str(card["text"])
        short = self.table["cards"][card["card"]]["short"] if sign else ""
        return sign + text.removeprefix(short) if sign and text.startswith(short) else text

    def _colour(self, card: Json) -> str | None:
        if card["card"] is None:
            return None
        colour = self.table["cards"][card["card"]]["colour"]
        return None if colour is None else str(colour)


def _style(colour: str | None) -> str:
    return STYLES.get(colour or "", "")


def _joined(parts: Sequence[tuple[str, str | None]], between: str) -> Text:
    told = Text()
    for text, colour in parts:
        if told:
            told.append(between)
        told.append(text, style=_style(colour))
    return told


def counted(text: str, number: int) -> str:
    """A card that is there several times.

    >>> ascii(counted("25", 1)), ascii(counted("25", 2))
    ("'25'", "'25\\\\ue000\\\\xd72'")
    """
    return glued(f"{text} ×{number}" if number > 1 else text)


# Draws a track that is several spaces wide as a board: a line for each row of spaces, with who stands on them.
#
#              0    5    10   15        a number for every fifth space
#              3                        who stands on none of the spaces side by side
#     side 1   ····1···········
#     side 2   ··2·············
#     1 player 1: 4, side 1     who that is, and on which space
#
# A board that is longer than a line goes on below.

Runner = dict[str, Any]

WIDEST = 3
"""A space takes at most so many columns, even where there is room for more."""


EVERY = 5
"""The number of every fifth space is above it."""


EMPTY, SEVERAL, SOMEBODY = "·", "*", "●"


def board_lines(track: dict[str, Any], width: int) -> Iterator[Line]:
    """The lines of the board, at most this wide; none of a track that is no board, or too large for one."""
    length, across = track["length"], track.get("across")
    if across is None or not isinstance(length, int) or length < 1:
        return
    number = across["number"]
    # Of more spaces side by side no board is drawn
    if not isinstance(number, int) or not 1 <= number <= 9:
        return
    names = [f"{across['label']} {one}" for one in range(1, number + 1)]
    wide = max(map(len, [*names, *(row["label"] for row in track["rows"])])) + 2
    room = width - wide
    # A board that would go on below more often is no help
    if room < SHORTEST or length + 1 > room * 4:
        return
    runners = [one for one in track["at"] if isinstance(one["place"], int)]
    cell = max(1, min(WIDEST, room // (length + 1)))
    step = length + 1 if cell * (length + 1) <= room else room // EVERY * EVERY
    for first in range(0, length + 1, step):
        spaces = range(first, min(first + step, length + 1))
        if first:
            yield [("", None)]
        yield from _stretch(track, names, runners, spaces, wide, cell)
    yield from in_a_row(
        ((f"{_mark(one)} {one['label']}: {one.get('told', one['place'])}", None) for one in runners), width
    )
    yield from legend(track, width)


def _stretch(
    track: dict[str, Any], names: Sequence[str], runners: Sequence[Runner], spaces: range, wide: int, cell: int
) -> Iterator[Line]:
    """Some spaces of the board, with what is printed along them."""
    numbered = "".join(f"{space:<{EVERY * cell}}" for space in spaces if space % EVERY == 0)
    yield [(" " * wide + numbered.rstrip(), None)]
    length, number = track["length"], len(names)
    start = [_on(runners, space, None, number, length) for space in spaces]
    if any(start):
        yield [(" " * wide + _spread(["".join(map(_mark, here)) for here in start], cell), None)]
    for row, name in enumerate(names, 1):
        found = [_on(runners, space, row, number, length) for space in spaces]
        marks = [_marks(here, cell) or (EMPTY if space else " ") for space, here in zip(spaces, found, strict=True)]
        yield [(f"{name:<{wide}}" + "".join(f"{mark:<{cell}}" for mark in marks), None)]
    for printed in track["rows"]:
        line: Line = [(f"{printed['label']:<{wide}}", None)]
        for space in spaces:
            one = printed["spaces"][space - 1] if 1 <= space <= len(printed["spaces"]) else None
            sign, colour = ("", None) if one is None else (one["sign"], one["colour"])
            line.append((f"{sign[:cell]:<{cell}}", colour))
        yield line


def _on(runners: Sequence[Runner], space: int, row: int | None, number: int, length: int) -> list[Runner]:
    """Who stands on a space; in row None those who stand on none of the spaces side by side."""
    here = [one for one in runners if min(max(one["place"], 0), length) == space]
    beside = range(1, number + 1)
    return [one for one in here if (one["across"] == row if row is not None else one["across"] not in beside)]


def _spread(marks: Sequence[str], cell: int) -> str:
    """The marks above their spaces, in a line; several of one space stand beside each other, from there on."""
    line = ""
    for at, mark in enumerate(marks):
        line = f"{line:<{at * cell}}" + mark
    return line


def _marks(here: Sequence[Runner], cell: int) -> str:
    """The marks of all who stand on a space, as far as there is room."""
    marks = "".join(map(_mark, here))
    return marks if len(marks) <= cell else SEVERAL


def _mark(runner: Runner) -> str:
    return runner["owner"][1:] if runner["owner"] else SOMEBODY


# Draws a track as lines: what is printed on its spaces, and where everybody stands.
#
#     ground    G Y G R Y G       a sign for each space, if all of them have room
#     stops     · ! · + ! +
#     player 1  1  ──●─────────
#
# A track with more spaces than columns is drawn to scale. One that is several spaces wide is drawn by `board_lines`.

Line = list[tuple[str, str | None]]
"""Texts side by side, each with the name of its colour, or None."""

WIDEST_SPACE = 4
"""A space takes at most so many columns, even where there is room for more."""

SHORTEST = 8
"""With fewer columns than this there is nothing to draw."""


def track_lines(track: dict[str, Any], width: int) -> Iterator[Line]:
    """The lines of a track that is as described in `play.game.table`, at most this wide."""
    length = track["length"]
    if not isinstance(length, int) or length < 1:
        return
    runners = [one for one in track["at"] if isinstance(one["place"], int)]
    widest, digits = max((len(one["label"]) for one in runners), default=0), len(str(length))
    names = [*(row["label"] for row in track["rows"]), " " * (widest + 2 + digits)]
    wide = max(map(len, names)) + 2
    room = width - wide
    if room < SHORTEST:
        return
    cell = min(WIDEST_SPACE, room // (length + 1))
    spaces = (length + 1) * cell if cell else room
    if cell:
        yield from _printed_spaces(track, wide, cell)
    for one in runners:
        place = min(max(one["place"], 0), length)
        at = place * cell if cell else place * (spaces - 1) // length
        line = "─" * at + "●" + "─" * (spaces - at - 1)
        name = f"{one['label']:<{wide - digits - 2}}{one['place']:>{digits}}  "
        yield [(name, None), (line, None)]
    if cell:
        yield from legend(track, width)


def _printed_spaces(track: dict[str, Any], wide: int, cell: int) -> Iterator[Line]:
    """The signs of all spaces, below a ruler."""
    if not track["rows"]:
        return
    length = track["length"]
    every = 5 if cell > 1 else 10
    ruler = "".join(f"{n:<{every * cell}}" for n in range(0, length + 1, every)).rstrip()
    yield [(" " * wide + ruler, None)]
    for row in track["rows"]:
        line: Line = [(f"{row['label']:<{wide}}", None), (" " * cell, None)]
        for space in row["spaces"][:length]:
            line.append((f"{space['sign'][:cell]:<{cell}}", space["colour"]))
        yield line


def legend(track: dict[str, Any], width: int) -> Iterator[Line]:
    """What the signs mean."""
    spaces = [space for row in track["rows"] for space in row["spaces"] if space["sign"] != space["text"]]
    meanings = {space["sign"]: space for space in spaces}
    yield from in_a_row(((f"{sign} {space['text']}", space["colour"]) for sign, space in meanings.items()), width)


def in_a_row(texts: Iterable[tuple[str, str | None]], width: int) -> Iterator[Line]:
    """Short texts, as many to a line as have room."""
    line: Line = []
    used = 0
    for text, colour in texts:
        if line and used + 3 + len(text) > width:
            yield line
            line, used = [], 0
        line.append((("   " if line else "") + text, colour))
        used += len(text) + 3
    if line:
        yield line
