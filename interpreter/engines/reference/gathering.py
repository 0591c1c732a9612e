"""Groups of cards, counted in steps as they are made: each costs 1 and its length.

What they are is in `language/builtins/gathering.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics.span import Span
from ...language.builtins.gathering import Group, Keyed, apart, runs, sets, stretches, subsets
from ...language.builtins.operators import Overflow
from .error import overflow
from .machine import Env, Machine, Value


def gathered(op: str, args: tuple[Value, ...], span: Span) -> Value:
    """The closure of `subsets` or `stretches`; the sizes that are asked for, or all of them."""
    make = subsets if op.endswith("subsets") else stretches
    least = 0 if make is subsets else 1
    if len(args) == 2:
        of, sizes = args
        return lambda m, e: counted(make(of(m, e), sizes(m, e)), m, span)
    (all_of,) = args

    def every(m: Machine, e: Env) -> tuple[Group, ...]:
        items = all_of(m, e)
        return counted(make(items, range(least, len(items) + 1)), m, span)

    return every


def counted(groups: Iterable[Group], m: Machine, span: Span) -> tuple[Group, ...]:
    """The groups, each of which takes its steps before the next is made."""
    made = []
    for group in groups:
        m.spend(1 + len(group), span)
        made.append(group)
    return tuple(made)


def grouped(op: str, rows: list[Keyed], m: Machine, span: Span) -> tuple[Group, ...]:
    """`sets` and `runs` of elements with their keys."""
    return counted(sets(rows) if op == "sets" else runs(rows), m, span)


def laid_out(rows: list[tuple[tuple[Group, ...], int]], m: Machine, span: Span) -> int:
    """`apart`: each row has the group as its key, and what it is worth."""
    try:
        return apart([(group, worth) for (group,), worth in rows], lambda steps: m.spend(steps, span))
    except Overflow:
        raise overflow(span) from None
