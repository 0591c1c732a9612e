"""Letting players know cards, as code. The meaning is that of `reference.effects`."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.function_builder import FunctionBuilder
from ..cards.knowledge import show
from ..cards.telling import tell_shown
from ..values import lists
from ..values.lists import for_each, size
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, long


def show_cards(fb: FunctionBuilder, stmt: ir.ShowCards) -> Instructions:
    """Let players know cards. Where nobody looks, cards and players are still computed: that may go wrong.

    shown = [x for x in cards if x is not none]
    seats = the players that are not none, as bits
    show(shown, seats)
    """
    mb = fb.mb
    cards, players, shown = fb.fn.local(), fb.fn.local(), fb.fn.local()
    seats = fb.fn.local(I64)
    code = cards.set(fb.expr(stmt.cards)) + players.set(fb.expr(stmt.players))
    if not mb.watched:
        return code
    start = lists.begin_list(mb, shown, size(cards))
    some = start + for_each(fb.fn, cards, lambda x: if_(x.ne(NONE), lists.append(mb, shown, x)))
    bits = seats.set(0) + for_each(fb.fn, players, lambda x: if_(x.ne(NONE), seats.set(seats | (long(1) << x))))
    told = NOTHING if stmt.announced else for_each(fb.fn, shown, lambda x: tell_shown(mb).run(x))
    return code + some + bits + show(mb).run(shown, seats) + told
