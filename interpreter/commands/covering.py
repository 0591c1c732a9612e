"""A few combinations of values in which every pair of values occurs (pairwise testing).

Nine options with three values each have 19,683 combinations, but a mistake nearly always comes from one value, or from
two that do not fit together; fifteen combinations contain all pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product

Row = tuple[int, ...]
"""One value for each factor."""


def covering(factors: Sequence[Sequence[int]], usual: Row, valid: Callable[[Row], bool]) -> list[Row]:
    """Build rows, all `valid`, in which every possible pair of values occurs.

    `usual` comes first, valid or not. A pair is possible if it is valid with all other values as usual; others occur
    only if they happen to be part of a valid row.

    >>> rows = covering([(0, 1), (0, 1), (0, 1)], (0, 0, 0), lambda row: True)
    >>> pairs = {(0, 0), (0, 1), (1, 0), (1, 1)}
    >>> len(rows), all({(r[a], r[b]) for r in rows} == pairs for a, b in [(0, 1), (0, 2), (1, 2)])
    (4, True)
    """
    rows = [usual]
    missing = {
        ((a, x), (b, y)) for (a, xs), (b, ys) in combinations(enumerate(factors), 2) for x, y in product(xs, ys)
    } | ({((0, x), (0, x)) for x in factors[0]} if len(factors) == 1 else set())
    missing -= _pairs(usual)
    while missing:
        pair = min(missing)
        row = _with(usual, dict(pair))
        missing.discard(pair)
        if valid(row):
            row = _improve(row, dict(pair), factors, missing, valid)
            rows.append(row)
            missing -= _pairs(row)
    return rows


Pair = tuple[tuple[int, int], tuple[int, int]]


def _improve(
    row: Row, fixed: dict[int, int], factors: Sequence[Sequence[int]], missing: set[Pair], valid: Callable[[Row], bool]
) -> Row:
    """Change the values of a row that are not fixed, one factor at a time, to those that cover most missing pairs."""
    for factor, values in enumerate(factors):
        if factor in fixed:
            continue
        tries = sorted((_with(row, {factor: value}) for value in values), key=lambda r: -len(_pairs(r) & missing))
        row = next((r for r in tries if len(_pairs(r) & missing) > len(_pairs(row) & missing) and valid(r)), row)
    return row


def _with(row: Row, changes: dict[int, int]) -> Row:
    return tuple(changes.get(factor, value) for factor, value in enumerate(row))


def _pairs(row: Row) -> set[Pair]:
    placed = list(enumerate(row))
    return set(combinations(placed, 2)) | ({(placed[0], placed[0])} if len(placed) == 1 else set())
