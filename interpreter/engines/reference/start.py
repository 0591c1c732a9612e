"""The position before anything has happened: all cards where they start, all variables at their first value."""

from __future__ import annotations

from ...language.ir.types import NONE
from ..program.layout import SEED, CardCell, Layout, VariableCell
from .bags import BAG
from .tables import Tables


def first_state(code: Tables, seed: int) -> list[int]:
    """The state at the first block, before the program has run.

    A card at a certain position is known to the seats that see the zone; a shuffled zone is one bag, but a card alone
    lies at a certain position there, too.
    """
    layout = code.layout
    state = [0] * layout.size
    state[SEED] = seed
    for cell in layout.variables.values():
        if not cell.room:
            state[cell.address : cell.end] = [first_value(cell)] * cell.cells
    for own in layout.card_variables.values():
        for card in layout.decks[own.deck]:
            state[own.address + card] = first_value(own)
    _lay_out(code, layout, state)
    return state


def first_value(cell: VariableCell | CardCell) -> int:
    """The value of a variable before the rules have set it: none, or else the number of its range closest to 0."""
    return NONE if cell.type.optional else min(max(0, cell.low), cell.high)


def _lay_out(code: Tables, layout: Layout, state: list[int]) -> None:
    for card, zone in enumerate(layout.home):
        at = layout.zones[zone].address
        state[at] += 1
        state[at + state[at]] = card
        state[layout.place_at + card] = zone
        if layout.shuffled[zone] and not code.heap[zone]:
            state[layout.know_at + card] = BAG if state[at] > 1 else 0
        else:
            state[layout.know_at + card] = code.seers[zone]
    for cell in layout.zones:
        if state[cell.address] == 1:
            state[layout.know_at + state[cell.address + 1]] = code.seers[cell.number]
