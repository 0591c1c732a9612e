"""Groups of cards: which there are, and the best way to lay some of them out.

A hand is looked at as all its sub-lists (`subsets`), as its consecutive parts (`stretches`), as cards that are equal in
something (`sets`) or follow each other in something (`runs`). What comes out are lists of lists; they exist only where
a comprehension goes through them. `apart` goes through groups of cards and says what those are worth at most that can
lie on the table at the same time, where no card is in two of them:

    sum(worth(c) for c in h) - apart(sum(worth(c) for c in g) for g in melds)

Nothing here is made before its steps are counted: each group costs 1 and its length, each look of `apart` 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, groupby, product

from .operators import bounded

Group = tuple[int, ...]

Keyed = tuple[tuple[int, ...], int]
"""An element behind its keys, as `by` says them."""

Spend = Callable[[int], None]
"""Counts steps; may raise where there were too many."""


def subsets(items: Sequence[int], sizes: Iterable[int]) -> Iterator[Group]:
    """The sub-lists of these sizes, size by size; elements stay in their order, earlier ones come first.

    >>> list(subsets((7, 8, 9), (2, 0)))
    [(7, 8), (7, 9), (8, 9), ()]
    """
    for size in sizes:
        if 0 <= size <= len(items):
            yield from combinations(items, size)


def stretches(items: Sequence[int], sizes: Iterable[int]) -> Iterator[Group]:
    """The parts of a list without a gap, of these sizes from 1 on, size by size, from its beginning.

    >>> list(stretches((7, 8, 9), (2, 3)))
    [(7, 8), (8, 9), (7, 8, 9)]
    """
    for size in sizes:
        if 1 <= size <= len(items):
            for start in range(len(items) - size + 1):
                yield tuple(items[start : start + size])


def sets(rows: Iterable[Keyed]) -> Iterator[Group]:
    """The elements with equal keys together, smallest keys first; each element is in one set.

    >>> list(sets([((5,), 7), ((2,), 8), ((5,), 9)]))
    [(8,), (7, 9)]
    """
    for _, same in groupby(sorted(rows, key=_keys), key=_keys):
        yield tuple(item for _, item in same)


def runs(rows: Iterable[Keyed]) -> Iterator[Group]:
    """The longest runs: the last key goes up by one from element to element, the keys before it are equal.

    Where there are several elements for one place of a run, there is a run with each of them.

    >>> list(runs([((3,), 7), ((4,), 8), ((4,), 9), ((6,), 5)]))
    [(7, 8), (7, 9), (5,)]
    """
    places: list[Group] = []
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


def apart(groups: Sequence[tuple[Group, int]], spend: Spend) -> int:
    """What groups are worth at most, of which no two have a card in common; 0 if none is worth anything.

    Each group comes with its worth. Card after card, in the order in which the groups name them, it is decided which
    group holds it, or none. `left` is the most that the cards not yet decided may still bring: each card brings its
    share of the group that is best for it. Where `left` cannot beat the best that was found, the search turns back.

    Raises `Overflow` where all groups together, each with the number of its cards, leave the integers of the language.

    >>> apart([((1, 2, 3), 12), ((3, 4, 5), 15), ((1, 2), 2)], lambda steps: None)
    17
    """
    search = _Search(spend)
    for cards, worth in groups:
        search.add(cards, worth)
    search.look()
    return search.best


class _Search:
    """The groups that are worth something, by their first card; and the best that was found."""

    def __init__(self, spend: Spend) -> None:
        self.spend = spend
        self.bits: dict[int, int] = {}
        self.shares: list[int] = []
        self.groups: list[list[tuple[int, int]]] = []
        self.total = 0
        self.best = 0

    def add(self, cards: Group, worth: int) -> None:
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
