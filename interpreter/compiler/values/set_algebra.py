"""Set algebra: comprehensions over a heap as operations on bit sets; no card is looked at.

A test that asks only for what is printed on a card is a set of cards, known before the play. So is, for each value of
x, a test such as `x in card.suits` or `x < card.number`, which is then looked up in a table by x. With
the heap as a set of cards:

    any(t(c) for c in heap)        heap & t != 0
    all(t(c) for c in heap)        heap & not t == 0
    count(c for c in heap if t)    the bits of heap & t
    sum(c.worth for c in heap)        25 * the bits of heap & (cards of 25) + 50 * the bits of heap & (cards of 50) + …

Where there are many different numbers, their digits are added up: the bits of heap & (cards whose number is odd), twice
those of heap & (cards whose number has a second bit), …

The steps are those of the loop, which takes one for each card of the heap; nothing in it takes any, unless no steps are
counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...diagnostics.record import dataclass
from ...engines.events import PlayError
from ...engines.program.nodes import Expr, Slot
from ...engines.program.traversal import every
from ...engines.reference.expressions import compile_expr
from ...language.builtins.definitions import FOLDS
from ...language.builtins.table import ROWS, traversed_argument
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder
from ..builder.zones import candidates, in_heap, whole_zone, zone_address
from ..wasm.terms import I32, NOTHING, Instructions, Term, Var, after, const, either, long, select, total
from .lists import cards_of_kinds

Cards = frozenset[int]
"""A set of cards."""

WIDEST = 4
"""A heap of more words than this is gone through card by card."""

MOST_VALUES = 64
"""So many values of x may have a table."""

MOST_SUMMANDS = 8
"""So many different numbers may be added up."""


@dataclass(frozen=True, slots=True)
class CardsByValue:
    """The cards that pass a test, by the value of `x`: the first of `rows` for none, the second for `low`, …"""

    x: Expr
    low: int
    rows: tuple[Cards, ...]


# What is printed --------------------------------------------------------------------------


def asks_only_for(value: Expr, local: int) -> bool:
    """Whether a value depends on nothing but what is printed on the card in `local`, and takes no steps."""
    for part in every(value):
        match part:
            case ir.Const() | ir.AttributeOf() | ir.If() | ir.ListOf():
                pass
            case ir.Local(number) if number == local:
                pass
            case ir.Apply(op) if ROWS[op].is_foldable and ROWS[op].is_quick and traversed_argument(part) is None:
                pass
            case _:
                return False
    return True


def values_of_cards(mb: ModuleBuilder, value: Expr, local: int, among: Cards | None = None) -> dict[Cards, int] | None:
    """What is printed on the cards of each kind, each kind with its cards; None where it goes wrong for one. `among`
    are those that are asked for, if not all are.

    The reference executor evaluates it for one card of each kind, on a table where nothing has happened.
    """
    compute, kinds = compile_expr(mb.code, value), (cards for cards in cards_of_kinds(mb) if cards)
    if among is not None:
        kinds = (cards & among for cards in kinds if cards & among)
    try:
        with mb.untouched.aside():
            return {cards: int(compute(mb.untouched, {local: min(cards)})) for cards in kinds}
    except PlayError:
        return None


def printed(mb: ModuleBuilder, test: Expr, local: int) -> Cards | None:
    """The cards that pass a test of the card in `local`; None if it asks for more than is printed on a card, or can go
    wrong."""
    if not asks_only_for(test, local):
        return None
    found = values_of_cards(mb, test, local)
    return None if found is None else frozenset().union(*(cards for cards, value in found.items() if value))


def by_value(fb: FunctionBuilder, test: Expr, local: int) -> CardsByValue | None:
    """The table of a test `x in card.attribute`, or one that compares x with it in another way; None for others."""
    match test:
        case ir.Apply(op, (x, ir.AttributeOf(_, ir.Local(number)) as on_card)) if number == local and (
            op == "in" or ROWS[op].compares
        ):
            first = True
        case ir.Apply(op, (ir.AttributeOf(_, ir.Local(number)) as on_card, x)) if number == local and ROWS[op].compares:
            first = False
        case _:
            return None
    if not _is_plain(fb, x, local) or on_card.type.is_nested() or x.type.base == "list":
        return None
    low, high, _ = fb.mb.facts.known(x, fb.known()).values
    if high - low >= MOST_VALUES or high < low:
        return None
    rows = []
    for value in (NONE, *range(low, high + 1)):
        known = ir.Const(value, x.type, x.span)
        asked = ir.Apply(test.op, (known, on_card) if first else (on_card, known), test.type, test.span)
        cards = printed(fb.mb, asked, local)
        if cards is None:
            return None
        rows.append(cards)
    return CardsByValue(x, low, tuple(rows))


def _is_plain(fb: FunctionBuilder, x: Expr, local: int) -> bool:
    """Whether a value is at hand: computing it takes no steps, cannot fail, and has nothing to do with the local."""
    facts, known = fb.mb.facts, fb.known()
    return (not fb.counting or not facts.steps(x, known)) and all(
        isinstance(part, ir.Const | Slot | ir.AttributeOf)
        or (isinstance(part, ir.Local) and part.number != local)
        or (isinstance(part, ir.Variable) and part.type.base != "list")
        or (isinstance(part, ir.ZoneOf) and not (part.owner is not None and part.owner.type.optional))
        or (isinstance(part, ir.Apply) and (part.op == "kind" or ROWS[part.op].gives_card))
        for part in every(x)
    )


# The algebra ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PassingCards:
    """A set of cards, word by word: the numbers that are known, or where they are looked up; and what comes before."""

    words: Sequence[Term]
    before: Instructions


def passing_cards(fb: FunctionBuilder, loop: ir.Loop) -> PassingCards | None:
    """The cards of a heap that pass the test of a loop, if that is algebra."""
    zone = whole_zone(fb.mb, loop.source)
    if loop.test is None or zone is None or zone[1] != "heap" or not 0 < fb.mb.compact.words <= WIDEST:
        return None
    return _passing_cards(fb, loop.test, loop.local.number)


def _passing_cards(fb: FunctionBuilder, test: Expr, local: int) -> PassingCards | None:
    """The cards that pass a test."""
    known = printed(fb.mb, test, local)
    if known is not None:
        return PassingCards([long(bits) for bits in fb.mb.compact.set_of(known)], NOTHING)
    match test:
        case ir.Apply(op, (one, other)) if ROWS[op].is_connective:
            first, second = _passing_cards(fb, one, local), _passing_cards(fb, other, local)
            if first is None or second is None:
                return None
            pairs = zip(first.words, second.words, strict=True)
            return PassingCards([a & b if op == "and" else a | b for a, b in pairs], first.before + second.before)
        case ir.Apply("not", (one,)):
            first = _passing_cards(fb, one, local)
            return None if first is None else PassingCards([word ^ -1 for word in first.words], first.before)
        case _:
            return _by_value(fb, test, local)


def _by_value(fb: FunctionBuilder, test: Expr, local: int) -> PassingCards | None:
    table = by_value(fb, test, local)
    if table is None:
        return None
    words = fb.mb.compact.words
    values = [bits for row in table.rows for bits in fb.mb.compact.set_of(row)]
    x, before = fb.reusable(fb.number(table.x))
    row = fb.fn.local(I32)
    index = (x - (table.low - 1)).wrap()
    if fb.mb.facts.may_be_none(table.x, fb.known()):
        index = select(index, const(0), x.ne(NONE))
    start = fb.mb.table(values)
    before += row.set(index * (8 * words))
    return PassingCards([row.load(start + 8 * word) for word in range(words)], before)


def emit_over_heap(fb: FunctionBuilder, node: ir.Fold) -> Term | None:
    """A comprehension over a heap as algebra; None where it is not of such a form."""
    mb = fb.mb
    if not FOLDS[node.op].is_total or len(node.loops) != 1 or not 0 < mb.compact.words <= WIDEST:
        return None
    loop = node.loops[0]
    zone, local = whole_zone(mb, loop.source), loop.local.number
    if zone is None or zone[1] != "heap":
        return None
    test = PassingCards([long(-1)] * mb.compact.words, NOTHING)
    if loop.test is not None:
        found = _passing_cards(fb, loop.test, local)
        if found is None:
            return None
        test = found
    at = fb.fn.local()
    result = _result(fb, node, zone[0], at, test)
    if result is None:
        return None
    longest = mb.facts.longest(loop.source, fb.known())
    return after(at.set(zone_address(fb, zone[0])) + fb.spend_list(in_heap(mb, at), longest) + test.before, result)


def _result(fb: FunctionBuilder, node: ir.Fold, zone: Expr, at: Var, test: PassingCards) -> Term | None:
    local = node.loops[0].local.number
    if node.op == "count":
        return _bits(at, test.words)
    if node.op == "sum":
        return _sum(fb, node, zone, at, test)
    body = _passing_cards(fb, node.body, local)
    if body is None:
        return None
    met = [
        at.load(8 * word) & one & (other if node.op == "any" else other ^ -1)
        for word, (one, other) in enumerate(zip(test.words, body.words, strict=True))
    ]
    union = either(met)
    return after(body.before, union.ne(0) if node.op == "any" else union.eq(0))


def _sum(fb: FunctionBuilder, node: ir.Fold, zone: Expr, at: Var, test: PassingCards) -> Term | None:
    """Each number that is printed on cards, times how many of them there are; or each digit."""
    layout, local = fb.mb.layout, node.loops[0].local.number
    if not asks_only_for(node.body, local):
        return None
    among = frozenset(card for one in candidates(fb.mb, zone) for card in layout.decks[layout.zones[one].deck])
    found = values_of_cards(fb.mb, node.body, local, among)
    if found is None or any(abs(value) > 1 << 20 for value in found.values()):
        return None
    worth = _summands(found)
    if len(worth) > MOST_SUMMANDS:
        return None
    summands = list[Term]()
    for value, some in sorted(worth.items()):
        bits = fb.mb.compact.set_of(some)
        summands.append(_bits(at, [one & other for one, other in zip(test.words, bits, strict=True)], bits) * value)
    return total(summands)


def _summands(found: Mapping[Cards, int]) -> dict[int, Cards]:
    """Numbers of which each card is worth the sum of those that have it among their cards: what is printed there, or,
    if those are fewer, digits of it."""
    numbers, digits = dict[int, Cards](), dict[int, Cards]()
    for some, value in found.items():
        numbers[value] = numbers.get(value, frozenset()) | some
        for place in range(value.bit_length()):
            if value >> place & 1:
                digits[1 << place] = digits.get(1 << place, frozenset()) | some
    numbers.pop(0, None)
    return digits if len(digits) < len(numbers) and min(numbers) > 0 else numbers


def _bits(at: Var, words: Sequence[Term], among: Sequence[int] | None = None) -> Term:
    """How many cards a heap and a set have in common; words without a card of `among` are passed over."""
    there = (place for place in range(len(words)) if among is None or among[place])
    return total((at.load(8 * place) & words[place]).bit_count() for place in there)
