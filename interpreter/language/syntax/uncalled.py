"""Functions without their parentheses, as they are read aloud: `count me.hand`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..builtins.table import FOLDS, spellings
from .finding import Finding
from .trouble import Piece, Trouble

CALLED = frozenset({*FOLDS, *spellings("function")}) - {"top"}
"""What is written with parentheses; `top` is an end of a stack more often than a function."""


def call(t: Trouble) -> Finding | None:
    """A function with what it is of behind it, but no parentheses."""
    here, before = t.here, t.before
    if before is None or before.kind != "word" or before.text not in CALLED or not here.is_value or here.text == "(":
        return None
    if t.entry == "source" or t.at > 1 and t.pieces[t.at - 2].text == ".":
        return None
    rest = t.pieces[t.at :]
    given = "… for … in …" if any(piece.text == "for" for piece in rest) else ", ".join(_given(rest))
    message = f"`{before.text}` needs parentheses around what it is of"
    return Finding("E309", message, before.start, here.end, helps=(f"write `{before.text}({given})`",))


def _given(pieces: Sequence[Piece]) -> Iterator[str]:
    """The values that stand there in a row: names with what is behind their dots, numbers."""
    at = 0
    while at < len(pieces) and pieces[at].kind in ("word", "number") and pieces[at].is_value:
        end = at + 1
        while end + 1 < len(pieces) and pieces[end].text == ".":
            end += 2
        if end < len(pieces) and pieces[end].text in ("(", "["):
            yield "…"
            return
        yield "".join(piece.text for piece in pieces[at:end])
        at = end
