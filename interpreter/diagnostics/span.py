"""Where something stands in a file: a source, and a range of its characters."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

_BREAK = re.compile("\r\n|\r|\n")


@dataclass(frozen=True, eq=False)
class Source:
    """One text that an author wrote, with the name it is shown by.

    `name` is the path as a person should read it (relative where it was given so), or
    `<command line>`; `text` is the whole text, with `\\n`, `\\r\\n` and `\\r` kept as they are.
    """

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line."""
        return [0, *(match.end() for match in _BREAK.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both counted in characters from 1."""
        line = bisect_right(self.line_starts, offset) - 1
        return line + 1, offset - self.line_starts[line] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """A range of characters of a source: `start` inclusive, `end` exclusive, from 0.

    >>> Span(Source("a.yaml", "spec: 1"), 0, 4).text
    'spec'
    """

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the range as they were written."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.place(self.start)[1]

    def until(self, other: Span) -> Span:
        """The range from the start of this one to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
