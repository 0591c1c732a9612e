"""All cards of a zone at once, compiled: sorting, shuffling, moving a whole zone. The laws are in `reference.zones`."""

from __future__ import annotations

from ..building.memory import CELL
from ..building.module_builder import BAG, ModuleBuilder
from ..values.lists import for_each
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, RETURN, Term, Var, clear, copy
from .cards import bag_of, check_capacity, forget_bag, is_joined, is_pinned, set_free
from .knowledge import learn, unseen_order
from .telling import tell_moved, tell_shuffled

FEW = 8
"""Up to this many cards are put into a heap one by one; more are sorted together with those that are there."""


def sort_cards(mb: ModuleBuilder) -> Fn:
    """`sort_cards(at)`: sort the cards of a zone by their numbers. Marks each card's byte, then reads all marks.

    return if they are in order already
    for x in zone: marks[x] = 1
    place = at + 8
    for each card of the game: if marks[card]: memory[place] = card; marks[card] = 0; place += 8
    """

    def emit(fn: Fn) -> Instructions:
        at, place, card = fn.param(0), fn.local(), fn.local()
        cards, marks = len(mb.layout.kind_of), mb.memory.marks
        in_order = fn.local()

        def check(x: Var) -> Instructions:
            return if_(x.wrap().ltu(card), in_order.set(0)) + card.set(x.wrap())

        lay = place.store(card) + card.store8(0, marks) + place.up(CELL)
        return (
            in_order.set(1)
            + card.set(0)
            + for_each(fn, at, check)
            + if_(in_order, RETURN)
            + for_each(fn, at, lambda x: x.wrap().store8(1, marks))
            + place.set(at + CELL)
            + card.set(0)
            + loop_until(card.eq(cards), do=if_(card.load8(marks), lay) + card.up())
        )

    return mb.helper("sort_cards", (I32,), None, emit)


def merge(mb: ModuleBuilder) -> Fn:
    """`merge(at, n)`: the first n cards of a heap are sorted; insert each of the others among those before it.

    for n from the first unsorted card to the end:
        place = n;  card = memory[n]
        until place is the first or the card above is smaller: move that down; place goes up
        memory[place] = card
    """

    def emit(fn: Fn) -> Instructions:
        at, n, place, card, stop = fn.param(0), fn.param(1), fn.local(), fn.local(), fn.local()
        above = (place - CELL).load32()
        sink = loop_until(place.eq(at + CELL), above.ltu(card), do=place.store(above) + place.up(-CELL))
        insert = place.set(n) + card.set(n.load32()) + sink + place.store(card) + n.up(CELL)
        return (
            n.set(at + (n << 3) + CELL) + stop.set(at + (at.load32() << 3) + CELL) + loop_until(n.eq(stop), do=insert)
        )

    return mb.helper("merge", (I32, I32), None, emit)


def shuffle(mb: ModuleBuilder) -> Fn:
    """`shuffle(zone, at)`: from now on the order is unknown, and its cards are known to nobody.

    heap:   for x in zone: know[x] &= seers[zone]
    else:   sort_cards(at);  for x in zone: know[x] = joined;  the first card is not joined
            first = 0;  many = count
    """

    def emit(fn: Fn) -> Instructions:
        zone, at = fn.param(0), fn.param(1)
        know = mb.layout.know_at
        seers = mb.lookup(mb.code.seers, zone)
        in_heap = for_each(fn, at, lambda x: mb.write(know, mb.read(know, x) & seers, x)) if mb.watched else NOTHING
        ordered = (
            sort_cards(mb).run(at)
            + for_each(fn, at, lambda x: mb.write(know, BAG, x))
            + if_(at.load32(), mb.write(know, 0, (at + CELL).load32()))
            + bag_of(zone).store(0)
            + bag_of(zone).store(at.load(), CELL)
        )
        mixed = if_(mb.lookup([int(heap) for heap in mb.code.heap], zone).wrap(), in_heap, ordered)
        return mixed + tell_shuffled(mb, zone)

    return mb.helper("shuffle", (I32, I32), None, emit)


def move_all(mb: ModuleBuilder) -> Fn:
    """`move_all(source, target, at_bottom)`: all cards of a zone go to another as they lie, with their bags.

    if source == target: return
    n, there = the counts of both;  trap if the target cannot hold them;  if n is 0: return
    if the source is a heap and the target is not: unseen_order(…)
    forget both bags
    place = behind the cards of the target
    unless at_bottom or the target is a heap: move its cards down by n; place = its first cell
    copy the n cards to place;  clear the source;  add n to the count
    settle each card that has come
    heap:   merge, or sort_cards if many have come
    """

    def emit(fn: Fn) -> Instructions:
        source, target, bottom = fn.param(0), fn.param(1), fn.param(2)
        at, to, n, there, place = (fn.local() for _ in range(5))
        heaps = [int(heap) for heap in mb.code.heap]
        heap_to, heap_from = mb.lookup(heaps, target).wrap(), mb.lookup(heaps, source).wrap()
        unseen = NOTHING
        if mb.watched:
            unseen = if_(heap_from, if_(heap_to.not_(), unseen_order(mb).run(at, source, target)))
        first = to + CELL
        on_top = copy(first + (n << 3), first, there << 3) + place.set(first)
        return (
            if_(source.eq(target), RETURN)
            + at.set(mb.address_of(source))
            + to.set(mb.address_of(target))
            + n.set(at.load32())
            + there.set(to.load32())
            + check_capacity(mb, target, n + there)
            + if_(n.not_(), RETURN)
            + unseen
            + forget_bag(source)
            + forget_bag(target)
            + place.set(first + (there << 3))
            + if_(bottom.not_() & heap_to.not_(), on_top)
            + copy(place, at + CELL, n << 3)
            + clear(at, (n << 3) + CELL)
            + to.store((n + there).wide())
            + _settle(mb, fn, place, n, (source, target), heap_to)
            + if_(heap_to, if_(n.le(FEW), merge(mb).run(to, there), sort_cards(mb).run(to)))
        )

    return mb.helper("move_all", (I32, I32, I32), None, emit)


def _settle(mb: ModuleBuilder, fn: Fn, place: Var, n: Var, zones: tuple[Var, Var], heap: Term) -> Instructions:
    """The n cards from `place` on have come from one of these zones to the other, the target.

    stop = behind the n cards
    for each card from place to stop:
        joined = it is joined;  place_of[card] = target
        heap:           set it free; whoever sees the zone learns it
        pinned:         whoever sees the zone learns it
        not joined:     unless the next one is joined, so that it begins a bag: whoever sees the zone learns it
        watched:        tell_moved(card, source, target)
    """
    source, target = zones
    joined, begins_bag, card, stop = (fn.local() for _ in range(4))
    settled = (
        begins_bag.set(0)
        + if_(place.ne(stop), begins_bag.set(is_joined(mb, place.load32())))
        + if_(begins_bag.not_(), learn(mb, card, target))
    )
    in_order = if_(joined.not_(), settled)
    if mb.code.pins:
        in_order = if_(is_pinned(mb, card), learn(mb, card, target), in_order)
    placed = (
        card.set(place.load32())
        + joined.set(is_joined(mb, card))
        + mb.write(mb.layout.place_at, target, card)
        + place.up(CELL)
        + if_(heap, set_free(mb, card) + learn(mb, card, target), in_order)
        + (tell_moved(mb).run(card, source, target) if mb.watched else NOTHING)
    )
    return stop.set(place + (n << 3)) + loop_until(place.eq(stop), do=placed)
