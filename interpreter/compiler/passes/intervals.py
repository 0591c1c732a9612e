"""Interval arithmetic: the range of a result, from those of what it is computed from."""

from __future__ import annotations

from ...engines.program.layout import Layout
from ...language.ir.types import LEAST, MOST, NONE, Type

PLENTY = 1 << 62
"""More steps than any game may take: sums and products stop growing here."""

Range = tuple[int, int]
"""The smallest and the largest value; none is the smallest of all."""

ANYTHING: Range = (NONE, MOST)
"""Any value, or none."""

ANY_NUMBER: Range = (LEAST, MOST)
"""Any number."""


def both(one: Range, other: Range) -> Range:
    """The range of a value that is in one or in the other."""
    return min(one[0], other[0]), max(one[1], other[1])


def without_none(one: Range) -> Range:
    """The range without none."""
    return (LEAST, one[1]) if one[0] == NONE else one


def member(args: list[Range]) -> Range:
    """The range of the number of a member of a family: where there is no such member, play does not go on."""
    (first, last), (least, most), (low, _), (_, high) = args
    size = max(1, high - low + 1)
    start, end = (min(max(0, index - low), size - 1) for index in (least, most))
    return (NONE if first == NONE else first * size + start), min(MOST, last * size + end)


def arithmetic(op: str, args: list[Range]) -> Range:
    """The range of a result that does not overflow, for after an overflow play does not go on."""
    if op == "negate":
        ends = [-end for end in args[0]]
    elif op == "multiply":
        ends = [one * other for one in args[0] for other in args[1]]
    else:
        (low, high), (least, most) = args
        ends = [low + least, high + most] if op == "add" else [low - most, high - least]
    low, high = min(ends), max(ends)
    return (max(LEAST, low), min(MOST, high)) if low <= MOST and high >= LEAST else ANY_NUMBER


def group_steps(op: str, length: int, sizes: int = 1) -> int:
    """The greatest number of steps to make groups of so many elements, of so many sizes; 0 for what makes none."""
    match op:
        case "all_subsets" | "runs":
            return PLENTY if length > 50 else (length + 1) << length
        case "subsets":
            return PLENTY if length > 50 else min(PLENTY, sizes * (length + 1) << length)
        case "all_stretches":
            return min(PLENTY, (length + 1) ** 3)
        case "stretches":
            return min(PLENTY, sizes * (length + 1) ** 2)
        case "sets":
            return 2 * length
        case "apart":
            return PLENTY
        case _:
            return 0


def values_of_types(layout: Layout) -> dict[tuple[str, str], int]:
    """How many values a type has, besides none: by its base, and the name of an enumeration."""
    found = {("symbol", name): len(values) for name, values in layout.enumerations.items()}
    return found | {
        ("player", ""): layout.players,
        ("team", ""): layout.team_count,
        ("card", ""): len(layout.kind_of),
        ("kind", ""): len(layout.kinds),
        ("zone", ""): len(layout.zones),
        ("boolean", ""): 2,
    }


def of_type(one: Range, type: Type, values: dict[tuple[str, str], int]) -> Range:
    """The part of a range that a type has."""
    many = values.get((type.base, type.name if type.base == "symbol" else ""))
    low, high = one
    return one if many is None else (NONE if low == NONE else max(0, low), min(high, many - 1))


def printed(layout: Layout, name: str) -> list[int]:
    """What an attribute is on the cards of each kind; of a list, its elements."""
    rows = (row.attributes.get(name, NONE) for row in layout.kinds)
    return [one for row in rows for one in (row if isinstance(row, tuple) else (row,))]


# The ranges of builtins, from those of their arguments.


def applied(layout: Layout, op: str, args: list[Range]) -> Range:
    """The range of a builtin. Those that are not named here may be anything."""
    match op:
        case "add" | "subtract" | "multiply" | "negate":
            return arithmetic(op, args)
        case "larger":
            return max(args[0][0], args[1][0]), max(args[0][1], args[1][1])
        case "smaller":
            return min(args[0][0], args[1][0]), min(args[0][1], args[1][1])
        case "member":
            return member(args)
        case "zone_size" | "card_place":
            low = 0 if op == "zone_size" else NONE if args[0][0] == NONE else 1
            return low, max((zone.capacity for zone in layout.zones), default=0)
        case "distance" | "next" | "previous":
            return 0, layout.players - 1
        case "players" | "players_from" | "rivals" | "members":
            return 0, layout.players - 1
        case "team":
            return 0, max(layout.teams, default=0)
        case "teams" | "team_rivals":
            return 0, layout.team_count - 1
        case "range":
            return args[0][0], max(args[0][0], args[1][1])
        case "cards_of":
            return 0, len(layout.kind_of) - 1
        case "join":
            return both(*args)
        case "reverse" | "distinct" | "without" | "subsets" | "all_subsets" | "stretches" | "all_stretches":
            return args[0]
        case "alike":
            return args[1]
        case "top" | "bottom" | "only":
            return NONE, len(layout.kind_of) - 1
        case "div" if args[1][0] > 0 and NONE not in args[0]:
            ends = [one // by for one in args[0] for by in args[1]]
            return min(ends), max(ends)
        case "mod":
            low, high = args[1]
            return min(0, low + 1), max(0, high - 1)
        case "item" | "first_of" | "last_of" | "list_only" | "list_top" | "largest" | "smallest":
            return NONE, args[0][1]
        case "equal" | "less" | "less_equal" | "and" | "or" | "not" | "in" | "is_none" | "zone_empty" | "list_empty":
            return 0, 1
        case _:
            return ANYTHING
