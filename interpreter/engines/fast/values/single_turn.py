"""Loops through a row whose test only one card can pass: that card is looked up by a value, not sought.

    for c in row: if c.colour == v: act(c)     →     c = card[v];  if c lies in row: act(c)

Where the row is the only place for cards of its deck, and each value has a card, it certainly lies there.
"""

from __future__ import annotations

from collections.abc import Callable

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..building.counting import in_row
from ..building.function_builder import FunctionBuilder
from ..building.places import zone_address
from ..building.rows import place_in_row
from ..building.zones import candidates, whole_zone
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.term import I64, Term, const, long, select
from .sets import by_value, passing


@dataclass(frozen=True, slots=True, kw_only=True)
class _Single:
    """The only card of the row `zone` that can pass a test: looked up by `x`, of which `cards` has that for none, then
    those from its least value on. `there` says that each card lies in this row, `exists` that there is one to look up.
    """

    zone: Expr
    x: Expr
    low: int
    cards: list[int]
    there: bool
    exists: bool


def _single_card(fb: FunctionBuilder, loop: ir.Loop) -> _Single | None:
    """A loop through a row whose test only one card can pass; None for others."""
    zone = None if loop.test is None else whole_zone(fb.mb, loop.source)
    known = fb.known()
    if loop.test is None or zone is None or zone[1] != "row":
        return None
    if fb.mb.facts.steps(zone[0], known) or fb.mb.facts.may_be_none(zone[0], known):
        return None  # it is computed twice
    table = by_value(fb, loop.test, loop.local.number)
    if table is None:
        return None
    layout, among = fb.mb.layout, candidates(fb.mb, zone[0])
    decks = frozenset(card for one in among for card in layout.decks[layout.zones[one].deck])
    rows = [row & decks for row in table.rows]
    if any(len(row) > 1 for row in rows) or place_in_row(fb.mb, among, fb.fn.local(), fb.fn.local(I64)) is None:
        return None
    cards = [min(row, default=NONE) for row in rows]
    there = [cell.number for cell in layout.zones if cell.deck == layout.zones[among[0]].deck] == among
    exists = not fb.mb.facts.may_be_none(table.x, known) and NONE not in cards[1:]
    return _Single(zone=zone[0], x=table.x, low=table.low, cards=cards, there=there, exists=exists)


def is_single(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], *, surely: bool = False) -> bool:
    """Whether loops certainly have no more than one turn; with `surely` also no less."""
    single = _single_card(fb, loops[0]) if len(loops) == 1 and passing(fb, loops[0]) is None else None
    return single is not None and (not surely or (single.there and single.exists))


def single_turn(
    fb: FunctionBuilder, loop: ir.Loop, act: Callable[[], Instructions], room: Callable[[Term], Instructions]
) -> Instructions | None:
    """Such a loop; None for others."""
    single = _single_card(fb, loop)
    if single is None:
        return None
    at, card, where, zone = fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64), single.zone
    value, before = fb.reusable(fb.number(single.x))
    if fb.mb.facts.may_be_none(single.x, fb.known()):
        index = select(value - (single.low - 1), long(0), value.ne(NONE))
        found = card.set(fb.mb.lookup(single.cards, index))
    else:
        found = card.set(fb.mb.lookup(single.cards[1:], value - single.low))
    here = const(1) if single.there else fb.mb.place(card).eq(fb.number(zone).wrap())
    if not single.exists:
        here = card.ne(NONE) if single.there else here & card.ne(NONE)
    fb.bind(loop.local, card, fb.mb.facts.element(loop.source, fb.known()))
    fb.places[card.index] = where
    place = place_in_row(fb.mb, candidates(fb.mb, zone), at, card)
    assert place is not None
    longest = fb.mb.facts.longest(loop.source, fb.known())
    start = at.set(zone_address(fb, zone)) + fb.spend_list(in_row(at), longest)
    return start + room(const(1)) + before + found + if_(here, where.set(place.wide() + 1) + act())
