"""Stage 5: names and types are settled, sugar is lowered: from the records of a spec to a game in the IR."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...diagnostics.diagnostic import Label, Report
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, PLAYER, Type, card, list_of
from ..spec import nodes as spec
from ..syntax import nodes as syn
from .cards import decks
from .checks.ending import check_flow
from .checks.seeing import check_seeing
from .checks.unused import check_unused
from .effects.activating import card_effect
from .effects.asking import action
from .effects.effects import effect
from .effects.events import named_effect
from .expressions.expressions import expression
from .expressions.fixed import fixed
from .expressions.instances import instance, permission, quantity, usable
from .expressions.matching import fit, number
from .expressions.rules import check_targets
from .expressions.scores import per, sheet_variable, sheets
from .flow.flow import main
from .flow.flow import phase as flow_of
from .flow.place import Place, reached
from .flow.starting import all_starts
from .names.declare import declare
from .names.scope import Frame, Scope
from .names.types import type_of
from .names.world import ENGINE, World
from .settings import option_records

DECISIONS, STEPS = 20_000, 100_000
"""How many decisions a game and how many steps an effect may take where the spec says nothing."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A spec whose names and types are settled.

    `game` is what programs are made of. `world` knows the names, for expressions that come
    later (in scenarios and on the command line).
    """

    game: decl.Game
    world: World

    def entering(self, phase: str) -> decl.Game:
        """The same game, begun in a phase: its effect `.start` gives the variables their start, `main` goes to the
        phase.

        `turn.player` must be set before; nothing that comes before the phase happens.
        """
        world = replace(self.world, report=Report())
        scope = Scope(world, Frame(), where="outside a turn")
        starts = ir.Effect(".start", (), all_starts(Scope(world, Frame()), chance=False), self.world.spec.span)
        flow = main(Scope(world, scope.frame, where="outside a turn"), phase)
        entering = decl.VariableDecl("entering", "", "", BOOLEAN, None, None, "none", self.world.spec.begin.span)
        return replace(
            self.game,
            main=flow,
            effects={**world.effects, ".start": starts},
            functions=dict(world.functions),
            variables={**self.game.variables, "entering": entering},
        )

    def expression(self, node: syn.Expr, report: Report, expect: Type | None = None) -> tuple[ir.Expr, decl.Game]:
        """An expression over a position, in which p1, p2 … and t1, t2 … name players and teams.

        The second is the game with all functions that the expression calls. Mistakes go to `report`.
        """
        names: dict[str, ir.Expr] = {}
        span = self.world.spec.span
        for seat in range(max(self.world.spec.players)):
            names[f"p{seat + 1}"] = ir.Const(seat, PLAYER, span)
            if self.world.spec.teams:
                names[f"t{seat + 1}"] = ir.Const(seat, Type("team"), span)
        world = replace(self.world, report=report, unordered=set())
        scope = Scope(world, Frame(), names=names, where="in a scenario")
        value = scope.typed(node, expect)
        if expect is not None:
            value = fit(value, expect, scope, node.span)
        return value, replace(self.game, functions=dict(world.functions))


def type_spec(spec_: spec.Spec, report: Report) -> Typed | None:
    """Settle every name and type of a spec; None where it has mistakes, which are all in the report."""
    world = World(spec_, report, expression, effect)
    before = report.errors
    declare(world)
    _everything(world)
    flow_scope = Scope(world, Frame(), where="outside a turn")
    flow = main(flow_scope)
    result = _result(world)
    limits = _limits(world)
    kinds = decks(world)
    options = option_records(world)
    zones, variables = _zones(world), _variables(world)
    check_flow(world, flow)
    if report.errors == before:
        check_seeing(world, zones, flow)
    if report.errors > before:
        return None
    check_unused(world)
    game = decl.Game(
        spec_.name,
        spec_.players,
        spec_.teams,
        world.enumerations,
        options,
        kinds,
        zones,
        variables,
        world.functions,
        world.effects,
        tuple(world.triggers),
        flow,
        *result,
        *limits,
    )
    return Typed(game, world)


def _everything(world: World) -> None:
    """Every function, effect, quantity, permission, card and action is typed, also those that nothing uses."""
    check_targets(Scope(world, Frame()))
    outside = Scope(world, Frame(), where="here")
    for function in world.spec.functions.values():
        types = tuple(type_of(p.type, world) for p in function.signature.parameters)
        instance(function, types, outside)
    for named in world.spec.effects.values():
        named_effect(named, world, 0)
    for declared in world.spec.quantities.values():
        owner = None if declared.of is None else ir.Const(0, Type(declared.of.text), declared.name.span)
        quantity(declared, owner, outside, declared.name.span)
    for allowed in world.spec.permissions.values():
        _permission(allowed, outside)
    for unplayed in _unreached(world):
        _alone(unplayed, world)
    _unused_rules(world)


def _unused_rules(world: World) -> None:
    """Actions that nobody offers, cards that nobody activates, sheets that nobody fills in: what is wrong in them is
    told all the same.
    """
    scope = Scope(world, Frame(), where="here")
    me = scope.frame.local("me", PLAYER, world.spec.span)
    for chosen in world.spec.actions.values():
        action(chosen.name, me, scope)
    for deck in world.spec.decks.values():
        for one in deck.kinds:
            if one.activate:
                card_effect(deck, one, world, 0)
        usable(ir.Const(0, card(deck.name.text), deck.name.span), scope.being(me), deck.name.span)
    for scoring in world.spec.scoring.values():
        sheets(scoring, scope, scoring.name.span)


def _permission(allowed: spec.Permission, scope: Scope) -> None:
    """Type the permission's own function, as if it were asked for."""
    owner = None if allowed.of is None else ir.Const(0, Type(allowed.of.text), allowed.name.span)
    if allowed.takes:
        names: dict[str, ir.Expr] = {}
        words = []
        for i, written in enumerate(allowed.takes):
            type = type_of(written, scope.world, kinds=True)
            names[f"-{i}"] = ir.Const(0, type, allowed.name.span)
            words.append(syn.Name(f"-{i}", allowed.name.span))
        permission(allowed, owner, tuple(words), replace(scope, names=names), allowed.name.span)
    else:
        permission(allowed, owner, (), scope, allowed.name.span)


def _unreached(world: World) -> list[spec.Phase]:
    reach = reached(world.spec.begin.text, world.spec)
    return [p for p in world.spec.phases.values() if p.name.text not in reach]


def _alone(phase: spec.Phase, world: World) -> None:
    """A phase that nothing reaches (E721), unless the way to it is only misspelt."""
    flow_of(phase.name, Place(Scope(world, Frame(), where="here"), (), "", True))
    named = [world.spec.begin, *(word for one in world.spec.phases.values() for word in one.steps)]
    if any(word.text not in world.spec.phases for word in named):
        return
    world.report.add(
        "E721",
        f"nothing leads to the phase '{phase.name.text}'",
        phase.name.span,
        label="never played",
        others=(Label(world.spec.begin.span, "the game consists of this phase"),),
        helps=(f"put it into the `steps` of a phase that is played: `steps: [{phase.name.text}]`", "or remove it"),
        path=phase.path,
    )


def _result(world: World) -> tuple[ir.Expr | None, tuple[ir.Local, ir.Expr] | None, tuple[ir.Local, ir.Expr] | None]:
    declared = world.spec.result
    if declared is None:
        return None, None, None
    scope = Scope(world, Frame(), where="in the result", path="result")
    winners = None
    if declared.winners is not None:
        winners = scope.typed(declared.winners)
        team = winners.type.base == "list" and winners.type.item is not None and winners.type.item.base == "team"
        if winners.type.base in ("player", "team"):
            winners = _one_winner(winners)
        else:
            side = Type("team" if team else "player").maybe()  # none is a side at which nobody sits
            winners = fit(winners, list_of(side), scope, winners.span)
    return winners, _each_player(declared.returns, scope), _each_player(declared.score, scope)


def _one_winner(winner: ir.Expr) -> ir.Expr:
    """A single winner as a list; none is nobody."""
    type, span = list_of(winner.type.sure()), winner.span
    alone = ir.ListOf((replace(winner, type=winner.type.sure()),), type, span)
    if not winner.type.optional:
        return alone
    return ir.If(ir.Apply("is_none", (winner,), BOOLEAN, span), ir.ListOf((), type, span), alone, type, span)


def _each_player(written: syn.Expr | None, scope: Scope) -> tuple[ir.Local, ir.Expr] | None:
    if written is None:
        return None
    it = Frame().local("it", PLAYER, written.span)
    inner = replace(scope, frame=Frame(1), it=it)
    return it, fit(inner.typed(written, INTEGER), INTEGER, inner, written.span)


def _limits(world: World) -> tuple[ir.Expr, ir.Expr]:
    scope = Scope(world, Frame(), where="in the limits", path="limits")
    made_ = []
    for written, usual in ((world.spec.limits.decisions, DECISIONS), (world.spec.limits.steps, STEPS)):
        if written is None:
            made_.append(number(usual, world.spec.span))
        else:
            made_.append(fixed(written, INTEGER, scope))
    return made_[0], made_[1]


def _zones(world: World) -> dict[str, decl.Zone]:
    zones = {}
    for zone in world.spec.zones.values():
        name = zone.name.text
        order = zone.order or ("stack" if name in world.unordered else "heap")
        scope = Scope(world, Frame(), where="in `capacity`", path=zone.path)
        capacity = None
        if zone.capacity is not None:
            capacity = fixed(zone.capacity, INTEGER, scope)
        usual = {"all": "count" if zone.shows else "all"}
        shows = usual | {who: _shown(what.text, zone) for who, what in zone.shows}
        zones[name] = decl.Zone(
            name, zone.of.text if zone.of else "", zone.holds.text, order, shows, zone.start, capacity, zone.name.span
        )
    return zones


def _shown(what: str, zone: spec.Zone) -> str:
    return what if what in ("all", "count", "none") else f"{zone.holds.text}.{what}"


def _variables(world: World) -> dict[str, decl.VariableDecl]:
    variables = {}
    begin = world.spec.begin.span
    for name, type in ENGINE.items():
        variables[name] = decl.VariableDecl(name, "", "", type, None, None, "all", begin)
    for declared in world.spec.variables.values():
        owner = declared.of.text if declared.of else ""
        variables[declared.name.text] = _variable(declared, owner, "", world.variables[declared.name.text], world)
    for deck in world.spec.decks.values():
        for declared in deck.variables:
            type = world.card_variables[deck.name.text][declared.name.text]
            key = f"{deck.name.text}.{declared.name.text}"
            variables[key] = replace(_variable(declared, "card", deck.name.text, type, world), name=key)
    for scoring in world.spec.scoring.values():
        for category in scoring.categories:
            key = sheet_variable(scoring.name.text, category.name.text)
            variables[key] = decl.VariableDecl(
                key, per(scoring).base, "", INTEGER, None, None, "all", category.name.span
            )
    return variables


def _variable(declared: spec.Variable, owner: str, deck: str, type: Type, world: World) -> decl.VariableDecl:
    scope = Scope(world, Frame(), where="in `range`", path=declared.path)
    bounds = [None if b is None else fixed(b, INTEGER, scope) for b in (declared.low, declared.high)]
    return decl.VariableDecl(
        declared.name.text, owner, deck, type, bounds[0], bounds[1], declared.shows, declared.name.span
    )
