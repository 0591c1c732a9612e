"""What a game is like for bots that guess: leaf correlation, bias and disambiguation where they can be worked out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.studies.measures.game_traits import suitable_bot
from cardwright.studies.statistics.intervals import Estimate

SHOWING = """\
spec: 1
game: showing
title: "Showing"
players: 3
cards:
  main:
    attributes: {rank: {type: integer}}
    list: {one: {rank: 1}, two: {rank: 2}, three: {rank: 3}, four: {rank: 4}, five: {rank: 5}, six: {rank: 6}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  table: {holds: main, shows: all}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 2 from pile to p.hand
    turns: {}
    until: all(p.hand.empty for p in players)
    offer: [lay]
actions:
  lay: {choose: {card: me.hand}, label: "Lay {card}", do: move card to table}
result:
  winners: best(p for p in players by 0)
"""


def studied(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `study` says of the nature of a game."""
    assert answer(CommandLine(("study", *words, "--format", "json"))) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["nature"]
    return found


def covers(found: dict[str, float], truth: float) -> bool:
    """Whether the interval does."""
    return found["low"] <= truth <= found["high"]


@pytest.mark.thorough
def test_kuhn_poker(capsys: pytest.CaptureFixture[str]) -> None:
    """The last choice is p2's after a bet (1/2 of the games) or p1's after check and bet (1/4): folding and calling
    come to the same in half of the deals. After two checks (1/4) betting would have: always where p2 has the higher
    card, and half of the time elsewhere, as p1 folds in the other half. In all 1/4 + 1/8 + 3/16 = 9/16; of these p1
    wins those after a bet (1/4) and where p2 has checked the lower card (1/16): 5/9. Nothing is learned on the way.
    """
    found = studied(capsys, "kuhn-poker", "-n", "300", "--course", "300")
    assert covers(found["leaf_correlation"], 9 / 16) and covers(found["bias"], 5 / 9)
    assert found["disambiguation"]["value"] == 0 and found["hidden"]["value"] == 1
    assert found["suits"] == {"why": "stays_hidden", "bot": "search:playouts=200"}


def test_cards_that_are_played_openly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three hold two cards each of six. p1 knows 6 ways to lie at first, 2 when two more cards lie on the table: two
    thirds are ruled out; so for p2, of 3 ways 1 is left, and for p3, of 2. All three win.
    """
    file = tmp_path / "showing.yaml"
    file.write_text(SHOWING)
    found = studied(capsys, str(file), "-n", "12", "--course", "12")
    assert found["disambiguation"]["value"] == pytest.approx((2 / 3 + 2 / 3 + 1 / 2) / 3, abs=1e-6)
    assert found["hidden"]["value"] == pytest.approx(4 / 6, abs=1e-6)  # p2 knows at last what p3 holds, and p3 all
    assert found["leaf_correlation"]["value"] == 1 and found["bias"]["value"] == pytest.approx(1 / 3, abs=1e-6)
    assert found["suits"] == {"why": "shows", "bot": "search:playouts=200:delay=2"}


def test_where_nobody_decides_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Something is hidden, but nothing can have shown by the next decision."""
    file = tmp_path / "showing.yaml"
    once = SHOWING.replace("turns: {}", "turns: {once: true}")
    file.write_text(once.replace("    until: all(p.hand.empty for p in players)\n", ""))
    found = studied(capsys, str(file), "-n", "40", "--course", "40")
    assert found["hidden"]["value"] > 0 and found["disambiguation"] is None
    assert found["suits"]["why"] in ("once", "seldom_matters")
    assert answer(CommandLine(("study", str(file), "-n", "40", "--course", "40"))) == 0
    assert "knows where all cards lie" not in capsys.readouterr().out


def test_which_bot_suits() -> None:
    def sure(value: float) -> dict[str, Any]:
        return Estimate(value, value - 0.02, value + 0.02, 100).to_json()

    def why(correlation: float, disambiguation: float | None, real: float = 0.9) -> str:
        hidden = sure(0.5)
        nature = {"leaf_correlation": sure(correlation), "hidden": hidden, "disambiguation": None}
        nature |= {} if disambiguation is None else {"disambiguation": sure(disambiguation)}
        told: str = suitable_bot(nature, sure(real), sure(6))["why"]
        return told

    assert why(0.5, 0.6) == why(0.9, 0.6) == "shows"
    assert (why(0.9, 0.1), why(0.5, 0.1), why(0.5, 0.3), why(0.8, 0.1)) == (
        *("seldom_matters", "stays_hidden", "unsettled", "unsettled"),
    )
    assert why(0.9, 0.3) == "seldom_matters", "however soon what is hidden shows"
    assert (why(0.5, None), why(0.9, None)) == ("once", "seldom_matters"), "something is hidden"
    assert why(0.5, 0.1, real=0.02) == "no_choice"
