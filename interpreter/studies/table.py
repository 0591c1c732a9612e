"""Tables for the terminal: columns of texts, some set to the left and some to the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..diagnostics.columns import cells as width


def table(rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    """The rows in columns; the first `left` columns are set to the left, the others to the right.

    >>> list(table([("seat", "wins"), ("p1", "12")]))
    ['seat  wins', 'p1      12']
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        line = []
        for place, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (wide - width(cell))
            line.append(cell + blank if place < left else blank + cell)
        yield "  ".join(line).rstrip()
