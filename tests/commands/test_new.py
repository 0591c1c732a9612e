"""`cardwright new`: what it writes is valid, laid out, and can be played at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.source.merge.catalogue import find_games


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def say(line: str) -> int:
    return answer(CommandLine(tuple(line.split())))


@pytest.mark.thorough
def test_a_game(here: Path) -> None:
    assert say("new game my-race") == 0
    assert say("validate my-race") == say("test my-race") == 0
    assert say("run my-race --seed 3 --engine reference") == 0
    assert say("fmt my-race --check") == 0
    assert [path.name for path in here.rglob("*.yaml") if "$schema" in path.read_text(encoding="utf-8")] == [], (
        "a path to a schema would be one of this machine"
    )


@pytest.mark.sampled(21)
@pytest.mark.parametrize("game", [one.name for one in find_games().games])
def test_a_variant_and_a_scenario(here: Path, game: str) -> None:
    assert say(f"new variant my-own --of {game}") == say(f"new scenario my-first --of {game}") == 0
    assert sorted(path.name for path in here.iterdir()) == ["my-first.yaml", "my-own.yaml"]
    assert say(f"resolve {game} --variant my-own.yaml") == 0
    assert say("test my-first.yaml") == 0
    assert say("fmt . --check") == 0


@pytest.mark.thorough
def test_in_the_folder_of_a_game(here: Path) -> None:
    assert say("new game my-race") == 0
    assert say("new variant fast --of my-race") == say("new scenario first --of my-race/game.yaml") == 0
    assert (here / "my-race/variants/fast.yaml").is_file() and (here / "my-race/scenarios/first.yaml").is_file()
    assert say("validate my-race") == 0


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", [".", "game.yaml", "./", "../my-race"])
def test_of_the_folder_one_is_in(here: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """What belongs to a game goes to its own folders, from wherever the game is named."""
    assert say("new game my-race") == 0
    monkeypatch.chdir(here / "my-race")
    assert say(f"new variant fast --of {game}") == say(f"new scenario first --of {game}") == 0
    assert say("run . --seed 1 --trace g.jsonl") == say(f"new scenario later --from g.jsonl@2 --of {game}") == 0
    assert sorted(path.name for path in Path().iterdir()) == ["g.jsonl", "game.yaml", "scenarios", "variants"]
    assert {path.name for path in Path("scenarios").iterdir()} == {"my-race.yaml", "first.yaml", "later.yaml"}
    assert say("test .") == say("validate .") == 0


def test_nothing_is_written_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("new game my-race") == 0
    (here / "my-race/game.yaml").write_text("mine", encoding="utf-8")
    assert say("new game my-race") == 2
    assert "E019" in capsys.readouterr().err
    assert (here / "my-race/game.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "line",
    ["new game My_Race", "new variant fast", "new game a --of mille-bornes", "new phase a", "new variant a --of b"],
)
def test_mistakes(here: Path, line: str) -> None:
    assert say(line) == 2
    assert list(here.iterdir()) == []


def test_the_module_is_the_command(here: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "cardwright", "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("cardwright ")
