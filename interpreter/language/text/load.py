"""Reading files: the text, or a plain explanation of why it cannot be read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import assert_never

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span
from . import disk
from .known import compose_known
from .open_texts import opened
from .similar import similar_path
from .tree import Mapping

LARGEST = 2_000_000
"""The largest size of a file, in bytes."""

_TEXT_AFTER_ALL = 0.1
"""A file of which at most this share is not valid UTF-8 is taken for a text in another encoding."""


def load(path: str | Path, report: Report, *, named: Span | None = None) -> Mapping | None:
    """Read a YAML file that is a mapping at the top level.

    Mistakes go to `report` (E100 to E141, W100, W101); the result is None if the file cannot be read or is not YAML.
    Messages name the file by the path as given. `named` is the location in another file that refers to this one, if
    there is one; a missing file is then reported there.
    """
    source = read_source(path, report, named=named)
    return None if source is None else compose_known(source, report)


def read_source(
    path: str | Path, report: Report, *, named: Span | None = None, largest: int = LARGEST
) -> Source | None:
    """Read the text of a file of at most so many bytes, or report why that is not possible (E100 to E103).

    A byte order mark at the start is left out. A file that is open in an editor counts as the text there.
    """
    name = os.fspath(path)
    span = named or Span(Source(name, ""), 0, 0)
    if (text := opened(name)) is not None:
        if len(text.encode("utf-8", "surrogatepass")) <= largest:
            return Source(name, text)
        _too_large(name, report, span, largest)
        return None
    data = _bytes(name, report, span, largest)
    if data is None:
        return None
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        _not_utf8(name, data, report, span)
        return None


def _bytes(name: str, report: Report, span: Span, largest: int) -> bytes | None:
    try:
        data = disk.content(name, largest)
    except (OSError, ValueError) as error:
        _unreadable(name, error, report, span)
        return None
    match data:
        case "folder":
            helps = ("name the file inside the folder",)
            report.add("E101", f"'{name}' is a folder, but a file is needed here", span, helps=helps)
        case "special":
            report.add("E100", f"'{name}' is not a regular file", span)
        case "large":
            _too_large(name, report, span, largest)
        case bytes():
            return data
        case _:
            assert_never(data)
    return None


def _too_large(name: str, report: Report, span: Span, largest: int) -> None:
    message = f"'{name}' is larger than {largest // 1_000_000} MB"
    report.add("E103", message, span, helps=("check that this is the right file",))


def _unreadable(name: str, error: OSError | ValueError, report: Report, span: Span) -> None:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            report.add("E100", f"there is no file '{name}'", span, helps=similar_path(name))
        case PermissionError():
            helps = ("change the permissions of the file",)
            report.add("E100", f"'{name}' cannot be read: permission denied", span, helps=helps)
        case OSError():
            report.add("E100", f"'{name}' cannot be read: {error.strerror or 'unknown reason'}", span)
        case _:
            report.add("E100", f"{name!r} is not a valid path", span)


def _not_utf8(name: str, data: bytes, report: Report, span: Span) -> None:
    """Report, as exactly as possible, why bytes are not a text in UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        helps = ("save the text again as UTF-8",)
        report.add("E102", f"'{name}' is written in UTF-16, but must be in UTF-8", span, helps=helps)
        return
    text = data.decode("utf-8-sig", errors="replace")
    wrong = text.count("\ufffd")
    if b"\0" in data or wrong > len(text) * _TEXT_AFTER_ALL:
        report.add("E102", f"'{name}' is not a text file", span, helps=("name a YAML file, saved as UTF-8",))
        return
    at = text.index("\ufffd")
    report.add(
        "E102",
        "the text is not written in UTF-8",
        Span(Source(name, text), at, at + 1),
        label="this is the first character that cannot be read",
        helps=("save the text again as UTF-8",),
    )
