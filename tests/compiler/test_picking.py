"""The best of a few random moves behind the tree: how often it is taken, and the same in both engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.engine import Executor, SearchTree, TreeSettings
from cardwright.engines.program.derived_values import VALUE
from cardwright.engines.program.layout import RUNNING, STATUS
from cardwright.engines.program.make import make_program
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import PLAYER
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Game
from tests.compiler.lockstep import Pair
from tests.compiler.random_games import Maker
from tests.engines.program import small_games as g

ENGINES: tuple[Engine, Engine] = ("fast", "reference")

RACE = """
spec: 1
game: race
title: "Race"
players: 2
cards: {main: {list: {ace: {copies: 1}}}}
zones: {box: {holds: main, start: listed, shows: all}}
variables:
  far: {of: player, type: integer, range: [0, 60], start: 0}
  turns: {type: integer, range: [0, 60], start: 0}
begin: play
phases:
  play: {turns: {}, until: turns > 2, offer: [crawl, run, stay, wait]}
actions:
  crawl: {when: turns < 2, do: "me.far += 1\\nturns += 1"}
  run: {when: turns == 1, do: "me.far += 9\\nturns += 1"}
  stay: {when: turns == 0, do: turns += 1}
  wait: {when: turns == 2, do: "turns += 1"}
result:
  winners: best(p for p in players by p.far)
  value: it.far
"""
"""The first crawls or stays, the second crawls or runs, the first waits."""


@pytest.mark.sampled(9)
@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize(
    ("spec", "picks", "runs"),
    [
        (RACE, 1, 1 / 2),
        (RACE, 2, 3 / 4),  # unless both picks are to crawl
        (RACE, 3, 7 / 8),
        (RACE.replace("value: it.far", "value: -it.far"), 2, 1 / 4),  # only if both are to run
        (RACE.replace("turns > 2", "turns > 1").replace("value: it.far", "value: -it.far"), 2, 3 / 4),  # it is over
        (RACE.replace("value: it.far", "value: 7"), 2, 1 / 2),  # the first of equals
        (
            RACE.replace("me.far += 9", "me.next.far -= 9").replace("[0, 60]", "[-60, 60]"),
            2,
            1 / 4,
        ),  # that is not its own
        (RACE.replace("value: it.far", "returns: 1 if it.far > 5 else 0\n  value: it.far"), 2, 1 / 2),  # no worth
    ],
)
def test_how_often_the_better_move_is_taken(tmp_path: Path, engine: Engine, spec: str, picks: int, runs: float) -> None:
    game, many, found = raced(tmp_path, spec, engine), 1600 if engine == "fast" else 400, 0.0
    cells = game.initial_state().machine.state
    for seed in range(many):
        tree = grown(game.executor, picks)
        found += tree.each(cells, [0], 1, 1, seed, 0)[0] / many
        tree.close()
    crawls = 0.0 if "returns" in spec else 1 / 2  # then both have come as far
    assert found == pytest.approx(runs + (1 - runs) * crawls, abs=2 / many**0.5)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("limits", ["", "limits: {decisions: 2}\n", "limits: {decisions: 3, steps: 1000}\n"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("turns > 2", "turns > 9"),
        ("me.far += 9", "me.far += 900"),  # a rule fails
        ("me.far += 9", "me.far += 9\\nend play"),  # one move ends the game, the other does not
        ("value: it.far", "value: sum(n for m in 1..it.far for n in 1..200)"),  # for some positions too long
    ],
)
def test_both_engines_pick_the_same_moves(tmp_path: Path, old: str, new: str, limits: str) -> None:
    spec = RACE.replace(old, new) if old else RACE
    games = [raced(tmp_path, spec.replace("begin:", limits + "begin:"), engine) for engine in ENGINES]
    executors = [game.executor for game in games]
    same(executors, games[0].initial_state(seed=1).machine.state, (0, 1))


@pytest.mark.sampled(2)
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players", "moves"), [("mille-bornes", 4, 9), ("neko-racing", 4, 39)])
def test_both_engines_pick_the_same_moves_of_games(name: str, players: int, moves: int) -> None:
    """With teams; and over the end of a round, where cards are dealt anew."""
    games = [load_game(name, players=players, engine=engine) for engine in ENGINES]
    state = games[0].initial_state(seed=3)
    for number in range(moves):
        state.apply(number % len(state.legal_moves))
    executors = [game.executor for game in games]
    same(executors, state.machine.state, range(len(state.legal_moves)), players, 2)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(12))
def test_picks_in_random_games(seed: int) -> None:
    """Chance, secret choices, triggers, lists of cards: whatever such games are made of."""
    players = 2 + seed % 2
    try:
        program = make_program(Maker(Random(seed)).game(), players=players, options={})
    except SpecError:
        return
    it = g.local(9999, "it", PLAYER)
    value = ir.Function(VALUE, (it,), g.var("points", it), g.AT)
    pair = Pair(replace(program, functions={**program.functions, VALUE: value}))
    m, luck = pair.slow.start(seed, explicit=False, record=False), Random(seed)
    for _ in range(2):
        if m.state[STATUS] != RUNNING or not m.moves:
            return
        same((pair.slow, pair.fast), list(m.state), range(len(m.moves))[:4], players, 3)
        m.play(luck.choice(m.moves))


def raced(folder: Path, spec: str, engine: Engine) -> Game:
    (folder / "race.yaml").write_text(spec)
    return load_game(str(folder / "race.yaml"), engine=engine)


def grown(executor: Executor, picks: int, players: int = 2, reach: int | None = None) -> SearchTree:
    return executor.tree(TreeSettings(players=players, curiosity=0.7, width=3.0, reach=reach, picks=picks))


def same(
    executors: Sequence[Executor], cells: Sequence[int], places: Sequence[int], players: int = 2, times: int = 6
) -> None:
    """Grow trees with both engines, and compare them."""
    for picks, reach in ((2, None), (3, 2), (9, 5)):
        found = []
        for executor in executors:
            tree = grown(executor, picks, players, reach)
            brought = [tree.each(cells, places, times, seat, 10 * seat, seat) for seat in range(2)]
            tree.simulate(cells, 2 * times, 50, 2)
            found.append((brought, tree.tally(cells)))
            tree.close()
        assert found[0] == found[1]
