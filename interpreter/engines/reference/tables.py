"""What is the same in all positions of a program, in tables that are quick to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..program.drafts import targets
from ..program.layout import PC, Layout
from ..program.loops import Turns, turns_of
from ..program.nodes import AskBlock, Block, Pending, Program, SettleTop
from ..program.walk import all_effects


class Tables:
    """The tables of a program. A set of seats is a mask, bit s for seat s.

    | table | says |
    |---|---|
    | `members[team]` | the seats of a team, in order |
    | `zone_at[zone]`, `heap[zone]` | its address; whether it has no order |
    | `seers[zone]` | the seats that see every card there whose position is certain |
    | `backers[zone]` | those that see at least some attributes of the cards, such as their backs |
    | `back_of[card]` | the attributes on its back: cards with equal backs look the same from behind |
    | `has_twins[card]` | whether the rules cannot tell it from another card |
    | `twins` | the sets of cards that the rules cannot tell apart where they lie, two at least |
    | `pins` | whether bags may have cards at certain places in them |
    | `spans[block]` | the position in the source that a block is about |
    | `sources[zone]`, `picks[name]` | the source of chance of a zone, and of what a `random` calls so |
    | `ask_of[block, base]` | the block that asks for the secret choices that wait in a block from this cell on |
    | `turns_of[block]` | how many turns the loops have that are not over in a block, by the cells of their counters |
    """

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
        self.sources = {source.zone: source for source in layout.sources if source.zone != NONE}
        self.picks = {source.name: source for source in layout.sources if source.zone == NONE}
        self._attributes: dict[tuple[str, str], dict[int, Any]] = {}

    # Tables that only play needs, not whoever computes a value in a position --------------

    @cached_property
    def back_of(self) -> tuple[tuple[Any, ...], ...]:
        """The attributes on the back of each card."""
        return tuple(back_of(self.layout, card) for card in range(len(self.kind_of)))

    @cached_property
    def has_twins(self) -> tuple[bool, ...]:
        """For each card, whether the rules cannot tell it from another one."""
        return _twins(self.layout)

    @cached_property
    def twins(self) -> tuple[tuple[int, ...], ...]:
        """The sets of cards that the rules cannot tell apart where they lie."""
        return _sets_of_twins(self.layout, self.has_twins)

    @cached_property
    def pins(self) -> bool:
        """Whether bags may have cards at certain places in them."""
        return _pins(self.program)

    @cached_property
    def spans(self) -> tuple[Span | None, ...]:
        """The position in the source that each block is about."""
        return tuple(_span(block) for block in self.program.blocks)

    @cached_property
    def ask_of(self) -> dict[tuple[int, int], int]:
        """The block that asks for the secret choices that wait in a block."""
        return _secret_asks(self.program)

    @cached_property
    def turns_of(self) -> dict[int, Turns]:
        """How many turns the loops have that are not over in a block."""
        return turns_of(self.program)

    def block(self, state: Sequence[int]) -> Block:
        """The current block of a position."""
        return self.program.blocks[state[PC]]

    def phases_note(self, state: list[int]) -> tuple[str, ...]:
        """A note for diagnostics: the phases that are running in a position."""
        phases = self.block(state).phases
        return (f"in the phase {' > '.join(phases)}",) if phases else ()

    def attribute(self, key: str, base: str, nothing: Any) -> dict[int, Any]:
        """The values of an attribute by card or by kind (`base`), with `nothing` for none."""
        if (key, base) not in self._attributes:
            rows = [row.attributes.get(key, nothing) for row in self.layout.kinds]
            of = self.kind_of if base == "card" else range(len(rows))
            self._attributes[key, base] = {NONE: nothing, **{n: rows[kind] for n, kind in enumerate(of)}}
        return self._attributes[key, base]


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
    """For each card: whether the rules cannot tell it from another one (cards with variables of their own they can)."""
    single = {cell.deck for cell in layout.card_variables.values()}
    copies = Counter(layout.kind_of)
    return tuple(copies[kind] > 1 and layout.kinds[kind].deck not in single for kind in layout.kind_of)


def _sets_of_twins(layout: Layout, has_twins: Sequence[bool]) -> tuple[tuple[int, ...], ...]:
    found: dict[tuple[int, int], list[int]] = {}
    for card, kind in enumerate(layout.kind_of):
        if has_twins[card]:
            found.setdefault((kind, layout.home[card]), []).append(card)
    return tuple(tuple(cards) for cards in found.values() if len(cards) > 1)


def _pins(program: Program) -> bool:
    bodies = (*(block.body for block in program.blocks), *(effect.body for effect in program.effects.values()))
    put = (isinstance(stmt, ir.MoveCards) and stmt.at == "position" for body in bodies for stmt in all_effects(body))
    return any(put) or any(isinstance(block.end, SettleTop) and block.end.place is not None for block in program.blocks)


def _span(block: Block) -> Span | None:
    spans = [stmt.span for stmt in block.body]
    return getattr(block.end, "span", None) or (spans[0] if spans else None)


def _secret_asks(program: Program) -> dict[tuple[int, int], int]:
    """The block that asks for the secret choices which wait in each block.

    Choices that never wait together may share their cells, so the cells alone do not tell: the choices of a block are
    those of the decision from which play comes to it while they wait.
    """
    found: dict[tuple[int, int], int] = {}
    for block in program.blocks:
        if isinstance(block.end, AskBlock) and block.end.secret is not None:
            base, ahead = block.end.secret.pending.base, [block.number]
            while ahead:
                number = ahead.pop()
                if (number, base) not in found and _waits(program.blocks[number], base):
                    found[number, base] = block.number
                    ahead += targets(program.blocks[number].end)
    return found


def _waits(block: Block, base: int) -> bool:
    return any(isinstance(one, Pending) and one.base == base for one in (*block.live, *block.told))
