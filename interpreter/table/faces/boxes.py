"""Boxes of SVG: how large something is, and how it is drawn from its own corner; boxes side by side and in columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Box:
    """Something that is drawn: its width and height, in pixels of the picture, and its SVG."""

    width: float
    height: float
    svg: str

    def at(self, x: float, y: float) -> str:
        """The SVG, with its corner at a place."""
        return f'<g transform="translate({n(x)} {n(y)})">{self.svg}</g>' if (x, y) != (0, 0) else self.svg


NOTHING = Box(0, 0, "")


def n(number: float) -> str:
    """A number as SVG has it.

    >>> n(3.0), n(2.345)
    ('3', '2.3')
    """
    return f"{round(number, 1):g}"


def rect(width: float, height: float, kind: str, *, x: float = 0, y: float = 0, round: float = 0) -> str:
    """A rectangle of a kind that the style of the picture knows."""
    corner = f' rx="{n(round)}"' if round else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"{corner} class="{kind}"/>'


def line_of_text(text: str, size: float, kind: str = "", *, bold: bool = False) -> Box:
    """A line of text, whose corner is at the top of its letters."""
    return Box(text_width(text, size, bold=bold), size * 1.3, text_at(text, 0, size, size, kind, bold=bold))


def text_at(
    text: str, x: float, y: float, size: float, kind: str = "", *, bold: bool = False, anchor: Anchor = "start"
) -> str:
    """A text on a base line."""
    kinds = " ".join(filter(None, (kind, "b" if bold else "")))
    given = f' class="{kinds}"' if kinds else ""
    given += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{given}>{escape(text, quote=False)}</text>'


def beside(boxes: Iterable[Box], gap: float) -> Box:
    """Boxes side by side, their tops at one height."""
    x, height, parts = 0.0, 0.0, []
    for box in boxes:
        parts.append(box.at(x, 0))
        x, height = x + box.width + gap, max(height, box.height)
    return Box(max(0, x - gap), height, "".join(parts))


def stacked(boxes: Iterable[Box], gap: float) -> Box:
    """Boxes one below the other; empty ones take no room."""
    y, width, parts = 0.0, 0.0, []
    for box in boxes:
        if box.height:
            parts.append(box.at(0, y))
            y, width = y + box.height + gap, max(width, box.width)
    return Box(width, max(0, y - gap), "".join(parts))


def flowing(boxes: Sequence[Box], width: float, gap: float, below: float) -> Box:
    """Boxes side by side, as many to a row as have room in a width."""
    rows: list[list[Box]] = []
    used = 0.0
    for box in boxes:
        if not rows or used + box.width > width:
            rows.append([])
            used = 0
        rows[-1].append(box)
        used += box.width + gap
    return stacked((beside(row, gap) for row in rows), below)


def columns(boxes: Sequence[Box], number: int, width: float, gap: float) -> Box:
    """Boxes of one width in so many columns, row by row."""
    rows = [boxes[first : first + number] for first in range(0, len(boxes), number)]
    return stacked((beside(row, gap) for row in rows), gap)


# How wide texts are, and how they are broken into lines, where no browser measures them.
#
# The widths are those of DejaVu Sans, in hundredths of the size of the letters, for the characters of ASCII from the
# blank on. Most other fonts without serifs are narrower, so what has room here has room there.

_PLAIN = (
    *(32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64),
    *(64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79),
    *(60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63),
    *(63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84),
)
_OTHERS = {"–": 50, "’": 32, "…": 100, "·": 32, "\N{NO-BREAK SPACE}": 32, "\N{NARROW NO-BREAK SPACE}": 20}
_UNKNOWN, _WIDE = 85, 105


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line of text.

    >>> text_width("ab", 10), text_width("é", 10) == text_width("e", 10)
    (12.4, True)
    """
    # Bold letters are about so much wider
    return sum(map(_width, text)) * size / 100 * (1.13 if bold else 1)


def _width(char: str) -> int:
    base = unicodedata.normalize("NFKD", char)[0] if char not in _OTHERS else char
    if " " <= base <= "~":
        return _PLAIN[ord(base) - 32]
    wide = unicodedata.east_asian_width(char) in "WF"
    return _OTHERS.get(char, _WIDE if wide else _UNKNOWN)


def broken(text: str, size: float, width: float, most: int, *, bold: bool = False) -> list[str]:
    """A text in lines of a width, at most so many; what has no room is left out, and … stands for it.

    A word that is too long for a line is broken, behind a hyphen if it has one.

    >>> broken("needs a new green light", 10, 80, 2)
    ['needs a new', 'green light']
    >>> broken("needs a new green light", 10, 80, 1), broken("half-heartedly", 10, 70, 2)
    (['needs a new…'], ['half-', 'heartedly'])
    """
    lines: list[str] = []
    for word in text.split(" "):
        line = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(line, size, bold=bold) <= width:
            lines[-1] = line
        else:
            lines += _pieces(word, size, width, bold=bold)
    if len(lines) <= most:
        return [line for line in lines if line]
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), size, width, bold=bold)] if most else []


def cut(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """As much of a text as a line has room for, and … in the place of the rest."""
    if text_width(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and text_width(f"{kept}…", size, bold=bold) > width:
        kept = kept[:-1]
    words = kept.rpartition(" ")[0] if text[len(kept) : len(kept) + 1] not in ("", " ") else kept
    return f"{(words if len(words) * 2 > len(kept) else kept).rstrip(' ,;:·–')}…"


def _pieces(word: str, size: float, width: float, *, bold: bool) -> list[str]:
    """A word, in as many pieces as it needs."""
    pieces = [""]
    for char in word:
        if pieces[-1] and text_width(pieces[-1] + char, size, bold=bold) > width:
            first, hyphen, rest = pieces[-1].rpartition("-")
            pieces[-1:] = [first + hyphen, rest] if first else [pieces[-1], ""]
        pieces[-1] += char
    return pieces
