"""The table at which a game is played: a position, and the means to look at it.

The position is `state`, a flat list of integers that the layout explains. Everything else here is
either the same for all positions of a program (`code`) or can be worked out again (`moves`, `outcomes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span
from ...language.ir.types import NONE
from .error import PlayError
from .event import Event
from .stream import below

if TYPE_CHECKING:
    from .code import Code

RawMove = tuple[Any, ...]
"""A move inside: the number of its choice, then its arguments, integers or tuples of integers."""

Oracle = Callable[["Machine", int, tuple[tuple[int, int], ...]], int]
"""Who decides for chance: given the zone of a bag (-1 where an element of a list is picked) and the outcomes with their
weights, one of the outcomes."""


class Machine:
    """One position of a game and what goes with it while it is played.

    `steps` counts the work since the last decision. `moves` and `outcomes` are what the place where the
    play has stopped offers (None: not yet worked out). `explicit` says that chance is a player of its own.
    `events` is None where nobody wants to know what happens; `open_events` are the moves whose effect is running,
    each with the cards among its arguments (`NONE` in the place of others). `oracle` decides in the place of the
    random numbers where somebody wants chance to take a course of his own.
    """

    __slots__ = (
        "code",
        "error",
        "events",
        "explicit",
        "kind_of",
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
        self.explicit = explicit
        self.moves: tuple[RawMove, ...] | None = None
        self.outcomes: tuple[tuple[int, int], ...] | None = None
        self.events: list[Event] | None = [] if record else None
        self.open_events: list[tuple[Event, list[int]]] = []
        self.error: Diagnostic | None = None
        self.oracle: Oracle | None = None

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1 by the random numbers of the position, for a player who leaves his choice to
        chance.
        """
        return below(self.state, many)

    def clone(self) -> Machine:
        """A second table with the same position."""
        twin = Machine(self.code, self.state.copy(), explicit=self.explicit, record=False)
        twin.steps = self.steps
        twin.moves = self.moves
        twin.outcomes = self.outcomes
        twin.events = None if self.events is None else self.events.copy()
        twin.error = self.error
        return twin

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
        """Work that is no part of the play, such as listing moves or telling scores: its steps are counted from 0,
        and forgotten.
        """
        spent, self.steps = self.steps, 0
        try:
            yield
        finally:
            self.steps = spent

    def spend(self, steps: int, span: Span | None) -> None:
        """Count work: turns of loops, elements of lists, calls. Too much between two decisions is an error (R700)."""
        self.steps += steps
        if self.steps > self.limit:
            raise PlayError(
                "R700", f"more than {self.limit} steps without a decision", span, *self.code.phases_note(self.state)
            )
