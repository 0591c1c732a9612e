"""Moves with several cards that are counted, each way as a bit, are those that are listed, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.moves.move_counts import counted_choices
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.engine import TreeSettings
from cardwright.engines.program.layout import ERROR
from cardwright.engines.program.nodes import AskBlock
from cardwright.play.game.game import Game
from tests.compiler.lockstep import Pair, pair_of, same_playouts

HEAD = """
spec: 1
game: handfuls
title: "Handfuls"
players: 2
types: {colour: [red, blue, green]}
cards:
  coin:
    attributes: {colour: colour or none, worth: integer}
    list:
      ant: {colour: red, worth: 1, copies: 9}
      bee: {colour: blue, worth: 3, copies: 7}
      cat: {worth: 5, copies: 3}
      dog: {colour: green, worth: 8}
  goal:
    attributes: {cost: list of colour, heals: {type: boolean, default: false}}
    variables: {used: {type: boolean, start: false}}
    list:
      hut: {cost: [red]}
      inn: {cost: [red, blue], copies: 2}
      spa: {cost: [blue], heals: true}
      zoo: {cost: [red, red, green]}
  wound: {list: {cut: {copies: 3}, ache: {copies: 2}, burn: {}}}
zones:
  pile: {holds: coin, start: shuffled, shows: count, refill: {from: spent}}
  spent: {holds: coin, shows: all}
  goals: {holds: goal, start: shuffled, shows: count}
  harm: {holds: wound, start: shuffled, shows: count}
  healed: {holds: wound, shows: all}
  hand: {of: player, holds: coin, shows: owner}
  mine: {of: player, holds: goal, shows: all}
  wounds: {of: player, holds: wound, shows: all}
variables:
  points: {of: player, type: integer, range: [0, 100000]}
  wish: {type: colour or none}
permissions:
  wild: {of: player, takes: [coin], base: it.colour is none}
functions:
  lacks(goal b, list of coin paid, colour k): |
    count(x for x in b.cost if x == k) - count(c for c in paid if c.colour == k)
  lacking(goal b, list of coin paid): "sum(max(0, lacks(b, paid, k)) for k in colour)"
  free(player p, coin c): may p.wild(c) or c.colour == wish and p.points > 9
  pays(player p, goal b, list of coin paid): |
    lacking(b, paid) == 0 or lacking(b, paid) == 1 and any(free(p, c) for c in paid)
begin: play
phases:
  play: {turns: {}, until: round.number > 25, steps: [more, choice]}
  more:
    do: |
      draw 3 from pile to me.hand
      draw 1 from goals to me.mine
      draw 1 from harm to me.wounds
  choice: {offer: [ACTIONS], otherwise: wish = red}
actions:
"""

RESULT = "result: {winners: best(p for p in players by p.points)}"

ACTIONS = {
    "a card, several, and another or none": """
  build:
    choose:
      b: me.mine
      paid: count(b.cost) of me.hand
      relief: optional [w for w in me.wounds if b.heals]
    when:
      fresh: not b.used
      cheap: count(b.cost) < 3 or me.points > 5
      paid_for: pays(me, b, paid)
      healing: not b.heals or relief is not none
    do: |
      b.used = true
      move paid to spent
      move relief to healed
      me.points += count(b.cost)
""",
    "several, of a sum": """
  throw:
    choose: {some: 1..2 of me.hand}
    when: {light: sum(c.worth for c in some) <= 6, wished: any(c.colour == wish or c.worth > 2 for c in some)}
    do: |
      move some to spent
      wish = blue
""",
    "none of them, too": """
  drop: {choose: {some: 0..3 of me.hand}, do: move some to spent}
""",
    "a card, and several whatever it is": """
  trade:
    choose: {b: me.mine, two: 2 of me.hand}
    when: {other: "count(b.cost) == 2 or wish == red", pair: "two[1].colour == two[2].colour"}
    do: |
      move two to spent
      move b to goals
      wish = two[1].colour
""",
    "several, and a card behind": """
  heal:
    choose: {some: 1 of me.hand, w: me.wounds}
    when: {dear: any(c.worth > 2 for c in some), cut: w == cut or me.points > 3}
    do: |
      move some to spent
      move w to healed
      me.points += 2
""",
    "one of few values": """
  wishes:
    choose: {k: colour}
    when: {other: k != wish, held: count(c for c in me.hand if c.colour == k) >= 2}
    do: wish = k
""",
    "a card or none": """
  keep:
    choose: {c: optional me.hand}
    when: {free: "c is none or free(me, c)", more: "c is not none or me.points > 4"}
    do: |
      move c to spent
      me.points += 1
""",
    "a card or none, at times": """
  swap:
    choose: {c: optional me.hand}
    when: {late: wish == red}
    do: |
      move c to spent
      wish = green
""",
}


def _pair(actions: str, tmp_path: Path) -> Pair:
    names = [line.split(":")[0].strip() for line in actions.splitlines() if line[:3].strip() and line[2:3] != " "]
    return pair_of(tmp_path, HEAD + actions + RESULT, actions=", ".join(names))


def _counted(pair: Pair) -> list[bool]:
    mb = ModuleBuilder(pair.code.program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr)
    asks = [block.end for block in pair.code.program.blocks if isinstance(block.end, AskBlock)]
    return [counted_choices(fb, ask) is not None for ask in asks]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", ACTIONS)
def test_ways_that_are_counted_are_those_that_are_listed(name: str, tmp_path: Path) -> None:
    actions = ACTIONS[name]
    if name == "one of few values":  # a decision has a heap, or nothing is counted
        actions += ACTIONS["a card or none"]
    pair = _pair(actions, tmp_path)
    assert all(_counted(pair))
    same_playouts(pair, 1, n=40)


@pytest.mark.thorough
def test_all_together(tmp_path: Path) -> None:
    pair = _pair("".join(ACTIONS.values()), tmp_path)
    assert all(_counted(pair))
    same_playouts(pair, 5, n=60)


def test_how_much_has_been_worked_out_for_other_decisions_does_not_matter(tmp_path: Path) -> None:
    """Steps allow for each of these three decisions, but not for what is worked out before the play of all of them."""
    build, names = ACTIONS["a card, several, and another or none"], ("build", "extend", "mend")
    phases = "\n".join(f"  to_{name}: {{offer: [{name}], otherwise: wish = red}}" for name in names)
    spec = HEAD.replace("  choice: {offer: [ACTIONS], otherwise: wish = red}", phases)
    spec = spec.replace("steps: [more, choice]", f"steps: [more, {', '.join(f'to_{name}' for name in names)}]")
    actions = "".join(build.replace("build:", f"{name}:", 1).replace("pays(", f"pays_{name}(") for name in names)
    functions = HEAD[HEAD.index("  lacks(") : HEAD.index("begin:")]
    own = (re.sub(r"\b(lacks|lacking|free|pays)\(", rf"\1_{name}(", functions) for name in names)
    spec = spec.replace("begin:", "".join(own) + "begin:", 1)
    pair = pair_of(tmp_path, spec + actions + RESULT + "\nlimits: {steps: 3200}\n")
    assert _counted(pair) == [True] * 3
    same_playouts(pair, 1, n=3)


def test_what_takes_too_many_steps_is_not_worked_out_before_the_play(tmp_path: Path) -> None:
    actions = """
  trade:
    choose: {b: me.mine, two: "dear(b)..2 of me.hand"}
    do: move two to spent
"""
    spec = HEAD.replace("ACTIONS", "trade").replace("functions:", "functions:\n  DEAR", 1)
    dear = 'dear(goal b): "count(c for c in b.cost for k in [1, 2, 3, 4, 5, 6, 7, 8, 9]) - 9"'
    pair = pair_of(tmp_path, spec + actions + RESULT + "\nlimits: {steps: 20}\n", dear=dear)
    assert not any(_counted(pair))
    same_playouts(pair, 1, n=20)


LISTED = {
    "the card may be among the others": """
  swap:
    choose: {c: me.hand, two: 2 of me.hand}
    when: {apart: not (c in two)}
    do: move two to spent
""",
    "too many ways": """
  drop: {choose: {some: 0..9 of me.hand}, do: move some to spent}
""",
    "a test of what comes behind asks for the cards": """
  heal:
    choose: {some: 1 of me.hand, w: me.wounds}
    when: {cut: w == cut or any(c.worth > 2 for c in some)}
    do: move w to healed
""",
    "something can go wrong in a test of the cards": """
  throw:
    choose: {some: 2 of me.hand}
    when: {many: (1 + me.points) * 9223372036854775807 > count(some)}
    do: |
      move some to spent
      me.points += 1
""",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", LISTED)
def test_what_cannot_be_counted_is_listed(name: str, tmp_path: Path) -> None:
    pair = _pair(LISTED[name], tmp_path)
    assert not any(_counted(pair))
    same_playouts(pair, 1, n=20)


def test_a_test_that_goes_wrong_does_so_although_a_later_one_rules_everything_out(tmp_path: Path) -> None:
    actions = """
  build:
    choose: {b: me.mine, paid: 1 of me.hand}
    when: {many: count(b.cost) * 9223372036854775807 > 0, never: count(b.cost) > 5}
    do: move paid to spent
"""
    pair = _pair(actions, tmp_path)
    assert all(_counted(pair))
    assert same_playouts(pair, 1) == {ERROR}


@pytest.mark.thorough
def test_behind_a_tree_they_are_the_same_too(tmp_path: Path) -> None:
    """Any action of which there are moves, then any of its moves."""
    pair = _pair("".join(ACTIONS.values()), tmp_path)
    games = [Game(pair.code.program, engine=engine) for engine in ("fast", "reference")]
    guess = games[0].initial_state(seed=2).machine.state
    found = []
    for game in games:
        tree = game.executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0, room=4))
        tree.simulate(guess, 30, 1, 0)
        found.append((tree.each(guess, [1, 0], 3, 0, 9, 0), tree.tally(guess)))
        tree.close()
    assert found[0] == found[1]
