"""Documents as text, for a terminal: sentences, and tables with columns set to the left and to the right. Also as
Markdown, and rows as CSV.

Where the screen is narrow, sentences are broken. A table that does not fit gets heads of two lines, then names of
several lines beside their numbers, then intervals below their numbers. If there is no room for names either, they stand
on lines of their own, the numbers below; if that is still too wide, the columns are told in several tables under one
another. What is written to a file is not broken.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Literal

from ..diagnostics.record import dataclass
from ..diagnostics.text import display_width as width
from .document import Document, Entry, Heading, Items, Note, Part, Rows, Table

GAP = 2
"""So many blanks stand between two columns, and before what is set in."""

NAMES = 16
"""Names are broken into lines of no fewer cells than this; with less room they stand on lines of their own."""


@dataclass(frozen=True, slots=True)
class Narrow:
    """The widths of columns that fit, and the columns whose intervals stand below their numbers."""

    room: list[int]
    split: frozenset[int]


def to_text(document: Document, wide: int | None = None) -> str:
    """What a document says, in so many cells; None: as wide as it comes. Sections stand apart by an empty line.

    >>> table = Table([("seat", "wins of it"), ("p1", "12")])
    >>> print(to_text(Document(title="", lead=["one two three"], sections=[[table, "four"]]), 12))
    one two
      three
    <BLANKLINE>
           wins
    seat  of it
    p1       12
    four
    """
    blocks = ("\n".join(_lines(parts, wide)) for parts in (document.lead, *document.sections))
    return "\n\n".join(filter(None, blocks))


def _lines(parts: Sequence[Part], wide: int | None) -> Iterator[str]:
    """The lines of a section. A table right below another stands apart."""
    before: Part = ""
    for part in parts:
        if isinstance(part, Table):
            yield from [""] if isinstance(before, Table) else []
            shown = part.rows if part.most is None else _first(part.rows, part.most, part.rest)
            yield from _fitted(Table(shown, part.left), wide)
        elif isinstance(part, str | Note):
            text = part if isinstance(part, str) else part.text
            yield from [text] if wide is None or width(text) <= wide else _broken(text, wide)
        before = part


def _first(rows: Rows, most: int, rest: str) -> Rows:
    """The first rows below the head, and a row that says what is left out."""
    return rows if len(rows) - 1 <= most else [*rows[: most + 1], (rest, *[""] * (len(rows[0]) - 1))]


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


def _broken(sentence: str, wide: int, indent: int = GAP) -> list[str]:
    """The sentence in several lines; blanks that hold numbers and their signs together are none here.

    >>> _broken("ce qui reste : rien", 13)
    ['ce qui', '  reste :', '  rien']
    """
    held = held_together(sentence, "\ue000")
    lines = wrap(held, wide, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\ue000", " ") for line in lines]


def held_together(text: str, by: str = "\u00a0") -> str:
    """The text in which the blanks that French has before `:` and within quotation marks end no line."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", by, text)


def _fitted(part: Table, wide: int | None) -> Iterator[str]:
    widths, left = _widths(part.rows), part.left
    if wide is None or _whole(widths) <= wide:
        yield from table(part.rows, left)
    elif (narrow := _narrowed(part, wide)) is not None:
        yield from _in_lines(part, narrow)
    elif GAP + _whole(widths[left:]) <= wide:
        for row in part.rows:
            yield _row(row[:left], widths[:left], left)
            if any(row[left:]):
                yield " " * GAP + _row(row[left:], widths[left:], 0)
    else:
        yield from _in_several(part, widths, wide)


def _narrowed(part: Table, wide: int) -> Narrow | None:
    """How the table fits with broken heads, then broken names, then with intervals below the numbers of one column,
    then of all; None if it does not.
    """
    split: frozenset[int] = frozenset()
    while True:
        room = _room(part, split)
        if (too_wide := _whole(room) - wide) <= 0:
            return Narrow(room, split)
        longest = max(range(part.left), key=lambda place: room[place])
        words = [width(word) + GAP for row in part.rows for word in row[longest].split()]
        if room[longest] - too_wide >= max(NAMES, *words):
            room[longest] -= too_wide
            return Narrow(room, split)
        places = range(part.left, len(room))
        saved = {place: room[place] - _room(part, frozenset([place]))[place] for place in places if place not in split}
        rest = [place for place in saved if saved[place]]
        if not rest:
            return None
        split = frozenset(rest) | split if split else frozenset([max(rest, key=lambda place: saved[place])])


def _room(part: Table, split: frozenset[int]) -> list[int]:
    """The width of each column, whose head has two lines if it is the widest, as have the cells of `split`."""
    room = _widths(part.rows)
    head, *body = part.rows
    for place in range(part.left, len(room)):
        cells = [line for row in body for line in (_halves(row[place]) if place in split else [row[place]])]
        room[place] = max(_in_two(head[place]), *map(width, cells), 0)
    return room


def _in_two(head: str) -> int:
    """How wide a head is in two lines.

    >>> _in_two("victories with it")
    9
    """
    words = head.split()
    return min(
        (max(width(" ".join(words[:n])), width(" ".join(words[n:]))) for n in range(1, len(words) + 1)), default=0
    )


def _halves(cell: str) -> list[str]:
    """A number, and the interval behind it.

    >>> _halves("47% (36–58)"), _halves("too few")
    (['47%', '(36–58)'], ['too few'])
    """
    number, bracket, interval = cell.partition(" (")
    return [number, f"({interval}"] if bracket else [cell]


def _in_lines(part: Table, narrow: Narrow) -> Iterator[str]:
    """The rows in such columns. Heads end on the same line, the numbers of a row stand beside its first.

    >>> rows = [("seat", "wins of it"), ("first and second", "12 (6–20)")]
    >>> list(_in_lines(Table(rows), Narrow([12, 6], frozenset([1]))))
    ['                wins', 'seat           of it', 'first and         12', '  second      (6–20)']
    """
    for number, row in enumerate(part.rows):
        broken = [_in_cell(cell, narrow, place, not number) for place, cell in enumerate(row)]
        high = max(map(len, broken))
        full = [[""] * (high - len(one)) + one if not number else one + [""] * (high - len(one)) for one in broken]
        for line in zip(*full, strict=True):
            yield _row(line, narrow.room, part.left)


def _in_cell(cell: str, narrow: Narrow, place: int, head: bool) -> list[str]:
    """The lines of a cell; those of a head are not set in."""
    if not head and place in narrow.split:
        return _halves(cell)
    if width(cell) <= narrow.room[place]:
        return [cell]
    return _broken(cell, narrow.room[place], 0 if head else GAP)


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


def to_markdown(document: Document) -> str:
    """A document as Markdown: headings, sentences, entries, lists and tables."""
    parts = (part for parts in (document.lead, *document.sections) for part in parts)
    return "\n\n".join([f"# {_plain(document.title)}", *filter(None, _markdown(parts))]) + "\n"


def _markdown(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        match part:
            case Heading(text):
                yield f"## {_plain(text)}"
            case str():
                yield _plain(part)
            case Entry(title, text, below):
                yield " ".join(filter(None, (f"**{_plain(title)}**" if title else "", _plain(text))))
                yield from _markdown(below)
            case Items(items, numbered):
                signs = (f"{number}." if numbered else "-" for number in range(1, len(items) + 1))
                yield "\n".join(f"{sign} {_plain(item)}" for sign, item in zip(signs, items, strict=True))
            case Table(rows):
                head, *others = (f"| {' | '.join(map(_plain, row))} |" for row in rows)
                yield "\n".join([head, f"|{'---|' * len(rows[0])}", *others])
            case _:
                pass


def _plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def ruled_table(rows: Rows, wide: int, right: Sequence[int] = (), whole: Sequence[int] = ()) -> str:
    """Rows below a ruled head, in cells whose texts are broken where needed.

    The columns `right` are set to the right; the words of those that are `whole` stay on one line.
    """
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    table, console = RichTable(box=SIMPLE, pad_edge=False), Console(width=wide)
    for number, head in enumerate(rows[0]):
        side: Literal["left", "right"] = "right" if number in right else "left"
        table.add_column(head, justify=side, overflow="fold", no_wrap=number in whole)
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    with console.capture() as shown:
        console.print(table)
    return "\n".join(line.rstrip() for line in shown.get().rstrip().split("\n") if line.strip())


def to_csv(rows: Iterable[Iterable[Any]]) -> str:
    """The rows as lines of CSV, for spreadsheets; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
