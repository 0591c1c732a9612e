"""Who knows which card: what is learned, and what is forgotten when a card moves unseen.

The word of a card (`state[know_at + card]`) has bit s if seat s knows the card, and bit `JOINED` if the card lies in
the same bag as the card above it. A *bag* is a packet of cards in unknown order: in the zone, a run that begins with
a card that is not joined and goes on with all joined ones below it. A run of one is a card at a certain position. A
card that was put into a bag at a place has the bit `PINNED` as well, see `bags.py`.

A pile of six cards, from the top; p1 has looked at the first one:

    cell       card     word: JOINED | p3 p2 p1
    zone + 1   c4              0     |  0  0  1     a certain position; p1 knows the card
    zone + 2   c0              0     |  0  0  0  -+ a bag of three: chance decides only when
    zone + 3   c1              1     |  0  0  0   | it matters which of c0, c1, c3 lies on top
    zone + 4   c3              1     |  0  0  0  -+
    zone + 5   c2              0     |  0  0  0  -+ a second bag, which was laid under the first:
    zone + 6   c5              1     |  0  0  0  -+ its cards never mix with those above

Within a bag the cards are sorted by number, so the cells say nothing of an order that does not exist yet. Once c4 has
left and chance has settled that c1 lies on top of the rest, c1 is at a certain position and the bags are (c0 c3) and
(c2 c5):

    c1 0|000   c0 0|000   c3 1|000   c2 0|000   c5 1|000

Laws:

- No seat knows a loose card, one in a bag of two or more that is not pinned there.
- A seat that sees the zone to which a card goes learns the card.
- Cards in a heap have no positions. When one leaves, a seat that sees neither the heap nor the zone where the card
  goes cannot tell which it was. It forgets that card, and everything it knew of the cards in the heap with the same
  back; if it sees no backs in either zone, it forgets the whole heap. Only a card without such company stays known.
- Two cards of one kind in a heap, without variables of their own, are interchangeable; the one that
  most seats know leaves first (then the one with the larger word). So before a card leaves, it swaps words with
  that one.
"""

from __future__ import annotations

from collections.abc import Collection

from .machine import Machine

SETTLED = -2
"""Stands for an announced card when it has been settled already who sees it."""


def learn(m: Machine, card: int, seats: int) -> None:
    """Let seats (a mask) know a card; callers make sure that it lies in no bag of two or more.

    Moves whose effect is running note it too: their seats have seen the card, whatever happens to it later.
    """
    if seats:
        m.state[m.code.know_at + card] |= seats
        for event, cards in m.open_events:
            for i, other in enumerate(cards):
                if other == card:
                    event.seen[i] |= seats


def mix_up(m: Machine, cards: Collection[int]) -> None:
    """Cards have been mixed, or are about to be, so that nobody can follow one: what was announced of them is settled.

    Whoever knows one now has seen which card was announced; who comes by it later cannot tell that it is the same.
    """
    note_known(m, cards)
    for _, announced in m.open_events:
        announced[:] = [SETTLED if card in cards else card for card in announced]


def note_known(m: Machine, cards: Collection[int]) -> None:
    """Note of moves whose effect is running who knows these of their cards now, before that is forgotten."""
    for event, announced in m.open_events:
        for i, card in enumerate(announced):
            if card in cards:
                event.seen[i] |= m.state[m.code.know_at + card] & m.code.everybody


def put_forward(m: Machine, heap: list[int], cards: list[int]) -> None:
    """Swap words in a heap so that, among interchangeable cards, `cards` are those that most seats know.

    Without this, a position would depend on which of two equal cards a rule happened to name.
    """
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
    """A card is about to leave a heap: seats that cannot see which one it is forget it, and those like it."""
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
    """A whole heap is put in order: a seat that sees neither zone keeps what it knew only if it knew every card."""
    code, at = m.code, m.code.know_at
    blind = code.everybody & ~(code.seers[source] | code.seers[target])
    for card in cards:
        blind &= m.state[at + card]
    keep = blind | code.seers[source] | code.seers[target]
    for card in cards:
        m.state[at + card] &= keep
