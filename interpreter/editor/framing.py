"""The messages in what an editor sends: a header that says how long each one is, an empty line, and the message.

A reader that believes every header waits for ever behind a wrong one. Here a header that makes no sense is passed over,
up to the next one that does, so that one message is lost and not all that follow it.
"""

from __future__ import annotations

import json
import re
from typing import BinaryIO

LARGEST = 64_000_000
"""A message may have so many bytes."""

LONGEST_LINE = 100_000
"""So much is looked through at once for a header."""

_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,9})[ \t]*\r?\n", re.IGNORECASE)


class Framing:
    """Reads as pygls does, a header line by line and then the message; what it reads is always well framed."""

    def __init__(self, given: BinaryIO) -> None:
        self._given = given
        self._before = b""
        self._lines: list[bytes] = []
        self._message = b""

    def readline(self) -> bytes:
        """The next line of a header; nothing at the end."""
        if not self._lines:
            self._message = self._next()
            if not self._message:
                return b""
            self._lines = [b"Content-Length: %d\r\n" % len(self._message), b"\r\n"]
        return self._lines.pop(0)

    def read(self, _: int) -> bytes:
        """The message whose header was read."""
        return self._message

    def _next(self) -> bytes:
        """The next message; nothing at the end."""
        while (length := self._length()) is not None:
            message = self._taken(length)
            if len(message) < length:
                return b""
            if not message.rstrip().endswith((b"}", b"]")) or _LENGTH.search(message):
                cut = _end(message)  # it is shorter than its header says, and the next one has begun
                message, self._before = message[:cut], message[cut:] + self._before
            if message.strip():
                return message
        return b""

    def _length(self) -> int | None:
        """The length in the next header that makes sense, which is read up to its empty line; None at the end."""
        length, tail = None, b""
        while line := self._line():
            found = _LENGTH.search(tail + line)
            tail = b"" if line.endswith(b"\n") else (tail + line)[-LONGEST_LINE:]
            if found is not None:
                length = int(found[1]) if int(found[1]) <= LARGEST else None
            elif length is not None and not line.strip():
                return length
        return None

    def _line(self) -> bytes:
        if b"\n" in self._before:
            line, end, self._before = self._before.partition(b"\n")
            return line + end
        line, self._before = self._before, b""
        return line + self._given.readline(LONGEST_LINE)

    def _taken(self, length: int) -> bytes:
        taken, self._before = self._before[:length], self._before[length:]
        return taken + (self._given.read(length - len(taken)) if len(taken) < length else b"")


def _end(message: bytes) -> int:
    """Where a message ends that may be shorter than its header says: behind its JSON, else before the next header."""
    text = message.decode("latin-1")
    try:
        return json.JSONDecoder().raw_decode(text, len(text) - len(text.lstrip()))[1]
    except (ValueError, RecursionError):
        found = _LENGTH.search(message)
        return len(message) if found is None else found.start()
