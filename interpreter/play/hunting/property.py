"""A property of positions: an expression of the language that is true or false in each of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import field

from ...diagnostics.record import dataclass
from ...engines.events import PlayError
from ...engines.position import ProgramTables
from ...language.ir import nodes as ir
from ..game.decider import EVERYTHING
from ..game.game import Game, State
from ..game.setup import code_with
from ..game.traces.recorder import Line, Recorder
from ..players.player import Player
from ..scenario.expectations import EvaluatedPosition, check_names

MOST_STEPS = 1_000_000
"""How many steps the expression may take in a position, at least."""


@dataclass(slots=True)
class Property:
    """Asks one expression, such as `t1.total > 4000`, of many positions; `functions` are those that it may call.

    Where it cannot be computed, as with the worth of a card that is not there, it does not hold; `wrong` keeps why it
    could not at the first such position, and `asked` and `failed` count how often.
    """

    text: str
    test: ir.Expr
    functions: dict[str, ir.Function]
    asked: int = 0
    failed: int = 0
    wrong: str = ""
    _codes: dict[Game, ProgramTables] = field(default_factory=dict)
    _about: dict[Game, bool] = field(default_factory=dict)

    def holds(self, state: State) -> bool:
        """Whether it is true in a position."""
        if state.game not in self._codes:
            self._codes[state.game] = code_with(state.game.program, self.functions)
        machine = self._codes[state.game].at(state.machine.state)
        machine.limit = max(machine.limit, MOST_STEPS)
        self.asked += 1
        try:
            return bool(machine.value(self.test, {}))
        except PlayError as error:
            self.failed += 1
            self.wrong = self.wrong or str(error)
            return False

    def is_about(self, state: State) -> bool:
        """Whether all players and teams that it names are in this game."""
        if state.game not in self._about:
            self._about[state.game] = not self.nobody(state)
        return self._about[state.game]

    def nobody(self, state: State) -> str:
        """Whom it names that is not in this game, which may have fewer players than others; empty if all are there."""
        try:
            check_names(self.test, state.game.layout)
        except PlayError as error:
            return str(error)
        return ""

    def why(self, state: State) -> tuple[tuple[str, str], ...]:
        """What decides it in a position, as (source text, value)."""
        found = EvaluatedPosition(state, self.functions).facts(self.test, EVERYTHING)
        return tuple(one for one in found if one[0] != " ".join(self.text.split()))


# Plays games until one comes to a position with a property, and keeps the way there as a trace.

Seat = Callable[[int], Sequence[Player]]
"""The players of the game with a seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPosition:
    """A position with the property, after so many decisions of the game with a seed; `lines` is its whole trace.

    `line` is the number of the line of the trace that was decided there; 0 if the position is the last one.
    """

    seed: int
    decisions: int
    state: State
    lines: tuple[Line, ...]
    line: int


@dataclass(slots=True)
class PropertySearch:
    """What was looked at so far: games, and positions in them."""

    game: Game
    seat: Seat
    sought: Property
    last_only: bool = False
    games: int = 0
    positions: int = 0

    def found(self, seeds: range, seconds: float, *, shortest: bool = False) -> FoundPosition | None:
        """The first game that comes to such a position, or of all games until the time is up the one that does so after
        the fewest decisions; None when the time is up.
        """
        end = time.monotonic() + seconds
        best: tuple[int, int] | None = None
        for seed in seeds:
            at = self._decisions(seed, None if best is None else best[0] - 1)
            if at is not None:
                best = at, seed
                if not shortest or at == 0:
                    break
            if time.monotonic() > end:
                break
        return None if best is None else self._found_position(best[1], best[0])

    def _decisions(self, seed: int, most: int | None) -> int | None:
        """After how many decisions a game comes to such a position, if after at most so many."""
        self.games += 1
        players = self.seat(seed)
        state = self.game.initial_state(seed=seed, record=False)
        while True:
            if state.is_terminal or not self.last_only:
                self.positions += 1
                if self.sought.holds(state):
                    return state.decisions
            if state.is_terminal or (most is not None and state.decisions >= most):
                return None
            state.apply(players[state.current_seat].choose(state, state.legal_moves))

    def _found_position(self, seed: int, decisions: int) -> FoundPosition:
        """Play the game again, to its end, and keep its trace."""
        players, state = self.seat(seed), self.game.initial_state(seed=seed)
        there = state
        while not state.is_terminal:
            if state.decisions == decisions:
                there = state.clone()
            state.apply(players[state.current_seat].choose(state, state.legal_moves))
        recorder = Recorder(state)
        line = 0 if there is state else 1 + sum(1 for _ in Recorder(state).lines(there))
        lines = (recorder.first, *recorder.lines(state))
        return FoundPosition(seed=seed, decisions=decisions, state=there, lines=lines, line=line)
