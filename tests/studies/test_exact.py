"""Small games are worked out: their size, value and best answers are those that are known from outside or by hand.

- Kuhn poker (H. W. Kuhn, 1950): 58 positions with the deal, 12 information sets, worth -1/18 to who begins.
- Leduc poker (F. Southey and others, 2005): 9,457 positions and 936 information sets, worth -0.0856 to who begins.
- Against uniformly random play the best answers gain 11/12 together in Kuhn poker, 4.7472 in Leduc poker: the figures
  `nash_conv` of OpenSpiel's documentation.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game.game import State
from cardwright.play.game.move import Move
from cardwright.play.players.registry import PLAYERS, RANDOM
from cardwright.studies.exact.game_tree import TooLarge, grow
from cardwright.studies.exact.solution import given_away, solve

PENNIES = """
spec: 1
game: pennies
title: "Two pennies"
about: "Both show heads or tails. The first wins 3 for two heads and 1 for two tails, and loses 1 otherwise."
players: 2
types:
  face: [heads, tails]
cards: {main: {list: {penny: {copies: 2}}}}
zones:
  table: {holds: main, start: listed, shows: all}
variables:
  shown: {of: player, type: face or none, start: none, shows: owner}
begin: show
phases:
  show: {together: players, offer: [pick]}
actions:
  pick: {choose: {f: "[heads, tails]"}, do: me.shown = f}
functions:
  one: first(p for p in players)
  gain: (3 if one.shown == heads else 1) if one.shown == one.next.shown else -1
result:
  returns: gain if it == one else -gain
"""

KEEP = """
spec: 1
game: keep
title: "Keep or turn"
about: "One of three cards is turned up. Keep it, or be content with the next one."
players: 1
cards:
  main: {attributes: {worth: integer}, list: {one: {worth: 1}, two: {worth: 2}, three: {worth: 3}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  up: {holds: main, order: stack, shows: all}
begin: play
phases:
  play:
    steps: [turn_up, decide]
  turn_up:
    do: draw 1 from pile to up
  decide: {turns: {}, until: done, offer: [keep, go_on]}
variables:
  done: {type: boolean, start: false}
actions:
  keep: {do: done = true}
  go_on:
    do: |
      draw 1 from pile to up
      done = true
result:
  returns: up.top.worth else 0
"""


def solved(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `solve` prints as JSON."""
    assert answer(CommandLine(("solve", *words, "--format", "json"))) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "positions", "sets", "worth", "off"),
    [("kuhn-poker", 58, 6, -1 / 18, 11 / 12), ("leduc-poker", 9457, 468, -0.0856, 4.7472)],
)
def test_the_known_games(
    capsys: pytest.CaptureFixture[str], name: str, positions: int, sets: int, worth: float, off: float
) -> None:
    found = solved(capsys, name, "--bots", "random")
    assert (found["positions"], found["information_sets"]) == (positions, {"p1": sets, "p2": sets})
    for seat, sign in (("p1", 1), ("p2", -1)):
        value = found["values"][seat]
        assert value["low"] <= sign * worth <= value["high"] and value["high"] - value["low"] < 0.04
    gained = found["bots"]["random"].values()
    assert all(one["low"] == one["value"] == one["high"] for one in gained), "this is exact"
    assert sum(one["value"] for one in gained) == pytest.approx(off, abs=1e-4)


def test_the_bounds_are_as_near_as_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "kuhn-poker", "--within", "0.001")
    value = found["values"]["p1"]
    assert value["low"] <= -1 / 18 <= value["high"] and value["high"] - value["low"] <= 0.001
    assert found["within"] == {
        "asked": 0.001,
        "reached": pytest.approx(value["high"] - value["low"], abs=1e-8),
        "most_rounds": 10_000,
    }


def test_what_is_not_reached_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "kuhn-poker", "--within", "0.000001", "--rounds", "30")
    assert found["rounds"] == found["within"]["most_rounds"] == 30 and found["within"]["reached"] > 0.000001
    assert answer(CommandLine(("solve", "kuhn-poker", "--within", "0.000001", "--rounds", "30"))) == 0
    assert "not 0.000001, after the largest number of rounds: `--rounds` allows more" in capsys.readouterr().out


def test_two_pennies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Heads with a third on both sides, worth a third: the first then wins the same whatever the other shows."""
    spec, file = tmp_path / "pennies.yaml", tmp_path / "how.jsonl"
    spec.write_text(PENNIES)
    found = solved(capsys, str(spec), "--strategy", str(file))
    assert found["values"]["p1"]["low"] <= 1 / 3 <= found["values"]["p1"]["high"]
    assert found["information_sets"] == {"p1": 1, "p2": 1}, "nobody sees what the other has picked"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert [row["seat"] for row in rows] == ["p1", "p2"]
    for row in rows:
        assert row["moves"]["pick(heads)"] == pytest.approx(1 / 3, abs=0.03)


def test_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A 1 is worth going on (the others are 2.5 on average), a 2 is as good as what comes, a 3 is kept: 7.5 / 3."""
    spec = tmp_path / "keep.yaml"
    spec.write_text(KEEP)
    found = solved(capsys, str(spec))
    assert found["values"]["p1"] == {"value": 2.5, "low": 2.5, "high": 2.5}
    assert found["random"]["p1"] == 2, "a random choice between two things that are worth 2 on average"


def test_what_bots_give_away() -> None:
    """`first` only checks and folds: who bets against it always wins 1, where two of them would win nothing."""
    tree = grow(load_game("kuhn-poker"), 100)
    found = given_away(tree, "first", times=3, seed=5)
    assert [one.value for one in found] == pytest.approx([1, 1])
    assert all(one.low is None and one.high is None for one in found), "it always did the same, so nothing is known"
    best = solve("kuhn-poker", tree, most_rounds=400, within=0)
    assert max(best.gain) < 0.002, "more rounds come nearer"


@pytest.mark.parametrize(("studies", "least"), [(6, 9), pytest.param(40, 68, marks=pytest.mark.thorough)])
def test_how_rough_a_gain_is(monkeypatch: pytest.MonkeyPatch, studies: int, least: int) -> None:
    """A bot that picks at random when it is asked gives away what `random` does: 95 of 100 intervals hold that. Of the
    two of each study fewer than `least` would hold it once in 400 times.
    """

    class Blind:
        def __init__(self, seat: int, seed: int) -> None:
            self.own = f"{seat} {seed}"

        def choose(self, state: State, moves: Sequence[Move]) -> Move:
            return Random(f"{self.own} {state.fingerprint()}").choice(moves)

    monkeypatch.setitem(PLAYERS, "blind", Blind)
    tree = grow(load_game("kuhn-poker"), 100)
    exact = given_away(tree, RANDOM, times=1, seed=0)
    held = 0
    for study in range(studies):
        found = given_away(tree, "blind", times=30, seed=1000 * study)
        for one, true in zip(found, exact, strict=True):
            assert one.low is not None and one.high is not None and one.low < one.value <= one.high
            held += one.low <= true.value <= one.high
    assert held >= least


@pytest.mark.thorough
def test_too_large(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TooLarge):
        grow(load_game("kuhn-poker"), 57)
    assert answer(CommandLine(("solve", "kuhn-poker", "--most", "57"))) == 2
    assert "E020" in (said := capsys.readouterr().err) and "more than 57 positions" in said
    assert answer(CommandLine(("solve", "mille-bornes"))) == 2
    assert "more than 10^300 positions" in capsys.readouterr().err
