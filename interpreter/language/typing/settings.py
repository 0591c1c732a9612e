"""Options, zones, variables and limits as programs need them: types, bounds, and defaults as numbers."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Report
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, LEAST, MOST, Type
from ..spec import nodes as spec
from ..spec.values import read_value
from ..syntax import nodes as syn
from .expressions.families import axes
from .expressions.fixed import fixed
from .expressions.matching import number
from .expressions.scores import sheet_variable
from .names.scope import Scope
from .names.types import member, owner_of
from .names.world import ENGINE, World

DECISIONS, STEPS = 20_000, 100_000
"""How many decisions a game and how many steps an effect may take where the spec says nothing."""


def option_decls(root: Scope) -> dict[str, decl.OptionDecl]:
    """Each option; its values were checked when the spec was read, its conditions are typed here."""
    return {name: _option(option, root) for name, option in root.world.spec.options.items()}


def _option(option: spec.Option, root: Scope) -> decl.OptionDecl:
    scope = root.fresh(where="in `requires`", path=option.path)
    requires = tuple((c.name.text, fixed(c.test, BOOLEAN, replace(scope, path=c.path))) for c in option.requires)
    default: dict[int | None, int] = {}
    for players, value in option.default.items():
        default[players] = read_value(option, value.text, value.span, Report()) or 0
    low = LEAST if option.low is None else option.low
    high = MOST if option.high is None else option.high
    type = root.world.option_types[option.name.text]
    if type.base != "integer":
        low, high = 0, 1 if type == BOOLEAN else len(option.symbols) - 1
    return decl.OptionDecl(
        name=option.name.text,
        type=type,
        low=low,
        high=high,
        step=option.step,
        default=default,
        requires=requires,
        excludes=tuple(w.text for w in option.excludes),
        span=option.name.span,
    )


def zone_decls(root: Scope) -> dict[str, decl.Zone]:
    """Each family of zones; one that is ever shuffled is a stack unless it declares another order."""
    return {name: _zone(zone, root) for name, zone in root.world.spec.zones.items()}


def _zone(zone: spec.Zone, root: Scope) -> decl.Zone:
    name = zone.name.text
    order: decl.Order = "stack" if name in root.world.unordered else "heap"
    scope = root.fresh(where="in `capacity`", path=zone.path)
    shows: dict[decl.Viewer, str] = {"all": "count" if zone.shows else "all"}
    shows |= {member(decl.VIEWERS, who): _shown(what.text, zone) for who, what in zone.shows}
    return decl.Zone(
        name=name,
        owner=owner_of(zone.of),
        along=axes(zone, root),
        deck=zone.holds.text,
        order=member(decl.ORDERS, zone.order) if zone.order else order,
        shows=shows,
        start=member(decl.STARTS, zone.start),
        capacity=None if zone.capacity is None else fixed(zone.capacity, INTEGER, scope),
        span=zone.name.span,
    )


def _shown(what: str, zone: spec.Zone) -> str:
    return what if what in ("all", "count", "none") else f"{zone.holds.text}.{what}"


def variable_decls(root: Scope) -> dict[str, decl.VariableDecl]:
    """Each variable by its key: those of the engine, those that the spec declares, and the sheets of scorings."""
    world = root.world
    variables = {name: _engine_variable(name, type, world) for name, type in ENGINE.items()}
    for declared in world.spec.variables.values():
        variables[declared.name.text] = _variable(declared, world.variables[declared.name.text], root)
    for deck in world.spec.decks.values():
        for declared in deck.variables:
            type = world.card_variables[deck.name.text][declared.name.text]
            key = f"{deck.name.text}.{declared.name.text}"
            variables[key] = replace(_variable(declared, type, root), name=key, owner="card", deck=deck.name.text)
    for scoring in world.spec.scoring.values():
        for category in scoring.categories:
            key = sheet_variable(scoring.name.text, category.name.text)
            variables[key] = replace(
                _engine_variable(key, INTEGER, world), owner=owner_of(scoring.per), span=category.name.span
            )
    return variables


def _engine_variable(name: str, type: Type, world: World) -> decl.VariableDecl:
    return decl.VariableDecl(
        name=name, owner="", deck="", type=type, low=None, high=None, shows="all", span=world.spec.begin.span
    )


def _variable(declared: spec.Variable, type: Type, root: Scope) -> decl.VariableDecl:
    scope = root.fresh(where="in `range`", path=declared.path)
    low, high = (None if bound is None else fixed(bound, INTEGER, scope) for bound in (declared.low, declared.high))
    room = None if declared.room is None else fixed(declared.room, INTEGER, replace(scope, where="in `room`"))
    return decl.VariableDecl(
        name=declared.name.text,
        owner=owner_of(declared.of),
        along=axes(declared, root),
        deck="",
        type=type,
        low=low,
        high=high,
        room=room,
        shows=member(decl.SHOWS, declared.shows),
        span=declared.name.span,
    )


def limits(root: Scope) -> tuple[ir.Expr, ir.Expr]:
    """The limits of decisions in a game and of steps in an effect."""
    scope = root.fresh(where="in the limits", path="limits")
    declared = root.world.spec.limits
    return _limit(declared.decisions, DECISIONS, scope), _limit(declared.steps, STEPS, scope)


def _limit(written: syn.Expr | None, usual: int, scope: Scope) -> ir.Expr:
    return number(usual, scope.world.spec.span) if written is None else fixed(written, INTEGER, scope)
