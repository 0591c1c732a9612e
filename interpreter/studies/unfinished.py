"""The games of a study that is not finished yet, in a file that survives whatever happens to the process.

    {"study": {...}, …}                      what is played; a study that is taken up again must be the same
    {"first": 0, "rows": [...], "doings": …} a chunk of games with seeds in a row, in the order in which chunks ended
    {"first": 400, "rows": [...], "doings": …}

`doings` are what the players did in the games of a chunk, which rows do not hold. It is a journal (`journal.py`): each
line is with the kernel before the next chunk is played, and one that is damaged is left out, so that its games are
played again.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..language.text.storage import remove, whole_file
from .journal import Entry, Journal
from .kept_doings import from_kept
from .rows import Row, RowsError, Suffix, checked, count, write

ENDING = ".unfinished"
"""What is added to the name of the file that the games are for."""


class Unfinished:
    """The file of an unfinished study, open for more chunks.

    `study` says what is played, as an object of JSON. A study that was stopped goes on with `resume`; `damaged` are the
    lines that were not as they had been written, or after which some were missing.
    """

    def __init__(self, target: Path, study: dict[str, Any], *, resume: bool) -> None:
        """Begin, or take up again. Raises RowsError if the file is of another study, OSError as `open` does."""
        self.path = target.with_name(target.name + ENDING)
        self._study, self._journal = study, Journal(self.path, "study", study)
        self._chunks: list[tuple[int, int, int]] = []  # first seed, number of games, where the line begins, in order
        self.damaged: list[int] = []
        if resume:
            self._take_up()
        else:
            self._journal.begin()

    def _take_up(self) -> None:
        journal = self._journal
        for number, (at, entry) in enumerate(journal.read(), start=2):
            if entry is None or (journal.old and not self._is_sound(entry)) or not self._take(entry, at):
                self.damaged.append(number)
        if journal.old and self.damaged:
            raise RowsError("this line is damaged", self.damaged[0])
        if journal.old or self.damaged or not journal.begun:
            places = journal.begin(self._entries())
            self._chunks = [(first, many, at) for (first, many, _), at in zip(self._chunks, places, strict=True)]
        else:
            journal.go_on()

    def _take(self, entry: Entry, at: int) -> bool:
        """Take a chunk at this place in the file, unless one of its games is there already."""
        chunk = entry["first"], len(entry["rows"]), at
        place = bisect(self._chunks, chunk)
        (before, many, _), (after, _, _) = [(0, 0, 0), *self._chunks, (sum(chunk[:2]), 0, 0)][place : place + 2]
        if before + many > chunk[0] or after < sum(chunk[:2]):
            return False
        self._chunks.insert(place, chunk)
        return True

    def _is_sound(self, entry: Entry) -> bool:
        """Whether a line without a checksum can be one of this study."""
        try:
            first, rows = entry["first"], [checked(row, 0) for row in entry["rows"]]
            own = [row["seed"] for row in rows]
            seeds = range(self._study["first"], self._study["first"] + self._study["games"])
            count(rows)
            if "doings" in entry:
                from_kept(entry["doings"])
            return own == list(range(first, first + len(own))) and own[0] in seeds and own[-1] in seeds
        except (RowsError, ValueError, LookupError, TypeError, AttributeError):
            return False

    def add(self, first: int, rows: list[Row], doings: dict[str, Any]) -> None:
        """Write down a chunk of games, the first of which has this seed."""
        at = self._journal.add({"first": first, "rows": rows, "doings": doings})
        insort(self._chunks, (first, len(rows), at))

    def left(self, seeds: range) -> list[range]:
        """The seeds that have not been played."""
        found, at = [], seeds.start
        for first, many, _ in self._chunks:
            if first > at:
                found.append(range(at, first))
            at = max(at, first + many)
        return [*found, range(at, seeds.stop)] if at < seeds.stop else found

    def rows(self) -> Iterator[Row]:
        """All rows so far, in the order of their seeds. Raises RowsError if somebody has changed the file."""
        for chunk in self._entries():
            yield from chunk["rows"]

    def doings(self) -> Iterator[dict[str, Any]]:
        """What the players did, chunk by chunk."""
        for chunk in self._entries():
            if "doings" in chunk:
                yield chunk["doings"]

    def _entries(self) -> Iterator[Entry]:
        return self._journal.entries(at for _, _, at in self._chunks)

    def close(self, target: Path, suffix: Suffix, *, finished: bool) -> None:
        """Write the rows to the file that they are for, at once or not at all; if finished, this file goes."""
        self._journal.close()
        with whole_file(target) as file:
            write(file, suffix, self.rows())
        if finished:
            remove(self.path)
