"""The fuzz itself: a few trials of each kind find nothing, and a planted fault is found, kept, and found again."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import pytest

from cardwright import load_game
from cardwright.commands.outcome import CommandLine
from tests.fuzz.fuzz_campaign import Campaign, trial_of, tried
from tests.fuzz.fuzz_command import again
from tests.fuzz.fuzz_limits import TimeIsUp, bounded
from tests.fuzz.fuzz_lockstep import both, same_worths
from tests.fuzz.fuzz_record import Record
from tests.fuzz.fuzz_said import Said, judged
from tests.fuzz.fuzz_shrink import smaller
from tests.fuzz.fuzz_trial import KINDS, Fault, KindName, Trial, stored
from tests.fuzz.values import Values

FEW: dict[KindName, int] = {
    "files": 8,
    "programs": 2,
    "shapes": 6,
    "caches": 1,
    "states": 2,
    "traces": 2,
    "commands": 12,
}
"""How many trials of each kind the suite has time for."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", KINDS)
def test_a_few_trials(kind: KindName) -> None:
    if kind in ("programs", "shapes", "caches", "states", "traces"):
        pytest.importorskip("wasmtime")
    for number in range(FEW[kind]):
        _, error = tried(trial_of(kind, 1, number))
        assert error is None, f"{kind} {number}: {error!r}"


@pytest.mark.parametrize("kind", ("files", "programs", "shapes", "commands"))
def test_a_trial_depends_on_its_number_only(kind: KindName) -> None:
    assert trial_of(kind, 1, 5) == trial_of(kind, 1, 5)
    assert trial_of(kind, 1, 5) != trial_of(kind, 2, 5)


def test_a_stored_trial_is_read_back(tmp_path: Path) -> None:
    trial = trial_of("files", 1, 3)
    trial.store(tmp_path)
    assert stored(tmp_path) == trial


def crash(line: CommandLine) -> int:
    """A command that breaks down."""
    raise LookupError("planted")


def test_a_planted_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is kept once, however often it is found; the fuzz goes on behind it, and the stored input shows it again."""
    monkeypatch.setattr("tests.fuzz.fuzz_said.answer", crash)
    record = Record(tmp_path / "fuzz.json", 1)
    found: list[str] = []
    Campaign(record, found.append, shrinks=False).go(["files"], 0.01)
    assert found == ["files 0: LookupError in the fuzz"]
    told = json.loads((tmp_path / "fuzz.json").read_text())
    ((name, one),) = told["findings"].items()
    assert one["times"] == told["kinds"]["files"]["inputs"] > 1
    assert Record(tmp_path / "fuzz.json", 9).next("files") == told["kinds"]["files"]["next"]
    folder = tmp_path / "fuzz.findings" / name
    assert again(folder) == 1
    monkeypatch.undo()
    assert again(folder) == 0
    assert "nothing wrong: exit" in capsys.readouterr().out


@pytest.mark.thorough
def test_time_is_up() -> None:
    with pytest.raises(TimeIsUp), bounded(0.3):
        while True:
            time.monotonic()


SPEC = "spec: 1\n"
PLACE = {"message": "wrong", "file": "game.yaml", "line": 1, "column": 9, "end_line": 2, "end_column": 1, "others": []}


def report(**changes: object) -> str:
    """What `validate --format json` could say of one error."""
    one = {"code": "E1", "severity": "error", **PLACE, **changes}
    return json.dumps({"diagnostics": [one], "errors": 1, "warnings": 0})


@pytest.mark.parametrize(
    ("code", "out", "sort"),
    [
        (1, report(), ""),
        (1, report(line=3, end_line=3), "E1: a place outside of its file"),
        (1, report(column=10), "E1: a place outside of its file"),
        (1, report(line=2, column=1, end_line=1), "E1: a place that ends before it begins"),
        (0, report(), "validate exits with 0, errors or not: True"),
        (3, report(), "validate exits with 3"),
        (4, "", "E090 ? in ?"),
        (1, "{", "validate: not JSON"),
        (1, "", "validate: no JSON"),
    ],
)
def test_what_a_command_may_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, out: str, sort: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(SPEC)
    said = Said(words=("validate", "game.yaml", "--format", "json"), code=code, out=out, err="")
    if not sort:
        assert judged(said) == "exit 1"
        return
    with pytest.raises(Fault) as raised:
        judged(said)
    assert raised.value.sort == sort


def test_a_wrong_worth_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games of a trial know what positions are worth, and a worth that is wrong for one seat shows."""
    pytest.importorskip("wasmtime")
    file = tmp_path / "shapes.yaml"
    file.write_text(Values(Random(3)).spec())
    one, other = (game.initial_state(seed=1) for game in both(load_game(file)))
    same_worths(one, other)
    told = other.machine.worths()
    assert told is not None
    monkeypatch.setattr(type(other.machine), "worths", lambda _: [told[0] + 1, *told[1:]])
    with pytest.raises(Fault, match="worths differ"):
        same_worths(one, other)


def test_a_finding_is_made_smaller() -> None:

    trial = Trial(kind="files", files={"a": b"1\n2\n3\n4\n5\n", "b": b""}, shrinks="a", more={})
    made = smaller(trial, lambda one: b"3\n" in one.files["a"])
    assert made.files == {"a": b"3\n"}
