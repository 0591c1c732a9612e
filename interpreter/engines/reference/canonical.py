"""When two positions are the same: cards that the rules cannot tell apart are interchangeable.

The canonical form lists the header, the variables, the slots that are live at the current block, the
waiting triggers, the variables of cards, and the zones with what is known of each card. Interchangeable cards (twins)
are renumbered in the order in which they lie; in a heap, where they lie nowhere in particular, by their words.

Two steps, since a card occurs in more than one cell: first every twin gets its new number, from where it lies, what is
known of it, and which slots name it; then the cells are listed with the new numbers. The slots have to be part of the
first step: of two twins in one hand, the one that a slot names is not the other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ...language.ir.types import NONE, Type
from ..program.layout import DRAWN, HEADER, PC, SEED
from ..program.nodes import AskBlock, Pending, Slot, SlotList
from .bags import BAG, PIN
from .slots import width
from .tables import Tables

Cells = list[tuple[int, bool]]
"""Addresses, each with whether the cell holds a card."""


def canonical(code: Tables, state: list[int], *, stream: bool = True) -> tuple[int, ...]:
    """The canonical form: equal for positions that are the same. Without `stream`, random numbers do not count."""
    layout, state = code.layout, list(state)  # a list of our own is read faster than what an engine shows
    cells = live_cells(code, state, texts=False)
    number = _numbers(code, state, cells)
    form = [value for i, value in enumerate(state[:HEADER]) if stream or i not in (SEED, DRAWN)]
    if stream:
        form += state[layout.sources_at : layout.place_at]
    for variable in layout.variables.values():
        form += state[variable.address : variable.end]
    for at, is_card in cells:
        value = state[at]
        form.append(number[value] if is_card and value != NONE else value)
    for own in layout.card_variables.values():
        form += [state[own.address + card] for card in layout.decks[own.deck]]
    for zone in layout.zones:
        cards = state[zone.address + 1 : zone.address + 1 + state[zone.address]]
        pairs = [(number[card], state[layout.know_at + card]) for card in cards]
        form.append(len(pairs))
        for pair in sorted(pairs) if code.heap[zone.number] else _sorted_bags(code, state, cards, number):
            form += pair
    return tuple(form)


def state_hash(code: Tables, state: list[int]) -> str:
    """The hash of a position as traces have it: the first 16 hexadecimal digits of SHA-256 over the numbers of the
    canonical form without the stream, in decimal, separated by commas."""
    text = ",".join(map(str, canonical(code, state, stream=False)))
    return sha256(text.encode("ascii")).hexdigest()[:16]


def live_cells(code: Tables, state: Sequence[int], *, texts: bool = True) -> Cells:
    """The cells that are live at the current block: slots, secret choices, waiting triggers.

    Without `texts`, those are left out that nothing reads but texts for people.
    """
    cells: Cells = []
    block = code.program.blocks[state[PC]]
    for slot in block.live:
        if not texts and slot in block.told:
            continue
        if isinstance(slot, Pending):
            cells += _records(code, state, slot)
        else:
            cells += _slot(state, slot, slot.address)
    return cells + _queue(code, state)


def _slot(state: Sequence[int], slot: Slot | SlotList, at: int) -> Cells:
    if isinstance(slot, Slot):
        return [(at, slot.type.base == "card")]
    item = slot.type.item
    is_card = item is not None and item.base == "card"
    return [(at, False), *((at + 1 + i, is_card) for i in range(state[at]))]


def _records(code: Tables, state: Sequence[int], pending: Pending) -> Cells:
    """The secret choice of each player and its parameters; the zeros of the other choices mean nothing."""
    ask = code.program.blocks[code.ask_of[state[PC], pending.base]].end
    assert isinstance(ask, AskBlock)
    cells: Cells = []
    asked = state[pending.players.address]
    for index in range(min(asked, pending.capacity)):
        at = pending.base + index * pending.width
        cells.append((at, False))
        picked = state[at] - 1
        at += 1
        for number, choice in enumerate(ask.choices):
            for parameter in choice.parameters:
                if number == picked:
                    cells += _slot(state, parameter.slot, at)
                at += width(parameter.slot)
    return cells


def _queue(code: Tables, state: Sequence[int]) -> Cells:
    layout, cells = code.layout, Cells()
    for at in range(layout.queue_at, layout.queue_at + layout.queue_size, max(layout.queue_width, 1)):
        cells.append((at, False))
        if not state[at]:
            break
        number = state[at] - 1
        place = at + 1
        for type, size in zip(layout.queue_types[number], layout.queue_cells[number], strict=True):
            cells += _argument(state, type, place)
            place += size
    return cells


def _argument(state: Sequence[int], type: Type, at: int) -> Cells:
    if type.base != "list":
        return [(at, type.base == "card")]
    is_card = type.item is not None and type.item.base == "card"
    return [(at, False), *((at + 1 + i, is_card) for i in range(state[at]))]


def _numbers(code: Tables, state: list[int], cells: Cells) -> list[int]:
    """The new number of each card: twins share their old numbers out in the order in which they lie."""
    uses: dict[int, list[int]] = {}
    for i, (at, is_card) in enumerate(cells):
        if is_card and state[at] != NONE:
            uses.setdefault(state[at], []).append(i)
    order, number = _order(code, state), list(range(len(code.kind_of)))
    for cards in code.twins:
        lying = sorted([(order[card], uses.get(card, []), card) for card in cards])
        for new, (_, _, card) in zip(cards, lying, strict=True):
            number[card] = new
    return number


def _order(code: Tables, state: list[int]) -> list[tuple[int, int, int]]:
    """Where each card lies: zone, position (one for a whole heap, or all loose cards of a bag), and in a heap what is
    known of it."""
    order = [(0, 0, 0)] * len(code.kind_of)
    know = code.know_at
    for zone, at in enumerate(code.zone_at):
        cards = state[at + 1 : at + 1 + state[at]]
        if code.heap[zone]:
            for card in cards:
                order[card] = (zone, 0, -state[know + card])
            continue
        place = 0
        for i, card in enumerate(cards):
            word = state[know + card]
            if not word & BAG:
                place = i
            order[card] = (zone, i if word & PIN else place, 0)
    return order


def _sorted_bags(code: Tables, state: list[int], cards: list[int], number: list[int]) -> list[tuple[int, int]]:
    """The cards of an ordered zone by their new numbers, the loose ones of each bag sorted."""
    words = [state[code.know_at + card] for card in cards]
    flat = [number[card] for card in cards]
    starts = [i for i, word in enumerate(words) if not word & BAG]
    if len(starts) == len(cards):
        return list(zip(flat, words, strict=True))
    for start, stop in zip(starts, [*starts[1:], len(cards)], strict=False):
        places = [i for i in range(start, stop) if not words[i] & PIN]
        for i, new in zip(places, sorted(flat[i] for i in places), strict=True):
            flat[i] = new
    return list(zip(flat, words, strict=True))
