"""Functions without arguments are computed anew once a card moves, or a variable is set, that they read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.compiler.builder.module_builder import ModuleBuilder
from tests.compiler.lockstep import pair_of, play_both, same_playouts

KEPT = """
spec: 1
game: kept
title: "Kept"
players: 2
cards:
  main: {attributes: {worth: integer}, list: {low: {copies: 9, worth: 1}, high: {copies: 9, worth: 3}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  row: {holds: main, order: row, shows: all}
variables:
  bonus: {type: integer, range: [0, 9], start: 0}
  before: {type: integer, start: 0}
  after: {type: integer, start: 0}
functions:
  value: "sum(c.worth * i for i in 1..bonus + 1 for c in row) + count(row)"
begin: play
phases:
  play: {turns: {}, until: round.number > 6, offer: [lay, raise, clear]}
actions:
  lay:
    when: count(pile) > 0
    do: |
      before = value
      draw 1 from pile to row
      after = value
  raise:
    when: bonus < 5
    do: |
      before = value + value
      bonus += 1
      after = value
  clear:
    when: count(row) > 1 and value > 3
    do: |
      before = value
      move row to pile
      after = value
      shuffle pile
result: {winners: "best(p for p in players by after - before)"}
"""


def test_what_changes_is_computed_anew(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, KEPT)
    assert list(ModuleBuilder(pair.program, "playouts").keeper.functions) == ["value"]
    for seed in (1, 2):
        play_both(pair, seed)
    same_playouts(pair, 3)


BY_ARGUMENTS = """
spec: 1
game: kept-by-arguments
title: "Kept by arguments"
players: 2..3
types: {colour: [red, green, blue]}
cards:
  main: {attributes: {colour: colour, worth: integer}, list: {
    red_card: {copies: 7, colour: red, worth: 1}, green_card: {copies: 7, colour: green, worth: 3},
    blue_card: {copies: 4, colour: blue, worth: 2}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  row: {of: player, holds: main, order: row, shows: all}
variables:
  favourite: {of: player, type: colour or none, start: none}
  seen: {of: player, type: integer, start: 0}
functions:
  # Its colour may be none, which has no entry.
  worth(player p, colour c): sum(d.worth * place(d) for d in p.row if d.colour == c)
  order: "sort(p for p in players by worth(p, red), -worth(p, blue))"
  first_of_all(player p): order[1] == p and any(worth(p, c) > 3 for c in colour)
begin: play
phases:
  play: {turns: {}, until: round.number > 7, offer: [lay, like, back]}
actions:
  lay:
    when: count(pile) > 0
    do: |
      me.seen = worth(me, green) + count(order)
      draw 1 from pile to me.row
      me.seen += worth(me, green) + (1 if order[1] == me else 0)
  like:
    choose: {c: colour}
    when: c != me.favourite
    do: |
      me.favourite = c
      for p in players:
        if p.favourite is not none:
          p.seen += worth(p, p.favourite)
        p.seen += count(q for q in order if first_of_all(q))
  back:
    when: count(me.row) > 2 and not first_of_all(me)
    do: |
      for p in order:
        move p.row.bottom to pile
        p.seen += worth(p, red) + worth(p.next, blue)
      shuffle pile
result: {winners: "best(p for p in players by p.seen)"}
"""


@pytest.mark.thorough
def test_each_combination_of_arguments_has_a_value_of_its_own(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, BY_ARGUMENTS, players=3)
    kept = ModuleBuilder(pair.program, "playouts").keeper.functions
    assert {name: one.sizes for name, one in kept.items()} == {"order": (), "worth": (3, 3), "first_of_all": (3,)}
    for seed in (1, 2, 3):
        play_both(pair, seed)
    same_playouts(pair, 3)


LEFT = """
spec: 1
game: left
title: "Left"
players: 3
cards: {main: {attributes: {}, list: {low: {copies: 20}, high: {copies: 20}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  drawn: {of: player, type: integer, range: [0, 50], start: 0, shows: owner}
  twice: {of: player, type: boolean, start: false, shows: owner}
  rest: {type: integer, start: 0}
  many: {type: integer, start: 0}
functions:
  left: "[n for n in 1..50 if all(p.drawn != n for p in players)]"
begin: play
phases:
  play: {turns: {}, until: round.number > 6, offer: [take]}
actions:
  take:
    do: |
      random found in left
      let n = found else 0
      if me.drawn == n:
        me.twice = true
      me.drawn = n
      rest = n mod 3
      many = count(left)
      draw rest from pile to me.hand
result: {winners: "best(p for p in players by p.drawn)"}
"""


@pytest.mark.thorough
def test_chance_draws_again_from_the_same_list(tmp_path: Path) -> None:
    """A guess draws numbers until the rest is what was seen; each time from what is left before the first of them, and
    with all cards in the pile that lay there then."""
    (tmp_path / "game.yaml").write_text(LEFT, encoding="utf-8")
    game = load_game(str(tmp_path), engine="fast")
    assert list(ModuleBuilder(game.program, "watched").keeper.functions) == ["left"]
    state = game.initial_state(seed=0)
    other = load_game(str(tmp_path), engine="reference").initial_state(seed=0)
    for _ in range(14):
        state.apply(0)
        other.apply(0)
    for seed in range(8):
        guess = state.resample(0, seed)
        assert guess.sampling is not None and guess.sampling.way == "sampled"
        twice = [guess.view(seat)["variables"][f"p{seat + 1}.twice"] for seat in (1, 2)]
        assert twice == [False, False], seed
        assert guess.fingerprint() == other.resample(0, seed).fingerprint(), seed
