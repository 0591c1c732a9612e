"""`cardwright fmt` from the outside: what it changes, prints and returns."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

BEFORE = "variant: fast # quick\nextends: race\ntitle: 'Fast'\n"
AFTER = 'variant: fast  # quick\nextends: race\ntitle: "Fast"\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fast.yaml"
    path.write_text(BEFORE, encoding="utf-8")
    path.chmod(0o640)
    return path


def say(*words: str) -> int:
    return answer(CommandLine(words))


def test_it_lays_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("fmt", "fast.yaml") == 0
    assert file.read_text(encoding="utf-8") == AFTER
    assert file.stat().st_mode & 0o777 == 0o640
    assert capsys.readouterr().out == "changed: fast.yaml\n0 of 1 file already laid out\n"
    assert say("fmt", ".") == 0
    assert capsys.readouterr().out == "1 of 1 file already laid out\n"
    assert [one.name for one in file.parent.iterdir()] == ["fast.yaml"]


def test_check_changes_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("fmt", ".", "--check") == 1
    assert file.read_text(encoding="utf-8") == BEFORE
    assert capsys.readouterr().out == "would change: fast.yaml\n0 of 1 file already laid out\n"


def test_diff(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("fmt", "fast.yaml", "--diff") == 1
    assert file.read_text(encoding="utf-8") == BEFORE
    out = capsys.readouterr().out
    assert "-variant: fast # quick\n+variant: fast  # quick\n" in out


def test_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("fmt", "fast.yaml", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {"files": 1, "changed": ["fast.yaml"]}


def test_json_where_there_is_nothing_to_lay_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.with_name("game.jsonl").touch()
    assert say("fmt", "game.jsonl", "--format", "json") == 5
    assert json.loads(capsys.readouterr().out) == {"files": 0, "changed": []}


def test_a_broken_file_is_left_alone_and_the_others_are_laid_out(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = file.with_name("broken.yaml")
    broken.write_text("variant: a\nextends: [b\n", encoding="utf-8")
    assert say("fmt", ".") == 1
    assert broken.read_text(encoding="utf-8") == "variant: a\nextends: [b\n"
    assert file.read_text(encoding="utf-8") == AFTER
    assert "E116" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.parent.chmod(0o500)
    try:
        assert say("fmt", "fast.yaml") == 2
    finally:
        file.parent.chmod(0o700)
    assert "'fast.yaml' cannot be written: permission denied" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == BEFORE


def test_nothing_to_lay_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.unlink()
    assert say("fmt", ".") == 5
    assert say("fmt", "nowhere") == 2


FOREIGN = "services:\n    web:\n        image:   nginx\n"


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names it is told so; hooks name whatever is committed, and leave it out."""
    foreign, ours = tmp_path / "docker-compose.yaml", tmp_path / "ours.yaml"
    foreign.write_text(FOREIGN, encoding="utf-8")
    ours.write_text("variant:   ours\n", encoding="utf-8")
    assert answer(CommandLine(("fmt", str(foreign)))) == 1
    assert "error[E106]" in capsys.readouterr().err
    assert answer(CommandLine(("fmt", "--ignore-unknown", str(foreign), str(ours)))) == 0
    assert foreign.read_text(encoding="utf-8") == FOREIGN
    assert ours.read_text(encoding="utf-8") == "variant: ours\n"


@pytest.mark.parametrize("verb", ["fmt", "validate", "test"])
def test_hooks_with_nothing_of_ours_are_content(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ci.yml").write_text(FOREIGN, encoding="utf-8")
    assert answer(CommandLine((verb, "--ignore-unknown", str(tmp_path / "ci.yml")))) == 0
    assert answer(CommandLine((verb, "--ignore-unknown", str(tmp_path / "ci.yml"), "--format", "json"))) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("{}\n", "")
