"""A reported problem: a stable code, a place, what is wrong and how to go on."""

from __future__ import annotations

from dataclasses import dataclass, field

from .codes import CODES
from .span import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that belongs to a diagnostic, with a few words about it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake of an author, as it will be shown.

    `message` is one line without a full stop; `label` stands under the carets; `notes` tell
    facts (the names that exist), `helps` tell what to do. `path` is the place by name, as
    `actions.advance.when.rolling`. `code` must stand in `CODES`, whose row says whether it is
    an error or a warning.
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    others: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    path: str = ""

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return CODES[self.code].severity


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of a run, so that all mistakes are shown together."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

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
        """Add one diagnostic; the arguments are those of `Diagnostic`. What is said of a place is said once."""
        if not any(
            (one.code, one.message, one.span, one.others) == (code, message, span, others) for one in self.diagnostics
        ):
            self.diagnostics.append(Diagnostic(code, message, span, label, others, notes, helps, path))

    @property
    def errors(self) -> int:
        """How many of the diagnostics are errors."""
        return sum(d.severity == "error" for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        """How many of the diagnostics are warnings."""
        return len(self.diagnostics) - self.errors


class SpecError(Exception):
    """Raised where a file cannot be used because of its author's mistakes; carries the report.

    `report` holds every diagnostic that was found. `str(error)` is the first of them on one line.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        first = next((d for d in report.diagnostics if d.severity == "error"), None)
        super().__init__(_one_line(first) if first else "no error")


def _one_line(found: Diagnostic) -> str:
    """A diagnostic on one line; one without a place, as callers from Python get it, says how to go on."""
    if found.span is not None:
        return f"{found.span}: {found.code}: {found.message}"
    return "; ".join((f"{found.code}: {found.message}", *(*found.helps, *found.notes)[:1]))
