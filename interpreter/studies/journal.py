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
from bisect import bisect, insort
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from ..engines.program.derived_values import Sides
from ..source.text.storage import Record, remove, whole_file, whole_lines
from .measures.action_counts import ALONE, NAMED, ActionCounts
from .outcomes import GameOutcome, Outcomes
from .rows import Row, RowsError, Suffix, checked, count, write

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
                found = opened(first)
                self.old = found is None
                found = found or _old(first)
                if found != {"study": self._study} | ({} if self.old else {"sums": "sha256"}):
                    raise RowsError(describe_mismatch(self._what, found, self._study))
            at = len(first)
            while at < end:
                line = file.readline()
                found = _old(line) if self.old else opened(line)
                n = self._n + 1 if found is None or self.old else found.get("n", 0)
                if n > self._n + 1:
                    yield at, None  # there were others before it
                yield at, found if n > self._n else None
                at, self._n = at + len(line), max(n, self._n)

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
        # After so many seconds what was added is brought to the disk itself: a power cut may cost that much
        if time.monotonic() - self._synced > 5.0:
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


# How the study of a file that was stopped differs from the one that should go on with it, in its author's flags.

Started = dict[str, Any]
"""What is played, as the first line of a file has it."""


def describe_mismatch(what: str, found: Any, wanted: Started) -> str:
    """Say that a file belongs to another study (or sweep), and what that one has: `4000 games, no --details`."""
    before = found.get("study") if isinstance(found, dict) else None
    if not isinstance(before, dict) or before.keys() != wanted.keys():
        return f"it is not the file of a {what} of this version"
    if before == wanted:
        return "its first line was changed"
    other = {key for key, value in wanted.items() if before[key] != value}
    return f"it belongs to another {what}, which has {', '.join(_differences(before, wanted, other))}"


def _differences(before: Started, wanted: Started, other: set[str]) -> Iterator[str]:
    if "rules" in other:
        games = [{str(rules).rpartition(":")[0] for rules in _list(one["rules"])} for one in (before, wanted)]
        yield "other rules or options" if games[0] == games[1] else f"the game {' '.join(sorted(games[0]))}"
    if "engine" in other:
        yield f"--engine {before['engine']}"
    if "seats" in other:
        yield f"--seats {','.join(map(str, _list(before['seats'])))}"
    elif "watched" in other:
        yield "--details" if before["watched"] else "no --details"
    if "rotate" in other:
        yield "no --fixed-seats" if before["rotate"] else "--fixed-seats"
    if "first" in other:
        yield f"games from seed {before['first']}"
    if "games" in other:
        yield f"{before['games']} games"
    if "wishes" in other:
        yield " ".join(f"--want '{wish}'" for wish in _list(before["wishes"])) or "no --want"


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# What the settings of a sweep came to: in a file, a line of JSON each, so that a sweep that was stopped can go on.
#
#     {"study": {...}, …}
#     {"number": 0, "setting": {"target": "500"}, "ended": [...], "lengths": {...}, …}
#
# In a race there is a line for each round that a setting took part in, with all its games so far. Without a file they
# are only remembered. It is a journal (`journal.py`): what follows a line that is damaged, missing or there twice is
# played again.


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

    def _is_sound(self, one: GameOutcome) -> bool:
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
        found.ended[GameOutcome(tuple(kinds), status, sides, tuple(map(float, returns)))] += many
    found.lengths.update({int(length): many for length, many in line["lengths"].items()})
    return found


# The games of a study that is not finished yet, in a file that survives whatever happens to the process.
#
#     {"study": {...}, …}                      what is played; a study that is taken up again must be the same
#     {"first": 0, "rows": [...], "doings": …} a chunk of games with seeds in a row, in the order in which chunks
# ended
#     {"first": 400, "rows": [...], "doings": …}
#
# `doings` are what the players did in the games of a chunk, which rows do not hold. It is a journal (`journal.py`):
# each line is with the kernel before the next chunk is played, and one that is damaged is left out, so that its games
# are played again.

ENDING = ".unfinished"
"""What is added to the name of the file that the games are for."""


class Unfinished:
    """The file of an unfinished study, open for more chunks; it goes once the study is `finished`.

    `study` says what is played, as an object of JSON. A study that was stopped goes on with `resume`; `damaged` are the
    lines that were not as they had been written, or after which some were missing.
    """

    def __init__(self, target: Path, study: dict[str, Any], *, resume: bool) -> None:
        """Begin, or take up again. Raises RowsError if the file is of another study, OSError as `open` does."""
        self.path = target.with_name(target.name + ENDING)
        self._study, self._journal = study, Journal(self.path, "study", study)
        self._chunks: list[tuple[int, int, int]] = []  # first seed, number of games, where the line begins, in order
        self.damaged, self.finished = list[int](), False
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
                counts_from_json(entry["doings"])
            return own == list(range(first, first + len(own))) and own[0] in seeds and own[-1] in seeds
        except (RowsError, ValueError, LookupError, TypeError, AttributeError):
            return False

    def add(self, first: int, rows: list[Row], doings: ActionCounts) -> None:
        """Write down a chunk of games, the first of which has this seed."""
        at = self._journal.add({"first": first, "rows": rows, "doings": counts_to_json(doings)})
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

    def doings(self) -> ActionCounts:
        """What the players did in these games."""
        found = ActionCounts()
        for chunk in self._entries():
            if "doings" in chunk:
                found.merge(counts_from_json(chunk["doings"]))
        return found

    def _entries(self) -> Iterator[Entry]:
        return self._journal.entries(at for _, _, at in self._chunks)

    def close(self, target: Path, suffix: Suffix) -> None:
        """Write the rows to the file that they are for, at once or not at all."""
        self._journal.close()
        with whole_file(target) as file:
            write(file, suffix, self.rows())
        if self.finished:
            remove(self.path)


# What players did in many games, as an object of JSON that is kept beside their rows, and read again.


def counts_to_json(found: ActionCounts) -> dict[str, Any]:
    """The object, in which a number stands beside how many games had it."""
    kept: dict[str, Any] = {"games": found.games, "full": found.full}
    kept |= {key: [[name, _pairs(one)] for name, one in getattr(found, key).items()] for key in NAMED}
    return kept | {key: _pairs(getattr(found, key)) for key in ALONE}


def counts_from_json(kept: dict[str, Any]) -> ActionCounts:
    """What the object tells."""
    found = ActionCounts(games=kept["games"], full=kept["full"])
    for key in NAMED:
        for name, pairs in kept[key]:
            getattr(found, key)[name].update(_counter(pairs))
    for key in ALONE:
        getattr(found, key).update(_counter(kept[key]))
    return found


def count_row(row: Row, found: ActionCounts) -> None:
    """Add what a row tells: the last scores, points and what is measured, but not how often anything was used."""
    if row.get("measures") is None:
        return  # nobody watched it
    found.games += 1
    for seat, score in enumerate(row["scores"] or ()):
        found.scores[seat][score] += 1
    for name, value in row["measures"].items():
        found.measures[name][_value(value)] += 1
    if row["points"] is not None:
        found.full += 1
        for parts, points in row["points"].items():
            found.points[" ".join(parts.split("."))][points] += 1


def _pairs(counts: Counter[Any]) -> list[list[Any]]:
    return [[value, many] for value, many in counts.items()]


def _counter(pairs: Iterable[tuple[Any, int]]) -> Counter[Any]:
    return Counter({_value(value): many for value, many in pairs})


def _value(value: Any) -> Hashable:
    return tuple(value) if isinstance(value, list) else value
