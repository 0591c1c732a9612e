"""Whether a mistake is told where it is, and whether the first help is the right one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cardwright.diagnostics.diagnostic import Diagnostic
from cardwright.diagnostics.render import ordered
from cardwright.diagnostics.span import Source, Span

from .edit import Edit

Where = Literal["column", "line", "named", "elsewhere"]
"""At the very character; on the line; elsewhere, where what is wrong is named; elsewhere."""

Help = Literal["right", "said", "other", "none", ""]
"""Whether the first help names what was there: `said` if only the message or a note does; "" if nothing is expected."""

_WHERE: tuple[Where, ...] = ("column", "line", "named", "elsewhere")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """How a mistake is told: the place and the help of the best message, its code, and how many messages there are."""

    where: Where
    help: Help
    code: str
    many: int


def judge(edit: Edit, before: str, path: str, found: Sequence[Diagnostic]) -> Judgement:
    """Judge what was told of a mistake; errors count before warnings."""
    file = Source(path, "").file
    errors = [one for one in found if one.severity == "error"] or list(found)
    told = ordered(errors)
    places = [(_WHERE.index(_where(one, edit, before, file)), number) for number, one in enumerate(told)]
    where, best = min(places)
    one = told[best]
    return Judgement(where=_WHERE[where], help=_help(one, edit), code=one.code, many=len(told))


def _where(one: Diagnostic, edit: Edit, before: str, file: str) -> Where:
    spans = [span for span in (one.span, *(other.span for other in one.others)) if _in(span, file)]
    if one.span is not None and one.span in spans and one.span.start == edit.start:
        return "column"
    if any(span.line in edit.lines for span in spans):
        return "line"
    words = {*edit.hopes, *edit.about, before[edit.start : edit.end]} - {""}
    said = [one.message, one.label, *one.notes, *one.helps, *(span.text for span in spans)]
    if any(_names(text, word) for text in said for word in words):
        return "named"
    return "elsewhere"


def _in(span: Span | None, file: str) -> bool:
    return span is not None and span.source.file == file


def _help(one: Diagnostic, edit: Edit) -> Help:
    if not edit.hopes:
        return ""
    if one.helps and any(_names(one.helps[0], word) for word in edit.hopes):
        return "right"
    if any(_names(text, word) for text in (one.message, one.label, *one.notes, *one.helps) for word in edit.hopes):
        return "said"
    return "other" if one.helps else "none"


def _names(text: str, word: str) -> bool:
    """Whether a text has a word, not only as a piece of a longer one."""
    edge = r"(?<![\w])" if word[:1].isalnum() else ""
    end = r"(?![\w])" if word[-1:].isalnum() else ""
    return re.search(edge + re.escape(word) + end, text) is not None
