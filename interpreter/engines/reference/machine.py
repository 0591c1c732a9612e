"""A game in play: the position, its random numbers, the tables of its program, and the code that it is played by.

Who owns what:

    Program           the rules for one configuration, as data             (program/nodes.py)
      Tables          what follows from it for every position, to read     (tables.py)
        Code          the same with a closure for each block               (here)
          Machine     one position, and what it offers                     (here)

A closure takes a `Machine`, and a `Machine` carries the `Code` that plays it: two halves of one type, hence in one
file. Everything that compiles or runs closures is in files of its own, which import this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar, cast

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..program.control_flow import Turns, targets, turns_of
from ..program.layout import DRAWN, PC, RUNNING, SEED, STATUS, Layout
from ..program.nodes import AskBlock, Block, Pending, Program, SettleTop
from ..program.traversal import all_effects
from .events import LATELY, Event, endless

# What is the same in all positions of a program, in tables that are quick to read.


class ProgramTables:
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


RawMove = tuple[Any, ...]
"""A move inside the engines: the number of its choice, then its arguments, integers or tuples of integers."""

Outcomes = tuple[tuple[int, int], ...]
"""What chance may decide: each value (a kind of card, or an element of a list) with its weight."""

Env = dict[int, Any]
"""The values of locals, by number."""

Value = Callable[["Machine", Env], Any]
"""An expression, compiled: its value in a position."""

Step = Callable[["Machine", Env], str | None]
"""An effect, compiled: it changes the position, and returns None or the name of a scope to leave."""

Go = Callable[["Machine", Env], int]
"""The end of a block, compiled: the number of the next block, or -1 where the play stops."""

Part = TypeVar("Part")
Compiled = TypeVar("Compiled")
Found = TypeVar("Found")


class CompiledCode(ProgramTables):
    """A program compiled to closures, shared by all positions of its games; made by `interpreter_loop.prepare`.

    `bodies` and `ends` are by number of the block; they are compiled when play first comes there. `functions` and
    `effects` are compiled when they are first called, since they may be declared in any order. `compiled` holds what is
    asked for between the moves, see `once`. `marks` are the numbers of the marks that play has come to, in whatever
    position; `truths`, unless it is None, what each operand of `and` and `or` and each test of an `if` has been, by its
    span.
    """

    def __init__(self, program: Program, *, truths: dict[Span, set[bool]] | None = None) -> None:
        super().__init__(program)
        self.truths = truths
        self.functions: dict[str, Value] = {}
        self.effects: dict[str, Step] = {}
        self.bodies: list[tuple[Step, ...]] = []
        self.ends: list[Go] = []
        self.marks: set[int] = set()
        self.compiled: dict[tuple[int, Callable[..., Any]], Any] = {}

    def once(self, compile: Callable[[CompiledCode, Part], Compiled], part: Part) -> Compiled:
        """What `compile` makes of a part of the program: compiled at the first call, the same closure at every later.

        Parts are told apart by identity, which holds as long as the program lives. What is no part of it, such as an
        expression of a scenario, is compiled with `compile` itself.
        """
        key = (id(part), compile)
        if key not in self.compiled:
            self.compiled[key] = compile(self, part)
        return cast(Compiled, self.compiled[key])


Oracle = Callable[["Machine", int, tuple[tuple[int, int], ...]], int]
"""Who decides for chance: given the zone of a bag (-1 where an element of a list is picked) and the outcomes with their
weights, one of the outcomes."""


class Machine:
    """One position of a game, and what goes with it in play.

    The position is `state`, a flat list of integers that the layout explains. Everything else is either the same for
    all positions of a program (`code`) or can be computed again (`moves`, `outcomes`: what the decision or the chance
    where the play has stopped offers, None until computed).

    `steps` counts the work since the last decision. `explicit` says that chance is a player of its own.
    `events` is None if nobody listens; `open_events` are the moves whose effect is running,
    each with the cards among its arguments (`NONE` in the place of others). `oracle` decides in the place of the random
    numbers if somebody wants chance to take a certain course.
    """

    __slots__ = (
        "code",
        "error",
        "events",
        "explicit",
        "kind_of",
        "lately",
        "limit",
        "members",
        "moves",
        "open_events",
        "oracle",
        "outcomes",
        "players",
        "state",
        "steps",
        "team_of",
    )

    def __init__(self, code: CompiledCode, state: list[int], *, explicit: bool = False, record: bool = True) -> None:
        self.code = code
        self.state = state
        self.players = code.players
        self.team_of: Sequence[int] = code.team_of
        self.members: Sequence[tuple[int, ...]] = code.members
        self.kind_of: Sequence[int] = code.kind_of
        self.steps = 0
        self.limit = code.program.steps_limit
        self.lately: Counter[Span | None] | None = None
        self.explicit = explicit
        self.moves: tuple[RawMove, ...] | None = None
        self.outcomes: Outcomes | None = None
        self.events: list[Event] | None = [] if record else None
        self.open_events: list[tuple[Event, list[int]]] = []
        self.error: Diagnostic | None = None
        self.oracle: Oracle | None = None

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1 by the random numbers of the position, for players who leave their choice to
        chance.
        """
        return below(self.state, many)

    def clone(self) -> Machine:
        """A copy with the same position."""
        twin = Machine(self.code, self.state.copy(), explicit=self.explicit, record=False)
        twin.steps = self.steps
        twin.moves = self.moves
        twin.outcomes = self.outcomes
        twin.events = None if self.events is None else self.events.copy()
        twin.error = self.error
        return twin

    @property
    def numbers(self) -> Sequence[int]:
        """The cells of the header and the variables, and what else comes before the cards in the layout: to be read
        where that is enough, since an engine may have to work out the rest.
        """
        return self.state

    @property
    def status(self) -> int:
        """How the game stands: the cell of the status."""
        return self.state[STATUS]

    def part(self, start: int, end: int) -> list[int]:
        """The cells from one address to before another, as a list of their own."""
        return self.state[start:end]

    @property
    def position(self) -> Hashable:
        """All cells as one value, by which positions can be told apart."""
        return tuple(self.state)

    def reseed(self, seed: int) -> None:
        """Let the random numbers to come be others: those of a seed, from its first."""
        self.state[SEED], self.state[DRAWN] = seed, 0
        for source in self.code.layout.sources:
            self.state[source.address] = 0

    def on_numbers(self, compute: Callable[[Machine], Found]) -> Found:
        """What is computed from the position, by the numbers alone if they are enough."""
        return compute(self)

    @property
    def rows(self) -> Sequence[RawMove] | None:
        """The legal moves, each worked out when it is looked at if that is cheaper; `moves` are the same."""
        return self.moves

    def asked(self) -> tuple[AskBlock, int] | None:
        """The decision at which play has stopped, and who decides; None where chance does, or the game is over."""
        numbers = self.numbers
        end = self.code.block(numbers).end
        return (end, numbers[end.who.address]) if isinstance(end, AskBlock) and self.status == RUNNING else None

    def cards(self, zone: int) -> Sequence[int]:
        """The cards of a zone, from the top; of a heap, in the order of their numbers."""
        if zone == NONE:
            return ()
        at = self.code.zone_at[zone]
        return self.state[at + 1 : at + 1 + self.state[at]]

    def where(self, card: int) -> int:
        """The zone in which a card lies."""
        return self.state[self.code.place_at + card]

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Work that is not part of the play, such as listing moves or computing scores: its steps are counted from 0,
        then forgotten.
        """
        spent, lately = self.steps, self.lately
        self.steps, self.lately = 0, None
        try:
            yield
        finally:
            self.steps, self.lately = spent, lately

    def spend(self, steps: int, span: Span | None) -> None:
        """Count work: turns of loops, elements of lists, calls. Too much between two decisions is an error (R700)."""
        self.steps += steps
        if self.steps > self.limit - LATELY:
            # Note where the last steps before the limit were taken, and end play behind it.
            start = max(0, self.limit - LATELY)
            if self.steps > start:
                if self.lately is None or self.steps - steps <= start:
                    self.lately = Counter()
                self.lately[span] += steps
                if self.steps > self.limit:
                    raise endless(self.limit, span, self.lately, self.code.phases_note(self.state))


# The random numbers of a position.
#
# **Numbers.** Chance has sources (`program.sources`): each zone from which cards are drawn, and each name of a
# `random`. The numbers of a source follow from the seed of the position, from the key of the source, and from its cell
# n, which counts shuffles in its upper half and the numbers drawn since in its lower half. The number is splitmix64 of
# seed + key: with all arithmetic modulo 2**64,
#
#     z = seed + key + (n + 1) * 0x9E3779B97F4A7C15
#     z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
#     z = (z ^ (z >> 27)) * 0x94D049BB133111EB
#     z = z ^ (z >> 31)
#
# So what one source decides does not depend on how often others have decided. The moves that chance picks in playouts
# have a source of their own: key 0, and the cell `DRAWN` of the header.
#
# **A number below k** (0 < k < 2**32), all equally likely, by Lemire's method: x is the upper 32 bits of
# the next number, p = x * k; while the lower 32 bits of p are less than 2**32 mod k, the next number is
# taken; the result is p >> 32.

MASK = 2**64 - 1

SHUFFLE = 1 << 32
"""What the cell of a zone counts for a shuffle."""


def stream_number(seed: int, count: int) -> int:
    """The number with this count in the stream of a seed: 64 bits."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(state: list[int], k: int, key: int = 0, cell: int = DRAWN) -> int:
    """A number from 0 to k - 1 from a source of chance of a position; by default from that of moves."""
    while True:
        product = (stream_number(state[SEED] + key, state[cell]) >> 32) * k
        state[cell] += 1
        low = product & 0xFFFFFFFF
        if low >= k or low >= 2**32 % k:
            return product >> 32


def restart_stream(state: list[int], cell: int) -> None:
    """A zone is shuffled: its source begins anew, with other numbers."""
    state[cell] = (state[cell] // SHUFFLE + 1) * SHUFFLE
