"""Moves with several cards of a heap that can be counted: which they are, how many, and the one with a certain number.

    choose:
      b: me.shop                             a card of a heap, or nothing before
      paid: count(b.cost) of me.hand         several cards of a heap, of which there are few ways (`handfuls`)
      extra: optional me.shelf               a card of a heap, or nothing behind, whichever cards are paid

Which ways pass follows from what is printed on b and on the cards, but for a few questions
(`passes.partial_evaluation`). So for each kind of b there is a word with the ways that pass, and one for each question
with those that pass if it is answered with yes. As many moves begin with b as ways are left, times the cards behind.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskChoice, Expr, MoveParameter, Slot, SlotList
from ...engines.program.traversal import tests_of
from ...language.builtins.intervals import between
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.zones import each_kind_in_heap, keep_firsts, meets, zone_address
from ..passes.partial_evaluation import KnownNames, ResidualTests, joined, residual_tests, truth
from ..passes.rewriting import rewrite
from ..values.conditions import when
from ..values.set_algebra import Cards
from ..wasm.statements import if_, loop_until, sequence
from ..wasm.terms import I64, NOTHING, Instructions, Term, Var, const, long, select
from .card_sets import MOST_QUESTIONS, CandidateSet, TestEmitter, bits_in, can_restrict, depends, nth, residual_of_cards
from .heap_choices import Combinations, allowed, cards_of_heap, combinations_of, heap_of, take_combination, word_of
from .move_generation import size_in

PLACES = 64
"""A way of a row has the number of the row times this, and its own."""


@dataclass(frozen=True, slots=True)
class FirstCard:
    """The card that is chosen first: only those of `passing` can be, if they pass `tests` in the position."""

    parameter: MoveParameter
    heap: Expr
    passing: Cards
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class LastCard:
    """The card that is chosen last, of those of a heap that pass the test of a loop; or none, if it is `optional`."""

    parameter: MoveParameter
    heap: Expr
    loop: ir.Loop | None
    tests: tuple[Expr, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class CardsChoice:
    """Such a choice. `row_of` is the row of each card that may be first; `sure` and `asked` are words by row.

    `kept` is where is noted, in cells, how many moves there are; then, for each first card, from it on: the card, the
    ways, how many moves, the set of the last cards, and whether none may be last.
    """

    choice: AskChoice
    before: tuple[Expr, ...]
    first: FirstCard | None
    several: MoveParameter
    hand: Combinations
    row_of: tuple[int, ...]
    sure: tuple[int, ...]
    asked: tuple[tuple[ir.Expr, tuple[int, ...]], ...]
    last: LastCard | None
    kept: int
    row: int


@rewrite("cards_choice", "ways to choose cards are counted as bits, by the first card")
def cards_choice(fb: FunctionBuilder, choice: AskChoice) -> CardsChoice | None:
    """A choice as one of this form; None if it is not."""
    mb, tests = fb.mb, tests_of(choice)
    place = next((n for n, parameter in enumerate(choice.parameters) if parameter.how == "some"), None)
    if place is None or place > 1 or len(choice.parameters) > place + 2:
        return None
    parameter, behind = choice.parameters[place], choice.parameters[place + 1 :]
    first = _first(fb, choice.parameters[0], tests[1]) if place else None
    last = _last(fb, behind[0], tests[place + 2], parameter.local) if behind else None
    if (place and first is None) or (behind and last is None) or not isinstance(parameter.slot, SlotList):
        return None
    hand = combinations_of(mb, parameter.source, parameter.slot.capacity)
    if hand is None or _mentions(parameter.source, choice.parameters):
        return None
    if first is not None and first.passing & frozenset(card for group in hand.groups for card in group):
        return None  # a way does not say whether it takes the card that is first
    kinds = _kinds(fb, first)
    found = _ways(fb, first, parameter, hand, tests[place + 1], [cards[0] for cards in kinds])
    if found is None:
        return None
    row_of = [0] * mb.compact.cards
    for row, cards in enumerate(kinds):
        for card in cards:
            row_of[card] = row
    cells = 3 + (0 if last is None else mb.compact.words + 1)
    most = 1 if first is None else len(first.passing)
    return CardsChoice(
        choice=choice,
        before=tuple(tests[0]),
        first=first,
        several=parameter,
        hand=hand,
        row_of=tuple(row_of),
        sure=_words(found.sure, len(kinds)),
        asked=tuple((one.test, _words(one.items, len(kinds))) for one in found.asked),
        last=last,
        kept=mb.scratch(1 + cells * most),
        row=cells,
    )


def _mentions(expr: Expr, parameters: Iterable[MoveParameter]) -> bool:
    return any(depends(expr, parameter.local.number) for parameter in parameters)


def _first(fb: FunctionBuilder, parameter: MoveParameter, tests: list[Expr]) -> FirstCard | None:
    """The first card; what is printed on it decides some tests: not behind one in which something can go wrong."""
    heap = heap_of(fb.mb, parameter.source)
    if parameter.how != "one" or heap is None or not isinstance(parameter.slot, Slot):
        return None
    cards, left, sure = cards_of_heap(fb.mb, heap), list[Expr](), True
    passing = cards
    for test in tests:
        found = residual_of_cards(fb, test, parameter.local, cards)
        if sure and found is not None and not found.asked:
            passing = passing & found.sure
        else:
            left.append(test)
            sure = sure and fb.mb.facts.cannot_fail(test, fb.known())
    return FirstCard(parameter, heap, passing, tuple(left))


def _last(fb: FunctionBuilder, parameter: MoveParameter, tests: list[Expr], chosen: ir.Local) -> LastCard | None:
    """The last card; it has nothing to do with the cards that are chosen before it."""
    source = parameter.source
    loop = _filter(source)
    heap = heap_of(fb.mb, source if loop is None else loop.source)
    if parameter.how == "some" or heap is None or not isinstance(parameter.slot, Slot):
        return None
    if depends(parameter.source, chosen.number) or any(depends(test, chosen.number) for test in tests):
        return None
    cards, local = cards_of_heap(fb.mb, heap), parameter.local
    if loop is not None and loop.test is not None and not can_restrict(fb, loop.test, loop.local, cards):
        return None
    if not all(can_restrict(fb, test, local, cards) for test in tests):
        return None
    return LastCard(parameter, heap, loop, tuple(tests), parameter.how == "optional")


def _filter(source: Expr) -> ir.Loop | None:
    """The loop of `[x for x in … if …]`."""
    match source:
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            return loop
        case _:
            return None


def _kinds(fb: FunctionBuilder, first: FirstCard | None) -> list[list[int]]:
    """The cards that may be first, those of a kind together; without one a single row."""
    if first is None:
        return [[0]]
    found = dict[int, list[int]]()
    for card in sorted(first.passing):
        found.setdefault(fb.mb.layout.kind_of[card], []).append(card)
    return list(found.values())


def _ways(
    fb: FunctionBuilder,
    first: FirstCard | None,
    parameter: MoveParameter,
    hand: Combinations,
    tests: list[Expr],
    cards: list[int],
) -> ResidualTests | None:
    """Which ways pass, for a first card of each kind."""
    mb, local, found = fb.mb, parameter.local, dict[int, ir.Expr]()
    known = {local.number: between(0, mb.compact.cards - 1, max(map(sum, hand.ways)))}
    if first is not None:
        known[first.parameter.local.number] = between(0, mb.compact.cards - 1)
    asked = [*tests, *(size for size in (parameter.low, parameter.high) if size is not None)]
    if not all(mb.facts.cannot_fail(part, known) for part in asked):
        return None
    for row, card in enumerate(cards):
        env: KnownNames = {}
        if first is not None:
            name = first.parameter.local
            env[name.number] = ir.Const(card, name.type, name.span)
        low, high = size_in(mb, parameter.low, env, 0), size_in(mb, parameter.high, env, mb.compact.cards)
        if low is None or high is None or not _has_room(hand, parameter, high):
            return None
        for way in hand.of_sizes(max(low, 0), high):
            env[local.number] = ir.Const(hand.cards(way), local.type, local.span)
            left = _residual(fb, tests, env, local)
            if left is None:
                return None
            found[PLACES * row + way] = left
    return residual_tests(found, MOST_QUESTIONS)


def _residual(fb: FunctionBuilder, tests: list[Expr], env: KnownNames, local: ir.Local) -> ir.Expr | None:
    """What is left of all tests together, if it is asked of the position alone."""
    left: ir.Expr = truth(True, local.span)
    for test in tests:
        one = fb.mb.residual.left(test, env)
        if one is None or fb.mb.residual.names(one):
            return None
        left = joined("and", left, one)
    return left


def _has_room(hand: Combinations, parameter: MoveParameter, high: int) -> bool:
    """Whether no way is larger than the room that the play has for it."""
    assert isinstance(parameter.slot, SlotList)
    return min(high, sum(map(len, hand.groups))) <= parameter.slot.capacity


def _words(items: frozenset[int], rows: int) -> tuple[int, ...]:
    return tuple(word_of(item % PLACES for item in items if item // PLACES == row) for row in range(rows))


# Counting moves with several cards, and picking one by its number, as code (see `several`).

CARD, WAYS, MANY, LAST = 0, CELL, 2 * CELL, 3 * CELL
"""Where in a row the first card is, the ways, how many moves, and the set of the last cards."""


def count_several(tests: TestEmitter, one: CardsChoice, total: Var) -> Instructions:
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
                fb.bind(one.first.parameter.local, card, between(0, fb.mb.compact.cards - 1))
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
    tests: TestEmitter, one: CardsChoice, at: Var, total: Var, card: Term, possible: Var, answers: list[Var]
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


def _last_cards(tests: TestEmitter, last: LastCard) -> tuple[Instructions, CandidateSet, Var]:
    """The set of the last cards, of those that are the same to the rules the first, and whether none may be last."""
    fb, mb = tests.fb, tests.mb
    at, none = fb.fn.local(), fb.fn.local(I64)
    alive = CandidateSet([fb.fn.local(I64) for _ in range(mb.compact.words)], cards_of_heap(mb, last.heap))
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


def take_several(fb: FunctionBuilder, one: CardsChoice, rank: Var) -> Instructions:
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
    return code + take_combination(fb, one.hand, way, const(fb.mb.number_at(slot.address))) + assigned


def _assign(fb: FunctionBuilder, slot: Slot | SlotList, value: Term) -> Instructions:
    assert isinstance(slot, Slot)
    return fb.mb.write(slot.address, value)
