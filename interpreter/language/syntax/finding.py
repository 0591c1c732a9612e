"""What is wrong with a text of the effect language, before it is known where the text stands."""

from __future__ import annotations

from dataclasses import dataclass

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ..text.tree import Scalar


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake in a text. Places are offsets in the text; an empty range is just behind a character.

    `code`, `message`, `label`, `notes` and `helps` are those of a diagnostic; `others` holds further
    places as `(start, end, words)`.
    """

    code: str
    message: str
    start: int
    end: int
    label: str = ""
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    others: tuple[tuple[int, int, str], ...] = ()

    def tell(self, scalar: Scalar, report: Report, path: str) -> None:
        """Put the mistake into a report, with its places in the author's file."""
        others = tuple(Label(place(scalar, start, end), text) for start, end, text in self.others)
        report.add(
            self.code,
            self.message,
            place(scalar, self.start, self.end),
            label=self.label,
            others=others,
            notes=self.notes,
            helps=self.helps,
            path=path,
        )


class Mistake(Exception):
    """Raised where a text has the right shape but cannot be meant so; carries the finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def place(scalar: Scalar, start: int, end: int) -> Span:
    """The span of `text[start:end]`; an empty one stands just behind the character before it."""
    if end > start:
        return scalar.at(start, end)
    if start == 0:
        return Span(scalar.span.source, scalar.offsets[0], scalar.offsets[0])
    behind = scalar.at(start - 1, start).end
    return Span(scalar.span.source, behind, behind)
