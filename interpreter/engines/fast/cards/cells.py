"""Between the cells of a position, which both engines, saves and fingerprints share, and the compact form in memory.

The forms are drawn in `program.compact`. A position goes both ways without change, as long as it is sound: numbers as
they are; the word of a card with its two flags further down; the cards of a heap in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir.types import NONE
from ...program.compact import CELL, COUNT, NO_BYTE
from ...program.layout import CardCell
from ..building.counting import FORMS, Form
from ..building.module_builder import ModuleBuilder
from ..building.rows import lay
from ..building.zones import add_to_heap, each_card, empty_heap, is_in_heap
from ..values.lists import for_each
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I64, TRAP, Term, Var, clear, const
from .numbers import numbers_from, numbers_to


def from_cells(mb: ModuleBuilder) -> Fn:
    """`from_cells()`: the position in `cells` becomes the one that is played. Traps where it is not sound.

    the numbers
    for each card: its place and its word
    for each zone: its cards
    """

    def emit(fn: Fn) -> Instructions:
        card, word = fn.local(), fn.local(I64)
        flags, higher = mb.compact.flags, mb.compact.higher
        one = (
            mb.set_place(card, _cell(mb, mb.layout.place_at, card).load())
            + word.set(_cell(mb, mb.layout.know_at, card).load())
            + mb.set_word(card, (word & ~(flags << higher)) | ((word >> higher) & flags))
        )
        return (
            numbers_from(mb, fn, mb.memory.cells, range(mb.layout.place_at))
            + _each_variable(mb, fn, _from_cell)
            + loop_until(card.eq(mb.compact.cards), do=one + card.up())
            + _each_zone(mb, fn, _zone_from_cells)
        )

    return mb.helper("from_cells", (), None, emit)


def to_cells(mb: ModuleBuilder) -> Fn:
    """`to_cells()`: the position that is played goes to `cells`; behind the cards of a zone the cells are 0."""

    def emit(fn: Fn) -> Instructions:
        card, word = fn.local(), fn.local(I64)
        flags, higher = mb.compact.flags, mb.compact.higher
        first, size = mb.layout.zones[0].address if mb.layout.zones else 0, mb.layout.size
        one = (
            _cell(mb, mb.layout.place_at, card).store(mb.place(card).wide())
            + word.set(mb.word(card))
            + _cell(mb, mb.layout.know_at, card).store((word & (mb.compact.pin - 1)) | ((word & flags) << higher))
        )
        return (
            numbers_to(mb, fn, mb.memory.cells, range(mb.layout.place_at))
            + _each_variable(mb, fn, lambda mb, own, cell, card, _: cell.store(mb.read(own.address, card)))
            + loop_until(card.eq(mb.compact.cards), do=one + card.up())
            + (clear(const(mb.memory.cells + CELL * first), CELL * (size - first)))
            + _each_zone(mb, fn, _zone_to_cells)
        )

    return mb.helper("to_cells", (), None, emit)


def _cell(mb: ModuleBuilder, address: int, card: Term) -> Term:
    """The address of the cell of a card, in `cells`."""
    return (card << 3) + (mb.memory.cells + CELL * address)


def _each_variable(mb: ModuleBuilder, fn: Fn, one: NumberEmitter) -> Instructions:
    """`one` for each card of each variable of cards."""
    code = NOTHING
    for own in mb.layout.card_variables.values():
        card, value = fn.local(), fn.local(I64)
        turn = one(mb, own, _cell(mb, own.address, card), card, value) + card.up()
        code += card.set(0) + loop_until(card.eq(mb.compact.cards), do=turn)
    return code


def _from_cell(mb: ModuleBuilder, own: CardCell, cell: Term, card: Var, value: Var) -> Instructions:
    """The value of a card; traps where it does not fit in the byte that it should."""
    sound = NOTHING
    if mb.compact.in_byte(own.address) is not None:
        fits = value.ltu(NO_BYTE)
        sound = if_(fits | value.eq(NONE) if own.type.optional else fits, NOTHING, TRAP)
    return value.set(cell.load()) + sound + mb.write(own.address, value, card)


def _each_zone(mb: ModuleBuilder, fn: Fn, one: ZoneEmitter) -> Instructions:
    """`one` for each zone, with the address of its cells, that of its compact form, its room, and its form."""
    code = NOTHING
    for form in FORMS:
        zones = [zone for zone in mb.layout.zones if mb.code.heap[zone.number] == (form == "heap")]
        if not zones:
            continue
        row, cells, at, room = fn.local(), fn.local(), fn.local(), fn.local()
        table = mb.table(
            [
                number
                for zone in zones
                for number in (
                    mb.memory.cells + CELL * zone.address,
                    mb.memory.state + mb.compact.zones[zone.number],
                    mb.compact.room(zone),
                )
            ]
        )
        turn = cells.set(row.load32()) + at.set(row.load32(CELL)) + room.set(row.load32(2 * CELL))
        turn += one(mb, fn, cells, at, room, form) + row.up(3 * CELL)
        code += row.set(table) + loop_until(row.eq(table + 3 * CELL * len(zones)), do=turn)
    return code


def _zone_from_cells(mb: ModuleBuilder, fn: Fn, cells: Var, at: Var, room: Var, form: Form) -> Instructions:
    """The cards of a zone, each of which must exist, in a heap only once.

    give up if there are more than it has room for
    for each card: trap if there is no such card, or it is in the heap already; add it
    """
    place = fn.local()
    known = if_(cells.load().gtu(room.wide()), mb.give_up())

    def put(x: Var) -> Instructions:
        exists = if_(x.gtu(mb.compact.cards - 1), TRAP)
        if form == "heap":
            return exists + if_(is_in_heap(mb, at, x), TRAP) + add_to_heap(mb, at, x)
        return exists + lay(mb, place, x) + place.up(mb.compact.card_bytes)

    start = empty_heap(mb, at) if form == "heap" else place.set(at + COUNT)
    count = NOTHING if form == "heap" else at.store_few(COUNT, cells.load32())
    return known + start + for_each(fn, cells, put) + count


def _zone_to_cells(mb: ModuleBuilder, fn: Fn, cells: Var, at: Var, room: Var, form: Form) -> Instructions:
    place = fn.local()
    cards = each_card(mb, fn, at, form, lambda x: place.up(CELL) + place.store(x))
    many = ((place - cells) >> 3).wide()
    return place.set(cells) + cards + cells.store(many)


NumberEmitter = Callable[[ModuleBuilder, CardCell, Term, Var, Var], Instructions]
"""Emits what is done with a variable of a card: the address of its cell, the card, and a local for its value."""

ZoneEmitter = Callable[[ModuleBuilder, Fn, Var, Var, Var, Form], Instructions]
"""Emits what is done with a zone: its cells, its compact form, its room."""
