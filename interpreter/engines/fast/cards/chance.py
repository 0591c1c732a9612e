"""Chance, compiled: the same numbers and the same cards as `reference.chance`."""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.compact import CELL, COUNT, signed
from ...program.layout import DRAWN, SEED
from ..building.counting import in_row
from ..building.module_builder import ModuleBuilder
from ..building.rows import card_at, end_of, lay, span
from ..values.lists import copied, for_each
from ..wasm.control import block, br, br_if, do_while, if_, loop, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, choose, const, copy, long, select
from .cards import MANY, bag_of, forget_bag, is_joined, remember_bag, unjoin
from .knowledge import learn


def below(mb: ModuleBuilder) -> Fn:
    """`below(k)`: a number from 0 to k - 1 from the source of chance of moves.

    Where whole games are played, the next number is worked out ahead (`be_ready`): what is done with this one need not
    wait until that is done.
    """

    def emit(fn: Fn) -> Instructions:
        if mb.ready is None:
            return _numbers(fn, mb.read(SEED), const(0), mb.number_at(DRAWN))
        z, count = fn.local(I64), const(0).load(mb.number_at(DRAWN))
        following = const(0).store(count + 1, mb.number_at(DRAWN)) + be_ready(mb, fn)
        return _fairly(fn, z, z.set(mb.ready.get) + following)

    return mb.helper("below", (I64,), I64, emit)


def be_ready(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """Work out the next number of the source of chance of moves, after its seed or its count has changed."""
    if mb.ready is None:
        return NOTHING
    z = fn.local(I64)
    return _mix(z, mb.read(SEED), mb.read(DRAWN)) + mb.ready.set(z)


def drawn(mb: ModuleBuilder) -> Fn:
    """`drawn(k, key, at)`: a number from 0 to k - 1 from the source of chance with this key and with its cell there.

    Where whole games are played, the next number of each source is worked out ahead, as those of moves are, after the
    first. It stays the right one whatever happens, since it follows from the seed, the key and the count.
    """

    def emit(fn: Fn) -> Instructions:
        seed, at = mb.read(SEED) + fn.param(1), fn.param(2)
        if mb.asks:
            return _numbers(fn, seed, at, 0)
        z, count, (counts, numbers) = fn.local(I64), fn.local(I64), _ahead(mb)
        take = if_(at.load(counts).eq(count), z.set(at.load(numbers)), _mix(z, seed, count - 1))
        draw = count.set(at.load() + 1) + take + at.store(count)
        ahead = fn.local(I64)
        prepare = _mix(ahead, seed, count) + at.store(ahead, numbers) + at.store(count + 1, counts)
        return _fairly(fn, z, draw + prepare)

    return mb.helper("drawn", (I64, I64, I32), I64, emit)


def _ahead(mb: ModuleBuilder) -> tuple[int, int]:
    """How far behind the cell of a source its next number lies, and before that its count plus 1."""
    many = len(mb.layout.sources)
    start = mb.ahead - mb.number_at(mb.layout.sources_at)
    return start, start + CELL * many


def forget_ahead(mb: ModuleBuilder) -> Instructions:
    """No number of a source is worked out ahead: there is another seed."""
    return sequence(const(mb.ahead).store(0, CELL * n) for n in range(len(mb.layout.sources)))


def _numbers(fn: Fn, seed: Term, at: Term, offset: int) -> Instructions:
    """A number from 0 to k - 1, the first parameter, with the count in memory[at + offset]."""
    z, count = fn.local(I64), at.load(offset)
    return _fairly(fn, z, _mix(z, seed, count) + at.store(count + 1, offset))


def _mix(z: Var, seed: Term, count: Term) -> Instructions:
    """z = mix(seed + (count + 1) * 0x9E37…)          (splitmix64, see `reference.stream`)"""
    return (
        z.set(seed + (count + 1) * 0x9E3779B97F4A7C15)
        + z.set((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
        + z.set((z ^ (z >> 27)) * 0x94D049BB133111EB)
        + z.set(z ^ (z >> 31))
    )


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
    done, again = Label(), Label()
    fair = br_if(low.ge(k), done) + br_if(low.ge(long(1 << 32).op("remu", k)), done)
    return block(done, loop(again, draw + fair + br(again))) + (z >> 32).code


def drawn_from(mb: ModuleBuilder, zone: Term, k: Term) -> Term:
    """A number from 0 to k - 1 (32 bits) that decides which card of a zone is drawn."""
    sources = [mb.code.sources.get(number) for number in range(len(mb.layout.zones))]
    key = mb.lookup([0 if source is None else signed(source.key) for source in sources], zone)
    at = mb.lookup([0 if source is None else mb.number_at(source.address) for source in sources], zone)
    return drawn(mb).call(k.wide(), key, at.wrap()).wrap()


def drawn_again(mb: ModuleBuilder, fn: Fn, zone: int, k: Var) -> tuple[Instructions, Instructions, Instructions, Var]:
    """Numbers from 0 to k - 1 that decide which cards of a zone are drawn, one by one: the code before the first, that
    for one more, that behind the last, and the number (32 bits). How many were drawn is stored at the end.

    repeat: z, counted;  z = upper half of z, times k;  low = lower half of z
    until low >= k or low >= 2^32 mod k                      (see `_fairly`)
    """
    source = mb.code.sources[zone]
    assert source is not None, "chance draws from this zone"
    at = const(mb.number_at(source.address))
    seed, count, z, low, wide = (fn.local(I64) for _ in range(5))
    number = fn.local()
    begin = seed.set(mb.read(SEED) + signed(source.key)) + count.set(at.load())
    draw = _mix(z, seed, count) + count.up() + z.set((z >> 32) * wide) + low.set(z & 0xFFFFFFFF)
    unfair = choose(low.lt(wide), low.lt(long(1 << 32).op("remu", wide)), const(0))
    again = wide.set(k.wide()) + do_while(skip=const(0), do=draw, again=unfair) + number.set((z >> 32).wrap())
    return begin, again, at.store(count), number


def picked_from(mb: ModuleBuilder, name: str, k: Term) -> Term:
    """A number from 0 to k - 1 (32 bits) that decides for what `random` calls by a name."""
    source = mb.code.picks[name]
    return drawn(mb).call(k.wide(), long(signed(source.key)), const(mb.number_at(source.address))).wrap()


def bag_size(mb: ModuleBuilder, *, bottom: bool) -> Fn:
    """`bag_size(zone, at)`: how many cards the bag at the top (bottom) of an ordered zone has; 0 for an empty zone.

    if count > 0:
        top, something is remembered:   n = 1 if first else many
        else:                           n = 1; until n >= count or the card there is not joined: n += 1
        top, nothing was remembered:    first = 0; many = n

    At the bottom the card that is asked for is the n-th from below: the first that is not joined begins the bag.
    """

    def emit(fn: Fn) -> Instructions:
        zone, at = fn.param(0), fn.param(1)
        n, count, bag = fn.local(), fn.local(), bag_of(zone)
        card = card_at(mb, at + span(mb, (count - n) if bottom else n), COUNT)
        scan = n.set(1) + loop_until(n.ge(count), is_joined(mb, card).not_(), do=n.up())
        if not bottom:
            scan += remember_bag(zone, n)
            scan = if_(bag.load32(MANY), if_(bag.load32(), n.set(1), n.set(bag.load32(MANY))), scan)
        return count.set(in_row(at)) + if_(count, scan) + n.code

    return mb.helper(("bag_size", bottom), (I32, I32), I32, emit)


def bag_at_top(mb: ModuleBuilder, zone: Term, at: Term) -> Term:
    """The same for the bag at the top, without a call where it is remembered."""
    first, many = bag_of(zone).load32(), bag_of(zone).load32(MANY)
    return choose(many, select(const(1), many, first), bag_size(mb, bottom=False).call(zone, at))


def bag_start(mb: ModuleBuilder, at: Term, size: Term, *, bottom: bool) -> Term:
    """The address of the first card of the bag of this size at the top (bottom) of a zone."""
    return end_of(mb, at) - span(mb, size) if bottom else at + COUNT


def _card(mb: ModuleBuilder, at: Term, place: Term, *, listed: bool) -> Term:
    """The card at a place, from 0, of a bag that lies in a row from an address on, or is `listed` in cells."""
    return (at + (place << 3)).load32() if listed else card_at(mb, at + span(mb, place))


def all_alike(mb: ModuleBuilder, at: Term, n: Term, *, listed: bool = False) -> Term:
    """Whether the n cards of the bag that starts at an address are all of one kind: 32 bits.

    Where cards lie by number, so that those of a kind are together, those at its ends say it.
    """
    if not _kinds_in_order(mb):
        return _each_alike(mb, listed=listed).call(at, n)
    ends = (mb.kind(_card(mb, at, place, listed=listed)) for place in (const(0), n - 1))
    return next(ends).eq(next(ends))


def _each_alike(mb: ModuleBuilder, *, listed: bool) -> Fn:
    """`each_alike(at, n)`: the same card by card.

    kind = kind of the first card
    i = 1; until i == n or card i is of another kind: i += 1
    return i == n
    """

    def emit(fn: Fn) -> Instructions:
        at, n, i = fn.param(0), fn.param(1), fn.local()
        kind = mb.kind(_card(mb, at, const(0), listed=listed))
        other = mb.kind(_card(mb, at, i, listed=listed)).ne(kind)
        return i.set(1) + loop_until(i.eq(n), other, do=i.up()) + i.eq(n).code

    return mb.helper(("each_alike", listed), (I32, I32), I32, emit)


def _kinds_in_order(mb: ModuleBuilder) -> bool:
    """Whether cards in the order of their numbers are in the order of their kinds. A bag is in the order of numbers."""
    return list(mb.layout.kind_of) == sorted(mb.layout.kind_of)


def of_kind(mb: ModuleBuilder, *, listed: bool = False) -> Fn:
    """`of_kind(at, kind)`: the place of the first card of a kind in a bag that has one.

    i = 0; until card i is of the kind: i += 1
    return i
    """

    def emit(fn: Fn) -> Instructions:
        at, kind, i = fn.param(0), fn.param(1), fn.local()
        return loop_until(mb.kind(_card(mb, at, i, listed=listed)).eq(kind), do=i.up()) + i.code

    return mb.helper(("of_kind", listed), (I32, I64), I32, emit)


def first_like(mb: ModuleBuilder, *, listed: bool = False) -> Fn:
    """`first_like(at, r)`: the place of the first card in a bag that is of the same kind as the card at place r.

    cards of a kind are together:
        low = the first card of this kind in the game
        until r is 0 or card r - 1 < low: r -= 1      (all at once for kinds of up to sixteen cards)
        return r
    else:  return of_kind(at, kind)
    """

    def emit(fn: Fn) -> Instructions:
        at, r, low = fn.param(0), fn.param(1), fn.local()
        card, kind_of = _card(mb, at, r, listed=listed), list(mb.layout.kind_of)
        if not _kinds_in_order(mb):
            return of_kind(mb, listed=listed).call(at, mb.kind(card)).code
        other = _card(mb, at, r - 1, listed=listed).ltu(low)
        start = low.set(mb.lookup([kind_of.index(kind) for kind in kind_of], card).wrap())
        if not listed and mb.compact.card_bytes == 1 and max(map(kind_of.count, kind_of)) <= _LANES:
            return start + _back(at, r, low).code
        return start + loop_until(r.eq(0), other, do=r.up(-1)) + r.code

    return mb.helper(("first_like", listed), (I32, I32), I32, emit)


def alike_first(mb: ModuleBuilder) -> Fn:
    """`alike_first(cards)`: the list with the first of equal cards in the place of each of them.

    out = copied(cards)
    for x in cards, at its place in out:
        if x is not none and has twins:
            first = none
            for y in cards: if first is none and y has twins and is of the same kind: first = y
            out[place] = first
    return out
    """

    def emit(fn: Fn) -> Instructions:
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

    return mb.helper("alike_first", (I32,), I32, emit)


_LANES = 16
"""So many bytes are compared at once."""


def _back(at: Term, r: Term, low: Term) -> Term:
    """How far back from place r the cards in a row of bytes are not below `low`, without a loop.

    Of the sixteen bytes that end with card r, those not below it are the upper ones; further than r no card lies.
    """
    alike = (at + r - (_LANES - 1)).bytes_from(low)
    before = ((alike << (32 - _LANES)) ^ -1).leading_zeros32() - 1
    return r - select(before, r, before.ltu(r))


def settle(mb: ModuleBuilder, *, bottom: bool) -> Fn:
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

    def emit(fn: Fn) -> Instructions:
        zone, at, n, i = (fn.param(p) for p in range(4))
        card, rest, step = fn.local(), fn.local(), mb.compact.card_bytes
        bag = bag_of(zone)
        place = at + span(mb, i)
        if bottom:
            move = copy(place, place + step, span(mb, n - i - 1)) + lay(mb, at + span(mb, n - 1), card)
            move += rest.set(card_at(mb, at)) + forget_bag(zone)
        else:
            move = copy(at + step, at, span(mb, i)) + lay(mb, at, card)
            move += rest.set(card_at(mb, at, step))
            move += if_(bag.load32(MANY), bag.store32(1) + bag.store32(n - 1, MANY))
        several = unjoin(mb, rest) + learn(mb, card, zone) + if_(n.eq(2), learn(mb, rest, zone))
        return (
            mb.touch(zone)
            + card.set(card_at(mb, place))
            + move
            + unjoin(mb, card)
            + if_(n.gt(1), several, learn(mb, card, zone))
        )

    return mb.helper(("settle", bottom), (I32, I32, I32, I32), None, emit)
