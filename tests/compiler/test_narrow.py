"""What the rules only count takes two bytes in a compiled game; what does not fit there is played all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.compiler.runtime.machine import FastMachine
from cardwright.engines.invariants import invariant_violation
from cardwright.play.game.game import Game
from tests.compiler.lockstep import Pair, play_both, same_playouts

SPEC = """\
spec: 1
game: counting
title: "Counting"
players: 2
cards:
  main:
    attributes: {worth: integer, debt: {type: integer, default: -1}}
    list: {ace: {copies: 45, worth: 4}, king: {copies: 3, worth: 2}}
zones:
  pile: {holds: main, start: listed, order: stack, shows: all}
  hand: {of: player, holds: main, shows: all}
variables:
  points: {of: player, type: integer}
  doubled: {type: integer}
  pairs: {type: integer}
  triples: {type: integer}
  owed: {type: integer}
  turns: {type: integer}
  some: {type: integer, range: [0, 9]}
  maybe: {type: integer or none}
begin: play
phases: {play: {turns: {}, until: round.number > 8, offer: [take, look]}}
actions:
  take:
    do: |
      draw 3 from pile to me.hand
      me.points = sum(c.worth for c in me.hand) + (10 if pile.empty else 0)
      doubled = 2 * me.hand.count
      pairs = count(a for a in pile for b in me.hand)
      owed = sum(c.debt for c in me.hand)
      maybe = count(me.hand)
      turns += 1
      some = 3
  look: {do: "triples = count(a for a in pile for b in pile for c in pile)"}
result: {winners: best(p for p in players by p.points)}
limits: {steps: 1000000}
"""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("counting") / "counting.yaml"
    path.write_text(SPEC.replace("me.hand.count", "count(me.hand)"), encoding="utf-8")
    return path


def test_what_is_counted(spec: Path) -> None:
    """48 cards of 4 points at most, and 10; twice 48; of 48 × 48 × 48 turns no more than 4,096 are looked at."""
    found = {name: cell.most for name, cell in load_game(str(spec)).layout.variables.items() if cell.most is not None}
    assert found == {"points": 48 * 4 + 10, "doubled": 96, "pairs": 48 * 48, "triples": 4096}


def test_what_does_not_fit(spec: Path) -> None:
    """As long as 48 cards lie in the pile there are 110,592 triples, and the reference executor plays."""
    slow, fast = (load_game(str(spec), engine=engine).initial_state(seed=1) for engine in ("reference", "fast"))
    for move, referred in ("look", 1), ("look", 2), ("take", 3), ("take", 4), ("take", 5), ("look", 6), ("take", 6):
        for state in (slow, fast):
            state.apply(move)
        assert list(slow.machine.state) == list(fast.machine.state)
        assert isinstance(fast.machine, FastMachine)
        assert (move, fast.machine.referred) == (move, referred)


@pytest.mark.thorough
def test_playouts(spec: Path) -> None:
    pair = Pair(load_game(str(spec)).program)
    same_playouts(pair, 1, 2)


def test_score_sheets() -> None:
    """All points of a deal are counted, the total of a match is not."""
    pair = Pair(load_game("mille-bornes", preset="single_hand").program)
    assert {name for name, cell in pair.program.layout.variables.items() if cell.most is not None} == {
        name for name in pair.program.layout.variables if name.startswith("sheet.")
    }
    play_both(pair, 5, decisions=300)


@pytest.mark.thorough
def test_a_position_from_outside(spec: Path) -> None:
    """More points than anybody can have: sound, so it is played, by the reference executor."""
    games: list[Game] = [load_game(str(spec), engine=engine) for engine in ("reference", "fast")]
    cells = list(games[0].initial_state(seed=1).machine.state)
    cells[games[0].layout.variables["points"].address] = 1 << 16
    assert invariant_violation(games[0].code, cells) is None
    tables = [game.executor.resume(list(cells), explicit=False, steps=0, record=False) for game in games]
    assert list(tables[0].state) == list(tables[1].state)
    results = [game.executor.playouts(cells, 2, 5) for game in games]
    assert results[0].winners == results[1].winners
