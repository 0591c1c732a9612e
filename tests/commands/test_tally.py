"""Wins, ties and lengths of many games are counted correctly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer
from cardwright.commands.tally import percentile, tally
from cardwright.engines.program.sides import Sides
from cardwright.play.players.playout import Played

SPEC = """
spec: 1
game: contest
title: "Contest"
players: 4
teams: {{number: 2}}
cards: {{main: {{list: {{card: {{copies: 4, label: "Card"}}}}}}}}
zones: {{pile: {{holds: main, start: listed, shows: count}}}}
begin: one
phases: {{one: {{turns: {{once: true}}, offer: [go]}}}}
actions: {{go: {{label: "Go"}}}}
functions:
  mine(player p): first(players) in p.team.members
{result}
"""

RESULTS = {
    # what the spec says, and how each of p1 to p4 has played
    "result: {winners: players}": "tttt",
    "result: {winners: teams}": "tttt",
    "result: {winners: first(players)}": "wlll",
    "result: {winners: '[p for p in players if mine(p)]'}": "wlwl",
    "result: {winners: '[t for t in teams if first(players) in t.members]'}": "wlwl",
    "result: {winners: '[p for p in players if mine(p)] + [none]'}": "tltl",
    "result: {winners: '[none]'}": "llll",
    "result: {winners: '[p for p in players if false]'}": "llll",
    "result: {returns: '30 if mine(it) else -30'}": "wlwl",
    "result: {returns: '-1 if mine(it) else -2'}": "wlwl",
    "result: {returns: '2'}": "tttt",
    "result: {returns: '0'}": "tttt",
    "result: {returns: '3 if it == first(players) else 2'}": "wlwl",
    "result: {winners: first(players), returns: '-5 if it == first(players) else 2'}": "wlll",
    "result: {winners: '[p for p in players if false]', returns: '2'}": "llll",
    "": "----",
}

COUNTS = {"w": (30, 0, 0), "t": (0, 30, 0), "l": (0, 0, 30), "-": (0, 0, 0)}


@pytest.mark.parametrize(
    ("values", "share", "value"),
    [([7], 5, 7), ([1, 2], 50, 1), (list(range(1, 101)), 95, 95), (list(range(1, 101)), 5, 5), ([], 50, None)],
)
def test_percentile(values: list[int], share: int, value: int | None) -> None:
    assert percentile(values, share) == value


def test_tally() -> None:
    """Two teams, p1 and p3 against p2 and p4; the last game did not end by its rules."""
    ended: list[tuple[str, int, Sides | None]] = [
        ("finished", 10, ((0, 2),)),
        ("finished", 20, ((0, 2), (1, 3))),
        ("finished", 20, ()),
        ("finished", 20, ((1, 3), ())),
        ("limit", 60, None),
    ]
    games = [
        Played(seed=seed, status=status, returns=(1.0, 0.0, 1.0, 0.0), decisions=decisions, winners=winners)
        for seed, (status, decisions, winners) in enumerate(ended)
    ]
    one, other = {"wins": 1, "ties": 1, "losses": 2}, {"wins": 0, "ties": 2, "losses": 2}
    assert tally("race", 4, games, 2.0) == {
        "game": "race",
        "players": 4,
        "games": 5,
        "statuses": {"finished": 4, "limit": 1},
        "seats": [
            {"seat": "p1", **one, "mean_return": 1.0},
            {"seat": "p2", **other, "mean_return": 0.0},
            {"seat": "p3", **one, "mean_return": 1.0},
            {"seat": "p4", **other, "mean_return": 0.0},
        ],
        "decisions": {"mean": 26.0, "p5": 10, "p50": 20, "p95": 60},
        "seconds": 2.0,
        "games_per_second": 2.5,
        "decisions_per_second": 65.0,
    }


@pytest.mark.parametrize("seats", ["random", "first"])
@pytest.mark.parametrize("result", RESULTS, ids=str)
def test_each_game_is_counted_once(result: str, seats: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Random players play inside the engine, others do not; `run` tells the same."""
    spec = tmp_path / "game.yaml"
    spec.write_text(SPEC.format(result=result), encoding="utf-8")
    words = (str(spec), "--seats", seats, "--format", "json")
    assert answer(CommandLine(("simulate", *words, "--games", "30"))) == 0
    counted = json.loads(capsys.readouterr().out)["seats"]
    shown = tuple((seat["wins"], seat["ties"], seat["losses"]) for seat in counted)
    assert shown == tuple(COUNTS[how] for how in RESULTS[result])
    assert answer(CommandLine(("run", *words, "--seed", "1"))) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    seen = {seat for side in last.get("winners", ()) for seat in side}
    assert seen == {seat["seat"] for seat in counted if seat["wins"] or seat["ties"]}
