"""What closures work on: a position, and the code that it is played by.

A closure takes a `Machine`, and a `Machine` carries the `CompiledCode` that plays it: two halves of one type, hence in
one file. Everything that compiles or runs closures is in files of its own, which import this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span
from ...language.ir.types import NONE
from ..events import LATELY, Event, endless
from ..position import Env, Oracle, Outcomes, ProgramTables, RawMove
from ..program.nodes import Program

Value = Callable[["Machine", Env], Any]
"""An expression, compiled: its value in a position."""

Step = Callable[["Machine", Env], str | None]
"""An effect, compiled: it changes the position, and returns None or the name of a scope to leave."""

Go = Callable[["Machine", Env], int]
"""The end of a block, compiled: the number of the next block, or -1 where the play stops."""

Part = TypeVar("Part")
Compiled = TypeVar("Compiled")


class CompiledCode(ProgramTables):
    """A program compiled to closures, shared by all positions of its games; made as a `position.ReferenceCode`.

    `bodies` and `ends` are by number of the block; they are compiled when play first comes there. `functions` and
    `effects` are compiled when they are first called, since they may be declared in any order. `marks` are the numbers
    of the marks that play has come to, in whatever position; `truths`, unless it is None, what each operand of `and`
    and `or` and each test of an `if` has been, by its span.
    """

    def __init__(self, program: Program, *, truths: dict[Span, set[bool]] | None = None) -> None:
        super().__init__(program)
        self.truths = truths
        self.functions: dict[str, Value] = {}
        self.effects: dict[str, Step] = {}
        self.bodies: list[tuple[Step, ...]] = []
        self.ends: list[Go] = []
        self.marks: set[int] = set()


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
