"""Two cards that a seat does not know change places by hand, with nothing of the sampler's code."""

from __future__ import annotations

import random
from itertools import accumulate

from cardwright.engines.program.nodes import AskBlock, Pending
from cardwright.play.game.disclosure import is_cards
from cardwright.play.game.game import State
from tests.laws.cell_laws import BAG, PIN, cards_of

TRIES = 20
"""How many pairs of cards to try."""


def exchanged(state: State, seat: int, luck: random.Random) -> State | None:
    """The position with two hidden cards exchanged; None if there are none, or if some local remembers a card."""
    machine = state.machine
    end = machine.code.block(machine.state).end
    live = machine.code.block(machine.state).live
    if not isinstance(end, AskBlock) or any(isinstance(slot, Pending) or is_cards(slot.type) for slot in live):
        return None
    layout = state.game.layout
    everywhere = range(len(layout.kind_of))
    hidden = [card for card in everywhere if not machine.state[layout.know_at + card] >> seat & 1]
    for _ in range(TRIES if len(hidden) > 1 else 0):
        one, two = luck.sample(hidden, 2)
        if _alike(state, one, two):
            twin = state.clone()
            _swap(twin, one, two)
            twin._moves = None
            twin.machine.moves = twin.machine.legal(end)
            if twin.legal_moves:
                return twin
    return None


def _alike(state: State, one: int, two: int) -> bool:
    """Whether two cards look the same from behind but are not, and lie in different zones."""
    code, cells = state.machine.code, state.machine.state
    homes = [code.layout.zones[code.layout.home[card]] for card in (one, two)]
    return (
        code.back_of[one] == code.back_of[two]
        and code.kind_of[one] != code.kind_of[two]
        and cells[code.place_at + one] != cells[code.place_at + two]
        and homes[0].number == homes[1].number
    )


def _swap(state: State, one: int, two: int) -> None:
    """Exchange two cards; what is known of a place stays with the place, and so does what is on the card there."""
    layout, cells = state.game.layout, list(state.machine.state)
    for own in layout.card_variables.values():
        at = own.address
        cells[at + one], cells[at + two] = cells[at + two], cells[at + one]
    zones = [layout.zones[cells[layout.place_at + card]] for card in (one, two)]
    known = {zone.number: [cells[layout.know_at + card] for card in cards_of(state, zone)] for zone in zones}
    for zone in zones:
        cards, words = cards_of(state, zone), known[zone.number]
        cards = [{one: two, two: one}.get(card, card) for card in cards]
        if zone.order == "heap":
            cards, words = map(list, zip(*sorted(zip(cards, words, strict=True)), strict=True))
        else:
            cards = _bags_sorted(cards, words)
        cells[zone.address + 1 : zone.address + 1 + len(cards)] = cards
        for card, word in zip(cards, words, strict=True):
            cells[layout.know_at + card] = word
            cells[layout.place_at + card] = zone.number
    state.machine.state = cells


def _bags_sorted(cards: list[int], words: list[int]) -> list[int]:
    """The cards with the loose ones of each bag by number; pinned ones stay where they are."""
    bags = list(accumulate(int(not word & BAG) for word in words))
    found = list(cards)
    for bag in set(bags):
        places = [i for i, word in enumerate(words) if bags[i] == bag and not word & PIN]
        for i, card in zip(places, sorted(cards[i] for i in places), strict=True):
            found[i] = card
    return found
