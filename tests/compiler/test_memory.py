"""A game that is only played takes little memory; what needs more gets it, and both engines still play alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.engines.cells import first_state
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import configure
from cardwright.source.merge.catalogue import find_games
from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts
from tests.compiler.test_tree import same_trees
from tests.laws.law_games import rules_of

MOST = 1 << 20
"""Bytes that a game may take that is only played."""

GAME = """
spec: 1
game: large
title: "Large"
players: 2
limits: {steps: 1000000}
cards: {main: {list: {ace: {copies: 8}, king: {copies: 8}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables: {total: {type: integer, start: 0}}
begin: all
phases:
  all: {steps: [deal, play]}
  deal:
    do: |
      for p in players:
        draw 6 from pile to p.hand
  play: {turns: {}, until: round.number > 2, offer: [put]}
actions:
  put:
    choose: {c: me.hand, a: 1..WIDE, b: 1..WIDE}
    when: "(a + b) mod 2 == 0 or c == ace"
    do: |
      DO
result: {winners: "best(p for p in players by count(c for c in p.hand if c == ace) * total)"}
"""
MANY_MOVES: dict[str, Any] = {"wide": 60, "do": "total += a * b"}
LONG_LISTS: dict[str, Any] = {
    "wide": 3,
    "do": """\
total += max(reverse([x * a + y * b for x in 1..150 for y in 1..90]))
      total += count(sets(x + y for x in 1..150 for y in 1..90 by x mod 5, y mod 7))""",
}


def every_table() -> list[tuple[str, int]]:
    """All games, with each number of players."""
    found = find_games()
    return [(game.path, players) for game in found.games for players in rules_of(game.path, ()).spec.players]


def games_of(folder: Path, words: dict[str, Any]) -> list[Game]:
    """The game in both engines."""
    pair_of(folder, GAME, **words)
    return [load_game(str(folder / "game.yaml"), engine=engine) for engine in ("fast", "reference")]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("path", "players"), every_table(), ids=lambda value: Path(str(value)).parent.name or str(value)
)
def test_a_megabyte_is_enough_to_play(path: str, players: int) -> None:
    pair = Pair(configure(rules_of(path, ()), players=players).program)
    table = pair.fast.start(3, explicit=False, record=False)
    while table.moves:
        table.play(table.moves[len(table.moves) // 2])
    pair.fast.playouts(first_state(pair.code, 0), 20, 3)
    for instance in (pair.fast.compiled.watched, pair.fast.compiled.whole_games):
        assert instance.running.size() <= MOST, (instance.build, instance.running.size())


@pytest.mark.parametrize("words", [MANY_MOVES, LONG_LISTS], ids=["moves", "lists"])
def test_who_needs_more_gets_it(words: dict[str, Any], tmp_path: Path) -> None:
    pair = pair_of(tmp_path, GAME, **words)
    before = pair.fast.compiled.watched.running.size(), pair.fast.compiled.whole_games.running.size()
    play_both(pair, 1, decisions=2)
    same_playouts(pair, 1, 2)
    after = pair.fast.compiled.watched.running.size(), pair.fast.compiled.whole_games.running.size()
    assert all(one < other for one, other in zip(before, after, strict=True)), (before, after)


def test_positions_together_keep_clear_of_it(tmp_path: Path) -> None:
    games = games_of(tmp_path, MANY_MOVES)
    batches = [game.batch(3, seed=4) for game in games]
    for number in range(2):
        for batch in batches:
            batch.step([number + place for place in range(3)])
        told = [(list(batch.counts), list(batch.seats), batch.legal_moves(1)[-1]) for batch in batches]
        assert told[0] == told[1]


def test_a_tree_keeps_clear_of_it(tmp_path: Path) -> None:
    games = games_of(tmp_path, MANY_MOVES)
    same_trees(games, games[0].initial_state(seed=5), 3)
