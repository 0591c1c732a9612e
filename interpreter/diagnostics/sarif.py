"""Reports as SARIF 2.1.0, the JSON format of tools that collect the findings of many checkers."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from .codes import CODES
from .diagnostic import Diagnostic, Report
from .render import ordered
from .span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(report: Report) -> dict[str, Any]:
    """Convert a report to a SARIF log with one run. Lines and columns count from 1, in characters; ends are exclusive.

    The rules are the codes that occur, in order. What is about no file, such as the command line, has no location.
    """
    found = ordered(report.diagnostics)
    codes = sorted({one.code for one in found})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": CODES[code].title},
            "fullDescription": {"text": CODES[code].about},
            "defaultConfiguration": {"level": CODES[code].severity},
        }
        for code in codes
    ]
    driver = {"name": "cardwright", "rules": rules}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(one, codes.index(one.code)) for one in found],
            }
        ],
    }


def _result(one: Diagnostic, index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": one.code,
        "ruleIndex": index,
        "level": one.severity,
        "message": {"text": " – ".join([one.message, *one.helps])},
    }
    if one.span is not None and not one.span.source.name.startswith("<"):
        result["locations"] = [_location(one.span, one.label)]
    others = [other for other in one.others if not other.span.source.name.startswith("<")]
    if others:
        result["relatedLocations"] = [_location(other.span, other.text) for other in others]
    return result


def _location(span: Span, label: str) -> dict[str, Any]:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    place = {"artifactLocation": {"uri": PurePath(span.source.name).as_posix()}, "region": region}
    return {"physicalLocation": place, **({"message": {"text": label}} if label else {})}
