"""Moves with several cards of a heap that can be counted: which they are, and what is known of them before the play.

    choose:
      b: me.shop                             a card of a heap, or nothing before
      paid: count(b.cost) of me.hand         several cards of a heap, of which there are few ways (`handfuls`)
      extra: optional me.shelf               a card of a heap, or nothing behind, whichever cards are paid

Which ways pass follows from what is printed on b and on the cards, but for a few questions (`building.residue`). So
for each kind of b there is a word with the ways that pass, and one for each question with those that pass if it is
answered with yes. As many moves begin with b as ways are left, times the cards behind.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.nodes import Choice, Expr, Parameter, Slot, SlotList
from ...reference.moves import tests_of
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.residue import Divided, Env, divided, joined, truth
from ..values.sets import Cards
from ..values.sure import is_sure
from .handfuls import Handfuls, handfuls, word_of
from .heaps import cards_of_heap, heap_of
from .listing_steps import size_in
from .restrictions import MOST_QUESTIONS, can_restrict, depends, left_of_cards

PLACES = 64
"""A way of a row has the number of the row times this, and its own."""


@dataclass(frozen=True, slots=True)
class First:
    """The card that is chosen first: only those of `passing` can be, if they pass `tests` in the position."""

    parameter: Parameter
    heap: Expr
    passing: Cards
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Last:
    """The card that is chosen last, of those of a heap that pass the test of a loop; or none, if it is `optional`."""

    parameter: Parameter
    heap: Expr
    loop: ir.Loop | None
    tests: tuple[Expr, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Several:
    """Such a choice. `row_of` is the row of each card that may be first; `sure` and `asked` are words by row.

    `kept` is where is noted, in cells, how many moves there are; then, for each first card, from it on: the card, the
    ways, how many moves, the set of the last cards, and whether none may be last.
    """

    choice: Choice
    before: tuple[Expr, ...]
    first: First | None
    several: Parameter
    hand: Handfuls
    row_of: tuple[int, ...]
    sure: tuple[int, ...]
    asked: tuple[tuple[ir.Expr, tuple[int, ...]], ...]
    last: Last | None
    kept: int
    row: int


def several(fb: FunctionBuilder, choice: Choice) -> Several | None:
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
    hand = handfuls(mb, parameter.source, parameter.slot.capacity)
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
    return Several(
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


def _mentions(expr: Expr, parameters: Iterable[Parameter]) -> bool:
    return any(depends(expr, parameter.local.number) for parameter in parameters)


def _first(fb: FunctionBuilder, parameter: Parameter, tests: list[Expr]) -> First | None:
    """The first card; what is printed on it decides some tests: not behind one in which something can go wrong."""
    heap = heap_of(fb.mb, parameter.source)
    if parameter.how != "one" or heap is None or not isinstance(parameter.slot, Slot):
        return None
    cards, left, sure = cards_of_heap(fb.mb, heap), list[Expr](), True
    passing = cards
    for test in tests:
        found = left_of_cards(fb, test, parameter.local, cards)
        if sure and found is not None and not found.asked:
            passing = passing & found.sure
        else:
            left.append(test)
            sure = sure and is_sure(fb.mb.facts, test, fb.known())
    return First(parameter, heap, passing, tuple(left))


def _last(fb: FunctionBuilder, parameter: Parameter, tests: list[Expr], chosen: ir.Local) -> Last | None:
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
    return Last(parameter, heap, loop, tuple(tests), parameter.how == "optional")


def _filter(source: Expr) -> ir.Loop | None:
    """The loop of `[x for x in … if …]`."""
    match source:
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            return loop
        case _:
            return None


def _kinds(fb: FunctionBuilder, first: First | None) -> list[list[int]]:
    """The cards that may be first, those of a kind together; without one a single row."""
    if first is None:
        return [[0]]
    found = dict[int, list[int]]()
    for card in sorted(first.passing):
        found.setdefault(fb.mb.layout.kind_of[card], []).append(card)
    return list(found.values())


def _ways(
    fb: FunctionBuilder, first: First | None, parameter: Parameter, hand: Handfuls, tests: list[Expr], cards: list[int]
) -> Divided | None:
    """Which ways pass, for a first card of each kind."""
    mb, local, found = fb.mb, parameter.local, dict[int, ir.Expr]()
    known = {local.number: Known((0, mb.compact.cards - 1), max(map(sum, hand.ways)))}
    if first is not None:
        known[first.parameter.local.number] = Known((0, mb.compact.cards - 1))
    asked = [*tests, *(size for size in (parameter.low, parameter.high) if size is not None)]
    if not all(is_sure(mb.facts, part, known) for part in asked):
        return None
    for row, card in enumerate(cards):
        env: Env = {}
        if first is not None:
            name = first.parameter.local
            env[name.number] = ir.Const(card, name.type, name.span)
        low, high = size_in(mb, parameter.low, env, 0), size_in(mb, parameter.high, env, mb.compact.cards)
        if low is None or high is None or not _has_room(hand, parameter, high):
            return None
        for way in hand.of_sizes(max(low, 0), high):
            env[local.number] = ir.Const(hand.cards(way), local.type, local.span)
            left = _left(fb, tests, env, local)
            if left is None:
                return None
            found[PLACES * row + way] = left
    return divided(found, MOST_QUESTIONS)


def _left(fb: FunctionBuilder, tests: list[Expr], env: Env, local: ir.Local) -> ir.Expr | None:
    """What is left of all tests together, if it is asked of the position alone."""
    left: ir.Expr = truth(True, local.span)
    for test in tests:
        one = fb.mb.residue.left(test, env)
        if one is None or fb.mb.residue.names(one):
            return None
        left = joined("and", left, one)
    return left


def _has_room(hand: Handfuls, parameter: Parameter, high: int) -> bool:
    """Whether no way is larger than the room that the play has for it."""
    assert isinstance(parameter.slot, SlotList)
    return min(high, sum(map(len, hand.groups))) <= parameter.slot.capacity


def _words(items: frozenset[int], rows: int) -> tuple[int, ...]:
    return tuple(word_of(item % PLACES for item in items if item // PLACES == row) for row in range(rows))
