"""How many steps there can be between decisions is known before the play, so whole games need not count them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.passes.cost_model import StepBudget, step_budget
from cardwright.compiler.runtime.machine import FastMachine
from cardwright.engines.program.layout import ERROR
from cardwright.engines.program.nodes import Program
from tests.compiler.lockstep import pair_of, same_playouts

DEALING = """\
spec: 1
game: dealing
title: "Dealing"
players: 3
cards: {main: {list: {ace: {copies: 30}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases:
  play:
    start: |
      repeat TIMES:
        for p in players:
          draw 1 from pile to p.hand
    turns: {}
    until: pile.empty
    offer: [take]
actions: {take: {do: draw 1 from pile to me.hand}}
limits: {steps: STEPS}
"""

PASSING = """\
spec: 1
game: passing
title: "Seldom can anybody move"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables: {n: {type: integer}, m: {type: integer}}
begin: play
phases:
  play:
    turns: {}
    until: n > LAST
    offer: [move]
    otherwise: |
      n += 1
      if n mod 3 == 0:
        for k in 1..5:
          m += k
actions: {move: {when: {seldom: n mod EVERY == 0}, do: n += 1}}
limits: {steps: 20000, decisions: 50}
"""

SORTING = """\
spec: 1
game: sorting
title: "Sorting"
players: 2
cards: {main: {attributes: {worth: {type: integer, default: 0}}, list: {ace: {worth: 1, copies: 3}, two: {copies: 20}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables: {n: {type: integer}}
begin: play
phases: {play: {turns: {}, until: n > 99, offer: [take]}}
actions: {take: {do: "n = count(d for c in pile if TEST for d in pile)"}}
"""


def budget(program: Program) -> StepBudget:
    return step_budget(program, ModuleBuilder(program, "plain").facts)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["mille-bornes", "neko-racing", "course-folle", "on-the-trail", "hearts", "gin-rummy"])
def test_no_play_takes_more(name: str) -> None:
    """Both engines count steps where somebody looks. A round without a counter is entered once here at most."""
    game = load_game(name, engine="fast")
    most = budget(game.program)
    luck = random.Random(5)
    for seed in range(3):
        state = game.initial_state(seed=seed)
        for _ in range(150):
            table = state.machine
            assert isinstance(table, FastMachine)
            assert 0 < table.steps <= most.most + sum(most.rounds.values())
            if state.is_terminal:
                break
            state.apply(luck.choice(state.legal_moves))


def test_a_round_with_a_counter_is_as_long_as_it_says(tmp_path: Path) -> None:
    """Four turns more for each of three players are more steps, and no round without a counter; a turn takes a few."""
    few, many = (budget(pair_of(tmp_path, DEALING, times=times, steps=900).program) for times in (4, 8))
    assert not few.rounds and not many.rounds
    assert 4 * 3 * 4 <= many.most - few.most <= 4 * 3 * 12


def test_what_is_printed_bounds_a_loop(tmp_path: Path) -> None:
    """Three cards of 23 can pass a test of what is printed on them, whatever it is combined with."""
    tests = ("n < 9 and c.worth == 1", "c == ace", "c.worth < 1", "n < 9 or c.worth == 1")
    one, other, twenty, every = (budget(pair_of(tmp_path, SORTING, test=test).program).most for test in tests)
    assert one == other == twenty - 17 * 23 == every - 20 * 23


@pytest.mark.sampled(3)
@pytest.mark.parametrize("steps", range(20, 140, 10))
def test_the_limit_holds(tmp_path: Path, steps: int) -> None:
    """With fewer steps than dealing may take they are counted; with fewer than it takes the game ends by an error."""
    pair = pair_of(tmp_path, DEALING, times=5, steps=steps)
    same_playouts(pair, 1, 2)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("every", "goes_over", "fails"), [(10, False, False), (2400, True, False), (4000, True, True)])
def test_a_round_without_a_counter(tmp_path: Path, every: int, goes_over: bool, fails: bool) -> None:
    """Where it is walked often, a module plays on that counts every step; where it takes too many, it is an error."""
    pair = pair_of(tmp_path, PASSING, every=every, last=3 * every)
    assert ModuleBuilder(pair.program, "playouts").budget is not None
    assert ModuleBuilder(pair.program, "plain").budget is None
    assert (ERROR in same_playouts(pair, 1, 3)) is fails
    assert (pair.fast.compiled.whole_games.build == "plain") is goes_over
