"""What follows from options and the number of players is computed; what does not, or would fail, stays."""

from __future__ import annotations

import pytest

from cardwright.engines.program.specialisation import Specialiser, specialiser_of
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.printer import show_effects, show_expr
from cardwright.language.ir.types import BOOLEAN, INTEGER, MOST, NONE, PLAYER, TEAM, list_of
from tests.engines.program import small_games as g
from tests.engines.program.small_games import (
    COLOUR,
    KIND,
    call,
    const,
    fold,
    if_,
    local,
    number,
    op,
    option,
    truth,
    var,
)

N, P, T, X = local(1, "n", INTEGER), local(2, "p", PLAYER), local(3, "t", TEAM), local(4, "x", INTEGER)
NUMBERS = op("range", number(1), option("five"))
STATE = var("points", P)
HOLDS = op("less", number(0), STATE)

GAME = g.game(
    teams={4: 2},
    functions=(
        g.function("double", (N,), op("add", N, N)),
        g.function("five_more", (N,), op("add", N, option("five"))),
        g.function("always", (N,), op("less", number(1), option("five"))),
        g.function("richer", (P,), op("less", number(0), var("points", P))),
    ),
)

EXPRESSIONS: tuple[tuple[str, ir.Expr, str], ...] = (
    ("an option", option("five"), "5"),
    ("a boolean", option("yes", BOOLEAN), "true"),
    ("players", op("players"), "[p1, p2, p3, p4]"),
    ("teams", op("teams"), "[t1, t2]"),
    ("a team", op("team", const(2, PLAYER)), "t1"),
    ("members", op("members", const(1, TEAM)), "[p2, p4]"),
    ("rivals", op("rivals", const(1, PLAYER)), "[p3, p1]"),
    ("arithmetic", op("multiply", op("add", option("five"), number(1)), number(2)), "12"),
    ("comparison", op("less", number(3), option("five")), "true"),
    ("a number that is too large stays", op("add", number(MOST), number(1)), f"add({MOST}, 1)"),
    ("a division by zero stays", op("div", number(1), number(0)), "div(1, 0)"),
    ("a long list stays", op("range", number(1), number(10**9)), "range(1, 1000000000)"),
    ("the state stays", op("add", STATE, option("five")), "add(points[p.2], 5)"),
    ("if, yes", if_(option("yes", BOOLEAN), STATE, number(2)), "points[p.2]"),
    ("if, no", if_(op("not", option("yes", BOOLEAN)), STATE, number(2)), "2"),
    ("if, unknown", if_(HOLDS, option("five"), number(2)), "(5 if less(0, points[p.2]) else 2)"),
    ("and, decided by the first", op("and", truth(False), HOLDS), "false"),
    ("and, first true", op("and", truth(True), HOLDS), "less(0, points[p.2])"),
    ("and, second true", op("and", HOLDS, truth(True)), "less(0, points[p.2])"),
    ("and, second false", op("and", HOLDS, truth(False)), "and(less(0, points[p.2]), false)"),
    ("or, decided by the first", op("or", option("yes", BOOLEAN), HOLDS), "true"),
    ("or, first false", op("or", truth(False), HOLDS), "less(0, points[p.2])"),
    ("else of something", op("else", number(3), STATE), "3"),
    ("else of none", op("else", const(NONE, INTEGER.maybe()), STATE), "points[p.2]"),
    ("an attribute of a kind", g.attribute("rank", const(2, KIND)), "3"),
    ("an attribute of none", g.attribute("rank", const(NONE, KIND.maybe())), "none"),
    ("a list of an attribute of none", g.attribute("covers", const(NONE, KIND.maybe()), list_of(COLOUR)), "[]"),
    ("an attribute of a card stays", g.attribute("rank", op("top", g.zone_of("pile"))), "cards.rank(top(pile))"),
    ("a list", ir.ListOf((option("five"), number(1)), list_of(INTEGER), g.AT), "[5, 1]"),
    ("a call", call("double", option("five")), "10"),
    ("a call that reads an option", call("five_more", number(2)), "7"),
    ("a call with a constant result", call("always", STATE, type=BOOLEAN), "true"),
    ("a call that reads the state", call("richer", const(1, PLAYER), type=BOOLEAN), "richer(p2)"),
    ("a sum", fold("sum", call("double", N), (N, NUMBERS)), "30"),
    ("a count with a test", fold("count", N, (N, NUMBERS, op("less", number(3), N))), "2"),
    (
        "two loops",
        fold(
            "list",
            op("multiply", N, X),
            (N, NUMBERS, op("less", N, number(3))),
            (X, op("range", N, number(2))),
            type=list_of(INTEGER),
        ),
        "[1, 2, 4]",
    ),
    (
        "best",
        fold("best", N, (N, NUMBERS), by=(op("mod", N, number(2)), op("negate", N)), type=list_of(INTEGER)),
        "[1]",
    ),
    ("sort", fold("sort", N, (N, NUMBERS), by=(op("mod", N, number(2)),), type=list_of(INTEGER)), "[2, 4, 1, 3, 5]"),
    ("max of nothing", fold("max", N, (N, op("range", number(1), number(0)))), "none"),
    ("a loop over nothing", fold("all", HOLDS, (N, NUMBERS), (P, const((), list_of(PLAYER))), type=BOOLEAN), "true"),
    ("a test that never holds", fold("list", STATE, (P, op("players"), truth(False)), type=list_of(INTEGER)), "[]"),
    (
        "a test that always holds",
        fold("sum", STATE, (P, op("players"), truth(True))),
        "sum(points[p.2] for p.2 in [p1, p2, p3, p4])",
    ),
    (
        "a sum that becomes too large stays",
        fold("sum", number(MOST), (N, const((1, 2), list_of(INTEGER)))),
        f"sum({MOST} for n.1 in [1, 2])",
    ),
)


def specialiser(players: int = 4) -> Specialiser:
    return specialiser_of(GAME, players, {"five": 5, "yes": 1})


@pytest.mark.parametrize(
    ("expr", "expected"), [case[1:] for case in EXPRESSIONS], ids=[case[0] for case in EXPRESSIONS]
)
def test_expression(expr: ir.Expr, expected: str) -> None:
    assert show_expr(specialiser().expr(expr, {})) == expected


SAY = g.add("points", X, P)

EFFECTS: tuple[tuple[str, g.Body, str], ...] = (
    ("a name for a number", (g.let(X, option("five")), SAY), "points[p.2] = add(points[p.2], 5)"),
    ("a name for a name", (g.let(X, N), SAY), "points[p.2] = add(points[p.2], n.1)"),
    (
        "a name for a value that may change stays",
        (g.let(X, STATE), SAY),
        "let x.4 = points[p.2]; points[p.2] = add(points[p.2], x.4)",
    ),
    ("if, always", (g.when(option("yes", BOOLEAN), SAY, no=(g.leave("a"),)),), "points[p.2] = add(points[p.2], x.4)"),
    ("if, never", (g.when(truth(False), SAY, no=(g.leave("a"),)),), "exit a"),
    ("if without effects", (g.when(HOLDS),), ""),
    (
        "if without effects whose test may fail stays",
        (g.when(op("less", op("add", STATE, number(1)), STATE)),),
        "if less(add(points[p.2], 1), points[p.2]):",
    ),
    ("a loop without effects", (g.each(X, op("cards_of", g.zone_of("pile"))),), ""),
    ("a loop without effects that takes steps stays", (g.each(X, op("range", N, N)),), "for x.4 in range(n.1, n.1):"),
    ("a loop over nothing", (g.each(X, op("range", option("five"), number(1)), SAY),), ""),
    ("together without players", (g.ask(P, const((), list_of(PLAYER)), together=True),), ""),
    ("after an exit", (g.leave("a"), SAY), "exit a"),
    (
        "inside a loop",
        (g.each(X, NUMBERS, g.when(truth(True), g.let(N, X), g.set_("round", N))),),
        "for x.4 in [1, 2, 3, 4, 5]:;   round = x.4",
    ),
)


@pytest.mark.parametrize(("body", "expected"), [case[1:] for case in EFFECTS], ids=[case[0] for case in EFFECTS])
def test_effects(body: g.Body, expected: str) -> None:
    assert "; ".join(show_effects(specialiser().body(body, {}))) == expected


def test_effort_is_bounded() -> None:
    """A spec cannot make the specialiser count to a billion: what takes too long is left to play."""
    lot = op("range", number(1), number(2000))
    loops = [(local(10 + i, "n", INTEGER), lot) for i in range(4)]
    assert isinstance(specialiser().expr(fold("count", number(1), *loops), {}), ir.Fold)
