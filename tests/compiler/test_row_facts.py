"""What is known of a builtin holds: whatever it is given, its value, length, steps and failures are as is said.

Nothing here names a builtin. Each row of the table is used with arguments of its types, in positions that vary; the
reference engine says what comes out, and the compiled one says the same after as many steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from cardwright.compiler.passes.value_ranges import Facts
from cardwright.engines.events import PlayError
from cardwright.engines.program.make import make_program
from cardwright.engines.reference.expressions import compile_expr
from cardwright.engines.reference.machine import Machine
from cardwright.language.builtins.intervals import Known, Sizes, Transfer
from cardwright.language.builtins.row import BuiltinRow, Steps
from cardwright.language.builtins.table import ROWS
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.game import TypedGame
from cardwright.language.ir.printer import show_expr
from cardwright.language.ir.types import INTEGER, NONE, list_of
from tests.compiler.lockstep import Pair, play_both, same_playouts
from tests.compiler.random_uses import BUILTINS, CARD, PLAYERS, Uses, a_game, assigned, put, some_values, stored
from tests.engines.program import small_games as g

TIMES = 60
"""How often each is used."""

SEED = 0
"""That of the position in which nothing was done yet."""

FEW = 150
"""The limit of steps: fewer than it takes to make all parts of the longest list that is written down."""

CHUNKS, EACH = 8, 3
"""The builtins are shared out to so many programs, in which each is used so often."""


@cache
def table() -> tuple[Pair, Facts, Sequence[Machine]]:
    """A game in which nothing happens but that cards are dealt, what is known of it, and some positions."""
    pair = _pair(a_game(steps=FEW))
    positions = [pair.slow.start(seed, explicit=False, record=False) for seed in range(4)]
    for taken, m in enumerate(positions):
        for _ in range(taken):
            m.play((m.moves or ())[0])
    return pair, Facts(pair.program), positions


def evaluated(m: Machine, expr: ir.Expr, names: Mapping[int, Any] | None = None) -> tuple[Any, int]:
    """The value in a position, and the steps that it takes. Raises PlayError; ZeroDivisionError for what is refused."""
    value, card = compile_expr(m.code, expr), m.cards(m.code.layout.families["table"][1])[0]
    with m.aside():
        return value(m, {CARD.number: card, **(names or {})}), m.steps


def uses(builtin: str) -> Iterator[tuple[ir.Expr, Machine, tuple[Any, int] | None]]:
    """Some uses, each with a position, and what comes out; None if it fails."""
    luck = Random(builtin)
    for _ in range(TIMES):
        expr, m = Uses(luck).use(builtin), luck.choice(table()[2])
        put(m, some_values(luck))
        try:
            yield expr, m, evaluated(m, expr)
        except (PlayError, ZeroDivisionError):  # a divisor that may be zero is refused when a spec is loaded
            yield expr, m, None


def numbers(value: Any) -> Iterator[int]:
    """The numbers in a value, which may be a list, or a list of lists."""
    for one in value if isinstance(value, tuple | list) else (value,):
        yield from numbers(one) if isinstance(one, tuple) else (int(one),)


@pytest.mark.parametrize("builtin", BUILTINS)
def test_what_is_known_of_a_row_holds(builtin: str) -> None:
    """Its range holds all its values, its length all lists, its steps are no fewer than it takes; what cannot fail
    does not.
    """
    facts = table()[1]
    for expr, _, found in uses(builtin):
        shown = show_expr(expr)
        if found is None:
            assert not facts.cannot_fail(expr, {}), f"fails: {shown}"
            continue
        value, steps = found
        known = facts.known(expr, {})
        low, high = known.range
        assert [one for one in numbers(value) if not low <= one <= high] == [], f"out of {low}..{high}: {shown}"
        if expr.type.base == "list":
            assert known.fewest <= len(value) <= known.longest, shown
            assert len({*value}) == len(value) or not isinstance(expr, ir.Apply) or ROWS[expr.op].repeats, shown
        if expr.type.is_nested():
            assert max(map(len, value), default=0) <= known.widest, shown
        assert steps <= facts.steps(expr, {}), shown


@pytest.mark.parametrize("builtin", BUILTINS)
def test_what_makes_a_list_takes_steps(builtin: str) -> None:
    """A list that is made of lists or of numbers takes a step for each element, at least: else a rule could work for
    ever within its limit.
    """
    for expr, _, found in uses(builtin):
        given = [part.type for part in expr.args] if isinstance(expr, ir.Apply) else [list_of(INTEGER)]
        if found is not None and expr.type.base == "list" and any(one.base in ("list", "integer") for one in given):
            assert found[1] >= len(found[0]), show_expr(expr)


@cache
def elsewhere() -> Machine:
    """A position of the same game for fewer players without teams."""
    return Pair(make_program(replace(a_game(), players=(3,), teams={}), players=3, options={})).slow.start(
        SEED, explicit=False, record=False
    )


@pytest.mark.parametrize("op", ROWS)
def test_what_a_row_reads_is_said(op: str) -> None:
    """What reads only values and lengths, or who sits where, is the same wherever cards lie, and the former whoever
    plays. What reads a length, or the top card, is the same for other cards, elements or values.
    """
    row = ROWS[op]
    for expr, m, found in uses(f"{op}()"):
        if found is None:
            continue
        known, names = _with_known_arguments(expr, m)
        anywhere = row.reads == "seats" or row.reads in ("values", "length") and not row.of_zone
        others = table()[2] if anywhere else []
        others = [*others, elsewhere()] if row.is_foldable else others
        assert all(evaluated(other, known, names)[0] == found[0] for other in others), show_expr(expr)
        if row.reads in ("length", "top"):
            for number, value in names.items():
                changed = names if row.of_zone else {**names, number: _other(value)}
                before = list(m.state)
                _exchange(m, keeps_tops=row.reads == "top")
                assert evaluated(m, known, changed)[0] == found[0], show_expr(expr)
                m.state[:] = before


def _other(value: Any) -> Any:
    """Another list of the same length, another value; none stays none."""
    if isinstance(value, tuple | list):
        return tuple(_other(one) for one in value)
    return value if value == NONE else value ^ 3


def _exchange(m: Machine, *, keeps_tops: bool) -> None:
    """Cards change their places, so that each zone has as many as before; those at the top may stay."""
    layout = m.code.layout
    places = [
        (zone.number, zone.address + 1 + at)
        for zone in layout.zones
        for at in range(int(keeps_tops), m.state[zone.address])
    ]
    cards = [m.state[at] for _, at in places]
    for (zone, at), card in zip(places, cards[1:] + cards[:1], strict=True):
        m.state[at] = card
        m.state[layout.place_at + card] = zone


@pytest.mark.parametrize("op", [op for op, row in ROWS.items() if row.unordered])
def test_the_order_of_an_argument_makes_no_difference(op: str) -> None:
    for expr, m, found in uses(f"{op}()"):
        if found is not None:
            known, names = _with_known_arguments(expr, m)
            for number, value in names.items():
                if isinstance(value, tuple):
                    assert evaluated(m, known, {**names, number: value[::-1]})[0] == found[0], show_expr(expr)


@pytest.mark.parametrize("op", [op for op, row in ROWS.items() if row.decides is not None])
def test_the_first_argument_decides_alone(op: str) -> None:
    """Where a row says so, nothing else is even computed."""
    decides = ROWS[op].decides
    assert decides is not None
    for expr, m, found in uses(f"{op}()"):
        known, names = _with_known_arguments(expr, m)
        first, second = names
        assert found is not None
        if decides(names[first]):
            assert evaluated(m, known, {first: names[first], second: None})[0] == found[0], show_expr(expr)


def test_steps_are_those_of_the_law() -> None:
    """The law of steps names the builtins that go through a list; others take steps for the lists that they make."""
    page = (Path(__file__).parents[2] / "docs" / "semantics.md").read_text(encoding="utf-8")
    law = page.partition("**19. Steps.**")[2].partition("\n- made in")[0]
    through = set(re.findall(r"`(\w+)`", law.partition("gone through (")[2].partition(")")[0]))
    for op, row in ROWS.items():
        lists = [one.startswith("list of") for one in row.parameters]
        if {"-": "except"}.get(row.spelling, row.spelling) in through and any(lists):
            expected = {"in": "computed second"}.get(op, "first" if lists[0] else "second")
        elif row.result.startswith("list of list"):
            expected = "groups"
        else:
            made = row.makes_list and (any(lists) or "integer" in row.parameters)
            expected = "result" if made else "nothing"
        assert row.steps == expected, op


def _with_known_arguments(expr: ir.Expr, m: Machine) -> tuple[ir.Apply, dict[int, Any]]:
    """The same use of names that stand for the arguments, and what they are in this position."""
    assert isinstance(expr, ir.Apply)
    names = tuple(g.local(40 + place, "known", arg.type) for place, arg in enumerate(expr.args))
    pairs = zip(names, expr.args, strict=True)
    return replace(expr, args=names), {name.number: evaluated(m, arg)[0] for name, arg in pairs}


def test_what_reads_an_order_says_so() -> None:
    """What changes with the order of the cards in a zone may not be asked where the order is unknown; the list of all
    its cards may be, for what is done with it then shows whether order matters.
    """
    reading = {op for op in ROWS if not ROWS[op].result.startswith("list") and _reads_order(op)}
    assert reading == {op for op, row in ROWS.items() if row.reads_order}


def _reads_order(op: str) -> bool:
    """Whether a value changes where the cards of each stack lie the other way round."""
    for expr, m, found in uses(f"{op}()"):
        if found is not None:
            (known, names), before = _with_known_arguments(expr, m), list(m.state)
            for zone in m.code.layout.zones:
                first, last = zone.address + 1, zone.address + 1 + m.state[zone.address]
                m.state[first:last] = m.state[first:last][:: 1 if zone.order == "heap" else -1]
            changed = evaluated(m, known, names)[0] != found[0]
            m.state[:] = before
            if changed:
                return True
    return False


def _shifted(transfer: Transfer, low: int, high: int) -> Transfer:
    """A range or a length with other ends."""

    def wrong(sizes: Sizes, *args: Known) -> tuple[int, ...]:
        least, greatest, *rest = transfer(sizes, *args)
        return least + low, greatest + high, *rest

    return wrong


def wrong_facts(row: BuiltinRow) -> Iterator[tuple[str, BuiltinRow]]:
    """A row in which one fact says too much: a narrower range or length, other steps, that it reads less than it does,
    never fails, repeats nothing.
    """
    for name, low, high in (("low", 1, 0), ("high", 0, -1)):
        yield f"range {name}", replace(row, range=_shifted(row.range, low, high))
        if row.length is not None:
            yield f"length {name}", replace(row, length=_shifted(row.length, low, high))
    yield from (("steps", replace(row, steps=one)) for one in get_args(Steps) if one != row.steps)
    if row.reads not in ("length", "top"):
        yield "reads", replace(row, reads="length")
    if row.fails != "never":
        yield "fails", replace(row, fails="never")
    if row.makes_list and row.repeats:
        yield "repeats", replace(row, repeats=False)


LEFT = 0.3
"""The share of wrong facts that need not be found: where a row says less than it could, more is right, too."""


@pytest.mark.thorough
def test_a_wrong_fact_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row in which one fact is wrong fails a test above."""
    tried, left = Counter[str](), dict[str, list[str]]()
    for op, row in tuple(ROWS.items()):
        for fact, wrong in wrong_facts(row):
            monkeypatch.setitem(ROWS, op, wrong)
            tried[fact] += 1
            if not _is_missed(op):
                left.setdefault(fact, []).append(op)
        monkeypatch.setitem(ROWS, op, row)
    assert {fact: ops for fact, ops in left.items() if len(ops) > LEFT * tried[fact]} == {}


def _is_missed(op: str) -> bool:
    try:
        test_steps_are_those_of_the_law()
        test_what_is_known_of_a_row_holds(f"{op}()")
        test_what_a_row_reads_is_said(op)
    except (AssertionError, LookupError, TypeError):
        return True
    return False


@pytest.mark.sampled(3)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_on_a_row(chunk: int) -> None:
    """In lockstep and in whole games, also with just enough steps and with one too few."""
    body: list[ir.Stmt] = []
    more = []
    m, luck = table()[2][SEED], Random(chunk)
    for number, builtin in enumerate(BUILTINS[chunk::CHUNKS] * EACH):
        expr, values = Uses(luck).use(builtin), some_values(luck)
        put(m, values)
        try:
            evaluated(m, expr)
        except (PlayError, ZeroDivisionError):
            continue  # see below
        variable, store = stored(f"{builtin[:-1]} {number}", expr)
        more.append(variable)
        body += [*assigned(values), store]
    steps = _started(a_game(*body, more=tuple(more)))
    for limit in (steps, steps - 1):
        pair = _pair(a_game(*body, more=tuple(more), steps=limit))
        error = pair.slow.start(SEED, explicit=False, record=False).error
        assert (error is None) == (limit == steps), error
        play_both(pair, SEED)
        same_playouts(pair, SEED, 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("builtin", BUILTINS)
def test_both_engines_fail_alike(builtin: str) -> None:
    """Where a builtin fails it does so in both."""
    luck, m = Random(builtin), table()[2][SEED]
    for _ in range(TIMES):
        expr, values = Uses(luck).use(builtin), some_values(luck)
        put(m, values)
        try:
            evaluated(m, expr)
        except PlayError:
            variable, store = stored("found", expr)
            pair = _pair(a_game(*assigned(values), store, more=(variable,)))
            assert play_both(pair, SEED) == 1, show_expr(expr)
            same_playouts(pair, SEED, 1)
            return
        except ZeroDivisionError:
            pass


def _pair(game: TypedGame) -> Pair:
    return Pair(make_program(game, players=PLAYERS, options={}))


def _started(game: TypedGame) -> int:
    """The steps to the first decision."""
    m = _pair(game).slow.start(SEED, explicit=False, record=False)
    assert m.error is None
    return m.steps
