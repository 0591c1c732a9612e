"""Rows of games are the same whether they are written as CSV, JSON Lines or Parquet."""

from __future__ import annotations

import gzip
import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardwright.source.text.storage import whole_file
from cardwright.studies.rows import SUFFIXES, Row, RowSchema, RowsError, Suffix, count, lost_row, read, write

ROWS: list[Row] = [
    {
        "seed": seed,
        "rules": "race:0123456789abcdef",
        "end": end,
        "decisions": 10 + seed,
        "winners": winners,
        "seats": ["first", "random"],
        "returns": [1 / 3, -4.0],
        "scores": [7, -2],
        "rounds": 3,
        "lead_changes": 0,
        "measures": {"tricks": seed, "p1.late": None},
        "points": {"p1.hand.élan": 5} if seed % 2 else None,
    }
    for seed, (end, winners) in enumerate(
        [
            ("finished", [["p1"]]),
            ("finished", [["p1"], ["p2"]]),
            ("finished", [["p1", "p2"]]),
            ("finished", [["p2"], []]),
            ("finished", [[]]),
            ("finished", []),
            ("finished", None),
            ("limit", None),
            ("lost", None),
        ]
    )
]


def put(path: Path, suffix: Suffix, rows: list[Row]) -> None:
    """Write rows to a file."""
    with whole_file(path) as file:
        write(file, suffix, rows)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_written_is_read(suffix: Suffix, tmp_path: Path) -> None:
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        pytest.skip("pyarrow is not installed")
    path = tmp_path / f"games{suffix}"
    put(path, suffix, ROWS)
    assert [row for _, row in read(path, suffix)] == ROWS
    written = path.read_bytes()
    put(path, suffix, ROWS)
    assert path.read_bytes() == written


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_lost_game_that_comes_first_takes_no_column_with_it(suffix: Suffix, tmp_path: Path) -> None:
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        pytest.skip("pyarrow is not installed")
    lost = lost_row(0, ("first", "random"), RowSchema("race:0123456789abcdef", 2))
    put(tmp_path / f"games{suffix}", suffix, [lost, *ROWS[1:]])
    assert [row for _, row in read(tmp_path / f"games{suffix}", suffix)][1:] == ROWS[1:]


def test_lost_games_are_no_games() -> None:
    found = count(ROWS)
    assert (found.games, found.lost) == (8, [8])
    assert found.statuses == {"finished": 7, "limit": 1}


WRONG: list[tuple[Suffix, bytes, int, str]] = [
    (".jsonl", b'{"seed": 1}\n', 1, "this is not the row of a game"),
    (".jsonl", b"[1]\n", 1, "this is not the row of a game"),
    (".jsonl", b'{"seed": \n', 1, "this is not a line of JSON"),
    (".csv", b"seed,rules\n1,x\n", 2, "this is not the row of a game"),
    (".csv", b"seed,rules,end,decisions,winners,p1,p1_return\nx,a:b,finished,1,p1,first,1\n", 2, "this is not the row"),
    (".csv", b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b,over,1,p1,first,1\n", 2, "this is not the row"),
    (".csv", b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b\n", 2, "this is not the row"),
    (".csv", b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b,finished,1,p1,first,12", 2, "the file is cut off"),
    (".csv", b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b,finished,1,p2,first,1\n", 2, "this is not the row"),
    (
        ".csv",
        b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b,finished,1,p\0,first,1\n",
        2,
        "this is not the row",
    ),
    (".jsonl", json.dumps(ROWS[0] | {"winners": ["p1"]}).encode() + b"\n", 1, "this is not the row of a game"),
    (".jsonl", json.dumps(ROWS[0] | {"returns": ["1", 0.0]}).encode() + b"\n", 1, "this is not the row of a game"),
    (".jsonl", json.dumps(ROWS[0] | {"measures": [1]}).encode() + b"\n", 1, "this is not the row of a game"),
    (
        ".csv",
        b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b,finished,1,p1,first,nan\n",
        2,
        "this is not the row",
    ),
    (
        ".csv",
        b"seed,rules,end,decisions,winners,p1,p1_return\n1,a:b,finished,-5,p1,first,1\n",
        2,
        "this is not the row",
    ),
    *(
        (".jsonl", json.dumps(ROWS[0] | what).encode() + b"\n", 1, "this is not the row of a game")
        for what in (
            {"returns": [float("inf"), 0.0]},
            {"returns": [10**400, 0.0]},
            {"returns": [True, False]},
            {"decisions": True},
            {"seed": -1},
            {"rounds": -1},
            {"lead_changes": float("nan")},
        )
    ),
    (".jsonl.gz", b"no gzip", 0, "the file is damaged"),
    (".jsonl.gz", gzip.compress(json.dumps(ROWS[0]).encode(), mtime=0)[:-9], 0, "the file is damaged"),
    (".jsonl", b"\xff\xfe\n", 0, "the file is damaged"),
]


@pytest.mark.parametrize(("suffix", "text", "line", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_no_row_is_refused(suffix: Suffix, text: bytes, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{suffix}"
    path.write_bytes(text)
    with pytest.raises(RowsError) as caught:
        list(read(path, suffix))
    assert caught.value.message.startswith(message)
    assert caught.value.line in (line, 1)
