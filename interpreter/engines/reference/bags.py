"""Which cards lie in an unknown order: bags, and certain cards within them.

In an ordered zone a *run* begins with a card that is not joined to the card above and goes on with all joined ones
below it. A run of one is a card at a certain place. A longer run is a *bag*: its cards lie there in an unknown order,
but for those with the bit `PINNED`. Such a card has been put into the bag at a place, or has been looked at where it
lies; its place is certain, and chance deals the other cards to the other places.

A pile of five; somebody has put c7 in as the third card. Chance may give any of c0, c2, c4, c5 the top:

    cell       card     word: JOINED PINNED
    zone + 1   c0               0      0    -+ the bag: its loose cards are sorted by number, as if the
    zone + 2   c2               1      0     | pinned card was not there
    zone + 3   c7               1      1     |
    zone + 4   c4               1      0     |
    zone + 5   c5               1      0    -+

Laws: a run begins and ends with a loose card, since a certain card at its edge is a run of its own; and a run of
several has at least two loose cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..program.layout import JOINED, PINNED
from .tables import Tables

BAG = 1 << JOINED
"""The mask of the bit that joins a card to the bag of the card above."""

PIN = 1 << PINNED
"""The mask of the bit of a card whose place within a bag is certain."""


def loose_places(words: Sequence[int]) -> Iterator[list[int]]:
    """Of each bag of a zone the places of its loose cards (from 0), by what is known of the cards of the zone.

    >>> list(loose_places([0, BAG, BAG | PIN, BAG, 0]))
    [[0, 1, 3]]
    """
    starts = [place for place, word in enumerate(words) if not word & BAG]
    for start, stop in pairwise([*starts, len(words)]):
        if stop - start > 1:
            yield [place for place in range(start, stop) if not words[place] & PIN]


def run_at(code: Tables, state: list[int], zone: int, place: int) -> tuple[int, int]:
    """The addresses of the first card of the run to which a place (from 0) belongs, and of what follows its last."""
    know, first = code.know_at, code.zone_at[zone] + 1
    end, start = first + state[first - 1], first + place
    while state[know + state[start]] & BAG:
        start -= 1
    stop = first + place + 1
    while stop < end and state[know + state[stop]] & BAG:
        stop += 1
    return start, stop


def loose(code: Tables, state: list[int], zone: int, place: int) -> list[int]:
    """The cards of which any may lie at a place, sorted by number: one where that is certain, none outside."""
    if not 0 <= place < state[code.zone_at[zone]]:
        return []
    card = state[code.zone_at[zone] + 1 + place]
    if state[code.know_at + card] & PIN:
        return [card]
    start, stop = run_at(code, state, zone, place)
    return [card for card in state[start:stop] if not state[code.know_at + card] & PIN]


def pin(code: Tables, state: list[int], zone: int, place: int, card: int) -> list[int]:
    """Let a loose card lie at a place from now on; the cards that are left loose, by number.

    Where no card of the bag is pinned, one that lies on top of the others leaves a smaller bag behind.
    """
    know = code.know_at
    start, stop = run_at(code, state, zone, place)
    cards = state[start:stop]
    on_top = place == start - code.zone_at[zone] - 1
    certain = [] if on_top and not code.pins else [one for one in cards if state[know + one] & PIN]
    if on_top and not certain:
        rest = [one for one in cards if one != card]
        state[start:stop] = [card, *rest]
        for one in (card, *rest[:1]):
            state[know + one] &= ~BAG
        return rest
    pinned = {at: state[at] for at in range(start, stop) if state[at] in certain}
    rest = [one for one in cards if one != card and one not in certain]
    pinned[code.zone_at[zone] + 1 + place] = card
    left = iter(rest)
    for at in range(start, stop):
        one = state[at] = pinned[at] if at in pinned else next(left)
        flags = (BAG if at > start else 0) | (PIN if at in pinned else 0)
        state[know + one] = state[know + one] & ~(BAG | PIN) | flags
    tidy(code, state, zone)
    return rest


def tidy(code: Tables, state: list[int], zone: int) -> None:
    """Let certain cards at the edges of bags be runs of their own."""
    know, first = code.know_at, code.zone_at[zone] + 1
    cards = state[first : first + state[first - 1]]
    if not any(state[know + card] & PIN for card in cards):
        return
    start = 0
    while start < len(cards):
        stop = start + 1
        while stop < len(cards) and state[know + cards[stop]] & BAG:
            stop += 1
        run, start = cards[start:stop], stop
        while run and state[know + run[0]] & PIN:
            state[know + run.pop(0)] &= ~(BAG | PIN)
        if run:
            state[know + run[0]] &= ~BAG
        while run and state[know + run[-1]] & PIN:
            state[know + run.pop()] &= ~(BAG | PIN)


def is_loose(code: Tables, state: list[int], zone: int, card: int) -> bool:
    """Whether a card lies in a bag of two or more, so that its place is unknown."""
    word = state[code.know_at + card]
    if code.heap[zone] or word & PIN:
        return False
    first = code.zone_at[zone] + 1
    end = first + state[first - 1]
    below = first + list(state[first:end]).index(card) + 1
    return bool(word & BAG) or (below < end and bool(state[code.know_at + state[below]] & BAG))
