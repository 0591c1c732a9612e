"""Games that go round in circles: what is certain, what is only likely, and what is neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game.cycle_detection import CycleDetector, DecisionCycle
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game

SPEC = """\
spec: 1
game: round
title: "Round"
players: 2
cards:
  main: {list: {ace: {copies: 2}, ten: {}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
variables:
  v: {type: integer, start: 0}
  small: {type: integer, range: [0, 50], start: 0}
begin: play
phases:
  play: {turns: {}, until: v > 5, offer: [pass]}
actions:
  pass: {do: DO}
  stay: {}
"""


def made(folder: Path, do: str, *changes: tuple[str, str]) -> Game:
    text = SPEC.replace("DO", do)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text)
    return load_game(folder / "game.yaml")


def watched(game: Game, decisions: int = 60) -> DecisionCycle | None:
    """What is seen of a game in which everybody plays the first legal move."""
    state, watch = game.initial_state(seed=1), CycleDetector(game)
    for _ in range(decisions):
        if state.is_terminal:
            return None
        found = watch.at(state)
        if found is not None:
            return found
        watch.played(state, state.legal_moves[0])
        state.apply(0)
    return None


def test_a_game_that_can_only_go_round_is_certain_to(tmp_path: Path) -> None:
    """The number of the round grows, but nothing depends on it."""
    found = watched(made(tmp_path, "v = 1 - v"))
    assert found is not None and found.certain
    assert {(one.seat, one.phase, one.action) for one, _ in found.made} == {(0, "play", "pass"), (1, "play", "pass")}


@pytest.mark.parametrize(
    ("do", "changes"),
    [
        ("v += 1", ()),  # it ends by itself
        ("small += 1", ()),  # it ends with an error: the range is left
        ("v = 1 - v", (("until: v > 5", "until: round.number > 40"),)),  # the number of the round matters
        ("v = 1 - v", (("offer: [pass]", "offer: [pass, stay]"),)),  # somebody could play otherwise
        ("shuffle pile\\nshow pile.top to players", (("pass: {do: DO}", "pass: {do: DO}"),)),  # chance decides
    ],
    ids=["ends", "error", "rounds count", "a choice", "chance"],
)
def test_what_is_not_certain(do: str, changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    if "\\n" in do:
        do, changes = f'"{do}"', ()
    assert watched(made(tmp_path, do, *changes)) is None


def test_run_stops_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, "v = 1 - v")
    assert answer(CommandLine(("run", str(tmp_path / "game.yaml"), "--seed", "1"))) == 3
    out = capsys.readouterr().out
    assert "The game never ends: these 2 decisions come again and again, and nobody can decide otherwise.\n" in out
    assert out.count("\n") < 20


@pytest.mark.thorough
def test_run_shows_no_more_than_a_long_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, "v = 1 - v", ("offer: [pass]", "offer: [pass, stay]"))
    assert answer(CommandLine(("run", str(tmp_path / "game.yaml"), "--seed", "1", "--seats", "first"))) == 3
    out = capsys.readouterr().out
    assert "… (the game has taken 2000 decisions; what follows is not shown)\n" in out
    assert out.endswith(
        "Its last 1000 decisions, the most frequent first:\n   500 × p1  pass (play)\n   500 × p2  pass (play)\n"
    )
    assert out.count("\n") < 2020


def test_simulate_tells_of_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, "v = 1 - v")
    assert answer(CommandLine(("simulate", str(tmp_path / "game.yaml"), "--games", "2"))) == 3
    said = " ".join(capsys.readouterr().err.split())
    assert "game with seed 0: The game never ends: these 2 decisions come again and again" in said
