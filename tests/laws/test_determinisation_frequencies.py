"""On tiny decks determinisations come as often as they should: counted against all histories, walked one by one.

The walk knows nothing of how they are made. It plays every outcome of chance by its weight and every legal move of the
others as likely, and keeps what looks to the seat like the truth at every decision.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import State
from tests.laws.law_games import Case, cases
from tests.laws.law_walks import luck_of, step

NAMES = ("void", "handed_on", "mixed_in", "put_down", "lower_next")
TINY = [case for case in cases() if case.name in NAMES and case.how == "usual"]

DRAWN = 400
"""So many determinisations are counted."""


class Walk:
    """All histories that look to a seat like one that was played."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.seen: list[dict[str, Any]] = []
        self.moves: list[str] = []
        self.found: dict[str, float] = {}

    def play(self, state: State, luck: Any, decisions: int) -> None:
        """Play a game and remember what the seat sees."""
        while state.decisions < decisions and not state.is_terminal or state.current_seat == CHANCE:
            if state.current_seat != CHANCE:
                self.seen.append(state.view(self.seat))
                self.moves.append(step(state, luck))
            else:
                step(state, luck)
        self.seen.append(state.view(self.seat))

    def follow(self, state: State, end: State, weight: float) -> None:
        """All that may have happened from a position on."""
        if state.current_seat == CHANCE:
            outcomes = state.chance_outcomes
            total = sum(w for _, w in outcomes)
            for move, w in outcomes:
                self._on(state, end, str(move), weight * w / total)
            return
        if state.view(self.seat) != self.seen[state.decisions]:
            return
        if state.decisions == len(self.moves):
            if state.events(self.seat) == end.events(self.seat):
                self.found[state.fingerprint()] = self.found.get(state.fingerprint(), 0.0) + weight
            return
        if state.current_seat == self.seat:
            self._on(state, end, self.moves[state.decisions], weight)
            return
        for move in state.legal_moves:
            self._on(state, end, str(move), weight / len(state.legal_moves))

    def _on(self, state: State, end: State, move: str, weight: float) -> None:
        twin = state.clone()
        twin.apply(move)
        self.follow(twin, end, weight)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("decisions", [0, 2, 3, 5, 6])
@pytest.mark.parametrize("case", TINY, ids=str)
def test_frequencies(case: Case, decisions: int) -> None:
    """Chi-square of the determinisations of one seat, in two games."""
    for number in range(2):
        luck = luck_of(case, "frequencies", number)
        seat = luck.randrange(case.players)
        state = case.game.initial_state(chance="explicit")
        walk = Walk(seat)
        walk.play(state, luck, decisions)
        walk.follow(case.game.initial_state(chance="explicit"), state, 1.0)
        total = sum(walk.found.values())
        assert state.fingerprint() in walk.found
        drawn = Counter(state.resample(seat, seed).fingerprint() for seed in range(DRAWN))
        assert set(drawn) <= set(walk.found)
        wanted = {key: DRAWN * weight / total for key, weight in walk.found.items()}
        assert chi_square(drawn, wanted) < 1


def chi_square(drawn: Counter[str], wanted: dict[str, float]) -> float:
    """How far what was drawn is from what was wanted, as a share of what one in about 10,000 fair samples reaches.

    Positions that are wanted less than five times are counted together.
    """
    rare = [key for key, many in wanted.items() if many < 5]
    cells = [(drawn[key], many) for key, many in wanted.items() if many >= 5]
    if rare and sum(wanted[key] for key in rare) >= 1:
        cells.append((sum(drawn[key] for key in rare), sum(wanted[key] for key in rare)))
    free = len(cells) - 1
    if free < 1:
        return 0.0
    edge = free * (1 - 2 / (9 * free) + 3.72 * sqrt(2 / (9 * free))) ** 3
    return sum((many - want) ** 2 / want for many, want in cells) / edge
