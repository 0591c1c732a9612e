"""Where parsing one line or one value stopped: the words around that point, and what could follow there.

Everything that explains a mistake looks at a `Trouble` and at nothing else. Offsets count from the start of the line.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

from lark.exceptions import UnexpectedToken

from ...diagnostics.record import dataclass
from .lexer import PIECE
from .names import RESERVED
from .table import parser

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "is")
HEADS = ("if", "elif", "else", "for", "repeat", "while", "choose", "together")
PAIRS = {"(": ")", "[": "]"}
_NOT_A_KEYWORD = re.compile(r"[.\[] | [ \t]*[-+]?=(?!=)", re.VERBOSE)


Entry = Literal["line", "head", "expression", "modifier", "source"]
"""What is parsed: a line of an effect, the head of a block, or a whole text of another kind."""

PieceKind = Literal["word", "number", "sign", "strange", "end"]
"""`strange` is not part of the language; `end` is the empty piece after the last one."""

_KINDS: dict[str | None, PieceKind] = {"NAME": "word", "INT": "number", "sign": "sign", "strange": "strange"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a number or a sign."""

    kind: PieceKind
    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.start + len(self.text)

    @property
    def is_value(self) -> bool:
        """Whether a value can begin with it."""
        if self.kind == "word":
            return self.text not in RESERVED or self.text in ("none", "true", "false", "not", "may")
        return self.kind in ("number", "strange") or self.text in PAIRS

    @property
    def ends_value(self) -> bool:
        """Whether a value can end with it."""
        if self.kind == "word":
            return self.text not in RESERVED or self.text in ("none", "true", "false")
        return self.kind in ("number", "strange") or self.text in (")", "]")


@dataclass(frozen=True)
class Trouble:
    """Parsing stopped before `pieces[at]`, where the grammar allows the terminals `accepts`.

    choose c from me.hand:
             ^^^^              here: `from`; before: `c`; after: `me`; accepts: {"IN"}
    """

    entry: Entry
    text: str
    pieces: tuple[Piece, ...]
    at: int
    accepts: frozenset[str]

    @property
    def here(self) -> Piece:
        """The piece that does not fit."""
        return self.pieces[self.at]

    @property
    def before(self) -> Piece | None:
        """The piece before it."""
        return self.pieces[self.at - 1] if self.at else None

    @property
    def after(self) -> Piece | None:
        """The piece after it."""
        return self.pieces[self.at + 1] if self.at + 1 < len(self.pieces) else None

    @property
    def first(self) -> str:
        """The text of the first piece."""
        return self.pieces[0].text

    @property
    def at_end(self) -> bool:
        """Whether the text ends too early."""
        return self.here.kind == "end"

    @cached_property
    def open(self) -> tuple[Piece, ...]:
        """The brackets that are open there, outermost first."""
        stack: list[Piece] = []
        for piece in self.pieces[: self.at]:
            if piece.text in PAIRS:
                stack.append(piece)
            elif piece.text in PAIRS.values() and stack:
                stack.pop()
        return tuple(stack)

    @property
    def in_effect(self) -> bool:
        """Whether a line of an effect is parsed."""
        return self.entry in ("line", "head")

    @property
    def wants_value(self) -> bool:
        """Whether a value is possible here."""
        return "INT" in self.accepts

    @property
    def wants_name(self) -> bool:
        """Whether a name is possible here, but no other value."""
        return "NAME" in self.accepts and "INT" not in self.accepts


def pieces_of(text: str) -> tuple[Piece, ...]:
    """The words, numbers and signs of a text, and a last piece of kind `end` just after them."""
    pieces: list[Piece] = []
    for match in PIECE.finditer(text):
        group = match.lastgroup
        if group in _KINDS:
            pieces.append(Piece(_KINDS[group], match[group or 0], match.start(group or 0)))
    end = pieces[-1].end if pieces else 0
    return (*pieces, Piece("end", "", end))


def is_head(pieces: tuple[Piece, ...], text: str) -> bool:
    """Whether a line is the head of a block, by its first word."""
    first = pieces[0]
    return first.text in HEADS and (first.text in RESERVED or not _NOT_A_KEYWORD.match(text, first.end))


def framed(text: str, entry: Entry) -> tuple[str, str]:
    """What to put before and after a line of an effect so that it can be parsed alone."""
    if entry == "line":
        return "", "\n"
    if entry == "head":
        before = "if x:\n  end x\n" if text.lstrip().startswith(("elif", "else")) else ""
        return before, "\n  end x\n"
    return "", ""


def trouble_in(text: str, entry: Entry) -> Trouble | None:
    """Parse a text, and return where that fails; None if it succeeds."""
    before, after = framed(text, entry)
    try:
        parser().parse(before + text + after, start="effect" if entry in ("line", "head") else entry)
    except UnexpectedToken as error:
        pieces = pieces_of(text)
        stop = len(text) if error.token.type == "$END" else (error.token.start_pos or 0) - len(before)
        at = next((i for i, piece in enumerate(pieces) if piece.start >= stop), len(pieces) - 1)
        if error.token.type == "_NL":
            at = len(pieces) - 1
        return Trouble(entry, text, pieces, at, frozenset(error.accepts or ()))
    return None
