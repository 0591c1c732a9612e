"""Chance, compiled: the same numbers and cards as `reference.chance`, and cards whose place in a bag is certain."""

from __future__ import annotations

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT, signed
from ...engines.program.layout import DRAWN, SEED
from ...engines.program.nodes import SettleTop
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.zones import card_at, end_of, in_row, lay_card, place_of_zone, row_bytes
from ..values.lists import append, begin_list, copied, for_each, list_length
from ..wasm.module import Fn
from ..wasm.statements import block, br, br_if, copy, if_, loop, loop_until, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, choose, const, long, select
from .knowledge import learn
from .transfer import MANY, bag_of, forget_bag, is_joined, is_pinned, remember_bag, tidy, unjoin


@helper("below", (I64,), I64)
def below(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`below(k)`: a number from 0 to k - 1 from the source of chance of moves.

    Where whole games are played, the next number is worked out ahead (`prefetch`): what is done with this one need not
    wait until that is done.
    """
    if mb.ready is None:
        return _numbers(fn, mb.read(SEED), const(0), mb.number_at(DRAWN))
    z, count = fn.local(I64), const(0).load(mb.number_at(DRAWN))
    following = const(0).store(count + 1, mb.number_at(DRAWN)) + prefetch(mb, fn)
    return _fairly(fn, z, z.set(mb.ready.get) + following)


def prefetch(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """Work out the next number of the source of chance of moves, after its seed or its count has changed."""
    if mb.ready is None:
        return NOTHING
    z = fn.local(I64)
    return mix(z, mb.read(SEED), mb.read(DRAWN)) + mb.ready.set(z)


@helper("drawn", (I64, I64, I32), I64)
def drawn(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`drawn(k, key, at)`: a number from 0 to k - 1 from the source of chance with this key and with its cell there.

    Where whole games are played, the next number of each source is worked out ahead, as those of moves are, after the
    first. It stays the right one whatever happens, since it follows from the seed, the key and the count.
    """
    seed, at = mb.read(SEED) + fn.param(1), fn.param(2)
    if mb.asks:
        return _numbers(fn, seed, at, 0)
    z, count, (counts, numbers) = fn.local(I64), fn.local(I64), _prefetched(mb)
    take = if_(at.load(counts).eq(count), z.set(at.load(numbers)), mix(z, seed, count - 1))
    draw = count.set(at.load() + 1) + take + at.store(count)
    ahead = fn.local(I64)
    prepare = mix(ahead, seed, count) + at.store(ahead, numbers) + at.store(count + 1, counts)
    return _fairly(fn, z, draw + prepare)


def _prefetched(mb: ModuleBuilder) -> tuple[int, int]:
    """How far behind the cell of a source its next number lies, and before that its count plus 1."""
    many = len(mb.layout.sources)
    start = mb.ahead - mb.number_at(mb.layout.sources_at)
    return start, start + CELL * many


def drop_prefetched(mb: ModuleBuilder) -> Instructions:
    """No number of a source is worked out ahead: there is another seed."""
    return sequence(const(mb.ahead).store(0, CELL * n) for n in range(len(mb.layout.sources)))


def _numbers(fn: Fn, seed: Term, at: Term, offset: int) -> Instructions:
    """A number from 0 to k - 1, the first parameter, with the count in memory[at + offset]."""
    z, count = fn.local(I64), at.load(offset)
    return _fairly(fn, z, mix(z, seed, count) + at.store(count + 1, offset))


def mix(z: Var, seed: Term, count: Term) -> Instructions:
    """z = mix(seed + (count + 1) * 0x9E37…)          (splitmix64, see `engines.cells`)"""
    code = z.set(seed + (count + 1) * 0x9E3779B97F4A7C15) + z.set((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
    return code + z.set((z ^ (z >> 27)) * 0x94D049BB133111EB) + z.set(z ^ (z >> 31))


def _fairly(fn: Fn, z: Var, draw: Instructions) -> Instructions:
    """A number from 0 to k - 1, the first parameter; `draw` gives z and counts it.

    repeat:
        draw
        z = upper half of z, times k                   (the result is in the upper half, what is left in the lower)
        low = lower half of z
    until low >= k or low >= 2^32 mod k                (otherwise some results would be likelier than others)
    return upper half of z
    """
    k, low = fn.param(0), fn.local(I64)
    draw += z.set((z >> 32) * k) + low.set(z & 0xFFFFFFFF)
    done, again = JumpLabel(), JumpLabel()
    fair = br_if(low.ge(k), done) + br_if(low.ge(long(1 << 32).op("remu", k)), done)
    return block(done, loop(again, draw + fair + br(again))) + (z >> 32).code


def drawn_from(mb: ModuleBuilder, zone: Term, k: Term) -> Term:
    """A number from 0 to k - 1 (32 bits) that decides which card of a zone is drawn."""
    sources = [mb.code.sources.get(number) for number in range(len(mb.layout.zones))]
    key = mb.lookup([0 if source is None else signed(source.key) for source in sources], zone)
    at = mb.lookup([0 if source is None else mb.number_at(source.address) for source in sources], zone)
    return drawn(mb).call(k.wide(), key, at.wrap()).wrap()


def picked_from(mb: ModuleBuilder, name: str, k: Term) -> Term:
    """A number from 0 to k - 1 (32 bits) that decides for what `random` calls by a name."""
    source = mb.code.picks[name]
    return drawn(mb).call(k.wide(), long(signed(source.key)), const(mb.number_at(source.address))).wrap()


@helper("bag_size", (I32, I32), I32)
def bag_size(mb: ModuleBuilder, fn: Fn, *, bottom: bool) -> Instructions:
    """`bag_size(zone, at)`: how many cards the bag at the top (bottom) of an ordered zone has; 0 for an empty zone.

    if count > 0:
        top, something is remembered:   n = 1 if first else many
        else:                           n = 1; until n >= count or the card there is not joined: n += 1
        top, nothing was remembered:    first = 0; many = n

    At the bottom the card that is asked for is the n-th from below: the first that is not joined begins the bag.
    """
    zone, at = fn.param(0), fn.param(1)
    n, count, bag = fn.local(), fn.local(), bag_of(zone)
    card = card_at(mb, at + row_bytes(mb, (count - n) if bottom else n), COUNT)
    scan = n.set(1) + loop_until(n.ge(count), is_joined(mb, card).not_(), do=n.up())
    if not bottom:
        scan += remember_bag(zone, n)
        scan = if_(bag.load32(MANY), if_(bag.load32(), n.set(1), n.set(bag.load32(MANY))), scan)
    return count.set(in_row(at)) + if_(count, scan) + n.code


def bag_at_top(mb: ModuleBuilder, zone: Term, at: Term) -> Term:
    """The same for the bag at the top, without a call where it is remembered."""
    first, many = bag_of(zone).load32(), bag_of(zone).load32(MANY)
    return choose(many, select(const(1), many, first), bag_size(mb, bottom=False).call(zone, at))


def bag_start(mb: ModuleBuilder, at: Term, size: Term, *, bottom: bool) -> Term:
    """The address of the first card of the bag of this size at the top (bottom) of a zone."""
    return end_of(mb, at) - row_bytes(mb, size) if bottom else at + COUNT


def _card(mb: ModuleBuilder, at: Term, place: Term, *, listed: bool) -> Term:
    """The card at a place, from 0, of a bag that lies in a row from an address on, or is `listed` in cells."""
    return (at + (place << 3)).load32() if listed else card_at(mb, at + row_bytes(mb, place))


def all_alike(mb: ModuleBuilder, at: Term, n: Term, *, listed: bool = False) -> Term:
    """Whether the n cards of the bag that starts at an address are all of one kind: 32 bits.

    Those at its ends say it: a bag lies by number, and cards are numbered kind by kind (`engines.program.catalogue`).
    """
    ends = (mb.kind(_card(mb, at, place, listed=listed)) for place in (const(0), n - 1))
    return next(ends).eq(next(ends))


@helper("first_like", (I32, I32), I32)
def first_like(mb: ModuleBuilder, fn: Fn, *, listed: bool = False) -> Instructions:
    """`first_like(at, r)`: the place of the first card in a bag that is of the same kind as the card at place r.

    low = the first card of this kind in the game
    until r is 0 or card r - 1 < low: r -= 1      (all at once for kinds of up to sixteen cards)
    return r
    """
    at, r, low = fn.param(0), fn.param(1), fn.local()
    card, kind_of = _card(mb, at, r, listed=listed), list(mb.layout.kind_of)
    other = _card(mb, at, r - 1, listed=listed).ltu(low)
    start = low.set(mb.lookup([kind_of.index(kind) for kind in kind_of], card).wrap())
    if not listed and mb.compact.card_bytes == 1 and max(map(kind_of.count, kind_of)) <= _LANES:
        return start + _back(at, r, low).code
    return start + loop_until(r.eq(0), other, do=r.up(-1)) + r.code


@helper("alike_first", (I32,), I32)
def alike_first(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`alike_first(cards)`: the list with the first of equal cards in the place of each of them.

    out = copied(cards)
    for x in cards, at its place in out:
        if x is not none and has twins:
            first = none
            for y in cards: if first is none and y has twins and is of the same kind: first = y
            out[place] = first
    return out
    """
    cards, out, place, first = fn.param(0), fn.local(), fn.local(), fn.local(I64)
    twin = [int(one) for one in mb.code.has_twins]

    def one(x: Var) -> Instructions:
        def look(y: Var) -> Instructions:
            found = first.eq(NONE) & mb.lookup(twin, y).wrap() & mb.kind(y).eq(mb.kind(x))
            return if_(found, first.set(y))

        search = first.set(NONE) + for_each(fn, cards, look)
        twins = mb.lookup(twin, x).wrap() & x.ne(NONE)
        return place.up(CELL) + if_(twins, search + place.store(first))

    return out.set(copied(mb).call(cards)) + place.set(out) + for_each(fn, cards, one) + out.code


_LANES = 16
"""So many bytes are compared at once."""


def _back(at: Term, r: Term, low: Term) -> Term:
    """How far back from place r the cards in a row of bytes are not below `low`, without a loop.

    Of the sixteen bytes that end with card r, those not below it are the upper ones; further than r no card lies.
    """
    alike = (at + r - (_LANES - 1)).bytes_from(low)
    before = ((alike << (32 - _LANES)) ^ -1).leading_zeros32() - 1
    return r - select(before, r, before.ltu(r))


@helper("settle", (I32, I32, I32, I32))
def settle(mb: ModuleBuilder, fn: Fn, *, bottom: bool) -> Instructions:
    """`settle(zone, at, n, i)`: of the bag of n cards that starts at `at`, card i lies on top (at the bottom) now.

    top:                at                            at
                        │ a │ b∙│ C∙│ d∙│     →       │ C │ a │ b∙│ d∙│            i = 2, n = 4, ∙ joined
    bottom:             │ a │ b∙│ C∙│ d∙│     →       │ a │ b∙│ d∙│ C │

    card = card i
    top:      move the cards before it one down;  memory[at] = card;  rest = the card below it
              if many > 0: first = 1; many = n - 1
    bottom:   move the cards behind it one up;  memory[at + n - 1] = card;  rest = the first card
              many = 0
    unjoin card
    if n > 1: unjoin rest
    whoever sees the zone learns card, and if n is 2 also rest, which is alone now
    """
    zone, at, n, i = (fn.param(p) for p in range(4))
    card, rest, step = fn.local(), fn.local(), mb.compact.card_bytes
    bag = bag_of(zone)
    place = at + row_bytes(mb, i)
    if bottom:
        move = copy(place, place + step, row_bytes(mb, n - i - 1)) + lay_card(mb, at + row_bytes(mb, n - 1), card)
        move += rest.set(card_at(mb, at)) + forget_bag(zone)
    else:
        move = copy(at + step, at, row_bytes(mb, i)) + lay_card(mb, at, card)
        move += rest.set(card_at(mb, at, step))
        move += if_(bag.load32(MANY), bag.store32(1) + bag.store32(n - 1, MANY))
    several = unjoin(mb, rest) + learn(mb, card, zone) + if_(n.eq(2), learn(mb, rest, zone))
    code = mb.touch(zone) + card.set(card_at(mb, place)) + move + unjoin(mb, card)
    return code + if_(n.gt(1), several, learn(mb, card, zone))


# Bags with certain cards in them, compiled. The laws are in `engines.cells`.
#
# Only games that put cards at a place of their own, or look below the top, may have such bags; the others draw from the
# top and the bottom by `cards.chance`, which need not look at each card.

FAR = 0x7FFFFFFF
"""A place behind all others."""


def spot(fb: FunctionBuilder, end: SettleTop) -> tuple[Term, Var, Var, Instructions]:
    """The zone in which chance decides (its number and address), and the place, from 0; and the code for them."""
    zone, at, code = place_of_zone(fb, end.zone)
    index = fb.fn.local()
    if end.place is not None:
        given = fb.fn.local(I64)
        code += given.set(fb.number(end.place)) + index.set((given - 1).wrap())
        code += if_(given.gt(FAR), index.set(FAR)) + if_(given.lt(1), index.set(-1))
    else:
        code += index.set(0 if end.at == "top" else in_row(at) - 1)
    return zone, at, index, code


def may_settle(mb: ModuleBuilder, zone: Term) -> Term:
    """Whether there is a zone, and its cards have places."""
    return zone.ne(NONE) & mb.is_heap(zone).not_()


@helper("loose", (I32, I32), I32)
def loose(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`loose(zone, place)`: a list of the cards of which any may lie at a place; empty where that is certain.

    out = []
    if place < count and the card there is not pinned:
        here = its address;  until the card here is not joined: here -= 1
        for each card from here on, until the next is not joined: append it unless it is pinned
    return out
    """
    at, place = fn.param(0), fn.param(1)
    out, here, end, step = fn.local(), fn.local(), fn.local(), mb.compact.card_bytes
    card = card_at(mb, here)
    one = if_(is_pinned(mb, card).not_(), append(mb, out, card.wide())) + here.up(step)
    back = loop_until(is_joined(mb, card).not_(), do=here.up(-step))
    run = back + one + loop_until(here.eq(end), is_joined(mb, card).not_(), do=one)
    found = here.set(at + row_bytes(mb, place) + COUNT) + if_(is_pinned(mb, card).not_(), run)
    start = begin_list(mb, out, in_row(at)) + end.set(end_of(mb, at))
    return start + if_(place.ltu(in_row(at)), found) + out.code


@helper("pin", (I32, I32, I32, I32, I32))
def pin(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`pin(zone, at, place, cards, i)`: of the loose cards of the bag at a place, card i lies there now.

    here = the first card of the run;  next = the first of the loose cards
    for each place of the run:
        flags = joined, but for the first
        at the place itself:                new = card;  flags += pinned
        at that of a pinned card:           new = that one;  flags += pinned
        else:                               new = the next of the loose cards that is not the card
        memory[here] = new;  know[new] = who knows it, and the flags
    tidy(zone);  forget the bag
    whoever sees the zone learns the card, and if there were two also the other, which is alone now
    """
    zone, at, place, cards, i = (fn.param(n) for n in range(5))
    card, new, old, flags = (fn.local(I64) for _ in range(4))
    here, target, following, end, first = (fn.local() for _ in range(5))
    step = mb.compact.card_bytes
    before, next_one = card_at(mb, first), card_at(mb, here)
    take = if_(following.load().eq(card), following.up(CELL)) + new.set(following.load()) + following.up(CELL)
    held = is_pinned(mb, old) & old.ne(card)
    pinned = flags.set(flags | mb.compact.pin)
    fill = if_(here.eq(target), new.set(card) + pinned, if_(held, new.set(old) + pinned, take))
    turn = old.set(next_one.wide()) + flags.set(mb.compact.bag) + if_(here.eq(first), flags.set(0)) + fill
    turn += lay_card(mb, here, new) + mb.set_word(new, (mb.word(new) & ~mb.compact.flags) | flags) + here.up(step)
    return (
        mb.touch(zone)
        + (NOTHING if mb.pinned is None else mb.pinned.set(1))
        + card.set((cards + (i << 3)).load(CELL))
        + following.set(cards + CELL)
        + target.set(at + row_bytes(mb, place) + COUNT)
        + first.set(target)
        + loop_until(is_joined(mb, before).not_(), do=first.up(-step))
        + here.set(target + step)
        + end.set(end_of(mb, at))
        + loop_until(here.eq(end), is_joined(mb, next_one).not_(), do=here.up(step))
        + end.set(here)
        + here.set(first)
        + loop_until(here.eq(end), do=turn)
        + tidy(mb).run(at)
        + forget_bag(zone)
        + learn(mb, card, zone)
        + (if_(list_length(cards).eq(2), _learn_other(mb, card, cards, zone)) if mb.watched else NOTHING)
    )


def _learn_other(mb: ModuleBuilder, card: Var, cards: Term, zone: Term) -> Instructions:
    """Of two cards, whoever sees the zone learns the one that is not the given one."""
    first, second = cards.load(CELL), cards.load(2 * CELL)
    return if_(first.eq(card), learn(mb, second, zone), learn(mb, first, zone))
