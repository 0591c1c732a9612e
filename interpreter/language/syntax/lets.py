"""Splits the body of a function into lines that name parts of the value, and the value.

    let cards = p.hand + shared
    let pairs = groups(cards, 2)
    count(pairs) > 1 or any(c.rank == ace for c in cards)

A `let` ends before the next line that is not indented further. Only the lines are separated here; each is then parsed
as a `let` of an effect, and the rest as a value.
"""

from __future__ import annotations

import re

from ..text.tree import Scalar

LET = re.compile(r"[ \t]*let[ \t]+\w")
EMPTY = re.compile(r"[ \t]*(#.*)?")
"""A blank line or a comment."""


def split_lets(scalar: Scalar) -> tuple[tuple[Scalar, ...], Scalar]:
    """The texts of the `let` lines at the start, and the text after them."""
    lets: list[Scalar] = []
    at = 0
    while (start := _next_let(scalar.text, at)) is not None:
        at = _end(scalar.text, start)
        lets.append(_part(scalar, start, at))
    return tuple(lets), _part(scalar, at, len(scalar.text)) if lets else scalar


def _next_let(text: str, at: int) -> int | None:
    """The offset of the next line, if it is a `let`."""
    while at < len(text):
        end = _line_end(text, at)
        if not EMPTY.fullmatch(text[at:end].rstrip("\n")):
            return at if LET.match(text, at, end) else None
        at = end
    return None


def _end(text: str, start: int) -> int:
    """The offset where the `let` at `start` ends, including the following lines that are indented further."""
    margin = _margin(text, start)
    at = _line_end(text, start)
    while at < len(text) and (
        _margin(text, at) > margin or EMPTY.fullmatch(text[at : _line_end(text, at)].rstrip("\n"))
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
