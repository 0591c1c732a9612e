"""Positions played together are the games that are played one by one, in both engines."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright import IllegalMove, State, load_game
from cardwright.play.game import game as games
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Game

LOAD = """
spec: 1
game: load
title: "Load"
players: 2
cards: {main: {list: {ace: {}, king: {}, queen: {}, jack: {}, ten: {}, nine: {}, eight: {}, seven: {}}}}
zones:
  stall: {holds: main, start: listed, shows: all}
  pile: {holds: main, order: stack, shows: count}
variables:
  weight: {type: integer, range: [0, 4]}
begin: play
phases: {play: {turns: {}, until: round.number > 6, offer: [load, mix]}}
actions:
  load:
    choose: {a: stall, b: stall, c: stall}
    do: |
      if a == ace:
        weight = weight + 3
      move b to pile
  mix:
    do: |
      shuffle pile
      draw 1 from pile to stall
result: {returns: weight + count(stall)}
"""
"""Many moves, which do not lie beside the position; and a variable that may run over its range (R701)."""


def together(game: Game, places: int, seed: int, steps: int) -> None:
    """Play them together and one by one, and compare all that a batch tells."""
    batch, luck = game.batch(places, seed), random.Random(seed)
    states = [game.initial_state(seed + place) for place in range(places)]
    for step in range(steps):
        assert told(batch) == [alone(state) for state in states]
        if step % 8 == 0:
            for place, state in enumerate(states):
                assert list(map(str, batch.legal_moves(place))) == list(map(str, state.legal_moves))
        chosen = [luck.randrange(count) if count else -5 for count in batch.counts.tolist()]
        for state, number in zip(states, chosen, strict=True):
            if not state.is_terminal:
                state.apply(number)
        batch.step(chosen)
        if step % 16 == 15:
            for place in batch.deal():
                states[place] = game.initial_state(int(batch.seeds[place]))
    assert batch.state(1) == states[1] and batch.state(1).error == states[1].error
    assert batch.running == sum(not state.is_terminal for state in states)


def told(batch: games.Batch) -> list[tuple[object, ...]]:
    players, returns = batch.game.players, batch.returns.tolist()
    rows = (
        returns if isinstance(returns[0], list) else [returns[n : n + players] for n in range(0, len(returns), players)]
    )
    columns = (batch.counts.tolist(), batch.seats.tolist(), batch.lengths.tolist(), batch.seeds.tolist())
    return list(zip(*columns, batch.statuses, map(tuple, rows), strict=True))


def alone(state: State) -> tuple[object, ...]:
    moves = len(state.legal_moves)
    return moves, state.current_seat, state.decisions, state.seed, state.status, state.returns


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["mille-bornes", "neko-racing", "on-the-trail", "course-folle"])
def test_games_together_are_the_games_one_by_one(name: str) -> None:
    together(load_game(name, engine="fast"), 3, 3, 100)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_errors_of_the_rules_and_many_moves(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "numpy_or_none", lambda: None)  # with the arrays of the standard library
    (tmp_path / "game.yaml").write_text(LOAD, encoding="utf-8")
    game = load_game(str(tmp_path), engine=engine)
    together(game, 6, 1, 40)
    batch = game.batch(40, 9)
    while batch.running:
        batch.step([0] * 40)
    assert {*batch.statuses} == {"finished", "error"}


def test_what_is_no_legal_move_is_refused_and_nothing_is_played() -> None:
    batch = load_game("course-folle", engine="fast").batch(3, seed=5)
    count = int(batch.counts[1])
    with pytest.raises(ValueError, match=f"^place 1: legal moves are numbered from 0 to {count - 1}, not {count}$"):
        batch.step([0, count, 0])
    with pytest.raises(ValueError, match=f"^place 2: legal moves are numbered from 0 to {count - 1}, not -1$"):
        batch.step([0, 0, -1])
    with pytest.raises(ValueError, match="^chosen must have an integer for each of 3 places, not 2$"):
        batch.step([0, 0])
    with pytest.raises(TypeError, match="^chosen must be "):
        batch.step([0.0, 0.0, 0.0])
    with pytest.raises(ValueError, match="^chosen must be the numbers of legal moves; one is far too large$"):
        batch.step([2**70, 0, 0])
    with pytest.raises(TypeError, match="^chosen must be an int, not True$"):
        batch.step([True, 0, 0])
    with pytest.raises(ValueError, match="^place must be from 0 to 2, not 3$"):
        batch.deal([3])
    assert batch.lengths.tolist() == [0, 0, 0]
    assert batch.deal([2, 0, 2]) == (0, 2) and batch.seeds.tolist() == [8, 6, 9]
    with pytest.raises(IllegalMove):
        batch.state(1).apply("fly")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_is_not_copied(way: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="^a batch cannot be copied or pickled"):
        way(load_game("course-folle").batch(2))


def test_seeds_and_numbers_of_positions_are_checked() -> None:
    game = load_game("course-folle", engine="fast")
    with pytest.raises(ValueError, match="^n must be at least 1, not 0$"):
        game.batch(0)
    with pytest.raises(ValueError, match=r"^seed \+ n must stay below"):
        game.batch(2, seed=2**63 - 1)
    batch = game.batch(1, seed=2**63 - 1)
    with pytest.raises(ValueError, match=r"^seed must be from 0 to"):
        batch.deal([0])
