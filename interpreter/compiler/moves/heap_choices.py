"""Choices from a heap: one card as an element of a set, several as one of few combinations, a bit each.

Such a test is decided before the play. Only cards in both sets are looked at, and of cards that are the same to the
rules only the first. With the cards a1, a2, a3, b1, b2, c1, a heap of a1, a3, c1 and a test that the b and c pass:

    card         c1 b2 b1 a3 a2 a1
    heap         1  0  0  1  0  1        as it lies in memory (`program.compact_layout`)
    passing      1  1  1  0  0  0        a constant
    both         1  0  0  0  0  0        left to try: c1

Cards are numbered kind by kind (`engines.program.catalogue`), so the order of the bits is the order of the moves. Where
steps are counted each card that may be chosen takes one, whether it passes or not, so there the test is a bit that is
asked of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import signed
from ...engines.program.nodes import Expr
from ...language.builtins.intervals import between
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder
from ..builder.zones import candidates, distinguishing_numbers, each_kind_in_heap, whole_zone, zone_address
from ..values.loops import LoopBody
from ..values.set_algebra import Cards
from ..wasm.statements import if_, loop_until
from ..wasm.terms import I64, Instructions, Term, Var, long


def heap_of(mb: ModuleBuilder, source: Expr) -> Expr | None:
    """The heap whose cards a list is; None of other lists."""
    zone = whole_zone(mb, source)
    return None if zone is None or zone[1] != "heap" else zone[0]


def cards_of_heap(mb: ModuleBuilder, heap: Expr) -> Cards:
    """All cards that may lie in a heap."""
    decks = {mb.layout.zones[one].deck for one in candidates(mb, heap)}
    return frozenset(card for deck in decks for card in mb.layout.decks[deck])


def each_kind(fb: FunctionBuilder, heap: Expr, passing: Cards | None, body: LoopBody) -> Instructions:
    """`body(x)` for the first of the cards in a heap that are the same to the rules; of those in `passing` only.

    Each that may be chosen takes a step.
    """
    mb, known, at = fb.mb, between(0, len(fb.mb.layout.kind_of) - 1), fb.fn.local()
    among = None if passing is None else mb.compact.set_of(passing)

    def counted(x: Var) -> Instructions:
        act = body(x, known)
        if passing is not None:
            act = if_(mb.lookup([int(card in passing) for card in range(mb.compact.cards)], x).wrap(), act)
        return fb.spend(1) + act

    if fb.counting:
        each = each_kind_in_heap(mb, fb.fn, at, None, counted)
    else:
        each = each_kind_in_heap(mb, fb.fn, at, among, lambda x: body(x, known))
    return at.set(zone_address(fb, heap)) + each


# The ways to choose several cards of a heap, where these are few: each way is a bit.
#
# Of cards that are the same to the rules a way takes the first ones, so it says only how many of each group. Of two
# cards at most, from the groups a and b, of which there are three cards and one:
#
#     bit          0    1    2    3    4
#     way          -    a    b    aa   ab           the order of `moves.multi_card_moves`
#
# What a heap allows is a set of ways: for each group those that take no more of it than there are, known before the
# play for each number of cards. So is what passes a test of the cards (`passes.partial_evaluation`). Ways are counted
# by their bits.

MOST_WAYS = 64
"""More ways than bits of a word are listed."""


@dataclass(frozen=True, slots=True)
class Combinations:
    """The ways to choose cards of a heap, whose cards lie in one word of a set. A way is how many of each group."""

    heap: Expr
    word: int
    groups: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...]

    def cards(self, way: int) -> tuple[int, ...]:
        """Cards that a way may take."""
        pairs = zip(self.groups, self.ways[way], strict=True)
        return tuple(card for group, many in pairs for card in group[:many])

    def of_sizes(self, low: int, high: int) -> list[int]:
        """The ways that take so many cards."""
        return [way for way, counts in enumerate(self.ways) if low <= sum(counts) <= high]


def groups_of_heap(mb: ModuleBuilder, source: Expr) -> tuple[Expr, tuple[tuple[int, ...], ...]] | None:
    """The heap whose cards a list is, and the cards that may lie there, in groups that are the same to the rules."""
    heap = heap_of(mb, source)
    if heap is None:
        return None
    keys, groups = distinguishing_numbers(mb), dict[int, list[int]]()
    for card in sorted(cards_of_heap(mb, heap)):
        groups.setdefault(keys[card], []).append(card)
    return heap, tuple(map(tuple, groups.values()))


def combinations_of(mb: ModuleBuilder, source: Expr, most: int) -> Combinations | None:
    """The ways to choose up to so many cards of a list; None if they are too many, or if it is not that of a heap."""
    found = groups_of_heap(mb, source)
    if found is None:
        return None
    heap, groups = found
    words = {card // 64 for group in groups for card in group}
    ways = list[tuple[int, ...]]()
    for size in range(most + 1):
        for way in _of_size([len(group) for group in groups], size):
            ways.append(way)
            if len(ways) > MOST_WAYS:
                return None
    return Combinations(heap, min(words), groups, tuple(ways)) if len(words) == 1 else None


def _of_size(groups: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """How many of each group, for so many cards in all; more of an early group first."""
    if not groups:
        if size == 0:
            yield ()
        return
    for many in range(min(size, groups[0]), -1, -1):
        for rest in _of_size(groups[1:], size - many):
            yield (many, *rest)


def word_of(items: Iterable[int]) -> int:
    """A set of numbers below 64 as a word."""
    return signed(sum(1 << item for item in items))


def allowed(fb: FunctionBuilder, hand: Combinations, ways: Var) -> Instructions:
    """Let `ways` be those for which a heap has the cards."""
    mb, cards = fb.mb, fb.fn.local(I64)
    code, found = cards.set(zone_address(fb, hand.heap).load(CELL * hand.word)), None
    for place, group in enumerate(hand.groups):
        many = (cards & mb.compact.set_of(frozenset(group))[hand.word]).bit_count()
        rows = [[way for way, counts in enumerate(hand.ways) if counts[place] <= n] for n in range(len(group) + 1)]
        here = mb.lookup([word_of(row) for row in rows], many)
        found = here if found is None else found & here
    return code + ways.set(long(-1) if found is None else found)


def take_combination(fb: FunctionBuilder, hand: Combinations, way: Term, at: Term) -> Instructions:
    """Write the cards of a way to an address, as a list: its length and its elements.

    left = the heap
    for each card: the lowest one of its group that is left; it is no longer
    """
    mb, longest = fb.mb, max(map(sum, hand.ways))
    masks, sizes = list[int](), list[int]()
    for counts in hand.ways:
        row = [group for group, many in zip(hand.groups, counts, strict=True) for _ in range(many)]
        masks += [mb.compact.set_of(frozenset(group))[hand.word] for group in row] + [0] * (longest - len(row))
        sizes.append(len(row))
    if not longest:
        return at.store(long(0))
    left, which, to = fb.fn.local(I64), fb.fn.local(), fb.fn.local()
    turn, one, end = fb.fn.local(), fb.fn.local(I64), fb.fn.local()
    lowest = one.trailing_zeros()
    take = one.set(left & turn.load(mb.table(masks))) + to.up(CELL)
    take += to.store(lowest + 64 * hand.word if hand.word else lowest)
    take += left.set(left ^ (one & (long(0) - one))) + turn.up(CELL)
    code = which.set(way.wrap()) + left.set(zone_address(fb, hand.heap).load(CELL * hand.word)) + to.set(at)
    code += turn.set(which * (CELL * longest)) + to.store(mb.lookup(sizes, which))
    code += end.set(turn + (to.load32() << 3))
    return code + loop_until(turn.eq(end), do=take)
