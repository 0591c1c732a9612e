"""Who knows which card, kept only where somebody looks. The laws stand in `reference.knowledge`; this is the same,
compiled.

In a game that is played inside, only the bit matters that joins a card to the one above: chance reads it. All that
seats know is left out there, which changes no card's place: what is known moves between equal cards, the cards do not.
"""

from __future__ import annotations

from ..building.making import BAG, Making
from ..building.room import CELL
from ..values.lists import contains, through
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, block, br, br_if, if_, loop


def learn(m: Making, card: Term, zone: Term) -> bytes:
    """Whoever sees the zone gets to know the card."""
    if not m.watched or not any(m.code.seers):
        return b""
    seers = m.look(m.code.seers, zone)
    return m.write(m.layout.know_at, m.read(m.layout.know_at, card) | seers, card)


def leave_heap(m: Making) -> Fn:
    """`leave_heap(card, source, target)`: before a card leaves a heap (all by number)."""

    def write(fn: Fn) -> bytes:
        card, source, target = fn.param(0), fn.param(1), fn.param(2)
        twins = m.look([int(twin) for twin in m.code.has_twins], card).wrap()
        one = if_(twins, put_forward(m).run(card, m.address_of(source.wide()))) if any(m.code.has_twins) else b""
        return one + forget(m).run(card, source, target)

    return m.helper("leave_heap", (I32, I32, I32), None, write)


def put_forward(m: Making) -> Fn:
    """`put_forward(card, heap)`: of equal cards, this one becomes the one that most seats know: they change words.

    The others keep their words in order: sorted, those with the most first.
    """

    def write(fn: Fn) -> bytes:
        card, heap = fn.param(0), fn.param(1)
        know = m.layout.know_at
        at, count = fn.local(), fn.local()
        spare = m.room_for

        def twin(x: Var) -> bytes:
            store = m.top.get.store(m.read(know, x)) + m.top.set(m.top.get + CELL) + count.up()
            return if_(m.kind(x).eq(m.kind(card)), store)

        place = fn.local()

        def give(x: Var) -> bytes:
            word = m.write(know, (at + (place << 3)).load(CELL), x) + place.up()
            return if_(m.kind(x).eq(m.kind(card)) & x.ne(card.wide()), word)

        return (
            at.set(spare.call(heap.load32()))
            + m.top.set(at + CELL)
            + through(fn, heap, twin)
            + by_fame(m).run(at + CELL, count)
            + m.write(know, at.load(CELL), card)
            + place.set(1)
            + through(fn, heap, give)
            + m.top.set(at)
        )

    return m.helper("put_forward", (I32, I32), None, write)


def by_fame(m: Making) -> Fn:
    """`by_fame(words, n)`: words in place, those with the most bits first, then the larger."""

    def write(fn: Fn) -> bytes:
        words, n = fn.param(0), fn.param(1)
        i, j, word = fn.local(), fn.local(), fn.local(I64)
        before = (words + (j << 3) - CELL).load()
        more = _bits(word).gt(_bits(before)) | (_bits(word).eq(_bits(before)) & word.gt(before))
        return i.set(1) + block(
            loop(
                br_if(i.ge(n), 1)
                + word.set((words + (i << 3)).load())
                + j.set(i)
                + block(
                    loop(
                        br_if(j.eq(0), 1) + br_if(more.not_(), 1) + (words + (j << 3)).store(before) + j.up(-1) + br(0)
                    )
                )
                + (words + (j << 3)).store(word)
                + i.up()
                + br(0)
            )
        )

    return m.helper("by_fame", (I32, I32), None, write)


def _bits(word: Term) -> Term:
    return Term(word.code + b"\x7b", I64)


def forget(m: Making) -> Fn:
    """`forget(card, source, target)`: whoever cannot see which card leaves forgets the cards it might have been."""

    def write(fn: Fn) -> bytes:
        card, source, target = fn.param(0), fn.param(1), fn.param(2)
        code = m.code
        heap, blind, by_back, others = fn.local(), fn.local(I64), fn.local(I64), fn.local()
        backs = {back: number for number, back in enumerate(dict.fromkeys(code.back_of))}
        back_of = [backs[back] for back in code.back_of]
        blur = m.layout.know_at

        def back(card: Term) -> Term:
            return m.look(back_of, card)

        def blurred(card: Term, seats: Term) -> bytes:
            return m.write(blur, m.read(blur, card) & (seats ^ -1), card)

        def some(test: object, seats: Var) -> bytes:
            def other(x: Var) -> bytes:
                return if_(x.ne(card.wide()) & test(x), blurred(x, seats) + others.up())  # type: ignore[operator]

            return if_(
                seats.ne(0),
                others.set(0) + through(fn, heap, other) + if_(others, blurred(card, seats)),
            )

        rest = fn.local(I64)
        return blind.set((m.look(code.seers, source) | m.look(code.seers, target)) ^ code.everybody) + if_(
            blind.ne(0),
            heap.set(m.address_of(source.wide()))
            + by_back.set(blind & (m.look(code.backers, source) | m.look(code.backers, target)))
            + rest.set(blind & (by_back ^ -1))
            + some(lambda x: back(x).eq(back(card)), by_back)
            + some(lambda x: x.eq(x), rest),
        )

    return m.helper("forget", (I32, I32, I32), None, write)


def unseen_order(m: Making) -> Fn:
    """`unseen_order(heap, source, target)`: a whole heap is laid in an order; see `reference.knowledge`."""

    def write(fn: Fn) -> bytes:
        heap, source, target = fn.param(0), fn.param(1), fn.param(2)
        know, keep, sees = m.layout.know_at, fn.local(I64), fn.local(I64)
        return (
            sees.set(m.look(m.code.seers, source) | m.look(m.code.seers, target))
            + keep.set(sees ^ m.code.everybody)
            + through(fn, heap, lambda x: keep.set(keep & m.read(know, x)))
            + keep.set(keep | sees)
            + through(fn, heap, lambda x: m.write(know, m.read(know, x) & keep, x))
        )

    return m.helper("unseen_order", (I32, I32, I32), None, write)


def show(m: Making) -> Fn:
    """`show(cards, seats)`: the seats (bits) learn the cards; those in a bag have no place that could be known."""

    def write(fn: Fn) -> bytes:
        cards, seats = fn.param(0), fn.param(1)
        zones = len(m.layout.zones)
        zone = fn.local()
        at, here, lying = m.layout.place_at, fn.local(), fn.local()
        heaps = [int(heap) for heap in m.code.heap]

        def in_zone(x: Var) -> Term:
            return m.read(at, x).wrap().eq(zone)

        def mine(x: Var) -> bytes:
            return if_(in_zone(x), here.set(1))

        def learned(x: Var) -> bytes:
            told = m.write(m.layout.know_at, m.read(m.layout.know_at, x) | seats, x)
            loose = in_bag(m).call(x.wrap(), lying)
            known = if_(m.look(heaps, zone).wrap() | loose.not_(), told)
            return if_(in_zone(x), known)

        forward = if_(m.look(heaps, zone).wrap(), put_all_forward(m).run(cards, lying, zone))
        return zone.set(0) + block(
            loop(
                br_if(zone.eq(zones), 1)
                + here.set(0)
                + through(fn, cards, mine)
                + if_(here, lying.set(m.address_of(zone.wide())) + forward + through(fn, cards, learned))
                + zone.up()
                + br(0)
            )
        )

    return m.helper("show", (I32, I64), None, write)


def in_bag(m: Making) -> Fn:
    """`in_bag(card, zone's address)`: whether a card of an ordered zone lies in a bag of two or more."""

    def write(fn: Fn) -> bytes:
        card, zone = fn.param(0), fn.param(1)
        know, found, result = m.layout.know_at, fn.local(), fn.local()
        joined = (m.read(know, card) & BAG).ne(0)

        def look(x: Var) -> bytes:
            below = if_(found, result.set((m.read(know, x) & BAG).ne(0)) + found.set(0))
            return below + if_(x.eq(card.wide()), found.set(1))

        return result.set(0) + found.set(0) + through(fn, zone, look) + (joined | result).code

    return m.helper("in_bag", (I32, I32), I32, write)


def put_all_forward(m: Making) -> Fn:
    """`put_all_forward(cards, heap, zone)`: of equal cards in the heap, those among `cards` become the best known."""

    def write(fn: Fn) -> bytes:
        cards, heap, zone = fn.param(0), fn.param(1), fn.param(2)
        know, kind = m.layout.know_at, fn.local(I64)
        at, place, count, wanted = fn.local(), fn.local(), fn.local(), fn.local()

        def is_twin(x: Term) -> Term:
            twin = m.look([int(t) for t in m.code.has_twins], x).wrap()
            return m.kind(x).eq(kind) & twin

        def word(x: Var) -> bytes:
            return if_(is_twin(x), m.top.get.store(m.read(know, x)) + m.top.set(m.top.get + CELL) + count.up())

        def want(x: Var) -> bytes:
            mine = m.read(m.layout.place_at, x).wrap().eq(zone)
            return if_(is_twin(x) & mine, wanted.set(1))

        def give(chosen: bool) -> bytes:
            def one(x: Var) -> bytes:
                test = contains(m).call(x, cards)
                new = m.write(know, (at + (place << 3)).load(CELL), x) + place.up()
                return if_(is_twin(x), if_(test if chosen else test.not_(), new))

            return through(fn, heap, one)

        return kind.set(0) + block(
            loop(
                br_if(kind.eq(len(m.layout.kinds)), 1)
                + wanted.set(0)
                + through(fn, cards, want)
                + if_(
                    wanted,
                    at.set(m.room_for.call(heap.load32()))
                    + m.top.set(at + CELL)
                    + count.set(0)
                    + through(fn, heap, word)
                    + by_fame(m).run(at + CELL, count)
                    + place.set(0)
                    + give(True)
                    + give(False)
                    + m.top.set(at),
                )
                + kind.up()
                + br(0)
            )
        )

    return m.helper("put_all_forward", (I32, I32, I32), None, write)
