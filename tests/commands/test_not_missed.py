"""Nothing is missed in silence, and nothing lost: scenario files that cannot be read, and files of rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.source.merge.catalogue import shipped_folders


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and its scenarios, where the commands are run."""
    shutil.copytree(shipped_folders()[1] / "kuhn-poker", tmp_path / "kuhn-poker")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "kuhn-poker"


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('game: kuhn-poker\nscenarios:\n  "A":\n    players: 2\n    then: "1 == 2\n', "E115"),
        ('game: kuhn-poker\nscenarios:\n\t"A": {}\n', "E113"),
        ('game: kuhn-poker\nscenario:\n  "A": {players: 2}\n', "E160"),
        ("game: kuhn-poker\n", "E161"),
        ("", "E104"),
    ],
)
def test_a_scenario_file_that_cannot_be_read(
    text: str, code: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(CommandLine(("test", "kuhn-poker"))) == 0
    (folder / "scenarios" / "broken.yaml").write_text(text, encoding="utf-8")
    for words in (("test", "kuhn-poker"), ("test", "kuhn-poker/scenarios/broken.yaml"), ("validate", "kuhn-poker")):
        capsys.readouterr()
        assert answer(CommandLine(words)) == 1
        assert f"error[{code}]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("run", "kuhn-poker", "--trace"),
        ("run", "kuhn-poker", "--html"),
        ("rules", "kuhn-poker", "--out"),
        ("find", "kuhn-poker", "--that", "true", "--trace"),
        ("fuzz", "kuhn-poker", "--games", "1", "--trace"),
        ("solve", "kuhn-poker", "--strategy"),
        ("study", "kuhn-poker", "--games", "2", "--html"),
        ("test", "kuhn-poker", "--junit"),
    ],
)
def test_results_do_not_take_the_place_of_rules(
    words: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = folder / "game.yaml"
    before = rules.read_bytes()
    assert answer(CommandLine((*words, str(rules)))) == 2
    assert "is not written over: it may hold rules" in capsys.readouterr().err
    assert rules.read_bytes() == before
