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
from rich.console import Console, Group
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ...diagnostics.record import dataclass
from ..game.counting import number_of
from ..game.table import MIDDLE
from ..game.texts import Wordings
from .abreast import board_lines
from .screen import GLUE, Screen, glued, numbered
from .tracks import track_lines

Json = dict[str, Any]

BENEATH = 4
"""Of a stack, at most this many cards beneath the top are named; more are counted."""

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
        yield from _track(track, screen)
    middle, *others = [_Block(table, blocks, words).panel() for blocks in _sides(table["blocks"])]
    yield middle
    columns = max(1, min(len(others), screen.width // NARROWEST))
    for first in range(0, len(others), columns):
        grid = Table.grid(expand=True)
        for _ in range(columns):
            grid.add_column(ratio=1)
        grid.add_row(*others[first : first + columns])
        yield grid


def _track(track: Json, screen: Screen) -> Iterator[Any]:
    room = screen.width - 4
    body = [styled(line) for line in [*board_lines(track, room)] or [*track_lines(track, room)]]
    if body:
        title = Text(f" {track['label']} ({track['length']}) ")
        yield Panel(Group(*body), title=title, title_align="left", box=box.ROUNDED)


def styled(parts: Sequence[tuple[str, str | None]]) -> Text:
    """A line of a track: texts, each with the name of a colour or none."""
    return Text.assemble(*((text, STYLES.get(colour or "", "")) for text, colour in parts), no_wrap=True)


def _sides(blocks: Sequence[Json]) -> list[list[Json]]:
    """The blocks that are drawn as one: the middle, each player, or each team with its players."""
    sides: dict[str, list[Json]] = {}
    for block in blocks:
        sides.setdefault(str(block.get("team", block["id"])), []).append(block)
    return list(sides.values())


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

    def _rows(self, block: Json, head: str) -> Iterator[tuple[Text, Text]]:
        """The zones of a block: those that stand together below the name of their group, then the others."""
        grouped = {zone for group in block["groups"] for zone in group["zones"]}
        by_id = {zone["id"]: zone for zone in block["zones"]}
        for group in block["groups"]:
            yield Text(group["label"], style="underline"), Text()
            for zone in group["zones"]:
                yield Text(f"  {by_id[zone]['label']}"), self._cards(by_id[zone])
        for zone in block["zones"]:
            if zone["id"] not in grouped:
                owner = f"{block['label']}, " if head and block["id"] != MIDDLE else ""
                yield Text(f"{owner}{zone['label']}"), self._cards(zone)

    def _cards(self, zone: Json) -> Text:
        """The cards of a zone: equal ones counted, except where their order matters."""
        cards, things = zone["cards"], zone.get("things", {})
        if zone["count"] == 0 or cards == []:
            return Text("–")
        if cards is None:
            return Text(number_of(zone["count"], things, self.words))
        unseen = sum(card["text"] == "?" for card in cards)
        if unseen == len(cards):
            return Text(number_of(unseen, things, self.words))
        match zone["order"]:
            case "stack":
                return self._stack(cards, things)
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

    def _stack(self, cards: Sequence[Json], things: Json) -> Text:
        """The top of a stack, and what lies beneath it: the next few cards in their order, more as a number."""
        top, *rest = cards
        told = Text.assemble((glued(top["text"]), _style(self._colour(top))))
        if rest:
            runs = [counted(text, len(list(run))) for text, run in groupby(card["text"] for card in rest)]
            named = len(rest) <= BENEATH and all(card["card"] for card in rest)
            beneath = ", ".join(runs) if named else glued(number_of(len(rest), things, self.words))
            told.append(self.words.say("beneath", top="", rest=beneath))
        return told

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
