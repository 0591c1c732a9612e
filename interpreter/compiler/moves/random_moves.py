"""Random moves: picked by number among those that were counted or listed, or made by rank among combinations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import comb
from operator import add

from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskBlock, MoveParameter, Slot, SlotList
from ...engines.program.traversal import tests_of
from ...engines.reference.legal_moves import MOST_SUBSETS
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.memory_map import choice_width, stride
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.tree_map import Head
from ..builder.zones import whole_zone
from ..cards.chance import below
from ..passes.rewriting import rewrite
from ..values.lists import list_length
from ..wasm.module import Fn
from ..wasm.statements import TRAP, give, if_, loop_until, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, after, const, either, long, select
from .card_sets import bits_in, nth, nth_of_whole
from .move_counts import Countable, CountedChoice
from .move_generation import bounds_of, counting_function
from .multi_card_moves import CardsChoice, take_several
from .product_moves import ProductChoice, RangeChoice, moves_in, take_product, take_ranged

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


def picked(
    fb: FunctionBuilder, choices: list[Countable], rank: Var, store: Store
) -> Iterator[tuple[Callable[[Instructions], Instructions], Instructions]]:
    """For each choice: what does something if the move with this number is one of it, and the code that takes it.

    Where it is not, the number has gone down by the moves of the choice. One of the last choice it certainly is.
    """
    many = fb.fn.local(I64)
    for number, one in enumerate(choices):
        match one:
            case CardsChoice():
                take = take_several(fb, one, rank)
            case RangeChoice():
                take, args = take_ranged(fb, one, rank)
                take += sequence(store(number, place, arg) for place, arg in enumerate(args))
            case ProductChoice():
                take, args = take_product(fb, one, rank)
                take += sequence(store(number, place, arg) for place, arg in enumerate(args))
            case CountedChoice():
                take = _take(fb, number, one, rank, store)
        # Whether a number is below a count; if not, it goes down by it.
        test = after(many.set(moves_of(fb, one)) + rank.set(rank - many), rank.lt(0))
        yield partial(if_, test) if number + 1 < len(choices) else partial(add, test.drop()), take


def moves_of(fb: FunctionBuilder, one: Countable) -> Term:
    """How many moves of a choice were counted."""
    kept = const(one.kept)
    if isinstance(one, RangeChoice):
        return moves_in(one)
    if isinstance(one, (CardsChoice, ProductChoice)) or not one.choice.parameters:
        return kept.load()
    if one.heap is None:
        return kept.load().bit_count()
    words = fb.mb.compact.words
    found = bits_in([kept.load(CELL * cell) for cell in range(words * len(one.values))])
    return found + kept.load(CELL * words) if one.optional else found


def _take(fb: FunctionBuilder, number: int, one: CountedChoice, rank: Var, store: Store) -> Instructions:
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


def _take_pair(fb: FunctionBuilder, one: CountedChoice, rank: Var) -> tuple[Var, Var, Instructions]:
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
        code += left[word].set(either(some[word] for some in kept))
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


# A move picked at random: any action of which there are moves, then any move of it. As `reference.uct.any_kind`.


def random_kind(mb: ModuleBuilder, end: AskBlock, n: Var) -> Term:
    """The place of one of n moves that are listed: any action of which there are moves, then any move of it."""
    if len(end.choices) == 1:
        return below(mb).call(n.wide()).wrap()
    return _any_kind(mb, CELL * stride(end)).call(n)


@helper("any_kind", (I32,), I32)
def _any_kind(mb: ModuleBuilder, fn: Fn, row: int) -> Instructions:
    """`random_kind(n)`: rows of one action lie together.

    count the rows that begin an action;  if that is 1: return below(n)
    left = below(that) + 1
    go on to the row that begins the action with this number;  first = its place
    go on to the row that begins the next, or the end
    return first + below(as many as lie between)
    """
    n, i, at, last, kinds = fn.param(0), *(fn.local() for _ in range(4))
    first = fn.local()
    here, draw = mb.rows, below(mb)
    begins = at.load32().ne(last)
    again = at.set(here) + last.set(-1) + i.set(0)
    step = last.set(at.load32()) + at.up(row) + i.up()
    count = again + loop_until(i.eq(n), do=if_(begins, kinds.up()) + step)
    alone = if_(kinds.eq(1), give(draw.call(n.wide()).wrap()))
    left = kinds.set(draw.call(kinds.wide()).wrap() + 1)
    seek = again + loop_until(kinds.eq(0), do=if_(begins, kinds.up(-1) + first.set(i)) + step)
    size = loop_until(i.eq(n), at.load32().ne(last), do=step)
    return count + alone + left + seek + size + (first + draw.call((i - first).wide()).wrap()).code


@helper("any_new", (I32,), I32)
def random_untried(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`random_untried(n)`: the place of one of the n moves that have no branch yet: as `random_kind` picks among them.

    if all moves are of one action:  return nth_new(below(n), all)
    kinds = how many actions these moves are of, which lie together
    if kinds is 1:  return nth_new(below(n), all)
    kind = below(kinds);  count the new moves of that kind
    return nth_new(below(as many), kind)
    """
    n, i, at, last, kinds, many, kind = fn.param(0), *(fn.local() for _ in range(6))
    head, draw, nth = const(mb.tree_map.head), below(mb), nth_new(mb)
    is_new = ((i << 3) + mb.tree_map.found).load32().eq(0)
    begin = at.set(mb.rows) + i.set(0) + last.set(-1) + kinds.set(0)
    another = if_(at.load32().ne(last), kinds.up() + last.set(at.load32()))
    on = i.up() + at.up(head.load32(Head.ROW))
    until = loop_until(i.ge(head.load32(Head.LISTED)), do=if_(is_new, another) + on)
    any_of_all = give(nth.call(draw.call(n.wide()).wrap(), const(0)))
    single, alone = if_(head.load32(Head.ROW).eq(0), any_of_all), if_(kinds.eq(1), any_of_all)
    counted = another + if_(kinds.eq(kind), many.up())
    count = begin + loop_until(i.ge(head.load32(Head.LISTED)), do=if_(is_new, counted) + on)
    which = kind.set(draw.call(kinds.wide()).wrap() + 1)
    return single + begin + until + alone + which + count + nth.call(draw.call(many.wide()).wrap(), kind).code


@helper("nth_new", (I32, I32), I32)
def nth_new(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`nth_new(r, kind)`: the place of the move with number r, from 0, of those that have no branch yet and
    whose action is the one with this number, from 1, of those that such moves are of; 0 is for any.
    """
    left, kind, place, at, last, kinds, done = fn.param(0), fn.param(1), *(fn.local() for _ in range(5))
    is_new = ((place << 3) + mb.tree_map.found).load32().eq(0)
    another = if_(at.load32().ne(last), kinds.up() + last.set(at.load32()))
    fits = kind.eq(0) | kinds.eq(kind)
    one = another + if_(fits, if_(left.eq(0), done.set(1)) + left.up(-1))
    on = if_(done.not_(), place.up() + at.up(const(mb.tree_map.head).load32(Head.ROW)))
    begin = at.set(mb.rows) + last.set(-1)
    return begin + loop_until(done, do=if_(is_new, one) + on) + place.code


# Choosing several cards at random without listing all ways to do so: they are counted, and one is made by its rank.
#
# It serves whole games that are played inside, where nobody looks at the other moves. The ways come in the order of
# `moves.multi_card_moves`: the smaller ones first, then those with an early card. Of the cards a b c d, two at once:
#
#     rank    0    1    2    3    4    5
#             ab   ac   ad   bc   bd   cd         3 = choose(3, 1) of them have a, so that rank 3 begins with b
#
# This needs a decision of one kind of move with no test of what is chosen, and cards that the rules tell apart.

MOST = 64
"""From more cards than this no ways are counted: the moves are listed."""

MANY = 1 << 20
"""As many as more: far too many ways for any decision."""


@rewrite("ranked_argument", "combinations of cards are made by their rank")
def ranked_argument(fb: FunctionBuilder, ask: AskBlock) -> MoveParameter | None:
    """The only argument of a decision, if its values can be made by their rank."""
    mb = fb.mb
    if mb.asks or len(ask.choices) != 1 or len(ask.choices[0].parameters) != 1 or any(mb.code.has_twins):
        return None
    parameter = ask.choices[0].parameters[0]
    few = mb.compact.cards <= MOST and isinstance(parameter.slot, SlotList)
    if parameter.how != "some" or tests_of(ask.choices[0])[1] or whole_zone(mb, parameter.source) is None:
        return None
    return parameter if few else None


class CombinationRanks:
    """One such decision. `kept` are three cells: the list of the cards, the least and the greatest number of them."""

    def __init__(self, fb: FunctionBuilder, block: int, ask: AskBlock, parameter: MoveParameter) -> None:
        self.fb, self.mb = fb, fb.mb
        self.block, self.ask, self.parameter = block, ask, parameter
        self.kept = fb.mb.scratch(3)

    def count(self) -> Fn:
        """`ways()`: how many ways there are.

        if the tests hold:
            kept = the cards, low, high
            n = the sum of choose(size(cards), k), for k from low to high
            trap if that is more than a decision may offer
            each takes a step
        return n
        """

        def emit(fn: Fn) -> Instructions:
            inner, before, behind = counting_function(self.fb, fn, self.ask)
            cards, low, high, code = bounds_of(inner, self.parameter)
            n, k, kept = fn.local(I64), fn.local(I64), const(self.kept)
            keep = kept.store(cards.wide()) + kept.store(low, CELL) + kept.store(high, 2 * CELL)
            add = n.set(n + self._choose(list_length(cards).wide(), k)) + k.up()
            sum_up = k.set(low) + loop_until(k.gt(high), do=add) + if_(n.gt(MOST_SUBSETS), TRAP)
            made = code + keep + sum_up + inner.spend(n)
            for test in reversed(tests_of(self.ask.choices[0])[0]):
                made = if_(inner.boolean(test), made)
            return self.mb.top.set(self.mb.arena.get) + before + made + behind + n.wrap().code

        return self.mb.helper(("ways", self.block), (), I32, emit)

    def make(self) -> Fn:
        """`make(rank)`: the way with this rank goes to the first row of the moves.

        k = low;  until rank < choose(size(cards), k): rank -= that; k += 1
        give up if the slot has no room for k cards
        row = [0, k];  left = size(cards)
        until k is 0:
            left -= 1
            if rank < choose(left, k - 1): append the next card to the row; k -= 1
            else: rank -= that
        """

        def emit(fn: Fn) -> Instructions:
            rank, k, left, at, to = fn.param(0), fn.local(I64), fn.local(I64), fn.local(), fn.local()
            slot = self.parameter.slot
            assert isinstance(slot, SlotList)
            many, kept, row = fn.local(I64), const(self.kept), self.mb.row
            more = rank.set(rank - many) + k.up()
            size_of_it = loop_until(after(many.set(self._choose(left, k)), rank.lt(many)), do=more)
            take = to.up(CELL) + to.store(at.load()) + k.up(-1)
            each = left.up(-1) + at.up(CELL) + many.set(self._choose(left, k - 1))
            each += if_(rank.lt(many), take, rank.set(rank - many))
            code = at.set(kept.load32()) + k.set(kept.load(CELL)) + left.set(at.load()) + size_of_it
            code += if_(k.gt(slot.capacity), self.mb.give_up()) + row.store(0) + row.store(k, CELL)
            return code + to.set(row + CELL) + loop_until(k.eq(0), do=each)

        return self.mb.helper(("make", self.block), (I64,), None, emit)

    def _choose(self, n: Term, k: Term) -> Term:
        """In how many ways k of n things can be chosen."""
        return (((n * (MOST + 1) + k).wrap()) << 3).load(ways_table(self.mb))


def ways_table(mb: ModuleBuilder) -> int:
    """The address of a table of `comb(n, k)`, a row of `MOST + 1` numbers for each n; none larger than MANY."""
    return mb.table([min(comb(n, k), MANY) for n in range(MOST + 1) for k in range(MOST + 1)])
