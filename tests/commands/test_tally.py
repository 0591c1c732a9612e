"""Wins, ties and lengths of many games are counted correctly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.engines.program.derived_values import Sides
from cardwright.engines.program.layout import Status
from cardwright.play.players.playout import Played
from cardwright.studies.outcomes import Outcomes, summary

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


def test_summary() -> None:
    """Two teams, p1 and p3 against p2 and p4; the last game did not end by its rules."""
    ended: list[tuple[Status, int, Sides | None]] = [
        ("finished", 10, ((0, 2),)),
        ("finished", 20, ((0, 2), (1, 3))),
        ("finished", 20, ()),
        ("finished", 20, ((1, 3), ())),
        ("limit", 60, None),
    ]
    found = Outcomes()
    for seed, (status, decisions, winners) in enumerate(ended):
        one = Played(seed=seed, status=status, returns=(1.0, 0.0, 3.0, 0.0), decisions=decisions, winners=winners)
        found.add(one, ("first",) * 4)
    result = summary("race", 4, found, 2.0)
    assert (result["games"], result["statuses"]) == (5, {"finished": 4, "limit": 1})
    counts = [(seat["wins"], seat["ties"], seat["losses"]) for seat in result["seats"]]
    assert counts == [(1, 1, 2), (0, 2, 2)] * 2
    assert [seat["win_rate"]["value"] for seat in result["seats"]] == [0.25, 0, 0.25, 0]
    assert result["seats"][2]["mean_return"] == {"value": 3, "low": None, "high": None, "rare": 0.434482}
    assert result["decisions"]["mean"]["value"] == 26
    assert [result["decisions"][key]["value"] for key in ("p5", "p50", "p95")] == [10, 20, 60]
    assert (result["games_per_second"], result["decisions_per_second"]) == (2.5, 65.0)
    assert [(one.seed, one.decisions) for one in found.stuck] == [(4, 60)]


def test_counts_may_be_added_in_any_order() -> None:
    """Returns of a third each: sums of floating-point numbers would depend on the order."""
    games = [
        Played(seed=seed, status="finished", returns=(seed / 3, 0.1), decisions=seed, winners=((seed % 2,),))
        for seed in range(50)
    ]
    results = []
    for order in (games, games[::-1], games[25:] + games[:25]):
        whole = Outcomes()
        for start in range(0, 50, 7):
            part = Outcomes()
            for one in order[start : start + 7]:
                part.add(one, ("random", "first"))
            whole.merge(part)
        results.append(summary("race", 2, whole, 0))
    assert results[0] == results[1] == results[2]


@pytest.mark.sampled(5)
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
