"""What would make up for being first: how many points behind the first side has to begin for an even chance.

In each game the first side ended so many points above the best of the others. Had it begun k points behind, it would
have won the games in which that lead is larger than k; of n sides it should win one in n. So k is the number that the
lead exceeds in one game of n: a quantile, with the interval of one, whatever the distribution is (Conover, Practical
Nonparametric Statistics, third edition 1999, section 3.2). In go it is called komi.

It holds for players who would play on as they did, and is told only where the score alone said who won, in every game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from ..diagnostics.record import dataclass
from .intervals import quantile

FEWEST = 30
"""How many games are needed to say anything."""


@dataclass(slots=True)
class Compensation:
    """How far the first side was ahead at the end of each game; `most` and `least`: whether the score said who won."""

    sides: int
    ahead: Counter[int] = field(default_factory=Counter)
    most: bool = True
    least: bool = True

    def add(self, scores: Mapping[int, int], won: Mapping[int, Fraction] | None) -> None:
        """Take a game into account: the last score of each side, and what it has of the victory."""
        if not won or len(scores) != self.sides:
            self.most = self.least = False
            return
        winners = {side for side, share in won.items() if share}
        self.most = self.most and winners == {side for side, one in scores.items() if one == max(scores.values())}
        self.least = self.least and winners == {side for side, one in scores.items() if one == min(scores.values())}
        first, *others = (scores[side] for side in sorted(scores))
        if others:
            self.ahead[first - (max(others) if self.most else min(others))] += 1

    def to_json(self) -> dict[str, Any] | None:
        """As an object of JSON: by how many points the first side has to begin behind; None where that says nothing."""
        if self.sides < 2 or self.ahead.total() < FEWEST or self.most == self.least:
            return None
        lead = self.ahead if self.most else Counter({-points: many for points, many in self.ahead.items()})
        found = quantile(lead, 1 - 1 / self.sides)
        return None if found is None else found.to_json()
