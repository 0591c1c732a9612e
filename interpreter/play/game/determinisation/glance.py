"""All that a seat sees of a position, as numbers: equal glances are equal views."""

from __future__ import annotations

from typing import Any

from ....engines.program.layout import CardCell
from ....engines.reference.announce import with_kinds
from ....engines.reference.bags import BAG, PIN
from ....engines.reference.machine import Machine
from ....engines.reference.records import recorded
from ..marks import marks_on, on_known_card
from ..sight import is_owner
from ..view import attributes_seen, knows, waiting

Glance = tuple[Any, ...]

UNKNOWN, LOOSE = -1, -2
"""A card that the seat does not know, in a certain place; one that lies in a bag."""


def glance(m: Machine, seat: int) -> Glance:
    """Variables and zones as a seat sees them, the variables of cards it knows, its own secret choices."""
    state, layout = m.state, m.code.layout
    found: list[Any] = []
    for cell in layout.variables.values():
        if cell.shows == "all":
            found += state[cell.address : cell.end]
        elif cell.shows == "owner":
            for number in range(cell.cells):
                if is_owner(layout, cell, number, seat):
                    found += state[cell.at(number) : cell.at(number + 1)]
    for zone in layout.zones:
        found.append(_zone(m, zone.number, seat))
    for own in layout.card_variables.values():
        if own.shows == "none":
            continue
        known = [c for c in layout.decks[own.deck] if knows(m, c, seat) and on_known_card(m, c, own, seat)]
        found.append(tuple(sorted((m.kind_of[card], state[own.address + card]) for card in known)))
    for ask, pending in waiting(m):
        for index in range(min(state[pending.players.address], pending.capacity)):
            move = recorded(state, ask, pending, index)
            mine = state[pending.players.address + 1 + index] == seat
            found.append(None if move is None else with_kinds(m, move, ask) if mine else UNKNOWN)
    return tuple(found)


def _zone(m: Machine, number: int, seat: int) -> Glance:
    code, state = m.code, m.state
    zone = code.layout.zones[number]
    at, know, kind_of = zone.address, code.know_at, m.kind_of
    cards = state[at + 1 : at + 1 + state[at]]
    if not cards:
        return ()
    words = [state[know + card] for card in cards]
    keys, marks = attributes_seen(zone, seat), marks_on(code.layout, zone, seat)
    if zone.order == "heap":
        known = sorted([kind_of[card] for card, word in zip(cards, words, strict=True) if word >> seat & 1])
        unknown = [card for card, word in zip(cards, words, strict=True) if not word >> seat & 1]
        backs = [_back(m, card, keys, marks) for card in unknown if keys or marks]
        return (0 if zone.sees[seat] == "none" else len(cards), *known, *sorted(backs, key=str))
    shown: list[Any] = []
    for place, card in enumerate(cards):
        if words[place] >> seat & 1:
            shown.append(kind_of[card])
        elif not words[place] & PIN and (words[place] | (words[place + 1] if place + 1 < len(words) else 0)) & BAG:
            shown.append(LOOSE)
        else:
            shown.append(_back(m, card, keys, marks) if keys or marks else UNKNOWN)
    if zone.sees[seat] == "none":
        return tuple(one for one in shown if one != UNKNOWN and one != LOOSE)
    return tuple(shown)


def _back(m: Machine, card: int, keys: tuple[str, ...], marks: tuple[CardCell, ...]) -> Glance:
    row = m.code.layout.kinds[m.kind_of[card]].attributes
    return (*(row[key] for key in keys), *(m.state[cell.address + card] for cell in marks))
