"""State abstraction: what of a position changes nothing in the play, cards below the top and variables that only count.

    lay last card of column on pile     a pile on which cards only arrive, and of which the rules read the top
    gather all to stock, shuffle stock  what is shuffled afterwards may leave it as a whole

So two positions that differ in nothing but that order are played on alike. A zone counts only if this can be read off
the rules; where a card of it could get a name, or could be moved by itself, it does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.span import Span
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.traversal import inside
from ...language.ir.types import MOST, Type
from .layout import VariableCell
from .nodes import Expr, Program, SettleTop, Stmt
from .traversal import (
    all_effects,
    bodies,
    bodies_of,
    every,
    exprs_outside_effects,
    parts,
    values,
    without_texts,
    zone_of,
)

PART = "part of "
"""How the names of the functions begin that take a part of a list."""


def top_only_zones(program: Program) -> frozenset[int]:
    """The numbers of the zones in which the order below the top card does not matter."""
    roots = list(_roots(program))
    if any(map(_roams, roots)):
        return frozenset()
    read = {name for root in roots for name in _zones_read(root)}
    for body in _bodies(program):
        for stmt in body:
            if isinstance(stmt, ir.MoveCards):
                if (taken := _taken(stmt.cards)) is None:
                    return frozenset()
                read |= taken
        read |= _left(body)
    return frozenset(zone.number for zone in program.layout.zones if zone.order != "heap" and zone.name not in read)


def _bodies(program: Program) -> Iterator[tuple[Stmt, ...]]:
    """All lists of effects, also those inside others."""
    waiting = [body for _, body in bodies_of(program)]
    while waiting:
        body = waiting.pop()
        yield body
        waiting += [inner for stmt in body for inner in bodies(stmt)]


def _roots(program: Program) -> Iterator[Expr]:
    """All values that the rules work out, apart from zones that are emptied, filled, shuffled or drawn from."""
    drawn = {id(block.end.zone) for block in program.blocks if isinstance(block.end, SettleTop)}
    for _, value in exprs_outside_effects(program, texts=False):
        yield from _owner(value) if id(value) in drawn else (value,)
    for stmt in (stmt for _, body in bodies_of(program) for stmt in all_effects(body)):
        match stmt:
            case ir.MoveCards(cards, zone, position=position):
                yield from (part for one in every(cards) if isinstance(one, ir.ZoneOf) for part in parts(one))
                yield from _owner(zone)
                yield from () if position is None else (position,)
            case ir.MoveAll(source, target):
                yield from (*_owner(source), *_owner(target))
            case ir.ShuffleZone(zone) | ir.Settle(zone):
                yield from _owner(zone)
            case _:
                yield from values(without_texts(stmt))


def _owner(zone: Expr) -> tuple[Expr, ...]:
    """Whose zone it is, or which of a family; a zone that is not named is itself a value."""
    return tuple(parts(zone)) if isinstance(zone, ir.ZoneOf) else (zone,)


def _roams(root: Expr) -> bool:
    """Whether a value may lead to a card, or to a zone, that is not named there."""
    rows = {
        loop.local.number
        for one in every(root)
        if isinstance(one, ir.Fold)
        for loop in one.loops
        if zone_of(loop.source)
    }
    for one in every(root):
        match one:
            case ir.Const(type=Type(base="zone")):
                return True
            case ir.Apply(op, (card,)) if ROWS[op].reads == "places":
                if one.type.base == "zone" or not (isinstance(card, ir.Local) and card.number in rows):
                    return True
            case ir.Apply(op, (zone,)) if ROWS[op].of_zone and not isinstance(zone, ir.ZoneOf):
                return True
    return False


def _zones_read(root: Expr) -> Iterator[str]:
    """The names of the zones in which a value needs more than the top card and the number of cards."""
    named = _of_cards(root.type)
    allowed: set[int] = set()
    for one in every(root):
        match one:
            case _ if named:
                pass
            case ir.Apply(op, (ir.ZoneOf() as zone,)) if ROWS[op].reads in ("length", "top"):
                allowed.add(id(zone))
            case ir.Call(name, (ir.Apply("cards_of", (ir.ZoneOf() as zone,)), ir.Const(1), ir.Const(1))) if (
                name.startswith(PART)
            ):
                allowed.add(id(zone))
        if isinstance(one, ir.ZoneOf) and id(one) not in allowed:
            yield one.name


def _of_cards(type: Type) -> bool:
    """Whether a value is a card or a zone, or has some."""
    return type.base in ("card", "zone") or type.item is not None and _of_cards(type.item)


def _taken(cards: Expr) -> set[str] | None:
    """The names of the zones from which cards are moved; None where that cannot be read off."""
    match cards:
        case ir.ListOf(items):
            found: set[str] = set()
            for item in items:
                if not isinstance(item, ir.Apply) or not ROWS[item.op].gives_card:
                    return None
                found |= {zone.name for zone in item.args if isinstance(zone, ir.ZoneOf)}
            return found
        case _:
            zone = zone_of(cards)
            return None if zone is None else {zone.name}


def _left(body: tuple[Stmt, ...]) -> set[str]:
    """The names of the zones of which all cards are moved where they are not shuffled at once."""
    found: set[str] = set()
    for at, stmt in enumerate(body):
        if isinstance(stmt, ir.MoveAll) and not _shuffled(stmt.target, body[at + 1 :]):
            found |= {one.name for one in (stmt.source,) if isinstance(one, ir.ZoneOf)}
    return found


def _shuffled(target: Expr, rest: tuple[Stmt, ...]) -> bool:
    """Whether a zone is shuffled next, perhaps after more cards have been put there."""
    for stmt in rest:
        if isinstance(stmt, ir.ShuffleZone):
            return isinstance(target, ir.ZoneOf) and _same(stmt.zone, target)
        if not all(isinstance(one, ir.MoveAll | ir.ForEach) for one in all_effects((stmt,))):
            return False
    return False


def _same(one: Expr, other: ir.ZoneOf) -> bool:
    return isinstance(one, ir.ZoneOf) and one.name == other.name and one.owner is None and other.owner is None


# Variables that only count: nothing in the play depends on them, such as the number of the round in most games.
#
# A position that comes again with another number of the round goes on as it did before. A variable with a range is none
# of these: counting ends at the end of its range, with an error.

LEAVES = frozenset((str, int, bool, type(None), Span, Type, ir.Const, ir.Local))
"""What is most often inside a record, and reads nothing."""


def counter_variables(program: Program) -> tuple[VariableCell, ...]:
    """The variables that are read only where a number is added to them."""
    variables = program.layout.variables.items()
    found = {name: cell for name, cell in variables if cell.type.base == "integer" and cell.high == MOST}
    for name in _variables_read((program.blocks, program.effects, program.functions)) if found else ():
        found.pop(name, None)
    return tuple(found.values())


def _variables_read(part: object) -> Iterator[str]:
    """The names of all variables whose value may decide how the play goes on."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        match one:
            case ir.Variable():
                yield one.name
                waiting.append(one.owner)
            case ir.SetVariable(name, owner, ir.Apply("add", (ir.Variable(same, other), ir.Const()))) if same == name:
                waiting += (owner, other)
            case _:
                waiting += [inner for inner in inside(one) if type(inner) not in LEAVES]
