"""Gathering all cards of a deck and shuffling them, where nobody looks.

    for p in players: move p.hand to pile
    move discards to pile                     every card lies in one of these zones, or in the pile
    shuffle pile

Whatever lay where, the pile then has all cards in one bag, which lie in it by their numbers. So nothing is moved: what
is known is stored, and the other zones are emptied.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....language.ir import nodes as ir
from ...program.compact import CELL, COUNT
from ...program.layout import ZoneCell
from ...program.nodes import Stmt
from ..building.function_builder import FunctionBuilder
from ..building.zones import empty_heap
from ..cards.cards import forget_bag, remember_bag
from ..cards.piles import begin_anew
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import const, long

LONGEST = 128
"""Decks of more cards than this are gathered card by card."""

Gathered = tuple[tuple[int, ...], str, int]
"""The zones whose cards go to another, the name of that, and the steps."""


def gather_at_once(fb: FunctionBuilder, body: Sequence[Stmt]) -> tuple[int, Instructions]:
    """How many of the first effects of a body gather a deck and shuffle it (0: none), and the code for them."""
    mb = fb.mb
    first = _gathered(fb, body[0])
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
        found = _gathered(fb, stmt)
        if found is None or found[1] != first[1] or pile.number in found[0]:
            break
        met, steps = met | set(found[0]), steps + found[2]
    return 0, NOTHING


def _gathered(fb: FunctionBuilder, stmt: Stmt, owner: ir.Local | None = None) -> Gathered | None:
    """All cards of a zone, or of the zones of all players, go to another zone."""
    match stmt:
        case ir.MoveAll(ir.ZoneOf(source, whose), ir.ZoneOf(target, None)):
            mine = isinstance(whose, ir.Local) and owner is not None and whose.number == owner.number
            alone = whose is None and owner is None
            return (tuple(fb.mb.layout.families[source]), target, 0) if mine or alone else None
        case ir.ForEach(local, ir.Const(tuple() as owners), (ir.MoveAll() as inner,)) if owner is None:
            found = _gathered(fb, inner, local)
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
        code += empty_heap(mb, there) if mb.code.heap[number] else there.store_few(COUNT, const(0))
        code += NOTHING if mb.code.heap[number] else forget_bag(const(number))
    return code + begin_anew(mb, zone) + remember_bag(zone, const(many))


def _row(address: int, numbers: Sequence[int], width: int) -> Instructions:
    """Store numbers of so many bytes one behind the other, 8 bytes at a time; the last of these overlap."""
    raw = bytes(byte for number in numbers for byte in number.to_bytes(width, "little"))
    places = [*range(0, len(raw) - CELL, CELL), len(raw) - CELL]
    words = (int.from_bytes(raw[place : place + CELL], "little") for place in places)
    return sequence(const(address + place).store(long(word)) for place, word in zip(places, words, strict=True))
