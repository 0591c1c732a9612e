"""What one source of chance decides does not depend on how often others have decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.decider import CHANCE
from cardwright.play.game.engines import Engine
from cardwright.play.game.traces.recorder import Recorder
from cardwright.play.game.traces.replay import replay

GAME = """
spec: 1
game: sources
title: "Sources"
players: 2
cards:
  main: {list: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}, j: {}, k: {}, l: {}}}
  side: {list: {x: {}, y: {}, z: {}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  seen: {holds: main, order: stack, shows: all}
  tray: {holds: side, start: shuffled, shows: count}
  beside: {holds: side, shows: all}
variables:
  thrown: {type: integer or none, range: [1, 6]}
  mark: {type: integer, range: [1, 100], start: random}
begin: play
phases: {play: {turns: {}, until: round.number > 8, offer: [take, mix]}}
actions:
  take:
    do: |
      random die in 1..6
      thrown = die
      draw 1 from pile to seen
  mix:
    do: |
      move seen to pile
      shuffle pile
"""
OTHER = GAME.replace(
    "      random die in 1..6\n",
    """      random coin in [0, 1]
      random first in 1..6
      if coin == 1:
        draw 1 from tray to beside
      random die in 1..6
""",
).replace("  mark:", "  another: {type: integer, range: [1, 100], start: random}\n  mark:")
"""The same game with a coin, a second die, another pile, and another variable that begins at random."""


Told = tuple[object, object, list[str]]


def told(text: str, folder: Path, engine: Engine, moves: str, seed: int) -> list[Told]:
    """After each move: what has been thrown, the mark, and the cards that lie open, from the top."""
    (folder / "game.yaml").write_text(text)
    state = load_game(str(folder), engine=engine).initial_state(seed)
    found = []
    for move in moves.split():
        state.apply(move)
        view = state.view(0)
        variables = view["variables"]
        found.append((variables["thrown"], variables["mark"], view["zones"]["seen"]["cards"]))
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_a_source_is_its_own(engine: Engine, tmp_path: Path) -> None:
    """With more dice, another pile and another variable, all that was there before comes as before."""
    moves = "take take mix take take take mix take"
    for seed in range(20):
        assert told(GAME, tmp_path, engine, moves, seed) == told(OTHER, tmp_path, engine, moves, seed)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_each_shuffle_begins_anew(engine: Engine, tmp_path: Path) -> None:
    """However many cards were drawn before, after a shuffle the same cards come; other shuffles deal others."""
    short, long = "take mix take take take", "take take take mix take take take"
    for seed in range(20):
        assert told(GAME, tmp_path, engine, short, seed)[-1][-1] == told(GAME, tmp_path, engine, long, seed)[-1][-1]
    deals = {tuple(told(GAME, tmp_path, engine, "mix " * n + "take take take", 1)[-1][-1]) for n in range(6)}
    assert len(deals) > 3


@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_a_trace_names_a_seed_only_where_it_has_dealt(engine: Engine, tmp_path: Path) -> None:
    """A game whose chance came anew, or was told, is a trace that differs from nothing."""
    (tmp_path / "game.yaml").write_text(GAME)
    game = load_game(str(tmp_path), engine=engine)
    dealt = game.initial_state(5)
    dealt.apply("take")
    anew, told = dealt.resample(0, seed=9), game.initial_state(chance="explicit")
    while told.current_seat == CHANCE:
        told.apply(told.chance_outcomes[0][0])
    for state, seed in ((dealt, 5), (anew, None), (told, None)):
        recorder = Recorder(state)
        assert recorder.first["seed"] == seed
        differences = replay([recorder.first, *recorder.lines(state)], game, verify=False).differences
        assert differences == ()
