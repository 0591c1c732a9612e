"""What goes through a list takes steps: as many in both engines, and as `_TRAVERSED` of the reference engine says."""

from __future__ import annotations

import pytest

from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR
from cardwright.engines.program.make import make_program
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import BOOLEAN, INTEGER, list_of
from tests.compiler.lockstep import Pair, play_both, same_playouts
from tests.engines.program import small_games as g

X = g.local(7, "x", INTEGER)
LONG = g.op("range", g.number(1), g.op("add", g.var("wide"), g.number(20)))
"""A list of 20 numbers that are only known in play; making it takes 20 steps."""

LISTS, NESTED = list_of(INTEGER), list_of(list_of(INTEGER))
THREE = ir.ListOf((g.var("wide"), g.number(1), g.number(1)), LISTS, g.AT)
"""0, 1 and 1: sets of one and of two, and two runs of two."""

Y, N = g.local(8, "y", INTEGER), g.local(0, "n", INTEGER)
UP_TO = g.function(
    "up_to", (N,), g.fold("list", Y, (Y, g.const((1, 2, 3, 4, 5), LISTS), g.op("less_equal", Y, N)), type=LISTS)
)
THREE_OF_FIVE = g.call("up_to", g.op("add", g.var("wide"), g.number(3)), type=LISTS)
"""The numbers from 1 to 5 that are no larger than 3, listed by a short function: 1 step, and 5."""

NAMED = g.local(9, "named", list_of(INTEGER))

COSTS: dict[str, tuple[ir.Expr, int]] = {
    "reverse": (g.op("size", g.op("reverse", NAMED)), 20),
    "distinct": (g.op("size", g.op("distinct", NAMED)), 20),
    "most_common": (g.op("most_common", NAMED), 20),
    "without": (g.op("size", g.op("without", NAMED, g.const((1, 2), list_of(INTEGER)), type=list_of(INTEGER))), 20),
    "in": (g.if_(ir.Apply("in", (g.number(3), NAMED), BOOLEAN, g.AT), g.number(1), g.number(2)), 20),
    "in, of a name in brackets": (
        g.if_(
            ir.Apply("in", (g.var("wide"), ir.ListOf((g.var("wide"),), list_of(INTEGER), g.AT)), BOOLEAN, g.AT),
            g.number(1),
            g.number(2),
        ),
        0,
    ),
    "size": (g.op("size", NAMED), 0),
    "subsets": (g.op("size", ir.Apply("all_subsets", (THREE,), NESTED, g.AT)), 8 + 12),
    "subsets of two": (g.op("size", ir.Apply("subsets", (THREE, g.const((2,), LISTS)), NESTED, g.AT)), 3 + 6),
    "stretches": (g.op("size", ir.Apply("all_stretches", (THREE,), NESTED, g.AT)), 6 + 3 + 2 * 2 + 3),
    "sets": (g.op("size", g.fold("sets", X, (X, THREE), by=(X,), type=NESTED)), 3 + 2 + 3),
    "runs": (g.op("size", g.fold("runs", X, (X, THREE), by=(X,), type=NESTED)), 3 + 2 + 4),
    # A list within a loop is gone through while it is made, and takes the steps of both.
    "a list of a list": (
        g.fold("sum", X, (X, g.fold("list", Y, (Y, NAMED, g.op("less", Y, g.number(9))), type=LISTS))),
        20 + 8,
    ),
    "a list of a function": (g.fold("sum", X, (X, THREE_OF_FIVE)), 6 + 3),
    "one that is left": (
        g.if_(g.fold("any", g.truth(True), (X, THREE_OF_FIVE), type=BOOLEAN), g.number(1), g.number(2)),
        6 + 3,
    ),
    "distinct of a list": (
        g.op("size", g.op("distinct", g.fold("list", g.number(1), (Y, NAMED), type=LISTS))),
        20 + 20,
    ),
    "join": (g.op("size", g.op("join", NAMED, g.const((1,), list_of(INTEGER)))), 21),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", COSTS)
def test_the_cost_is_exact(name: str) -> None:
    """With just enough steps for the list and the builtin the rule runs; with one less it is R700, in both engines."""
    expr, cost = COSTS[name]
    body = (g.let(NAMED, LONG), g.set_("wide", expr))
    for missing in (0, 1):
        made = g.game(
            *body,
            variables=(g.variable("wide"),),
            functions=(UP_TO,),
            steps_limit=g.number(BEFORE + 20 + cost - missing),
            winners=None,
            score=None,
        )
        pair = Pair(make_program(made, players=2, options={}))
        error = pair.slow.start(1, explicit=False, record=False).error
        assert (error is not None and error.code == "R700") == bool(missing), error
        play_both(pair, 1)


BEFORE = 1
"""The step for the block in which the rule stands."""


def test_adding_to_a_list_costs_what_the_list_is_long_then() -> None:
    """Whole games add to the end of a list where it lies: 1, 2 and 3 steps, as the reference engine counts them."""
    heard = g.var("heard", type=LISTS)
    more = g.set_("heard", ir.Apply("join", (heard, ir.ListOf((g.var("wide"),), LISTS, g.AT)), LISTS, g.AT))
    for steps in (BEFORE + 6, BEFORE + 5):
        made = g.game(
            *(more, more, more),
            variables=(g.variable("wide"), g.variable("heard", LISTS, low=0, high=9, room=4)),
            steps_limit=g.number(steps),
            winners=None,
            score=None,
        )
        pair = Pair(make_program(made, players=2, options={}))
        same_playouts(pair, 1)
        ends = pair.slow.playouts(first_state(pair.code, 0), 1, 1).ends
        assert (ends[0] == ERROR) == (steps < BEFORE + 6)
