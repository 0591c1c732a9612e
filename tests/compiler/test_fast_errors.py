"""A rule that goes wrong does so in both engines: with the same code, at the same rule, from the same position."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.engines.program.make import make_program
from cardwright.language.ir import game as decl
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER, MOST, list_of
from cardwright.play.game.loading.load import load_game
from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts
from tests.engines.program import small_games as g

X = g.local(7, "x", INTEGER)
Y = g.local(8, "y", INTEGER)
BIG = g.number(MOST)


def game(*main: ir.Stmt, steps: int = 1000) -> decl.TypedGame:
    """A game with two variables and these effects."""
    return g.game(
        *main,
        variables=(g.variable("points", low=0, high=9), g.variable("wide")),
        steps_limit=g.number(steps),
        winners=None,
        score=None,
    )


CASES: dict[str, tuple[str, decl.TypedGame]] = {
    "a loop without end": ("R700", game(g.forever(g.add("wide", g.number(1))))),
    "a long list": (
        "R700",
        game(
            g.set_("wide", g.op("size", g.op("range", g.number(1), g.var("wide")))),
            g.set_("wide", g.number(10**9)),
            g.set_("wide", g.op("size", g.op("range", g.number(1), g.var("wide")))),
        ),
    ),
    "loops in loops": (
        "R700",
        game(
            g.set_("wide", g.number(500)),
            g.set_(
                "wide",
                g.fold("count", X, (X, g.op("range", g.number(1), g.var("wide"))), (Y, g.op("range", g.number(1), X))),
            ),
        ),
    ),
    "out of range": ("R701", game(g.set_("points", g.number(10)))),
    "below the range": ("R701", game(g.add("points", g.number(-1)))),
    "a sum": ("R702", game(g.set_("wide", BIG), g.add("wide", g.number(1)))),
    "a product": ("R702", game(g.set_("wide", BIG), g.set_("wide", g.op("multiply", g.var("wide"), g.number(2))))),
    "the opposite product": (
        "R702",
        game(g.set_("wide", BIG), g.set_("wide", g.op("multiply", g.var("wide"), g.number(-2)))),
    ),
    "a comprehension": (
        "R702",
        game(g.set_("wide", BIG), g.set_("wide", g.fold("sum", g.var("wide"), (X, g.const((1, 2), list_of(INTEGER)))))),
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("code", "made"), CASES.values(), ids=CASES)
def test_errors(code: str, made: decl.TypedGame) -> None:
    pair = Pair(make_program(made, players=2, options={}))
    table = pair.fast.start(1, explicit=False, record=False)
    assert table.error is not None and table.error.code == code
    play_both(pair, 1)


WRONG = sorted((Path(__file__).parents[1] / "laws" / "specs" / "wrong").glob("*.yaml"))


EDGE = [MOST, MOST - 1, -MOST, 1 - MOST, 0, -1]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("start", EDGE)
@pytest.mark.parametrize("op", ["add", "subtract"])
@pytest.mark.parametrize("sign", [1, -1])
def test_sums_at_the_ends_of_the_range(op: str, sign: int, start: int) -> None:
    """What is added is known to have a sign, 0 to 2 or -2 to 0, on either side; the limits are numbers themselves."""
    some = g.op(
        "multiply",
        g.number(sign),
        g.op("size", g.fold("list", X, (X, g.const((0, 1), list_of(INTEGER))), type=list_of(INTEGER))),
    )
    for two in ((g.var("wide"), some), (some, g.var("wide"))):
        play_both(
            Pair(
                make_program(
                    game(g.set_("wide", g.number(start)), g.set_("wide", g.op(op, *two))), players=2, options={}
                )
            ),
            1,
        )


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_rules_that_go_wrong(path: Path) -> None:
    pair = Pair(load_game(str(path)).program)
    for seed in range(5):
        play_both(pair, seed)


@pytest.mark.thorough
def test_the_edge_of_the_steps() -> None:
    """The step that is one too many is the same in both."""
    for turns in range(90, 110):
        last = g.op("add", g.var("wide"), g.number(turns))
        main = g.each(X, g.op("range", g.number(1), last), g.add("wide", g.number(1)))
        pair = Pair(make_program(game(main, steps=200), players=2, options={}))
        play_both(pair, 1)


@pytest.mark.parametrize("least", [MOST - 3, MOST, -MOST])
def test_a_range_up_to_the_largest_number_ends(least: int) -> None:
    """Nothing is larger than the last number of it, so it does not show by going beyond that it was the last."""
    low, up_to_most = g.var("low"), g.op("add", g.var("low"), g.op("subtract", g.number(MOST), g.var("low")))
    high = g.var("high") if least == -MOST else up_to_most
    numbers = g.op("range", low, high)
    steps = (
        g.set_("low", g.number(least)),
        g.set_("high", g.number(2 - MOST)),
        g.each(X, numbers, g.add("wide", g.number(1))),
        g.add("wide", g.fold("count", X, (X, numbers))),
        g.add("wide", g.op("size", g.fold("list", X, (X, numbers), type=list_of(INTEGER)))),
    )
    names = ("low", "high", "wide")
    made = g.game(*steps, variables=tuple(map(g.variable, names)), steps_limit=g.number(100), winners=None, score=None)
    pair = Pair(make_program(made, players=2, options={}))
    assert play_both(pair, 1) == 0
    same_playouts(pair, 1)


FEW_STEPS = """\
spec: 1
game: few
title: "Few steps"
players: 2
cards: {main: {list: {ace: {copies: 4}}}}
zones: {pile: {holds: main, start: shuffled, shows: count}, open: {holds: main, order: row, shows: all}}
variables: {points: {of: player, type: integer}, n: {type: integer, range: [0, 50]}}
begin: play
phases: {play: {turns: {}, until: round.number > 2, offer: [look, wait]}}
actions:
  look:
    do: |
      n += 1
      draw 1 from pile to open
      me.points += count(x for x in 1..n * n)
  wait: {do: n += 1}
result: {winners: best(p for p in players by p.points)}
limits: {steps: 30}
"""


def test_few_steps_are_told_since_play_went_on_last(tmp_path: Path) -> None:
    """Where fewer steps are allowed than are told: those of earlier decisions are none of them; games end as usual."""
    pair = pair_of(tmp_path, FEW_STEPS)
    wrong = [play_both(pair, seed, explicit=explicit) for seed in range(8) for explicit in (False, True)]
    assert set(wrong) == {0, 1}


PRINTED = """\
spec: 1
game: printed
title: "Printed"
players: 2
cards:
  main:
    attributes: {worth: integer, path: list of integer}
    list: {ace: {copies: 4, worth: 1, path: [1, 2, 3]}, king: {worth: 5, path: [0, 1]}}
zones: {pile: {holds: main, start: shuffled, order: stack, shows: count}, hand: {of: player, holds: main, shows: owner}}
variables: {points: {of: player, type: integer}, n: {type: integer, range: [0, 5], start: 1}}
begin: play
phases:
  play: {turns: {}, until: round.number > 2, steps: [more, choice]}
  more: {do: draw 1 from pile to me.hand}
  choice: {offer: [look], otherwise: n = 1}
actions:
  look:
    choose: {c: me.hand}
    when: {fits: n in c.path}
    do: me.points += sum(d.worth * 4611686018427387903 for d in me.hand)
result: {winners: best(p for p in players by p.points)}
limits: {steps: STEPS}
"""


@pytest.mark.parametrize("steps", [2, 1000])
def test_what_is_printed_may_go_wrong(steps: int, tmp_path: Path) -> None:
    """A product that one kind of card has too large, and a list of a card that takes more steps than there may be."""
    pair = pair_of(tmp_path, PRINTED, steps=steps)
    for seed in range(4):
        play_both(pair, seed)
        same_playouts(pair, seed, 10)


FAR = """\
spec: 1
game: far
title: "Far"
players: 2
cards: {main: {list: {ace: {copies: 4}, king: {copies: 4}}}}
zones: {pile: {holds: main, start: shuffled, order: stack, shows: count}, hand: {of: player, holds: main, shows: owner}}
variables: {points: {of: player, type: integer}, n: {type: integer, range: [0, 9]}}
begin: play
phases:
  play: {turns: {}, until: round.number > 2, steps: [more, choice]}
  more: {do: draw 1 from pile to me.hand}
  choice: {offer: [look], otherwise: n = 1}
actions:
  look:
    choose: {c: me.hand}
    when: {near: 1 in n..4611686018427387903, too: 1 in n..4611686018427387903, own: c in me.hand}
    do: me.points += 1
result: {winners: best(p for p in players by p.points)}
limits: {steps: STEPS}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("steps", [30, 300, 100_000])
def test_lengths_of_ranges_are_not_added_beyond_all_numbers(steps: int, tmp_path: Path) -> None:
    """Two ranges, each far too long, are no fewer steps than none."""
    pair = pair_of(tmp_path, FAR, steps=steps)
    for seed in range(3):
        assert play_both(pair, seed)
        same_playouts(pair, seed, 10)


def test_chance_may_give_a_number_below_zero() -> None:
    """An outcome of explicit chance is not mistaken for a move, whatever its sign."""
    below_zero = ir.Random(X, g.const((-3, -2, -1), list_of(INTEGER)), g.AT)
    pair = Pair(make_program(game(below_zero, g.set_("wide", X)), players=2, options={}))
    for seed in range(3):
        play_both(pair, seed, explicit=True)
