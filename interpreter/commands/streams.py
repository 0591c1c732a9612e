"""Standard streams that never fail by themselves, so that the exit code tells the truth.

A reader may stop reading, as `head` does: the command goes on. What the terminal cannot show, and what is typed but is
no text in its encoding, becomes an escape such as `\\udce9`: names of files may be any bytes.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def escape_what_is_no_text(stream: TextIO | None) -> None:
    """From now on the stream reads and writes escapes for what its encoding does not have."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


class _UntilClosed(io.FileIO):
    """Writes until the reader closes the pipe, and from then on to nowhere."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return super().write(data)


def until_closed(stream: TextIO | None) -> TextIO | None:
    """The same stream, but it is no error if its reader stops reading. Only for files and pipes, not for consoles."""
    if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return stream
    raw = (
        stream.buffer.raw if isinstance(stream.buffer, io.BufferedWriter) else stream.buffer
    )  # if Python is unbuffered
    if not isinstance(raw, io.FileIO):
        return stream
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_UntilClosed(stream.fileno(), "w", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def unwritten() -> Iterator[OSError]:
    """Write all that waits to be written; the error of each stream that fails, which writes to nowhere from then on."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # None if it was closed before we started
                stream.flush()
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            yield error
