"""Variables that serve only as sets lie as bits where whole games are played: the games are the same, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR, FINISHED
from tests.compiler.lockstep import Pair, pair_of, same_playouts

SPEC = """\
spec: 1
game: caves
title: "Caves that can be reached"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  near: {of: 1..2, type: list of integer, room: 9}
  far: {type: list of integer, room: 6, start: [0, 3]}
  seen: {of: player, type: list of integer, room: 7, shows: none}
  route: {type: list of integer, room: 30}
  high: {type: list of integer, room: 2}
  counted: {type: list of integer, room: 9}
  points: {of: player, type: integer}
functions:
  here(integer k): [m for m in k..2]
  is_near(integer n): n in near[1] or n in near[2]
begin: play
phases:
  play:
    turns: {}
    until: round.number > 12
    offer: [step, jump, spread, more, reach, mix, copy, forget, look, ask]
actions:
  step:
    choose: {k: 1..2, d: 0..BY}
    do: "near[k] = distinct([n + d for m in here(k) for n in near[m]])"
  jump:
    choose: {d: LOW..2}
    do: |
      near[1] = distinct([d + n for n in far])
      far = distinct([n div 2 for n in far if n != 5])
  spread: {choose: {k: 1..2}, do: "near[k] = distinct([n + (m - 1) for m in here(1) for n in near[m]])"}
  more:
    choose: {k: 1..2, n: 0..4}
    when: ADDED
    do: near[k] += [n]
  reach:
    choose: {k: 1..2, n: 0..8}
    do: |
      if n in far and ADDED:
        near[k] += [n]
      for i in n..8:
        if i != 2 and FRESH:
          me.seen += [i]
  mix:
    choose: {k: 1..2}
    do: |
      far = [k + 1] if 2 in near[k] else near[k]
      for n in 0..2:
        me.seen = distinct([m - n for m in near[k] if m >= n for i in 1..2])
  copy: {choose: {k: 1..2}, do: "near[k] = me.seen"}
  forget:
    choose: {k: 1..2}
    do: |
      if any(n > 3 for n in near[k]) and 3 not in far:
        near[k] = []
      else:
        near[k] = [4, 1]
  look:
    when: {somewhere: is_near(1) or is_near(4)}
    do: |
      me.points += count(n for n in 0..9 if n in far or is_near(n))
      route += [1 if is_near(2) else 0]
      high = [64 * me.points]
      counted = distinct([n div 2 for n in 0..7 if n in far])
      me.points += count(counted) + (route[1] else 0)
  ask:
    do: |
      me.points += 1 if all(n + k < 9 for k in 1..2 for n in near[k] if n != 4) else 0
      me.points += 2 if any(any(n == m for n in me.seen) for m in 0..3) else 0
result: {winners: best(p for p in players by p.points)}
limits: {steps: STEPS, decisions: 200}
"""


def _pair(tmp_path: Path, spec: str = SPEC, **values: object) -> Pair:
    usual: dict[str, object] = {
        "by": 1,
        "low": 0,
        "added": "not (n in near[k])",
        "fresh": "not (i in me.seen)",
        "steps": 1000,
    }
    return pair_of(tmp_path, spec, players=None, **(usual | values))


def test_which_are_sets(tmp_path: Path) -> None:
    """Of `counted` the length is asked, of `route` the first element; what goes to `high` may be any number."""
    program = _pair(tmp_path).program
    assert ModuleBuilder(program, "playouts").sets == {"near", "far", "seen"}
    assert ModuleBuilder(program, "plain").sets == frozenset()


@pytest.mark.sampled(7)
@pytest.mark.parametrize("steps", [12, 20, 28, 36, 44, 52, 60, 80, 1000, 1000000])
def test_the_same_games_with_the_same_steps(tmp_path: Path, steps: int) -> None:
    """With so few steps allowed, games end where a step is counted too much or too little."""
    pair = _pair(tmp_path, steps=steps)
    for seed in range(1, 40, 13):
        same_playouts(pair, seed, 13)
    assert not switched(pair)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("change", [{"by": 60}, {"low": -2}, {"added": "n < 9"}, {"fresh": "i < 7", "steps": 1000000}])
def test_what_does_not_fit(tmp_path: Path, change: dict[str, Any]) -> None:
    """With numbers of 64 and more, below 0 or added twice the module without sets plays on."""
    pair = _pair(tmp_path, **change)
    same_playouts(pair, 1, 40)
    assert switched(pair)
    same_playouts(pair, 50, 5)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("found", [(3, 5, 64), (2, 5, 5)])
def test_a_position_that_does_not_fit(tmp_path: Path, found: tuple[int, ...]) -> None:
    """Playouts from a position that was given, in which a list is a set, or is none."""
    pair = _pair(tmp_path)
    cells = list(first_state(pair.code, 0))
    one, other = (executor.playouts(cells, 5, 3) for executor in (pair.slow, pair.fast))
    assert (one.returns, one.lengths) == (other.returns, other.lengths)
    table = pair.slow.start(1, explicit=False, record=False)
    at = pair.program.layout.variables["near"].address
    cells = list(table.state)
    for wanted, switches in ((2, 6, 3), False), (found, True):
        cells[at : at + 1 + len(wanted)] = [len(wanted), *wanted]
        one, other = (executor.playouts(cells, 20, 3) for executor in (pair.slow, pair.fast))
        assert (one.returns, one.lengths) == (other.returns, other.lengths)
        assert switched(pair) == switches


@pytest.mark.thorough
def test_how_far_the_numbers_go_is_worked_out_only_if_there_are_any(tmp_path: Path) -> None:
    """Through an empty list no turn goes, so nothing can go wrong in it."""
    spec = SPEC.replace("n + d for m", "n + (me.points + d + 1) * 9223372036854775807 mod 5 for m")
    pair = _pair(tmp_path, spec.replace("[4, 1]", "[]"))
    assert "near" in ModuleBuilder(pair.program, "playouts").sets
    assert same_playouts(pair, 1, 60) == {FINISHED, ERROR}


def switched(pair: Pair) -> bool:
    """Whether a module without sets plays whole games."""
    return pair.fast.compiled.whole_games.build == "plain"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("effect", "sets"),
    [
        ("far = distinct([n + 1 for n in near[1]])", {"near", "far", "seen"}),
        ("me.points += count(near[1])", set()),
    ],
)
def test_triggers(tmp_path: Path, effect: str, sets: set[str]) -> None:
    """What triggers do counts as well: a list whose length one asks for is no set, nor are those copied from it."""
    spec = SPEC.replace("actions:\n", f"triggers: {{flood: {{after: look, do: '{effect}'}}}}\nactions:\n")
    pair = _pair(tmp_path, spec)
    assert ModuleBuilder(pair.program, "playouts").sets == sets
    same_playouts(pair, 1, 10)
