"""The games of a study that is not finished yet, in a file that survives whatever happens to the process.

    {"study": {...}}                         what is played; a study that is taken up again must be the same
    {"first": 0, "rows": [...], "doings": …} a chunk of games with seeds in a row, in the order in which chunks ended
    {"first": 400, "rows": [...], "doings": …}

`doings` are what the players did in the games of a chunk, which rows do not hold.

Each line is written at once. After a kill the last line may be cut off: it is left out, and its games are played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..language.text.whole_file import whole_file
from .other_study import it_is_another
from .rows import Row, RowsError, Suffix, write

ENDING = ".unfinished"
"""What is added to the name of the file that the games are for."""


class Unfinished:
    """The file of an unfinished study, open for more chunks.

    `study` says what is played, as an object of JSON. A study that was stopped goes on with `resume`.
    """

    def __init__(self, target: Path, study: dict[str, Any], *, resume: bool) -> None:
        """Begin, or take up again. Raises RowsError if the file is of another study, OSError as `open` does."""
        self.path = target.with_name(target.name + ENDING)
        self._study = study
        self._chunks: list[tuple[int, int, int]] = []  # first seed, number of games, where the line begins
        if resume:
            self._take_up()
        self._file = self.path.open("ab" if resume else "wb")
        if not self._file.tell():
            self._put({"study": study})

    def _take_up(self) -> None:
        good = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file):
                if not line.endswith(b"\n"):
                    break
                try:
                    found = json.loads(line)
                except ValueError:
                    raise RowsError("this line is damaged", number + 1) from None
                if number == 0 and found != {"study": self._study}:
                    raise RowsError(it_is_another("study", found, self._study))
                if number:
                    self._chunks.append((found["first"], len(found["rows"]), good))
                good += len(line)
        with self.path.open("r+b") as file:
            file.truncate(good)

    def _put(self, value: dict[str, Any]) -> int:
        at = self._file.tell()
        self._file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        return at

    def add(self, first: int, rows: list[Row], doings: dict[str, Any]) -> None:
        """Write down a chunk of games, the first of which has this seed."""
        self._chunks.append((first, len(rows), self._put({"first": first, "rows": rows, "doings": doings})))

    def left(self, seeds: range) -> list[range]:
        """The seeds that have not been played."""
        found, at = [], seeds.start
        for first, many, _ in sorted(self._chunks):
            if first > at:
                found.append(range(at, first))
            at = max(at, first + many)
        return [*found, range(at, seeds.stop)] if at < seeds.stop else found

    def rows(self) -> Iterator[Row]:
        """All rows so far, in the order of their seeds."""
        for chunk in self._read():
            yield from chunk["rows"]

    def doings(self) -> Iterator[dict[str, Any]]:
        """What the players did, chunk by chunk."""
        for chunk in self._read():
            if "doings" in chunk:
                yield chunk["doings"]

    def _read(self) -> Iterator[dict[str, Any]]:
        with self.path.open("rb") as file:
            for _, _, at in sorted(self._chunks):
                file.seek(at)
                yield json.loads(file.readline())

    def close(self, target: Path, suffix: Suffix, *, finished: bool) -> None:
        """Write the rows to the file that they are for, at once or not at all; if finished, this file goes."""
        self._file.close()
        with whole_file(target) as new:
            write(new, suffix, self.rows())
        if finished:
            self.path.unlink()
