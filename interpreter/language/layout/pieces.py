"""Cuts a YAML text into its pieces: texts, signs and comments, with the line breaks between them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import LINE_END
from ..text.tree import Node
from .stops import FileKind, Part, Stop, stops

PieceKind = Part | Literal["colon", "comma", "close", "comment", "marker"]
"""A marker is `---` or `...`, which may stand around the only document of a file."""

_MARKER = re.compile(r"(?:---|\.\.\.)(?=\s|$)")
_SIGNS: dict[str, PieceKind] = {":": "colon", ",": "comma", "}": "close", "]": "close", "{": "open", "[": "open"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A text, a sign or a comment.

    `breaks` is how many line breaks stand before it, `gap` how many blanks on its own line; `line` and `column` are
    where it starts. `stop` is what it is in the file, for everything that is more than a sign or a comment.
    """

    kind: PieceKind
    text: str
    breaks: int
    gap: int
    line: int
    column: int
    stop: Stop | None = None


def pieces(text: str, tree: Node, kind: FileKind) -> list[Piece]:
    """The pieces of a text in order; a comma or a colon on a line after comments comes before them."""
    found: list[Piece] = []
    cutter = _Cutter(text)
    dashes: list[Stop] = []
    for stop in stops(tree, kind):
        if stop.part == "dash":
            dashes.append(stop)
            continue
        found += cutter.between(stop.start, dashes)
        dashes = []
        found.append(cutter.take(stop))
    found += cutter.between(len(text), dashes)
    return _signs_first(found)


class _Cutter:
    """Walks over a text, from one key or value to the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = 0
        self.lines = [0, *(match.end() for match in LINE_END.finditer(text))]

    def take(self, stop: Stop) -> Piece:
        """The piece that starts here."""
        scalar = stop.scalar
        end = scalar.span.end if scalar else stop.start + 1
        piece = self._piece(stop.part, stop.start, end, stop)
        if scalar and scalar.style in ("literal", "folded") and scalar.text.endswith("\n\n"):
            end += len(self.text[end:]) - len(self.text[end:].lstrip(" \t\r\n"))
            end = max(self.text.rfind("\n", 0, end), scalar.span.end)  # its empty lines at the end are kept
        self.at = end
        return piece

    def between(self, end: int, dashes: list[Stop]) -> Iterator[Piece]:
        """The signs and comments up to an offset."""
        waiting = iter(dashes)
        while self.at < end:
            start, char = self.at, self.text[self.at]
            if match := LINE_END.match(self.text, start):
                self.breaks += 1
                self.at = match.end()
            elif char == "#":
                after = LINE_END.search(self.text, start)
                self.at = after.start() if after else len(self.text)
                yield self._piece("comment", start, self.at)
            elif (match := _MARKER.match(self.text, start)) and self._place(start)[1] == 0:
                self.at = match.end()
                yield self._piece("marker", start, self.at)
            elif char == "-":
                self.at += 1
                yield self._piece("dash", start, self.at, next(waiting))
            else:
                self.at += 1
                if char in _SIGNS:
                    yield self._piece(_SIGNS[char], start, self.at)

    def _piece(self, kind: PieceKind, start: int, end: int, stop: Stop | None = None) -> Piece:
        line, column = self._place(start)
        before = self.text[start - column : start]
        gap = len(before) - len(before.rstrip(" \t"))
        text = self.text[start:end]
        breaks, self.breaks = self.breaks, 0
        text = text.rstrip() if kind == "comment" else text
        return Piece(kind=kind, text=text, breaks=breaks, gap=gap, line=line, column=column, stop=stop)

    def _place(self, start: int) -> tuple[int, int]:
        """The line and the column of an offset, from 0."""
        line = bisect_right(self.lines, start) - 1
        return line, start - self.lines[line]


def _signs_first(found: list[Piece]) -> list[Piece]:
    """Puts commas and colons right after what they end, and drops a comma before a closing bracket."""
    result: list[Piece] = []
    breaks = 0  # before the sign that has just been put before them
    for piece in found:
        if piece.kind in ("comma", "colon"):
            at = len(result)
            while at and result[at - 1].kind == "comment":
                at -= 1
            result.insert(at, piece)
            breaks = piece.breaks
            continue
        piece, breaks = replace(piece, breaks=max(piece.breaks, breaks)), 0
        if piece.kind == "close":
            last = next((i for i in range(len(result) - 1, -1, -1) if result[i].kind != "comment"), -1)
            if last >= 0 and result[last].kind == "comma":
                del result[last]
        result.append(piece)
    return result
