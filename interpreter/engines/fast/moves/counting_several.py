"""Counting moves with several cards, and picking one by its number, as code (see `several`)."""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.nodes import Slot, SlotList
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.places import zone_address
from ..building.zones import each_kind_in_heap, keep_firsts, meets
from ..values.conditions import when
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import I64, Term, Var, const, long, select
from .alive import Alive, Tests, bits_in
from .handfuls import allowed, take_way
from .heaps import cards_of_heap
from .nth import nth
from .several import Last, Several

CARD, WAYS, MANY, LAST = 0, CELL, 2 * CELL, 3 * CELL
"""Where in a row the first card is, the ways, how many moves, and the set of the last cards."""


def count_several(tests: Tests, one: Several, total: Var) -> Instructions:
    """Note the moves by their first card; `total` is how many there are.

    if the tests hold, and there is a card that may be first:
        possible = the ways for which there are the cards;  ask the questions
        for each card that may be first, if its tests hold:
            ways = possible, and those that pass with this card
            if there are any: note them, with the last cards
    """
    fb, fn = tests.fb, tests.fb.fn
    at, possible = fn.local(), fn.local(I64)
    answers = [fn.local(I64) for _ in one.asked]
    code = at.set(one.kept + CELL) + allowed(fb, one.hand, possible)
    for var, (test, _) in zip(answers, one.asked, strict=True):
        code += var.set(select(long(-1), long(0), tests.answer(test)))
    with fb.scope():
        if one.first is None:
            code += _row(tests, one, at, total, long(0), possible, answers)
        else:
            among, heap = fb.mb.compact.set_of(one.first.passing), fn.local()

            def turn(card: Var) -> Instructions:
                assert one.first is not None
                fb.bind(one.first.parameter.local, card, Known((0, fb.mb.compact.cards - 1)))
                act = _row(tests, one, at, total, card, possible, answers)
                for test in reversed(one.first.tests):
                    act = when(fb, test)(act)
                return act

            code += each_kind_in_heap(fb.mb, fn, heap, among, turn)
            code = heap.set(zone_address(fb, one.first.heap)) + if_(meets(fb.mb, fn, heap, among), code)
    for asked in reversed(one.before):
        code = when(fb, asked)(code)
    return total.set(0) + code


def _row(
    tests: Tests, one: Several, at: Var, total: Var, card: Term, possible: Var, answers: list[Var]
) -> Instructions:
    """Note the moves that begin with a card."""
    fb, ways, many = tests.fb, tests.fb.fn.local(I64), tests.fb.fn.local(I64)
    row = fb.mb.lookup(one.row_of, card)
    passing = fb.mb.lookup(one.sure, row)
    for answer, (_, words) in zip(answers, one.asked, strict=True):
        passing = passing | (answer & fb.mb.lookup(words, row))
    note = many.set(ways.bit_count())
    if one.last is not None:
        code, alive, none = _last_cards(tests, one.last)
        note += code + sequence(at.store(var, LAST + CELL * word) for word, var in enumerate(alive.vars))
        note += at.store(none, LAST + CELL * len(alive.vars)) + many.set(many * (bits_in(alive.vars) + none))
    note += at.store(card, CARD) + at.store(ways, WAYS) + at.store(many, MANY)
    note += at.up(CELL * one.row) + total.up(many)
    return ways.set(possible & passing) + if_(ways.ne(0), note)


def _last_cards(tests: Tests, last: Last) -> tuple[Instructions, Alive, Var]:
    """The set of the last cards, of those that are the same to the rules the first, and whether none may be last."""
    fb, mb = tests.fb, tests.mb
    at, none = fb.fn.local(), fb.fn.local(I64)
    alive = Alive([fb.fn.local(I64) for _ in range(mb.compact.words)], cards_of_heap(mb, last.heap))
    code = at.set(zone_address(fb, last.heap))
    code += sequence(var.set(at.load(CELL * word)) for word, var in enumerate(alive.vars))
    if last.loop is not None and last.loop.test is not None:
        code += tests.restrict(last.loop.test, last.loop.local, alive)
    code += keep_firsts(mb, dict(enumerate(alive.vars)))
    code += sequence([tests.restrict(test, last.parameter.local, alive) for test in last.tests])
    code += none.set(int(last.optional))
    if last.optional:
        code += tests.still(last.tests, last.parameter.local, NONE, none)
    return code, alive, none


def take_several(fb: FunctionBuilder, one: Several, rank: Var) -> Instructions:
    """The move with this number goes to its slots; the number has gone down by the number of these moves.

    rank += that;  row by row: if rank < its moves: that row;  rank -= its moves
    the way with the number rank div the number of last cards, and the last card with the number rank mod that
    """
    fn, at, which = fb.fn, fb.fn.local(), fb.fn.local(I64)
    here, assigned = at.load(MANY), NOTHING
    code = rank.set(rank + const(one.kept).load()) + at.set(one.kept + CELL)
    code += loop_until(rank.lt(here), do=rank.set(rank - here) + at.up(CELL * one.row))
    code += which.set(rank)
    if one.last is not None:
        words = fb.mb.compact.words
        many, cards, place = fn.local(I64), fn.local(I64), fn.local(I64)
        found = bits_in([at.load(LAST + CELL * word) for word in range(words)])
        code += cards.set(found) + many.set(cards + at.load(LAST + CELL * words))
        code += which.set(rank.op("div", many)) + place.set(rank.op("rem", many))
        card: Term = nth(fb.mb, words).call(at + LAST, place - cards)
        if one.last.optional:
            card = select(long(NONE), card, place.eq(cards))
        assigned += _assign(fb, one.last.parameter.slot, card)
    if one.first is not None:
        assigned += _assign(fb, one.first.parameter.slot, at.load(CARD))
    slot = one.several.slot
    assert isinstance(slot, SlotList)
    way = nth(fb.mb, 1).call(at + WAYS, which - at.load(WAYS).bit_count())
    return code + take_way(fb, one.hand, way, const(fb.mb.number_at(slot.address))) + assigned


def _assign(fb: FunctionBuilder, slot: Slot | SlotList, value: Term) -> Instructions:
    assert isinstance(slot, Slot)
    return fb.mb.write(slot.address, value)
