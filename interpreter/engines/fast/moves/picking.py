"""Picking a move by its number among those that were counted as sets (`masks`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import add

from ....language.ir.types import NONE
from ...program.nodes import AskBlock, Slot
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL, choice_width
from ..cards.chance import below
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import I64, Term, Var, after, const, long, select
from .alive import bits_in
from .countable import Countable, Counted
from .counting_several import take_several
from .nth import nth, nth_of_whole
from .product import Product, take_product
from .ranged import Ranged, moves_in, take_ranged
from .several import Several

Store = Callable[[int, int, Term], Instructions]
"""Emits what an argument is stored by: the number of the choice, that of the argument, its value."""


def in_slots(fb: FunctionBuilder, choices: list[Countable]) -> Store:
    """Arguments go to their slots."""

    def store(choice: int, place: int, value: Term) -> Instructions:
        slot = choices[choice].choice.parameters[place].slot
        assert isinstance(slot, Slot)
        return fb.mb.write(slot.address, value)

    return store


def in_record(end: AskBlock, at: Var) -> Store:
    """Those of a secret choice go to the record at an address, behind the number of the choice."""
    before = [1]
    for one in end.choices:
        before.append(before[-1] + choice_width(one))
    return lambda choice, place, value: at.store(value, CELL * (before[choice] + place))


def _noted(fb: FunctionBuilder, store: Store, to: Var) -> Store:
    """The same, and arguments also go to a row at an address, behind the number of the choice."""
    value = fb.fn.local(I64)

    def both(choice: int, place: int, given: Term) -> Instructions:
        return value.set(given) + to.store(value, CELL * (1 + place)) + store(choice, place, value)

    return both


def picked(
    fb: FunctionBuilder, choices: list[Countable], rank: Var, store: Store, to: Var | None = None
) -> Iterator[tuple[Callable[[Instructions], Instructions], Instructions]]:
    """For each choice: what does something if the move with this number is one of it, and the code that takes it.

    Where it is not, the number has gone down by the moves of the choice. One of the last choice it certainly is. `to`
    is where the move goes as a row besides.
    """
    many = fb.fn.local(I64)
    store = store if to is None else _noted(fb, store, to)
    for number, one in enumerate(choices):
        match one:
            case Several():
                take = take_several(fb, one, rank)
            case Ranged():
                take, args = take_ranged(fb, one, rank)
                take += sequence(store(number, place, arg) for place, arg in enumerate(args))
            case Product():
                take, args = take_product(fb, one, rank)
                take += sequence(store(number, place, arg) for place, arg in enumerate(args))
            case Counted():
                take = _take(fb, number, one, rank, store)
        test = _is_below(many, moves_of(fb, one), rank)
        noted = NOTHING if to is None else to.store(number)
        yield partial(if_, test) if number + 1 < len(choices) else partial(add, test.drop()), noted + take


def moves_of(fb: FunctionBuilder, one: Countable) -> Term:
    """How many moves of a choice were counted."""
    kept = const(one.kept)
    if isinstance(one, Ranged):
        return moves_in(one)
    if isinstance(one, (Several, Product)) or not one.choice.parameters:
        return kept.load()
    if one.heap is None:
        return kept.load().bit_count()
    words = fb.mb.compact.words
    found = bits_in([kept.load(CELL * cell) for cell in range(words * len(one.values))])
    return found + kept.load(CELL * words) if one.optional else found


def _take(fb: FunctionBuilder, number: int, one: Counted, rank: Var, store: Store) -> Instructions:
    """The arguments of a move, whose number has gone down by the moves of the choice."""
    kept, words = const(one.kept), fb.mb.compact.words
    if not one.choice.parameters:
        return NOTHING
    if one.heap is None:
        return store(number, 0, fb.mb.lookup(one.values, nth(fb.mb, 1).call(kept, rank)))
    if one.optional:
        none = kept.load(CELL * words)
        card = nth(fb.mb, words).call(kept, rank + none)
        return store(number, 0, select(long(NONE), card, rank.eq(-1) & none.wrap()))
    if len(one.choice.parameters) == 1 and words == 1 and not one.tests[1]:
        return store(number, 0, nth_of_whole(fb.mb).call(kept.load(), rank))
    if len(one.choice.parameters) == 1:
        return store(number, 0, nth(fb.mb, words).call(kept, rank))
    card, value, find = _take_pair(fb, one, rank)
    return find + store(number, 0, card) + store(number, 1, value)


def any_counted(fb: FunctionBuilder, choices: list[Countable], count: Var, rank: Var) -> Instructions:
    """Let `rank` be the number of any move of any action of which there are moves, as `any_move.any_kind`.

    kinds = how many actions there are moves of
    if kinds is 1:  rank = below(count)
    else:           rank = the moves of the actions before the one with the number below(kinds), + below(its moves)
    """
    draw, many = below(fb.mb), [fb.fn.local(I64) for _ in choices]
    alone = rank.set(draw.call(count.wide()))
    if len(choices) == 1:
        return alone
    left, size, before = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I64)
    code, seek, kinds = NOTHING, NOTHING, long(0)
    for var, one in zip(many, choices, strict=True):
        code += var.set(moves_of(fb, one))
        kinds = kinds + var.ne(0).wide()
        here = left.up(-1) + if_(left.eq(0), rank.set(before) + size.set(var))
        seek += if_(var.ne(0), here) + before.up(var)
    several = left.set(draw.call(left) + 1) + before.set(0) + seek + rank.set(rank + draw.call(size))
    return code + left.set(kinds) + if_(left.eq(1), alone, several)


def _is_below(many: Var, count: Term, rank: Var) -> Term:
    """Whether a number is below a count; if not, it goes down by it."""
    return after(many.set(count) + rank.set(rank - many), rank.lt(0))


def _take_pair(fb: FunctionBuilder, one: Counted, rank: Var) -> tuple[Var, Var, Instructions]:
    """The card and the second value of the move with this number; moves go by cards, then by values.

    rank += the size of all sets
    card = the first in any of the sets
    for each value: if the card is in its set: if rank == 0: that is it;  rank -= 1
    """
    fn, words = fb.fn, fb.mb.compact.words
    kept = [
        [const(one.kept).load(CELL * (words * value + word)) for word in range(words)]
        for value in range(len(one.values))
    ]
    card, which, value = fn.local(I64), fn.local(), fn.local(I64)
    left = [fn.local(I64) for _ in range(words)]
    code = rank.set(rank + bits_in([word for some in kept for word in some])) + which.set(0)
    for word in range(words):
        union = kept[0][word]
        for some in kept[1:]:
            union = union | some[word]
        code += left[word].set(union)
    lowest = left[-1].trailing_zeros() + 64 * (words - 1)
    if words > 1:
        lowest = select(left[0].trailing_zeros(), lowest, left[0].ne(0))
    turn = card.set(lowest)
    for place, number in enumerate(one.values):
        mine = kept[place][-1] if words == 1 else select(kept[place][0], kept[place][1], card.lt(64))
        member = ((mine >> card) & 1).wrap()
        turn += if_(member, if_(rank.eq(0), value.set(number) + which.set(1)) + rank.up(-1))
    last = left[-1].set(left[-1] & (left[-1] - 1))
    turn += last if words == 1 else if_(left[0].ne(0), left[0].set(left[0] & (left[0] - 1)), last)
    return card, value, code + loop_until(which, do=turn)
