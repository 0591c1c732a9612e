"""Zones as they lie in memory: rows of cards (`rows`), and heaps, which are sets (see `compact`).

`at` is the address of a zone. There the words of a heap begin, which has as many cards as bits of them are set; or
the number of cards of a row, which begin at `at + COUNT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....language.ir import nodes as ir
from ....language.ir.types import NONE, Type
from ...program.compact import CELL, COUNT, WORD
from ...program.nodes import Expr
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, after, clear, const, give, long, select
from .counting import FEW, Form, in_row, is_empty, many_in
from .module_builder import ModuleBuilder
from .rows import Body, card_at, each_in_row, end_of


def form_of(mb: ModuleBuilder, zone: Expr) -> Form | None:
    """The form of the zones that an expression may be; None if it may be either."""
    heaps = {mb.code.heap[one] for one in candidates(mb, zone)}
    if len(heaps) > 1:
        return None
    return "heap" if heaps == {True} else "row"


def candidates(mb: ModuleBuilder, zone: Expr) -> list[int]:
    """The zones that an expression may be."""
    match zone:
        case ir.ZoneOf(name):
            return list(mb.layout.families[name])
        case ir.If(_, yes, no):
            return [*candidates(mb, yes), *candidates(mb, no)]
        case ir.Const(int() as value) if value != NONE:
            return [value]
        case _:
            return list(range(len(mb.layout.zones)))


def all_differ(mb: ModuleBuilder, zone: Expr) -> bool:
    """Whether no two cards that may lie in a zone are of one kind."""
    layout = mb.layout
    decks = {layout.zones[one].deck for one in candidates(mb, zone)}
    kinds = [layout.kind_of[card] for deck in decks for card in layout.decks[deck]]
    return len(set(kinds)) == len(kinds)


def zones_with(mb: ModuleBuilder, type: Type) -> tuple[int, ...]:
    """The zones in which a card of a type may lie: those of its deck."""
    zones = mb.layout.zones
    return tuple(cell.number for cell in zones if cell.deck == type.name) or tuple(cell.number for cell in zones)


def whole_zone(mb: ModuleBuilder, source: Expr) -> tuple[Expr, Form] | None:
    """The zone whose cards a list is, and its form; None for other lists, and where it may be of either form."""
    match source:
        case ir.Apply("cards_of", (zone,)):
            form = form_of(mb, zone)
            return None if form is None else (zone, form)
        case _:
            return None


HELD = 3
"""Heaps of no more words than this are held in locals while kinds are gone through."""

# Heaps ------------------------------------------------------------------------------------


def _word_of(at: Term, card: Term) -> Term:
    """The address of the word of a heap in which a card is."""
    return at + ((card.wrap() >> 6) << 3)


def _bit_of(card: Term) -> Term:
    return long(1) << card.wide()


def _word_at(mb: ModuleBuilder, at: Term, card: Term) -> Term:
    return at if mb.compact.words == 1 else _word_of(at, card)


def is_in_heap(mb: ModuleBuilder, at: Term, card: Term) -> Term:
    """Whether a card is in a heap: 32 bits."""
    return ((_word_at(mb, at, card).load() >> card.wide()) & 1).wrap()


def add_to_heap(mb: ModuleBuilder, at: Term, card: Term) -> Instructions:
    """A card comes to a heap in which it is not."""
    word = _word_at(mb, at, card)
    return word.store(word.load() | _bit_of(card))


def take_from_heap(mb: ModuleBuilder, at: Term, card: Term) -> Instructions:
    """A card leaves a heap in which it is."""
    word = _word_at(mb, at, card)
    return word.store(word.load() ^ _bit_of(card))


def each_in_heap(mb: ModuleBuilder, fn: Fn, at: Term, body: Body) -> Instructions:
    """`for x in heap: body(x)`, by number, with the body emitted once.

    base = 0
    until base == 64 * words:
        left = memory[at]
        until left is 0: x = the lowest bit of left + base; remove that bit; body(x)
        at += 8;  base += 64
    """
    words = mb.compact.words
    here, base, left, x = fn.local(), fn.local(I64), fn.local(I64), fn.local(I64)
    number = left.trailing_zeros()
    turn = x.set(number + base if words > 1 else number) + left.set(left & (left - 1)) + body(x)
    cards = left.set(here.load()) + loop_until(left.eq(0), do=turn)
    if words <= 1:
        return here.set(at) + (cards if words else NOTHING)
    each = loop_until(base.eq(WORD * words), do=cards + here.up(CELL) + base.up(WORD))
    return here.set(at) + base.set(0) + each


def each_kind_in_heap(mb: ModuleBuilder, fn: Fn, at: Term, among: tuple[int, ...] | None, body: Body) -> Instructions:
    """`for x in heap: body(x)`, but of cards that are the same to the rules only the first, and only those in `among`.

    left = the words of the heap, & those of `among`, and of those only the first of each kind (`keep_firsts`)
    until all of left are 0: x = the lowest bit of the first that is not 0;  remove it;  body(x)
    """
    words = mb.compact.words
    if not 0 < words <= HELD:
        return _firsts_only(mb, fn, at, among, body)
    here = fn.local()
    left = {word: fn.local(I64) for word in range(words) if among is None or among[word]}
    if not left:
        return at.drop()
    start = here.set(at)
    for word, var in left.items():
        cards = here.load(CELL * word)
        start += var.set(cards if among is None or among[word] == -1 else cards & among[word])
    start += keep_firsts(mb, left)
    return start + each_left(fn, left, body)


def each_left(fn: Fn, left: dict[int, Var], body: Body) -> Instructions:
    """`for x in left: body(x)`, for these words of a set; each card is removed."""
    x, remove = fn.local(I64), NOTHING
    *before, last = left
    lowest = left[last].trailing_zeros() + WORD * last if last else left[last].trailing_zeros()
    some: Term = left[last]
    for word in reversed(before):
        some = some | left[word]
        lowest = select(left[word].trailing_zeros() + WORD * word, lowest, left[word].ne(0))
    for word in reversed(left):
        var, earlier = left[word], [left[one] for one in before if one < word]
        rest: Term = var & (var - 1)
        for one in earlier:
            rest = select(rest, var, one.eq(0))
        remove += var.set(rest)
    return loop_until(some.eq(0), do=x.set(lowest) + remove + body(x))


def each_among(fn: Fn, at: Term, among: Sequence[Term], body: Body) -> Instructions:
    """`for x in heap: body(x)`, but only of the cards of a set, given by its words."""
    here, left = fn.local(), {word: fn.local(I64) for word in range(len(among))}
    start = sequence(var.set(here.load(CELL * word) & among[word]) for word, var in left.items())
    return here.set(at) + start + each_left(fn, left, body)


def keep_firsts(mb: ModuleBuilder, left: dict[int, Var]) -> Instructions:
    """Of cards that are the same to the rules, leave only the first in these words of a set.

    Such cards are neighbours, so each kind is a field of bits. With the lowest bits of all fields in `low` and the
    highest in `high`, `(x | high) - low` does not borrow across fields and takes one from each: what is 1 in x and 0
    then is the lowest 1 of its field. A field may go on in the next word: there it counts only if it had none before.

        x            01 0110 100        three fields
        x | high     11 1110 100
        … - low      10 1101 011
        x & not …    01 0010 100
    """
    if not any(mb.code.has_twins):
        return NOTHING
    keys, code = told_apart_by(mb), NOTHING
    for word in sorted(left, reverse=True):
        first, end = WORD * word, min(WORD * (word + 1), len(keys))
        low = frozenset(card for card in range(first, end) if card == first or keys[card] != keys[card - 1])
        high = frozenset(card for card in range(first, end) if card + 1 == end or keys[card] != keys[card + 1])
        var = left[word]
        lows, highs = (mb.compact.set_of(cards)[word] for cards in (low, high))
        code += var.set(var & (((var | highs) - lows) ^ -1))
        same = mb.compact.set_of(frozenset(card for card, key in enumerate(keys) if key == keys[first]))
        for earlier in range(word):
            if same[earlier] and earlier in left:
                met = (left[earlier] & same[earlier]).ne(0)
                code += var.set(var & select(long(~same[word]), long(-1), met))
    return code


def _firsts_only(mb: ModuleBuilder, fn: Fn, at: Term, among: tuple[int, ...] | None, body: Body) -> Instructions:
    """The same for a heap of many words: card by card, in the order of their kinds.

    last = 0
    for x in heap: if the key of x + 1 != last: last = that; if x is in `among`: body(x)
    """
    last, key = fn.local(I64), fn.local(I64)

    def first(x: Var) -> Instructions:
        act = body(x)
        if among is not None:
            passes = mb.lookup([among[card // WORD] >> card % WORD & 1 for card in range(mb.compact.cards)], x)
            act = if_(passes.wrap(), act)
        return key.set(mb.lookup(told_apart_by(mb), x) + 1) + if_(key.ne(last), last.set(key) + act)

    return last.set(0) + each_in_heap(mb, fn, at, first)


def told_apart_by(mb: ModuleBuilder) -> list[int]:
    """For each card what it is told apart by: its kind, where another card is the same to the rules, else itself."""
    kinds = len(mb.layout.kinds)
    return [mb.layout.kind_of[card] if twin else kinds + card for card, twin in enumerate(mb.code.has_twins)]


def meets(mb: ModuleBuilder, fn: Fn, at: Term, cards: tuple[int, ...]) -> Term:
    """Whether a heap has one of these cards (a set that is known before the play): 32 bits."""
    here = fn.local()
    found: Term | None = None
    for word, bits in enumerate(cards):
        if bits:
            part = here.load(CELL * word) & bits
            found = part if found is None else found | part
    return const(0) if found is None else after(here.set(at), found.ne(0))


# Either form ------------------------------------------------------------------------------


def each_card(mb: ModuleBuilder, fn: Fn, at: Term, form: Form, body: Body) -> Instructions:
    """`for x in zone: body(x)`, for a zone of a known form."""
    return each_in_heap(mb, fn, at, body) if form == "heap" else each_in_row(mb, fn, at, body)


def cards_of(mb: ModuleBuilder, form: Form) -> Fn:
    """`cards_of(at)`: the cards of a zone as a new list."""

    def emit(fn: Fn) -> Instructions:
        at, to, out = fn.param(0), fn.local(), fn.local()
        start = out.set(mb.new_list.call(many_in(mb, form, at))) + to.set(out)
        return start + each_card(mb, fn, at, form, lambda x: to.up(CELL) + to.store(x)) + out.code

    return mb.helper(("cards_of", form), (I32,), I32, emit)


def cards_in(mb: ModuleBuilder) -> Fn:
    """`cards_in(zone)`: the cards of a zone of any form, given by its number, as a new list; none of none."""

    def emit(fn: Fn) -> Instructions:
        zone, at = fn.param(0), fn.local()
        heap = if_(zone.ne(NONE), if_(mb.is_heap(zone), give(cards_of(mb, "heap").call(at))))
        return at.set(mb.address_of(zone)) + heap + cards_of(mb, "row").call(at).code

    return mb.helper("cards_in", (I64,), I32, emit)


def first_in_row(mb: ModuleBuilder, at: Term) -> Term:
    """The card on top of a row; none of an empty one. Behind the count there is always something to read."""
    return select(card_at(mb, at, COUNT).wide(), long(NONE), in_row(at))


def first_card(mb: ModuleBuilder, form: Form) -> Fn:
    """`first_card(at)`: the card on top of a zone, or the one with the lowest number; none of an empty zone."""

    def emit(fn: Fn) -> Instructions:
        at, word = fn.param(0), fn.local()
        if form == "row":
            return first_in_row(mb, at).code
        bits = (at + (word << 3)).load()
        seek = loop_until(bits.ne(0), do=word.up())
        found = bits.trailing_zeros() + (word << 6).wide()
        return if_(is_empty(mb, form, at), give(long(NONE))) + seek + found.code

    return mb.helper(("first_card", form), (I32,), I64, emit)


def lowest_card(mb: ModuleBuilder, at: Term) -> Term:
    """The card with the lowest number in a heap of one or two words that is not empty, without a jump."""
    low = at.load()
    first = low.trailing_zeros()
    return first if mb.compact.words == 1 else select(first, at.load(CELL).trailing_zeros() + WORD, low.ne(0))


def last_card(mb: ModuleBuilder, form: Form) -> Fn:
    """`last_card(at)`: the card at the bottom of a zone, or the one with the highest number; none of an empty zone."""

    def emit(fn: Fn) -> Instructions:
        at, word = fn.param(0), fn.local()
        if form == "row":
            last = card_at(mb, end_of(mb, at) - mb.compact.card_bytes)
            return if_(is_empty(mb, form, at), give(long(NONE))) + last.wide().code
        bits = (at + (word << 3) - CELL).load()
        seek = word.set(mb.compact.words) + loop_until(bits.ne(0), do=word.up(-1))
        found = bits.highest_bit() + ((word - 1) << 6).wide()
        return if_(is_empty(mb, form, at), give(long(NONE))) + seek + found.code

    return mb.helper(("last_card", form), (I32,), I64, emit)


def empty_heap(mb: ModuleBuilder, at: Term) -> Instructions:
    """A heap without cards."""
    words = mb.compact.words
    if words > FEW:
        return clear(at, CELL * words)
    code = NOTHING
    for word in range(words):
        code += at.store(0, CELL * word)
    return code
