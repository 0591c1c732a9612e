"""Giving all cards of a deck the same value at once, where loops through all of its zones say so.

    for c in pile: c.used = false
    for p in players: for c in p.hand: c.used = false        every card lies in one of these zones

A variable of a card that takes a byte is then a row of equal bytes, stored eight at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.compact import CELL, NO_BYTE, signed
from ...program.layout import CardCell
from ...program.nodes import Stmt
from ..building.function_builder import FunctionBuilder
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import const

LONGEST = 128
"""Rows of more bytes than this are gone through card by card."""

Reset = tuple[ir.SetCardVariable, tuple[int, ...], int]
"""What is done with each card, the zones whose cards these are, and the steps besides one for each card."""


def reset_at_once(fb: FunctionBuilder, body: Sequence[Stmt]) -> tuple[int, Instructions]:
    """How many of the first effects of a body give all cards of a deck one value (0: none), and the code for them."""
    first = _reset(fb, body[0])
    if first is None or fb.mb.watched:
        return 0, NOTHING
    change, met, steps = first[0], set(first[1]), first[2]
    cell = fb.mb.layout.card_variables[change.name]
    zones = {zone.number for zone in fb.mb.layout.zones if zone.deck == cell.deck}
    many = 1
    while not zones <= met:
        following = _reset(fb, body[many]) if many < len(body) else None
        if following is None or not _is_same(change, following[0]) or met & set(following[1]):
            return 0, NOTHING
        met, steps, many = met | set(following[1]), steps + following[2], many + 1
    code = _fill(fb, cell, change)
    if code is None:
        return 0, NOTHING
    steps += len(fb.mb.layout.decks[cell.deck])
    return many, code + fb.mb.keeper.set_variable(change.name) + fb.spend(steps)


def _is_same(one: ir.SetCardVariable, other: ir.SetCardVariable) -> bool:
    values = [change.value.value for change in (one, other) if isinstance(change.value, ir.Const)]
    return one.name == other.name and values[0] == values[1]


def _reset(fb: FunctionBuilder, stmt: Stmt, owner: ir.Local | None = None) -> Reset | None:
    """A loop through a zone, or through the zones of all players, that gives each card there a value that is known."""
    match stmt:
        case ir.ForEach(local, ir.Apply("cards_of", (ir.ZoneOf(name, whose),)), (ir.SetCardVariable() as change,)):
            if not isinstance(change.card, ir.Local) or change.card.number != local.number:
                return None
            if not isinstance(change.value, ir.Const) or not isinstance(change.value.value, int):
                return None
            mine = isinstance(whose, ir.Local) and owner is not None and whose.number == owner.number
            alone = whose is None and owner is None
            return (change, tuple(fb.mb.layout.families[name]), 0) if mine or alone else None
        case ir.ForEach(local, ir.Const(tuple() as owners), (ir.ForEach() as inner,)) if owner is None:
            found = _reset(fb, inner, local)
            everybody = found is not None and len(set(owners)) == len(owners) == len(found[1])
            return (found[0], found[1], len(owners)) if found is not None and everybody else None
        case _:
            return None


def _fill(fb: FunctionBuilder, cell: CardCell, change: ir.SetCardVariable) -> Instructions | None:
    """Store the bytes of all cards of a deck; None if they are no bytes, or do not lie together."""
    mb, cards = fb.mb, fb.mb.layout.decks[cell.deck]
    assert isinstance(change.value, ir.Const) and isinstance(change.value.value, int)
    value = change.value.value
    together = list(cards) == list(range(cards[0], cards[0] + len(cards))) if cards else False
    if mb.compact.in_byte(cell.address) is None or not together or not CELL <= len(cards) <= LONGEST:
        return None
    if value != NONE and not cell.low <= value <= cell.high:
        return None
    start = mb.number_at(cell.address) + cards[0]
    word = signed((NO_BYTE if value == NONE else value) * 0x0101010101010101)
    places = [*range(0, len(cards) - CELL, CELL), len(cards) - CELL]
    return sequence(const(start + place).store(word) for place in places)
