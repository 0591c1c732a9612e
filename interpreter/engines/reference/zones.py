"""Moving cards: what a zone looks like after a card has come or gone.

A zone is its number of cards and then the cards from the top. A heap keeps them sorted by number; the
cells behind the last card are 0. A bag is sorted by number too, since its order means nothing. Both make positions
that mean the same equal.
"""

from __future__ import annotations

from bisect import bisect_left

from ...diagnostics.how_many import how_many
from ...diagnostics.span import Span
from ...language.ir.types import NONE
from .bags import BAG, PIN, is_loose, tidy
from .error import PlayError
from .event import Event
from .knowledge import forget, learn, mix_up, note_known, put_forward, unseen_order
from .machine import Machine
from .stream import shuffled


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
        shuffled(state, code.sources[zone].address)
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
