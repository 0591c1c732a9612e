"""What a seat is told while the play goes on, as one number: cards that go, are shown or shuffled, values that change,
texts that the rules tell.

It belongs to the watched module. Equal numbers mean that the seat was told the same, in the same order, since somebody
last decided; the words are those of `play.game.happenings`. The moves themselves are not in it.

    told = mixed(told, each value of what happens);  many += 1;  noted[many] = told
"""

from __future__ import annotations

from ...program.layout import VariableCell
from ..building.memory import MANY, SEAT, TELLINGS, TOLD
from ..building.module_builder import ModuleBuilder
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, const, long, select

PRIME = 0x9E3779B97F4A7C15
MOVED, SHUFFLED, SHOWN, SET, SCORED, TOLD_BY_NAME, VALUE, MARKED = range(1, 9)


def mixed(h: Term, value: Term | int) -> Term:
    """`h` with one more value."""
    return ((h ^ (h >> 29)) ^ value) * PRIME


def tell(mb: ModuleBuilder, *values: Term | int) -> Instructions:
    """The seat that watches, if any, is told something. What it was told by then is noted, for the first times."""
    if not mb.watched:
        return NOTHING
    told, many = const(0).load(TOLD), const(0).load(MANY)
    for value in values:
        told = mixed(told, value.wide() if isinstance(value, Term) else value)
    note = (many.wrap() << 3).store(const(0).load(TOLD), mb.memory.told)
    up = const(0).store(many + 1, MANY)
    return const(0).store(told, TOLD) + up + if_(many.wrap().ltu(TELLINGS), note)


def seat(mb: ModuleBuilder) -> Term:
    """The seat that watches; 0 if none does, and then nobody reads what is told."""
    return const(0).load(SEAT)


def knows(mb: ModuleBuilder, card: Term) -> Term:
    """Whether it knows a card: 32 bits."""
    return ((mb.word(card) >> seat(mb)) & 1).wrap()


def sees_nothing(mb: ModuleBuilder, zone: Term) -> Term:
    """Whether it sees nothing of a zone: 32 bits."""
    table = [int(sees == "none") for cell in mb.layout.zones for sees in cell.sees]
    return mb.lookup(table, zone.wide() * mb.layout.players + seat(mb)).wrap()


def tell_moved(mb: ModuleBuilder) -> Fn:
    """`tell_moved(card, source, target)`

    if it knows the card: told: moved, its kind, source, target
    elif it sees something of one of the zones: told: moved, 0, the zones, none for one of which it sees nothing
    """

    def emit(fn: Fn) -> Instructions:
        card, source, target = fn.param(0), fn.param(1), fn.param(2)
        dark, far = fn.local(), fn.local()
        known = tell(mb, MOVED, mb.kind(card.wide()) + 1, source, target)
        places = [select(long(-1), zone.wide(), blind) for zone, blind in ((source, dark), (target, far))]
        unknown = if_((dark & far).not_(), tell(mb, MOVED, 0, *places))
        look = dark.set(sees_nothing(mb, source)) + far.set(sees_nothing(mb, target))
        return look + if_(knows(mb, card.wide()), known, unknown)

    return mb.helper("tell_moved", (I32, I32, I32), None, emit)


def tell_shown(mb: ModuleBuilder) -> Fn:
    """`tell_shown(card)`: if it knows the card: told: shown, its kind, its zone"""

    def emit(fn: Fn) -> Instructions:
        card = fn.param(0)
        return if_(knows(mb, card), tell(mb, SHOWN, mb.kind(card), mb.place(card).wide()))

    return mb.helper("tell_shown", (I64,), None, emit)


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
