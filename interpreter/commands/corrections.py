"""Corrections that messages offer: what to write instead of the words that they point at.

A message offers one if it says `did you mean 'x'?`, or ``write `x` `` where the words that it points at are of another
language. Whether a correction is right is not taken from its text: it is tried, and counts only if the mistake is gone
and no other has come (`fix.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.record import dataclass
from ..diagnostics.span import Span

SAFE = ("E300", "W334", "W105")
"""Codes whose corrections only say the same in the words of the language, or without words that do nothing."""

_MEANT = re.compile(r"did you mean (?:[a-z ]+ )?['`]([^'`]+)['`]\?")
_WRITE = re.compile(r"write `([^`…]+)`")
_POINTED_AT = re.compile(r"'([^']+)'|`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Correction:
    """A text that replaces the characters of a span; `safe` if what the author meant is beyond doubt."""

    about: Diagnostic
    span: Span
    text: str
    safe: bool

    def applied(self) -> str:
        """The text of the file with this correction."""
        text = self.span.source.text
        return text[: self.span.start] + self.text + text[self.span.end :]


def corrections(found: list[Diagnostic], file: str) -> Iterator[Correction]:
    """The corrections that diagnostics about a file offer, from its end to its start."""
    placed = [one for one in found if one.span is not None and one.span.source.name == file]
    placed = [one for one in placed if one.severity == "error" or one.code in SAFE]
    for one in sorted(placed, key=lambda one: -(one.span.start if one.span else 0)):
        span = _word(one)
        for text in one.helps:
            match = _MEANT.fullmatch(text) or (_WRITE.fullmatch(text) if one.code in SAFE else None)
            if match and span is not None:
                yield Correction(one, span, match[1], one.code in SAFE)
                break


def _word(found: Diagnostic) -> Span | None:
    """The misspelt word itself: the span, or the part of it that the message names."""
    span = found.span
    if span is None or "\n" in span.text:
        return None
    named = [match[1] or match[2] for match in _POINTED_AT.finditer(found.message)]
    if span.text in named or found.code in SAFE:
        return span
    for name in named:
        at = span.text.find(name)
        if at >= 0 and span.text.count(name) == 1:
            return Span(span.source, span.start + at, span.start + at + len(name))
    return None
