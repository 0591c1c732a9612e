"""Picking one of a few values at random, of which none may have been taken: those that are left are a set of bits.

random k in [k for k in colour if not any(q.character == k for q in players if …)]

left = all values;  for q in players: if …: left &= ~(1 << q.character)
k = the value with the number drawn(size(left)) in it
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr, PickOne
from ..building.function_builder import FunctionBuilder, is_card_list
from ..cards.chance import picked_from
from ..moves.nth import nth_of
from ..moves.restrictions import depends
from ..values.loops import nested_loops
from ..values.sure import is_sure
from ..wasm.control import if_
from ..wasm.instructions import Instructions, Label
from ..wasm.term import I64, choose, const, long, select

WIDEST = 64
"""There are so many bits."""


def pick_left(fb: FunctionBuilder, end: PickOne) -> Instructions | None:
    """Pick one of the values that are left; None for other lists, and where somebody looks or steps are counted.

    n = size(left)
    slot = none if n is 0; the lowest if n is 1; else that with the number picked_from(the name, n)
    """
    mb, listed = fb.mb, end.source
    if isinstance(listed, ir.Const) and not mb.watched:
        return _pick_known(fb, end, listed)
    if mb.watched or fb.counting or not isinstance(listed, ir.Fold) or listed.op != "list" or len(listed.loops) != 1:
        return None
    (loop,), body = listed.loops, listed.body
    match loop.source:
        case ir.Const(tuple() as given) if not loop.source.type.is_nested():
            values = [int(one) for one in given]
        case _:
            return None
    known = isinstance(body, ir.Local) and body.number == loop.local.number
    taken = None if loop.test is None else _taken(loop.test, loop.local.number)
    if not known or taken is None or values != sorted(set(values)) or not set(values) <= set(range(WIDEST)):
        return None
    if not is_sure(mb.facts, loop.test or body, {**fb.known(), loop.local.number: mb.facts.element(loop.source, {})}):
        return None
    fold, value = taken
    left, gone, n, rank = (fb.fn.local(I64) for _ in range(4))

    def without(done: Label) -> Instructions:
        bit = select(long(1) << gone, long(0), gone.ltu(WIDEST))
        return gone.set(fb.number(value)) + left.set(left & (bit ^ -1))

    with fb.scope():
        turns = nested_loops(fb, fold.loops, without, whole=True)
    code = left.set(sum(1 << one for one in values)) + turns + n.set(left.bit_count())
    drawn = choose(n.gt(1), picked_from(mb, end.slot.name, n).wide(), long(0))
    some = rank.set(drawn) + mb.write(end.slot.address, nth_of(mb).call(left, rank))
    return code + if_(n.ne(0), some, mb.write(end.slot.address, NONE))


def _pick_known(fb: FunctionBuilder, end: PickOne, listed: ir.Const) -> Instructions | None:
    """Pick one of several values that are known, no two the same."""
    values = listed.value if isinstance(listed.value, tuple) else ()
    if len(set(values)) < max(len(values), 2) or listed.type.is_nested() or is_card_list(listed):
        return None
    place = picked_from(fb.mb, end.slot.name, const(len(values)))
    return fb.mb.write(end.slot.address, fb.mb.lookup([int(one) for one in values], place))


def _taken(test: Expr, local: int) -> tuple[ir.Fold, Expr] | None:
    """The comprehension that goes through what is taken, and the value that is: of `no x of it is the local`."""
    match test:
        case ir.Apply("not", (ir.Fold(op="any", body=ir.Apply("equal", (one, other))) as fold,)):
            pass
        case ir.Fold(op="all", body=ir.Apply("not", (ir.Apply("equal", (one, other)),))) as fold:
            pass
        case _:
            return None
    value, same = (other, one) if isinstance(one, ir.Local) and one.number == local else (one, other)
    asked = [value, *(part for loop in fold.loops for part in (loop.source, loop.test) if part is not None)]
    alone = isinstance(same, ir.Local) and same.number == local and not any(depends(part, local) for part in asked)
    return (fold, value) if alone else None
