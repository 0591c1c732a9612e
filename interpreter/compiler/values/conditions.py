"""Conditions as jumps (short-circuit evaluation), and the order in which their parts are evaluated.

    if a and (b or not c): act              block $no:
                                              if not a: jump $no
                                              block $yes:
                                                if b: jump $yes
                                                if c: jump $no
                                              act

As a number, `a and b` is worked out, and then compared with 0 again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

from ...engines.program.nodes import Expr, Slot
from ...engines.program.traversal import bound, chain, every, parts
from ...language.builtins.table import ROWS, Locals
from ...language.ir import nodes as ir
from ...language.ir.types import LEAST, MOST, NONE
from ..builder.function_builder import FunctionBuilder, is_list
from ..passes.cost_model import SMALL
from ..passes.rewriting import rewrite
from ..wasm.statements import block, br, br_if, if_, sequence
from ..wasm.terms import NOTHING, Instructions, JumpLabel, Term, choose, const, select


def when(fb: FunctionBuilder, test: Expr) -> Callable[..., Instructions]:
    """`if test: yes else: no`, as a function of both (of the first alone, where there is no other).

    So the test is emitted first, with the names that it knows.
    """
    if not isinstance(test, ir.Apply) or not (test.op == "not" or ROWS[test.op].is_connective):
        return partial(if_, fb.boolean(test))
    otherwise, done = JumpLabel(), JumpLabel()
    head = jump(fb, test, otherwise, holds=False)

    def then(yes: Instructions, no: Instructions = NOTHING) -> Instructions:
        code = block(otherwise, head + yes + (br(done) if no else NOTHING))
        return block(done, code + no) if no else code

    return then


def jump(fb: FunctionBuilder, test: Expr, to: JumpLabel, *, holds: bool) -> Instructions:
    """Jump if a test holds, or if it does not."""
    match test:
        case ir.Apply("not", (one,)):
            return jump(fb, one, to, holds=not holds)
        case ir.Apply(op) if ROWS[op].is_connective:
            *first, last = evaluation_order(fb, test)
            if (op == "or") is holds:  # each of them decides
                return sequence(jump(fb, one, to, holds=holds) for one in (*first, last))
            on = JumpLabel()
            head = sequence(jump(fb, one, on, holds=not holds) for one in first)
            return block(on, head + jump(fb, last, to, holds=holds))
        case _:
            found = fb.boolean(test)
            return br_if(found if holds else found.not_(), to)


def is_worth_caching(node: Expr) -> bool:
    """Whether an expression costs something and depends on no name: nothing else changes while moves are listed."""
    if not isinstance(node, ir.Call | ir.Fold):
        return False
    inside = {local.number for local in bound(node)}
    return not any(isinstance(part, ir.Local) and part.number not in inside for part in every(node))


# The order in which the parts of a test are asked: first what mostly decides it.
#
#     a == 1 and b == 7     →     b == 7 and a == 1, where b has more values than a
#
# Nobody can tell where nothing can go wrong in the parts and they take no steps, or none are counted. A processor
# foresees a jump that is nearly always taken, or nearly never; a wrong guess takes longer than a few sums.

FEW_PARTS = 30
"""A part with more nodes than this stays where it is."""

UNKNOWN = 0.5
"""How likely a test holds of which nothing is known."""


def _as_written(fb: FunctionBuilder, test: ir.Apply) -> list[Expr]:
    return list(chain(test, test.op))


@rewrite("evaluation_order", "the parts of a test are asked in the order in which they decide", _as_written)
def evaluation_order(fb: FunctionBuilder, test: ir.Apply) -> list[Expr]:
    """The parts of a chain of `and` or of `or`, in the order in which they are asked."""
    known, found = fb.known(), list[Expr]()

    def moves(part: Expr) -> bool:
        steps = fb.mb.facts.steps(part, known) if fb.counting else 0
        return steps == 0 and 0 < cheap_size(fb, part, known) <= FEW_PARTS

    for may_move, some in groupby(chain(test, test.op), moves):
        run = list(some)
        if may_move:
            run.sort(key=lambda part: _likelihood(fb, part, known), reverse=test.op == "or")
        found += run
    return found


def joined(fb: FunctionBuilder, node: ir.Apply) -> Term:
    """`and` and `or` as a number. Where every part may be computed, there is no jump."""
    *first, found = (fb.boolean(part) for part in (node.args if fb.even else evaluation_order(fb, node)))
    for one in reversed(first):
        if node.op == "and":
            found = select(found, const(0), one) if fb.even else choose(one, found, const(0))
        else:
            found = one | found if fb.even else choose(one, const(1), found)
    return found


def cheap_size(fb: FunctionBuilder, node: Expr, env: Locals) -> int:
    """How many nodes a value has; 0 where something could go wrong in it, or it is not quick. It may take steps."""
    facts, inside = fb.mb.facts, 1
    match node:
        case ir.Const(int()) | ir.Local() | Slot() | ir.Option():
            return 1
        case ir.Variable() | ir.AttributeOf() | ir.If() if not is_list(node.type):
            needed: Sequence[Expr] = parts(node)
        case ir.Apply("in", (what, ir.Variable(name, owner))) if name in fb.mb.sets:
            needed = (what,) if owner is None else (what, owner)
        case ir.Apply(op, needed) if ROWS[op].is_quick and not any(is_list(one.type) for one in needed):
            if facts.goes_wrong(node, env):
                return 0
        case ir.Call(name, needed) if fb.memo is None and name not in fb.mb.keeper.functions:
            function = fb.mb.program.functions[name]
            if fb.mb.sizes.function(name) > SMALL:
                return 0
            inside = cheap_size(fb, function.body, facts.arguments(function, needed, env))
        case _:
            return 0
    sizes = [cheap_size(fb, one, env) for one in needed]
    return inside + sum(sizes) if inside and all(sizes) else 0


def _likelihood(fb: FunctionBuilder, test: Expr, env: Locals) -> float:
    """How likely a test holds, as if all values of a range came equally often."""
    match test:
        case ir.Apply("not", (one,)):
            return 1 - _likelihood(fb, one, env)
        case ir.Apply("and", (one, other)):
            return _likelihood(fb, one, env) * _likelihood(fb, other, env)
        case ir.Apply("or", (one, other)):
            return 1 - (1 - _likelihood(fb, one, env)) * (1 - _likelihood(fb, other, env))
        case ir.Apply("equal", sides):
            many = max(_values(fb, side, env) for side in sides)
            return 1 / many if many else UNKNOWN
        case ir.Call(name, args):
            function = fb.mb.program.functions[name]
            return _likelihood(fb, function.body, fb.mb.facts.arguments(function, args, env))
        case _:
            return UNKNOWN


def _values(fb: FunctionBuilder, value: Expr, env: Locals) -> int:
    """How many values a value may have; 0 if nobody knows."""
    low, high = fb.mb.facts.range(value, env)
    if low <= LEAST or high >= MOST:
        return 0 if high >= MOST or low != NONE else high + 2
    return high - low + 1
