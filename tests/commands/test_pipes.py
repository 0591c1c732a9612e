"""Standard output may be closed, full, or read only in part; that is never reported as an internal error."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.forked import Forks

ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")

Begin = Callable[[tuple[str, ...], dict[int, int]], Callable[[], int]]
"""Starts the command with these streams; what comes back waits for its end."""

GONE, LINE = "whoever read it is gone", "only its first line is read"
CLOSED, SAME = "closed", "the same as standard output"
NOTHING = os.devnull

WAYS: list[tuple[str, str, str, int]] = [
    ("list", GONE, "", 0),
    ("resolve mille-bornes", LINE, "", 0),
    ("run mille-bornes --preset single_hand --format json", LINE, "", 0),
    ("validate tests/commands/cases/wrong.yaml", GONE, SAME, 1),
    ("validate tests/commands/cases/wrong.yaml --format json", GONE, "", 1),
    ("validate tests/commands/cases/wrong.yaml --format github", GONE, "", 1),
    ("validate nothing.yaml --format json", GONE, "", 2),
    ("test tests/commands/cases/failing.yaml", GONE, "", 1),
    ("test tests/commands/cases/failing.yaml --format json", GONE, "", 1),
    ("test docs", GONE, SAME, 5),
    ("validate tests/commands/cases/wrong.yaml", NOTHING, str(FULL), 2),
    ("run mille-bornes --preset single_hand --trace /dev/full", NOTHING, "", 2),
    ("list", str(FULL), "", 2),
    ("list --format json", str(FULL), "", 2),
    ("run mille-bornes --preset single_hand --format json", str(FULL), "", 2),
    ("--help", str(FULL), "", 2),
    ("run --help", str(FULL), "", 2),
    ("lsit --format json", str(FULL), "", 2),
    ("lsit", NOTHING, str(FULL), 2),
    ("run mille-bornes --seed x", NOTHING, str(FULL), 2),
    ("play mille-bornes --format json", str(FULL), "", 2),
    ("play mille-bornes --format json", GONE, "", 2),
    ("play nothing", GONE, SAME, 2),
    ("lsit --format json", GONE, "", 2),
    ("list", CLOSED, "", 0),
    ("run nothing", NOTHING, CLOSED, 2),
    ("play mille-bornes --seed 1", NOTHING, "", 0),
]
"""Each with its standard output, its standard error (empty: it is read), and its exit code; nothing is typed."""

BY_NEW_PROCESSES = [
    ("list", GONE, "", 0),
    ("list", str(FULL), "", 2),
    ("list", CLOSED, "", 0),
    ("run nothing", NOTHING, CLOSED, 2),
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("line", "out", "err", "code"), WAYS)
def test_an_output_that_cannot_be_written(
    line: str, out: str, err: str, code: int, tmp_path: Path, forks: Forks
) -> None:
    def begin(words: tuple[str, ...], streams: dict[int, int]) -> Callable[[], int]:
        forks.begin(words, ROOT, os.environ, streams)
        return forks.wait

    check(begin, line, out, err, code, tmp_path)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("line", "out", "err", "code"), BY_NEW_PROCESSES)
def test_the_same_with_a_new_process(line: str, out: str, err: str, code: int, tmp_path: Path) -> None:
    """Python itself has to start with such streams, too."""

    def begin(words: tuple[str, ...], streams: dict[int, int]) -> Callable[[], int]:
        closed = [number for number in range(3) if number not in streams]

        def close() -> None:
            for number in closed:
                os.close(number)

        return subprocess.Popen(
            (sys.executable, "cli.py", *words),
            cwd=ROOT,
            stdin=streams.get(0),
            stdout=streams.get(1),
            stderr=streams.get(2),
            preexec_fn=close,
        ).wait

    check(begin, line, out, err, code, tmp_path)


def check(begin: Begin, line: str, out: str, err: str, code: int, folder: Path) -> None:
    """Run a line, and look at its exit code and at what it says of it."""
    if str(FULL) in (out, err) and not FULL.exists():
        pytest.skip("there is no full device here")
    said = folder / "said"
    ours, theirs = os.pipe()
    streams = {} if line.startswith("play mille-bornes --seed") else {0: os.open(os.devnull, os.O_RDONLY)}
    if out != CLOSED:
        streams[1] = theirs if out in (GONE, LINE) else os.open(out, os.O_WRONLY)
    if err != CLOSED:
        streams[2] = streams[1] if err == SAME else os.open(err or said, os.O_WRONLY | os.O_CREAT)
    if out == GONE:
        os.close(ours)
    wait = begin(tuple(line.split()), streams)
    for file in {*streams.values(), theirs}:
        os.close(file)
    if out == LINE:
        with open(ours, "rb") as shown:
            shown.readline()
    elif out != GONE:
        os.close(ours)
    told = wait(), said.read_text() if said.exists() else ""
    assert "Traceback" not in told[1]
    assert "internal error" not in told[1]
    assert told[0] == code
    assert told[1].count("[E017]") == (str(FULL) in (out, *line.split()))
