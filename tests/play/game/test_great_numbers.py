"""Guesses where chance draws great numbers: hardly one is what a seat sees, at once or when it gets the card."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.engines import ENGINES, Engine

SPEC = """
spec: 1
game: weighing
title: "Weighing"
players: 2
cards:
  main:
    list: {stone: {copies: 2}, feather: {}, coin: {}}
    variables: {weight: {type: integer, range: [0, 300], start: random, each: round}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  price: {type: integer, range: [0, 300], start: random, shows: all, each: round}
begin: match
phases:
  match: {steps: [deal, play]}
  deal:
    do: |
      for p in players:
        draw 2 from pile to p.hand
  play: {turns: {}, until: round.number > 2, offer: [wait]}
actions:
  wait: {}
result: {winners: players}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_are_found_that_were_seen(tmp_path: Path, engine: Engine) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(SPEC)
    state = load_game(path, engine=engine).initial_state(seed=3)
    while not state.is_terminal:
        for seat in range(2):
            guess = state.resample(seat, 5)
            assert guess.sampling is not None and not guess.sampling.fallback and guess.sampling.attempts < 5
            assert guess.view(seat) == state.view(seat) and guess.events(seat) == state.events(seat)
        state.apply("wait")
