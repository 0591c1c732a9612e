"""A program made ready for walking: tables for quick reading, and a closure for each block.

A `Code` is made once for a program and shared by all positions of its games. It never changes
after that, but for functions and effects, which are made when they are first needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...diagnostics.span import Span
from ...language.ir.types import NONE
from ..program.layout import PC, Layout
from ..program.nodes import Block, Program

if TYPE_CHECKING:
    from .machine import Machine

Env = dict[int, Any]
"""The values of locals, by number."""

Value = Callable[["Machine", Env], Any]
"""An expression made ready: its value in a position."""

Step = Callable[["Machine", Env], str | None]
"""An effect made ready: it changes the position, and returns None or the name of a scope to leave."""

Go = Callable[["Machine", Env], int]
"""The end of a block made ready: the number of the next block, or -1 where the play stops."""


class Code:
    """The tables and closures of a program."""

    def __init__(self, program: Program) -> None:
        layout = program.layout
        self.program = program
        self.layout = layout
        self.players = layout.players
        self.team_of = layout.teams
        self.members = _members(layout)
        self.kind_of = layout.kind_of
        self.place_at = layout.place_at
        self.know_at = layout.know_at
        self.zone_at = tuple(zone.address for zone in layout.zones)
        self.heap = tuple(zone.order == "heap" for zone in layout.zones)
        self.everybody = (1 << layout.players) - 1
        self.seers = tuple(_mask(zone.sees, "all") for zone in layout.zones)
        self.backers = tuple(self.everybody & ~_mask(zone.sees, "all", "count", "none") for zone in layout.zones)
        self.back_of = tuple(back_of(layout, card) for card in range(len(layout.kind_of)))
        self.has_twins = _twins(layout)
        self.functions: dict[str, Value] = {}
        self.effects: dict[str, Step] = {}
        self.bodies: list[tuple[Step, ...]] = []
        self.ends: list[Go] = []
        self.spans: list[Span | None] = []
        self.ask_of: dict[int, int] = {}
        self.offers: dict[int, Any] = {}
        self._tables: dict[tuple[str, str], dict[int, Any]] = {}

    def block(self, state: list[int]) -> Block:
        """The block at which a position stands."""
        return self.program.blocks[state[PC]]

    def phases_note(self, state: list[int]) -> tuple[str, ...]:
        """A note that tells in which phases a position stands."""
        phases = self.block(state).phases
        return (f"in the phase {' > '.join(phases)}",) if phases else ()

    def attribute(self, key: str, base: str, nothing: Any) -> dict[int, Any]:
        """The values of an attribute by card or by kind (`base`), with `nothing` for none."""
        if (key, base) not in self._tables:
            rows = [row.attributes.get(key, nothing) for row in self.layout.kinds]
            of = self.kind_of if base == "card" else range(len(rows))
            self._tables[key, base] = {NONE: nothing, **{n: rows[kind] for n, kind in enumerate(of)}}
        return self._tables[key, base]


def back_of(layout: Layout, card: int) -> tuple[Any, ...]:
    """The attributes on a card's back: cards with equal backs cannot be told apart from behind."""
    row = layout.kinds[layout.kind_of[card]]
    return (row.deck, *(row.attributes.get(key, NONE) for key in layout.backs.get(row.deck, ())))


def _members(layout: Layout) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(seat for seat in range(layout.players) if layout.teams[seat] == team) for team in range(layout.team_count)
    )


def _mask(sees: tuple[str, ...], *words: str) -> int:
    return sum(1 << seat for seat, what in enumerate(sees) if what in words)


def _twins(layout: Layout) -> tuple[bool, ...]:
    """For each card: whether another card is the same to the rules (cards with variables of their own never are)."""
    single = {cell.deck for cell in layout.card_variables.values()}
    copies = Counter(layout.kind_of)
    return tuple(copies[kind] > 1 and layout.kinds[kind].deck not in single for kind in layout.kind_of)
