"""One row a game: what is kept of each of many games, as CSV, JSON Lines or Parquet.

| column | |
|---|---|
| `seed` | plays the same game again |
| `rules` | the name of the game, and the fingerprint of its rules, options and number of players |
| `end` | how it ended: `finished`, `limit`, `error`; `lost` if the game could not be played |
| `decisions` | its length |
| `winners` | the winning sides; null where the rules do not say |
| `seats`, `returns` | who sat on each seat, and what the seat got |
| `scores`, `rounds`, `lead_changes` | only of games that were watched |
| `measures`, `points` | the same: what the spec measures, and points by side, sheet and category (`t1.hand.distance`) |

JSON Lines and Parquet hold lists; `measures` and `points` are objects in JSON Lines, and their JSON elsewhere. In CSV
the columns that hold a value for each seat are `p1`, `p1_return`, `p1_score` and so on, and winners are written as
`p1+p3 p2+p4`, or `nobody`.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, cast, get_args

from ..diagnostics.record import dataclass
from ..engines.program.derived_values import Sides
from ..play.game.game import Game
from ..play.players.playout import Played
from .measures.observation import ObservedGame
from .outcomes import Outcomes

Suffix = Literal[".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet"]
"""The formats, by the end of a file's name."""

SUFFIXES: tuple[Suffix, ...] = get_args(Suffix)

Row = dict[str, Any]
"""The columns of one game, as JSON has them."""

OBJECTS = ("measures", "points")
"""Columns that hold an object for each game."""

COUNTS = ("seed", "decisions", "rounds", "lead_changes")
"""Columns that hold a whole number from 0 on."""

LARGEST = 1e300
"""No number of a game is larger: sums of so many are still numbers."""


class RowsError(Exception):
    """Raised for a file of rows that is not one: what is wrong, and on which line (0: the whole file)."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@dataclass(frozen=True, slots=True)
class RowSchema:
    """What the rows of one study share: the game's name and fingerprint, and how many players it has."""

    text: str
    players: int

    @classmethod
    def of(cls, game: Game) -> RowSchema:
        """The rules of a game that is loaded."""
        return cls(f"{game.name}:{game.fingerprint[:16]}", game.players)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.text.rpartition(":")[0]


def row_of(seen: ObservedGame, rules: RowSchema) -> Row:
    """The row of a game."""
    played, watched = seen.played, seen.watched
    sides = None if played.winners is None else [[f"p{seat + 1}" for seat in side] for side in played.winners]
    row: Row = {
        "seed": played.seed,
        "rules": rules.text,
        "end": played.status,
        "decisions": played.decisions,
        "winners": sides,
        "seats": list(seen.kinds),
        "returns": list(played.returns),
    }
    if watched is not None:
        row["scores"] = None if watched.scores is None else list(watched.scores)
        row["rounds"] = watched.begun.total() if watched.full else None
        row["lead_changes"] = watched.lead_changes
        row["measures"] = dict(watched.measures)
        row["points"] = (
            {".".join(key): value for key, value in sorted(watched.points.items())} if watched.full else None
        )
    return row


def lost_row(seed: int, kinds: tuple[str, ...], rules: RowSchema) -> Row:
    """The row of a game that could not be played."""
    return {"seed": seed, "rules": rules.text, "end": "lost", "decisions": 0, "winners": None} | {
        "seats": list(kinds),
        "returns": [0.0] * rules.players,
    }


def count(rows: Iterable[Row], found: Outcomes | None = None) -> Outcomes:
    """The outcomes of games, from their rows; added to what was `found` before."""
    found = found or Outcomes()
    for row in rows:
        if row["end"] == "lost":
            found.lost.append(row["seed"])
            continue
        winners: Sides | None = None
        if row["winners"] is not None:
            winners = tuple(tuple(int(seat[1:]) - 1 for seat in side) for side in row["winners"])
        played = Played(
            seed=row["seed"],
            status=row["end"],
            returns=tuple(map(float, row["returns"])),
            decisions=row["decisions"],
            winners=winners,
        )
        found.add(played, tuple(row["seats"]))
    return found


# Writing ----------------------------------------------------------------------------------


def write(file: BinaryIO, suffix: Suffix, rows: Iterable[Row]) -> None:
    """Write rows to an open file, in the format of a suffix; the same rows give the same bytes."""
    match suffix:
        case ".parquet":
            _write_parquet(file, rows)
        case ".csv" | ".jsonl":
            text = io.TextIOWrapper(file, encoding="utf-8", newline="")
            _write_text(text, suffix == ".csv", rows)
            text.detach()  # what has been written is passed on, and the file stays open
        case _:
            with (
                gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
                io.TextIOWrapper(packed, encoding="utf-8", newline="") as unpacked,
            ):
                _write_text(unpacked, suffix == ".csv.gz", rows)


def _write_text(file: IO[str], table: bool, rows: Iterable[Row]) -> None:
    if not table:
        file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
        return
    writer = csv.writer(file, lineterminator="\n")
    like, rows = _like(rows)
    heads = list(_flat(like)) if like else []
    if heads:
        writer.writerow(heads)
    for row in rows:
        flat = _flat(row)
        writer.writerow([flat.get(head, "") for head in heads])


def _like(rows: Iterable[Row]) -> tuple[Row | None, Iterable[Row]]:
    """The first row of a game that was played, whose columns all have, or of any game; and all rows."""
    before: list[Row] = []
    rest = iter(rows)
    for row in rest:
        before.append(row)
        if row["end"] != "lost":
            break
    return (before[-1] if before else None), chain(before, rest)


def _flat(row: Row) -> dict[str, Any]:
    """A row of CSV: one column for each seat in place of a list."""
    flat: dict[str, Any] = {key: row[key] for key in ("seed", "rules", "end", "decisions")}
    sides = row["winners"]
    flat["winners"] = "" if sides is None else " ".join("+".join(side) or "none" for side in sides) or "nobody"
    for key, ending in (("seats", ""), ("returns", "_return"), ("scores", "_score")):
        for number, value in enumerate(row.get(key) or ()):
            flat[f"p{number + 1}{ending}"] = f"{value:.17g}" if isinstance(value, float) else value
    for key in ("rounds", "lead_changes"):
        if key in row:
            flat[key] = row[key]
    return flat | {key: _text(row[key]) for key in OBJECTS if key in row}


def _text(value: Any) -> str | None:
    """An object as a text; None for None."""
    return None if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _write_parquet(file: BinaryIO, rows: Iterable[Row]) -> None:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    texts = arrow.list_(arrow.string())
    types = {
        "seed": arrow.int64(),
        "rules": arrow.string(),
        "end": arrow.string(),
        "decisions": arrow.int64(),
        "winners": arrow.list_(texts),
        "seats": texts,
        "returns": arrow.list_(arrow.float64()),
        "scores": arrow.list_(arrow.int64()),
        "rounds": arrow.int64(),
        "lead_changes": arrow.int64(),
        **dict.fromkeys(OBJECTS, arrow.string()),
    }
    writer = None
    like, rows = _like(rows)
    # How many games Parquet holds in a group of rows
    rest = iter(rows)
    while group := list(islice(rest, 50_000)):
        if writer is None:
            writer = parquet.ParquetWriter(file, arrow.schema([(key, types[key]) for key in like or group[0]]))
        told = [{**row, **{key: _text(row[key]) for key in OBJECTS if key in row}} for row in group]
        writer.write_table(arrow.Table.from_pylist(told, schema=writer.schema))
    if writer is not None:
        writer.close()


# Reading ----------------------------------------------------------------------------------


def read(path: Path, suffix: Suffix) -> Iterator[tuple[int, Row]]:
    """The rows of a file, each with its line. Raises RowsError for what is not a row, OSError as `open` does."""
    match suffix:
        case ".parquet":
            yield from _read_parquet(path)
            return
        case ".csv" | ".jsonl":
            opened: IO[str] = path.open(encoding="utf-8", newline="")  # noqa: SIM115 - closed below
        case _:
            opened = cast(IO[str], gzip.open(path, "rt", encoding="utf-8", newline=""))  # noqa: SIM115 - closed below
    with opened as file:
        try:
            yield from _read_csv(file) if suffix.startswith(".csv") else _read_lines(file)
        except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError) as error:
            raise RowsError(f"the file is damaged: {error}") from None


def _whole(file: IO[str]) -> Iterator[str]:
    """The lines of a file. Raises RowsError for a last one that was cut off, of which nobody knows what is missing."""
    for number, line in enumerate(file, 1):
        if not line.endswith(("\n", "\r")):
            raise RowsError("the file is cut off: its last line has no end", number)
        yield line


def _read_lines(file: IO[str]) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(_whole(file), 1):
        try:
            yield number, checked(json.loads(line), number)
        except ValueError:
            raise RowsError("this is not a line of JSON", number) from None


def _read_csv(file: IO[str]) -> Iterator[tuple[int, Row]]:
    for number, flat in enumerate(csv.DictReader(_whole(file)), 2):
        try:
            yield number, checked(_unflat(flat), number)
        except (ValueError, KeyError, AttributeError, TypeError):
            raise RowsError("this is not the row of a game", number) from None


def _unflat(flat: dict[str, str]) -> Row:
    players = sum(head.startswith("p") and head[1:].isdigit() for head in flat)
    seats = [f"p{number + 1}" for number in range(players)]
    won: list[list[str]] | None = None
    if flat["winners"]:
        words = [] if flat["winners"] == "nobody" else flat["winners"].split(" ")
        won = [[] if word == "none" else word.split("+") for word in words]
    row: Row = {
        "seed": int(flat["seed"]),
        "rules": flat["rules"],
        "end": flat["end"],
        "decisions": int(flat["decisions"]),
        "winners": won,
        "seats": [flat[seat] for seat in seats],
        "returns": [float(flat[f"{seat}_return"]) for seat in seats],
    }
    if "rounds" in flat:
        scores = [flat[f"{seat}_score"] for seat in seats] if f"{seats[0]}_score" in flat else None
        row["scores"] = None if scores is None or "" in scores else list(map(int, scores))
        for key in ("rounds", "lead_changes"):
            row[key] = int(flat[key]) if flat[key] else None
        row |= {key: json.loads(flat[key]) if flat[key] else None for key in OBJECTS if key in flat}
    return row


def _read_parquet(path: Path) -> Iterator[tuple[int, Row]]:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    try:
        file = parquet.ParquetFile(path)
    except arrow.ArrowInvalid as error:
        raise RowsError(f"the file is damaged: {error}") from None
    number = 0
    for batch in file.iter_batches():
        for row in batch.to_pylist():
            number += 1
            yield number, checked({**row, **{key: json.loads(row[key]) for key in OBJECTS if row.get(key)}}, number)


_TYPES: dict[str, type | tuple[type, ...]] = {
    "seed": int,
    "rules": str,
    "end": str,
    "decisions": int,
    "winners": (list, type(None)),
    "seats": list,
    "returns": list,
}
"""The columns that every row has."""


def checked(row: Any, line: int) -> Row:
    """The row, if it is one of a game. Raises RowsError."""
    fine = isinstance(row, dict) and all(isinstance(row.get(key), type) for key, type in _TYPES.items())
    if not fine or row["end"] not in ("finished", "loop", "limit", "error", "lost") or not _fits(row):
        raise RowsError("this is not the row of a game", line)
    return cast(Row, row)


def _fits(row: Row) -> bool:
    """Whether the columns of a row go together: the values of each seat, and those of games that were watched."""
    many = len(row["seats"])
    names = {f"p{number + 1}" for number in range(many)}
    won = all(isinstance(side, list) and {*map(str, side)} <= names for side in row["winners"] or ())
    each = [row["returns"], *([row["scores"]] if row.get("scores") is not None else [])]
    seats = all(len(one) == many and all(map(_is_number, one)) for one in each)
    counts = all(row.get(key) is None or _is_number(row[key], 0) for key in COUNTS)
    objects = all(isinstance(row.get(key, {}), (dict, type(None))) for key in OBJECTS)
    return won and seats and counts and objects and (row.get("measures") is None or {"scores", "points"} <= row.keys())


def _is_number(value: Any, least: float = -LARGEST) -> bool:
    """Whether something is a number, and no less than this; infinite ones are none, nor is what is not a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= LARGEST
