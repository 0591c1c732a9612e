"""Tests as jumps: where something is done only if a test holds, its parts jump on as soon as that is decided.

    if a and (b or not c): act              block $no:
                                              if not a: jump $no
                                              block $yes:
                                                if b: jump $yes
                                                if c: jump $no
                                              act

As a number, `a and b` is worked out, and then compared with 0 again. The tests within short functions are parts of the
test that calls them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....language.ir import nodes as ir
from ...program.nodes import Expr
from ...program.walk import bound, every
from ..building.function_builder import FunctionBuilder, as_type, is_boolean
from ..building.sizes import SMALL
from ..wasm.control import block, br, br_if, if_
from ..wasm.instructions import NOTHING, Instructions, Label, sequence
from .likely import in_turn


def when(fb: FunctionBuilder, test: Expr) -> Callable[..., Instructions]:
    """`if test: yes else: no`, as a function of both (of the first alone, where there is no other).

    So the test is emitted first, with the names that it knows.
    """
    if not _has_parts(fb, test):
        return partial(if_, fb.boolean(test))
    otherwise, done = Label(), Label()
    head = jump(fb, test, otherwise, holds=False)

    def then(yes: Instructions, no: Instructions = NOTHING) -> Instructions:
        code = block(otherwise, head + yes + (br(done) if no else NOTHING))
        return block(done, code + no) if no else code

    return then


def jump(fb: FunctionBuilder, test: Expr, to: Label, *, holds: bool) -> Instructions:
    """Jump if a test holds, or if it does not."""
    match test:
        case ir.Apply("not", (one,)):
            return jump(fb, one, to, holds=not holds)
        case ir.Apply("and" | "or" as op):
            *first, last = in_turn(fb, test)
            if (op == "or") is holds:  # each of them decides
                return sequence(jump(fb, one, to, holds=holds) for one in (*first, last))
            on = Label()
            head = sequence(jump(fb, one, on, holds=not holds) for one in first)
            return block(on, head + jump(fb, last, to, holds=holds))
        case ir.Call() if _has_parts(fb, test):
            return _within(fb, test, to, holds=holds)
        case _:
            found = fb.boolean(test)
            return br_if(found if holds else found.not_(), to)


def _within(fb: FunctionBuilder, call: ir.Call, to: Label, *, holds: bool) -> Instructions:
    function = fb.mb.program.functions[call.function]
    facts = fb.mb.facts.arguments(function, call.args, fb.known())
    args = [as_type(fb.expr(arg), p.type) for arg, p in zip(call.args, function.parameters, strict=True)]
    names, code = fb.given(function, args, facts)
    memo, fb.memo = fb.memo, None
    with fb.scope(names):
        code += fb.spend(1) + jump(fb, function.body, to, holds=holds)
    fb.memo = memo
    return code


def _has_parts(fb: FunctionBuilder, test: Expr) -> bool:
    """Whether a test is made of others."""
    match test:
        case ir.Apply("and" | "or" | "not"):
            return True
        case ir.Call(name):
            if fb.memo is not None and is_worth_caching(test):
                return False
            if name in fb.mb.keeper.functions or fb.mb.sizes.function(name) > SMALL or not is_boolean(test.type):
                return False
            return _has_parts(fb, fb.mb.program.functions[name].body)
        case _:
            return False


def is_worth_caching(node: Expr) -> bool:
    """Whether an expression costs something and depends on no name: nothing else changes while moves are listed."""
    if not isinstance(node, ir.Call | ir.Fold):
        return False
    inside = {local.number for local in bound(node)}
    return not any(isinstance(part, ir.Local) and part.number not in inside for part in every(node))
