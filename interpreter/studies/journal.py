"""A file of lines of JSON to which a study adds what it has played, so that it can go on whatever stopped it.

    {"study": {...}, "sums": "sha256", "sum": "…"}      what is played; a study that is taken up must be the same
    {…, "n": 1, "sum": "…"}                             what was played, in the order in which it ended

Each line ends with a checksum of all that stands before it, and has its number. So a line that was changed, lost,
doubled or moved is found when the study goes on. A last line that was cut off, by a kill or a full disk, is left out.
Files of older versions have neither `sums` nor numbers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from ..language.text.storage import Record, whole_file, whole_lines
from .other_study import it_is_another
from .rows import RowsError

SYNC = 5.0
"""After so many seconds what was added is brought to the disk itself: a power cut may cost that much."""

Entry = dict[str, Any]

_SUM = b',"sum":"'


class Journal:
    """The file of a study: `what` is `study` or `sweep`, `study` says what is played.

    Once it was read, `old` is set for a file of a version without checksums, and `begun` if there is a first line.
    """

    def __init__(self, path: Path, what: str, study: dict[str, Any]) -> None:
        self.path, self._what, self._study = path, what, study
        self.old, self.begun, self._n, self._synced = False, False, 0, time.monotonic()
        self._record: Record | None = None

    def read(self) -> Iterator[tuple[int, Entry | None]]:
        """Each whole line after the first: where it begins, and what it says.

        For a line that is not as it was, and where some are missing, that is None. Raises RowsError if it is the file
        of another study, OSError if it cannot be read.
        """
        end = whole_lines(self.path)
        with self.path.open("rb") as file:
            first, self._n, self.begun = file.readline() if end else b"", 0, end > 0
            if first:
                self._check_first(first)
            at = len(first)
            while at < end:
                line = file.readline()
                found = _old(line) if self.old else opened(line)
                n = self._n + 1 if found is None or self.old else found.get("n", 0)
                if n > self._n + 1:
                    yield at, None  # there were others before it
                yield at, found if n > self._n else None
                at, self._n = at + len(line), max(n, self._n)

    def _check_first(self, line: bytes) -> None:
        found = opened(line)
        self.old = found is None
        found = found or _old(line)
        if found != {"study": self._study} | ({} if self.old else {"sums": "sha256"}):
            raise RowsError(it_is_another(self._what, found, self._study))

    def is_same(self) -> bool:
        """Whether it is a file of this study that holds something."""
        try:
            return next(self.read(), None) is not None
        except RowsError:
            return False

    def begin(self, entries: Iterable[Entry] = ()) -> list[int]:
        """Write these entries in the place of what is there, at once or not at all; where each of them begins."""
        places, at, self._n = list[int](), 0, -1
        with whole_file(self.path) as file:
            for entry in chain(({"study": self._study, "sums": "sha256"},), entries):
                self._n += 1
                places.append(at)
                at += file.write(sealed({**entry, "n": self._n} if self._n else entry))
        self.old = False
        self.go_on()
        return places[1:]

    def go_on(self) -> None:
        """Have what is added follow the last whole line."""
        self.close()
        self._record = Record(self.path)

    def add(self, entry: Entry) -> int:
        """Add an entry; where it begins. Raises OSError, and then it is not there."""
        assert self._record is not None
        at = self._record.add(sealed({**entry, "n": self._n + 1}))
        self._n += 1
        if time.monotonic() - self._synced > SYNC:
            self._record.sync()
            self._synced = time.monotonic()
        return at

    def entries(self, places: Iterable[int]) -> Iterator[Entry]:
        """The entries at these places. Raises RowsError if somebody has changed one since."""
        with self.path.open("rb") as file:
            for at in places:
                file.seek(at)
                line = file.readline()
                found = _old(line) if self.old else opened(line)
                if found is None:
                    raise RowsError("it was changed while the study went on")
                yield found

    def close(self) -> None:
        """Bring all of it to the disk, and add no more."""
        if self._record is not None:
            record, self._record = self._record, None
            try:
                record.sync()
            finally:
                record.close()


def sealed(entry: Entry) -> bytes:
    """The line of an entry, with its checksum.

    >>> opened(sealed({"n": 1})), opened(sealed({"n": 1}).replace(b"1", b"2"))
    ({'n': 1}, None)
    """
    body = json.dumps(entry, separators=(",", ":"))[:-1].encode()
    return body + _SUM + _digest(body) + b'"}\n'


def opened(line: bytes) -> Entry | None:
    """What a line says; None if it does not have its checksum."""
    body, _, end = line.rpartition(_SUM)
    return dict(json.loads(body + b"}")) if body and end == _digest(body) + b'"}\n' else None


def _digest(body: bytes) -> bytes:
    return sha256(body).hexdigest()[:16].encode()


def _old(line: bytes) -> Entry | None:
    """A line without a checksum."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
