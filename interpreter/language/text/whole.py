"""Reads whole numbers as people write them: the one reader for specs, scenarios and the command line.

A number is a row of the digits 0 to 9, perhaps with a minus before it, and has one spelling: not `010`, `+5`, `1_000`,
`1e3`, `²` or the digits of another script, all of which Python would read, or take for digits and then fail to read.
Numbers in rules have the same form, but are read by the grammar of the effect language; those in traces are JSON.
"""

from __future__ import annotations

import re

DIGITS = r"(?:0|[1-9][0-9]{0,17})"
"""A whole number from 0, as part of a pattern: 18 digits always fit into 64 bits."""

_WHOLE = re.compile(rf"-?{DIGITS}")


def whole(text: str) -> int | None:
    """The whole number that a text is; None if it is anything else, or has more than 18 digits.

    >>> whole("25"), whole("-3"), whole("025"), whole("²")
    (25, -3, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def counted(text: str, least: int, most: int) -> int | None:
    """The whole number that a text is, if it lies from `least` to `most`; else None.

    >>> counted("3", 1, 4), counted("5", 1, 4), counted("٣", 1, 4)
    (3, None, None)
    """
    number = whole(text)
    return number if number is not None and least <= number <= most else None
