"""`simulate` is honest, comes to the same however the work is spread, and loses nothing when it is stopped."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.flags import GameFlags
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine, Outcome
from cardwright.commands.studies import cluster, simulate, worker_pool
from cardwright.commands.studies.worker_pool import Chunk, Task, report_unfinished
from cardwright.commands.workers import Workers
from cardwright.source.text.storage import NotWritten
from cardwright.studies.journal import Unfinished, describe_mismatch
from cardwright.studies.outcomes import Outcomes

ROOT = Path(__file__).parents[2]
GAME = ("mille-bornes", "--preset", "single_hand")


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `simulate` prints as JSON, without the time."""
    assert say("simulate", *GAME, *words, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if "second" not in key}


def test_bots_rotate_and_run_shows_the_same_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each bot sits on each seat in half of the games; `run --seed K` has the bots of game K on the same seats."""
    rows = tmp_path / "rows.jsonl"
    simulated(capsys, "-n", "4", "--seats", "first,random", "--out", str(rows))
    games = [json.loads(line) for line in rows.read_text().splitlines()]
    assert [row["seats"] for row in games] == [["first", "random"], ["random", "first"]] * 2
    for row in games:
        words = ("run", *GAME, "--seats", "first,random", "--seed", str(row["seed"]))
        assert say(*words, "--format", "json") == 0
        trace = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert sum("move" in line for line in trace) == row["decisions"]
        assert trace[-1]["returns"] == row["returns"]
    assert say("simulate", *GAME, "-n", "4", "--seats", "first,random") == 0
    told = capsys.readouterr().out
    assert told.index("victories a seat") < told.index("mean return\np1"), "p1 is not the first bot: seats rotate"
    fixed = simulated(capsys, "-n", "4", "--seats", "first,random", "--fixed-seats", "--out", str(rows))
    assert {tuple(json.loads(line)["seats"]) for line in rows.read_text().splitlines()} == {("first", "random")}
    assert [bot["bot"] for bot in fixed["bots"]] == ["first", "random"]


def test_there_are_no_more_processes_than_shares_of_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(capsys, "-n", "8", "--jobs", "9" * 18) == simulated(capsys, "-n", "8")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("flags", "games"),
    [((), "230"), (("--details",), "24"), (("--seats", "first,random"), "16")],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else part,
)
def test_jobs_rows_and_details_change_nothing(
    flags: tuple[str, ...], games: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / "1.csv.gz", tmp_path / "2.csv.gz"]
    found = [
        simulated(capsys, "-n", games, *flags, "--jobs", jobs, "--out", str(file))
        for jobs, file in zip("12", files, strict=True)
    ]
    assert found[0] == found[1]
    assert files[0].read_bytes() == files[1].read_bytes()
    found[0].pop("details", None)
    plain = simulated(capsys, "-n", games, *(flags if "--details" not in flags else ()))
    plain.pop("details", None)
    assert found[0] == plain


@pytest.mark.thorough
def test_shards_merge_to_the_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.csv", [tmp_path / f"{k}.jsonl.gz" for k in (1, 2, 3)]
    wanted = simulated(capsys, "-n", "16", "--seats", "first,random", "--out", str(whole))
    for number, part in enumerate(parts, 1):
        simulated(capsys, "-n", "16", "--seats", "first,random", "--out", str(part), "--shard", f"{number}/3")
    merged = tmp_path / "merged.csv"
    assert say("merge", *map(str, reversed(parts)), "--out", str(merged), "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert merged.read_bytes() == whole.read_bytes()
    assert {key: found[key] for key in ("games", "seats", "bots", "decisions", "statuses")} == {
        key: wanted[key] for key in ("games", "seats", "bots", "decisions", "statuses")
    }
    assert found["missing"] == []
    assert say("merge", str(parts[0]), str(parts[2])) == 0
    assert capsys.readouterr().err == "no game with the seeds 5 to 9\n"


@pytest.mark.thorough
def test_what_does_not_belong_together_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one, other, bots = (tmp_path / f"{name}.jsonl" for name in ("one", "other", "bots"))
    simulated(capsys, "-n", "3", "--out", str(one))
    simulated(capsys, "-n", "3", "--out", str(other), "--set", "target=500", "--seed", "9")
    simulated(capsys, "-n", "3", "--out", str(bots), "--seats", "first", "--seed", "20")
    for words, message in (
        ((one, one), f"'{one}', line 1: the game with seed 0 is in '{one}', too (line 1)"),
        ((one, other), f"'{other}', line 1: other rules than before"),
        ((one, bots), f"'{bots}', line 1: other bots than before"),
    ):
        assert say("merge", *map(str, words)) in (1, 2)
        assert f"error[E018]: {message}" in capsys.readouterr().err


REFUSED = [
    (("--resume",), "E013", "--resume has no effect without --out"),
    (("--out", "games.xls"), "E012", "'games.xls' has no format that is known"),
    (("--out", "no/such/folder/games.csv"), "E012", "'no/such/folder/games.csv' cannot be written"),
    (("--shard", "4/3"), "E012", "a part is written as 3/16, from 1/16 to 16/16, not '4/3'"),
    (("--shard", "0/3"), "E012", "a part is written as 3/16"),
    (("--out", "new.csv", "--resume"), "E018", "'new.csv' has nothing to resume: there is no 'new.csv.unfinished'"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("flags", "code", "message"), REFUSED, ids=lambda part: part[-1] if part else None)
def test_flags_that_cannot_be(
    flags: tuple[str, ...],
    code: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert say("simulate", *GAME, "-n", "3", *flags) == 2
    shown = capsys.readouterr().err
    assert f"error[{code}]" in shown and message in shown
    assert list(tmp_path.iterdir()) == []


MANY = 120
STUDY = ("simulate", *GAME, "-n", str(MANY), "--details", "--seats", "first,random")


@pytest.fixture(scope="module")
def whole_study(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The games of a study that was not stopped."""
    whole = tmp_path_factory.mktemp("whole") / "games.csv"
    assert say(*STUDY, "--out", str(whole)) == 0
    return whole.read_bytes()


@pytest.mark.sampled(2)
@pytest.mark.thorough
@pytest.mark.usefixtures("signals_act")
@pytest.mark.parametrize(("jobs", "how"), [("1", signal.SIGKILL), ("2", signal.SIGINT)], ids=str)
def test_a_stopped_study_goes_on(
    how: signal.Signals, jobs: str, whole_study: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever stops it: the games that were finished are not played again, and the end is the same as without."""
    out, unfinished = tmp_path / "games.csv", tmp_path / "games.csv.unfinished"
    flags = (*STUDY, "--jobs", jobs)
    line = (sys.executable, "cli.py", *flags, "--out", str(out))
    process = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    end = time.monotonic() + 60
    while time.monotonic() < end and not (unfinished.exists() and unfinished.stat().st_size > 1_000):
        time.sleep(0.01)
    process.send_signal(how)
    assert process.wait(60) == (130 if how == signal.SIGINT else -signal.SIGKILL)
    if how == signal.SIGINT:
        told = process.stderr.read().decode() if process.stderr else ""
        assert "interrupted after" in told and "Traceback" not in told
        assert 1 < len(out.read_text().splitlines()) < MANY + 1
    kept = unfinished.read_bytes().rpartition(b"\n")[0]
    assert say(*flags, "--out", str(out)) == 2
    assert "holds games of a study that was stopped" in capsys.readouterr().err
    assert say(*flags, "--out", str(out), "--resume", "--set", "target=500") == 2
    assert "it belongs to another study, which has other rules or options" in capsys.readouterr().err
    played = count_played(kept)
    assert say(*flags, "--out", str(out), "--resume") == 0
    assert 0 < played < MANY
    assert out.read_bytes() == whole_study
    assert not unfinished.exists()


def test_a_study_that_goes_on_tells_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it prints is the same as without a stop, uses of actions as well, which are in no row."""
    monkeypatch.setattr(worker_pool, "WATCHED_CHUNK", 8)
    words, out, play = ("-n", "20", "--details", "--jobs", "1"), str(tmp_path / "games.jsonl"), worker_pool.play_all

    def stopped(task: Task, seeds: list[range], workers: Workers) -> Iterator[Chunk]:
        yield next(iter(play(task, seeds, workers)))
        raise KeyboardInterrupt

    whole = simulated(capsys, *words)
    monkeypatch.setattr(simulate, "play_all", stopped)
    assert say("simulate", *GAME, *words, "--out", out) == 130
    monkeypatch.setattr(simulate, "play_all", play)
    capsys.readouterr()
    assert simulated(capsys, *words, "--out", out, "--resume") == whole
    assert say("merge", out, "--format", "json") == 0
    merged = json.loads(capsys.readouterr().out)["details"]
    assert merged == {**whole["details"], "actions": {}} and merged["points"] and merged["scores"]
    assert say("merge", out) == 0
    shown = capsys.readouterr().out
    assert "last score" in shown and "uses a game" not in shown


STARTED = {"rules": "race:12", "engine": "fast", "seats": ["first", "random"], "rotate": True, "watched": False}
STARTED |= {"first": 0, "games": 100}


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"rules": "race:34", "games": 50}, "other rules or options, 100 games"),
        ({"rules": "walk:34", "first": 7}, "the game race, games from seed 0"),
        ({"seats": ["first", "first"], "watched": True}, "--seats first,random"),
        ({"watched": True, "rotate": False, "engine": "reference"}, "--engine fast, no --details, no --fixed-seats"),
    ],
)
def test_which_flags_were_others(wanted: dict[str, Any], told: str) -> None:
    """A study that cannot go on says what was asked for when it began."""
    found = describe_mismatch("study", {"study": STARTED}, {**STARTED, **wanted})
    assert found == f"it belongs to another study, which has {told}"
    assert describe_mismatch("study", [], STARTED) == "it is not the file of a study of this version"
    assert (
        describe_mismatch("study", {"study": STARTED, "sums": "sha256", "sum": "0"}, STARTED)
        == "its first line was changed"
    )


class GoneClient:
    """A connection to a scheduler that has died."""

    status = "closed"

    def get_executor(self, **_: object) -> Executor:
        return ThreadPoolExecutor(1)

    def nthreads(self) -> dict[str, int]:
        raise TimeoutError("timed out")

    def close(self) -> None:
        pass


def test_a_scheduler_that_dies_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not taken for a file that cannot be written, and the games so far are kept."""
    monkeypatch.setattr(cluster, "_connected", lambda address: GoneClient())
    out = tmp_path / "games.csv"
    for words in ((), ("--out", str(out))):
        assert say("simulate", *GAME, "--cluster", "tcp://here:1", *words) == 2
        assert "error[E041]: the scheduler at 'tcp://here:1' is gone: timed out" in capsys.readouterr().err
    assert out.with_name("games.csv.unfinished").exists()


def test_a_full_disk_loses_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says where the games are, and how to go on."""

    def full(*words: object) -> None:
        raise NotWritten(errno.ENOSPC, os.strerror(errno.ENOSPC), "games.csv.unfinished")

    out = tmp_path / "games.csv"
    monkeypatch.setattr(Unfinished, "add", full)
    assert say("simulate", *GAME, "-n", "2", "--out", str(out)) == 2
    shown = " ".join(capsys.readouterr().err.split())
    assert f"'{out}' cannot be written: {os.strerror(errno.ENOSPC)}" in shown and "`--resume` goes on" in shown


def test_lost_games_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole message, which no game that ships brings about."""
    flags = GameFlags(
        game="race",
        path=(),
        variant=(),
        preset=None,
        settings=(),
        players=None,
        seed=None,
        lang="en",
        engine=None,
    )
    assert report_unfinished(Outcomes(lost=[4, 9]), flags, Outcome(CommandLine(()))) == 3
    assert capsys.readouterr().err == (
        "error[R721]: 2 games could not be played: their processes were killed\n"
        "  = note: seeds: 4, 9\n"
        "  = help: a process may be killed because memory runs out: try fewer `--jobs`\n"
        "\n1 error\n"
    )


def count_played(kept: bytes) -> int:
    """How many games a file of an unfinished study holds."""
    return sum(len(json.loads(line)["rows"]) for line in kept.splitlines()[1:])


COIN = """\
spec: 2
game: coin
title: "Coin"
players: 2
cards: {{main: {{list: {{ace: {{copies: 2}}}}}}}}
zones: {{pile: {{holds: main, start: shuffled, shows: count}}}}
variables: {{side: {{type: integer}}}}
begin: play
phases: {{play: {{turns: {{once: true}}, offer: [throw]}}}}
actions: {{throw: {{do: "random n in 1..3\\nside = n"}}}}
result: {{winners: "{winners}"}}
"""


@pytest.mark.parametrize(
    ("winners", "heads", "keys"),
    [
        ("players if side == 1 else []", "all win all lose", ["all_win_rate", "all_lose_rate"]),
        ("players if side > 1 else [players[1]]", "wins ties losses", []),
        ("players", "wins ties losses", []),
        ("[players[1]] if side == 1 else players if side == 2 else []", "wins ties losses", []),
    ],
)
def test_who_wins_and_loses_together(
    winners: str, heads: str, keys: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "coin.yaml"
    game.write_text(COIN.format(winners=winners))
    assert say("simulate", str(game), "--games", "40") == 0
    assert heads in " ".join(capsys.readouterr().out.splitlines()[2].split())
    assert say("simulate", str(game), "--games", "40", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [key for key in found if key.startswith("all_")] == keys
    assert sum(found[key]["value"] for key in keys) == pytest.approx(1 if keys else 0)
