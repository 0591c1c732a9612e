"""Reads whole numbers as people write them: the one reader for specs, scenarios and the command line.

A number is a row of the digits 0 to 9, perhaps with a minus before it, and has one spelling: not `010`, `+5`, `1_000`,
`1e3`, `²` or the digits of another script, all of which Python would read, or take for digits and then fail to read.
Numbers in rules have the same form, but are read by the grammar of the effect language; those in traces are JSON.
"""

from __future__ import annotations

import re

MOST_DIGITS = 18
"""So many digits always fit into 64 bits."""

DIGITS = rf"(?:0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}})"
"""A whole number from 0, as part of a pattern."""

RANGE = re.compile(rf"\s*(-?{DIGITS})\s*\.\.\s*(-?{DIGITS})\s*", re.ASCII)
"""All numbers from one to another: `2..7`."""

_WHOLE = re.compile(rf"-?{DIGITS}")
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)")


def whole(text: str) -> int | None:
    """The whole number that a text is; None if it is anything else, or has more than 18 digits.

    >>> whole("25"), whole("-3"), whole("025"), whole("²")
    (25, -3, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def how_to_write(text: str) -> str:
    """How to write a whole number, for whoever has written a text that is none.

    >>> how_to_write("two"), how_to_write("12345678901234567890")
    ('write it with digits, such as `3`', 'a number has 18 digits at most')
    """
    return f"a number has {MOST_DIGITS} digits at most" if is_plain(text) else "write it with digits, such as `3`"


def is_plain(text: str) -> bool:
    """Whether a text is written as a whole number is, however long it is.

    >>> is_plain("12345678901234567890"), is_plain("010")
    (True, False)
    """
    return _PLAIN.fullmatch(text) is not None


def counted(text: str, least: int, most: int) -> int | None:
    """The whole number that a text is, if it lies from `least` to `most`; else None.

    >>> counted("3", 1, 4), counted("5", 1, 4), counted("٣", 1, 4)
    (3, None, None)
    """
    number = whole(text)
    return number if number is not None and least <= number <= most else None
