"""The facts that decide a rule: which of its parts settles it, and what they come to now, as far as a seat may know.

A function is gone into where it is true or false: `ready(p1)` does not hold, as `p1.hand` is empty. Of
parts that must all hold only the one that fails is told, of those of which one must hold those up to it. In the text of
a function its parameters are replaced by what they stand for. A part that the seat does not see is left out with all
that is inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from ...engines.program.nodes import Expr
from ...engines.program.walk import parts
from ...engines.reference.error import NOT_COMPUTED
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Env, Machine
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from .decider import EVERYTHING
from .naming import value_text
from .openness import open_to, value_of

MOST = 12
"""At most this many facts are told."""

DECIDED_BY = {"and": False, "or": True}

Names = Mapping[str, str]
"""The parameters of a function, and the texts of what they stand for."""


def facts(m: Machine, seat: int, expr: Expr, env: Env) -> tuple[tuple[str, str], ...]:
    """The parts of a rule that a reader would want to know, as (source text, value), each once."""
    found = dict(islice(_facts(m, seat, expr, env, {}), MOST))
    return tuple((what, value) for what, value in found.items() if what != value)


def seen(m: Machine, seat: int, expr: Expr, env: Env) -> bool:
    """Whether a seat sees the value of an expression; EVERYTHING sees all."""
    return seat == EVERYTHING or open_to(m, seat, expr, env)


def holds(m: Machine, test: Expr, env: Env) -> bool:
    """Whether a rule holds; one that cannot be computed does not."""
    try:
        return bool(m.code.once(compile_expr, test)(m, env))
    except NOT_COMPUTED:
        return False


def culprit(m: Machine, test: Expr, env: Env, seat: int) -> Expr:
    """Of several conditions that must all hold, the first that the player can see not to hold; else all of them."""
    while isinstance(test, ir.Apply) and test.op == "and":
        open_parts = (part for part in test.args if seen(m, seat, part, env))
        wrong = next((part for part in open_parts if not holds(m, part, env)), None)
        if wrong is None:
            return test
        test = wrong
    return test


def _facts(m: Machine, seat: int, expr: Expr, env: Env, names: Names) -> Iterator[tuple[str, str]]:
    if isinstance(expr, ir.Apply) and ROWS[expr.op].form == "operator":
        for part in _come_to(m, expr, env, seat):
            yield from _facts(m, seat, part, env, names)
        return
    if isinstance(expr, ir.If):
        for part in parts(expr):
            yield from _facts(m, seat, part, env, names)
        return
    if not seen(m, seat, expr, env):
        return
    try:
        value = m.code.once(compile_expr, expr)(m, env)
    except NOT_COMPUTED:
        return
    if not isinstance(expr, ir.Local) and not (isinstance(expr, ir.Const) and expr.type.base in ("player", "team")):
        shown = value_text(m.code.layout, expr.type, value)
        yield _written(expr, names), shown
    if isinstance(expr, ir.Call) and expr.type.base == "boolean":
        yield from _inside(m, seat, expr, env)


def _come_to(m: Machine, expr: ir.Apply, env: Env, seat: int) -> Iterator[Expr]:
    """The parts of a sum, a comparison and so on; of `and` and `or` only those up to the one that decides."""
    if expr.op == "and" and seen(m, seat, wrong := culprit(m, expr, env, seat), env) and not holds(m, wrong, env):
        yield wrong
        return
    for part in expr.args:
        yield part
        if expr.op in DECIDED_BY and seen(m, seat, part, env) and holds(m, part, env) == DECIDED_BY[expr.op]:
            return


def _inside(m: Machine, seat: int, call: ir.Call, env: Env) -> Iterator[tuple[str, str]]:
    """The facts that decide a function that the author wrote, or that a rule on a card made."""
    function = m.code.program.functions.get(call.function)
    if function is None:
        return
    inner: Env = {}
    names: dict[str, str] = {}
    for parameter, arg in zip(function.parameters, call.args, strict=True):
        value = value_of(m, arg, env)
        if value is None:
            return
        inner[parameter.number] = value
        if seen(m, seat, arg, env):
            names[parameter.name] = value_text(m.code.layout, parameter.type, value)
    yield from _facts(m, seat, function.body, inner, names)


def _written(expr: Expr, names: Names) -> str:
    """The source text of a part, on one line, with what the parameters of its function stand for."""
    text = " ".join(expr.span.written.split())
    if not names:
        return text
    words = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![\w.])(?:{words})\b(?!\()", lambda match: names[match[0]], text)
