"""Who knows which card: what is learned, and what is forgotten when a card moves unseen.

The word of a card (`state[know_at + card]`) has a bit for each seat that knows the card, and the bit
`JOINED` where the card lies in the same packet of unknown order as the card above it. A *bag* is a longest run
of joined cards: a card that is not joined, and all joined ones below it. Laws:

- A card in a bag of two or more is known to nobody.
- Whoever sees the zone to which a card goes learns it.
- Cards in a heap have no places. When one leaves, whoever sees neither the heap nor where the card goes cannot tell
  which it was; he forgets it, and all that he knew of the cards in the heap with the same back. Where he sees no
  backs in either zone he forgets the whole heap. Only a card that was alone in this respect stays known.
- Two cards without variables of their own and of one kind in a heap are one and the same; the one that
  most seats know leaves first (then the one with the larger word). So before a card leaves, it changes words with
  that one.
"""

from __future__ import annotations

from ..program.layout import JOINED
from .machine import Machine
from .tables import Tables

BAG = 1 << JOINED


def learn(m: Machine, card: int, seats: int) -> None:
    """The seats (bits) get to know a card, unless it lies in a bag."""
    if seats:
        m.state[m.code.know_at + card] |= seats
        for event, cards in m.open_events:
            for i, other in enumerate(cards):
                if other == card:
                    event.seen[i] |= seats


def put_forward(m: Machine, heap: list[int], cards: list[int]) -> None:
    """Of cards in a heap that are the same to the rules, let `cards` be those that most seats know."""
    code, state = m.code, m.state
    at = code.know_at
    for kind in {code.kind_of[card] for card in cards if code.has_twins[card]}:
        twins = [card for card in heap if code.kind_of[card] == kind]
        chosen = [card for card in twins if card in cards]
        words = sorted((state[at + card] for card in twins), key=_fame, reverse=True)
        for card, word in zip(chosen + [t for t in twins if t not in chosen], words, strict=True):
            state[at + card] = word


def _fame(word: int) -> tuple[int, int]:
    return word.bit_count(), word


def forget(m: Machine, card: int, source: int, target: int) -> None:
    """A card is about to leave a heap: whoever cannot see which one forgets."""
    code = m.code
    blind = code.everybody & ~(code.seers[source] | code.seers[target])
    if not blind:
        return
    others = [other for other in m.cards(source) if other != card]
    by_back = blind & (code.backers[source] | code.backers[target])
    _blur(m, card, [other for other in others if code.back_of[other] == code.back_of[card]], by_back)
    _blur(m, card, others, blind & ~by_back)


def _blur(m: Machine, card: int, others: list[int], seats: int) -> None:
    if seats and others:
        for each in (card, *others):
            m.state[m.code.know_at + each] &= ~seats


def unseen_order(m: Machine, cards: list[int], source: int, target: int) -> None:
    """A whole heap is laid in an order: whoever sees neither zone keeps what he knew only if he knew all."""
    code, at = m.code, m.code.know_at
    blind = code.everybody & ~(code.seers[source] | code.seers[target])
    for card in cards:
        blind &= m.state[at + card]
    keep = blind | code.seers[source] | code.seers[target]
    for card in cards:
        m.state[at + card] &= keep


def bag_at_top(code: Tables, state: list[int], zone: int) -> int:
    """How many cards the bag at the top of a zone has (1: a card in a certain place, 0: no card)."""
    at, know = code.zone_at[zone], code.know_at
    count = state[at]
    for size, card in enumerate(state[at + 2 : at + 1 + count], start=1):
        if not state[know + card] & BAG:
            return size
    return count


def bag_at_bottom(code: Tables, state: list[int], zone: int) -> int:
    """How many cards the bag at the bottom of a zone has."""
    at, know = code.zone_at[zone], code.know_at
    count = state[at]
    for size, card in enumerate(reversed(state[at + 1 : at + 1 + count]), start=1):
        if not state[know + card] & BAG:
            return size
    return 0


def in_bag(m: Machine, card: int) -> bool:
    """Whether a card lies in a bag of two or more."""
    code, state = m.code, m.state
    if code.heap[m.where(card)]:
        return False
    if state[code.know_at + card] & BAG:
        return True
    cards = m.cards(m.where(card))
    below = list(cards).index(card) + 1
    return below < len(cards) and bool(state[code.know_at + cards[below]] & BAG)
