"""Moving cards, compiled: what a zone looks like after a card has come or gone. The laws stand in `reference.zones`.

A zone is the address of its count; the cards follow from the top. Where a check fails the function traps: the play
has met an error of the game, and the reference executor tells which.

Of each zone it is remembered how far the packet of unknown order at its top goes (`bags`, two numbers a zone, not part
of the state): `first` cards lie above it in certain places (0 or 1), `many` cards are in it; `many` 0 means not known.
"""

from __future__ import annotations

from ..building.making import BAG, Making
from ..building.room import BAGS, CELL
from ..wasm.module import Fn
from ..wasm.term import I32, TRAP, Term, Var, block, br, br_if, copy, if_, loop
from .knowledge import learn, leave_heap

LAST = 0x7FFFFFFF
"""A place behind all others."""


def bag_of(zone: Term) -> Term:
    """Where it is remembered how far a zone's bag goes: first, many."""
    return (zone << 4) + BAGS


def unknown(zone: Term) -> bytes:
    """How far the bag goes is not known any more."""
    return bag_of(zone).store(0, CELL)


def is_joined(m: Making, card: Term) -> Term:
    """Whether a card belongs to the bag of the card above."""
    return (m.read(m.layout.know_at, card) & BAG).ne(0)


def unjoin(m: Making, card: Term) -> bytes:
    """A card lies in a place of its own."""
    know = m.layout.know_at
    return m.write(know, m.read(know, card) & ~BAG, card)


def take_out(m: Making) -> Fn:
    """`take_out(card, zone, address)`: a card leaves; a bag whose first card is gone begins with the next."""

    def write(fn: Fn) -> bytes:
        card, zone, at = fn.param(0), fn.param(1), fn.param(2)
        place, last = fn.local(), fn.local()
        following = (place + CELL).load32()
        ordered = if_(
            m.look([int(heap) for heap in m.code.heap], zone).wrap().not_(),
            if_(place.ne(last), if_(is_joined(m, card).not_(), unjoin(m, following)))
            + unjoin(m, card)
            + if_(
                place.eq(at + CELL),
                if_(
                    bag_of(zone).load32(),
                    bag_of(zone).store(0),
                    if_(bag_of(zone).load32(CELL), bag_of(zone).store(bag_of(zone).load(CELL) - 1, CELL)),
                ),
                unknown(zone),
            ),
        )
        return (
            place.set(at + CELL)
            + block(loop(br_if(place.load32().eq(card), 1) + place.up(CELL) + br(0)))
            + last.set(at + (at.load32() << 3))
            + (b"" if all(m.code.heap) else ordered)
            + shift_up(place, last)
            + last.store(0)
            + at.store(at.load() - 1)
        )

    return m.helper("take_out", (I32, I32, I32), None, write)


def shift_up(place: Var, last: Var) -> bytes:
    """All cells behind `place`, up to `last`, move one towards it."""
    four = place.move16(place, CELL, 0) + place.move16(place, 3 * CELL, 2 * CELL) + place.up(4 * CELL)
    return block(loop(br_if((last - place).op("ltu", 4 * CELL), 1) + four + br(0))) + block(
        loop(br_if(place.eq(last), 1) + place.store((place + CELL).load()) + place.up(CELL) + br(0))
    )


def shift_down(at: Term, end: Var) -> bytes:
    """All cells from `at` to before `end` move one away from it."""
    upper, lower = end.move16(end, 2 * CELL, 3 * CELL), end.move16(end, 0, CELL)
    four = end.up(-4 * CELL) + upper + lower
    return block(loop(br_if((end - at).op("ltu", 4 * CELL), 1) + four + br(0))) + block(
        loop(br_if(end.eq(at), 1) + end.up(-CELL) + end.store(end.load(), CELL) + br(0))
    )


def draw_out(m: Making) -> Fn:
    """`draw_out(zone, address, n, i)`: the card at place i of a bag of n at the top is settled, and leaves at once."""

    def write(fn: Fn) -> bytes:
        zone, at, n, i = (fn.param(p) for p in range(4))
        place, last, card = fn.local(), fn.local(), fn.local()
        return (
            place.set(at + (i << 3) + CELL)
            + card.set(place.load32())
            + last.set(at + (at.load32() << 3))
            + shift_up(place, last)
            + last.store(0)
            + at.store(at.load() - 1)
            + unjoin(m, card)
            + unjoin(m, (at + CELL).load32())
            + bag_of(zone).store(0)
            + bag_of(zone).store((n - 1).wide(), CELL)
            + card.code
        )

    return m.helper("draw_out", (I32, I32, I32, I32), I32, write)


def put_in(m: Making, heap: bool, top: bool) -> Fn:
    """`put_in(card, zone, address, index)`: a card comes, before the card at `index`; in a heap where it belongs.

    `top` says that the index is always 0.
    """

    def write(fn: Fn) -> bytes:
        card, zone, at, index = (fn.param(n) for n in range(4))
        count, place = fn.local(), fn.local()
        end = at + (count << 3) + CELL
        if heap:
            lay = place.set(end) + block(
                loop(
                    br_if(place.eq(at + CELL), 1)
                    + br_if((place - CELL).load32().op("ltu", card), 1)
                    + place.store((place - CELL).load())
                    + place.up(-CELL)
                    + br(0)
                )
            )
        elif top:
            lay = place.set(end) + shift_down(at + CELL, place) + place.set(at + CELL)  # the top card is never joined
        else:
            lay = (
                if_(index.op("gtu", count), index.set(count))
                + place.set(at + (index << 3) + CELL)
                + if_(
                    index.ne(count),
                    if_(is_joined(m, place.load32()), TRAP) + copy(place + CELL, place, (count - index) << 3),
                )
            )
        return (
            count.set(at.load32())
            + room(m, zone, count + 1)
            + lay
            + place.store(card)
            + at.store(count + 1)
            + m.write(m.layout.place_at, zone, card)
            + (b"" if heap else unknown(zone))
            + learn(m, card, zone)
        )

    return m.helper(("put_in", heap, top), (I32, I32, I32, I32), None, write)


def room(m: Making, zone: Term, count: Term) -> bytes:
    """Too many cards in a zone are an error; where the deck is not larger than the zone nothing can go wrong."""
    zones = m.layout.zones
    limits = [cell.limit or cell.capacity for cell in zones]
    if all(cell.capacity >= len(m.layout.decks[cell.deck]) and cell.limit in (0, cell.capacity) for cell in zones):
        return b""
    return if_(count.op("gtu", m.look(limits, zone).wrap()), TRAP)


def move_card(m: Making, heap: bool, top: bool) -> Fn:
    """`move_card(card, zone, address, index)`: a card goes to a zone; `heap` says of what sort it is."""

    def write(fn: Fn) -> bytes:
        card, zone, at, index = (fn.param(n) for n in range(4))
        source = fn.local()
        heaps = [int(one) for one in m.code.heap]
        leave = if_(m.look(heaps, source).wrap(), leave_heap(m).run(card, source, zone)) if m.watched else b""
        return (
            source.set(m.read(m.layout.place_at, card).wrap())
            + (leave if any(heaps) else b"")
            + take_out(m).run(card, source, m.address_of(source))
            + put_in(m, heap, top).run(card, zone, at, index)
        )

    return m.helper(("move_card", heap, top), (I32, I32, I32, I32), None, write)
