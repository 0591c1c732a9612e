"""What the settings of a sweep came to: in a file, a line of JSON each, so that a sweep that was stopped can go on.

    {"study": {...}}
    {"number": 0, "setting": {"target": "500"}, "ended": [...], "lengths": {...}}

In a race there is a line for each round that a setting took part in, with all its games so far. Without a file they
are only remembered.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..engines.program.sides import Sides
from .other_study import it_is_another
from .outcomes import Outcome, Outcomes
from .rows import RowsError


class Checkpoints:
    """What has been played: `rounds` holds the outcomes of each setting after each of its rounds, by its number."""

    def __init__(self, path: Path | None, study: dict[str, Any], *, resume: bool) -> None:
        """Begin, or go on with a file. Raises RowsError if it is of another sweep, OSError as `open` does.

        A file that holds settings of the same sweep is not begun again: they might be lost by mistake.
        """
        self._path, start = path, json.dumps({"study": study}) + "\n"
        self.rounds: dict[int, list[Outcomes]] = {}
        if path is None:
            return
        if resume and path.exists():
            good = self._read(path, study)
            with path.open("r+b") as file:
                file.truncate(good)
            return
        if path.exists() and path.stat().st_size > len(start.encode()):
            with path.open("rb") as file:
                if file.read(len(start.encode())) == start.encode():
                    raise RowsError("it holds settings of this sweep")
        path.write_text(start, encoding="utf-8")

    def _read(self, path: Path, study: dict[str, Any]) -> int:
        """Read what is there; the length of the lines that are whole."""
        good = 0
        for number, line in enumerate(path.read_bytes().splitlines(keepends=True)):
            if not line.endswith(b"\n"):
                break
            try:
                found = json.loads(line)
                if number:
                    self.rounds.setdefault(found["number"], []).append(_outcomes(found))
                elif found != {"study": study}:
                    raise RowsError(it_is_another("sweep", found, study))
            except (ValueError, KeyError, TypeError):
                raise RowsError(f"line {number + 1} is damaged") from None
            good += len(line)
        if not good:
            raise RowsError("it is not the file of a sweep")
        return good

    def add(self, number: int, setting: dict[str, str], found: Outcomes) -> None:
        """Note a setting that was played, in a round more."""
        self.rounds.setdefault(number, []).append(found)
        if self._path is not None:
            ended = [[list(one.kinds), one.status, one.winners, one.returns, many] for one, many in found.ended.items()]
            line = {"number": number, "setting": setting, "ended": ended}
            line |= {"lengths": dict(found.lengths), "lost": found.lost}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")

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
