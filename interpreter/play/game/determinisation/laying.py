"""Positions in which the cards that a seat does not know lie otherwise, many of them, worked out from one.

Cards of one kind are as good as each other, so each place takes the next card of its kind; and of the largest pile
whose order means nothing it is not asked which card goes where: what is left over lies there. Most cells are the same
in all of these positions, so they are copied from one, in which all cards that are dealt lie in that pile.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ....diagnostics.record import dataclass
from ....engines.reference.bags import loose_places
from ....engines.reference.machine import Machine
from ..resample import named_cards

Bag = tuple[Sequence[int], Sequence[int]]
"""The places of the loose cards of a bag, and what is known of the card at each."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cards of a zone, and the address of the first one; those of a heap and of a bag lie by their numbers."""

    first: int
    cards: list[int]
    heap: bool
    bags: list[Bag]


class Place(NamedTuple):
    """A place to which a card is dealt: its number in the order in which kinds are given, where the cards began that it
    may take, and where it is. `values` are the cells that go with the card, from which address on by its number,
    `named` the cells that name it."""

    number: int
    home: int
    row: int
    at: int
    values: Sequence[tuple[int, int]]
    named: Sequence[int]


class Laying:
    """The position before a step; `order` tells which card lies where, in the order in which kinds are given, and
    `dealt` are the numbers of those that may be others.
    """

    def __init__(self, m: Machine, order: Sequence[int], dealt: Collection[int]) -> None:
        self.code, layout = m.code, m.code.layout
        self._state = state = m.state
        self._starts = [layout.place_at, layout.know_at, *(own.address for own in layout.card_variables.values())]
        named = named_cards(m)
        numbers = {order[number]: number for number in dealt}
        self._rows = [
            self._row(number, cards)
            for number, cards in enumerate([list(m.cards(zone.number)) for zone in layout.zones])
            if not numbers.keys().isdisjoint(cards)
        ]
        piles = ((n, pile) for n, row in enumerate(self._rows) for pile in self._piles(row, numbers.keys() - named))
        self._pile_row, self._pile = max(piles, key=lambda one: len(one[1]), default=(0, []))
        apart = [self._rows[self._pile_row].cards[at] for at in self._pile]
        self._cells = array("q", state)
        self._left: dict[int, dict[int, list[int]]] = {}
        for card in sorted(numbers):
            self._left.setdefault(layout.home[card], {}).setdefault(m.kind_of[card], []).append(card)
            for start in self._starts if apart else ():
                self._cells[start + card] = state[start + apart[0]]
        self._in_the_pile = self._others_in(self._rows[self._pile_row], apart) if apart else None
        waiting = numbers.keys() - apart
        self._places = [
            Place(numbers[card], layout.home[card], n, at, self._values(card), named.get(card, ()))
            for n, row in enumerate(self._rows)
            for at, card in enumerate(row.cards)
            if card in waiting
        ]

    def cells(self, kinds: Sequence[int]) -> array[int]:
        """The cells where a card of these kinds lies in each place."""
        found, know = self._cells[:], self.code.know_at
        left = {home: {kind: iter(cards) for kind, cards in these.items()} for home, these in self._left.items()}
        rows = [row.cards.copy() for row in self._rows]
        for number, home, row, place, values, named in self._places:
            card = next(left[home][kinds[number]])
            rows[row][place] = card
            for start, value in values:
                found[start + card] = value
            for at in named:
                found[at] = card
        if self._pile:
            cards, over = rows[self._pile_row], chain.from_iterable(these.values() for these in left.values())
            lying = list(chain.from_iterable(over))
            if self._in_the_pile is not None:
                lying.sort()
                for at, word in self._in_the_pile:
                    found[know + lying[at]] = word
            for at, card in zip(self._pile, lying, strict=True):
                cards[at] = card
        for zone, cards in zip(self._rows, rows, strict=True):
            if zone.heap:
                cards.sort()
            for places, words in zone.bags:
                for at, word, card in zip(places, words, sorted([cards[at] for at in places]), strict=True):
                    cards[at] = card
                    found[know + card] = word
            found[zone.first : zone.first + len(cards)] = array("q", cards)
        return found

    def _others_in(self, row: Row, pile: Sequence[int]) -> list[tuple[int, int]] | None:
        """If the pile is a whole bag: where in it something else is known of a card than in the template, and what. The
        bag need not be looked at again then. None if it is none.
        """
        bag = next((one for one in row.bags if list(one[0]) == self._pile), None)
        if bag is None:
            return None
        row.bags.remove(bag)
        known = self._cells[self.code.know_at + pile[0]]
        return [(at, word) for at, word in enumerate(bag[1]) if word != known]

    def _row(self, zone: int, cards: list[int]) -> Row:
        words = [self._state[self.code.know_at + card] for card in cards]
        heap = self.code.heap[zone]
        loose = () if heap else loose_places(words)
        bags: list[Bag] = [(places, [words[at] for at in places]) for places in loose]
        return Row(self.code.zone_at[zone] + 1, cards, heap, bags)

    def _values(self, card: int) -> list[tuple[int, int]]:
        """What goes with a place, but for what is so in the pile."""
        mine = [(start, self._state[start + card]) for start in self._starts]
        return [(start, value) for start, value in mine if not self._pile or self._cells[start + card] != value]

    def _piles(self, row: Row, able: Collection[int]) -> Iterator[list[int]]:
        """Places of which it means nothing which card lies where: those of a heap of which the same is known, or of a
        bag; nothing names the cards, and they have the same marks.
        """
        know, *marks = self._starts[1:]
        piles: dict[tuple[int, ...], list[int]] = {}
        lying = [(-1, range(len(row.cards)))] if row.heap else [(n, places) for n, (places, _) in enumerate(row.bags)]
        for number, places in lying:
            for at in places:
                card = row.cards[at]
                if card in able:
                    word = self._state[know + card] if number < 0 else 0
                    piles.setdefault((number, word, *(self._state[one + card] for one in marks)), []).append(at)
        yield from piles.values()
