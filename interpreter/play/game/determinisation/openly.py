"""Where all lies open: everybody knows each card, but for those that were shuffled together in one place.

Only one position is possible there, so nothing that was hidden before matters any more; a history up to there can serve
all determinisations (`bases.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....engines.program.nodes import AskBlock, Pending, PickOne, Program, SetSlot, Slot, SlotList
from ....engines.program.walk import all_effects, bound, every
from ....engines.reference.bags import BAG, PIN
from ....engines.reference.machine import Code, Machine
from ....language.ir import nodes as ir
from ..view import waiting
from .reading import zones_read

Named = tuple[int, str]
"""The address and the name of a slot: several that are never needed at the same time share an address."""


def _named(slot: Slot | SlotList) -> Named:
    return slot.address, slot.name


def lies_open(m: Machine) -> bool:
    """Whether everybody knows all of a position but the order of shuffled cards, and chance to come."""
    if m.code.once(_has_hidden_variables, m.code.program):
        return False
    if any(_has_picks(m, pending) for _, pending in waiting(m)):
        return False
    hidden = m.code.once(_that_may_hide, m.code.program)
    if any(not isinstance(slot, Pending) and _named(slot) in hidden for slot in m.code.block(m.numbers).live):
        return False
    return _cards_lie_open(m)


def _has_hidden_variables(code: Code, _: Program) -> bool:
    layout = code.layout
    return bool(layout.card_variables) or any(cell.shows != "all" for cell in layout.variables.values())


def _has_picks(m: Machine, pending: Pending) -> bool:
    """Whether somebody has picked something secretly."""
    asked = min(m.state[pending.players.address], pending.capacity)
    return any(m.state[pending.base + index * pending.width] for index in range(asked))


def _cards_lie_open(m: Machine) -> bool:
    """Whether each card is known to all, or shuffled with all the others of its deck that are not."""
    code, state, runs = m.code, m.state, dict[int, int]()
    for zone in sorted(code.layout.zones, key=lambda zone: not code.heap[zone.number]):
        run = -1
        for card in m.cards(zone.number):
            word = state[code.know_at + card]
            run = run if word & BAG else card
            if word & code.everybody != code.everybody and (
                code.heap[zone.number] or word & PIN or runs.setdefault(code.layout.home[card], run) != run
            ):
                return False
    return True


def _that_may_hide(code: Code, program: Program) -> frozenset[Named]:
    """The slots of which somebody may not know the value: drawn by chance, or computed from hidden cards,
    or from such a slot. A number that counts turns is none.
    """
    found = {_named(block.end.slot) for block in program.blocks if isinstance(block.end, PickOne)}
    values = list(_set(program))
    while True:
        more = {slot for slot, value in values if _hides(code, value, found)} - found
        if not more:
            return frozenset(found)
        found |= more


def _set(program: Program) -> Iterator[tuple[Named, ir.Expr]]:
    """The slots that are set, each with its value; those of what is chosen with what it is chosen from."""
    for block in program.blocks:
        for stmt in all_effects(block.body):
            if isinstance(stmt, SetSlot):
                yield _named(stmt.slot), stmt.value
        for choice in block.end.choices if isinstance(block.end, AskBlock) else ():
            for one in choice.parameters:
                yield _named(one.slot), one.local if choice.secret else one.source


def _hides(code: Code, value: ir.Expr, hidden: set[Named]) -> bool:
    inside = {local.number for local in bound(value)}
    for part in every(value):
        if isinstance(part, ir.Local) and part.number not in inside:
            return True
        if isinstance(part, Slot | SlotList) and _named(part) in hidden:
            return True
    names = zones_read(code.program, [value])
    zones = (code.layout.zones[number] for name in names for number in code.layout.families.get(name, ()))
    return any(sees != "all" for zone in zones for sees in zone.sees)
