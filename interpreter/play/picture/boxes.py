"""Boxes of SVG: how large something is, and how it is drawn from its own corner; boxes side by side and in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from .widths import text_width

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
