"""Idiom recognition: effects on many cards that become one operation on sets, where nobody looks.

    for p in players: move p.hand to pile
    move discards to pile                     every card lies in one of these zones, or in the pile
    shuffle pile

Whatever lay where, the pile then has all cards in one bag, which lie in it by their numbers. So nothing is moved: what
is known is stored, and the other zones are emptied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT, NO_BYTE
from ...engines.program.layout import CardCell, ZoneCell
from ...engines.program.nodes import AskBlock, AskChoice, Block, Expr, Program, Slot, Stmt
from ...engines.program.traversal import targets, zone_of
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder import zones as zone_code
from ..builder.function_builder import FunctionBuilder, Lying
from ..builder.module_builder import ModuleBuilder
from ..cards.transfer import check_capacity, forget_bag, remember_bag
from ..cards.zone_operations import lay_some, pour_some, reseed
from ..passes.rewriting import rewrite
from ..values.set_algebra import WIDEST, passing_cards
from ..wasm.module import Fn
from ..wasm.statements import if_, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, const, long, select, total

LONGEST = 128
"""Decks of more cards than this are gathered card by card."""

GatheredDeck = tuple[tuple[int, ...], str, int]
"""The zones whose cards go to another, the name of that, and the steps."""


@rewrite("gather_deck", "a deck that is gathered and shuffled is stored at once", (0, NOTHING))
def gather_deck(fb: FunctionBuilder, body: Sequence[Stmt]) -> tuple[int, Instructions]:
    """How many of the first effects of a body gather a deck and shuffle it (0: none), and the code for them."""
    mb = fb.mb
    first = _gathered_deck(fb, body[0])
    if first is None or mb.watched or len(mb.layout.families[first[1]]) != 1:
        return 0, NOTHING
    pile = mb.layout.zones[mb.layout.families[first[1]][0]]
    met, steps = {pile.number}, 0
    for many, stmt in enumerate(body, start=1):
        if isinstance(stmt, ir.ShuffleZone):
            wanted = {zone.number for zone in mb.layout.zones if zone.deck == pile.deck}
            same = isinstance(stmt.zone, ir.ZoneOf) and stmt.zone.name == first[1]
            if not same or met != wanted or not _has_room(fb, pile):
                break
            return many, _store(fb, pile, sorted(wanted - {pile.number})) + fb.spend(steps)
        found = _gathered_deck(fb, stmt)
        if found is None or found[1] != first[1] or pile.number in found[0]:
            break
        met, steps = met | set(found[0]), steps + found[2]
    return 0, NOTHING


def _gathered_deck(fb: FunctionBuilder, stmt: Stmt, owner: ir.Local | None = None) -> GatheredDeck | None:
    """All cards of a zone, or of the zones of all players, go to another zone."""
    match stmt:
        case ir.MoveAll(ir.ZoneOf(source, whose), ir.ZoneOf(target, None)):
            mine = isinstance(whose, ir.Local) and owner is not None and whose.number == owner.number
            alone = whose is None and owner is None
            return (tuple(fb.mb.layout.families[source]), target, 0) if mine or alone else None
        case ir.ForEach(local, ir.Const(tuple() as owners), (ir.MoveAll() as inner,)) if owner is None:
            found = _gathered_deck(fb, inner, local)
            everybody = found is not None and len(set(owners)) == len(owners) == len(found[0])
            return (found[0], found[1], len(owners)) if found is not None and everybody else None
        case _:
            return None


def _has_room(fb: FunctionBuilder, pile: ZoneCell) -> bool:
    """Whether a pile has an order, and room for its deck, whose cards are not many and have consecutive numbers."""
    mb, cards = fb.mb, fb.mb.layout.decks[pile.deck]
    together = list(cards) == list(range(cards[0], cards[0] + len(cards))) if cards else False
    most = min(pile.capacity, pile.limit or pile.capacity, mb.compact.room(pile))
    return not mb.code.heap[pile.number] and together and CELL <= len(cards) <= min(LONGEST, most)


def _store(fb: FunctionBuilder, pile: ZoneCell, others: Sequence[int]) -> Instructions:
    """The pile has all cards of its deck in one bag, and the other zones have none.

    the cards of the pile = those of the deck;  their places = the pile;  their words = joined, but 0 for the first
    the source of chance of the pile begins anew;  first = 0;  many = all
    """
    mb, cards = fb.mb, fb.mb.layout.decks[pile.deck]
    compact, state, many = mb.compact, mb.memory.state, len(cards)
    at, zone = const(mb.addresses[pile.number]), const(pile.number)
    valid = -1
    for number in (pile.number, *others):
        valid &= mb.keeper.zones[number]
    code = NOTHING if valid == -1 else mb.keeper.moved(long(valid))
    code += at.store_few(COUNT, const(many)) + _row(mb.addresses[pile.number] + COUNT, cards, compact.card_bytes)
    first, per_place, per_word = cards[0], compact.place_bytes, compact.word_bytes
    code += _row(state + compact.places + first * per_place, [pile.number] * many, per_place)
    code += _row(state + compact.knowledge + first * per_word, [0] + [compact.bag] * (many - 1), per_word)
    for number in others:
        there = const(mb.addresses[number])
        code += zone_code.empty_heap(mb, there) if mb.code.heap[number] else there.store_few(COUNT, const(0))
        code += NOTHING if mb.code.heap[number] else forget_bag(const(number))
    return code + reseed(mb, zone) + remember_bag(zone, const(many))


def _row(address: int, numbers: Sequence[int], width: int) -> Instructions:
    """Store numbers of so many bytes one behind the other, 8 bytes at a time; the last of these overlap."""
    raw = bytes(byte for number in numbers for byte in number.to_bytes(width, "little"))
    places = [*range(0, len(raw) - CELL, CELL), len(raw) - CELL]
    words = (int.from_bytes(raw[place : place + CELL], "little") for place in places)
    return sequence(const(address + place).store(long(word)) for place, word in zip(places, words, strict=True))


# Cards of a heap go to a pile that is shuffled then, where nobody looks.
#
#     move [c for c in box if c.worth > 3] to pile
#     shuffle pile
#
# In what order they came does not matter: the pile has all of them in one bag, which lie in it by their numbers. So
# they are laid once, as a set.


@rewrite("shuffle_in", "piles are shuffled in at once", (0, NOTHING))
def shuffle_in(fb: FunctionBuilder, body: Sequence[Stmt]) -> tuple[int, Instructions]:
    """How many of the first effects of a body do so (0: none), and the code for them."""
    mb, some = fb.mb, None
    if mb.watched or not 0 < mb.compact.words <= WIDEST:
        return 0, NOTHING
    match body[:2]:
        case (ir.MoveCards(zone=ir.ZoneOf(name, None)) as move, ir.ShuffleZone(ir.ZoneOf(pile, None))) if name == pile:
            some = some_of(fb, move.cards) if move.by is None and move.at != "position" else None
        case (ir.MoveAll(source, ir.ZoneOf(name, None)), ir.ShuffleZone(ir.ZoneOf(pile, None))) if name == pile:
            zone = zone_code.whole_zone(mb, ir.Apply("cards_of", (source,), source.type, source.span))
            some = SomeCards(source, None, NOTHING) if zone is not None and zone[1] == "heap" else None
    if some is None or mb.facts.may_be_none(some.heap, fb.known()):
        return 0, NOTHING
    number, at = mb.layout.families[name][0], fb.fn.local()
    if mb.code.heap[number]:
        return 0, NOTHING
    code = some.before + at.set(zone_code.zone_address(fb, some.heap))
    words: list[Term] = [at.load(CELL * word) for word in range(mb.compact.words)]
    if some.words is not None:
        words = [one & other for one, other in zip(words, some.words, strict=True)]
    return 2, code + _lay_in(mb, zone_code.candidates(mb, some.heap), number).run(at, *words)


def _lay_in(mb: ModuleBuilder, sources: Sequence[int], pile: int) -> Fn:
    """`lay_in(at, set)`: these cards of the heap there, one of `sources`, go to a pile, which is shuffled then.

    the source has the set no longer;  for x in the pile: add x to the set
    trap if the pile cannot hold so many
    for x in set: lay x into the pile, behind those before;  place of x = the pile;  word of x = joined, 0 for the first
    the source of chance of the pile begins anew;  first = 0;  many = all
    """

    def emit(fn: Fn) -> Instructions:
        source, zone, at, spare = fn.param(0), const(pile), fn.local(), fn.local()
        words = [fn.param(1 + word) for word in range(mb.compact.words)]
        left = {n: fn.local(I64) for n in range(len(words))}
        n, place, flag = fn.local(), fn.local(), fn.local(I64)
        many = total(var.bit_count() for var in left.values()).wrap()
        valid = mb.keeper.zones[pile]
        for number in sources:
            valid &= mb.keeper.zones[number]

        def one(x: Var) -> Instructions:
            known = mb.set_place(x, zone) + mb.set_word(x, flag) + flag.set(mb.compact.bag)
            return zone_code.lay_card(mb, place, x.wrap()) + place.up(mb.compact.card_bytes) + known

        return (
            at.set(mb.addresses[pile])
            + spare.set(mb.memory.spare)
            + zone_code.empty_heap(mb, spare)
            + zone_code.each_in_row(mb, fn, at, lambda x: zone_code.add_to_heap(mb, spare, x))
            + sequence(source.store(source.load(CELL * k) ^ word, CELL * k) for k, word in enumerate(words))
            + sequence(left[k].set(spare.load(CELL * k) | word) for k, word in enumerate(words))
            + n.set(many)
            + check_capacity(mb, zone, n, (pile,))
            + (NOTHING if valid == -1 else mb.keeper.moved(long(valid)))
            + reseed(mb, zone)
            + place.set(at + COUNT)
            + flag.set(0)
            + zone_code.each_remaining(fn, left, one)
            + at.store_few(COUNT, n)
            + remember_bag(zone, n)
        )

    return mb.helper(("lay_in", tuple(sources), pile), (I32, *[I64] * mb.compact.words), None, emit)


# Moving some of a heap's cards at once, where nobody looks: what is moved is a set, worked out as such.
#
# move me.hand except c to me.discard            all but the bit of c
# move [c for c in me.hand if …] to spent        those that pass a test that is algebra (`values.set_algebra`)


@dataclass(frozen=True, slots=True)
class SomeCards:
    """Some cards of a heap: those that are in all of these words, which `before` works out."""

    heap: Expr
    words: Sequence[Term] | None
    before: Instructions


@rewrite("move_as_set", "cards are moved as a set")
def move_as_set(fb: FunctionBuilder, stmt: ir.MoveCards) -> Instructions | None:
    """Move cards as a set; None if they are no set of a heap's cards, or if it is not known how they lie where they go.

    set = the cards;  zone = where they go
    if neither zone is none, and they are not the same: pour_some(…), or to a row lay_some(…)
    """
    mb = fb.mb
    if mb.watched or stmt.by is not None or not 0 < mb.compact.words <= WIDEST:
        return None
    pouring = _pouring(mb, stmt)
    some = some_of(fb, stmt.cards)
    if pouring is None or some is None:
        return None
    source, at, from_there = zone_code.place_of_zone(fb, some.heap)
    target, to, there = zone_code.place_of_zone(fb, stmt.zone)
    cards = [at.load(CELL * word) for word in range(mb.compact.words)]
    if some.words is not None:
        cards = [one & other for one, other in zip(cards, some.words, strict=True)]
    kept = [fb.fn.local(I64) for _ in cards]
    code = from_there + some.before + sequence(var.set(card) for var, card in zip(kept, cards, strict=True)) + there
    run = pouring.run(source.wrap(), target.wrap(), at, to, *kept)
    for zone, term in ((some.heap, source), (stmt.zone, target)):
        if mb.facts.may_be_none(zone, fb.known()):
            run = if_(term.ne(NONE), run)
    return code + run


def _pouring(mb: ModuleBuilder, stmt: ir.MoveCards) -> Fn | None:
    """The function that moves a set to a zone like this; None where the orders of zones differ, or a place is given."""
    among = zone_code.candidates(mb, stmt.zone)
    orders = {mb.layout.zones[one].order for one in among}
    if orders == {"heap"}:
        return pour_some(mb)
    if len(orders) > 1 or stmt.at == "position":
        return None
    return lay_some(mb, among, top=stmt.at == "top" or (stmt.at == "" and orders == {"stack"}))


def some_of(fb: FunctionBuilder, cards: Expr) -> SomeCards | None:
    """Cards as a set of a heap's; None for others."""
    match cards:
        case ir.Apply("without", (whole, ir.ListOf(items))):
            zone = zone_code.whole_zone(fb.mb, whole)
            return None if zone is None or zone[1] != "heap" else _without(fb, zone[0], items)
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            zone = zone_code.whole_zone(fb.mb, loop.source)
            if zone is None or zone[1] != "heap":
                return None
            spent = fb.spend(zone_code.in_heap(fb.mb, zone_code.zone_address(fb, zone[0])))
            if loop.test is None:
                return SomeCards(zone[0], None, spent)
            found = passing_cards(fb, loop)
            return None if found is None else SomeCards(zone[0], found.words, spent + found.before)
        case _:
            return None


def _without(fb: FunctionBuilder, heap: Expr, items: Sequence[Expr]) -> SomeCards:
    """All cards of a heap but these, of which some may be none. It takes the steps of `except`."""
    words, before = range(fb.mb.compact.words), NOTHING
    left: list[Term] = [long(-1) for _ in words]
    for item in items:
        card, code = fb.reusable(fb.number(item))
        before += code
        for word in words:
            here = card.ne(NONE) if len(words) == 1 else (card >> 6).eq(word)
            left[word] = left[word] & (select(long(1) << card, long(0), here) ^ -1)
    vars = [fb.fn.local(I64) for _ in words]
    before += sequence(var.set(one) for var, one in zip(vars, left, strict=True))
    return SomeCards(heap, vars, before + fb.spend(zone_code.in_heap(fb.mb, zone_code.zone_address(fb, heap))))


# Giving all cards of a deck the same value at once, where loops through all of its zones say so.
#
#     for c in pile: c.used = false
#     for p in players: for c in p.hand: c.used = false        every card lies in one of these zones
#
# A variable of a card that takes a byte is then a row of equal bytes, stored eight at a time.

DeckReset = tuple[ir.SetCardVariable, tuple[int, ...], int]
"""What is done with each card, the zones whose cards these are, and the steps besides one for each card."""


@rewrite("reset_deck", "marks are taken from a deck at once", (0, NOTHING))
def reset_deck(fb: FunctionBuilder, body: Sequence[Stmt]) -> tuple[int, Instructions]:
    """How many of the first effects of a body give all cards of a deck one value (0: none), and the code for them."""
    first = _reset(fb, body[0])
    if first is None or fb.mb.watched:
        return 0, NOTHING
    change, met, steps = first[0], set(first[1]), first[2]
    cell = fb.mb.layout.card_variables[change.name]
    zones = {zone.number for zone in fb.mb.layout.zones if zone.deck == cell.deck}
    many = 1
    while not zones <= met:
        following = _reset(fb, body[many]) if many < len(body) else None
        if following is None or not _is_same(change, following[0]) or met & set(following[1]):
            return 0, NOTHING
        met, steps, many = met | set(following[1]), steps + following[2], many + 1
    code = _fill(fb, cell, change)
    if code is None:
        return 0, NOTHING
    steps += len(fb.mb.layout.decks[cell.deck])
    return many, code + fb.mb.keeper.set_variable(change.name) + fb.spend(steps)


def _is_same(one: ir.SetCardVariable, other: ir.SetCardVariable) -> bool:
    values = [change.value.value for change in (one, other) if isinstance(change.value, ir.Const)]
    return one.name == other.name and values[0] == values[1]


def _reset(fb: FunctionBuilder, stmt: Stmt, owner: ir.Local | None = None) -> DeckReset | None:
    """A loop through a zone, or through the zones of all players, that gives each card there a value that is known."""
    match stmt:
        case ir.ForEach(local, ir.Apply("cards_of", (ir.ZoneOf(name, whose),)), (ir.SetCardVariable() as change,)):
            if not isinstance(change.card, ir.Local) or change.card.number != local.number:
                return None
            if not isinstance(change.value, ir.Const) or not isinstance(change.value.value, int):
                return None
            mine = isinstance(whose, ir.Local) and owner is not None and whose.number == owner.number
            alone = whose is None and owner is None
            return (change, tuple(fb.mb.layout.families[name]), 0) if mine or alone else None
        case ir.ForEach(local, ir.Const(tuple() as owners), (ir.ForEach() as inner,)) if owner is None:
            found = _reset(fb, inner, local)
            everybody = found is not None and len(set(owners)) == len(owners) == len(found[1])
            return (found[0], found[1], len(owners)) if found is not None and everybody else None
        case _:
            return None


def _fill(fb: FunctionBuilder, cell: CardCell, change: ir.SetCardVariable) -> Instructions | None:
    """Store the bytes of all cards of a deck; None if they are no bytes, or do not lie together."""
    mb, cards = fb.mb, fb.mb.layout.decks[cell.deck]
    assert isinstance(change.value, ir.Const) and isinstance(change.value.value, int)
    value = change.value.value
    together = list(cards) == list(range(cards[0], cards[0] + len(cards))) if cards else False
    if mb.compact.in_byte(cell.address) is None or not together or not CELL <= len(cards) <= LONGEST:
        return None
    if value != NONE and not cell.low <= value <= cell.high:
        return None
    return _row(mb.number_at(cell.address) + cards[0], [NO_BYTE if value == NONE else value] * len(cards), 1)


# Passing on a card from the heap in which it was just chosen: it is known where it lies, so nobody looks it up.
#
#     take: {choose: {c: heap}, do: move c to me.hand}       the heap loses the bit of c, my hand has it then
#
# This holds for the first effect of a move, before anything else has changed.


def chosen_in(program: Program) -> dict[int, Lying]:
    """For each block that plays a move: the slots of its cards, with the zone in which each was chosen. No card is none
    there, though in a slot where secret choices are revealed it may be elsewhere."""
    found: dict[int, Lying] = {}
    ways = Counter(to for block in program.blocks for to in targets(block.end))
    for block in program.blocks:
        if isinstance(block.end, AskBlock) and block.end.secret is None:
            for choice in block.end.choices:
                if ways[choice.then] == 1:
                    found[choice.then] = dict(_chosen(choice, program.blocks[choice.then]))
    return found


def _chosen(choice: AskChoice, played: Block) -> Iterator[tuple[tuple[str, int], ir.ZoneOf]]:
    alive = {slot.address for slot in played.live if isinstance(slot, Slot)}
    for parameter in choice.parameters:
        zone = zone_of(parameter.source) if parameter.how == "one" else None
        if zone is not None and isinstance(parameter.slot, Slot):
            owner = zone.owner
            if owner is None or isinstance(owner, ir.Const) or (isinstance(owner, Slot) and owner.address in alive):
                yield ("slot", parameter.slot.address), zone


@rewrite("forward_card", "a chosen card is moved from the zone where it was chosen")
def forward_card(fb: FunctionBuilder, stmt: ir.MoveCards) -> Instructions | None:
    """Move a card from one heap to another; None where it is not known from which, or somebody looks.

    the source has the card no longer;  trap if the target cannot hold one more
    the target has it;  place of card = the target
    """
    mb = fb.mb
    match stmt.cards:
        case ir.ListOf((card,)):
            source = fb.lies(card)
        case _:
            return None
    if source is None or mb.asks or stmt.by is not None or stmt.at == "position":
        return None
    heaps = zone_code.form_of(mb, source) == zone_code.form_of(mb, stmt.zone) == "heap"
    if not heaps or mb.facts.may_be_none(stmt.zone, fb.known()):
        return None
    x, code = fb.reusable(fb.number(card))
    at, (target, to, there) = fb.fn.local(), zone_code.place_of_zone(fb, stmt.zone)
    sources, among = zone_code.candidates(mb, source), zone_code.candidates(mb, stmt.zone)
    number, before = fb.reusable(fb.number(source))
    return (
        code
        + before
        + at.set(zone_code.zone_address(fb, source))
        + there
        + mb.touch_both(number, target, sources, among)
        + zone_code.take_from_heap(mb, at, x)
        + check_capacity(mb, target, zone_code.in_heap(mb, to) + 1, among)
        + zone_code.add_to_heap(mb, to, x)
        + mb.set_place(x, target)
    )
