"""What the settings of a sweep came to: in a file, a line of JSON each, so that a sweep that was stopped can go on.

    {"study": {...}, …}
    {"number": 0, "setting": {"target": "500"}, "ended": [...], "lengths": {...}, …}

In a race there is a line for each round that a setting took part in, with all its games so far. Without a file they
are only remembered. It is a journal (`journal.py`): what follows a line that is damaged, missing or there twice is
played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..engines.program.sides import Sides
from .journal import Entry, Journal
from .outcomes import Outcome, Outcomes
from .rows import RowsError


class Checkpoints:
    """What has been played: `rounds` holds the outcomes of each setting after each of its rounds, by its number."""

    def __init__(self, path: Path | None, study: dict[str, Any], *, resume: bool, totals: Sequence[int]) -> None:
        """Begin, or go on with a file. Raises RowsError if it is of another sweep, OSError as `open` does.

        A file that holds settings of the same sweep is not begun again: they might be lost by mistake. `totals` are the
        games of a setting after each round. `damaged` is the first line that was not as it had been written.
        """
        self.rounds: dict[int, list[Outcomes]] = {}
        self.damaged, self._totals = 0, totals
        self._settings, self._players = len(study["rules"]), len(study["seats"])
        self._journal = None if path is None else Journal(path, "sweep", study)
        if self._journal is None or path is None:
            return
        if resume and path.exists():
            self._take_up(self._journal)
            return
        if path.is_file() and self._journal.is_same():
            raise RowsError("it holds settings of this sweep")
        self._journal.begin()

    def _take_up(self, journal: Journal) -> None:
        """Take what is there, up to the first line that is not as it was."""
        entries: list[Entry] = []
        for number, (_, entry) in enumerate(journal.read(), start=2):
            found = self._outcomes_of(entry)
            if found is None or entry is None:
                if journal.old:
                    raise RowsError(f"line {number} is damaged")
                self.damaged = number
                break
            self.rounds.setdefault(entry["number"], []).append(found)
            entries.append(entry)
        if not journal.begun:
            raise RowsError("it is not the file of a sweep")
        if journal.old or self.damaged:
            journal.begin(entries)
        else:
            journal.go_on()

    def _outcomes_of(self, entry: Entry | None) -> Outcomes | None:
        """What a line says, if it can be that of the next round of a setting."""
        try:
            number, found = (entry or {})["number"], _outcomes(entry or {})
            total = self._totals[len(self.rounds.get(number, ()))]
            sound = type(number) is int and number in range(self._settings) and all(map(self._is_sound, found.ended))
        except (ValueError, LookupError, TypeError, AttributeError):
            return None
        return found if sound and sum(found.ended.values()) + len(found.lost) == total else None

    def _is_sound(self, one: Outcome) -> bool:
        seats = {seat for side in one.winners or () for seat in side}
        known = one.status in ("finished", "loop", "limit", "error")
        return known and len(one.kinds) == len(one.returns) == self._players and seats <= {*range(self._players)}

    def add(self, number: int, setting: dict[str, str], found: Outcomes) -> None:
        """Note a setting that was played, in a round more."""
        if self._journal is not None:
            ended = [[list(one.kinds), one.status, one.winners, one.returns, many] for one, many in found.ended.items()]
            line = {"number": number, "setting": setting, "ended": ended}
            self._journal.add(line | {"lengths": dict(found.lengths), "lost": found.lost})
        self.rounds.setdefault(number, []).append(found)

    def close(self) -> None:
        """Bring the file to the disk."""
        if self._journal is not None:
            self._journal.close()

    @property
    def done(self) -> dict[int, Outcomes]:
        """The outcomes of each setting that was played, by its number."""
        return {number: found[-1] for number, found in self.rounds.items()}

    def all(self) -> Outcomes:
        """The games of all settings together."""
        found = Outcomes()
        for one in self.done.values():
            found.merge(one)
        return found


def _outcomes(line: dict[str, Any]) -> Outcomes:
    found = Outcomes(lost=line["lost"])
    for kinds, status, winners, returns, many in line["ended"]:
        sides: Sides | None = None if winners is None else tuple(tuple(side) for side in winners)
        found.ended[Outcome(tuple(kinds), status, sides, tuple(map(float, returns)))] += many
    found.lengths.update({int(length): many for length, many in line["lengths"].items()})
    return found
