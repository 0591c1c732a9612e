"""Mistakes in a text of the effect language, located by offsets in that text alone."""

from __future__ import annotations

from dataclasses import KW_ONLY

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ..text.tree import Scalar


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake in a text. Locations are offsets in the text; an empty range means just after a character.

    `code`, `message`, `label`, `notes` and `helps` are those of a diagnostic; `others` are further locations, as
    `(start, end, words)`.
    """

    code: str
    message: str
    start: int
    end: int
    _: KW_ONLY
    label: str = ""
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    others: tuple[tuple[int, int, str], ...] = ()

    def add_to(self, report: Report, scalar: Scalar, path: str) -> None:
        """Add the mistake to a report, with its locations in the author's file."""
        others = tuple(Label(span_of(scalar, start, end), text) for start, end, text in self.others)
        report.add(
            self.code,
            self.message,
            span_of(scalar, self.start, self.end),
            label=self.label,
            others=others,
            notes=self.notes,
            helps=self.helps,
            path=path,
        )


class Mistake(Exception):
    """Raised if a text follows the grammar but makes no sense; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def span_of(scalar: Scalar, start: int, end: int) -> Span:
    """The source span of `text[start:end]`; an empty one is just after the character before it.

    The character before may be far from the next one in the source, on the line above for instance.
    """
    if end > start:
        return scalar.at(start, end)
    if start == 0:
        return Span(scalar.span.source, scalar.offsets[0], scalar.offsets[0])
    after = scalar.at(start - 1, start).end
    return Span(scalar.span.source, after, after)
