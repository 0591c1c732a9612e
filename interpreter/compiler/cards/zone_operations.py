"""Operations on whole zones, compiled: sorting, shuffling, moving all cards. The laws are in `reference.zones`."""

from __future__ import annotations

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT
from ..builder.module_builder import ModuleBuilder, Zones, helper
from ..builder.zones import (
    add_to_heap,
    card_at,
    cards_in,
    each_in_heap,
    each_in_row,
    each_remaining,
    empty_heap,
    how_many,
    in_heap,
    in_row,
    lay_card,
    row_bytes,
)
from ..values.lists import for_each
from ..wasm.module import Fn
from ..wasm.statements import RETURN, copy, if_, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, either, total
from .disclosure import tell_moved, tell_shuffled
from .knowledge import learn, unseen_order
from .transfer import check_capacity, forget_bag, remember_bag, set_free


@helper("sort_cards", (I32,))
def sort_cards(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`sort_cards(at)`: sort the cards of a row by their numbers: they become a set, and come back from it.

    spare = {};  for x in row: add x to spare
    place = its first card;  for x in spare: memory[place] = x; place += 1
    """
    at, place, spare = fn.param(0), fn.local(), fn.local()
    gather = each_in_row(mb, fn, at, lambda x: add_to_heap(mb, spare, x))
    back = each_in_heap(mb, fn, spare, lambda x: lay_card(mb, place, x.wrap()) + place.up(mb.compact.card_bytes))
    return spare.set(mb.memory.spare) + empty_heap(mb, spare) + gather + place.set(at + COUNT) + back


@helper("shuffle", (I32, I32))
def shuffle(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`shuffle(zone, at)`: from now on the order is unknown, and its cards are known to nobody.

    heap:   for x in zone: know[x] &= seers[zone]
    else:   the source of chance of the zone begins anew;  sort_cards(at)
            for x in zone: know[x] = joined, but 0 for the first
            first = 0;  many = count
            if count == 1: whoever sees the zone learns the card
    """
    zone, at = fn.param(0), fn.param(1)
    seers, flag = mb.lookup(mb.code.seers, zone), fn.local(I64)
    in_heap = NOTHING
    if mb.watched:
        in_heap = each_in_heap(mb, fn, at, lambda x: mb.set_word(x, mb.word(x) & seers))
    ordered = reseed(mb, zone) + sort_cards(mb).run(at) + flag.set(0)
    ordered += each_in_row(mb, fn, at, lambda x: mb.set_word(x, flag) + flag.set(mb.compact.bag))
    ordered += remember_bag(zone, in_row(at))
    ordered += if_(in_row(at).eq(1), learn(mb, card_at(mb, at, COUNT), zone)) if mb.watched else NOTHING
    return mb.touch(zone) + if_(mb.is_heap(zone), in_heap, ordered) + tell_shuffled(mb, zone)


def reseed(mb: ModuleBuilder, zone: Term) -> Instructions:
    """The source of chance of a zone begins anew, with other numbers: one shuffle more, no numbers drawn."""
    if not mb.code.sources:
        return NOTHING
    found = [mb.code.sources.get(number) for number in range(len(mb.layout.zones))]
    nowhere = mb.scratch(1)
    at = mb.lookup([nowhere if source is None else mb.number_at(source.address) for source in found], zone).wrap()
    return at.store(((at.load() >> 32) + 1) << 32)


@helper("move_all", (I32, I32, I32))
def move_all(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`move_all(source, target, at_bottom)`: all cards of a zone go to another as they lie, with their bags.

    if source == target: return
    n, there = the counts of both;  trap if the target cannot hold them;  if n is 0: return
    if the source is a heap and the target is not: unseen_order(…)
    forget both bags
    cards = the cards of the source, as a list;  the source is emptied
    heap:   add them to the set
    else:   place = behind the cards of the target
            unless at_bottom: move its cards down by n; place = its first card
            lay the cards from place on
    count of the target += n
    settle each card that has come
    give the room of the list back
    """
    source, target, bottom = fn.param(0), fn.param(1), fn.param(2)
    at, to, n, there, place, cards = (fn.local() for _ in range(6))
    heap_to, heap_from = mb.is_heap(target), mb.is_heap(source)
    unseen = NOTHING
    if mb.watched:
        unseen = if_(heap_from, if_(heap_to.not_(), unseen_order(mb).run(at, source, target)))
    first = to + COUNT
    on_top = copy(first + row_bytes(mb, n), first, row_bytes(mb, there)) + place.set(first)
    lie = place.set(first + row_bytes(mb, there)) + if_(bottom.not_(), on_top)
    lie += for_each(fn, cards, lambda x: lay_card(mb, place, x.wrap()) + place.up(mb.compact.card_bytes))
    return (
        if_(source.eq(target), RETURN)
        + at.set(mb.address_of(source))
        + to.set(mb.address_of(target))
        + n.set(how_many(mb).call(source, at))
        + there.set(how_many(mb).call(target, to))
        + check_capacity(mb, target, n + there)
        + if_(n.not_(), RETURN)
        + unseen
        + mb.touch(source)
        + mb.touch(target)
        + forget_bag(source)
        + forget_bag(target)
        + cards.set(cards_in(mb).call(source.wide()))
        + if_(heap_from, empty_heap(mb, at), at.store_few(COUNT, 0))
        + if_(heap_to, for_each(fn, cards, lambda x: add_to_heap(mb, to, x)), lie + to.store_few(COUNT, n + there))
        + _settle(mb, fn, cards, (source, target), heap_to)
        + mb.top.set(cards)
    )


def pour_some(mb: ModuleBuilder) -> Fn:
    """`pour_some(source, target, at, to, set)`: the cards of a set, given by its words, go from a heap to another,
    where nobody looks. What nobody knows of a card in a heap is nothing, so only the sets and the places change.

    if source == target, or the set is empty: return
    trap if the target cannot hold them
    for x in set: place of x = target
    the words of the target |= those of the set;  the source has it no longer
    """

    def emit(fn: Fn) -> Instructions:
        source, target, at, to = (fn.param(n) for n in range(4))
        words = [fn.param(4 + word) for word in range(mb.compact.words)]
        left, none = {n: fn.local(I64) for n in range(len(words))}, either(words).eq(0)
        many = in_heap(mb, to) + total(word.bit_count() for word in words).wrap()
        copies = sequence(var.set(words[n]) for n, var in left.items())
        code = if_(source.eq(target) | none, RETURN) + check_capacity(mb, target, many) + mb.touch(source)
        code += mb.touch(target) + copies + each_remaining(fn, left, lambda x: mb.set_place(x, target))
        code += sequence(to.store(to.load(CELL * n) | word, CELL * n) for n, word in enumerate(words))
        return code + sequence(at.store(at.load(CELL * n) ^ word, CELL * n) for n, word in enumerate(words))

    return mb.helper("pour_some", (I32, I32, I32, I32, *[I64] * mb.compact.words), None, emit)


def lay_some(mb: ModuleBuilder, among: Zones, *, top: bool) -> Fn:
    """`lay_some(source, target, at, to, set)`: the same, where the target is a row, one of `among`: one after the other
    the cards come to its top, or to its bottom.

    if the set is empty: return
    n = its size;  there = the count of the target;  trap if that cannot hold them
    top:      move the cards of the target down by n;  place = behind the last of the n
    bottom:   place = behind the cards of the target
    for x in set: place of x = target;  lay x before place (top) or at it (bottom), and go on there
    forget the bag of the target;  its count += n;  the source has the set no longer
    """

    def emit(fn: Fn) -> Instructions:
        source, target, at, to = (fn.param(n) for n in range(4))
        words = [fn.param(4 + word) for word in range(mb.compact.words)]
        left = {n: fn.local(I64) for n in range(len(words))}
        n, there, place, step = fn.local(), fn.local(), fn.local(), mb.compact.card_bytes
        many, none = total(word.bit_count() for word in words).wrap(), either(words).eq(0)
        first = to + COUNT
        down = if_(there, copy(first + row_bytes(mb, n), first, row_bytes(mb, there)))
        begin = down + place.set(first + row_bytes(mb, n)) if top else place.set(first + row_bytes(mb, there))

        def one(x: Var) -> Instructions:
            laid = lay_card(mb, place, x.wrap())
            return mb.set_place(x, target) + (place.up(-step) + laid if top else laid + place.up(step))

        return (
            if_(none, RETURN)
            + n.set(many)
            + there.set(in_row(to))
            + check_capacity(mb, target, n + there, among)
            + mb.touch(source)
            + mb.touch(target, among)
            + begin
            + sequence(var.set(words[word]) for word, var in left.items())
            + each_remaining(fn, left, one)
            + forget_bag(target)
            + to.store_few(COUNT, n + there)
            + sequence(at.store(at.load(CELL * cell) ^ word, CELL * cell) for cell, word in enumerate(words))
        )

    params = (I32, I32, I32, I32, *[I64] * mb.compact.words)
    return mb.helper(("lay_some", tuple(among), top), params, None, emit)


def _settle(mb: ModuleBuilder, fn: Fn, cards: Var, zones: tuple[Var, Var], heap: Term) -> Instructions:
    """The cards of a list have come, in this order, from one of these zones to the other, the target.

    word = the word of the first card
    for each card:
        next = the word of the next card, 0 behind the last
        place of card = target
        heap:           set it free; whoever sees the zone learns it
        pinned:         whoever sees the zone learns it
        neither it nor the next one is joined, so that it lies alone:  whoever sees the zone learns it
        watched:        tell_moved(card, source, target)
        word = next
    """
    source, target = zones
    word, following, here, end = fn.local(I64), fn.local(I64), fn.local(), fn.local()

    def one(x: Var) -> Instructions:
        certain = (word & mb.compact.pin).ne(0) | ((word | following) & mb.compact.bag).eq(0)
        free = set_free(mb, x.wrap()) + learn(mb, x.wrap(), target)
        ahead = here.up(CELL) + following.set(0) + if_(here.ne(end), following.set(mb.word(here.load(CELL))))
        code = ahead + mb.set_place(x, target) + if_(heap, free, if_(certain, learn(mb, x.wrap(), target)))
        return code + (tell_moved(mb).run(x.wrap(), source, target) if mb.watched else NOTHING) + word.set(following)

    start = here.set(cards) + end.set(cards + (cards.load32() << 3)) + word.set(mb.word(cards.load(CELL)))
    return start + for_each(fn, cards, one)
