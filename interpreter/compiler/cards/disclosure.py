"""Disclosure: what a seat is told while the play goes on, hashed to one number, and which marks on cards it sees.

texts that the rules tell.

It belongs to the watched module. Equal numbers mean that the seat was told the same, in the same order, since somebody
last decided; the words are those of `play.game.happenings`. The moves themselves are not in it.

    told = mixed(told, each value of what happens);  many += 1;  noted[many] = told
"""

from __future__ import annotations

from ...engines.program.layout import CardCell, VariableCell, ZoneCell
from ..builder.memory_map import TELLINGS, Control
from ..builder.module_builder import ModuleBuilder, helper
from ..values.lists import card_place
from ..wasm.module import Fn
from ..wasm.statements import if_
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, choose, const, long, select
from .knowledge import in_bag

PRIME = 0x9E3779B97F4A7C15
MOVED, SHUFFLED, SHOWN, SET, SCORED, TOLD_BY_NAME, VALUE, MARKED = range(1, 9)


def hash_step(h: Term, value: Term | int) -> Term:
    """`h` with one more value."""
    return ((h ^ (h >> 29)) ^ value) * PRIME


def tell(mb: ModuleBuilder, *values: Term | int) -> Instructions:
    """The seat that watches, if any, is told something. What it was told by then is noted, for the first times."""
    if not mb.watched:
        return NOTHING
    told, many = const(0).load(Control.TOLD), const(0).load(Control.MANY)
    for value in values:
        told = hash_step(told, value.wide() if isinstance(value, Term) else value)
    note = (many.wrap() << 3).store(const(0).load(Control.TOLD), mb.memory.told)
    up = const(0).store(many + 1, Control.MANY)
    return const(0).store(told, Control.TOLD) + up + if_(many.wrap().ltu(TELLINGS), note)


def seat(mb: ModuleBuilder) -> Term:
    """The seat that watches; 0 if none does, and then nobody reads what is told."""
    return const(0).load(Control.SEAT)


def knows(mb: ModuleBuilder, card: Term) -> Term:
    """Whether it knows a card: 32 bits."""
    return ((mb.word(card) >> seat(mb)) & 1).wrap()


def sees_nothing(mb: ModuleBuilder, zone: Term) -> Term:
    """Whether it sees nothing of a zone: 32 bits."""
    table = [int(sees == "none") for cell in mb.layout.zones for sees in cell.sees]
    return mb.lookup(table, zone.wide() * mb.layout.players + seat(mb)).wrap()


@helper("tell_moved", (I32, I32, I32))
def tell_moved(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`tell_moved(card, source, target)`

    if it knows the card: told: moved, its kind, source, target
    elif it sees something of one of the zones: told: moved, 0, the zones, none for one of which it sees nothing
    """
    card, source, target = fn.param(0), fn.param(1), fn.param(2)
    dark, far = fn.local(), fn.local()
    known = tell(mb, MOVED, mb.kind(card.wide()) + 1, source, target)
    places = [select(long(-1), zone.wide(), blind) for zone, blind in ((source, dark), (target, far))]
    unknown = if_((dark & far).not_(), tell(mb, MOVED, 0, *places))
    look = dark.set(sees_nothing(mb, source)) + far.set(sees_nothing(mb, target))
    return look + if_(knows(mb, card.wide()), known, unknown)


@helper("tell_shown", (I64,))
def tell_shown(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`tell_shown(card)`: if it knows the card: told: shown, its kind, its zone"""
    card = fn.param(0)
    return if_(knows(mb, card), tell(mb, SHOWN, mb.kind(card), mb.place(card).wide()))


def tell_shuffled(mb: ModuleBuilder, zone: Term) -> Instructions:
    """A zone was shuffled."""
    return if_(sees_nothing(mb, zone).not_(), tell(mb, SHUFFLED, zone)) if mb.watched else NOTHING


def tell_set(mb: ModuleBuilder, cell: VariableCell, which: Term | None, new: Term) -> Instructions:
    """A variable is about to become `new`."""
    if not mb.watched:
        return NOTHING
    owner = long(0) if which is None else which
    change = if_(mb.read(cell.address, which).ne(new), tell(mb, SET, owner + cell.address, new))
    return may_see(mb, cell, owner, change)


def may_see(mb: ModuleBuilder, cell: VariableCell, owner: Term, change: Instructions) -> Instructions:
    """What tells that one of a variable's cells changes, for a seat that sees it."""
    if cell.shows == "none" or (cell.shows == "owner" and not cell.owner):
        return NOTHING
    if cell.shows == "all":
        return change
    mine = seat(mb) if cell.owner == "player" else mb.lookup(mb.layout.teams, seat(mb))
    first = mine * len(cell.members)
    return if_(owner.ge(first) & owner.lt(first + len(cell.members)), change)


# Marks on cards, compiled: who sees them, and who is told of them. The laws are in `play.game.marks`.


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
            mark = h.set(hash_step(h, mb.read(own.address, card)))
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
