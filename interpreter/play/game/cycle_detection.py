"""Notices a game that goes round in circles, and tells which decisions come again and again.

A position comes again if everything in it is the same, random numbers and what only counts aside. If since then nobody
has had more than one legal move and chance has decided nothing, the game can only go on like this for ever: that is
certain. Otherwise somebody might still play differently, and a repetition is only likely: a game is suspected of one
once it has become `LONG`.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable

from ...diagnostics.record import dataclass
from ...engines.invariants import canonical
from ...engines.position import Position
from ...engines.program.layout import DECISIONS, VariableCell
from ...engines.program.state_abstraction import counter_variables
from .game import State
from .move import Move
from .setup import Setup

LONG = 2000
"""From this number of decisions on, a game is suspected of not ending by itself."""

LAST = 1000
"""How many of its last decisions are told of a game that was too long."""


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of decision: the seat, the phase, and the action (or the name of what was chosen)."""

    seat: int
    phase: str
    action: str


@dataclass(frozen=True, slots=True)
class DecisionCycle:
    """The decisions that come again and again, in their order; each with how often it came in the last ones.

    `certain` says that nobody could have decided otherwise, so that the game would never end.
    """

    certain: bool
    made: tuple[tuple[DecisionKind, int], ...]


class CycleDetector:
    """Looks at each decision of one game: call `at` before it is made, and `played` with what was chosen."""

    def __init__(self, game: Setup) -> None:
        self._counters = counter_variables(game.program)
        self._last: deque[DecisionKind] = deque(maxlen=LAST)
        self._forced: dict[int, int] = {}
        self._drawn: tuple[int, ...] = ()

    def at(self, state: State) -> DecisionCycle | None:
        """The circle that the game can never leave, if it has just come round to where it was before."""
        if len(state.legal_moves) != 1 or _drawn(state) != self._drawn:
            self._forced.clear()
        if len(state.legal_moves) != 1:
            return None
        before = self._forced.setdefault(hash(position(state.machine, self._counters)), state.decisions)
        if before == state.decisions:
            return None
        length = min(state.decisions - before, len(self._last))
        return DecisionCycle(True, _describe(list(self._last)[-length:]))

    def played(self, state: State, move: Move) -> None:
        """Remember a decision; call it before the move is played."""
        self._drawn = _drawn(state)
        self._last.append(DecisionKind(move.seat, state.phase, re.split(r"[(=]", move.text)[0]))

    def suspected(self, state: State) -> bool:
        """Whether the game is so long that it will probably not end by itself."""
        return state.decisions >= LONG

    def likely(self) -> DecisionCycle:
        """What was decided most often among the last decisions."""
        return DecisionCycle(False, _describe(list(self._last)))


def cycle_of(state: State, choose: Callable[[State], Move], going: Callable[[State], bool]) -> DecisionCycle:
    """Play on a game that does not end, as long as it is `going`, and watch what goes round in it."""
    watch = CycleDetector(state.game)
    while not state.is_terminal and going(state):
        cycle = watch.at(state)
        if cycle is not None:
            return cycle
        move = choose(state)
        watch.played(state, move)
        state.apply(move)
    return watch.likely()


def _drawn(state: State) -> tuple[int, ...]:
    explicit = (state.history.length - state.decisions,) if state.machine.explicit else ()
    return (*explicit, *state.game.program.layout.drawn(state.machine.numbers))


def position(m: Position, counting: Iterable[VariableCell]) -> tuple[int, ...]:
    """All that decides how the game goes on: the position, without random numbers and what only counts."""
    cells = list(m.state)
    cells[DECISIONS] = 0
    for one in counting:
        cells[one.address : one.end] = [0] * one.cells
    return canonical(m.code, cells, stream=False)


def _describe(made: list[DecisionKind]) -> tuple[tuple[DecisionKind, int], ...]:
    return tuple(Counter(made).items())
