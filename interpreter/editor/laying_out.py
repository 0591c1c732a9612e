"""Formatting: the layout of `cardwright fmt`, as the lines that change."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from lsprotocol import types as lsp

from ..diagnostics.diagnostic import Report
from ..language.layout.lay_out import lay_out
from .desk import Desk
from .positions import lines_of


def formatting(desk: Desk, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The changes that lay a document out; none if it is laid out, or has mistakes that make it unclear."""
    analysis = desk.analysis(params.text_document.uri)
    if analysis is None:
        return []
    kind = analysis.kind if analysis.kind != "trace" else ""
    new = lay_out(analysis.source, kind, Report())
    return [] if new is None else list(_changes(analysis.source.text, new))


def _changes(old: str, new: str) -> Iterator[lsp.TextEdit]:
    """Whole lines that are put in the place of others."""
    before, after = _lines(old), _lines(new)
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            start, end = lsp.Position(a, 0), lsp.Position(b, 0)
            if b == len(before) and before and not before[-1].endswith(("\n", "\r")):
                end = lsp.Position(len(before) - 1, 2 * len(before[-1]))
            yield lsp.TextEdit(lsp.Range(start, end), "".join(after[c:d]))


def _lines(text: str) -> list[str]:
    """The lines of a text, each with its end, as editors count them."""
    starts = lines_of(text).starts
    found = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return found if found[-1] else found[:-1]
