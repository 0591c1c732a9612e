"""When games are decided, what dealt cards are worth, and what decides: where the truth is known."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.studies.measures.chance_effects import VarianceShares, parts_of
from cardwright.studies.measures.win_probability import LOOKS, Courses

ACE = """\
spec: 1
game: ace
title: "Ace"
players: 2
cards: {main: {list: {ace: {copies: 1}, low: {copies: 9}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  tricks: {type: integer, start: 0, shows: all}
  lucky: {type: boolean, start: false, shows: all}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 3 from pile to p.hand
    turns: {}
    until: pile.empty
    offer: [take]
actions:
  take: {label: "Take a card", do: "tricks += 1\\nlucky = any(c == ace for c in me.hand)\\ndraw 1 from pile to me.hand"}
result:
  winners: best(p for p in players by count(c for c in p.hand if c == ace))
  measures: [tricks, lucky]
"""


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


@pytest.fixture
def ace(tmp_path: Path) -> str:
    """A game in which whoever gets the ace wins; it is dealt in three games of five."""
    (tmp_path / "game.yaml").write_text(ACE)
    return str(tmp_path / "game.yaml")


def studied(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `study` prints as JSON."""
    assert say("study", *words, "--format", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.thorough
def test_whoever_is_dealt_the_ace_wins(ace: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = studied(capsys, ace, "-n", "300", "--course", "60", "--deals", "40", "--pace", "30")
    dealt = {row["name"]: row for row in found["dealt"]}
    assert dealt["ace"]["settled"] == 1
    # With it: 1. Without it: 0 if the other has it (3 in 7), else a half.
    assert dealt["ace"]["difference"]["low"] < 1 - 2 / 7 < dealt["ace"]["difference"]["high"]
    assert dealt["low"]["difference"] is None  # everybody has one
    assert found["luck"]["deal"]["low"] > 0.6  # the order of the pile is the deal's, and nobody can choose
    assert found["luck"]["play"]["value"] == 0
    course = found["course"]
    assert course["games"] == 60 and course["open"][0]["value"] == 1
    assert course["open"][0]["value"] > course["open"][-1]["value"]
    measured = {(row["name"], row.get("value")): row for row in found["details"]["measures"]}
    assert measured["tricks", None]["mean"]["value"] == 4
    assert measured["lucky", True]["share"]["value"] == pytest.approx(0.4, abs=0.1)
    assert found["minutes"]["value"] == pytest.approx(4 * 2 / 60, abs=0.001)  # there is never a choice


@pytest.mark.thorough
def test_recorded_games_are_studied_alike(ace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    traces = [str(tmp_path / f"{seed}.jsonl") for seed in range(12)]
    for seed, trace in enumerate(traces):
        assert say("run", ace, "--seed", str(seed), "--trace", trace) == 0
    capsys.readouterr()
    recorded, played = studied(capsys, *traces), studied(capsys, ace, "-n", "12")
    for key in ("sides", "lengths", "real", "moves", "actions", "dealt", "statuses"):
        assert recorded[key] == played[key], key
    assert recorded["details"]["measures"] == played["details"]["measures"]
    lines = Path(traces[0]).read_text().splitlines()
    (tmp_path / "half.jsonl").write_text("\n".join(lines[:2]) + "\n")
    assert say("study", traces[1], str(tmp_path / "half.jsonl")) == 0
    said = capsys.readouterr()
    assert "game.yaml, 2 players, 1 game: finished 1" in said.out and "Take a card" in said.out
    assert "left out, since not played to the end: 1 game" in said.err
    for flag in ("--seats=first", "--jobs=2", "--games=5"):
        assert say("study", traces[0], flag) == 2
        assert f"error[E013]: {flag.partition('=')[0]} has no effect on games" in capsys.readouterr().err
    assert say("study", ace, ace) == 2
    assert "error[E013]" in capsys.readouterr().err
    (tmp_path / "copy.jsonl").write_bytes(Path(traces[3]).read_bytes())
    for again in (traces[3], str(tmp_path / "copy.jsonl")):
        assert say("study", *traces[:5], again) == 2
        assert f"error[E018]: '{again}' is the same game as '{traces[3]}'" in capsys.readouterr().err
    assert say("study", str(tmp_path / "half.jsonl")) == 2
    assert "error[E018]: none of these games was played to its end" in capsys.readouterr().err


@pytest.mark.parametrize("line", [1, 2, 3])
@pytest.mark.parametrize("what", ["twice", "gone", "seat"])
def test_a_trace_that_differs_is_not_studied(
    ace: str, what: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said where, as `replay` does, before anything is counted."""
    trace = tmp_path / "game.jsonl"
    assert say("run", ace, "--seed", "3", "--trace", str(trace)) == 0
    lines = trace.read_text().splitlines()
    own = lines[line].replace('"p1"', '"p3"').replace('"p2"', '"p3"').replace('"weight": ', '"weight": 9')
    lines[line : line + 1] = {"twice": lines[line : line + 1] * 2, "gone": [], "seat": [own]}[what]
    trace.write_text("\n".join(lines) + "\n")
    capsys.readouterr()
    assert say("replay", str(trace)) == 1
    told = capsys.readouterr().err
    assert "error[E870]: the trace differs" in told
    assert say("study", str(trace)) == 1
    assert capsys.readouterr().err == told


def test_what_decides() -> None:
    luck = random.Random(3)
    deal = [[(won, 1 - won)] * 3 for won in (float(luck.random() < 0.5) for _ in range(200))]
    parts = parts_of(deal)
    assert parts is not None and parts[1].low is not None and parts[1].low > 0.9
    play = [[(won, 1 - won) for won in (float(luck.random() < 0.5) for _ in range(3))] for _ in range(200)]
    parts = parts_of(play)
    assert parts is not None and parts[2].low is not None and parts[2].low > 0.8
    seat = [[(won, 1 - won) for won in (float(luck.random() < 0.9) for _ in range(3))] for _ in range(200)]
    parts = parts_of(seat)
    rare = [[(1.0, 0.0)] * 4 if luck.random() < 0.5 else [(0.0, 1.0)] * 4 for _ in range(20)]
    never = [[(1.0, 0.0)] * 4] * 20
    for deals in (rare, never):
        assert all(one.low is not None and one.high is not None for one in parts_of(deals) or ())
        assert all((one.low or 0) < (one.high or 0) for one in parts_of(deals) or ()), "no interval is without width"
    truth = 0.4**2 / (0.4**2 + 0.9 * 0.1)  # of both sides alike
    assert parts is not None and parts[0].low is not None and parts[0].low < truth < (parts[0].high or 0)
    assert parts_of([[(1.0, 0.0)] * 2] * 30) is not None  # the seat decides everything
    assert VarianceShares().to_json() is None


def test_the_course_of_the_chances() -> None:
    courses = Courses()
    steady = tuple((0.5 + number / 20, 0.5 - number / 20) for number in range(LOOKS))
    courses.add(steady, {0: Fraction(1), 1: Fraction(0)})
    courses.add(tuple((0.2, 0.8) if 2 <= n < 5 else (0.8, 0.2) for n in range(LOOKS)), {0: Fraction(1), 1: Fraction(0)})
    courses.add(steady, {0: Fraction(1, 2), 1: Fraction(1, 2)})
    found = courses.to_json()
    assert found is not None
    assert [one["value"] for one in (found["decided"], found["behind"])] == [(0.8 + 1) / 2, 0.5]
    assert found["swings"]["value"] == pytest.approx(2 / 3)
