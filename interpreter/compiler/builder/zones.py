"""Zones in memory: rows of cards, and heaps, which are bit sets; their addresses, sizes and loops over them.

`at` is the address of a zone. There the words of a heap begin, which has as many cards as bits of them are set; or
the number of cards of a row, which begin at `at + COUNT`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT, WORD
from ...engines.program.nodes import Expr
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..wasm.module import Fn
from ..wasm.statements import clear, do_while, give, if_, loop_until, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, after, const, either, long, select, total
from .function_builder import FunctionBuilder
from .module_builder import ModuleBuilder, Zones, helper


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


def _bit_of(card: Term) -> Term:
    return long(1) << card.wide()


def _word_at(mb: ModuleBuilder, at: Term, card: Term) -> Term:
    # The address of the word of a heap in which a card is.
    return at if mb.compact.words == 1 else (at + ((card.wrap() >> 6) << 3))


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
    return start + each_remaining(fn, left, body)


def each_remaining(fn: Fn, left: dict[int, Var], body: Body) -> Instructions:
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
    return here.set(at) + start + each_remaining(fn, left, body)


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
    keys, code = distinguishing_numbers(mb), NOTHING
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
        return key.set(mb.lookup(distinguishing_numbers(mb), x) + 1) + if_(key.ne(last), last.set(key) + act)

    return last.set(0) + each_in_heap(mb, fn, at, first)


def distinguishing_numbers(mb: ModuleBuilder) -> list[int]:
    """For each card what it is told apart by: its kind, where another card is the same to the rules, else itself."""
    kinds = len(mb.layout.kinds)
    return [mb.layout.kind_of[card] if twin else kinds + card for card, twin in enumerate(mb.code.has_twins)]


def meets(mb: ModuleBuilder, fn: Fn, at: Term, cards: tuple[int, ...]) -> Term:
    """Whether a heap has one of these cards (a set that is known before the play): 32 bits."""
    here = fn.local()
    found = [here.load(CELL * word) & bits for word, bits in enumerate(cards) if bits]
    return after(here.set(at), either(found).ne(0)) if found else const(0)


# Either form ------------------------------------------------------------------------------


def each_card(mb: ModuleBuilder, fn: Fn, at: Term, form: Form, body: Body) -> Instructions:
    """`for x in zone: body(x)`, for a zone of a known form."""
    return each_in_heap(mb, fn, at, body) if form == "heap" else each_in_row(mb, fn, at, body)


@helper("cards_of", (I32,), I32)
def cards_of(mb: ModuleBuilder, fn: Fn, form: Form) -> Instructions:
    """`cards_of(at)`: the cards of a zone as a new list."""
    at, to, out = fn.param(0), fn.local(), fn.local()
    start = out.set(mb.new_list.call(many_in(mb, form, at))) + to.set(out)
    return start + each_card(mb, fn, at, form, lambda x: to.up(CELL) + to.store(x)) + out.code


@helper("cards_in", (I64,), I32)
def cards_in(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`cards_in(zone)`: the cards of a zone of any form, given by its number, as a new list; none of none."""
    zone, at = fn.param(0), fn.local()
    heap = if_(zone.ne(NONE), if_(mb.is_heap(zone), give(cards_of(mb, "heap").call(at))))
    return at.set(mb.address_of(zone)) + heap + cards_of(mb, "row").call(at).code


def first_in_row(mb: ModuleBuilder, at: Term) -> Term:
    """The card on top of a row; none of an empty one. Behind the count there is always something to read."""
    return select(card_at(mb, at, COUNT).wide(), long(NONE), in_row(at))


@helper("first_card", (I32,), I64)
def first_card(mb: ModuleBuilder, fn: Fn, form: Form) -> Instructions:
    """`first_card(at)`: the card on top of a zone, or the one with the lowest number; none of an empty zone."""
    at, word = fn.param(0), fn.local()
    if form == "row":
        return first_in_row(mb, at).code
    bits = (at + (word << 3)).load()
    seek = loop_until(bits.ne(0), do=word.up())
    found = bits.trailing_zeros() + (word << 6).wide()
    return if_(is_empty(mb, form, at), give(long(NONE))) + seek + found.code


def lowest_card(mb: ModuleBuilder, at: Term) -> Term:
    """The card with the lowest number in a heap of one or two words that is not empty, without a jump."""
    low = at.load()
    first = low.trailing_zeros()
    return first if mb.compact.words == 1 else select(first, at.load(CELL).trailing_zeros() + WORD, low.ne(0))


@helper("last_card", (I32,), I64)
def last_card(mb: ModuleBuilder, fn: Fn, form: Form) -> Instructions:
    """`last_card(at)`: the card at the bottom of a zone, or the one with the highest number; none of an empty zone."""
    at, word = fn.param(0), fn.local()
    if form == "row":
        last = card_at(mb, end_of(mb, at) - mb.compact.card_bytes)
        return if_(is_empty(mb, form, at), give(long(NONE))) + last.wide().code
    bits = (at + (word << 3) - CELL).load()
    seek = word.set(mb.compact.words) + loop_until(bits.ne(0), do=word.up(-1))
    found = bits.highest_bit() + ((word - 1) << 6).wide()
    return if_(is_empty(mb, form, at), give(long(NONE))) + seek + found.code


def empty_heap(mb: ModuleBuilder, at: Term) -> Instructions:
    """A heap without cards."""
    words = mb.compact.words
    if words > FEW:
        return clear(at, CELL * words)
    code = NOTHING
    for word in range(words):
        code += at.store(0, CELL * word)
    return code


# Rows of cards as they lie in memory: a byte or two a card, from the top.
#
# `at` is the address of a row, where the number of its cards lies; they begin at `at + COUNT`.

Body = Callable[[Var], Instructions]
"""What is done with a card (64 bits)."""

LANES = 16
"""So many bytes are compared at once."""


def card_at(mb: ModuleBuilder, address: Term, offset: int = 0) -> Term:
    """The card at an address within a row: 32 bits."""
    return address.load_few(mb.compact.card_bytes, offset)


def lay_card(mb: ModuleBuilder, address: Term, card: Term) -> Instructions:
    """A card goes to an address within a row."""
    return address.store_few(mb.compact.card_bytes, card)


def row_bytes(mb: ModuleBuilder, cards: Term) -> Term:
    """The bytes of so many cards in a row."""
    return cards if mb.compact.card_bytes == 1 else cards << 1


def end_of(mb: ModuleBuilder, at: Term) -> Term:
    """The address behind the last card of a row."""
    return at + row_bytes(mb, in_row(at)) + COUNT


def each_in_row(mb: ModuleBuilder, fn: Fn, at: Term, body: Body) -> Instructions:
    """`for x in row: body(x)`, from the top."""
    here, end, x = fn.local(), fn.local(), fn.local(I64)
    turn = x.set(card_at(mb, here).wide()) + body(x) + here.up(mb.compact.card_bytes)
    start = here.set(at) + end.set(end_of(mb, here)) + here.up(COUNT)
    return start + do_while(skip=here.eq(end), do=turn, again=here.ne(end))


def place_in_row(mb: ModuleBuilder, among: Zones, at: Term, card: Term) -> Term | None:
    """The place, from 0, of a card in the row where it is, one of these, without a loop; None for long rows."""
    longest = max((mb.layout.zones[one].capacity for one in among if not mb.code.heap[one]), default=0)
    if mb.compact.card_bytes != 1 or longest > LANES:
        return None
    return at.bytes_that_are(card, COUNT).trailing_zeros32()


def shift_up(mb: ModuleBuilder, fn: Fn, place: Var, end: Term) -> Instructions:
    """Move all cards behind `place`, up to `end`, one towards it, sixteen bytes at a time.

    What lies behind the end is none of the row's, so it is put back.

    place             end            place             end
    │ a │ b │ c │ d │ x      →       │ b │ c │ d │ ? │ x
    """
    keep, restore = _lanes_saved(fn, end)
    move = place.move16(place, mb.compact.card_bytes, 0) + place.up(2 * CELL)
    return keep + loop_until(place.op("geu", end), do=move) + restore


def _lanes_saved(fn: Fn, at: Term) -> tuple[Instructions, Instructions]:
    """The code that notes the sixteen bytes at an address, and the one that puts them back."""
    low, high = fn.local(I64), fn.local(I64)
    return low.set(at.load()) + high.set(at.load(CELL)), at.store(low) + at.store(high, CELL)


def shift_up_evenly(mb: ModuleBuilder, at: Term, place: Var, turn: Var, end: Var) -> Instructions:
    """The same for a card at random, in as many turns wherever it lies: the processor foresees how many there are.

    What is left of them moves what lies behind all cards: behind a row from which chance draws there is slack.
    """
    step = mb.compact.card_bytes
    move = place.move16(place, step, 0) + place.up(2 * CELL)
    move += place.set(select(place, end, place.op("ltu", end))) + turn.up(2 * CELL)
    return turn.set(at + COUNT) + end.up(-step) + loop_until(turn.gtu(end), do=move)


def shift_down(mb: ModuleBuilder, fn: Fn, place: Var, end: Term) -> Instructions:
    """Move all cards from `place` to before `end` one away from it, sixteen bytes at a time.

    What is to be moved next is held in locals. What lies behind the last card is none of the row's, so it is put back.

    place             end            place             end
    │ a │ b │ c │ d │ ? │ x      →       │ a │ a │ b │ c │ d │ x
    """
    held, following = [fn.local(I64), fn.local(I64)], [fn.local(I64), fn.local(I64)]
    cells = (0, CELL)
    move = sequence(var.set(place.load(2 * CELL + at)) for var, at in zip(following, cells, strict=True))
    move += sequence(place.store(var, mb.compact.card_bytes + at) for var, at in zip(held, cells, strict=True))
    turn = move + sequence(var.set(new) for var, new in zip(held, following, strict=True)) + place.up(2 * CELL)
    start = sequence(var.set(place.load(at)) for var, at in zip(held, cells, strict=True))
    keep, restore = _lanes_saved(fn, end + mb.compact.card_bytes)
    return keep + start + loop_until(place.op("geu", end), do=turn) + restore


# How many cards lie in a zone: a row says it, the bits of a heap are counted (see `zones`).

Form = Literal["heap", "row"]
"""How a zone lies in memory."""

FORMS: tuple[Form, ...] = get_args(Form)

FEW = 4
"""Heaps of no more words than this are counted and emptied without a loop."""


def in_row(at: Term) -> Term:
    """How many cards lie in a row: 32 bits. A heap must not be asked: there is the set itself."""
    return at.load_few(COUNT)


def in_heap(mb: ModuleBuilder, at: Term) -> Term:
    """How many cards lie in a heap: 32 bits. The address is computed once for each word."""
    if mb.compact.words > FEW:
        return _count_heap(mb).call(at)
    return total(at.load(CELL * word).bit_count() for word in range(mb.compact.words)).wrap()


@helper("count_heap", (I32,), I32)
def _count_heap(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`count_heap(at)`: how many cards lie in a heap of many words."""
    at, many, end = fn.param(0), fn.local(I64), fn.local()
    turn = many.up(at.load().bit_count()) + at.up(CELL)
    return end.set(at + CELL * mb.compact.words) + loop_until(at.eq(end), do=turn) + many.wrap().code


def many_in(mb: ModuleBuilder, form: Form, at: Term) -> Term:
    """How many cards lie in a zone of a known form: 32 bits."""
    return in_heap(mb, at) if form == "heap" else in_row(at)


def is_empty(mb: ModuleBuilder, form: Form, at: Term) -> Term:
    """Whether no card lies in a zone of a known form."""
    if form == "row" or not 0 < mb.compact.words <= FEW:
        return many_in(mb, form, at).not_()
    return either(at.load(CELL * word) for word in range(mb.compact.words)).eq(0)


@helper("how_many", (I32, I32), I32)
def how_many(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`how_many(zone, at)`: how many cards lie in a zone of any form."""
    zone, at = fn.param(0), fn.param(1)
    return if_(mb.is_heap(zone), give(in_heap(mb, at))) + in_row(at).code


# Where a zone lies in memory.


def zone_address(fb: FunctionBuilder, node: Expr) -> Term:
    """The address of a zone; that of an empty zone for none.

    The zones of a family (one a player, say) usually lie one behind the other, all of one size: then the address is
    computed from the owner, without a table.
    """
    mb = fb.mb
    if not isinstance(node, ir.ZoneOf):
        return _by_number(fb, node)
    family = [mb.memory.state + mb.compact.zones[zone] for zone in mb.layout.families[node.name]]
    if node.owner is None:
        return const(family[0])
    if isinstance(node.owner, ir.Const) and isinstance(node.owner.value, int) and node.owner.value != NONE:
        return const(family[node.owner.value])
    size = family[1] - family[0] if len(family) > 1 else 0
    if any(at != family[0] + n * size for n, at in enumerate(family)):
        return _by_number(fb, node)
    owner, code = fb.reusable(fb.number(node.owner))
    found = owner.wrap() * size + family[0]
    if mb.facts.may_be_none(node.owner, fb.known()):
        found = select(found, const(mb.memory.nothing), owner.ne(NONE))
    return after(code, found)


def place_of_zone(fb: FunctionBuilder, node: Expr) -> tuple[Term, Var, Instructions]:
    """The number and the address of a zone, and the code that computes them; its steps are counted once."""
    number, code = fb.reusable(fb.number(node))
    at = fb.fn.local()
    free = isinstance(node, ir.ZoneOf) and fb.mb.facts.steps(node, fb.known()) == 0
    return number, at, code + at.set(zone_address(fb, node) if free else fb.mb.address_of(number))


def _by_number(fb: FunctionBuilder, node: Expr) -> Term:
    number, code = fb.reusable(fb.number(node))
    return after(code, fb.mb.address_of(number))
