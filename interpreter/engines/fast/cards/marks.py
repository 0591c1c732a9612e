"""Marks on cards, compiled: who sees them, and who is told of them. The laws are in `play.game.marks`."""

from __future__ import annotations

from ...program.layout import CardCell, ZoneCell
from ..building.module_builder import ModuleBuilder
from ..values.lists import card_place
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I64, Term, choose, const, long, select
from .knowledge import in_bag
from .telling import MARKED, knows, mixed, seat, sees_nothing, tell


def owner_of_zone(mb: ModuleBuilder, zone: Term) -> Term:
    """The seats that own a zone, as bits."""
    return mb.lookup([_owners(mb, one) for one in mb.layout.zones], zone)


def _owners(mb: ModuleBuilder, zone: ZoneCell) -> int:
    if zone.owner_kind == "team":
        return sum(1 << one for one, team in enumerate(mb.layout.teams) if team == zone.owner)
    return 1 << zone.owner if zone.owner_kind == "player" else 0


def marks(mb: ModuleBuilder) -> Fn | None:
    """`marks(card, seat)`: the marks that a seat sees on a card that lies in its sight, as one number.

    h = 0
    for each variable of cards that is seen on the card:
        if everybody sees it, or the zone where the card lies is the seat's own: h = mixed(h, its value)
    return h
    """
    cells = [own for own in mb.layout.card_variables.values() if own.shows in ("all", "owner")]
    if not cells:
        return None

    def emit(fn: Fn) -> Instructions:
        card, looks, h = fn.param(0), fn.param(1), fn.local(I64)
        own_zone = ((owner_of_zone(mb, mb.place(card).wide()) >> looks) & 1).wrap()
        code = h.set(0)
        for own in cells:
            mark = h.set(mixed(h, mb.read(own.address, card)))
            code += mark if own.shows == "all" else if_(own_zone, mark)
        return code + h.code

    return mb.helper("marks", (I64, I64), I64, emit)


def tell_marked(mb: ModuleBuilder, cell: CardCell, card: Term, new: Term) -> Instructions:
    """A mark on a card is about to become `new`.

    if it is another value:
        loose = whether the card lies in a bag
        if the seat sees the mark on the card, or knows the card and the mark is seen by all:
            told: marked, which mark, its kind or 0 if the seat does not know it, the zone, its place, the value
    """
    if not mb.watched or cell.shows not in ("all", "owner"):
        return NOTHING
    zone = mb.place(card).wide()
    heap = mb.is_heap(zone)
    loose = choose(heap, const(0), in_bag(mb).call(card.wrap(), mb.address_of(zone)))
    in_sight = sees_nothing(mb, zone.wrap()).not_() & loose.not_()
    own = ((owner_of_zone(mb, zone) >> seat(mb)) & 1).wrap()
    seen = in_sight | knows(mb, card) if cell.shows == "all" else in_sight & own
    kind = select(mb.kind(card) + 1, long(0), knows(mb, card))
    place = select(long(0), card_place(mb, range(len(mb.layout.zones))).call(card), loose | heap)
    told = tell(mb, MARKED, cell.address, kind, zone, place, new)
    return if_(mb.read(cell.address, card).ne(new), if_(seen, told))
