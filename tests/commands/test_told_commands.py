"""A command line that a study tells of does what is said of it: the same rules, options and number of players."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """spec: 2
game: risky
title: "Risky"
players: 2..3
options:
  risk: {type: integer, range: 0..9, default: 0, label: "Risk"}
  most: {type: integer, range: 0..9, default: 5, label: "Most"}
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables: {points: {of: player, type: integer, range: 0..9}}
begin: play
phases: {play: {turns: {once: true}, offer: [go, creep]}}
actions:
  go: {label: "Go", do: "me.points += 4 + risk * (count(players) - 2)"}
  creep: {label: "Creep", do: "me.points += 3 + risk * (count(players) - 2)"}
result: {winners: best(p for p in players by p.points)}
"""


CALM = "spec: 2\nvariant: calm\nextends: kuhn-poker\ntitle: Calm\noverride: {actions.bet.do: checks += 1}\n"
STEEP = "spec: 2\nvariant: steep\nextends: risky\ntitle: Steep\noverride: {options.risk.default: 9}\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "risky.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def say(*words: str) -> int:
    return answer(CommandLine(words))


@pytest.mark.parametrize(
    "line",
    [
        "simulate 'my games/risky.yaml,risk=9' --players 3 -n 3",
        "study 'my games/risky.yaml' --set risk=9 --players 3 -n 3 --course 0",
        "study 'my games/risky.yaml' --over risk=1,9 --players 3 -n 6 --course 0",
        "sweep 'my games/risky.yaml' --over risk=1,9 --players 3 -n 3",
        "compare 'my games/risky.yaml' 'my games/risky.yaml,risk=9' --players 3 -n 3",
        "simulate risky,risk=9 --path 'my games' --players 3 -n 3",
    ],
)
def test_the_game_that_failed_fails_again(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With one of the values of an option alone, and with three players alone."""
    assert say(*shlex.split(line)) == 3
    told = re.search("`cardwright (run [^`]*)`", " ".join(capsys.readouterr().err.split()))
    assert told is not None
    assert say(*shlex.split(told[1])) == 3


@pytest.mark.parametrize("line", ["validate 'my games/risky.yaml'", "validate steep.yaml --path 'my games'"])
def test_what_fails_on_trial_fails_again(here: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also a variant of a game that lies elsewhere."""
    (here / "steep.yaml").write_text(STEEP, encoding="utf-8")
    assert say(*shlex.split(line)) == 0
    told = re.search("`cardwright (run [^`]*)`", " ".join(capsys.readouterr().err.split()))
    assert told is not None
    assert say(*shlex.split(told[1])) == 3


def test_a_game_that_was_saved_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its record lies elsewhere than its rules, or its variant beside it."""
    Path("calm.yaml").write_text(CALM, encoding="utf-8")
    for given in ("'my games/risky.yaml'", "risky --path 'my games'", "kuhn-poker", "kuhn-poker --variant calm.yaml"):
        monkeypatch.setattr("sys.stdin", io.StringIO("save\nquit\n"))
        assert say("play", *shlex.split(given)) == 0
        told = re.search("`cardwright (play --from [^`]*)`", capsys.readouterr().out)
        assert told is not None
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert say(*shlex.split(told[1])) == 0
        Path(shlex.split(told[1])[2]).unlink()


@pytest.mark.parametrize("variant", ["odd/steep.yaml", "steep.yaml"])
def test_what_breaks_a_law_is_played_again(here: Path, variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A variant may lie elsewhere than the game and its record."""
    (here / "odd").mkdir()
    (here / variant).write_text(STEEP, encoding="utf-8")
    assert say("fuzz", "my games/risky.yaml", "--variant", variant, "--players", "3", "--seconds", "5") == 1
    told = re.search("`cardwright (replay [^`]*)`", " ".join(capsys.readouterr().err.split()))
    assert told is not None
    assert say(*shlex.split(told[1])) == 0


def test_the_bot_to_try_first_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("study", "risky", "--path", "my games", "-n", "3", "--course", "3") == 0
    told = re.search("`cardwright (compare [^`]*)`", capsys.readouterr().out)
    assert told is not None
    assert say(*shlex.split(told[1]), "-n", "1") == 0


def test_recorded_games_are_named_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game that no name leads to: what is named is the rules of the trace."""
    played = ("my games/risky.yaml", "--set", "most=7", "--players", "3")
    assert say("run", *played, "--seed", "1", "--trace", "my games/a.jsonl") == 0
    first = json.loads(Path("my games/a.jsonl").read_text(encoding="utf-8").splitlines()[0])
    capsys.readouterr()
    assert say("study", "my games/a.jsonl", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert say("run", found["named"], "--players", str(found["players"]), "--seed", "1", "--format", "json") == 0
    again = json.loads(capsys.readouterr().out.splitlines()[0])
    assert {key: again[key] for key in ("digest", "options")} == {key: first[key] for key in ("digest", "options")}


def test_a_scenario_names_its_game_where_another_has_its_name(here: Path) -> None:
    """A copy of a game of the package lies beside the trace: by its name alone, either might be meant."""
    assert say("run", "kuhn-poker", "--seed", "1", "--trace", "game.jsonl") == 0
    (here / "copy").mkdir()
    shipped = Path(__file__).parents[2] / "examples" / "kuhn-poker" / "game.yaml"
    (here / "copy" / "game.yaml").write_bytes(shipped.read_bytes())
    assert say("new", "scenario", "first", "--from", "game.jsonl@3") == 0
    assert say("test", ".") == 0


ONCE = """spec: 2
game: risky
scenarios:
  "Nothing moves": {players: 3, given: {at: {phase: play, turn: p1}}}
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("simulate risky,risk=9 --players 3 -n 1", "error after 1 decision\n"),
        ("picture risky,risk=9 --players 3 --after 9", "it is over after 1 decision\n"),
        ("picture 'my games/once.yaml@Nothing' --after 1", "the scenario has no 1 move\n"),
    ],
)
def test_what_is_one_is_told_as_one(here: Path, line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "my games" / "once.yaml").write_text(ONCE, encoding="utf-8")
    assert say(*shlex.split(line), "--path", "my games") in (2, 3)
    assert told in capsys.readouterr().err


def test_what_to_write_instead_can_be_typed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With names that have blanks."""
    (here / "some rows.csv").write_text("seed,rules,end\n", encoding="utf-8")
    game = "my games/risky.yaml"
    for words, instead in (
        (("compare", game, "--variant", "steep"), ["compare", game, f"{game}+steep"]),
        (("study", "some rows.csv"), ["merge", "some rows.csv"]),
    ):
        assert say(*words) == 2
        told = re.search("`cardwright ([^`]*)`", " ".join(capsys.readouterr().err.split()))
        assert told is not None and shlex.split(told[1]) == instead
