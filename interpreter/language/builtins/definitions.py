"""The rows of the table of builtins: operators, functions, properties, comprehensions, and groups of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, groupby, product
from operator import add, mul, sub
from typing import Any

from ...diagnostics.record import dataclass
from ..ir.types import LEAST, MOST, NONE
from . import intervals
from .row import BuiltinRow, Example, Fails, PositionView, row

# Operators: arithmetic, comparison, logic, lists.


class Overflow(Exception):
    """A number does not fit into the 64 bits of the language."""


def bounded(n: int) -> int:
    """The number itself, if it is an integer of the language.

    Raises `Overflow` otherwise; the executor adds at which rule.
    """
    if LEAST <= n <= MOST:
        return n
    raise Overflow


def bounded_sum(numbers: Iterable[int]) -> int:
    """The sum of numbers, added from first to last; raises `Overflow` where a sum on the way does."""
    total = 0
    for number in numbers:
        total = bounded(total + number)
    return total


def _item(m: PositionView, values: Any, index: int) -> Any:
    return values[index - 1] if 1 <= index <= len(values) else NONE


def _alike(m: PositionView, number: int, cards: Any) -> Any:
    cards = [card for card in cards if card != NONE]
    for card in cards:
        same = [c for c in cards if m.kind_of[c] == m.kind_of[card]]
        if len(same) >= number > 0:
            return tuple(same[:number])
    return ()


# fmt: off
OPERATORS: tuple[BuiltinRow, ...] = (
    row("operator", "add", "+(integer, integer) -> integer", "The sum.",
        lambda m, a, b: bounded(a + b), ("2 + 3", "5"),
        reads="values", steps="nothing", fails="beyond", range=intervals.corners(add)),
    row("operator", "join", "+(list of T, list of T) -> list of T", "One list after the other.",
        lambda m, a, b: (*a, *b), ("count([1, 2] + [3])", "3"),
        reads="values", steps="result", fails="never", range=intervals.both, length=intervals.both_lengths),
    row("operator", "subtract", "-(integer, integer) -> integer", "The difference.",
        lambda m, a, b: bounded(a - b), ("2 - 3", "-1"),
        reads="values", steps="nothing", fails="beyond", range=intervals.corners(sub)),
    row("operator", "negate", "-(integer) -> integer", "The number with its sign changed.",
        lambda m, a: bounded(-a), ("-(2 - 3)", "1"),
        reads="values", steps="nothing", fails="beyond", range=lambda s, a: (-a.high, -a.range[0])),
    row("operator", "multiply", "*(integer, integer) -> integer", "The product.",
        lambda m, a, b: bounded(a * b), ("2 * 3", "6"),
        reads="values", steps="nothing", fails="beyond", range=intervals.corners(mul)),
    row("operator", "div", "div(integer, integer) -> integer",
        "How many times the second goes into the first, rounded down. The second must be a number that cannot be zero.",
        lambda m, a, b: bounded(a // b), ("7 div 2", "3"), ("-7 div 2", "-4"),
        reads="values", steps="nothing", fails="zero", range=intervals.quotient),
    row("operator", "mod", "mod(integer, integer) -> integer",
        "The remainder of `div`; it has the sign of the second.",
        lambda m, a, b: a % b, ("7 mod 2", "1"), ("-7 mod 2", "1"),
        reads="values", steps="nothing", fails="zero", range=intervals.remainder),
    row("operator", "less", "<(integer, integer) -> boolean", "Less than.",
        lambda m, a, b: a < b, ("2 < 3", "true"),
        reads="values", steps="nothing", fails="never"),
    row("operator", "less_equal", "<=(integer, integer) -> boolean", "Less than or equal to.",
        lambda m, a, b: a <= b, ("3 <= 3", "true"),
        reads="values", steps="nothing", fails="never"),
    row("operator", "equal", "==(T, T) -> boolean",
        "Equal to; a card equals a card or a kind of its kind, and none equals only none.",
        lambda m, a, b: a == b, ("2 == 3", "false"), ("[1][5] == [2][3]", "true"),
        reads="values", steps="nothing", fails="never"),
    row("operator", "is_none", "is none(T or none) -> boolean", "Whether it is none.",
        lambda m, a: a == NONE, ("first([1]) is none", "false"),
        reads="length", steps="nothing", fails="never"),
    row("operator", "not", "not(boolean) -> boolean", "The opposite.",
        lambda m, a: not a, ("not true", "false"),
        reads="values", steps="nothing", fails="never"),
    row("operator", "and", "and(boolean, boolean) -> boolean",
        "Both hold; the second is computed only if the first holds.",
        lambda m, a, b: a and b, ("true and false", "false"),
        reads="values", steps="nothing", fails="never", decides=lambda a: not a),
    row("operator", "or", "or(boolean, boolean) -> boolean",
        "At least one holds; the second is computed only if the first does not hold.",
        lambda m, a, b: a or b, ("true or false", "true"),
        reads="values", steps="nothing", fails="never", decides=bool),
    row("operator", "in", "in(T, list of T) -> boolean", "The list has it; for cards and kinds, one of that kind.",
        lambda m, a, b: a in b, ("2 in [1, 2]", "true"), ("3 in 1..2", "false"),
        reads="values", steps="computed second", fails="never"),
    row("operator", "without", "-(list of T, list of T) -> list of T",
        "The elements of the first list that are not in the second.",
        lambda m, a, b: tuple(c for c in a if c not in b), ("count([1, 2, 2, 3] - [2, 5])", "2"),
        reads="values", steps="first", fails="never", range=intervals.first, length=intervals.at_most),
    row("operator", "alike", "alike(integer, list of card D) -> list of card D",
        "This many cards of one kind: of the first kind that has enough of them.",
        _alike,
        reads="values", steps="second", fails="never", range=intervals.second, length=lambda s, a, b: (0, b.longest)),
    row("operator", "range", "..(integer, integer) -> list of integer",
        "All whole numbers from the first to the second.",
        lambda m, a, b: tuple(range(a, b + 1)), ("count(3..5)", "3"), ("count(2..1)", "0"),
        reads="values", steps="result", fails="too many",
        range=lambda s, a, b: (a.range[0], max(a.range[0], b.high)), length=intervals.numbers_between, repeats=False),
    row("operator", "item", "[](list of T, integer) -> T or none",
        "The element at this position, from 1; none outside the list.",
        _item, ("[4, 5][2]", "5"), ("[4, 5][3] is none", "true"),
        reads="values", steps="nothing", fails="never", range=intervals.some_element),
    row("operator", "else", "else(T or none, T) -> T", "The first value, or the second if the first is none.",
        lambda m, a, b: b if a == NONE else a, ("[4][9] else 7", "7"),
        reads="values", steps="nothing", fails="never",
        range=intervals.instead, length=intervals.either_length, decides=lambda a: a != NONE),
)
# fmt: on


# Groups of cards: which there are, and the best way to lay some of them out.
#
# A hand is looked at as all its sub-lists (`subsets`), as its consecutive parts (`stretches`), as cards that are equal
# in something (`sets`) or follow each other in something (`runs`). What comes out are lists of lists; they exist only
# where a comprehension goes through them. `apart` goes through groups of cards and says what those are worth at most
# that can lie on the table at the same time, where no card is in two of them:
#
#     sum(worth(c) for c in h) - apart(sum(worth(c) for c in g) for g in melds)
#
# Nothing here is made before its steps are counted: each group costs 1 and its length, each look of `apart` 1.

CardGroup = tuple[int, ...]

Keyed = tuple[tuple[int, ...], int]
"""An element behind its keys, as `by` says them."""

Spend = Callable[[int], None]
"""Counts steps; may raise where there were too many."""


def subsets(items: Sequence[int], sizes: Iterable[int]) -> Iterator[CardGroup]:
    """The sub-lists of these sizes, size by size; elements stay in their order, earlier ones come first.

    >>> list(subsets((7, 8, 9), (2, 0)))
    [(7, 8), (7, 9), (8, 9), ()]
    """
    for size in sizes:
        if 0 <= size <= len(items):
            yield from combinations(items, size)


def stretches(items: Sequence[int], sizes: Iterable[int]) -> Iterator[CardGroup]:
    """The parts of a list without a gap, of these sizes from 1 on, size by size, from its beginning.

    >>> list(stretches((7, 8, 9), (2, 3)))
    [(7, 8), (8, 9), (7, 8, 9)]
    """
    for size in sizes:
        if 1 <= size <= len(items):
            for start in range(len(items) - size + 1):
                yield tuple(items[start : start + size])


def sets(rows: Iterable[Keyed]) -> Iterator[CardGroup]:
    """The elements with equal keys together, smallest keys first; each element is in one set.

    >>> list(sets([((5,), 7), ((2,), 8), ((5,), 9)]))
    [(8,), (7, 9)]
    """
    for _, same in groupby(sorted(rows, key=_keys), key=_keys):
        yield tuple(item for _, item in same)


def runs(rows: Iterable[Keyed]) -> Iterator[CardGroup]:
    """The longest runs: the last key goes up by one from element to element, the keys before it are equal.

    Where there are several elements for one place of a run, there is a run with each of them.

    >>> list(runs([((3,), 7), ((4,), 8), ((4,), 9), ((6,), 5)]))
    [(7, 8), (7, 9), (5,)]
    """
    places: list[CardGroup] = []
    before: tuple[int, ...] = ()
    for key, same in groupby(sorted(rows, key=_keys), key=_keys):
        if places and (*before[:-1], before[-1] + 1) != key:
            yield from product(*places)
            places = []
        places.append(tuple(item for _, item in same))
        before = key
    if places:
        yield from product(*places)


def _keys(row: Keyed) -> tuple[int, ...]:
    return row[0]


def best_disjoint(groups: Sequence[tuple[CardGroup, int]], spend: Spend) -> int:
    """What groups are worth at most, of which no two have a card in common; 0 if none is worth anything.

    Each group comes with its worth. Card after card, in the order in which the groups name them, it is decided which
    group holds it, or none. `left` is the most that the cards not yet decided may still bring: each card brings its
    share of the group that is best for it. Where `left` cannot beat the best that was found, the search turns back.

    Raises `Overflow` where all groups together, each with the number of its cards, leave the integers of the language.

    >>> best_disjoint([((1, 2, 3), 12), ((3, 4, 5), 15), ((1, 2), 2)], lambda steps: None)
    17
    """
    search = _PackingSearch(spend)
    for cards, worth in groups:
        search.add(cards, worth)
    search.look()
    return search.best


class _PackingSearch:
    """The groups that are worth something, by their first card; and the best that was found."""

    def __init__(self, spend: Spend) -> None:
        self.spend = spend
        self.bits: dict[int, int] = {}
        self.shares: list[int] = []
        self.groups: list[list[tuple[int, int]]] = []
        self.total = 0
        self.best = 0

    def add(self, cards: CardGroup, worth: int) -> None:
        """Take in a group; one that is worth nothing, or has no cards, only counts its steps."""
        self.spend(1 + len(cards))
        if worth <= 0 or not cards:
            return
        self.total = bounded(self.total + worth + len(cards))
        mask = 0
        for card in cards:
            if card not in self.bits:
                self.bits[card] = len(self.bits)
                self.shares.append(0)
                self.groups.append([])
            mask |= 1 << self.bits[card]
        share = (worth + mask.bit_count() - 1) // mask.bit_count()
        for place in _places(mask):
            self.shares[place] = max(self.shares[place], share)
        self.groups[next(_places(mask))].append((mask, worth))

    def look(self) -> None:
        """Decide card by card: about the first one that no group holds yet, group after group and last without any."""
        waiting = [(0, 0, 0, sum(self.shares))]
        while waiting:
            place, used, worth, left = waiting.pop()
            self.spend(1)
            while used >> place & 1:
                place += 1
            if worth + left <= self.best:
                continue
            if place == len(self.groups):
                self.best = worth
                continue
            ways = []
            for mask, more in self.groups[place]:
                self.spend(1)
                if not mask & used:
                    gone = sum(self.shares[one] for one in _places(mask))
                    ways.append((place + 1, used | mask, worth + more, left - gone))
            ways.append((place + 1, used, worth, left - self.shares[place]))
            waiting += reversed(ways)


def _places(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _kind(m: PositionView, card: int) -> int:
    return NONE if card == NONE else m.kind_of[card]


def _position(m: PositionView, card: int) -> int:
    return NONE if card == NONE else list(m.cards(m.where(card))).index(card) + 1


def _from(m: PositionView, player: int) -> tuple[int, ...]:
    return tuple((player + i) % m.players for i in range(m.players))


def _rivals(m: PositionView, player: int) -> tuple[int, ...]:
    return tuple(q for q in _from(m, player)[1:] if not m.team_of or m.team_of[q] != m.team_of[player])


def _only(m: PositionView, values: Any) -> int:
    return int(values[0]) if len(values) == 1 else NONE


def _member(m: PositionView, before: int, at: int, low: int, high: int) -> int:
    """Raises LookupError where there is no such member; the executor adds at which rule."""
    if before == NONE:
        return NONE
    if not low <= at <= high:
        raise LookupError(at)
    return before * (high - low + 1) + at - low


# fmt: off
FUNCTIONS: tuple[BuiltinRow, ...] = (
    row("function", "size", "count(list of T) -> integer", "How many elements there are.",
        lambda m, xs: len(xs), ("count([4, 5])", "2"),
        reads="length", steps="nothing", fails="never", range=intervals.counted, unordered=True),
    row("function", "zone_size", "count(zone D) -> integer", "How many cards lie there.",
        lambda m, z: len(m.cards(z)),
        reads="length", steps="nothing", fails="never", range=intervals.counted),
    row("function", "total", "sum(list of integer) -> integer", "Their sum; 0 for an empty list.",
        lambda m, xs: bounded_sum(xs), ("sum([4, 5])", "9"),
        reads="values", steps="nothing", fails="beyond", range=intervals.added_up, unordered=True),
    row("function", "largest", "max(list of integer) -> integer or none", "The largest; none for an empty list.",
        lambda m, xs: max(xs, default=NONE), ("max([4, 5, 2])", "5"),
        reads="values", steps="nothing", fails="never", range=intervals.element, unordered=True),
    row("function", "smallest", "min(list of integer) -> integer or none", "The smallest; none for an empty list.",
        lambda m, xs: min(xs, default=NONE), ("min([4, 5, 2])", "2"),
        reads="values", steps="nothing", fails="never", range=intervals.element, unordered=True),
    row("function", "larger", "max(integer, integer) -> integer", "The larger of two.",
        lambda m, a, b: max(a, b), ("max(2, 3)", "3"),
        reads="values", steps="nothing", fails="never", range=intervals.corners(max)),
    row("function", "smaller", "min(integer, integer) -> integer", "The smaller of two.",
        lambda m, a, b: min(a, b), ("min(2, 3)", "2"),
        reads="values", steps="nothing", fails="never", range=intervals.corners(min)),
    row("function", "abs", "abs(integer) -> integer", "The number without its sign.",
        lambda m, a: abs(a), ("abs(2 - 5)", "3"),
        reads="values", steps="nothing", fails="never", range=intervals.distance_from_zero),
    row("function", "first_of", "first(list of T) -> T or none", "The first element; none for an empty list.",
        lambda m, xs: xs[0] if xs else NONE, ("first([4, 5])", "4"),
        reads="values", steps="nothing", fails="never", range=intervals.element),
    row("function", "last_of", "last(list of T) -> T or none", "The last element; none for an empty list.",
        lambda m, xs: xs[-1] if xs else NONE, ("last([4, 5])", "5"),
        reads="values", steps="nothing", fails="never", range=intervals.element),
    row("function", "reverse", "reverse(list of T) -> list of T", "From the last element to the first.",
        lambda m, xs: tuple(reversed(xs)), ("first(reverse([4, 5]))", "5"),
        reads="values", steps="first", fails="never", range=intervals.first, length=intervals.counted),
    row("function", "distinct", "distinct(list of T) -> list of T",
        "Each element once, where it comes first; for cards, their kinds.",
        lambda m, xs: tuple(dict.fromkeys(xs)), ("count(distinct([4, 5, 4]))", "2"), by_kind=True,
        reads="values", steps="first", fails="never",
        range=intervals.first, length=intervals.at_least_one, repeats=False),
    row("function", "most_common", "most_common(list of T) -> T or none",
        "The element that is there most often, of several the first; none for an empty list. For cards, their kinds.",
        lambda m, xs: max(dict.fromkeys(xs), key=xs.count, default=NONE), ("most_common([4, 5, 6, 5])", "5"),
        reads="values", steps="first", fails="never", range=intervals.element, by_kind=True, redefinable=True),
    row("function", "subsets", "subsets(list of T, list of integer) -> list of list of T",
        "All sub-lists of these sizes; a number alone means this size only.",
        lambda m, xs, sizes: tuple(subsets(xs, sizes)), ("count(s for s in subsets([4, 5, 6], 2..3))", "4"),
        reads="values", steps="groups", fails="too many",
        range=intervals.first, length=intervals.sublists, redefinable=True),
    row("function", "all_subsets", "subsets(list of T) -> list of list of T",
        "All sub-lists, from the empty one to the whole list.",
        lambda m, xs: tuple(subsets(xs, range(len(xs) + 1))),
        ("count(s for s in subsets([7, 8, 5, 10]) if sum(s) == 15)", "2"),
        reads="values", steps="groups", fails="too many",
        range=intervals.first, length=intervals.all_sublists, redefinable=True),
    row("function", "stretches", "stretches(list of T, list of integer) -> list of list of T",
        "All parts without a gap that have one of these sizes; a number alone means this size only.",
        lambda m, xs, sizes: tuple(stretches(xs, sizes)), ("max(sum(s) for s in stretches([4, 0, 5], 2))", "5"),
        reads="values", steps="groups", fails="too many",
        range=intervals.first, length=intervals.parts, redefinable=True),
    row("function", "all_stretches", "stretches(list of T) -> list of list of T",
        "All parts without a gap, from single elements to the whole list.",
        lambda m, xs: tuple(stretches(xs, range(1, len(xs) + 1))),
        ("max(sum(s) for s in stretches([4, -2, 5]))", "7"),
        reads="values", steps="groups", fails="too many",
        range=intervals.first, length=intervals.all_parts, redefinable=True),
    row("function", "players_from", "players_from(player) -> list of player", "All players, clockwise from this one.",
        _from,
        reads="seats", steps="nothing", fails="never",
        range=intervals.seats, length=lambda s, p: s.players, repeats=False),
    row("function", "distance", "distance(player, player) -> integer",
        "How many seats clockwise from the first to the second.",
        lambda m, a, b: (b - a) % m.players,
        reads="seats", steps="nothing", fails="never", range=intervals.seats),
    row("function", "symbol_place", "place(symbol E) -> integer", "Its position in the enumeration, from 1.",
        lambda m, s: s + 1,
        reads="values", steps="nothing", fails="never", range=lambda s, a: (a.range[0] + 1, a.high + 1)),
    row("function", "card_place", "place(card D) -> integer", "Its position in its zone, counted from the top, from 1.",
        _position, reads_order=True,
        reads="places", steps="nothing", fails="never", range=intervals.place_in_zone),
)

PROPERTIES: tuple[BuiltinRow, ...] = (
    row("property", "top", "top(zone D) -> card D or none", "The top card.",
        lambda m, z: next(iter(m.cards(z)), NONE), reads_order=True,
        reads="top", steps="nothing", fails="never", range=intervals.card_or_none),
    row("property", "bottom", "bottom(zone D) -> card D or none", "The bottom card.",
        lambda m, z: m.cards(z)[-1] if len(m.cards(z)) else NONE, reads_order=True,
        reads="cards", steps="nothing", fails="never", range=intervals.card_or_none),
    row("property", "only", "only(zone D) -> card D or none",
        "The only card in it; none if there are no cards or several.",
        lambda m, z: _only(m, m.cards(z)),
        reads="cards", steps="nothing", fails="never", range=intervals.card_or_none),
    row("property", "zone_empty", "empty(zone D) -> boolean", "Whether no card lies there.",
        lambda m, z: not m.cards(z),
        reads="length", steps="nothing", fails="never"),
    row("inner", "cards_of", "cards of(zone D) -> list of card D",
        "All its cards, from the top; where a list is needed, a zone means this one.",
        lambda m, z: tuple(m.cards(z)),
        reads="cards", steps="nothing", fails="never", range=intervals.cards, length=intervals.counted),
    row("property", "list_only", "only(list of T) -> T or none",
        "The only element; none if there are no elements or several.",
        _only, ("[4].only", "4"), ("[4, 5].only is none", "true"),
        reads="values", steps="nothing", fails="never", range=intervals.some_element),
    row("property", "list_top", "top(list of T) -> T or none", "The first element.",
        lambda m, xs: xs[0] if xs else NONE, ("[4, 5].top", "4"),
        reads="values", steps="nothing", fails="never", range=intervals.element),
    row("property", "list_empty", "empty(list of T) -> boolean", "Whether it has no elements.",
        lambda m, xs: not xs, ("[].empty", "true"),
        reads="length", steps="nothing", fails="never"),
    row("property", "kind", "kind(card D) -> kind D", "What kind of card it is.", _kind,
        reads="values", steps="nothing", fails="never", range=lambda s, c: (0, MOST, c.none)),
    row("property", "next", "next(player) -> player", "The next player clockwise.",
        lambda m, p: (p + 1) % m.players,
        reads="seats", steps="nothing", fails="never", range=intervals.seats),
    row("property", "previous", "previous(player) -> player", "The next player anticlockwise.",
        lambda m, p: (p - 1) % m.players,
        reads="seats", steps="nothing", fails="never", range=intervals.seats),
    row("property", "team", "team(player) -> team", "The player's team.",
        lambda m, p: m.team_of[p],
        reads="seats", steps="nothing", fails="never", range=intervals.teams),
    row("property", "rivals", "rivals(player) -> list of player",
        "All players who are not on the same team, clockwise.", _rivals,
        reads="seats", steps="nothing", fails="never",
        range=intervals.seats, length=lambda s, p: (0, s.players[1]), repeats=False),
    row("property", "members", "members(team) -> list of player", "The players of the team, in seat order.",
        lambda m, t: m.members[t],
        reads="seats", steps="nothing", fails="never",
        range=intervals.seats, length=lambda s, t: (1, s.players[1]), repeats=False),
    row("property", "team_rivals", "rivals(team) -> list of team", "All other teams.",
        lambda m, t: tuple(u for u in range(len(m.members)) if u != t),
        reads="seats", steps="nothing", fails="never",
        range=intervals.teams, length=lambda s, t: (0, s.teams[1]), repeats=False),
    row("inner", "member", "member(player, T, T, T) -> integer",
        "The number of a member of a family: those before it, and where it stands from the second bound to the third.",
        _member,
        reads="values", steps="nothing", fails="absent", range=intervals.place_in_family),
    row("inner", "zone_of", "zone of(card D) -> zone D", "The zone in which it lies.",
        lambda m, c: NONE if c == NONE else m.where(c),
        reads="places", steps="nothing", fails="never", range=intervals.anything),
    row("name", "players", "players() -> list of player", "All players, in seat order.",
        lambda m: tuple(range(m.players)),
        reads="seats", steps="nothing", fails="never",
        range=intervals.seats, length=lambda s: s.players, repeats=False),
    row("name", "teams", "teams() -> list of team", "All teams, in the order of their first seats.",
        lambda m: tuple(range(len(m.members))),
        reads="seats", steps="nothing", fails="never", range=intervals.teams, length=lambda s: s.teams, repeats=False),
)
# fmt: on


# Functions over a comprehension: `sum(c.number for c in me.hand)`.


FoldValue = Callable[[Sequence[Any], Sequence[tuple[Any, ...]]], Any]
"""`f(items, keys)`: the meaning of a fold, from what its body comes to in each turn, and its keys there."""


@dataclass(frozen=True, slots=True)
class FoldRow:
    """A fold: the type its body must have (T: any), the type of the result, and what comes of keys after `by` that are
    the same for all elements; empty where it takes none.

    `value` is what it comes to; raises `Overflow` where that, or a sum on the way, is no integer of the language.
    `range` and `length` are those of a builtin (`BuiltinRow`), of the body and of the turns of the loops; `unordered`
    says that the order of the turns makes no difference.
    """

    op: str
    body: str
    result: str
    about: str
    examples: tuple[Example, ...]
    value: FoldValue
    fails: Fails
    range: intervals.Transfer
    length: intervals.Transfer | None = None
    same: str = ""
    unordered: bool = False
    redefinable: bool = False
    written: str = ""

    @property
    def spelling(self) -> str:
        """The word before the parentheses."""
        return self.written or self.op

    @property
    def keys(self) -> bool:
        """Whether it needs keys after `by`."""
        return self.same != ""

    @property
    def is_total(self) -> bool:
        """Whether it comes to a number or a truth also where there are no turns, in whatever order: it can be worked
        out for many elements at once."""
        return self.unordered and self.result in ("boolean", "integer")


def _best(items: Sequence[Any], keys: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    most = max(keys, default=())
    return tuple([item for item, key in zip(items, keys, strict=True) if key == most])


def _extreme(pick: Callable[..., int]) -> FoldValue:
    """The element with the largest key, or the smallest; of several the first."""
    return lambda items, keys: items[pick(range(len(items)), key=keys.__getitem__)] if items else NONE


def _apart(items: Sequence[int], keys: Sequence[tuple[CardGroup, ...]]) -> int:
    return best_disjoint([(group, worth) for worth, (group,) in zip(items, keys, strict=True)], lambda steps: None)


# fmt: off
_ROWS = (
    FoldRow("list", "T", "list of T", "The list of the elements.",
          (("sum([2 * n for n in 1..3])", "12"),),
          value=lambda items, keys: tuple(items),
          fails="never", range=intervals.first, length=intervals.turns),
    FoldRow("count", "T", "integer", "How many elements there are.",
          (("count(n for n in 1..9 if n mod 2 == 0)", "4"),),
          value=lambda items, keys: len(items),
          fails="never", range=intervals.turns, unordered=True),
    FoldRow("any", "boolean", "boolean", "Whether at least one holds.",
          (("any(n > 2 for n in 1..3)", "true"),),
          value=lambda items, keys: any(items),
          fails="never", range=intervals.truth, unordered=True),
    FoldRow("all", "boolean", "boolean", "Whether all of them hold.",
          (("all(n > 2 for n in 1..3)", "false"),),
          value=lambda items, keys: all(items),
          fails="never", range=intervals.truth, unordered=True),
    FoldRow("sum", "integer", "integer", "Their sum; 0 if there are none.",
          (("sum(n for n in 1..3)", "6"),),
          value=lambda items, keys: bounded_sum(items),
          fails="beyond", range=intervals.added_up, unordered=True),
    FoldRow("max", "integer", "integer or none", "The largest; none if there are none.",
          (("max(n for n in 1..3)", "3"),),
          value=lambda items, keys: max(items, default=NONE),
          fails="never", range=intervals.element_of_turns, unordered=True),
    FoldRow("min", "integer", "integer or none", "The smallest; none if there are none.",
          (("min(n for n in 1..3)", "1"),),
          value=lambda items, keys: min(items, default=NONE),
          fails="never", range=intervals.element_of_turns, unordered=True),
    FoldRow("first", "T", "T or none", "The first; none if there are none.",
          (("first(n for n in 1..9 if n > 4)", "5"),),
          value=lambda items, keys: items[0] if items else NONE,
          fails="never", range=intervals.element_of_turns),
    FoldRow("last", "T", "T or none", "The last; none if there are none.",
          (("last(n for n in 1..9 if n < 4)", "3"),),
          value=lambda items, keys: items[-1] if items else NONE,
          fails="never", range=intervals.element_of_turns),
    FoldRow("best", "T", "list of T",
          "All elements with the largest key, in their order; of several keys the first decides, then the next.",
          (("best(n for n in [3, 1, 2] by -n).only", "1"), ("count(best(n for n in [3, 1, 4] by n mod 2))", "2")),
          same="all are the best",
          value=_best,
          fails="never", range=intervals.first, length=intervals.some_turns),
    FoldRow("top", "T", "T or none",
          "The element with the largest key, of several the first; none if there are none.",
          (("max(n for n in [3, 1, 2] by -n)", "1"), ("max(n for n in [3, 1, 4] by n mod 2)", "3")),
          same="all are as good", value=_extreme(max), written="max",
          fails="never", range=intervals.element_of_turns),
    FoldRow("least", "T", "T or none",
          "The element with the smallest key, of several the first; none if there are none.",
          (("min(n for n in [3, 1, 2] by -n)", "3"), ("min(n for n in [3, 1, 5] by n mod 2)", "3")),
          same="all are as good", value=_extreme(min), written="min",
          fails="never", range=intervals.element_of_turns),
    FoldRow("sort", "T", "list of T", "Smallest key first; elements with equal keys keep their order.",
          (("first(sort(n for n in [3, 1, 2] by n))", "1"),), same="all are equal",
          value=lambda items, keys: tuple(items[i] for i in sorted(range(len(items)), key=keys.__getitem__)),
          fails="never", range=intervals.first, length=intervals.turns),
    FoldRow("sets", "T", "list of list of T",
          "The elements with equal keys together, smallest keys first.",
          (("max(count(s) for s in sets(n for n in [4, 7, 4] by n))", "2"),), same="all are in one group",
          value=lambda items, keys: tuple(sets(zip(keys, items, strict=True))),
          fails="too many", range=intervals.first, length=intervals.some_turns, redefinable=True),
    FoldRow("runs", "T", "list of list of T",
          "The longest runs: the last key goes up by one from element to element, the keys before it are equal; "
          "where several elements fit, a run with each.",
          (("max(count(r) for r in runs(n for n in [6, 3, 9, 5, 4] by n))", "4"),
          ("count(r for r in runs(n for n in [3, 4, 4, 5] by n))", "2")), same="all are equal",
          value=lambda items, keys: tuple(runs(zip(keys, items, strict=True))),
          fails="too many", range=intervals.first, length=intervals.ways_of_turns, redefinable=True),
    FoldRow("apart", "integer", "integer",
          "What groups of cards are worth at most of which no two have a card in common; 0 if none is worth anything.",
          (), value=_apart,
          fails="too many", range=lambda s, body, turns: (0, MOST), redefinable=True),
)
# fmt: on

FOLDS: dict[str, FoldRow] = {row.op: row for row in _ROWS}
"""Each by its key in the IR."""

SPELLED: dict[str, FoldRow] = {f"{row.written} by" if row.written else row.op: row for row in _ROWS}
"""Each as it is written; `max by` is what `max(…)` is with keys."""
