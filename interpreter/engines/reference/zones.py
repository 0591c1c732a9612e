"""Moving cards: a zone after a card has come or gone, which cards lie in an unknown order, and who knows them.

A zone is its number of cards and then the cards from the top. A heap keeps them sorted by number; the
cells behind the last card are 0. A bag is sorted by number too, since its order means nothing. Both make positions
that mean the same equal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ...language.ir.types import NONE
from ..cells import BAG, PIN, is_loose, restart_stream, tidy
from ..events import Event, PlayError
from .machine import Machine


def take_out(m: Machine, card: int, zone: int) -> None:
    """Remove a card from a zone; a bag whose first card is gone starts with the next one."""
    code, state = m.code, m.state
    at, know = code.zone_at[zone], code.know_at
    count = state[at]
    place = state.index(card, at + 1, at + 1 + count)
    if not state[know + card] & BAG and place < at + count:
        state[know + state[place + 1]] &= ~BAG
    state[know + card] &= ~(BAG | PIN)
    state[place : at + count] = state[place + 1 : at + 1 + count]
    state[at + count] = 0
    state[at] = count - 1
    if code.pins and not code.heap[zone]:
        tidy(code, state, zone)


def put_in(m: Machine, card: int, zone: int, index: int) -> None:
    """Add a card to a zone, before the card at `index` (a heap sorts it in); its place is certain, in a bag as well."""
    code, state = m.code, m.state
    at = code.zone_at[zone]
    count = state[at]
    if code.heap[zone]:
        index = bisect_left(state, card, at + 1, at + 1 + count) - at - 1
    elif index < count and state[code.know_at + state[at + 1 + index]] & BAG:
        state[code.know_at + card] |= BAG | PIN
    place = at + 1 + index
    state[place + 1 : at + 2 + count] = state[place : at + 1 + count]
    state[place] = card
    state[at] = count + 1
    state[code.place_at + card] = zone


def _room(m: Machine, zone: int, count: int, span: Span) -> None:
    cell = m.code.layout.zones[zone]
    most = cell.limit or cell.capacity
    if count > most:
        raise PlayError("R703", f"'{_name(m, zone)}' can hold {how_many(most, 'card')}, but would have {count}", span)


def _name(m: Machine, zone: int) -> str:
    cell = m.code.layout.zones[zone]
    return (f"{cell.owner_kind[:1]}{cell.owner + 1}." if cell.owner_kind else "") + cell.name + cell.member


def move_card(m: Machine, card: int, target: int, index: int, span: Span, blind: int = 0) -> None:
    """Move one card to a zone; the seats that see that zone learn it.

    `index` counts from the top, once the card has left its zone; past the end means the end. The seats of `blind` do
    not see where it is put: they lose track of the cards there, unless they see them all.
    """
    code, state = m.code, m.state
    source = state[code.place_at + card]
    if code.heap[source]:
        if code.has_twins[card]:
            put_forward(m, list(m.cards(source)), [card])
        forget(m, card, source, target)
    if source != target:  # a rule that goes wrong must not lose the card half-way
        _room(m, target, state[code.zone_at[target]] + 1, span)
    place = 0 if m.events is None else m.cards(source).index(card)
    take_out(m, card, source)
    goal = min(index, state[code.zone_at[target]])
    put_in(m, card, target, goal)
    learn(m, card, code.seers[target])
    blind = 0 if code.heap[target] else blind & ~code.seers[target]
    if blind:
        for other in m.cards(target):
            state[code.know_at + other] &= ~blind
    if m.events is not None:
        word = state[code.know_at + card] & code.everybody
        m.events.append(Event("moved", -1, (code.kind_of[card], source, target), [word], (place, goal, blind)))


def move_all(m: Machine, source: int, target: int, at_bottom: bool, span: Span) -> None:
    """Move all cards of a zone to another as they lie; bags stay bags if the other zone has an order."""
    if NONE in (source, target) or source == target:
        return
    code, state = m.code, m.state
    cards = list(m.cards(source))
    _room(m, target, state[code.zone_at[target]] + len(cards), span)
    if code.heap[source] and not code.heap[target]:
        note_known(m, cards)
        unseen_order(m, cards, source, target)
    start = code.zone_at[source]
    state[start : start + 1 + len(cards)] = [0] * (1 + len(cards))
    _lay(m, cards, target, at_bottom)
    _learn_all(m, cards, target)
    if code.heap[source] and not code.heap[target]:
        mix_up(m, cards)
    if m.events is not None:
        words = [state[code.know_at + card] & code.everybody for card in cards]
        kinds = [code.kind_of[card] for card in cards]
        for i, (kind, word) in enumerate(zip(kinds, words, strict=True)):
            at = (-1, i, len(cards), int(at_bottom))
            m.events.append(Event("moved", -1, (kind, source, target), [word], at))


def _learn_all(m: Machine, cards: list[int], target: int) -> None:
    """Cards have come to a zone, with their bags: the seats that see it learn those at certain positions."""
    code, state = m.code, m.state
    words = [state[code.know_at + card] for card in cards] + [0]
    for i, card in enumerate(cards):
        if code.heap[target]:
            state[code.know_at + card] &= ~(BAG | PIN)
        if code.heap[target] or words[i] & PIN or not (words[i] | words[i + 1]) & BAG:
            learn(m, card, code.seers[target])


def _lay(m: Machine, cards: list[int], target: int, at_bottom: bool) -> None:
    code, state = m.code, m.state
    there = list(m.cards(target))
    together = there + cards if at_bottom else cards + there
    if code.heap[target]:
        together.sort()
    at = code.zone_at[target]
    state[at : at + 1 + len(together)] = [len(together), *together]
    for card in cards:
        state[code.place_at + card] = target


def shuffle(m: Machine, zone: int) -> None:
    """Make the order of a zone unknown: one bag, whose cards no seat knows.

    A heap has no order, so only the seats that do not see it forget its cards. The same holds for a card that is alone.
    """
    if zone == NONE:
        return
    code, state = m.code, m.state
    at, know = code.zone_at[zone], code.know_at
    cards = sorted(m.cards(zone))
    if zone in code.sources:
        restart_stream(state, code.sources[zone].address)
    mix_up(m, cards)
    if code.heap[zone]:
        for card in cards:
            state[know + card] &= code.seers[zone]
    else:
        state[at + 1 : at + 1 + len(cards)] = cards
        for card in cards:
            state[know + card] = BAG
        if cards:
            state[know + cards[0]] = 0
        if len(cards) == 1:
            learn(m, cards[0], code.seers[zone])
    if m.events is not None:
        m.events.append(Event("shuffled", -1, (zone,)))


def show(m: Machine, cards: list[int], seats: int, *, told: bool = True) -> None:
    """Show cards to seats (a mask); a card in a bag has no position that could be known, so nothing is learned.

    With `told` False it is no event of its own: the cards of a move are announced with the move.
    """
    code = m.code
    for zone in dict.fromkeys(m.where(card) for card in cards):
        here = [card for card in cards if m.where(card) == zone]
        if code.heap[zone]:
            put_forward(m, list(m.cards(zone)), here)
        for card in here:
            if not is_loose(code, m.state, zone, card):
                learn(m, card, seats)
            if told and m.events is not None:
                word = m.state[code.know_at + card] & code.everybody
                place = m.cards(zone).index(card)
                m.events.append(Event("shown", -1, (code.kind_of[card], zone), [word], (place, seats & code.everybody)))


# Who knows which card: what is learned, and what is forgotten when a card moves unseen.
#
# The word of a card (`state[know_at + card]`) has bit s if seat s knows the card, and bit `JOINED` if the card lies in
# the same bag as the card above it. A *bag* is a packet of cards in unknown order: in the zone, a run that begins with
# a card that is not joined and goes on with all joined ones below it. A run of one is a card at a certain position. A
# card that was put into a bag at a place has the bit `PINNED` as well, see above.
#
# A pile of six cards, from the top; p1 has looked at the first one:
#
#     cell       card     word: JOINED | p3 p2 p1
#     zone + 1   c4              0     |  0  0  1     a certain position; p1 knows the card
#     zone + 2   c0              0     |  0  0  0  -+ a bag of three: chance decides only when
#     zone + 3   c1              1     |  0  0  0   | it matters which of c0, c1, c3 lies on top
#     zone + 4   c3              1     |  0  0  0  -+
#     zone + 5   c2              0     |  0  0  0  -+ a second bag, which was laid under the first:
#     zone + 6   c5              1     |  0  0  0  -+ its cards never mix with those above
#
# Within a bag the cards are sorted by number, so the cells say nothing of an order that does not exist yet. Once c4 has
# left and chance has settled that c1 lies on top of the rest, c1 is at a certain position and the bags are (c0 c3) and
# (c2 c5):
#
#     c1 0|000   c0 0|000   c3 1|000   c2 0|000   c5 1|000
#
# Laws:
#
# - No seat knows a loose card, one in a bag of two or more that is not pinned there.
# - A seat that sees the zone to which a card goes learns the card.
# - Cards in a heap have no positions. When one leaves, a seat that sees neither the heap nor the zone where the card
#   goes cannot tell which it was. It forgets that card, and everything it knew of the cards in the heap with the same
#   back; if it sees no backs in either zone, it forgets the whole heap. Only a card without such company stays known.
# - Two cards of one kind in a heap, without variables of their own, are interchangeable; the one that
#   most seats know leaves first (then the one with the larger word). So before a card leaves, it swaps words with
#   that one.

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
