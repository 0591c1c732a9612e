"""The body of a function: lines that name parts of the value, then the value.

    let cards = p.hand + board
    let pairs = groups(cards, 2)
    count(pairs) > 1 or any(c.rank == ace for c in cards)

A `let` ends where the next line stands as far to the left. What is read there is what a `let` of an effect
takes, and a value; only the lines are told apart here.
"""

from __future__ import annotations

import re

from ..text.tree import Scalar

LET = re.compile(r"[ \t]*let[ \t]+\w")
APART = re.compile(r"[ \t]*(#.*)?")
"""A line that says nothing."""


def split_lets(scalar: Scalar) -> tuple[tuple[Scalar, ...], Scalar]:
    """The texts of the leading `let` lines, and the text behind them."""
    lets: list[Scalar] = []
    at = 0
    while (start := _next_let(scalar.text, at)) is not None:
        at = _end(scalar.text, start)
        lets.append(_part(scalar, start, at))
    return tuple(lets), _part(scalar, at, len(scalar.text)) if lets else scalar


def _next_let(text: str, at: int) -> int | None:
    """Where the line begins that is a `let`, if one comes next."""
    while at < len(text):
        end = _line_end(text, at)
        if not APART.fullmatch(text[at:end].rstrip("\n")):
            return at if LET.match(text, at, end) else None
        at = end
    return None


def _end(text: str, start: int) -> int:
    """Where the lines end that belong to the `let` at `start`: the next ones that are indented more."""
    margin = _margin(text, start)
    at = _line_end(text, start)
    while at < len(text) and (
        _margin(text, at) > margin or APART.fullmatch(text[at : _line_end(text, at)].rstrip("\n"))
    ):
        at = _line_end(text, at)
    return at


def _margin(text: str, at: int) -> int:
    line = text[at : _line_end(text, at)]
    return len(line) - len(line.lstrip(" \t"))


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _part(scalar: Scalar, start: int, end: int) -> Scalar:
    offsets = scalar.offsets[start : end + 1]
    return Scalar(scalar.text[start:end], scalar.at(start, end), scalar.style, offsets)
