"""The contract between the engines and everybody else: what follows from a program, and what a position can do.

Who owns what:

    Program               the rules for one configuration, as data             (program/nodes.py)
      ProgramTables       what follows from it for every position, to read     (here)
        Position          one position, and what it offers                     (here)

All engines behave identically: the same legal moves in the same order, the same cells of the state, the same errors at
the same rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, Protocol, Self, TypeVar, cast

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.span import Span
from ..language.ir import nodes as ir
from ..language.ir.types import NONE
from .events import Event, PlaceholderValue
from .program.control_flow import Turns, turns_of
from .program.derived_values import Sides
from .program.layout import PC, Layout
from .program.nodes import AskBlock, AskChoice, Block, Expr, Pending, Program, SettleTop
from .program.traversal import all_effects, bodies_of, targets

RawMove = tuple[Any, ...]
"""A move inside the engines: the number of its choice, then its arguments, integers or tuples of integers."""

Outcomes = tuple[tuple[int, int], ...]
"""What chance may decide: each value (a kind of card, or an element of a list) with its weight."""

Env = dict[int, Any]
"""The values of locals, by number."""

Oracle = Callable[[Outcomes], int]
"""Who decides for chance: given the outcomes with their weights, one of the outcomes."""

Part = TypeVar("Part")
Found = TypeVar("Found")


class Position(Protocol):
    """One position of a game, and what goes with it in play.

    The position is `state`, a flat list of integers that the layout explains; an engine may have to work it out, so
    read `numbers` where that is enough. Everything else is either the same for all positions of a program (`code`) or
    can be computed again (`moves`, `outcomes`: what the decision or the chance where the play has stopped offers, None
    until computed). `steps` counts the work since the last decision, of which `limit` is the most. `explicit` says that
    chance is a player of its own. `events` is None if nobody listens. `oracle` decides in the place of the random
    numbers if somebody wants chance to take a certain course.
    """

    state: list[int]
    steps: int
    limit: int
    explicit: bool
    moves: tuple[RawMove, ...] | None
    outcomes: Outcomes | None
    events: list[Event] | None
    error: Diagnostic | None
    oracle: Oracle | None

    @property
    def code(self) -> ProgramTables:
        """What is the same for all positions of the program."""

    @property
    def kind_of(self) -> Sequence[int]:
        """The kind of each card."""

    @property
    def numbers(self) -> Sequence[int]:
        """The cells of the header and the variables, and what else comes before the cards in the layout: to be read
        where that is enough, since an engine may have to work out the rest.
        """

    @property
    def status(self) -> int:
        """How the game stands: the cell of the status."""

    @property
    def position(self) -> Hashable:
        """All cells as one value, by which positions can be told apart."""

    @property
    def rows(self) -> Sequence[RawMove] | None:
        """The legal moves, each worked out when it is looked at if that is cheaper; `moves` are the same."""

    def asked(self) -> tuple[AskBlock, int] | None:
        """The decision at which play has stopped, and who decides; None where chance does, or the game is over."""

    def cards(self, zone: int) -> Sequence[int]:
        """The cards of a zone, from the top; of a heap, in the order of their numbers."""

    def where(self, card: int) -> int:
        """The zone in which a card lies."""

    def clone(self) -> Position:
        """A copy with the same position."""

    def altered(self, cells: Sequence[int]) -> Position:
        """A copy with other cells; what it offers is not computed again."""

    def plain(self) -> Position:
        """The same position, held by the reference engine, for callers that change its cells directly."""

    def reseed(self, seed: int) -> None:
        """Let the random numbers to come be others: those of a seed, from its first."""

    # Playing

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1 by the random numbers of the position, for players who leave their choice to
        chance.
        """

    def go(self) -> None:
        """Play on until a player or chance must decide, or the game is over."""

    def play(self, move: RawMove, place: int = -1) -> None:
        """Play a legal move of the decision at which play has stopped, and run on; `place` is its place among them, if
        that is known.

        Of equal cards in a heap the chosen ones are from now on those that most seats know, whoever is told of the
        choice: shown to nobody, they are put forward. So it does not matter which of two equal cards a move names.
        """

    def decide(self, value: int) -> None:
        """Let explicit chance decide for an outcome, a kind of card or an element of a list, and run on.

        Raises ValueError for a kind of which no card can come; the position stays as it was.
        """

    # What is asked between the moves

    def aside(self) -> AbstractContextManager[None]:
        """Work that is not part of the play, such as listing moves or computing scores: its steps are counted from 0,
        then forgotten.
        """

    def value(self, expr: Expr, env: Env) -> Any:
        """The value of an expression, with these values of locals. Raises PlayError where it has none."""

    def legal(self, ask: AskBlock) -> tuple[RawMove, ...]:
        """The legal moves of a decision with the cells as they are now. Raises PlayError if a rule fails."""

    def options(self, ask: AskBlock, choice: int, place: int, env: Env) -> list[Any]:
        """Everything that may be chosen for a parameter of a choice, before its tests."""

    def label_values(self, choice: AskChoice, move: RawMove) -> tuple[tuple[PlaceholderValue, ...], list[int]]:
        """What the label of a move names, and the cards that somebody must know to be told it."""

    def spot(self, end: SettleTop) -> tuple[int, int]:
        """The zone and the place in it (from 0) about which chance decides; -1 where there is none."""

    def settle(self, zone: int, place: int, card: int, seats: int = 0) -> None:
        """Let a card of a bag lie at a place; the seats that see the zone learn it, and some more (a mask)."""

    # What a seat that watches sees (`Executor.rehearse`); an engine that does not tell records what happens

    @property
    def seen(self) -> tuple[int, int, int] | None:
        """What the seat that watches sees where play has stopped; since the decision before, how often it was told
        something, and what; as numbers. None where the engine does not tell.
        """

    @property
    def noted(self) -> list[int]:
        """By how often it was told something: what that was, as a number, if notes are taken."""

    # Results

    def worths(self) -> Sequence[int] | None:
        """What the position is worth to each seat by the `value` of a spec that has one; None where whoever asks has to
        work it out, as where it fails for a seat.
        """

    def returns(self) -> tuple[float, ...]:
        """The returns; all 0 unless the game has ended by its rules."""

    def winning_seats(self) -> int:
        """The winners that the spec names, as a set of seats; empty unless the game has ended by its rules."""

    def winners(self) -> Sides:
        """The winning sides; none unless the game has ended by its rules."""

    def scores(self) -> tuple[int, ...]:
        """The scores at any time; all 0 if a rule fails while they are computed."""


# What is the same in all positions of a program, in tables that are quick to read.


class ProgramTables(ABC):
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
        self.made: dict[tuple[int, Callable[..., Any]], tuple[object, Any]] = {}
        self._attributes: dict[tuple[str, str], dict[int, Any]] = {}

    @abstractmethod
    def at(self, cells: list[int], *, explicit: bool = False, record: bool = False, steps: int = 0) -> Position:
        """A position with these cells, which it shares, held by the reference engine; nothing is played, nor known of
        what it offers. `steps` have been counted up to where play stops in it.
        """

    def once(self, compile: Callable[[Self, Part], Found], part: Part) -> Found:
        """What `compile` makes of a part of the program, or of another expression: made at the first call, the same at
        every later.
        """
        key = (id(part), compile)
        if key not in self.made:
            self.made[key] = part, compile(self, part)  # what is kept keeps its number
        return cast(Found, self.made[key][1])

    # Tables that only play needs, not whoever computes a value in a position --------------

    @cached_property
    def back_of(self) -> tuple[tuple[Any, ...], ...]:
        """The attributes on the back of each card."""
        return tuple(back_of(self.layout, card) for card in range(len(self.kind_of)))

    @cached_property
    def has_twins(self) -> tuple[bool, ...]:
        """For each card, whether the rules cannot tell it from another one."""
        single = {cell.deck for cell in self.layout.card_variables.values()}  # cards with variables of their own it can
        copies, kinds = Counter(self.kind_of), self.layout.kinds
        return tuple(copies[kind] > 1 and kinds[kind].deck not in single for kind in self.kind_of)

    @cached_property
    def twins(self) -> tuple[tuple[int, ...], ...]:
        """The sets of cards that the rules cannot tell apart where they lie."""
        found: dict[tuple[int, int], list[int]] = {}
        for card, kind in enumerate(self.kind_of):
            if self.has_twins[card]:
                found.setdefault((kind, self.layout.home[card]), []).append(card)
        return tuple(tuple(cards) for cards in found.values() if len(cards) > 1)

    @cached_property
    def pins(self) -> bool:
        """Whether bags may have cards at certain places in them."""
        ends = (block.end for block in self.program.blocks)
        put = (
            isinstance(stmt, ir.MoveCards) and stmt.at == "position"
            for _, body in bodies_of(self.program)
            for stmt in all_effects(body)
        )
        return any(put) or any(isinstance(end, SettleTop) and end.place is not None for end in ends)

    @cached_property
    def spans(self) -> tuple[Span | None, ...]:
        """The position in the source that each block is about."""
        return tuple(_span(block) for block in self.program.blocks)

    @cached_property
    def ask_of(self) -> dict[tuple[int, int], int]:
        """The block that asks for the secret choices that wait in a block."""
        # Choices that never wait together may share their cells, so the cells alone do not tell: the choices of a block
        # are those of the decision from which play comes to it while they wait.
        found: dict[tuple[int, int], int] = {}
        for block in self.program.blocks:
            if isinstance(block.end, AskBlock) and block.end.secret is not None:
                base, ahead = block.end.secret.pending.base, [block.number]
                while ahead:
                    number = ahead.pop()
                    if (number, base) not in found and _waits(self.program.blocks[number], base):
                        found[number, base] = block.number
                        ahead += targets(self.program.blocks[number].end)
        return found

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


def _span(block: Block) -> Span | None:
    spans = [stmt.span for stmt in block.body]
    return getattr(block.end, "span", None) or (spans[0] if spans else None)


def _waits(block: Block, base: int) -> bool:
    return any(isinstance(one, Pending) and one.base == base for one in (*block.live, *block.told))
