"""A game in play: the position, and the code that it is played by.

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
from typing import Any, TypeVar, cast

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span
from ...language.ir.types import NONE
from ..program.layout import DRAWN, RUNNING, SEED, STATUS
from ..program.nodes import AskBlock, Program
from .error import LATELY, endless
from .event import Event
from .stream import below
from .tables import Tables

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


class Code(Tables):
    """A program compiled to closures, shared by all positions of its games; made by `walk.prepare`.

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

    def once(self, compile: Callable[[Code, Part], Compiled], part: Part) -> Compiled:
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

    def __init__(self, code: Code, state: list[int], *, explicit: bool = False, record: bool = True) -> None:
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
            self._note_lately(steps, span)

    def _note_lately(self, steps: int, span: Span | None) -> None:
        """Note where the last steps before the limit were taken, and end play behind it."""
        start = max(0, self.limit - LATELY)
        if self.steps > start:
            if self.lately is None or self.steps - steps <= start:
                self.lately = Counter()
            self.lately[span] += steps
            if self.steps > self.limit:
                raise endless(self.limit, span, self.lately, self.code.phases_note(self.state))
