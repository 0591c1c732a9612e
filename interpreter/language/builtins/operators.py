"""Operators: arithmetic, comparison, logic, lists."""

from __future__ import annotations

from typing import Any

from ..ir.types import LEAST, MOST, NONE
from .row import Machine, Row, row


class Overflow(Exception):
    """A number does not fit into the 64 bits of the language."""


def bounded(n: int) -> int:
    """The number itself, if it is an integer of the language.

    Raises `Overflow` otherwise; the executor adds at which rule.
    """
    if LEAST <= n <= MOST:
        return n
    raise Overflow


def _item(m: Machine, values: Any, index: int) -> Any:
    return values[index - 1] if 1 <= index <= len(values) else NONE


def _alike(m: Machine, number: int, cards: Any) -> Any:
    cards = [card for card in cards if card != NONE]
    for card in cards:
        same = [c for c in cards if m.kind_of[c] == m.kind_of[card]]
        if len(same) >= number > 0:
            return tuple(same[:number])
    return ()


# fmt: off
OPERATORS: tuple[Row, ...] = (
    row("operator", "add", "+(integer, integer) -> integer", "The sum.",
        lambda m, a, b: bounded(a + b), ("2 + 3", "5")),
    row("operator", "join", "+(list of T, list of T) -> list of T", "One list after the other.",
        lambda m, a, b: (*a, *b), ("count([1, 2] + [3])", "3")),
    row("operator", "subtract", "-(integer, integer) -> integer", "The difference.",
        lambda m, a, b: bounded(a - b), ("2 - 3", "-1")),
    row("operator", "negate", "-(integer) -> integer", "The number with its sign changed.",
        lambda m, a: bounded(-a), ("-(2 - 3)", "1")),
    row("operator", "multiply", "*(integer, integer) -> integer", "The product.",
        lambda m, a, b: bounded(a * b), ("2 * 3", "6")),
    row("operator", "div", "div(integer, integer) -> integer",
        "How many times the second goes into the first, rounded down. The second must be a number that cannot be zero.",
        lambda m, a, b: bounded(a // b), ("7 div 2", "3"), ("-7 div 2", "-4")),
    row("operator", "mod", "mod(integer, integer) -> integer",
        "The remainder of `div`; it has the sign of the second.",
        lambda m, a, b: a % b, ("7 mod 2", "1"), ("-7 mod 2", "1")),
    row("operator", "less", "<(integer, integer) -> boolean", "Less than.",
        lambda m, a, b: a < b, ("2 < 3", "true")),
    row("operator", "less_equal", "<=(integer, integer) -> boolean", "Less than or equal to.",
        lambda m, a, b: a <= b, ("3 <= 3", "true")),
    row("operator", "equal", "==(T, T) -> boolean",
        "Equal to; a card equals a card or a kind of its kind, and none equals only none.",
        lambda m, a, b: a == b, ("2 == 3", "false"), ("[1][5] == [2][3]", "true")),
    row("operator", "is_none", "is none(T or none) -> boolean", "Whether it is none.",
        lambda m, a: a == NONE, ("first([1]) is none", "false")),
    row("operator", "not", "not(boolean) -> boolean", "The opposite.",
        lambda m, a: not a, ("not true", "false")),
    row("operator", "and", "and(boolean, boolean) -> boolean",
        "Both hold; the second is computed only if the first holds.",
        lambda m, a, b: a and b, ("true and false", "false")),
    row("operator", "or", "or(boolean, boolean) -> boolean",
        "At least one holds; the second is computed only if the first does not hold.",
        lambda m, a, b: a or b, ("true or false", "true")),
    row("operator", "in", "in(T, list of T) -> boolean", "The list has it; for cards and kinds, one of that kind.",
        lambda m, a, b: a in b, ("2 in [1, 2]", "true"), ("3 in 1..2", "false")),
    row("operator", "without", "-(list of T, list of T) -> list of T",
        "The elements of the first list that are not in the second.",
        lambda m, a, b: tuple(c for c in a if c not in b), ("count([1, 2, 2, 3] - [2, 5])", "2")),
    row("operator", "alike", "alike(integer, list of card D) -> list of card D",
        "This many cards of one kind: of the first kind that has enough of them.",
        _alike),
    row("operator", "range", "..(integer, integer) -> list of integer",
        "All whole numbers from the first to the second.",
        lambda m, a, b: tuple(range(a, b + 1)), ("count(3..5)", "3"), ("count(2..1)", "0")),
    row("operator", "item", "[](list of T, integer) -> T or none",
        "The element at this position, from 1; none outside the list.",
        _item, ("[4, 5][2]", "5"), ("[4, 5][3] is none", "true")),
    row("operator", "else", "else(T or none, T) -> T", "The first value, or the second if the first is none.",
        lambda m, a, b: b if a == NONE else a, ("[4][9] else 7", "7")),
)
# fmt: on
