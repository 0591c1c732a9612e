"""Which values follow from what a seat sees: all that it may be told of a rule.

A value is open to a seat if every part of it is: zones whose cards the seat all knows, variables that it sees, cards
that it knows, the number of cards of a zone that shows it. `A and B` is open too where one of them is open and false.
Whether a value is open is itself a function of what the seat sees, so that saying nothing tells nothing.

A local that lives across decisions (a slot) is open to all if everything that is ever written to it is: the player who
decides, what moves have named, values computed from what everybody sees. A local that changes is not: that it was
changed may tell what the condition was.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ...engines.cells import chosen_cards
from ...engines.events import NOT_COMPUTED, PlayError
from ...engines.position import Env, Position, ProgramTables
from ...engines.program.layout import ZoneCell
from ...engines.program.nodes import AskBlock, Block, Expr, PickOne, SetSlot, Slot, SlotList, TakeTrigger
from ...engines.program.traversal import all_effects, parts
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from .decider import EVERYTHING
from .happenings import named_texts
from .move import Move
from .notation import named_type, value_text
from .texts import FilledTexts
from .view import knows, sees_variable

Place = tuple[int, str]
"""The address and the name of a slot; slots of other names may share the cell."""


def open_to(m: Position, seat: int, expr: Expr, env: Env) -> bool:
    """Whether the value of an expression follows from what a seat sees."""
    match expr:
        case ir.Local(number):
            return number not in env or not is_cards(expr.type) or _all_known(m, seat, env[number])
        case Slot() | SlotList():
            if (expr.address, expr.name) in open_slots(m.code):
                return True
            return is_cards(expr.type) and _all_known(m, seat, m.value(expr, env))
        case ir.Variable():
            return _parts_open(m, seat, expr, env) and _variable_open(m, seat, expr, env)
        case ir.CardVariable():
            return m.code.layout.card_variables[expr.name].shows in ("all", "known") and _parts_open(m, seat, expr, env)
        case ir.ZoneOf():
            return _parts_open(m, seat, expr, env) and all(
                zone.sees[seat] == "all" or _all_known(m, seat, tuple(m.cards(zone.number)))
                for zone in _zones(m, expr, env)
            )
        case ir.Apply(op, (ir.ZoneOf() as zone_of,)) if ROWS[op].reads == "length":
            shown = all(zone.sees[seat] != "none" for zone in _zones(m, zone_of, env))
            return shown and _parts_open(m, seat, zone_of, env)
        case ir.Apply(op, (left, right)) if (decides := ROWS[op].decides) and ROWS[op].is_connective:
            # Whether both sides are open, or one that settles the matter alone
            seen = [side for side in (left, right) if open_to(m, seat, side, env)]
            if len(seen) == 2:
                return True
            known = value_of(m, seen[0], env) if seen else None
            return known is not None and decides(known)
        case ir.If(test, yes, no):
            if not open_to(m, seat, test, env):
                return False
            holds = value_of(m, test, env)
            return all(
                open_to(m, seat, part, env) for part in ((yes, no) if holds is None else (yes if holds else no,))
            )
        case ir.Call(name, args):
            function = m.code.program.functions[name]
            if not _parts_open(m, seat, expr, env):
                return False
            if not any(is_cards(arg.type) for arg in args) and m.code.once(_body_open, function.body):
                return True
            given = {p.number: value_of(m, arg, env) for p, arg in zip(function.parameters, args, strict=True)}
            return open_to(m, seat, function.body, {n: value for n, value in given.items() if value is not None})
        case _:
            return _parts_open(m, seat, expr, env)


def always_open(code: ProgramTables, expr: Expr) -> bool:
    """Whether a value follows from what every seat sees, in each position; `ProgramTables.once` remembers it."""
    return _open_to_all(code, expr, {}, open_slots(code))


def value_of(m: Position, expr: Expr, env: Env) -> Any:
    """The value of an expression; None where it has none, or none outside of its comprehension."""
    try:
        return m.value(expr, env)
    except (KeyError, PlayError):
        return None


def is_cards(type: Type) -> bool:
    """Whether this is the type of a card or of a list of cards."""
    return (type.item or type).base == "card"


def _parts_open(m: Position, seat: int, expr: Expr, env: Env) -> bool:
    return all(open_to(m, seat, part, env) for part in parts(expr))


def _all_known(m: Position, seat: int, value: int | tuple[int, ...]) -> bool:
    cards = value if isinstance(value, tuple) else (value,)
    return all(card == NONE or knows(m, card, seat) for card in cards)


def _variable_open(m: Position, seat: int, expr: ir.Variable, env: Env) -> bool:
    cell = m.code.layout.variables[expr.name]
    owner = None if expr.owner is None else value_of(m, expr.owner, env)
    if owner is None or owner == NONE:
        return cell.shows == "all" or owner == NONE
    return sees_variable(m.code.layout, cell, owner, seat)


def _zones(m: Position, expr: ir.ZoneOf, env: Env) -> Iterator[ZoneCell]:
    """The zone; all that it may be where its owner has no value of its own."""
    family = m.code.layout.families[expr.name]
    owner = 0 if expr.owner is None else value_of(m, expr.owner, env)
    if owner != NONE:
        yield from (m.code.layout.zones[zone] for zone in (family if owner is None else family[owner : owner + 1]))


# Slots ----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def open_slots(code: ProgramTables) -> frozenset[Place]:
    """The slots whose values everybody can follow: those to which nothing else is ever written."""
    written = [(_place(slot), value, names) for block in code.program.blocks for slot, value, names in _writes(block)]
    found = frozenset(place for place, _, _ in written)
    while True:
        closed = {
            place for place, value, names in written if value is None or not _open_to_all(code, value, names, found)
        }
        if not closed & found:
            return found
        found -= closed


Names = dict[int, ir.Expr]
"""What the locals of a block were computed from."""


def _place(slot: Slot | SlotList) -> Place:
    return slot.address, slot.name


def _writes(block: Block) -> Iterator[tuple[Slot | SlotList, ir.Expr | None, Names]]:
    """What a block writes to slots: a value, or None where not everybody can follow it."""
    names: Names = {}
    for stmt in all_effects(block.body):
        match stmt:
            case ir.Let(local, value) | ir.ForEach(local, value):
                names[local.number] = value
            case SetSlot(slot, value):
                changes = isinstance(slot, Slot) and slot.changes
                yield slot, None if changes else value, names
            case TakeTrigger(_, args):
                for who, *others in filter(None, args):
                    yield who, ir.ListOf((), who.type, who.span), names
                    yield from ((slot, None, names) for slot in others)
            case _:
                pass
    match block.end:
        case PickOne(slot=slot):
            yield slot, None, names
        case AskBlock(choices=choices):
            for parameter in (p for choice in choices for p in choice.parameters):
                named = not is_cards(parameter.slot.type)
                yield parameter.slot, ir.ListOf((), parameter.slot.type, parameter.slot.span) if named else None, names
        case _:
            pass


def _body_open(code: ProgramTables, body: Expr) -> bool:
    """Whether the value of a function follows from its arguments and what every seat sees."""
    return _open_to_all(code, body, {}, frozenset())


def _open_to_all(code: ProgramTables, expr: Expr, names: Names, slots: frozenset[Place]) -> bool:
    layout = code.layout
    match expr:
        case Slot() | SlotList():
            return _place(expr) in slots
        case ir.Local(number) if number in names:
            return not expr.changes and _open_to_all(code, names[number], names, slots)
        case ir.Variable(name) if layout.variables[name].shows != "all":
            return False
        case ir.CardVariable(name) if layout.card_variables[name].shows not in ("all", "known"):
            return False
        case ir.Apply(op, (ir.ZoneOf(name, owner),)) if ROWS[op].reads == "length":
            shown = all(sees != "none" for zone in layout.families[name] for sees in layout.zones[zone].sees)
            return shown and (owner is None or _open_to_all(code, owner, names, slots))
        case ir.ZoneOf(name) if any(sees != "all" for z in layout.families[name] for sees in layout.zones[z].sees):
            return False
        case ir.Call(name) if not code.once(_body_open, code.program.functions[name].body):
            return False
        case _:
            return all(_open_to_all(code, part, names, slots) for part in parts(expr))


# What the texts about moves name in braces, as it is now: `Play for {worth(t) + c.worth} of {target} points`.


def fill_label(m: Position, move: Move) -> FilledTexts:
    """What the label of a legal move names, for the seat that may make it; `?` where it does not know a card of it."""
    end = m.code.block(m.numbers).end
    if not isinstance(end, AskBlock) or not move.raw:
        return ()
    choice = end.choices[move.raw[0]]
    told, cards = m.label_values(choice, move.raw)
    seen = [-1 if card < 0 else m.state[m.code.know_at + card] for card in (*chosen_cards(choice, move.raw), *cards)]
    return named_texts(m, told, seen, move.seat)


def fill_reason(m: Position, told: tuple[ir.Told, ...], env: Env, seat: int) -> FilledTexts:
    """What the reason why a move is not legal names; `?` for a value that the seat may not know."""
    return tuple((one.written, _text(m, one.value, env, seat), named_type(one.value.type)) for one in told)


def _text(m: Position, value: ir.Expr, env: Env, seat: int) -> str:
    """The text of a value; `?` where it is not open to the seat, or cannot be computed."""
    try:
        with m.aside():
            if seat != EVERYTHING and not open_to(m, seat, value, dict(env)):
                return "?"
            return value_text(m.code.layout, value.type, m.value(value, dict(env)))
    except NOT_COMPUTED:
        return "?"
