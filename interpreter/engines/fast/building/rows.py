"""Rows of cards as they lie in memory: a byte or two a card, from the top.

`at` is the address of a row, where the number of its cards lies; they begin at `at + COUNT`.
"""

from __future__ import annotations

from collections.abc import Callable

from ...program.compact import CELL, COUNT
from ..wasm.control import do_while, loop_until
from ..wasm.instructions import Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I64, Term, Var, select
from .counting import in_row
from .module_builder import ModuleBuilder, Zones

Body = Callable[[Var], Instructions]
"""What is done with a card (64 bits)."""

LANES = 16
"""So many bytes are compared at once."""


def card_at(mb: ModuleBuilder, address: Term, offset: int = 0) -> Term:
    """The card at an address within a row: 32 bits."""
    return address.load_few(mb.compact.card_bytes, offset)


def lay(mb: ModuleBuilder, address: Term, card: Term) -> Instructions:
    """A card goes to an address within a row."""
    return address.store_few(mb.compact.card_bytes, card)


def span(mb: ModuleBuilder, cards: Term) -> Term:
    """The bytes of so many cards in a row."""
    return cards if mb.compact.card_bytes == 1 else cards << 1


def end_of(mb: ModuleBuilder, at: Term) -> Term:
    """The address behind the last card of a row."""
    return at + span(mb, in_row(at)) + COUNT


def each_in_row(mb: ModuleBuilder, fn: Fn, at: Term, body: Body) -> Instructions:
    """`for x in row: body(x)`, from the top."""
    here, end, x = fn.local(), fn.local(), fn.local(I64)
    turn = x.set(card_at(mb, here).wide()) + body(x) + here.up(mb.compact.card_bytes)
    start = here.set(at) + end.set(end_of(mb, here)) + here.up(COUNT)
    return start + do_while(skip=here.eq(end), do=turn, again=here.ne(end))


def place_in_row(mb: ModuleBuilder, among: Zones, at: Term, card: Term) -> Term | None:
    """The place, from 0, of a card in the row where it is, one of these, without a loop; None for long rows."""
    longest = max((mb.layout.zones[one].capacity for one in among if not mb.code.heap[one]), default=0)
    if mb.compact.card_bytes != 1 or longest > LANES:
        return None
    return at.bytes_that_are(card, COUNT).trailing_zeros32()


def shift_up(mb: ModuleBuilder, fn: Fn, place: Var, end: Term) -> Instructions:
    """Move all cards behind `place`, up to `end`, one towards it, sixteen bytes at a time.

    What lies behind the end is none of the row's, so it is put back.

    place             end            place             end
    │ a │ b │ c │ d │ x      →       │ b │ c │ d │ ? │ x
    """
    keep, restore = _kept(fn, end)
    move = place.move16(place, mb.compact.card_bytes, 0) + place.up(2 * CELL)
    return keep + loop_until(place.op("geu", end), do=move) + restore


def _kept(fn: Fn, at: Term) -> tuple[Instructions, Instructions]:
    """The code that notes the sixteen bytes at an address, and the one that puts them back."""
    low, high = fn.local(I64), fn.local(I64)
    return low.set(at.load()) + high.set(at.load(CELL)), at.store(low) + at.store(high, CELL)


def shift_up_evenly(mb: ModuleBuilder, at: Term, place: Var, turn: Var, end: Var) -> Instructions:
    """The same for a card at random, in as many turns wherever it lies: the processor foresees how many there are.

    What is left of them moves what lies behind all cards: behind a row from which chance draws there is slack.
    """
    step = mb.compact.card_bytes
    move = place.move16(place, step, 0) + place.up(2 * CELL)
    move += place.set(select(place, end, place.op("ltu", end))) + turn.up(2 * CELL)
    return turn.set(at + COUNT) + end.up(-step) + loop_until(turn.gtu(end), do=move)


def shift_down(mb: ModuleBuilder, fn: Fn, place: Var, end: Term) -> Instructions:
    """Move all cards from `place` to before `end` one away from it, sixteen bytes at a time.

    What is to be moved next is held in locals. What lies behind the last card is none of the row's, so it is put back.

    place             end            place             end
    │ a │ b │ c │ d │ ? │ x      →       │ a │ a │ b │ c │ d │ x
    """
    held, following = [fn.local(I64), fn.local(I64)], [fn.local(I64), fn.local(I64)]
    cells = (0, CELL)
    move = sequence(var.set(place.load(2 * CELL + at)) for var, at in zip(following, cells, strict=True))
    move += sequence(place.store(var, mb.compact.card_bytes + at) for var, at in zip(held, cells, strict=True))
    turn = move + sequence(var.set(new) for var, new in zip(held, following, strict=True)) + place.up(2 * CELL)
    start = sequence(var.set(place.load(at)) for var, at in zip(held, cells, strict=True))
    keep, restore = _kept(fn, end + mb.compact.card_bytes)
    return keep + start + loop_until(place.op("geu", end), do=turn) + restore
