"""Places in a text as an editor counts them: lines from 0, and units of UTF-16 (or what was agreed on) from 0.

An editor ends lines at `\\n`, `\\r\\n` and `\\r` only. YAML knows more line ends, so its line numbers are never used
here: all is reckoned from offsets in characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Literal

from lsprotocol import types as lsp

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile("\r\n|[\r\n]")


class Lines:
    """The lines of one text.

    >>> Lines("a: 🂡b").position(5).character
    6
    """

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text, self.encoding = text, encoding
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def position(self, offset: int) -> lsp.Position:
        """The place of an offset; one beyond the text is its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return lsp.Position(line, self._units(self.text[self.starts[line] : offset]))

    def offset(self, position: lsp.Position) -> int:
        """The offset of a place; one beyond a line is its end, one beyond the text the end of that."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        line = self.line(position.line)
        if line.isascii() or self.encoding == "utf-32":
            return start + min(position.character, len(line))
        units = 0
        for i, char in enumerate(line):
            if units >= position.character:
                return start + i
            units += self._units(char)
        return start + len(line)

    def line(self, number: int) -> str:
        """The text of a line, counted from 0, without its end."""
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def range(self, start: int, end: int) -> lsp.Range:
        """The range between two offsets."""
        return lsp.Range(self.position(start), self.position(end))

    def _units(self, text: str) -> int:
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > "\uffff" for char in text)


@lru_cache(maxsize=64)
def lines_of(text: str, encoding: Encoding = "utf-16") -> Lines:
    """The lines of a text; those of the last texts are remembered."""
    return Lines(text, encoding)
