"""`cardwright fix`: a file before and after, and that nothing gets worse."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import yaml

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "fixes.yaml").read_text(encoding="utf-8"))


def say(*words: str) -> int:
    return answer(CommandLine(words))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert say("new", "game", "small") == 0
    return tmp_path / "small" / "game.yaml"


def spoil(file: Path, name: str) -> tuple[str, str]:
    """Put the mistake of a case into the game; returns the text before, and what is expected afterwards."""
    case = CASES[name]
    text = file.read_text(encoding="utf-8")
    text = text if case["new"] in text else text.replace(_without(case["new"]), case["new"], 1)
    assert case["new"] in text, name
    spoilt = text.replace(case["new"], case["old"], 1)
    file.write_text(spoilt, encoding="utf-8")
    return spoilt, spoilt.replace(case["old"], case.get("left", case["new"]), 1)


def _without(text: str) -> str:
    """A text of the game without what a case adds to it."""
    return text.replace(" and true", "").replace(" and not pile.empty", "")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, file: Path) -> None:
    _, expected = spoil(file, name)
    code = say("fix", "small/game.yaml", "--yes")
    assert file.read_text(encoding="utf-8") == expected
    assert code == (1 if "left" in CASES[name] else 0)
    assert say("fix", "small/game.yaml", "--yes") == code
    assert file.read_text(encoding="utf-8") == expected


def test_without_an_answer_only_what_is_safe(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt, _ = spoil(file, "two mistakes, of which one hides the other")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert say("fix", "small") == 1
    assert file.read_text(encoding="utf-8") == spoilt.replace("&&", "and")


def test_asked_and_agreed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, expected = spoil(file, "a phase")
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert say("fix", "small/game.yaml") == 0
    assert file.read_text(encoding="utf-8") == expected


def test_a_correction_that_does_not_help_is_taken_back(file: Path) -> None:
    """The name that is meant cannot stand here either, so the file stays as it was."""
    text = file.read_text(encoding="utf-8").replace("below_21: {when: points(me) < 21", "below_21: {when: hnad < 21")
    file.write_text(text, encoding="utf-8")
    assert say("fix", "small/game.yaml", "--yes") == 1
    assert file.read_text(encoding="utf-8") == text


def test_a_correction_that_brings_a_warning_where_it_is_written_is_taken_back(file: Path) -> None:
    """Nothing is less than itself (W335), so another name was meant."""
    text = file.read_text(encoding="utf-8").replace("points(me) < 21", "pionts(me) < points(me)")
    file.write_text(text, encoding="utf-8")
    assert say("fix", "small/game.yaml", "--yes") == 1
    assert file.read_text(encoding="utf-8") == text


def test_nothing_to_correct(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("fix", "small") == 0
    assert capsys.readouterr().out.endswith("0 corrections\n")
    assert say("fix", "nowhere") == 2


ONCE_RIGHT = """\
spec: 1
game: contracts
title: "Contracts"
players: 2
types: {contract: [grand, NULL]}
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed}}
variables:
  dealer: {type: player}
  declarer: {type: player or none}
  played: {type: contract, start: NULL}
begin: match
phases:
  match: {steps: [auction, play]}
  auction: {by: dealer, offer: [take, leave]}
  play: {when: declarer is not none, steps: [first, second]}
  first: {by: declarer OTHERWISE, offer: [name]}
  second: {by: declarer OTHERWISE, offer: [name]}
actions:
  take: {do: declarer = me}
  leave: {do: dealer = me}
  name: {choose: {k: contract}, when: {another: k != (played OTHERWISE_K)}, do: played = k}
result: {winners: "[p for p in players if p == declarer]"}
"""


def test_what_was_right_before_is_played_and_mended(tmp_path: Path) -> None:
    """What is only found out to be needless, and a symbol that YAML takes for nothing, are no errors."""
    file = tmp_path / "game.yaml"
    words = {"NULL": ("null", '"null"'), " OTHERWISE_K": (" else grand", ""), " OTHERWISE": (" else dealer", "")}
    before = after = ONCE_RIGHT
    for word, (old, new) in words.items():
        before, after = before.replace(word, old), after.replace(word, new)
    file.write_text(before, encoding="utf-8")
    assert say("validate", str(file), "--play", "0") == 0
    assert say("fix", str(file)) == 0
    assert file.read_text(encoding="utf-8") == after
    assert say("validate", str(file), "--strict", "--play", "0") == 0
