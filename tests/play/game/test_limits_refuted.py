"""What a move tells is no more than it tells: what is found in one dealing may not hold in another."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardwright import load_game
from cardwright.play.game.determinisation.belief import SeatBelief
from tests.play.game.test_limits_hold import holds

SPEC = """
spec: 1
game: refuted
title: "Refuted"
about: "Two players lay cards, and all hear something of the hand of the next one; the first player only looks on."
players: 3
cards:
  main:
    attributes: {colour: [red, black], rank: integer}
    each: {colour: colour, rank: 1..3}
zones:
  stock: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  table: {holds: main, order: row, shows: all}
variables:
  points: {of: player, type: integer, start: 0}
functions:
  ace(player p): any(d.rank == 1 for d in p.hand)
  red_one(player p): any(d.colour == red for d in p.hand)
begin: match
phases:
  match: {steps: [deal, play]}
  deal:
    do: |
      for p in first(players).rivals:
        draw 2 from stock to p.hand
  play: {turns: {skip: me.hand.empty}, offer: [lay], until: round.number > 2}
actions:
  lay:
    choose: {c: me.hand}
    do: |
      move c to table
      if TOLD:
        me.points += 1
result: {winners: players}
limits: {decisions: 20}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "told",
    [
        "first(d.rank for d in me.next.hand) == 2",
        "ace(me.next) != red_one(me.next)",
        "ace(me.next) and red_one(me.next)",
    ],
    ids=["which is the first", "one of two", "both"],
)
def test_what_is_found_holds_in_truth(tmp_path: Path, told: str) -> None:
    path, found = tmp_path / "game.yaml", 0
    path.write_text(SPEC.replace("TOLD", told))
    game = load_game(str(path))
    for seed in range(80):
        state, luck = game.initial_state(seed=seed), Random(seed)
        while state.decisions < 3:
            state.apply(luck.randrange(len(state.legal_moves)))
        state.resample(0, 0)
        book = state.history.entries()[0].beginning.kept[0]
        assert isinstance(book, SeatBelief)
        limits = [(number, one) for number, limits in book.limits.items() for one in limits if one.place >= 0]
        assert [(number, one) for number, one in limits if not holds(book, number, one)] == []
        found += len(limits)
    assert found > 40
