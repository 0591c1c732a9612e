"""Positions in which the cards that a seat does not know lie otherwise, many of them, worked out from one.

It is said which cells are others than there. Cards of one kind are as good as each other, so where a place is to have a
card of the kind that lies there, that card stays; and of the largest pile whose order means nothing it is not asked
which card goes where, but only which ones are taken from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....engines.reference.bags import loose_places
from ....engines.reference.canonical import live_cells
from ....engines.reference.machine import Machine
from ....language.ir.types import NONE


class Laying:
    """The position before a step; `order` tells which card lies where, in the order in which kinds are given."""

    def __init__(self, m: Machine, order: Sequence[int]) -> None:
        self.code, layout = m.code, m.code.layout
        self._state = state = m.state
        self._home, self._kind_of = layout.home, m.code.kind_of
        self._starts = [layout.place_at, layout.know_at, *(own.address for own in layout.card_variables.values())]
        self._named = [(at, state[at]) for at, is_card in live_cells(m.code, state) if is_card and state[at] != NONE]
        self._cards = [list(m.cards(zone.number)) for zone in layout.zones]
        self._bags = [
            [] if heap else list(self._loose(cards)) for heap, cards in zip(m.code.heap, self._cards, strict=True)
        ]
        pile = max(self._piles(), key=len, default=[])
        self._pile: dict[tuple[int, int], list[int]] = {}
        for card in pile:
            self._pile.setdefault(self._sort(card), []).append(card)
        apart = set(pile)
        self._few = [(number, card) for number, card in enumerate(order) if card not in apart]

    def other_cells(self, kinds: Sequence[int]) -> dict[int, int]:
        """The cells that are others where a card of these kinds lies in each place."""
        now, state, found = self._exchanges(kinds), self._state, dict[int, int]()
        for start in self._starts:
            for card, other in now.items():
                found[start + other] = state[start + card]
        for at, card in self._named:
            found[at] = now.get(card, card)
        for zone in {state[self._starts[0] + card] for card in now}:
            self._lay(zone, now, found)
        return found

    def _exchanges(self, kinds: Sequence[int]) -> dict[int, int]:
        """Which card lies where another one lay."""
        kind_of, home = self._kind_of, self._home
        wrong = [(card, kinds[number]) for number, card in self._few if kinds[number] != kind_of[card]]
        out: dict[tuple[int, int], list[int]] = {}
        for card, _ in wrong:
            out.setdefault(self._sort(card), []).append(card)
        now, left, many = dict[int, int](), dict[int, list[int]](), dict[tuple[int, int], int]()
        for card, kind in wrong:
            sort = home[card], kind
            if out.get(sort):
                now[card] = out[sort].pop()
                continue
            taken = many[sort] = many.get(sort, 0) + 1
            now[card] = self._pile[sort][-taken]
            left.setdefault(home[card], []).append(now[card])
        for cards in out.values():
            for card in cards:
                now[left[home[card]].pop()] = card
        return now

    def _lay(self, zone: int, now: Mapping[int, int], found: dict[int, int]) -> None:
        """The cells of a zone in which some cards are others; those of a heap and of a bag lie by their numbers."""
        old, know = self._cards[zone], self.code.know_at
        first = self.code.zone_at[zone] + 1
        cards = [now.get(card, card) for card in old]
        if self.code.heap[zone]:
            cards.sort()
        for places, words, loose in self._bags[zone]:
            if now.keys().isdisjoint(loose):
                continue
            arrived, in_order = set(now.values()), sorted([cards[place] for place in places])
            for place, word, was, card in zip(places, words, loose, in_order, strict=True):
                cards[place] = card
                if card != was or card in arrived:
                    found[know + card] = word
        for place, card in enumerate(cards):
            if card != old[place]:
                found[first + place] = card

    def _sort(self, card: int) -> tuple[int, int]:
        """Cards of one sort are as good as each other."""
        return self._home[card], self._kind_of[card]

    def _loose(self, cards: Sequence[int]) -> Iterator[tuple[list[int], list[int], list[int]]]:
        """The loose cards of each bag of an ordered zone: the place, the word, and the card itself of each."""
        words = [self._state[self.code.know_at + card] for card in cards]
        for places in loose_places(words):
            yield places, [words[place] for place in places], [cards[place] for place in places]

    def _piles(self) -> Iterator[list[int]]:
        """Cards of which it means nothing which lies where: those of a heap of which the same is known, or of a bag;
        nothing names them, and they have the same marks.
        """
        named = {card for _, card in self._named}
        know, *marks = self._starts[1:]
        for zone, cards in enumerate(self._cards):
            lying = [(number, card) for number, (_, _, loose) in enumerate(self._bags[zone]) for card in loose]
            piles: dict[tuple[int, ...], list[int]] = {}
            for number, card in [(-1, card) for card in cards] if self.code.heap[zone] else lying:
                if card not in named:
                    word = self._state[know + card] if number < 0 else 0
                    piles.setdefault((number, word, *(self._state[at + card] for at in marks)), []).append(card)
            yield from piles.values()
