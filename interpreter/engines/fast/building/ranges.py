"""Between what a number lies: the ranges of results, from those of what they are computed from."""

from __future__ import annotations

from ....language.ir.types import LEAST, MOST, NONE

Range = tuple[int, int]
"""The smallest and the largest value; none is the smallest of all."""

ANYTHING: Range = (NONE, MOST)
"""Any value, or none."""

ANY_NUMBER: Range = (LEAST, MOST)
"""Any number."""


def both(one: Range, other: Range) -> Range:
    """The range of a value that is in one or in the other."""
    return min(one[0], other[0]), max(one[1], other[1])


def sure(one: Range) -> Range:
    """The range without none."""
    return (LEAST, one[1]) if one[0] == NONE else one


def member(args: list[Range]) -> Range:
    """The range of the number of a member of a family: where there is no such member, play does not go on."""
    (first, last), _, (low, _), (_, high) = args
    size = max(1, high - low + 1)
    return (NONE if first == NONE else first * size), min(MOST, last * size + size - 1)


def arithmetic(op: str, args: list[Range]) -> Range:
    """The range of a result. Where it might overflow it is any number, for after an overflow play does not go on."""
    if op == "negate":
        ends = [-end for end in args[0]]
    elif op == "multiply":
        ends = [one * other for one in args[0] for other in args[1]]
    else:
        (low, high), (least, most) = args
        ends = [low + least, high + most] if op == "add" else [low - most, high - least]
    low, high = min(ends), max(ends)
    return (low, high) if low >= LEAST and high <= MOST else ANY_NUMBER
