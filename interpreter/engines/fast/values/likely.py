"""The order in which the parts of a test are asked: first what mostly decides it.

    a == 1 and b == 7     →     b == 7 and a == 1, where b has more values than a

Nobody can tell where nothing can go wrong in the parts and they take no steps, or none are counted. A processor
foresees a jump that is nearly always taken, or nearly never; a wrong guess takes longer than a few sums.
"""

from __future__ import annotations

from itertools import groupby

from ....language.ir import nodes as ir
from ....language.ir.types import LEAST, MOST, NONE
from ...program.nodes import Expr, Slot
from ..building.facts import Locals
from ..building.function_builder import FunctionBuilder, is_list
from ..building.sizes import SMALL
from ..wasm.term import Term, choose, const, select

FEW_PARTS = 30
"""A part with more nodes than this stays where it is."""

UNKNOWN = 0.5
"""How likely a test holds of which nothing is known."""

_PLAIN = frozenset(("equal", "less", "less_equal", "is_none", "not", "and", "or", "larger", "smaller"))
"""Builtins that are quick, and in which nothing can go wrong."""


def in_turn(fb: FunctionBuilder, test: ir.Apply) -> list[Expr]:
    """The parts of a chain of `and` or of `or`, in the order in which they are asked."""
    known, found = fb.known(), list[Expr]()

    def moves(part: Expr) -> bool:
        steps = fb.mb.facts.steps(part, known) if fb.counting else 0
        return steps == 0 and 0 < quick_size(fb, part, known) <= FEW_PARTS

    for may_move, some in groupby(_chain(test, test.op), moves):
        run = list(some)
        if may_move:
            run.sort(key=lambda part: _likely(fb, part, known), reverse=test.op == "or")
        found += run
    return found


def joined(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """`and` and `or` as a number. Where every part may be computed, there is no jump."""
    *first, found = (fb.boolean(part) for part in (node.args if fb.even else in_turn(fb, node)))
    for one in reversed(first):
        if node.op == "and":
            found = select(found, const(0), one) if fb.even else choose(one, found, const(0))
        else:
            found = one | found if fb.even else choose(one, const(1), found)
    return found


def _chain(test: Expr, op: str) -> list[Expr]:
    match test:
        case ir.Apply(same, (one, other)) if same == op:
            return _chain(one, op) + _chain(other, op)
        case _:
            return [test]


def quick_size(fb: FunctionBuilder, node: Expr, env: Locals) -> int:
    """How many nodes a value has; 0 where something could go wrong in it, or it is not quick. It may take steps."""
    facts, inside = fb.mb.facts, 1
    match node:
        case ir.Const(int()) | ir.Local() | Slot() | ir.Option():
            return 1
        case ir.Variable(name, owner) if not fb.mb.layout.variables[name].room:
            needed: tuple[Expr, ...] = () if owner is None else (owner,)
        case ir.AttributeOf(_, of) if not is_list(node.type):
            needed = (of,)
        case ir.Apply("add" | "subtract" | "multiply", needed):
            low, high = facts.range(node, env)
            if any(facts.range(one, env)[0] == NONE for one in needed) or low <= LEAST or high >= MOST:
                return 0
        case ir.Apply("mod", (_, by) as needed) if facts.range(by, env)[0] > 0:
            pass
        case ir.Apply(op, needed) if op in _PLAIN and not any(is_list(one.type) for one in needed):
            pass
        case ir.Apply("in", (what, ir.Variable(name, owner))) if name in fb.mb.sets:
            needed = (what,) if owner is None else (what, owner)
        case ir.Apply("member", (_, index, least, most) as needed):
            (low, high), first, last = facts.range(index, env), facts.range(least, env), facts.range(most, env)
            if low < first[1] or high > last[0]:
                return 0
        case ir.If(test, yes, no) if not is_list(node.type):
            needed = test, yes, no
        case ir.Call(name, needed) if fb.memo is None and name not in fb.mb.keeper.functions:
            function = fb.mb.program.functions[name]
            if fb.mb.sizes.function(name) > SMALL:
                return 0
            inside = quick_size(fb, function.body, facts.arguments(function, needed, env))
        case _:
            return 0
    sizes = [quick_size(fb, one, env) for one in needed]
    return inside + sum(sizes) if inside and all(sizes) else 0


def _likely(fb: FunctionBuilder, test: Expr, env: Locals) -> float:
    """How likely a test holds, as if all values of a range came equally often."""
    match test:
        case ir.Apply("not", (one,)):
            return 1 - _likely(fb, one, env)
        case ir.Apply("and", (one, other)):
            return _likely(fb, one, env) * _likely(fb, other, env)
        case ir.Apply("or", (one, other)):
            return 1 - (1 - _likely(fb, one, env)) * (1 - _likely(fb, other, env))
        case ir.Apply("equal", sides):
            many = max(_values(fb, side, env) for side in sides)
            return 1 / many if many else UNKNOWN
        case ir.Call(name, args):
            function = fb.mb.program.functions[name]
            return _likely(fb, function.body, fb.mb.facts.arguments(function, args, env))
        case _:
            return UNKNOWN


def _values(fb: FunctionBuilder, value: Expr, env: Locals) -> int:
    """How many values a value may have; 0 if nobody knows."""
    low, high = fb.mb.facts.range(value, env)
    if low <= LEAST or high >= MOST:
        return 0 if high >= MOST or low != NONE else high + 2
    return high - low + 1
