"""A bot that tries each move out on a few determinisations and takes the one that leaves it best off on average.

It knows nothing of any game. It compares the returns where the game is over, and otherwise how well everybody stands
(`standing`): a side counts by how far it is ahead of the best other side, then by how far it is ahead of all others on
average. Of equals it takes the first in the order of the spec: authors tend to write what helps before what is left to
do.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from .player import Luck
from .standing import Standing

GUESSES = 8
"""So many determinisations are looked at for a decision."""

CLOSE = 1e-9
"""Sums of numbers that differ by less are equal: they were only added in another order."""

Worth = list[float]
"""What a position is worth to a seat: the number at the front counts first, the next where it is equal."""


class Greedy:
    """Looks one move ahead."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, Luck(seed, seat)
        self._standing: Standing | None = None

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat stands best, on average over some determinisations."""
        if len(moves) == 1:
            return moves[0]
        if self._standing is None:
            self._standing = Standing(state.game)
        sums: list[Worth] = [[] for _ in moves]
        for _ in range(GUESSES):
            sample = state.resample(seat=self._seat, seed=self._luck.seed())
            places: dict[str, int] = {}
            for place, move in enumerate(sample.legal_moves):
                places.setdefault(move.text, place)
            for number, move in enumerate(moves):
                known = places.get(move.text, move.text)
                sums[number] = _sum(sums[number], self._worth(sample, known, self._standing))
        best = 0
        for number in range(1, len(moves)):
            if _better(sums[number], sums[best]):
                best = number
        return moves[best]

    def _worth(self, sample: State, move: str | int, standing: Standing) -> Worth:
        """What the position is worth after a move, told by its place among those of the sample or by its text."""
        after = sample.clone()
        try:
            after.apply(move)
        except IllegalMove:  # a move about hidden cards may not exist in the sample
            return []
        rows = (after.returns, *standing.of(after))
        sides = sample.game.layout.teams or range(sample.game.players)
        return [lead for row in rows for lead in _leads(row, self._seat, sides)]


def _leads(row: Sequence[float], seat: int, sides: Sequence[int]) -> tuple[float, float]:
    """How far a seat is ahead of the best seat of other sides, and of them on average; alone, what it has."""
    others = [number for number, side in zip(row, sides, strict=True) if side != sides[seat]]
    if not others:
        return row[seat], 0.0
    return row[seat] - max(others), row[seat] - sum(others) / len(others)


def _sum(one: Worth, other: Worth) -> Worth:
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else one or other


def _better(one: Worth, other: Worth) -> bool:
    """Whether a sum is larger, by the first number in which the two differ."""
    for a, b in zip(one, other, strict=False):
        if abs(a - b) > CLOSE * max(1.0, abs(a), abs(b)):
            return a > b
    return False
