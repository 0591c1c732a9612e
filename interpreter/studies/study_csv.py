"""A study as CSV: a row for each number, with its interval, for whoever goes on with a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

COLUMNS = ("what", "value", "low", "high")
"""`what` is the path of the number in the JSON of the study; of rows, which have a name there, the name."""

NAMES = ("name", "seat", "bot", "side", "option", "sheet", "category", "value")
"""What tells one row of a list from the others."""


def study_csv(found: dict[str, Any]) -> str:
    """The object of `Study` as CSV; what is not known is left empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(found, ""))
    return text.getvalue()


def _rows(found: Any, what: str) -> Iterator[tuple[Any, ...]]:
    match found:
        case {"value": value, "low": low, "high": high}:
            yield (what, value, low, high)
        case dict():
            for key, one in found.items():
                if key not in NAMES or isinstance(one, dict):
                    yield from _rows(one, f"{what}.{key}" if what else key)
        case list():
            for number, one in enumerate(found):
                yield from _rows(one, f"{what}.{_name(one) if isinstance(one, dict) else number}")
        case bool() | None:
            pass
        case int() | float():
            yield (what, found, None, None)


def _name(row: dict[str, Any]) -> str:
    if "at" in row:
        return str(row["at"])
    return ".".join(str(row[key]) for key in NAMES if key in row and not isinstance(row[key], dict | list))
