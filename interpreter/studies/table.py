"""What studies print: sentences, and tables with some columns set to the left and some to the right.

Where the screen is narrow, sentences are broken, and a table that does not fit has its first columns on a line of their
own, the others below; if that is still too wide, its columns are told in several tables under one another. What is
written to a file is not broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from ..diagnostics.columns import cells as width
from ..diagnostics.record import dataclass

GAP = 2
"""So many blanks stand between two columns, and before what is set in."""

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in columns, of which the first names them; the first `left` columns are set to the left."""

    rows: Rows
    left: int = 1


Part = str | Table
"""A sentence, a blank line, or a table."""


def laid_out(parts: Iterable[Part], wide: int | None = None) -> str:
    """All parts under one another, in so many cells; None: as wide as they come.

    >>> print(laid_out(["one two three", Table([("seat", "wins"), ("p1", "12")])], 9))
    one two
      three
    seat
      wins
    p1
        12
    """
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Table):
            lines += table(part.rows, part.left) if wide is None else _fitted(part, wide)
        else:
            lines += [part] if wide is None or width(part) <= wide else _broken(part, wide)
    return "\n".join(lines)


def table(rows: Rows, left: int = 1) -> Iterator[str]:
    """The rows in columns; the first `left` columns are set to the left, the others to the right.

    >>> list(table([("seat", "wins"), ("p1", "12")]))
    ['seat  wins', 'p1      12']
    """
    widths = _widths(rows)
    for row in rows:
        yield _row(row, widths, left)


def _widths(rows: Rows) -> list[int]:
    return [max(map(width, column)) for column in zip(*rows, strict=True)]


def _row(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    line = []
    for place, (cell, wide) in enumerate(zip(row, widths, strict=True)):
        blank = " " * (wide - width(cell))
        line.append(cell + blank if place < left else blank + cell)
    return (" " * GAP).join(line).rstrip()


def _broken(sentence: str, wide: int) -> list[str]:
    """The sentence in several lines; blanks that hold numbers and their signs together are none here.

    >>> _broken("ce qui reste : rien", 13)
    ['ce qui', '  reste :', '  rien']
    """
    held = held_together(sentence, "\ue000")
    lines = wrap(held, wide, subsequent_indent=" " * GAP, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\ue000", " ") for line in lines]


def held_together(text: str, by: str = "\u00a0") -> str:
    """The text in which the blanks that French has before `:` and within quotation marks end no line."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", by, text)


def _fitted(part: Table, wide: int) -> Iterator[str]:
    widths, left = _widths(part.rows), part.left
    if _whole(widths) <= wide:
        yield from table(part.rows, left)
    elif GAP + _whole(widths[left:]) <= wide:
        for row in part.rows:
            yield _row(row[:left], widths[:left], left)
            if any(row[left:]):
                yield " " * GAP + _row(row[left:], widths[left:], 0)
    else:
        yield from _in_several(part, widths, wide)


def _in_several(part: Table, widths: Sequence[int], wide: int) -> Iterator[str]:
    """Tables under one another, each with the first columns and as many of the others as there is room for."""
    left, at = part.left, part.left
    while at < len(widths):
        stop = at + 1
        while stop < len(widths) and _whole([*widths[:left], *widths[at : stop + 1]]) <= wide:
            stop += 1
        if at > left:
            yield ""
        yield from table([(*row[:left], *row[at:stop]) for row in part.rows], left)
        at = stop


def _whole(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)
