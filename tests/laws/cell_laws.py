"""What must hold in the cells of every position: no card is lost, and nobody knows what nobody can know.

It says in other words what `engines.invariants` says, and shares nothing with it, so that each is held
against the other.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from cardwright.engines.program.layout import JOINED, PINNED, VariableCell, ZoneCell
from cardwright.language.ir.types import NONE
from cardwright.play.game.game import State

BAG, PIN = 1 << JOINED, 1 << PINNED


def faults(state: State) -> list[str]:
    """Everything that is wrong with the cells of a position."""
    layout = state.game.layout
    found = [fault for zone in layout.zones for fault in _zone(state, zone)]
    lying = [card for zone in layout.zones for card in cards_of(state, zone)]
    if sorted(lying) != list(range(len(layout.kind_of))):
        found.append(f"cards lost or doubled: {sorted(lying)}")
    return found + list(_variables(state))


def cards_of(state: State, zone: ZoneCell) -> list[int]:
    """The cards of a zone, from the top."""
    cells = state.machine.state
    return list(cells[zone.address + 1 : zone.address + 1 + cells[zone.address]])


def _zone(state: State, zone: ZoneCell) -> Iterator[str]:
    layout, cells = state.game.layout, state.machine.state
    cards = cards_of(state, zone)
    words = [cells[layout.know_at + card] for card in cards]
    name = f"{zone.name}{zone.member} of {zone.owner}"
    if any(cells[zone.address + 1 + len(cards) : zone.address + 1 + zone.capacity]):
        yield f"{name}: cells behind the last card are not 0"
    if any(cells[layout.place_at + card] != zone.number for card in cards):
        yield f"{name}: a card is said to lie elsewhere"
    if any(layout.zones[layout.home[card]].deck != zone.deck for card in cards):
        yield f"{name}: a card of another deck"
    if any(word & ~(BAG | PIN | (1 << layout.players) - 1) for word in words):
        yield f"{name}: strange bits in what is known"
    if zone.order == "heap" and (cards != sorted(cards) or any(word & BAG for word in words)):
        yield f"{name}: a heap has no order"
    if words and words[0] & BAG:
        yield f"{name}: the first card is joined to nothing"
    seers = sum(1 << seat for seat, sees in enumerate(zone.sees) if sees == "all")
    joined = [bool(word & BAG) for word in words] + [False]
    for place, word in enumerate(words):
        pinned = bool(word & PIN)
        if pinned and not (joined[place] and joined[place + 1]):
            yield f"{name}: a certain card at the edge of a bag"
        loose = (joined[place] or joined[place + 1]) and not pinned
        if loose and word & ~BAG:
            yield f"{name}: somebody knows a card whose place nobody knows"
        if not loose and seers & ~word:
            yield f"{name}: somebody who sees the zone does not know card {cards[place]}"
        if loose and zone.order != "heap":
            bag = [card for card in _bag(cards, joined, place) if not cells[layout.know_at + card] & PIN]
            if bag != sorted(bag):
                yield f"{name}: a bag that is not sorted"


def _bag(cards: list[int], joined: list[bool], place: int) -> list[int]:
    while joined[place]:
        place -= 1
    end = place + 1
    while joined[end]:
        end += 1
    return cards[place:end]


def _elements(state: State, cell: VariableCell) -> Generator[str, None, list[int]]:
    """The elements of all lists of a variable, whose room they do not exceed; behind them is nothing."""
    found: list[int] = []
    for number in range(cell.cells):
        many, *values = state.machine.state[cell.at(number) : cell.at(number + 1)]
        if not 0 <= many <= cell.room or any(values[many:]):
            yield f"{cell.name} has {many} elements and room for {cell.room}: {values}"
        found += values[:many]
    return found


def _variables(state: State) -> Iterator[str]:
    cells = state.machine.state
    for cell in state.game.layout.variables.values():
        values = cells[cell.address : cell.end]
        if cell.room:
            values = yield from _elements(state, cell)
        for value in values:
            if not (cell.low <= value <= cell.high or (value == NONE and cell.type.optional)):
                yield f"{cell.name} is {value}, outside of {cell.low}..{cell.high}"
