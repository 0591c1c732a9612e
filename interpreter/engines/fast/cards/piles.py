"""All cards of a zone at once, compiled: sorting, shuffling, moving a whole zone. The laws stand in
`reference.zones`.
"""

from __future__ import annotations

from ..building.making import BAG, Making
from ..building.room import CELL
from ..values.lists import through
from ..wasm.module import Fn
from ..wasm.term import I32, RETURN, Var, block, br, br_if, clear, copy, if_, loop
from .cards import bag_of, is_joined, room, unjoin, unknown
from .knowledge import learn, unseen_order

FEW = 8
"""So many cards are put into a heap one by one; more are sorted together with those that are there."""


def sort_cards(m: Making) -> Fn:
    """`sort_cards(address)`: the cards of a zone by their numbers."""

    def write(fn: Fn) -> bytes:
        at, place, card = fn.param(0), fn.local(), fn.local()
        cards, marks = len(m.layout.kind_of), m.room.marks
        place_of = place.store(card) + card.store8(0, marks) + place.up(CELL)
        in_order = fn.local()

        def check(x: Var) -> bytes:
            return if_(x.wrap().op("ltu", card), in_order.set(0)) + card.set(x.wrap())

        return (
            in_order.set(1)
            + card.set(0)
            + through(fn, at, check)
            + if_(in_order, RETURN)
            + through(fn, at, lambda x: x.wrap().store8(1, marks))
            + place.set(at + CELL)
            + card.set(0)
            + block(loop(br_if(card.eq(cards), 1) + if_(card.load8(marks), place_of) + card.up() + br(0)))
        )

    return m.helper("sort_cards", (I32,), None, write)


def merge(m: Making) -> Fn:
    """`merge(address, n)`: the first n cards of a heap are sorted; the others are put where they belong, one by one."""

    def write(fn: Fn) -> bytes:
        at, n, place, card, stop = fn.param(0), fn.param(1), fn.local(), fn.local(), fn.local()
        lower = (place - CELL).load32()
        return (
            n.set(at + (n << 3) + CELL)
            + stop.set(at + (at.load32() << 3) + CELL)
            + block(
                loop(
                    br_if(n.eq(stop), 1)
                    + place.set(n)
                    + card.set(n.load32())
                    + block(
                        loop(
                            br_if(place.eq(at + CELL), 1)
                            + br_if(lower.op("ltu", card), 1)
                            + place.store(lower)
                            + place.up(-CELL)
                            + br(0)
                        )
                    )
                    + place.store(card)
                    + n.up(CELL)
                    + br(0)
                )
            )
        )

    return m.helper("merge", (I32, I32), None, write)


def shuffle(m: Making) -> Fn:
    """`shuffle(zone, address)`: the order is unknown from now on, and its cards are known to nobody."""

    def write(fn: Fn) -> bytes:
        zone, at = fn.param(0), fn.param(1)
        know = m.layout.know_at
        seers = m.look(m.code.seers, zone)
        in_heap = through(fn, at, lambda x: m.write(know, m.read(know, x) & seers, x)) if m.watched else b""
        ordered = (
            sort_cards(m).run(at)
            + through(fn, at, lambda x: m.write(know, BAG, x))
            + if_(at.load32(), m.write(know, 0, (at + CELL).load32()))
            + bag_of(zone).store(0)
            + bag_of(zone).store(at.load(), CELL)
        )
        return if_(m.look([int(heap) for heap in m.code.heap], zone).wrap(), in_heap, ordered)

    return m.helper("shuffle", (I32, I32), None, write)


def move_all(m: Making) -> Fn:
    """`move_all(source, target, at_bottom)`: all cards of a zone go to another as they lie, bags and all."""

    def write(fn: Fn) -> bytes:
        source, target, bottom = fn.param(0), fn.param(1), fn.param(2)
        at, to, n, there, place = (fn.local() for _ in range(5))
        heaps = [int(heap) for heap in m.code.heap]
        heap_to, heap_from = m.look(heaps, target).wrap(), m.look(heaps, source).wrap()
        order = if_(heap_from, if_(heap_to.not_(), unseen_order(m).run(at, source, target))) if m.watched else b""
        joined, after_it, card = fn.local(), fn.local(), fn.local()
        first = to + CELL
        stop = fn.local()
        each = (
            card.set(place.load32())
            + joined.set(is_joined(m, card))
            + m.write(m.layout.place_at, target, card)
            + place.up(CELL)
            + if_(
                heap_to,
                unjoin(m, card) + learn(m, card, target),
                if_(
                    joined.not_(),
                    after_it.set(0)
                    + if_(place.ne(stop), after_it.set(is_joined(m, place.load32())))
                    + if_(after_it.not_(), learn(m, card, target)),
                ),
            )
        )
        return (
            if_(source.eq(target), RETURN)
            + at.set(m.address_of(source))
            + to.set(m.address_of(target))
            + n.set(at.load32())
            + there.set(to.load32())
            + room(m, target, n + there)
            + if_(n.not_(), RETURN)
            + order
            + unknown(source)
            + unknown(target)
            + place.set(first + (there << 3))
            + if_(bottom.not_() & heap_to.not_(), copy(first + (n << 3), first, there << 3) + place.set(first))
            + copy(place, at + CELL, n << 3)
            + clear(at, (n << 3) + CELL)
            + to.store((n + there).wide())
            + stop.set(place + (n << 3))
            + block(loop(br_if(place.eq(stop), 1) + each + br(0)))
            + if_(heap_to, if_(n.le(FEW), merge(m).run(to, there), sort_cards(m).run(to)))
        )

    return m.helper("move_all", (I32, I32, I32), None, write)
