"""Plays games until one comes to a position with a property, and keeps the way there as a trace."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ...diagnostics.record import dataclass
from ..game.game import Game
from ..game.state import State
from ..game.trace import Line, Recorder
from ..players.player import Player
from .property import Property

Seat = Callable[[int], Sequence[Player]]
"""The players of the game with a seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A position with the property, after so many decisions of the game with a seed; `lines` is its whole trace.

    `line` is the number of the line of the trace that was decided there; 0 if the position is the last one.
    """

    seed: int
    decisions: int
    state: State
    lines: tuple[Line, ...]
    line: int


@dataclass(slots=True)
class Search:
    """What was looked at so far: games, and positions in them."""

    game: Game
    seat: Seat
    sought: Property
    last_only: bool = False
    games: int = 0
    positions: int = 0

    def first(self, seeds: range, seconds: float) -> Found | None:
        """The first game that comes to such a position; None when the time is up."""
        return self._search(seeds, seconds, shortest=False)

    def shortest(self, seeds: range, seconds: float) -> Found | None:
        """Of all games until the time is up, the one that comes to such a position after the fewest decisions."""
        return self._search(seeds, seconds, shortest=True)

    def _search(self, seeds: range, seconds: float, *, shortest: bool) -> Found | None:
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
        return None if best is None else self._told(best[1], best[0])

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

    def _told(self, seed: int, decisions: int) -> Found:
        """Play the game again, to its end, and keep its trace."""
        players, state = self.seat(seed), self.game.initial_state(seed=seed)
        recorder = Recorder(state)
        lines, there, line = [recorder.first], state.clone(), 0
        while True:
            lines += recorder.lines(state)
            if state.decisions == decisions and not line:
                there, line = state.clone(), 0 if state.is_terminal else len(lines)
            if state.is_terminal:
                return Found(seed=seed, decisions=decisions, state=there, lines=tuple(lines), line=line)
            state.apply(players[state.current_seat].choose(state, state.legal_moves))
