"""Writes a new text into a file of an author, all of it or nothing."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span


def rewrite(source: Source, text: str, report: Report) -> bool:
    """Replace the text of a file, in UTF-8. If that is not possible, the file is left as it is, and E017 is reported.

    The new text is written beside the file first, so that it is never half of one and half of the other.
    """
    path = Path(os.path.realpath(source.name))
    try:
        mode = path.stat().st_mode & 0o7777
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            os.chmod(beside, mode)
            os.replace(beside, path)
        except OSError:
            with suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        _unwritten(source.name, error, report)
        return False
    return True


def write_new(name: str, text: str, report: Report) -> bool:
    """Write a file that does not exist yet, with its folder. E019 is reported if it does, E017 if that fails."""
    path = Path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        report.add("E019", f"'{name}' exists already", Span(Source(name, ""), 0, 0))
        return False
    except OSError as error:
        _unwritten(name, error, report)
        return False
    return True


def _unwritten(name: str, error: OSError, report: Report) -> None:
    why = (error.strerror or str(error)).lower()
    report.add("E017", f"'{name}' cannot be written: {why}", Span(Source(name, ""), 0, 0))
