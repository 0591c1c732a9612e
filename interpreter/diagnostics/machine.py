"""Reports for other programs: as JSON, or as the annotations that GitHub shows beside the lines."""

from __future__ import annotations

from typing import Any

from .diagnostic import Diagnostic, Report
from .render import ordered
from .span import Span

_NOWHERE = {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}


def to_json(report: Report) -> dict[str, Any]:
    """Convert a report to the object that `validate --format json` prints.

    >>> to_json(Report())
    {'diagnostics': [], 'errors': 0, 'warnings': 0}
    """
    return {
        "diagnostics": [diagnostic_to_json(diagnostic) for diagnostic in ordered(report.diagnostics)],
        "errors": report.errors,
        "warnings": report.warnings,
    }


def diagnostic_to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Convert one diagnostic. Lines and columns count from 1, in characters, ends are exclusive; all are null if there
    is no location.
    """
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_location(diagnostic.span),
        "path": diagnostic.path,
        "helps": list(diagnostic.helps),
        "label": diagnostic.label,
        "notes": list(diagnostic.notes),
        "others": [{**_location(other.span), "text": other.text} for other in diagnostic.others],
    }


def _location(span: Span | None) -> dict[str, Any]:
    if span is None:
        return dict(_NOWHERE)
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def to_github(report: Report) -> str:
    """Convert a report to GitHub's workflow commands, one line a diagnostic."""
    return "".join(_annotation(diagnostic) + "\n" for diagnostic in ordered(report.diagnostics))


def _annotation(diagnostic: Diagnostic) -> str:
    location = _location(diagnostic.span)
    names = {
        "file": "file",
        "line": "line",
        "col": "column",
        "endLine": "end_line",
        "endColumn": "end_column",
    }
    pairs = [f"{name}={_escape(str(location[key]))}" for name, key in names.items() if location[key] is not None]
    pairs.append(f"title={_escape(diagnostic.code)}")
    message = " — ".join([diagnostic.message, *diagnostic.helps])
    return f"::{diagnostic.severity} {','.join(pairs)}::{_escape(message, separators='')}"


def _escape(text: str, *, separators: str = ":,") -> str:
    """Encode what would end a property or the message; `%` first, since the encoding uses it."""
    for char in "%\r\n" + separators:
        text = text.replace(char, f"%{ord(char):02X}")
    return text
