"""What groups of cards are worth that lie apart: the search of `builtins.gathering.apart`, step for step.

Cards get bits in the order in which groups name them, so that a set of cards is a word. The table of the search:

    │ size │ best │ cards │ card 0 │ share 0 │ first group │ last group │ card 1 │ …

and each group is a list of three, in a chain with the others whose first card is the same:

    │ 3 │ mask │ worth │ next group or 0 │
"""

from __future__ import annotations

from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.control import br, if_, loop_until
from ..wasm.instructions import Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, Term, Var, const, long, select
from .arithmetic import checked
from .groups import spend_here
from .lists import for_each, size

CARDS = 63
"""More cards than this are left to the reference engine: a word has no more bits above none."""

_BEST, _COUNT, _FIRST = CELL, 2 * CELL, 3 * CELL
_CARD, _SHARE, _HEAD, _TAIL = (_FIRST + CELL * n for n in range(4))
_MASK, _WORTH, _NEXT = (CELL * n for n in (1, 2, 3))
_WIDTH = 4


def apart(mb: ModuleBuilder, *, counting: bool) -> Fn:
    """`apart(rows, n)`: the most that groups can be worth together; a row is the address of a group and its worth.

    table = no card, best 0
    for each row: count 1 and its length; if it is worth something: add it
    left = the sum of all shares
    look(table, 0, no card used, 0, left)
    return best, with the arena as it was before
    """

    def emit(fn: Fn) -> Instructions:
        rows, n, start, table, group = fn.param(0), fn.param(1), *(fn.local() for _ in range(3))
        worth, total, left, place = fn.local(I64), fn.local(I64), fn.local(I64), fn.local()
        more = checked(mb, "add")
        weighed = total.set(more.call(more.call(total, worth), size(group).wide()))
        turn = group.set(rows.load32()) + worth.set(rows.load(CELL))
        turn += spend_here(mb, size(group) + 1, counting=counting)
        turn += if_(worth.gt(0) & size(group).ne(0), weighed + _add(mb).run(table, group, worth))
        turn += rows.up(2 * CELL) + n.up(-1)
        summed = left.set(left + _block(table, place).load(_SHARE)) + place.up()
        return (
            start.set(mb.top.get)
            + table.set(mb.new_list.call(const(2 + _WIDTH * CARDS)))
            + table.store(0, _BEST)
            + table.store(0, _COUNT)
            + loop_until(n.eq(0), do=turn)
            + loop_until(place.eq(table.load32(_COUNT)), do=summed)
            + _look(mb, counting=counting).run(table, const(0), long(0), long(0), left)
            + mb.top.set(start)
            + table.load(_BEST).code
        )

    return mb.helper(("apart", counting), (I32, I32), I64, emit)


def _block(table: Term, place: Term) -> Term:
    """What stands in the table about the card of this bit, `_CARD` and the others behind it."""
    return table + (place << 5)


def _each_bit(mask: Var, place: Var, body: Instructions) -> Instructions:
    """`for place in mask: body`; the mask is empty afterwards."""
    turn = place.set(mask.trailing_zeros().wrap()) + body + mask.set(mask & (mask - 1))
    return loop_until(mask.not_(), do=turn)


def _add(mb: ModuleBuilder) -> Fn:
    """`add(table, group, worth)`: a group that is worth something takes its place in the chain of its first card.

    for card in group: mask |= 1 << the bit of the card
    share = worth / number of cards, rounded up
    for place in mask: its share = the larger of its share and this one
    append [mask, worth, 0] to the chain of the lowest place
    """

    def emit(fn: Fn) -> Instructions:
        table, group, worth = fn.param(0), fn.param(1), fn.param(2)
        mask, rest, share, place = fn.local(I64), fn.local(I64), fn.local(I64), fn.local()
        node, block = fn.local(), fn.local()
        bit = _bit(mb)
        gather = for_each(fn, group, lambda card: mask.set(mask | (long(1) << bit.call(table, card).wide())))
        known = _block(table, place).load(_SHARE)
        widen = _block(table, place).store(select(share, known, share.gt(known)), _SHARE)
        many = mask.bit_count()
        return (
            gather
            + share.set((worth + many - 1).op("divu", many))
            + rest.set(mask)
            + _each_bit(rest, place, widen)
            + node.set(mb.new_list.call(const(3)))
            + node.store(mask, _MASK)
            + node.store(worth, _WORTH)
            + node.store(0, _NEXT)
            + block.set(_block(table, mask.trailing_zeros().wrap()))
            + if_(block.load32(_HEAD), block.load32(_TAIL).store(node, _NEXT), block.store(node, _HEAD))
            + block.store(node, _TAIL)
        )

    return mb.helper("apart: add", (I32, I32, I64), None, emit)


def _bit(mb: ModuleBuilder) -> Fn:
    """`bit(table, card)`: the number of the bit of a card, which gets the next one where it has none yet.

    for place from 0 to cards - 1: if card of place == card: return place
    if there are too many: give up
    cards += 1; card of place = card; its share, first and last group = 0
    return place
    """

    def emit(fn: Fn) -> Instructions:
        table, card, place, block = fn.param(0), fn.param(1), fn.local(), fn.local()
        found, there = Label(), place.eq(table.load32(_COUNT))
        seek = if_(_block(table, place).load(_CARD).eq(card), br(found)) + place.up()
        new = (
            if_(place.eq(CARDS), mb.give_up())
            + table.store(place + 1, _COUNT)
            + block.set(_block(table, place))
            + block.store(card, _CARD)
            + block.store(0, _SHARE)
            + block.store(0, _HEAD)
            + block.store(0, _TAIL)
        )
        # behind the loop the place is either that of the card, or behind the last one
        return loop_until(there, do=seek, done=found) + if_(there, new) + place.code

    return mb.helper("apart: bit", (I32, I64), I32, emit)


def _look(mb: ModuleBuilder, *, counting: bool) -> Fn:
    """`look(table, place, used, worth, left)`: decide about the first card from `place` on that no group holds yet.

    count 1
    while place is used: place += 1
    if worth + left <= best: return
    if place is behind the last card: best = worth; return
    for group in the chain of place:
        count 1
        if none of its cards is used:
            look(table, place + 1, used and its cards, worth and its worth, left without their shares)
    look(table, place + 1, used, worth, left without the share of place)
    """

    def emit(fn: Fn) -> Instructions:
        table, place, used, worth, left = (fn.param(n) for n in range(5))
        node, one, rest, gone = fn.local(), fn.local(), fn.local(I64), fn.local(I64)
        look = _look(mb, counting=counting)
        take = (
            rest.set(node.load(_MASK))
            + gone.set(0)
            + _each_bit(rest, one, gone.set(gone + _block(table, one).load(_SHARE)))
            + look.run(table, place + 1, used | node.load(_MASK), worth + node.load(_WORTH), left - gone)
        )
        each = spend_here(mb, 1, counting=counting) + if_((node.load(_MASK) & used).not_(), take)
        return (
            spend_here(mb, 1, counting=counting)
            + loop_until(((used >> place.wide()) & 1).not_(), do=place.up())
            + if_((worth + left).le(table.load(_BEST)), RETURN)
            + if_(place.eq(table.load32(_COUNT)), table.store(worth, _BEST) + RETURN)
            + node.set(_block(table, place).load32(_HEAD))
            + loop_until(node.eq(0), do=each + node.set(node.load32(_NEXT)))
            + look.run(table, place + 1, used, worth, left - _block(table, place).load(_SHARE))
        )

    return mb.helper(("apart: look", counting), (I32, I32, I64, I64, I64), None, emit)
