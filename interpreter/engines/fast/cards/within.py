"""A card goes to another place of its row, where its deck has no other zone: its cards are put into another order.

    old = 3, new = 0       │ a │ b │ c │ D │ e │     →     │ D │ a │ b │ c │ e │        order 3 0 1 2 4

There are few ways to do so in a short row. The order that each makes is a constant, and the whole row is put into it by
one instruction.
"""

from __future__ import annotations

from ...program.compact import CELL, COUNT
from ..building.module_builder import ModuleBuilder, Zones
from ..building.rows import LANES, place_in_row
from ..wasm.bulk import rearrange
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import const, select


def stays_within(mb: ModuleBuilder, sources: Zones, targets: Zones) -> bool:
    """Whether a card that goes from one of these zones to another stays in a short row, where its whole deck lies, from
    which chance does not draw. Nobody looks."""
    if list(sources) != list(targets) or len(sources) != 1:
        return False
    row = mb.layout.zones[sources[0]]
    short = mb.compact.card_bytes == 1 and 0 < len(mb.layout.decks[row.deck]) <= LANES
    alone = all(cell.deck != row.deck or cell is row for cell in mb.layout.zones)
    return short and alone and row.order != "heap" and not mb.has_bags(sources)


def move_within(mb: ModuleBuilder, fn: Fn, zone: int) -> Instructions:
    """The card goes to the place `index` among the others. Both are arguments of the function, `card` and `index`.

    old = the place of the card;  new = index, but the last place if there are not so many
    the row = the row in the order of old and new
    """
    card, index, new = fn.param(0), fn.param(3), fn.local()
    many, at = len(mb.layout.decks[mb.layout.zones[zone].deck]), const(mb.addresses[zone])
    old = place_in_row(mb, (zone,), at, card)
    assert old is not None, "the row is short"
    order = ((old * many + new) << 4) + mb.table(_orders(many))
    place = new.set(select(index, const(many - 1), index.ltu(many)))
    return mb.touch(const(zone), (zone,)) + place + rearrange(at, COUNT, order)


def _orders(many: int) -> list[int]:
    """For each place of a card, and each to which it goes, where the card of each place lay: 16 bytes as two cells."""
    found: list[int] = []
    for old in range(many):
        others = [place for place in range(many) if place != old]
        for new in range(many):
            order = [*others[:new], old, *others[new:], *range(many, LANES)]
            found += (int.from_bytes(order[n : n + CELL], "little") for n in range(0, LANES, CELL))
    return found
