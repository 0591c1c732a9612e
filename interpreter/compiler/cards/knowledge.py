"""Who knows which card, kept up to date only where somebody looks. The laws are in `reference.zones`.

What is known of a card is its *word*: a bit for each seat that knows the card, and the bit `joined` (`bag`).

    bit     joined …  3  2  1  0              seats
    word      0       0  1  0  1              seats 0 and 2 know this card
    word      1       0  0  0  0              it lies in a bag with the card above: nobody knows it

Two bags in an ordered zone, as they lie. The order within a bag is unknown, but which cards are in it is not:

    place     1       2       3       4       5       6
    card    │ 17    │ 4     │ 9     │ 30    │ 2     │ 8     │
    joined    0       1       1       0       0       1
            └─────── bag ───────┘   │       └──── bag ──────┘
                                    settled: may be known

A heap has no places at all; its cards are sorted by number, and no bit joins them.

Why knowledge is part of the position at all: a view, a hash of what a seat sees, and every sample of a belief ask who
may know a card, and the answer cannot be found from where cards lie now. A card that was shown and then taken up is
known for good; one that left a hand face down is forgotten by all who could not tell which it was. So each move of a
card updates its word, in three steps whose order matters:

1. *Before* it leaves a heap, `put_forward` gives it the word of the best known of its twins, and `forget` blurs the
   rest: afterwards nobody could say which of the equal cards it had been.
2. It leaves its bag. If it was the first, the next card begins the bag; with bags of pinned cards `tidy` lets certain
   cards at the edges go. A bag of one is a card at a certain place.
3. *After* it has arrived, `learn` gives it to the seats that see the target, but not while it lies in a bag of several:
   whoever sees a zone does not see an order that chance has not decided yet.

In a game that is played inside, only the bit that joins matters: chance reads it. What seats know is left out there.
That changes no card's place: knowledge moves between equal cards, the cards do not.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engines.program.bounds import CELL
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.zones import each_in_heap, each_in_row, in_heap
from ..values.lists import contains, for_each
from ..wasm.module import Fn
from ..wasm.statements import RETURN, if_, loop_until
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, choose, const


def learn(mb: ModuleBuilder, card: Term, zone: Term) -> Instructions:
    """Whoever sees the zone gets to know the card: `know[card] |= seers[zone]`"""
    if not mb.watched or not any(mb.code.seers):
        return NOTHING
    return mb.set_word(card, mb.word(card) | mb.lookup(mb.code.seers, zone))


@helper("leave_heap", (I32, I32, I32))
def leave_heap(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`leave_heap(card, source, target)`: what happens to knowledge before a card leaves a heap; zones by number.

    if the card has twins: put_forward(card, …)
    forget(card, source, target)
    """
    card, source, target = fn.param(0), fn.param(1), fn.param(2)
    twins = mb.lookup([int(twin) for twin in mb.code.has_twins], card).wrap()
    one = NOTHING
    if any(mb.code.has_twins):
        one = if_(twins, put_forward(mb).run(card, mb.address_of(source.wide())))
    return one + forget(mb).run(card, source, target)


@helper("put_forward", (I32, I32))
def put_forward(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`put_forward(card, heap)`: of equal cards, let this one be the one that most seats know, by exchanging words.

    The others get the remaining words in order, those known to most first. Mostly all have the same word.

    if the words of all equal cards in the heap are the same: return
    words = [know[x] for x in heap if kind_of[x] == kind_of[card]]
    by_fame(words)
    know[card] = words[0];  place = 1
    for x in heap: if kind_of[x] == kind_of[card] and x != card: know[x] = words[place]; place += 1
    give the room of `words` back
    """
    card, heap = fn.param(0), fn.param(1)
    words, count, differ, kind, word = fn.local(), fn.local(), fn.local(), fn.local(I64), fn.local(I64)

    def compare(x: Var) -> Instructions:
        return differ.set(differ | mb.kind(x).eq(kind) & mb.word(x).ne(word))

    def gather(x: Var) -> Instructions:
        store = mb.top.get.store(mb.word(x)) + mb.top.set(mb.top.get + CELL) + count.up()
        return if_(mb.kind(x).eq(mb.kind(card)), store)

    place = fn.local()

    def give_out(x: Var) -> Instructions:
        word = mb.set_word(x, (words + (place << 3)).load(CELL)) + place.up()
        return if_(mb.kind(x).eq(mb.kind(card)) & x.ne(card.wide()), word)

    return (
        kind.set(mb.kind(card))
        + word.set(mb.word(card))
        + each_in_heap(mb, fn, heap, compare)
        + if_(differ.not_(), RETURN)
        + words.set(mb.new_list.call(in_heap(mb, heap)))
        + mb.top.set(words + CELL)
        + each_in_heap(mb, fn, heap, gather)
        + by_fame(mb).run(words + CELL, count)
        + mb.set_word(card, words.load(CELL))
        + place.set(1)
        + each_in_heap(mb, fn, heap, give_out)
        + mb.top.set(words)
    )


@helper("by_fame", (I32, I32))
def by_fame(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`by_fame(words, n)`: sort words in place, those with the most bits first, then the larger first.

    for i from 1 to n - 1:
        word = words[i];  j = i
        while j > 0 and word has more bits than words[j - 1], or as many and is larger:
            words[j] = words[j - 1];  j -= 1
        words[j] = word
    """
    words, n = fn.param(0), fn.param(1)
    i, j, word = fn.local(), fn.local(), fn.local(I64)
    before = (words + (j << 3) - CELL).load()
    bits, bits_before = word.bit_count(), before.bit_count()
    more = bits.gt(bits_before) | (bits.eq(bits_before) & word.gt(before))
    sink = loop_until(j.eq(0), more.not_(), do=(words + (j << 3)).store(before) + j.up(-1))
    insert = word.set((words + (i << 3)).load()) + j.set(i) + sink + (words + (j << 3)).store(word) + i.up()
    return i.set(1) + loop_until(i.ge(n), do=insert)


@helper("forget", (I32, I32, I32))
def forget(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`forget(card, source, target)`: whoever cannot see which card leaves forgets all that it might have been.

    blind = the seats that see neither zone
    if blind:
        by_back = those of blind that see the backs in one of the zones
        rest = the others
        for (seats, candidates) in (by_back, cards with the same back), (rest, all cards of the heap):
            if seats:
                others = 0
                for x in candidates: if x != card: know[x] &= ~seats; others += 1
                if others: know[card] &= ~seats
    """
    card, source, target = fn.param(0), fn.param(1), fn.param(2)
    code = mb.code
    heap, blind, by_back, others = fn.local(), fn.local(I64), fn.local(I64), fn.local()
    backs = {back: number for number, back in enumerate(dict.fromkeys(code.back_of))}
    back_of = [backs[back] for back in code.back_of]

    def back(card: Term) -> Term:
        return mb.lookup(back_of, card)

    def blurred(card: Term, seats: Term) -> Instructions:
        return mb.set_word(card, mb.word(card) & (seats ^ -1))

    def blur(candidate: Callable[[Var], Term], seats: Var) -> Instructions:
        def other(x: Var) -> Instructions:
            return if_(x.ne(card.wide()) & candidate(x), blurred(x, seats) + others.up())

        return if_(seats.ne(0), others.set(0) + each_in_heap(mb, fn, heap, other) + if_(others, blurred(card, seats)))

    rest = fn.local(I64)
    return blind.set((mb.lookup(code.seers, source) | mb.lookup(code.seers, target)) ^ code.everybody) + if_(
        blind.ne(0),
        heap.set(mb.address_of(source.wide()))
        + by_back.set(blind & (mb.lookup(code.backers, source) | mb.lookup(code.backers, target)))
        + rest.set(blind & (by_back ^ -1))
        + blur(lambda x: back(x).eq(back(card)), by_back)
        + blur(lambda x: x.eq(x), rest),
    )


@helper("unseen_order", (I32, I32, I32))
def unseen_order(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`unseen_order(heap, source, target)`: a whole heap is laid in an order, see `reference.knowledge`.

    keep = the seats that see neither zone but know every card
    keep |= the seats that see one of the zones
    for x in heap: know[x] &= keep
    """
    heap, source, target = fn.param(0), fn.param(1), fn.param(2)
    keep, sees = fn.local(I64), fn.local(I64)
    code = sees.set(mb.lookup(mb.code.seers, source) | mb.lookup(mb.code.seers, target))
    code += keep.set(sees ^ mb.code.everybody) + each_in_heap(mb, fn, heap, lambda x: keep.set(keep & mb.word(x)))
    return code + keep.set(keep | sees) + each_in_heap(mb, fn, heap, lambda x: mb.set_word(x, mb.word(x) & keep))


@helper("show", (I32, I64))
def show(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`show(cards, seats)`: the seats (bits) learn the cards. Cards in a bag have no place that could be known.

    for each zone:
        if one of the cards is in it:
            if it is a heap: put_all_forward(cards, …)
            for x in cards that are in it:
                if it is a heap or x is not in a bag: know[x] |= seats
    """
    cards, seats = fn.param(0), fn.param(1)
    zones = len(mb.layout.zones)
    zone = fn.local()
    here, at = fn.local(), fn.local()

    def in_zone(x: Var) -> Term:
        return mb.place(x).eq(zone)

    def find(x: Var) -> Instructions:
        return if_(in_zone(x), here.set(1))

    def learned(x: Var) -> Instructions:
        word = mb.set_word(x, mb.word(x) | seats)
        loose = in_bag(mb).call(x.wrap(), at)
        known = if_(choose(mb.is_heap(zone), const(0), loose).not_(), word)
        return if_(in_zone(x), known)

    forward = if_(mb.is_heap(zone), put_all_forward(mb).run(cards, at, zone))
    turn = here.set(0) + for_each(fn, cards, find)
    turn += if_(here, at.set(mb.address_of(zone.wide())) + forward + for_each(fn, cards, learned))
    return zone.set(0) + loop_until(zone.eq(zones), do=turn + zone.up())


@helper("in_bag", (I32, I32), I32)
def in_bag(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`in_bag(card, zone)`: whether a card of an ordered zone (given by its address) lies in a bag of two or more.

    result = 0;  found = 0
    for x in zone:
        if found: result = x is joined; found = 0            (the card right below)
        if x == card: found = 1
    return (card is joined or result) and it is not pinned
    """
    card, zone = fn.param(0), fn.param(1)
    found, result = fn.local(), fn.local()
    joined = (mb.word(card) & mb.compact.bag).ne(0)

    def look(x: Var) -> Instructions:
        below = if_(found, result.set((mb.word(x) & mb.compact.bag).ne(0)) + found.set(0))
        return below + if_(x.eq(card.wide()), found.set(1))

    free = (mb.word(card) & mb.compact.pin).eq(0)
    return result.set(0) + found.set(0) + each_in_row(mb, fn, zone, look) + ((joined | result) & free).code


@helper("put_all_forward", (I32, I32, I32))
def put_all_forward(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`put_all_forward(cards, heap, zone)`: of equal cards in the heap, let those among `cards` be the best known.

    for each kind:
        if one of the cards is in the zone, of this kind and has twins:
            words = [know[x] for x in heap if x is of this kind and has twins]
            by_fame(words);  place = 0
            for x in heap, of this kind, with twins, among cards:       know[x] = words[place]; place += 1
            for x in heap, of this kind, with twins, not among cards:   know[x] = words[place]; place += 1
            give the room of `words` back
    """
    cards, heap, zone = fn.param(0), fn.param(1), fn.param(2)
    kind = fn.local(I64)
    words, place, count, wanted = fn.local(), fn.local(), fn.local(), fn.local()

    def is_twin(x: Term) -> Term:
        twin = mb.lookup([int(t) for t in mb.code.has_twins], x).wrap()
        return mb.kind(x).eq(kind) & twin

    def gather(x: Var) -> Instructions:
        return if_(is_twin(x), mb.top.get.store(mb.word(x)) + mb.top.set(mb.top.get + CELL) + count.up())

    def want(x: Var) -> Instructions:
        here = mb.place(x).eq(zone)
        return if_(is_twin(x) & here, wanted.set(1))

    def give_out(*, chosen: bool) -> Instructions:
        def one(x: Var) -> Instructions:
            test = contains(mb).call(x, cards)
            word = mb.set_word(x, (words + (place << 3)).load(CELL)) + place.up()
            return if_(is_twin(x), if_(test if chosen else test.not_(), word))

        return each_in_heap(mb, fn, heap, one)

    search = wanted.set(0) + for_each(fn, cards, want)
    exchange = if_(
        wanted,
        words.set(mb.new_list.call(in_heap(mb, heap)))
        + mb.top.set(words + CELL)
        + count.set(0)
        + each_in_heap(mb, fn, heap, gather)
        + by_fame(mb).run(words + CELL, count)
        + place.set(0)
        + give_out(chosen=True)
        + give_out(chosen=False)
        + mb.top.set(words),
    )
    return kind.set(0) + loop_until(kind.eq(len(mb.layout.kinds)), do=search + exchange + kind.up())
