"""Reading a file: its text if it is one, else a plain word about why it cannot be read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from .compose import compose
from .tree import Mapping

LARGEST = 2_000_000
"""So many bytes a file may hold."""

_TEXT_AFTER_ALL = 0.1
"""A file of which fewer bytes than this part are wrong is taken for a text in another encoding."""


def load(path: str | Path, report: Report, *, named: Span | None = None) -> Mapping | None:
    """Read a YAML file whose top is a mapping.

    Mistakes go to `report` (E100 to E141, W100, W101); the answer is None where the file cannot be read or
    is not YAML. The file is shown by the path as given. `named` is the place in another file that
    names this one, if there is one; that a file is missing is then reported there.
    """
    source = read_source(path, report, named=named)
    return None if source is None else compose(source, report, mapping=True)


def read_source(path: str | Path, report: Report, *, named: Span | None = None) -> Source | None:
    """Read the text of a file, or report why that is not possible (E100 to E103).

    A mark at the start that says which encoding follows is left out.
    """
    name = os.fspath(path)
    place = named or Span(Source(name, ""), 0, 0)
    data = _bytes(name, report, place)
    if data is None:
        return None
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        _not_utf8(name, data, report, place)
        return None


def _bytes(name: str, report: Report, place: Span) -> bytes | None:
    try:
        about = os.stat(name)
        if stat.S_ISDIR(about.st_mode):
            helps = ("name the file inside the folder",)
            report.add("E101", f"'{name}' is a folder; a file is needed here", place, helps=helps)
        elif not stat.S_ISREG(about.st_mode):
            report.add("E100", f"'{name}' is not a file that can be read", place)
        elif about.st_size > LARGEST:
            _too_large(name, report, place)
        else:
            with open(name, "rb") as file:
                data = file.read(LARGEST + 1)
            if len(data) <= LARGEST:
                return data
            _too_large(name, report, place)
    except (OSError, ValueError) as error:
        _unreadable(name, error, report, place)
    return None


def _too_large(name: str, report: Report, place: Span) -> None:
    message = f"'{name}' is larger than {LARGEST // 1_000_000} MB"
    report.add("E103", message, place, helps=("check that this is the file that was meant",))


def _unreadable(name: str, error: OSError | ValueError, report: Report, place: Span) -> None:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            report.add("E100", f"there is no file '{name}'", place, helps=_beside(name))
        case PermissionError():
            helps = ("change the permissions of the file",)
            report.add("E100", f"'{name}' may not be read by you", place, helps=helps)
        case OSError():
            report.add("E100", f"'{name}' cannot be read: {error.strerror or 'unknown reason'}", place)
        case _:
            report.add("E100", f"{name!r} is not a path", place)


def _beside(name: str) -> tuple[str, ...]:
    """A suggestion from the files that stand where this one was looked for."""
    folder, wanted = os.path.split(name)
    try:
        names = sorted(os.listdir(folder or "."))
    except OSError:
        return (f"there is no folder '{folder}' either",)
    return did_you_mean(wanted, names)


def _not_utf8(name: str, data: bytes, report: Report, place: Span) -> None:
    """Say what is known about bytes that are no text in UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        helps = ("save the text again as UTF-8",)
        report.add("E102", f"'{name}' is written in UTF-16; only UTF-8 is read", place, helps=helps)
        return
    text = data.decode("utf-8-sig", errors="replace")
    wrong = text.count("\ufffd")
    if b"\0" in data or wrong > len(text) * _TEXT_AFTER_ALL:
        report.add("E102", f"'{name}' is not a text file", place, helps=("name a YAML file, saved as UTF-8",))
        return
    at = text.index("\ufffd")
    report.add(
        "E102",
        "the text is not written in UTF-8",
        Span(Source(name, text), at, at + 1),
        label="this is the first character that cannot be read",
        helps=("save the text again as UTF-8",),
    )
