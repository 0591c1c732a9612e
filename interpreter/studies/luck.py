"""What decides who wins: the seat, the deal, or what is played. Each deal is played several times, with other choices.

What a side wins varies from game to game. That is taken apart into three sums of squares, over all sides:

| part | |
|---|---|
| the seat | how far the sides are from an even share, on average |
| the deal | how much what a side can expect varies from deal to deal: all that the seed decides, whatever is played |
| the play | the rest: how much games of the same deal differ, by what is played and by what chance makes of it |

The components of variance of a one-way layout with random effects (Searle, Casella and McCulloch, Variance Components,
1992, section 3.6), each as a share of all three; intervals by the jackknife over deals (Efron and Stein, The Annals of
Statistics 9, 1981). A share that comes out below 0 by chance is told as 0.

Deals that differ from the others may be so rare that none was played, or one or two, of which the jackknife knows
nothing. If there are at most so many of them (`differs_at_most`), they change a component by no more than that: what a
side wins in games of one deal varies by 1 at most, over all sides. No interval is narrower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import fsum, sqrt
from typing import Any

from ..diagnostics.record import dataclass
from .distributions import t_quantile
from .intervals import LEVEL, Estimate, corrected, differs_at_most, within

FEWEST = 20
"""How many deals are needed to say anything."""

PARTS = ("seat", "deal", "play")

Shares = tuple[float, ...]
"""What each side has of the victory in a game."""


@dataclass(slots=True)
class Luck:
    """The games of each deal, as what each side has won."""

    deals: dict[int, list[Shares]] = field(default_factory=dict)

    def add(self, seed: int, shares: Shares) -> None:
        """Take a game into account."""
        self.deals.setdefault(seed, []).append(shares)

    def to_json(self) -> dict[str, Any] | None:
        """As an object of JSON; None if there are too few deals, or nothing differs."""
        most = max(map(len, self.deals.values()), default=0)
        rows = [games for games in self.deals.values() if len(games) == most]
        found = parts_of(rows) if most > 1 and len(rows) >= FEWEST else None
        if found is None:
            return None
        return {"deals": len(rows), "times": most} | {
            name: one.to_json() for name, one in zip(PARTS, found, strict=True)
        }


def parts_of(deals: Sequence[Sequence[Shares]], level: float = LEVEL) -> tuple[Estimate, Estimate, Estimate] | None:
    """The shares of the seat, the deal and the play; None where all games went alike. All deals are as often played."""
    whole = _Sums.of(deals)
    if whole.parts() is None:
        return None
    each = [(whole - _Sums.of([games])).parts() for games in deals]
    n, found = len(deals), []
    own, least = whole.parts(), differs_at_most(len(deals), corrected(len(PARTS), level))
    assert own is not None and least is not None
    for number, value in enumerate(own):
        left = [value if one is None else one[number] for one in each]
        middle = fsum(left) / n
        half = t_quantile((1 + corrected(len(PARTS), level)) / 2, n - 1)
        half *= sqrt((n - 1) / n * fsum((one - middle) ** 2 for one in left))
        half = max(half, least / whole.total())
        kept = min(1.0, max(0.0, value))
        found.append(within(Estimate(kept, min(kept, value) - half, max(kept, value) + half, n), 0.0, 1.0))
    return found[0], found[1], found[2]


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums over deals, from which the parts follow; one deal can be taken out again."""

    deals: int
    times: int
    means: tuple[float, ...]
    squares: tuple[float, ...]
    inside: float

    @classmethod
    def of(cls, deals: Sequence[Sequence[Shares]]) -> _Sums:
        """The sums over deals that were all played as often."""
        times, sides = len(deals[0]), len(deals[0][0])
        average = [[fsum(game[side] for game in games) / times for side in range(sides)] for games in deals]
        inside = fsum(
            (game[side] - own[side]) ** 2
            for games, own in zip(deals, average, strict=True)
            for game in games
            for side in range(sides)
        )
        means = tuple(fsum(own[side] for own in average) for side in range(sides))
        squares = tuple(fsum(own[side] ** 2 for own in average) for side in range(sides))
        return cls(len(deals), times, means, squares, inside)

    def __sub__(self, other: _Sums) -> _Sums:
        means = tuple(a - b for a, b in zip(self.means, other.means, strict=True))
        squares = tuple(a - b for a, b in zip(self.squares, other.squares, strict=True))
        return _Sums(self.deals - other.deals, self.times, means, squares, self.inside - other.inside)

    def parts(self) -> tuple[float, float, float] | None:
        """The three shares, as they come out; None where nothing varies."""
        total = self.total()
        seat, deal, play = self._components()
        return (seat / total, deal / total, play / total) if total > 1e-12 else None

    def total(self) -> float:
        """The three components together."""
        return fsum(self._components())

    def _components(self) -> tuple[float, float, float]:
        n = self.deals
        means = [total / n for total in self.means]
        even = fsum(means) / len(means)
        between = fsum(square - n * mean * mean for square, mean in zip(self.squares, means, strict=True)) / (n - 1)
        play = self.inside / (n * (self.times - 1))
        deal = between - play / self.times
        return fsum((mean - even) ** 2 for mean in means) - between / n, deal, play
