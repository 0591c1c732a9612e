"""Choices that are made together, and come out one after the other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardwright import load_game
from cardwright.play.game.determinisation import exact_belief

IN_TURN = """
spec: 1
game: put-down-in-turn
title: "Put down in turn"
about: "All put a card down secretly; then each turns it over in turn, and says how it lies."
players: 3
cards:
  main:
    attributes: {}
    list: {moon: {copies: 3}, sun: {copies: 2}, star: {copies: 3}}
zones:
  stock: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  table: {holds: main, shows: all}
variables:
  upright: {of: player, type: boolean, start: false}
begin: match
phases:
  match: {steps: [deal, putting, putting]}
  deal:
    do: |
      for p in players:
        draw 2 from stock to p.hand
  putting:
    together: players
    offer: [put_down]
actions:
  put_down:
    choose: {c: me.hand}
    do: |
      move c to table
      choose way in [true, false]:
        me.upright = way
result: {winners: players}
limits: {decisions: 50}
"""


def drawn(path: Path, seed: int, at: int, *, always: bool) -> list[str]:
    """The guesses of the first player at a decision; who has `always` asked, or there only."""
    state, luck = load_game(str(path), players=3).initial_state(seed=seed), Random(seed)
    while True:
        if always or state.decisions == at:
            found = [state.resample(0, number).fingerprint() for number in range(4)]
            if state.decisions == at:
                return found
        state.apply(luck.randrange(len(state.legal_moves)))


@pytest.mark.parametrize("at", [4, 5, 7])
def test_who_asks_late_knows_no_more_of_what_was_chosen(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice that comes out later is not yet known when the first of them comes out; here so many positions are
    possible then that they are no longer kept up.
    """
    monkeypatch.setattr(exact_belief, "MOST", 20)
    path = tmp_path / "in_turn.yaml"
    path.write_text(IN_TURN)
    for seed in range(2):
        assert drawn(path, seed, at, always=True) == drawn(path, seed, at, always=False)
