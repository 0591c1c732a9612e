"""Writes a new text into a file of an author, all of it or nothing."""

from __future__ import annotations

import errno

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from ..language.text import storage


def rewrite(source: Source, text: str, report: Report) -> bool:
    """Replace the text of a file, in UTF-8. If that is not possible, the file is left as it is, and E017 is reported.

    The new text is written beside the file first, so that it is never half of one and half of the other.
    """
    try:
        storage.write(source.name, text)
    except OSError as error:
        _unwritten(source.name, error, report)
        return False
    return True


def write_new(name: str, text: str, report: Report) -> bool:
    """Write a file that does not exist yet, with its folder. E019 is reported if it does, E017 if that fails."""
    try:
        storage.write_new(name, text)
    except OSError as error:
        if error.errno == errno.EEXIST:
            report.add("E019", f"'{name}' exists already", Span(Source(name, ""), 0, 0))
        else:
            _unwritten(name, error, report)
        return False
    return True


def _unwritten(name: str, error: OSError, report: Report) -> None:
    why = (error.strerror or str(error)).lower()
    report.add("E017", f"'{name}' cannot be written: {why}", Span(Source(name, ""), 0, 0))
