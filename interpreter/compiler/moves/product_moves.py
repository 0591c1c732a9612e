"""Moves with independent arguments: there are as many as the product of the ways for each, or as a range has numbers.

An argument is a card of a heap, of those on which what is wanted is printed, or one of a known list; it may be left
out where it is optional. No test looks at it, but for one that lets two arguments be given together or not at all.
With 3 cards and 2 cards, where both are optional, moves have the order in which they would be listed:

    apart       0, 1, none, 3, 4, none, …           (3 + 1) * (2 + 1) = 12 moves, by the first card
    together    0, 1, 2, 3, 4, 5, none              3 * 2 + 1 = 7 moves
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskChoice, Expr, MoveParameter, Slot, as_expr
from ...engines.program.traversal import chain, every, tests_of
from ...language.builtins.intervals import between
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.zones import keep_firsts, zone_address
from ..passes.rewriting import rewrite
from ..passes.variable_usage import WORD
from ..values.conditions import when
from ..values.list_variables import is_set, set_at
from ..values.set_algebra import Cards, printed
from ..wasm.statements import sequence
from ..wasm.terms import I64, NOTHING, Instructions, Term, Var, after, const, long, select
from .card_sets import bits_in, depends, is_safe, nth
from .heap_choices import cards_of_heap, heap_of

MOST_FACTOR_VALUES = 64
"""A list of more values than this is gone through."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One argument: a card of a heap, of those that are `among` these; or one of few `values`.

    `kept` is where its set of cards is kept, in cells.
    """

    heap: Expr | None
    among: Cards
    values: tuple[int, ...]
    optional: bool
    kept: int


@dataclass(frozen=True, slots=True)
class ProductChoice:
    """Such a choice. `together` says that its two arguments are given both or not at all.

    `kept` is where is noted how many moves there are.
    """

    choice: AskChoice
    before: tuple[Expr, ...]
    factors: tuple[Factor, ...]
    together: bool
    kept: int


@rewrite("product_choice", "moves are counted as the product of what each argument can be")
def product_choice(fb: FunctionBuilder, choice: AskChoice) -> ProductChoice | None:
    """A choice as one of this form; None if it is not."""
    tests, parameters = tests_of(choice), choice.parameters
    if not 1 <= len(parameters) <= 2 or any(tests[1:-1]):
        return None
    together = bool(tests[-1])
    if together and (len(tests[-1]) > 1 or not _is_both_or_none(tests[-1][0], parameters)):
        return None
    factors = [_factor(fb, one, parameters) for one in parameters]
    found = tuple(one for one in factors if one is not None)
    if len(found) < len(factors) or (together and not all(one.optional for one in found)):
        return None
    return ProductChoice(choice, tuple(tests[0]), found, together, fb.mb.scratch(1))


def _is_both_or_none(test: Expr, parameters: tuple[MoveParameter, ...]) -> bool:
    """Whether a test says that one argument is none where the other is."""
    match test:
        case ir.Apply("equal", (ir.Apply("is_none", (ir.Local(one),)), ir.Apply("is_none", (ir.Local(other),)))):
            return len(parameters) == 2 and {one, other} == {parameter.local.number for parameter in parameters}
        case _:
            return False


def _factor(fb: FunctionBuilder, parameter: MoveParameter, parameters: tuple[MoveParameter, ...]) -> Factor | None:
    """An argument of this form; None for others, and where it depends on what else is chosen."""
    mb, source, optional = fb.mb, parameter.source, parameter.how == "optional"
    if parameter.how == "some" or not isinstance(parameter.slot, Slot):
        return None
    match source:
        case ir.Const(tuple() as known):
            values = tuple(int(one) for one in known if isinstance(one, int) and one != NONE)
            fits = len(set(values)) == len(values) == len(known) <= MOST_FACTOR_VALUES
            return Factor(None, frozenset(), values, optional, 0) if values and fits else None
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            heap, test = heap_of(mb, loop.source), loop.test
        case _:
            heap, test = heap_of(mb, source), None
    locals = {one.local.number for one in parameters}
    if heap is None or any(isinstance(part, ir.Local) and part.number in locals for part in every(heap)):
        return None
    among: Cards | None = cards_of_heap(mb, heap)
    if test is not None and among is not None:
        passing = printed(mb, test, number)
        among = None if passing is None else among & passing
    return None if not among else Factor(heap, among, (), optional, mb.scratch(mb.compact.words))


def count_product(fb: FunctionBuilder, one: ProductChoice) -> tuple[Instructions, Instructions, Var]:
    """The code that finds the sets of cards, and how many moves there are; the code that keeps both; and the number."""
    code, ways, total = NOTHING, list[Term](), fb.fn.local(I64)
    keep = const(one.kept).store(total)
    for factor in one.factors:
        if factor.heap is None:
            ways.append(long(len(factor.values)))
            continue
        at, among = fb.fn.local(), fb.mb.compact.set_of(factor.among)
        words = [fb.fn.local(I64) for _ in among]
        code += at.set(zone_address(fb, factor.heap))
        code += sequence(var.set(at.load(CELL * word) & among[word]) for word, var in enumerate(words))
        code += keep_firsts(fb.mb, dict(enumerate(words)))
        keep += sequence(const(factor.kept).store(var, CELL * word) for word, var in enumerate(words))
        ways.append(bits_in(words))
    if one.together:
        code += total.set(ways[0] * ways[1] + 1)
    else:
        some = [many + 1 if factor.optional else many for many, factor in zip(ways, one.factors, strict=True)]
        code += total.set(some[0] if len(some) == 1 else some[0] * some[1])
    for asked in reversed(one.before):
        code = when(fb, asked)(code)
    return total.set(0) + code, keep, total


def take_product(fb: FunctionBuilder, one: ProductChoice, rank: Var) -> tuple[Instructions, list[Term]]:
    """The code before the arguments of the move whose number has gone down by the moves of the choice, and these.

    rank += the moves of the choice
    first, second = rank div and mod the ways for the second argument
    together: none for both if it is the last move
    """
    total = const(one.kept).load()
    start = rank.set(rank + total)
    if len(one.factors) == 1:
        return start, [_taken(fb, one.factors[0], rank)]
    first, second, ways = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I64)
    one_factor, other = one.factors
    many = long(len(other.values)) if other.heap is None else bits_in(_words(fb, other))
    if one.together:
        start += ways.set(many) + ways.set(ways + ways.eq(0).wide())
    else:
        start += ways.set(many + 1 if other.optional else many)
    start += first.set(rank.wrap().op("divu", ways.wrap()).wide()) + second.set(rank - first * ways)
    values = [_taken(fb, one_factor, first), _taken(fb, other, second)]
    return start, [select(value, long(NONE), (rank + 1).lt(total)) for value in values] if one.together else values


def _words(fb: FunctionBuilder, factor: Factor) -> list[Term]:
    """The set of cards of an argument."""
    return [const(factor.kept).load(CELL * word) for word in range(fb.mb.compact.words)]


def _taken(fb: FunctionBuilder, factor: Factor, rank: Var) -> Term:
    """The value of an argument with this number, none behind all others."""
    if factor.heap is None:
        return fb.mb.lookup((*factor.values, NONE) if factor.optional else factor.values, rank)
    words = _words(fb, factor)
    card = nth(fb.mb, len(words)).call(const(factor.kept), rank - bits_in(words))
    return select(card, long(NONE), rank.lt(bits_in(words))) if factor.optional else card


# Moves by which one of few values and a number of a range are chosen, counted as sets where whole games are played.
#
# What may be chosen with a value is a set of numbers below 64, a bit each: those of the range, as far as they are in
# the sets that the tests ask for (`passes.variable_usage`). With k: 1..2, n: 4..7 and n in found[k], from 0 on:
#
#     4..7                0 0 0 0 1 1 1 1 0
#     found[1]            1 0 0 0 1 0 1 0 1       1: 4 and 6
#     found[2]            0 0 0 1 0 0 0 1 0       2: 7
#
# The moves have the order in which they would be listed: by values, then by numbers.

MOST_RANGE_VALUES = 8
"""So many values the first argument may have."""


@dataclass(frozen=True, slots=True)
class RangeChoice:
    """A choice of a number between two others, after one of few `values` if `first` is given.

    `kept` is where its sets are kept, value by value; behind them there is room for the one that was picked.
    """

    choice: AskChoice
    tests: list[list[Expr]]
    first: MoveParameter | None
    values: Sequence[int]
    ends: tuple[Expr, Expr]
    kept: int

    @property
    def number(self) -> ir.Local:
        """The number that is chosen."""
        return self.choice.parameters[-1].local


@rewrite("range_choice", "the numbers of a range are counted as bit sets")
def range_choice(fb: FunctionBuilder, choice: AskChoice) -> RangeChoice | None:
    """A choice of this form; None for others."""
    tests, parameters = tests_of(choice), choice.parameters
    if not 1 <= len(parameters) <= 2 or any(one.how != "one" or not isinstance(one.slot, Slot) for one in parameters):
        return None
    first = parameters[0] if len(parameters) == 2 else None
    values = (0,) if first is None else few_values(first)
    source = parameters[-1].source
    match source:
        case ir.Apply("range", (low, high)) if values and (first is None or not tests[1]):
            pass
        case _:
            return None
    with fb.scope():
        if first is not None:
            fb.bind(first.local, long(0), between(min(values), max(values)))
        least, most = fb.mb.facts.range(low, fb.known())[0], fb.mb.facts.range(high, fb.known())[1]
        number = parameters[-1].local.number
        sure = all(
            _is_set_of(fb, part, number) is not None or _cannot_fail(fb, part, number) for part in _parts(tests[-1])
        )
    if least < 0 or most >= WORD or not sure:
        return None
    return RangeChoice(choice, tests, first, values, (low, high), fb.mb.scratch(len(values) + 1))


def few_values(parameter: MoveParameter, most: int = MOST_RANGE_VALUES) -> Sequence[int]:
    """The values of an argument, if they are few, known and different."""
    match parameter.source:
        case ir.Const(tuple() as known) if len(set(known)) == len(known) <= most:
            return known
        case _:
            return ()


def _parts(tests: list[Expr]) -> list[ir.Expr]:
    """What must hold, one by one."""
    return [part for test in tests for part in chain(as_expr(test), "and")]


def _is_set_of(fb: FunctionBuilder, test: Expr, number: int) -> ir.Variable | None:
    """The set in which a test wants the number to be."""
    match test:
        case ir.Apply("in", (ir.Local(what), where)) if what == number and is_set(where, fb):
            return where if where.owner is None or _is_there(fb, where.owner, number) else None
        case _:
            return None


def _is_there(fb: FunctionBuilder, owner: ir.Expr, number: int) -> bool:
    """Whether the owner of a set has surely one, whatever number is chosen."""
    for part in every(owner):
        match part:
            case ir.Const() | Slot():
                pass
            case ir.Local(local) if local != number:
                pass
            case ir.Variable(owner=None) if part.type.base != "list":
                pass
            case ir.Apply("member", (_, index, low, high)):
                facts, known = fb.mb.facts, fb.known()
                (start, end), least, most = facts.range(index, known), facts.range(low, known), facts.range(high, known)
                if start < least[1] or end > most[0]:
                    return False
            case _:
                return False
    return True


def _cannot_fail(fb: FunctionBuilder, test: Expr, number: int) -> bool:
    return not depends(test, number) and is_safe(fb, test)


def count_ranged(fb: FunctionBuilder, one: RangeChoice, count: Var) -> tuple[Instructions, Instructions]:
    """The code that finds the sets of a choice and adds up their numbers, and the code that keeps them."""
    words, first = [fb.fn.local(I64) for _ in one.values], one.first
    same = first is None or not any(depends(end, first.local.number) for end in one.ends)
    span, code = fb.reusable(_span(fb, one)) if same else (None, NOTHING)
    for value, word in zip(one.values, words, strict=True):
        with fb.scope():
            if first is not None:
                fb.bind(first.local, long(value), between(value, value))
            found = _span(fb, one) if span is None else span
            for part in _parts(one.tests[-1]):
                among = _is_set_of(fb, part, one.number.number)
                bits = select(long(-1), long(0), fb.evenly(part)) if among is None else set_at(fb, among).load()
                found = found & bits
            code += word.set(found)
    code += count.up(bits_in(words))
    for test in reversed(one.tests[0]):
        code = when(fb, test)(code)
    keep = sequence(const(one.kept).store(word, CELL * place) for place, word in enumerate(words))
    return sequence(word.set(0) for word in words) + code, keep


def _span(fb: FunctionBuilder, one: RangeChoice) -> Term:
    """The numbers from one to another, as a set: those up to the last, without those below the first."""
    low, high = fb.fn.local(I64), fb.fn.local(I64)
    code = low.set(fb.number(one.ends[0])) + high.set(fb.number(one.ends[1]))
    return after(code, select((long(2) << high) - (long(1) << low), long(0), high.ge(low)))


def moves_in(one: RangeChoice) -> Term:
    """How many moves of a choice were counted."""
    return bits_in([const(one.kept).load(CELL * place) for place in range(len(one.values))])


def take_ranged(fb: FunctionBuilder, one: RangeChoice, rank: Var) -> tuple[Instructions, list[Term]]:
    """The code that finds the move whose number has gone down by the moves of the choice, and its arguments.

    rank += the moves of the choice;  set = the first set;  value = the first value
    for each further set: if rank >= the size of `set`: rank -= that;  set, value = the next
    the number is that with this rank in `set`
    """
    picked, word, value, on = const(one.kept), fb.fn.local(I64), fb.fn.local(I64), fb.fn.local()
    behind = fb.fn.local(I64)
    code = rank.set(rank + moves_in(one)) + word.set(picked.load()) + value.set(one.values[0])
    for place, further in list(enumerate(one.values))[1:]:
        code += behind.set(rank - word.bit_count()) + on.set(behind.ge(0)) + rank.set(select(behind, rank, on))
        code += word.set(select(picked.load(CELL * place), word, on)) + value.set(select(long(further), value, on))
    size, room = word.bit_count(), CELL * len(one.values)
    code += picked.store(word, room) + rank.set(rank - size)
    number = nth(fb.mb, 1).call(const(one.kept + room), rank)
    return code, [number] if one.first is None else [value, number]
