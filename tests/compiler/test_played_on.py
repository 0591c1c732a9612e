"""Playouts are the same in both engines where chance is to decide, where the game is over, and where it never is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.compiler.runtime.executor import FastExecutor
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR, FINISHED, PC, RUNNING, STATUS
from cardwright.engines.program.nodes import AskBlock
from cardwright.engines.reference.machine import Machine
from cardwright.play.game.game import Game
from cardwright.play.players.lookahead import Rollout
from tests.compiler.lockstep import Pair, pair_of, same_playouts

GAME = """
spec: 1
game: drawing
title: "Drawing"
players: 2
TWELVE
variables:
  lots: {type: integer, range: [0, 9]}
begin: play
phases:
  play: {turns: {until: round.number > 3}, offer: [one, two, lot, stay]}
actions:
  one: {do: draw 1 from pile to me.hand}
  two: {do: draw 2 from pile to me.hand}
  lot: {do: "random k in [1, 2, 9]\\nlots += k"}
  stay: {}
result: {winners: "best(p for p in players by sum(c.worth for c in p.hand) + lots)", returns: count(it.hand) + lots}
"""


def _same_from(pair: Pair, m: Machine) -> None:
    one, other = (executor.playouts(list(m.state), 6, 3) for executor in (pair.slow, pair.fast))
    assert (one.ends, one.lengths) == (other.ends, other.lengths)
    assert (one.winners, one.returns) == (other.winners, other.returns)


@pytest.mark.thorough
def test_from_any_position(tmp_path: Path) -> None:
    """Games with explicit chance, some of which end in an error: the lots do not fit."""
    pair, ends, at_chance = pair_of(tmp_path, GAME), set[int](), 0
    for seed in range(30):
        m, luck = pair.slow.start(seed, explicit=True, record=False), random.Random(seed)
        while m.state[STATUS] == RUNNING:
            if m.moves:
                m.play(luck.choice(m.moves))
            else:
                assert not isinstance(pair.program.blocks[m.state[PC]].end, AskBlock)
                at_chance += 1
                _same_from(pair, m)
                m.decide(luck.choice([value for value, _ in m.outcomes or ()]))
        _same_from(pair, m)
        ends.add(m.state[STATUS])
    assert ends == {FINISHED, ERROR} and at_chance > 100


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["mille-bornes", "on-the-trail", "course-folle", "neko-racing"])
def test_from_the_beginning(game: str) -> None:
    """The quick module plays them, also where the first thing that happens is chance."""
    executor = load_game(game, engine="fast").executor
    assert isinstance(executor, FastExecutor)
    assert executor.compiled.whole_games_from(first_state(executor.compiled.code, 0)).build == "playouts"


def test_a_player_who_plays_on_at_random(tmp_path: Path) -> None:
    """Where chance is a player, a move is worth what follows chance: two cards more are better than none."""
    state = Game(pair_of(tmp_path, GAME).program, engine="fast").initial_state(3, "explicit")
    move = Rollout(state.current_seat, 5).choose(state, [one for one in state.legal_moves if one.text != "lot"])
    assert move.text == "two"


CHOSEN = """
spec: 1
game: chosen
title: "Chosen"
players: 3
TWELVE
  played: {of: player, holds: main, shows: all}
begin: play
phases:
  play:
    start: "for p in players:\\n  draw 3 from pile to p.hand"
    repeat: {until: count(pile) < 1 or all(p.hand.empty for p in players)}
    steps: [put]
  put: {together: "[p for p in players if not p.hand.empty]", offer: [put]}
actions:
  put: {choose: {c: me.hand}, do: move c to me.played}
result: {winners: best(p for p in players by count(p.played)), returns: sum(c.worth for c in it.played)}
limits: {decisions: 40}
"""


@pytest.mark.parametrize("listed", [(0, 1, 2), (0, 1), (0, 0, 1), (2, 2), (1, 0), ()])
def test_who_chooses_together_in_a_position(listed: tuple[int, ...], tmp_path: Path) -> None:
    """A position from outside may say that somebody chooses twice, or not whose choice it is."""
    pair = pair_of(tmp_path, CHOSEN)
    m = pair.slow.start(1, explicit=False, record=False)
    end = pair.program.blocks[m.state[PC]].end
    assert isinstance(end, AskBlock) and end.secret is not None
    at = end.secret.pending.players.address
    m.state[at : at + 1 + len(listed)] = [len(listed), *listed]
    _same_from(pair, m)


ENDLESS = """
spec: 1
game: endless
title: "Endless"
players: 3
cards: {main: {list: {card: {copies: 3}}}}
zones: {heap: {holds: main, start: listed, shows: all}}
variables:
  score: {of: player, type: integer, range: [0, 9]}
  total: {type: integer}
begin: play
phases:
  play:
    turns: {order: "sort(p for p in players by p.score)"}
    until: round.number > 4
    do: |
      total += 1
      if total < MANY:
        choose k in 1..3:
          me.score = (me.score + k) mod 7
      NEXT
result: {winners: "best(p for p in players by p.score)"}
limits: {decisions: 40, steps: 3000}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("following", ["next turn me.next", "next turn me", "next turn me if total < 90 else me.next"])
def test_a_round_without_end_ends(following: str, tmp_path: Path) -> None:
    """Whose turn is next is known, so nobody asks; that turns go on and on is noticed all the same."""
    pair = pair_of(tmp_path, ENDLESS, many=9, next=following)
    assert same_playouts(pair, 1, n=10) == {ERROR}
