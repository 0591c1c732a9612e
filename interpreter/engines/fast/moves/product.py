"""Moves whose arguments are chosen apart from each other: there are as many as the product of the ways for each.

An argument is a card of a heap, of those on which what is wanted is printed, or one of a known list; it may be left
out where it is optional. No test looks at it, but for one that lets two arguments be given together or not at all.
With 3 cards and 2 cards, where both are optional, moves have the order in which they would be listed:

    apart       0, 1, none, 3, 4, none, …           (3 + 1) * (2 + 1) = 12 moves, by the first card
    together    0, 1, 2, 3, 4, 5, none              3 * 2 + 1 = 7 moves
"""

from __future__ import annotations

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Choice, Expr, Parameter, Slot
from ...program.walk import every
from ...reference.moves import tests_of
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.places import zone_address
from ..building.zones import keep_firsts
from ..values.conditions import when
from ..values.sets import Cards, printed
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import I64, Term, Var, const, long, select
from .alive import bits_in
from .heaps import cards_of_heap, heap_of
from .nth import nth

MOST_VALUES = 64
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
class Product:
    """Such a choice. `together` says that its two arguments are given both or not at all.

    `kept` is where is noted how many moves there are.
    """

    choice: Choice
    before: tuple[Expr, ...]
    factors: tuple[Factor, ...]
    together: bool
    kept: int


def product(fb: FunctionBuilder, choice: Choice) -> Product | None:
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
    return Product(choice, tuple(tests[0]), found, together, fb.mb.scratch(1))


def _is_both_or_none(test: Expr, parameters: tuple[Parameter, ...]) -> bool:
    """Whether a test says that one argument is none where the other is."""
    match test:
        case ir.Apply("equal", (ir.Apply("is_none", (ir.Local(one),)), ir.Apply("is_none", (ir.Local(other),)))):
            return len(parameters) == 2 and {one, other} == {parameter.local.number for parameter in parameters}
        case _:
            return False


def _factor(fb: FunctionBuilder, parameter: Parameter, parameters: tuple[Parameter, ...]) -> Factor | None:
    """An argument of this form; None for others, and where it depends on what else is chosen."""
    mb, source, optional = fb.mb, parameter.source, parameter.how == "optional"
    if parameter.how == "some" or not isinstance(parameter.slot, Slot):
        return None
    match source:
        case ir.Const(tuple() as known):
            values = tuple(int(one) for one in known if isinstance(one, int) and one != NONE)
            fits = len(set(values)) == len(values) == len(known) <= MOST_VALUES
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
    if not among:
        return None
    return Factor(heap, among, (), optional, mb.scratch(mb.compact.words))


def count_product(fb: FunctionBuilder, one: Product) -> tuple[Instructions, Instructions, Var]:
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


def take_product(fb: FunctionBuilder, one: Product, rank: Var) -> tuple[Instructions, list[Term]]:
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
