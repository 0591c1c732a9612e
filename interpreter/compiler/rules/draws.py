"""Draws: a card that is drawn and taken away at once, and one of few values picked at random."""

from __future__ import annotations

from ...engines.program.nodes import Expr, PickOne, SettleTop, Slot
from ...engines.program.traversal import structural_key
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder, is_card_list
from ..cards.chance import picked_from
from ..moves.card_sets import depends, nth_of
from ..passes.rewriting import rewrite
from ..values.loops import nested_loops
from ..wasm.statements import if_
from ..wasm.terms import I64, Instructions, JumpLabel, choose, const, long, select


@rewrite("draw_behind", "a card is drawn and moved in one go")
def draw_behind(fb: FunctionBuilder, end: SettleTop) -> ir.MoveCards | None:
    """The effect that takes the settled card away immediately, if nobody could notice that it lay there."""
    body = fb.mb.program.blocks[end.then].body
    if fb.mb.watched or not body or end.at != "top":
        return None
    match body[0]:
        case ir.MoveCards(ir.ListOf((ir.Apply("top", (zone,)),)), ir.ZoneOf(_, owner)) as move if move.at != "position":
            simple = owner is None or isinstance(owner, ir.Const | ir.Variable | Slot)
            free = fb.mb.facts.steps(zone, fb.known()) == 0  # it is computed once here, not twice
            return move if simple and free and structural_key(zone) == structural_key(end.zone) else None
        case _:
            return None


# Picking one of a few values at random, of which none may have been taken: those that are left are a set of bits.
#
# random k in [k for k in colour if not any(q.character == k for q in players if …)]
#
# left = all values;  for q in players: if …: left &= ~(1 << q.character)
# k = the value with the number drawn(size(left)) in it

WIDEST = 64
"""There are so many bits."""


@rewrite("pick_untaken", "what is not taken yet is bits, one of which is picked at random")
def pick_untaken(fb: FunctionBuilder, end: PickOne) -> Instructions | None:
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
    if not mb.facts.cannot_fail(
        loop.test or body, {**fb.known(), loop.local.number: mb.facts.element(loop.source, {})}
    ):
        return None
    fold, value = taken
    left, gone, n, rank = (fb.fn.local(I64) for _ in range(4))

    def without(done: JumpLabel) -> Instructions:
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
        case _:
            return None
    value, same = (other, one) if isinstance(one, ir.Local) and one.number == local else (one, other)
    asked = [value, *(part for loop in fold.loops for part in (loop.source, loop.test) if part is not None)]
    alone = isinstance(same, ir.Local) and same.number == local and not any(depends(part, local) for part in asked)
    return (fold, value) if alone else None
