"""Both engines grow the same tree where moves are not listed, and where secret choices are played at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import Game, State, load_game
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.engines.engine import TreeSettings
from tests.compiler.test_tree import same_trees

SEED = 5


def both(path: Path, rules: str) -> list[Game]:
    """The game of these rules, in both engines."""
    path /= "game.yaml"
    path.write_text(rules)
    return [load_game(str(path), engine=engine) for engine in ("fast", "reference")]


def after(game: Game, moves: int) -> State:
    """A position after so many moves."""
    state = game.initial_state(seed=SEED)
    for number in range(moves):
        state.apply(number % len(state.legal_moves))
    return state


PUTTING = """
spec: 1
game: putting
title: "Putting"
players: 3
cards:
  main:
    attributes: {worth: integer}
    list: {low: {worth: 1, copies: 5}, mid: {worth: 2, copies: 4}, high: {worth: 4, copies: 3}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  played: {of: player, holds: main, shows: {all: count, owner: all}}
variables:
  won: {of: player, type: integer, range: [-40, 40], start: 0}
  rounds: {type: integer, range: [0, 60], start: 0}
begin: race
phases:
  race:
    start: |
      for p in players:
        draw 3 from pile to p.hand
    steps: [rounds_of_two]
  rounds_of_two: {until: rounds >= 4, steps: [put, settle]}
  put: {together: "[p for p in players if rounds != 1 or not p.hand.empty]", offer: [lay, keep]}
  settle:
    do: |
      rounds += 1
      for p in players:
        p.won += sum(c.worth for c in p.played) if rounds mod 2 == 0 else -count(p.played)
        draw 1 from pile to p.hand
actions:
  lay: {choose: {c: me.hand}, do: move c to me.played}
  keep: {choose: {c: me.hand}, when: count(me.hand) > 2, do: move c to me.played}
result:
  winners: best(p for p in players by p.won)
"""
"""All choose cards secretly, again and again, and each choice can be played as it is made."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("moves", [0, 1, 2, 3, 5])
def test_secret_choices_that_are_played_at_once_are_heard_together(tmp_path: Path, moves: int) -> None:
    """Trees begin before a round, or where some of the choices wait already."""
    games = both(tmp_path, PUTTING)
    assert ModuleBuilder(games[0].program, "searching").at_once
    same_trees(games, after(games[0], moves), 40)


@pytest.mark.parametrize("moves", [0, 1])
def test_positions_in_the_middle_of_secret_choices_are_appraised_as_they_are(tmp_path: Path, moves: int) -> None:
    """Where a dive is cut off before all have chosen, what they chose still lies in their hands."""
    value = "value: 3 * count(it.played) + sum(c.worth for c in it.hand)"
    games = both(tmp_path, f"{PUTTING}  {value}\n")
    same_trees(games, after(games[0], moves), 40)


TWICE = """
spec: 1
game: twice
title: "Twice"
players: 3
cards:
  main:
    attributes: {worth: integer}
    list: {low: {worth: 1, copies: 9}, mid: {worth: 2, copies: 9}, high: {worth: 4, copies: 9}}
zones:
  pile: {holds: main, start: shuffled, order: stack, shows: count}
  hand: {of: player, holds: main, shows: owner}
  played: {of: player, holds: main, shows: all}
variables:
  won: {of: player, type: integer, range: [-4000, 4000], start: 0}
  rounds: {type: integer, range: [0, 60], start: 0}
effects:
  put(list of player who): |
    together q in who:
      choose c in q.hand:
        move c to q.played
begin: race
phases:
  race:
    start: |
      for p in players:
        draw 4 from pile to p.hand
    steps: [both_rounds]
  both_rounds: {until: rounds > 2, steps: [one, two, settle]}
  one: {do: put(players)}
  two:
    do: put(SECOND)
  settle:
    do: |
      rounds += 1
      for p in players:
        p.won += sum(c.worth for c in p.played) * rounds
        draw 1 from pile to p.hand
result: {winners: best(p for p in players by p.won)}
"""
"""The same choices in two places, in one of which they may have to wait."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("second", ["players", "[first(players), first(players), last(players)]"])
@pytest.mark.parametrize("moves", [0, 1, 4])
def test_choices_of_an_effect_wait_in_one_place_and_not_in_the_other(tmp_path: Path, second: str, moves: int) -> None:
    games = both(tmp_path, TWICE.replace("SECOND", second))
    same_trees(games, after(games[0], moves), 40)


COUNTED = """
spec: 1
game: counted
title: "Moves that are counted"
players: 2
types: {side: [left, right, middle]}
cards:
  main:
    attributes: {worth: integer}
    list: {low: {worth: 1, copies: 25}, mid: {worth: 2, copies: MANY}, high: {worth: 4, copies: 25}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  open: {of: player, holds: main, shows: all}
  down: {of: player, holds: main, shows: owner}
variables:
  won: {of: player, type: integer, range: [-200, 200], start: 0}
begin: race
phases:
  race:
    start: |
      for p in players:
        draw 4 from pile to p.hand
    steps: [laying]
  laying: {turns: {}, until: round.number > 4, offer: [OFFER]}
actions:
  lay: {choose: {c: me.hand}, when: {few: count(me.open) < 3}, do: move c to me.open}
  side:
    choose: {c: me.hand, s: side}
    when: {odd: c.worth != 2 or s != left}
    do: "me.won += 1 if s == right else 0\\nmove c to me.down"
  name: {choose: {s: side}, do: "me.won += 1 if s == left else -1"}
  maybe: {choose: {c: optional me.open}, do: "move c to me.hand"}
  change:
    choose: {c: optional me.open, d: "optional [d for d in me.hand if d.worth > 1]"}
    when: {both: (c is none) == (d is none)}
    do: swap c, d
  apart: {choose: {c: optional me.hand, d: optional me.open}, do: "move c to me.open\\nmove d to me.down"}
  stay: {when: {early: round.number < 3}, do: me.won += 1}
result:
  winners: best(p for p in players by p.won + sum(c.worth for c in p.open) - sum(c.worth for c in p.down))
"""
"""Moves of all kinds that are counted behind the tree: a card, a card and a value, a value, two cards, none."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("many", [9, 50])
@pytest.mark.parametrize(
    "offer",
    ["lay", "lay, side, stay", "name, maybe, lay", "lay, change", "apart", "lay, side, name, maybe, change, apart"],
)
def test_moves_that_are_counted_are_heard_of_alike(tmp_path: Path, offer: str, many: int) -> None:
    """Of more than 64 cards a set has two words."""
    games = both(tmp_path, COUNTED.replace("OFFER", offer).replace("MANY", str(many)))
    for moves in (0, 4):
        same_trees(games, after(games[0], moves), 40)


MARKED = """
spec: 1
game: marked
title: "Marked cards"
players: 2
cards:
  main:
    attributes: {worth: integer}
    variables: {mark: {type: integer, range: [0, 9], start: 0}}
    list: {low: {worth: 1, copies: 4}, mid: {worth: 2, copies: 4}, high: {worth: 4, copies: 4}}
zones:
  pile: {holds: main, start: shuffled, order: stack, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  won: {of: player, type: integer, range: [-4000, 4000], start: 0}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 5 from pile to p.hand
    steps: [marking]
  marking: {turns: {}, until: round.number > 5, offer: [OFFER]}
actions:
  mark:
    choose: {c: me.hand}
    do: |
      me.won += c.worth * c.mark
      c.mark = (c.mark + 1) mod 4
  two:
    choose: {cs: 1..2 of me.hand}
    do: |
      me.won += sum(c.worth * c.mark for c in cs)
      for c in cs:
        c.mark = (c.mark + 1) mod 4
result: {winners: best(p for p in players by p.won)}
"""
"""Cards of one kind that are not the same: moves that differ are heard of alike."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("offer", ["mark", "two", "mark, two"])
@pytest.mark.parametrize("moves", [0, 3])
def test_moves_that_are_heard_of_alike_share_a_branch(tmp_path: Path, offer: str, moves: int) -> None:
    games = both(tmp_path, MARKED.replace("OFFER", offer))
    state = after(games[0], moves)
    texts = [move.text for move in state.legal_moves]
    assert len(set(texts)) < len(texts)
    same_trees(games, state, 40)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("moves", [0, 1, 2])
def test_positions_to_which_no_play_leads(tmp_path: Path, moves: int) -> None:
    """Somebody leads while choices are made, or while some wait already: what is known of games does not hold."""
    rules = PUTTING.replace("variables:\n", "variables:\n  leader: {type: player or none}\n")
    rules = rules.replace("    start: |\n", "    start: |\n      leader = none\n")
    rules = rules.replace(
        "      rounds += 1\n",
        "      if leader is not none:\n        rounds += 1\n      leader = last(players)\n      rounds += 1\n"
        "      rounds += count(p for p in players if p == leader) - 1\n      leader = none\n",
    )
    games = both(tmp_path, rules)
    state = after(games[1], moves)
    cells = list(state.machine.state)
    cells[games[0].program.layout.variables["leader"].address] = 0
    found = []
    for game in games:
        tree = game.executor.tree(TreeSettings(players=3, curiosity=0.7, width=3.0))
        tree.simulate(cells, 40, 1, 1)
        found.append((tree.each(cells, [0, 1], 5, 0, 50, 2), tree.tally(cells)))
        tree.close()
    assert found[0] == found[1]
