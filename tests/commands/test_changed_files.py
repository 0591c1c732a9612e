"""A study goes by the files as they are when it begins, also in a process that has loaded others from there before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.commands.flags import GameFlags
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.studies.worker_pool import OtherRules, Task, play_chunk

GAME = """
spec: 1
game: to-a-number
title: "To a number"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  sum: {type: integer, range: [0, 9]}
begin: play
phases:
  play: {turns: {}, until: sum == TARGET, offer: [add]}
actions:
  add: {do: sum += 1}
result: {score: 0}
"""


def write(path: Path, target: int) -> None:
    """A game of so many decisions."""
    path.write_text(GAME.replace("TARGET", str(target)))


def decisions(path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> float:
    """How many decisions a game has, as a study says."""
    words = {"simulate": ("simulate", str(path), "-n", "4"), "compare": ("compare", str(path), str(path), "-n", "20")}
    assert answer(CommandLine((*words[command], "--format", "json"))) == 0
    found = json.loads(capsys.readouterr().out)
    if command == "simulate":
        return float(found["decisions"]["mean"]["value"])
    return next(float(one["a"]["value"]) for one in found["questions"] if one["what"] == "decisions")


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_a_study_goes_by_what_is_there_now(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    for target in (4, 7, 4):
        write(path, target)
        assert decisions(path, command, capsys) == target


def test_a_worker_of_a_cluster_goes_by_what_is_there_now(tmp_path: Path) -> None:
    """It outlives studies: once its files are changed as those of the study were, it need not be started anew."""
    path = tmp_path / "game.yaml"
    flags = GameFlags(
        game=str(path), path=(), variant=(), preset=None, settings=(), players=None, seed=None, lang="en", engine=None
    )
    task = Task(flags=flags, kinds=("random", "random"))
    for target in (4, 7):
        write(path, target)
        wanted = load_game(path).fingerprint
        assert set(play_chunk(task, wanted, range(3)).outcomes.lengths) == {target}
    other = wanted
    write(path, 5)
    assert play_chunk(task, other, range(3)).outcomes.games == 3, "what was loaded and fits is played"
    write(path, 6)
    with pytest.raises(OtherRules):
        play_chunk(task, "of other rules", range(3))
    assert set(play_chunk(task, load_game(path).fingerprint, range(3)).outcomes.lengths) == {6}
