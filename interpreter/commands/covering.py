"""A few combinations of values in which every pair of values occurs (pairwise testing).

Nine options with three values each have 19,683 combinations, but a mistake nearly always comes from one value, or from
two that do not fit together; fifteen combinations contain all pairs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import combinations, product

Row = tuple[int, ...]
"""One value for each factor."""


def covering(
    factors: Sequence[Sequence[int]], usual: Row, valid: Callable[[Row], bool], most: int = sys.maxsize
) -> tuple[list[Row], int]:
    """Build rows, all `valid`, in which every possible pair of values occurs, and the number of pairs left out.

    `usual` comes first, valid or not. A pair is possible if it is valid with all other values as usual; others occur
    only if they happen to be part of a valid row. Once there are `most` rows, or `valid` was asked for 30 times as
    many, the pairs that are still missing are left out.

    >>> rows, left_out = covering([(0, 1), (0, 1), (0, 1)], (0, 0, 0), lambda row: True)
    >>> pairs = {(0, 0), (0, 1), (1, 0), (1, 1)}
    >>> len(rows), all({(r[a], r[b]) for r in rows} == pairs for a, b in [(0, 1), (0, 2), (1, 2)]), left_out
    (4, True, 0)
    """
    missing = _Missing(factors)
    rows, asked = [usual], 0

    def ask(row: Row) -> bool:
        nonlocal asked
        asked += 1
        return asked <= 30 * most and valid(row)

    missing.remove(usual)
    for pair in missing.pairs():
        if not missing.has(pair):
            continue
        if len(rows) >= most or asked >= 30 * most:
            break
        row = _with(usual, dict(pair))
        missing.drop(pair)
        if ask(row):
            row = _improved(row, dict(pair), factors, missing, ask)
            rows.append(row)
            missing.remove(row)
    return rows, missing.left


Place = tuple[int, int]
"""A factor and one of its values."""

Pair = tuple[Place, Place]


class _Missing:
    """The pairs of values that are in no row yet: for each value, the values of other factors that it has not met.

    A factor without others is paired with itself, so that each of its values is tried.
    """

    def __init__(self, factors: Sequence[Sequence[int]]) -> None:
        places = [[(factor, value) for value in values] for factor, values in enumerate(factors)]
        self._unmet: dict[Place, set[Place]] = {place: set() for row in places for place in row}
        self._pairs = [pair for one, other in combinations(places, 2) for pair in product(one, other)]
        if len(places) == 1:
            self._pairs = [(place, place) for place in places[0]]
        for one, other in self._pairs:
            self._unmet[one].add(other)
            self._unmet[other].add(one)
        self.left = len(self._pairs)

    def pairs(self) -> list[Pair]:
        """All pairs, whether or not they are still missing, in order."""
        return sorted(self._pairs)

    def has(self, pair: Pair) -> bool:
        """Whether a pair is still missing."""
        return pair[1] in self._unmet[pair[0]]

    def drop(self, pair: Pair) -> None:
        """A pair is not missing any more."""
        one, other = pair
        if other in self._unmet[one]:
            self.left -= 1
            self._unmet[one].discard(other)
            self._unmet[other].discard(one)

    def remove(self, row: Row) -> None:
        """The pairs of a row are not missing any more."""
        placed = list(enumerate(row))
        for place in placed:
            for other in self._unmet.get(place, set()).intersection(placed):
                self.drop((place, other))

    def met_by(self, place: Place, row: Row) -> int:
        """How many missing pairs a row would meet with this value in its place."""
        others = (other for other in enumerate(row) if other[0] != place[0])
        return len(self._unmet[place].intersection(others))


def _improved(
    row: Row, fixed: dict[int, int], factors: Sequence[Sequence[int]], missing: _Missing, valid: Callable[[Row], bool]
) -> Row:
    """Change the values of a row that are not fixed, one factor at a time, to those that cover most missing pairs."""
    for factor, values in enumerate(factors):
        if factor in fixed:
            continue
        gains = {value: missing.met_by((factor, value), row) for value in values}
        now = gains.get(row[factor], 0)
        better = sorted((value for value in values if gains[value] > now), key=lambda value: -gains[value])
        tries = (_with(row, {factor: value}) for value in better)
        row = next((one for one in tries if valid(one)), row)
    return row


def _with(row: Row, changes: dict[int, int]) -> Row:
    return tuple(changes.get(factor, value) for factor, value in enumerate(row))
