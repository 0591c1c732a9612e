"""The first hundred mistakes of a file: one with more is not the file that was meant."""

from __future__ import annotations

from ...diagnostics.codes import CODES
from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span

MOST_REPORTED = 100


class FirstMistakes(Report):
    """A report that takes the first hundred errors and the first hundred warnings."""

    __slots__ = ()

    def add(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        others: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
        path: str = "",
    ) -> None:
        """Add one diagnostic, if there is room."""
        error = CODES[code].severity == "error"
        left = MOST_REPORTED - (self.errors if error else self.warnings)
        if left == 1:
            notes = (*notes, "this is the last one shown; the file has more")
        if left > 0:
            super().add(code, message, span, label=label, others=others, notes=notes, helps=helps, path=path)
