"""Serialisation: between the compact form in memory, the cells that engines share, and the bytes of a state.

The forms are drawn in `program.compact_layout`. A position goes both ways without change, as long as it is sound:
numbers as they are; the word of a card with its two flags further down; the cards of a heap in the order of their
numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engines.program.bounds import CELL, in_order
from ...engines.program.compact_layout import COUNT, NO_BYTE
from ...engines.program.layout import CardCell
from ...language.ir.types import NONE
from ..builder.memory_map import Control
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.zones import FORMS, Form, add_to_heap, each_card, empty_heap, in_row, is_in_heap, lay_card, row_bytes
from ..values.lists import for_each
from ..wasm.module import Fn
from ..wasm.statements import TRAP, clear, copy, if_, loop_until, sequence
from ..wasm.terms import I64, NOTHING, Instructions, Term, Var, const


@helper("from_cells")
def from_cells(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`from_cells()`: the position in `cells` becomes the one that is played. Traps where it is not sound.

    the numbers
    for each card: its place and its word
    for each zone: its cards
    """
    card, word = fn.local(), fn.local(I64)
    flags, higher = mb.compact.flags, mb.compact.higher
    one = mb.set_place(card, _cell(mb, mb.layout.place_at, card).load())
    one += word.set(_cell(mb, mb.layout.know_at, card).load())
    one += mb.set_word(card, (word & ~(flags << higher)) | ((word >> higher) & flags))
    code = numbers_from(mb, fn, mb.memory.cells, range(mb.layout.place_at)) + _each_variable(mb, fn, _from_cell)
    return code + loop_until(card.eq(mb.compact.cards), do=one + card.up()) + _each_zone(mb, fn, _zone_from_cells)


@helper("to_cells")
def to_cells(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`to_cells()`: the position that is played goes to `cells`; behind the cards of a zone the cells are 0."""
    card, word = fn.local(), fn.local(I64)
    flags, higher = mb.compact.flags, mb.compact.higher
    first, size = mb.layout.zones[0].address if mb.layout.zones else 0, mb.layout.size
    one = _cell(mb, mb.layout.place_at, card).store(mb.place(card).wide()) + word.set(mb.word(card))
    one += _cell(mb, mb.layout.know_at, card).store((word & (mb.compact.pin - 1)) | ((word & flags) << higher))
    code = numbers_to(mb, fn, mb.memory.cells, range(mb.layout.place_at))
    code += _each_variable(mb, fn, lambda mb, own, cell, card, _: cell.store(mb.read(own.address, card)))
    code += loop_until(card.eq(mb.compact.cards), do=one + card.up())
    code += clear(const(mb.memory.cells + CELL * first), CELL * (size - first))
    return code + _each_zone(mb, fn, _zone_to_cells)


def _cell(mb: ModuleBuilder, address: int, card: Term) -> Term:
    """The address of the cell of a card, in `cells`."""
    return (card << 3) + (mb.memory.cells + CELL * address)


def _each_variable(mb: ModuleBuilder, fn: Fn, one: CellEmitter) -> Instructions:
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
        return exists + lay_card(mb, place, x) + place.up(mb.compact.card_bytes)

    start = empty_heap(mb, at) if form == "heap" else place.set(at + COUNT)
    count = NOTHING if form == "heap" else at.store_few(COUNT, cells.load32())
    return known + start + for_each(fn, cells, put) + count


def _zone_to_cells(mb: ModuleBuilder, fn: Fn, cells: Var, at: Var, room: Var, form: Form) -> Instructions:
    place = fn.local()
    cards = each_card(mb, fn, at, form, lambda x: place.up(CELL) + place.store(x))
    many = ((place - cells) >> 3).wide()
    return place.set(cells) + cards + cells.store(many)


CellEmitter = Callable[[ModuleBuilder, CardCell, Term, Var, Var], Instructions]
"""Emits what is done with a variable of a card: the address of its cell, the card, and a local for its value."""

ZoneEmitter = Callable[[ModuleBuilder, Fn, Var, Var, Var, Form], Instructions]
"""Emits what is done with a zone: its cells, its compact form, its room."""


# Between a position that is played and the bytes that a state in Python holds of it (`program.compact_layout`, Held).
#
# The numbers lie in cells there (`numbers`), but for small elements of lists; up to the rows all else is the same. Both
# ways copy a row with its count, sixteen bytes at a time, a little further than its last card: what is written too far
# is written over by the next row, and behind the last one there is slack.


@helper("from_held")
def from_held(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`from_held()`: the position that is held becomes the one that is played.

    the numbers;  copy the small elements of lists, then what lies between them and the rows
    for each row: its count and its cards
    """
    held, bytes = fn.local(), fn.local()

    def one(row: Var) -> Instructions:
        return bytes.set(_taken(mb, held)) + _bytes(fn, row, held, bytes) + held.up(bytes)

    places, held_places = mb.memory.state + mb.compact.places, mb.memory.held + mb.compact.spread
    before = mb.compact.rows - mb.compact.places
    start = numbers_from(mb, fn, mb.memory.held, in_order(mb.layout)[0], sound=True)
    start += _elements(mb, held_places - mb.compact.small, _inwards) + copy(const(places), const(held_places), before)
    return start + held.set(held_places + before) + _each_row(mb, fn, one)


@helper("to_held")
def to_held(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`to_held()`: the position that is played goes to `held`, and its length to the control, a multiple of 8."""
    held, bytes = fn.local(), fn.local()

    def one(row: Var) -> Instructions:
        return bytes.set(_taken(mb, row)) + _bytes(fn, held, row, bytes) + held.up(bytes)

    places, held_places = mb.memory.state + mb.compact.places, mb.memory.held + mb.compact.spread
    before = mb.compact.rows - mb.compact.places
    start = numbers_to(mb, fn, mb.memory.held, in_order(mb.layout)[0])
    start += _elements(mb, held_places - mb.compact.small, _outwards) + copy(const(held_places), const(places), before)
    start += held.set(held_places + before)
    taken = (held + (CELL - 1 - mb.memory.held)) & -CELL
    return start + _each_row(mb, fn, one) + held.store(0) + const(0).store(taken, Control.HELD)


def _each_row(mb: ModuleBuilder, fn: Fn, one: RowEmitter) -> Instructions:
    """`one` for the address of each zone that has an order."""
    rows = [mb.memory.state + mb.compact.zones[zone.number] for zone in mb.compact.in_order if zone.order != "heap"]
    if not rows:
        return NOTHING
    entry, row, table = fn.local(), fn.local(), mb.table(rows)
    turn = row.set(entry.load32()) + one(row) + entry.up(CELL)
    return entry.set(table) + loop_until(entry.eq(table + CELL * len(rows)), do=turn)


def _taken(mb: ModuleBuilder, row: Term) -> Term:
    """The bytes of a row up to its last card."""
    return row_bytes(mb, in_row(row)) + COUNT


def _bytes(fn: Fn, to: Term, source: Term, bytes: Var) -> Instructions:
    """Copy so many bytes."""
    here, there, end = fn.local(), fn.local(), fn.local()
    move = here.move16(there, 0, 0) + here.up(2 * CELL) + there.up(2 * CELL)
    start = here.set(to) + there.set(source) + end.set(here + bytes)
    return start + loop_until(here.op("geu", end), do=move)


RowEmitter = Callable[[Var], Instructions]
"""Emits what is done with a row, given its address."""


# Between numbers as they lie in their cells, 64 bits each, and as they lie in memory (`program.bounds`).
#
# Cells of numbers that lie together go together: wide ones are copied, others one by one.

INLINE = 64
"""So many cells are copied two by two; to ask the host for it takes longer."""


def numbers_from(mb: ModuleBuilder, fn: Fn, cells: int, which: Sequence[int], *, sound: bool = False) -> Instructions:
    """Some numbers of the position that is played become those that lie in cells from an address on, in this order.

    Gives up at one that does not fit, unless they are known to be `sound`.
    """
    value = fn.local(I64)

    def one(address: int, cell: Term, index: Var) -> Instructions:
        fits = NOTHING if sound else _check(mb, address, value)
        return value.set(cell.load()) + fits + mb.write(address, value, index)

    return _numbers(mb, fn, cells, which, one, _inwards)


def numbers_to(mb: ModuleBuilder, fn: Fn, cells: int, which: Sequence[int]) -> Instructions:
    """The cells from an address on become these numbers of the position that is played, in this order."""

    def one(address: int, cell: Term, index: Var) -> Instructions:
        return cell.store(mb.read(address, index))

    return _numbers(mb, fn, cells, which, one, _outwards)


def _numbers(mb: ModuleBuilder, fn: Fn, cells: int, which: Sequence[int], one: NumberEmitter, way: Way) -> Instructions:
    """Neighbours that are wide are copied, `one` by one the others."""
    code, at = NOTHING, cells
    for addresses in mb.compact.stretches(which):
        first, many = addresses[0], len(addresses)
        if mb.compact.number_bytes[first] == CELL:
            code += _copied(*way(mb.number_at(first), at), many)
        else:
            index = fn.local()
            turn = one(first, (index << 3) + at, index) + index.up()
            code += index.set(0) + loop_until(index.eq(many), do=turn)
        at += CELL * many
    return code


def _elements(mb: ModuleBuilder, held: int, way: Way) -> Instructions:
    """The small elements of lists go one way, from where they are held at an address, or the other. Up to 15 bytes
    behind where they come change.
    """
    if not mb.compact.small:
        return NOTHING
    to, source = way(mb.number_at(in_order(mb.layout)[1][0]), held)
    if mb.compact.small > CELL * INLINE:
        return copy(const(to), const(source), mb.compact.small)
    at, blocks = const(0), range(0, mb.compact.small, 2 * CELL)
    return sequence(at.move16(at, source + offset, to + offset) for offset in blocks)


def _copied(to: int, source: int, many: int) -> Instructions:
    """Copy so many cells."""
    if many > INLINE:
        return copy(const(to), const(source), CELL * many)
    at, code = const(0), NOTHING
    for cell in range(0, many - 1, 2):
        code += at.move16(at, source + CELL * cell, to + CELL * cell)
    return code + at.store(at.load(source + CELL * (many - 1)), to + CELL * (many - 1)) if many % 2 else code


def _check(mb: ModuleBuilder, address: int, value: Var) -> Instructions:
    """Give up if a number does not fit where it should lie."""
    values = mb.compact.fitting[address]
    return if_((value - values.start).ltu(len(values)), NOTHING, mb.give_up())


def _inwards(number: int, cell: int) -> tuple[int, int]:
    return number, cell


def _outwards(number: int, cell: int) -> tuple[int, int]:
    return cell, number


Way = Callable[[int, int], tuple[int, int]]
"""Of the address of a number in the position and that of its cell: to which it goes, and from which."""

NumberEmitter = Callable[[int, Term, Var], Instructions]
"""Emits what is done with a number: the address of the first, that of its own cell, and how far it lies behind."""
