"""Writes the pieces of a file one after the other, and chooses the blanks and line breaks between them."""

from __future__ import annotations

from .levels import Levels
from .pieces import Piece
from .scalar_text import scalar_text

_VALUES = ("value", "open")


def write(found: list[Piece]) -> str:
    """The text of a file, from its pieces; it ends with a line break."""
    writer = _Writer(found)
    for i in range(len(found)):
        writer.put(i)
    return "".join(writer.parts) + "\n"


class _Writer:
    """What is written so far, and which brackets are open."""

    def __init__(self, found: list[Piece]) -> None:
        self.found = found
        self.parts: list[str] = []
        self.levels = Levels()
        self.placed: dict[int, set[tuple[int, bool]]] = {}
        for piece in found:
            self.placed.setdefault(piece.line, set()).add((piece.column, piece.kind in _VALUES))
        self.brackets: list[int] = []  # the column of the line that the outermost bracket stands on, for each

    def put(self, i: int) -> None:
        """Write a piece, after the blanks or the line break before it."""
        piece, before = self.found[i], self.found[i - 1] if i else None
        if piece.kind == "close":
            closes = self.brackets.pop()
            indent = closes + 2 * len(self.brackets)
        else:
            indent = self._indent(i)
        if before is not None:
            if self._on_new_line(piece, before):
                self.parts.append("\n\n" if _blank_line(piece, before) else "\n")
                self.parts.append(" " * indent)
            else:
                self.parts.append(" " * self._blanks(piece, before))
        if piece.kind == "open":
            assert piece.stop is not None
            self.brackets.append(self.brackets[0] if self.brackets else piece.stop.indent)
        if piece.kind in ("key", "dash") and piece.stop:
            self.levels.set(piece.column, piece.stop.indent)
        self.parts.append(self._text(piece, indent))

    def _text(self, piece: Piece, indent: int) -> str:
        stop = piece.stop
        return scalar_text(stop, indent) if stop and stop.scalar else piece.text

    def _indent(self, i: int) -> int:
        """The column of a piece if it begins a line, and of the further lines of a text."""
        piece = self.found[i]
        if self.brackets:
            return self.brackets[0] + 2 * len(self.brackets)
        if piece.kind == "comment":
            following = next((one for one in self.found[i:] if one.kind not in ("comment", "marker")), None)
            if following is None or following.stop is None:
                return self.levels.of_comment(piece.column, 0, 0)
            return self.levels.of_comment(piece.column, following.column, following.stop.indent)
        return piece.stop.indent if piece.stop else 0

    def _on_new_line(self, piece: Piece, before: Piece) -> bool:
        if before.kind in ("comment", "marker") or piece.kind == "marker":
            return True
        if piece.kind == "comment":
            return piece.breaks > 0
        if self.brackets or piece.kind == "close":
            return piece.breaks > 0 and piece.kind not in ("comma", "colon") and before.kind != "colon"
        return piece.kind in ("key", "dash") and before.kind != "dash"

    def _blanks(self, piece: Piece, before: Piece) -> int:
        """The number of blanks between two pieces on a line."""
        if piece.kind == "comment":
            return max(piece.gap, 2)
        if piece.gap > 1 and self._in_a_table(piece):
            return piece.gap
        return 0 if before.kind == "open" or piece.kind in ("colon", "comma", "close") else 1

    def _in_a_table(self, piece: Piece) -> bool:
        """Whether something stands in the same column in the line above or below; an empty line may lie between."""
        for step in (-1, 1):
            line = piece.line + step
            near = self.placed.get(line) or self.placed.get(line + step, set())
            if (piece.column, piece.kind in _VALUES) in near:
                return True
        return False


def _blank_line(piece: Piece, before: Piece) -> bool:
    """Whether an empty line stands before a piece that begins a line."""
    return piece.breaks > 1 and before.kind not in ("colon", "dash", "open", "marker") and piece.kind != "close"
