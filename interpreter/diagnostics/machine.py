"""A report for other programs: as JSON, or as the annotations that GitHub shows beside the lines."""

from __future__ import annotations

from typing import Any

from .diagnostic import Diagnostic, Report
from .render import ordered
from .span import Span

_NOWHERE = {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}


def to_json(report: Report) -> dict[str, Any]:
    """A report as the object that `validate --format json` prints.

    >>> to_json(Report())
    {'diagnostics': [], 'errors': 0, 'warnings': 0}
    """
    return {
        "diagnostics": [diagnostic_to_json(found) for found in ordered(report.diagnostics)],
        "errors": report.errors,
        "warnings": report.warnings,
    }


def diagnostic_to_json(found: Diagnostic) -> dict[str, Any]:
    """One diagnostic. Lines and columns count characters from 1, ends are exclusive; null where there is no place."""
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        **_place(found.span),
        "path": found.path,
        "helps": list(found.helps),
        "label": found.label,
        "notes": list(found.notes),
        "others": [{**_place(other.span), "text": other.text} for other in found.others],
    }


def _place(span: Span | None) -> dict[str, Any]:
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
    """A report as GitHub's workflow commands, one line a diagnostic."""
    return "".join(_annotation(found) + "\n" for found in ordered(report.diagnostics))


def _annotation(found: Diagnostic) -> str:
    place = _place(found.span)
    names = {
        "file": "file",
        "line": "line",
        "col": "column",
        "endLine": "end_line",
        "endColumn": "end_column",
    }
    pairs = [f"{name}={_escape(str(place[key]))}" for name, key in names.items() if place[key] is not None]
    pairs.append(f"title={_escape(found.code)}")
    message = " — ".join([found.message, *found.helps])
    return f"::{found.severity} {','.join(pairs)}::{_escape(message, separators='')}"


def _escape(text: str, *, separators: str = ":,") -> str:
    for char in "%\r\n" + separators:
        text = text.replace(char, f"%{ord(char):02X}")
    return text
