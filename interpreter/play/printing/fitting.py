"""How small the letters of a card must be for everything on it to have room.

A page without a script cannot measure its letters, so they are estimated. On average a letter is as wide as 0.56 of
its size: that is more than in Helvetica, Arial and their like, and what the widest of the usual fonts, DejaVu Sans,
needs. A capital is wider, and the widest letters and ideographs are as wide as they are high. A share of each line is
lost because words are not divided.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

POINT = 25.4 / 72
"""A point in millimetres."""

LETTER, CAPITAL, WIDE, LEADING = 0.56, 0.72, 1, 1.25
"""The widths of letters and the height of a line, for letters of size 1."""

WIDEST = frozenset("MWmw@%—…")

FILLED = 0.88
"""The share of a line that words fill."""

STEP = 0.95


def scale(blocks: Sequence[tuple[str, float]], width: float, height: float, gap: float) -> float:
    """The factor, at most 1, by which letters are made smaller so that paragraphs fit into a box.

    A block is a paragraph and the size of its letters in points. The box is in millimetres, and so is the gap after
    each block, which shrinks with the letters. However long a text is, there is a size at which it fits.

    >>> scale([("Red", 14)], 55, 60, 1), scale([("word " * 200, 10)], 55, 60, 1) < 1
    (1.0, True)
    """
    factor = 1.0
    while sum(_height(text, size * factor, width) + gap * factor for text, size in blocks) > height:
        factor *= STEP
    return round(factor, 3)


def _height(text: str, points: float, width: float) -> float:
    """How high a paragraph is with letters of this size, in millimetres."""
    size = points * POINT
    lengths = [sum(map(_width, line)) * size / FILLED for line in text.split("\n")]
    return sum(max(1, math.ceil(length / width)) for length in lengths) * size * LEADING


def _width(letter: str) -> float:
    """The width of a letter of size 1."""
    if letter in WIDEST or unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return CAPITAL if letter.isupper() else LETTER
