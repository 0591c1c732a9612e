"""Locations in a file: a source, and a range of its characters."""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from dataclasses import field
from functools import cached_property

from .record import dataclass

LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
"""What ends a line: all that YAML knows."""

_LINE_END_OF_JSON = re.compile("\n")
"""What ends a line of a trace: a text in it may hold the other ends of lines."""


@dataclass(frozen=True, eq=False)
class Source:
    """A text that an author wrote, and the name under which it is shown.

    `name` is the path as a person should read it (relative if it was given so), or `<command line>`; `text` is the
    whole text, with its line ends unchanged (`LINE_END`; in a trace, `.jsonl`, only `\\n` is one). Compared by
    identity: two reads of a file are two sources.

    The text of a part of a game is read once for each use: `used` is where that is, and `put` what stands there for
    the words at some offsets (from, to).
    """

    name: str
    text: str = field(repr=False)
    used: Span | None = field(default=None, repr=False)
    put: dict[tuple[int, int], Expansion] = field(default_factory=dict, repr=False)
    _in_order: list[tuple[int, int]] = field(default_factory=list, init=False, repr=False)

    @cached_property
    def file(self) -> str:
        """The full path of the file, links followed: the same for all names and all reads of one file."""
        return os.path.realpath(self.name) if "\0" not in self.name else self.name

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line."""
        end = _LINE_END_OF_JSON if self.name.endswith(".jsonl") else LINE_END
        return [0, *(match.end() for match in end.finditer(self.text))]

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: not what was computed, since the same name may lead to another file later."""
        return {name: value for name, value in self.__dict__.items() if name not in ("file", "line_starts")}

    def put_in(self, start: int, end: int) -> list[tuple[int, int]]:
        """The places of `put` that share a character with a range, in order; of an empty range the one around it."""
        if len(self._in_order) != len(self.put):
            self._in_order[:] = sorted(self.put)
        first = bisect_right(self._in_order, start, key=lambda place: place[1])
        last = bisect_left(self._in_order, max(end, start + 1), key=lambda place: place[0])
        return self._in_order[first:last]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both counted from 1, in characters."""
        line = bisect_right(self.line_starts, offset) - 1
        return line + 1, offset - self.line_starts[line] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its line break."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n\x85\u2028\u2029")


@dataclass(frozen=True, slots=True)
class Span:
    """A range of characters of a source: offsets from 0, `start` inclusive, `end` exclusive.

    >>> Span(Source("a.yaml", "spec: 1"), 0, 4).text
    'spec'
    """

    source: Source
    start: int
    end: int

    @classmethod
    def of_file(cls, name: str) -> Span:
        """The place of what is wrong with a file as a whole, such as one that cannot be read."""
        return cls(Source(name, ""), 0, 0)

    @property
    def text(self) -> str:
        """The characters in the range."""
        return self.source.text[self.start : self.end]

    @property
    def written(self) -> str:
        """The characters in the range, in a part with what this use of it puts into them."""
        parts, at = [], self.start
        for start, end in self.source.put_in(self.start, self.end):
            if at <= start and end <= self.end:
                parts += [self.source.text[at:start], self.source.put[start, end].text]
                at = end
        return "".join((*parts, self.source.text[at : self.end]))

    @property
    def is_brought(self) -> bool:
        """Whether a part brings these characters, and was not given them."""
        given = (a <= self.start and self.end <= b for a, b in self.source.put_in(self.start, self.end))
        return self.source.used is not None and not any(given)

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
        return self.source.place(self.start)[1]

    def until(self, other: Span) -> Span:
        """The range from the start of this one to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Expansion:
    """What one use of a part puts in the place of a word, and where that is written, if it is an argument."""

    text: str
    given: Span | None
