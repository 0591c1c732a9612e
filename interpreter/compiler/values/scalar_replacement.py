"""Scalar replacement: the elements of lists whose length is known are locals, and no list is made where none is needed.

A few players in an order of theirs are sorted without a jump: all keys of one are a single number, with its place in
the lowest bits, so that no two are equal and the place is still there after sorting.

    by row, then -speed:     │ 0 … │ row - least row │ -speed - least │ place │

The numbers are compared in pairs, each pair put into order, until all are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ...engines.program.bounds import CELL
from ...engines.program.nodes import Expr
from ...language.builtins.intervals import between
from ...language.builtins.table import Locals
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder, as_type
from ..passes.cost_model import SMALL
from ..passes.rewriting import rewrite
from ..wasm.statements import sequence
from ..wasm.terms import I64, NOTHING, Instructions, Term, Var, after, long, select
from .arithmetic import few_numbers
from .conditions import when

BITS = 63
"""So many bits there are for all keys of an element and its place."""

Elements = tuple[list[Var], Instructions]
"""The elements of a list as locals, and the code that computes them."""


def known_length(fb: FunctionBuilder, node: Expr, known: Locals | None = None) -> int | None:
    """How many elements a list has that is sorted here, or made of such a list; None of others."""
    known = fb.known() if known is None else known
    if node.type.optional or node.type.is_nested():
        return None
    match node:
        case ir.Fold(op="sort", loops=(loop,)):
            few = few_numbers(fb, loop.source)
            return len(few) if few and _widths(fb, node, few, known) is not None else None
        case ir.Apply("reverse", (one,)):
            return known_length(fb, one, known)
        case ir.If(_, yes, no):
            many = known_length(fb, yes, known)
            return many if many == known_length(fb, no, known) else None
        case ir.Call(name, ()):
            key = name, fb.copies
            if key not in fb.mb.settled:
                fb.mb.settled[key] = known_length(fb, fb.mb.program.functions[name].body, {})
            return fb.mb.settled[key]
        case _:
            return None


def elements(fb: FunctionBuilder, node: Expr) -> Elements | None:
    """The elements of such a list; None of others."""
    many = known_length(fb, node)
    return None if many is None else _elements(fb, node, many)


@rewrite("scalar_item", "elements of lists are locals and are looked up there")
def scalar_item(fb: FunctionBuilder, node: Expr, index: Expr) -> Term | None:
    """An element of such a list, by a number that is known; None of others."""
    place = fb.expr(index).fixed()
    found = None if place is None else elements(fb, node)
    if place is None or found is None:
        return None
    items, code = found
    return after(code, items[place - 1] if 1 <= place <= len(items) else long(NONE))


@contextmanager
def with_scalar_lists(fb: FunctionBuilder, parts: Iterable[Expr]) -> Iterator[Instructions]:
    """Inside, such lists that functions without arguments yield are worked out once, by the code that is given. The
    position must not change until it is left."""
    outer, code = fb.settled, NOTHING
    fb.settled = dict(outer)
    for one in parts:
        if isinstance(one, ir.Call) and not one.args and one.function not in fb.settled:
            found = elements(fb, one)
            if found is not None:
                fb.settled[one.function] = found[0]
                code += found[1]
    yield code
    fb.settled = outer


def _elements(fb: FunctionBuilder, node: Expr, many: int) -> Elements:
    match node:
        case ir.Call(name, ()) if name in fb.settled:
            return fb.settled[name], NOTHING
        case ir.Fold():
            return _sorted(fb, node)
        case ir.Apply("reverse", (one,)):
            found, code = _elements(fb, one, many)
            return found[::-1], code + fb.spend(many)
        case ir.If(ir.Apply("and", (one, ir.Const(0))), _, no) if not fb.counting:
            found, code = _elements(fb, no, many)
            return found, code if fb.mb.facts.cannot_fail(one, fb.known()) else fb.expr(one).drop() + code
        case ir.If(test, yes, no):
            return _either(fb, test, _elements(fb, yes, many), _elements(fb, no, many))
        case ir.Call(name) if name not in fb.mb.keeper.functions and _is_inside(fb, name):
            return _called(fb, name, many)
        case _:
            at, found = fb.fn.local(), [fb.fn.local(I64) for _ in range(many)]
            code = at.set(as_type(fb.expr(node), node.type))
            return found, code + sequence(one.set(at.load(CELL * (1 + n))) for n, one in enumerate(found))


def _is_inside(fb: FunctionBuilder, name: str) -> bool:
    """Whether a function becomes a part of where it is called."""
    return fb.mb.sizes.function(name) <= SMALL or name in fb.mb.keeper.once


def _called(fb: FunctionBuilder, name: str, many: int) -> Elements:
    function = fb.mb.program.functions[name]
    with fb.inlined(function, [], {}) as before:
        found, code = _elements(fb, function.body, many)
    return found, code + before


@rewrite("store_scalars", "the list of a function is stored from locals")
def store_scalars(fb: FunctionBuilder, call: ir.Call, at: Term) -> Instructions | None:
    """Compute such a list that a function without arguments yields, and lay it down at an address that is always the
    same; None of others, and of long functions."""
    many, name = known_length(fb, call), call.function
    if many is None or fb.mb.sizes.function(name) > SMALL:
        return None
    items, code = _called(fb, name, many)
    return code + _laid(at, items)


def _laid(at: Term, items: list[Var]) -> Instructions:
    return at.store(len(items)) + sequence(at.store(one, CELL * (1 + n)) for n, one in enumerate(items))


def _either(fb: FunctionBuilder, test: Expr, yes: Elements, no: Elements) -> Elements:
    found = [fb.fn.local(I64) for _ in yes[0]]

    def taken(side: Elements) -> Instructions:
        return side[1] + sequence(var.set(one) for var, one in zip(found, side[0], strict=True))

    return found, when(fb, test)(taken(yes), taken(no))


# Sorting ----------------------------------------------------------------------------------


def _widths(fb: FunctionBuilder, fold: ir.Fold, few: tuple[int, ...], known: Locals) -> list[tuple[int, int]] | None:
    """The least value of each key, and how many bits tell its values apart; None if they are too many, or if elements
    are left out or changed."""
    (loop,), found = fold.loops, list[tuple[int, int]]()
    if loop.test is not None or not isinstance(fold.body, ir.Local) or fold.body.number != loop.local.number:
        return None
    inner = {**known, loop.local.number: between(min(few), max(few))}
    for key in fold.keys:
        low, high = fb.mb.facts.range(key, inner)
        if low == NONE:
            return None
        found.append((low, (high - low).bit_length()))
    return found if sum(bits for _, bits in found) + len(few).bit_length() <= BITS else None


def _sorted(fb: FunctionBuilder, fold: ir.Fold) -> Elements:
    """The numbers of a loop, sorted by their keys.

    for each: packed = its keys and its place
    for each pair of neighbours, again and again: the smaller first
    the elements = the numbers in these places
    """
    (loop,), copies = fold.loops, fb.copies
    few = few_numbers(fb, loop.source)
    assert few is not None
    widths = _widths(fb, fold, few, fb.known())
    assert widths is not None
    packed, items = [fb.fn.local(I64) for _ in few], [fb.fn.local(I64) for _ in few]
    place = len(few).bit_length()
    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        fb.copies *= len(few)
        code = fb.spend(len(few))
        for n, (one, row) in enumerate(zip(few, packed, strict=True)):
            fb.bind(loop.local, long(one), between(one, one))
            code += fb.check_turn() + row.set(0)
            for key, (low, bits) in zip(fold.keys, widths, strict=True):
                code += row.set((row << bits) + (fb.number(key) - low))
            code += row.set((row << place) + n)
        fb.copies = copies
    for last in range(len(few) - 1, 0, -1):
        code += sequence(_in_order(fb, packed[n], packed[n + 1]) for n in range(last))
    mask = (1 << place) - 1
    found = (item.set(fb.mb.lookup(few, row & mask)) for item, row in zip(items, packed, strict=True))
    return items, code + sequence(found)


def _in_order(fb: FunctionBuilder, one: Var, other: Var) -> Instructions:
    """The smaller of two numbers first."""
    least = fb.fn.local(I64)
    smaller = one.lt(other)
    return least.set(select(one, other, smaller)) + other.set(select(other, one, smaller)) + one.set(least)
