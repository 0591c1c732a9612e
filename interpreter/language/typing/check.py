"""Settles names and types and lowers sugar: from the records of a spec to a game in the IR."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Label, Report
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, card, list_of
from ..spec import nodes as spec
from ..spec.check_languages import without_echoes
from ..spec.check_odd import check_bare_labels, check_same_labels
from ..spec.check_unlabelled import check_unlabelled
from ..spec.steps import reached
from ..syntax import nodes as syn
from .cards import decks
from .checks.ending import check_flow
from .checks.nesting import check_nesting
from .checks.seeing import check_seeing
from .checks.slips import check_slips
from .checks.steps import check_steps
from .checks.unused import check_unused
from .checks.visible import check_visible
from .effects.activating import card_effect
from .effects.asking import action
from .effects.effects import effect
from .effects.events import named_effect
from .entering import Typed
from .expressions.expressions import expression
from .expressions.instances import instance, permission, quantity, usable
from .expressions.matching import fit
from .expressions.rules import check_targets
from .expressions.scores import sheets
from .expressions.winning import help_who_wins
from .flow.flow import main
from .flow.flow import phase as flow_of
from .flow.point import Point
from .names.declare import declare
from .names.nesting import TooDeep, report_depth
from .names.scope import Frame, Scope, Typer
from .names.types import owner_type, type_of
from .names.world import World
from .settings import limits, option_decls, variable_decls, zone_decls
from .table import check_sights, table_sights


def type_spec(spec_: spec.Spec, report: Report) -> Typed | None:
    """Settle every name and type of a spec; None where it has mistakes, which are all in the report."""
    try:
        return _typed(spec_, report)
    except TooDeep as found:
        report_depth(report, found.span, found.path, found.chain)
        return None
    finally:
        without_echoes(report)


def _typed(spec_: spec.Spec, report: Report) -> Typed | None:
    world = World(spec_, report)
    root = Scope(world, Typer(expression, effect), Frame())
    before = report.errors
    declare(world)
    short = check_steps(world)
    _type_everything(root, each_phase=not short)
    flow = main(root.fresh(where="outside a turn")) if short else ()
    winners, returns, score = _result(root)
    value = _value(root)
    decisions_limit, steps_limit = limits(root)
    sights = table_sights(root)
    game = decl.Game(
        name=spec_.name,
        players=spec_.players,
        teams=spec_.teams,
        enumerations=world.enumerations,
        decks=decks(root),
        options=option_decls(root),
        zones=zone_decls(root),
        variables=variable_decls(root),
        functions=world.functions,
        effects=world.effects,
        triggers=tuple(world.triggers),
        main=flow,
        winners=winners,
        returns=returns,
        score=score,
        decisions_limit=decisions_limit,
        steps_limit=steps_limit,
    )
    report.diagnostics[:] = [d for d in report.diagnostics if d.code != "W334" or d.span not in world.needed]
    if not short or not check_nesting(world, flow, report):
        return None
    check_flow(world, flow)
    # Who sees what can only be followed through a game without mistakes.
    if report.errors == before:
        check_seeing(world, game.zones, game.variables, flow)
        check_sights(world, game.zones, game.variables, sights)
    if report.errors > before:
        return None
    check_unused(world)
    check_slips(world)
    check_visible(world)
    check_unlabelled(spec_, report)
    offers = [phase.offer for phase in spec_.phases.values()]
    offers += [node.actions for node in world.records if isinstance(node, syn.Offer)]
    check_same_labels(spec_, offers, report)
    check_bare_labels(spec_, report)
    return Typed(game, root, sights, value)


def _type_everything(root: Scope, *, each_phase: bool) -> None:
    """Type every function, effect, quantity, permission, card and action, including those that nothing uses.

    Of the phases those that nothing reaches, or `each_phase`, if the flow of the game cannot be written out.
    """
    world = root.world
    check_targets(root.fresh())
    outside = root.fresh(where="here")
    for function in world.spec.functions.values():
        types = tuple(type_of(p.type, world) for p in function.signature.parameters)
        instance(function, types, outside)
    for named in world.spec.effects.values():
        types = tuple(type_of(parameter.type, world) for parameter in named.signature.parameters)
        named_effect(named, types, outside)
    for declared in world.spec.quantities.values():
        owner = None if declared.of is None else ir.Const(0, owner_type(declared.of), declared.name.span)
        quantity(declared, owner, outside, declared.name.span)
    for allowed in world.spec.permissions.values():
        _permission(allowed, outside)
    unreached = _unreached(world)
    for phase in world.spec.phases.values() if each_phase else unreached:
        _alone(phase, root)
    leading = [world.spec.begin, *(word for one in world.spec.phases.values() for word in one.steps)]
    if all(word.text in world.spec.phases for word in leading):  # else a reference to it may only be misspelt
        for phase in unreached:
            _report_unreached(phase, world)
    _type_unused(root)


def _type_unused(root: Scope) -> None:
    """Type actions that are never offered, cards that are never activated and sheets that are never filled in.

    The mistakes in them are reported all the same.
    """
    scope = root.fresh(where="here")
    world = root.world
    me = scope.frame.local("me", PLAYER, world.spec.span)
    for chosen in world.spec.actions.values():
        action(chosen.name, me, scope)
    for deck in world.spec.decks.values():
        for one in deck.kinds:
            if one.activate:
                card_effect(deck, one, scope)
        usable(ir.Const(0, card(deck.name.text), deck.name.span), scope.being(me), deck.name.span)
    for scoring in world.spec.scoring.values():
        sheets(scoring, scope, scoring.name.span)


def _permission(allowed: spec.Permission, scope: Scope) -> None:
    """Type the function of a permission, as if some rule asked for it."""
    owner = None if allowed.of is None else ir.Const(0, owner_type(allowed.of), allowed.name.span)
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
    reach = reached(world.spec.begin.text, world.spec.phases)
    return [p for p in world.spec.phases.values() if p.name.text not in reach]


def _alone(phase: spec.Phase, root: Scope) -> None:
    """Type a phase without its steps."""
    flow_of(phase.name, Point(root.fresh(where="here"), (), "", True, alone=True))


def _report_unreached(phase: spec.Phase, world: World) -> None:
    """Report a phase that nothing reaches (E721)."""
    world.report.add(
        "E721",
        f"nothing leads to the phase '{phase.name.text}'",
        phase.name.span,
        label="never played",
        others=(Label(world.spec.begin.span, "the game starts with this phase"),),
        helps=(f"add it to the `steps` of a phase that is played: `steps: [{phase.name.text}]`", "or remove it"),
        path=phase.path,
    )


def _result(root: Scope) -> tuple[ir.Expr | None, tuple[ir.Local, ir.Expr] | None, tuple[ir.Local, ir.Expr] | None]:
    declared = root.world.spec.result
    if declared is None:
        return None, None, None
    scope = root.fresh(where="in the result", path="result")
    winners = None
    if declared.winners is not None:
        report = root.world.report
        before = len(report.diagnostics)
        winners = scope.typed(declared.winners)
        team = winners.type.base == "list" and winners.type.item is not None and winners.type.item.base == "team"
        if winners.type.base in ("player", "team"):
            winners = _one_winner(winners)
        else:
            side = (TEAM if team else PLAYER).maybe()  # none is a side without players, which takes its share
            winners = fit(winners, list_of(side), scope, winners.span)
        help_who_wins(declared.winners, root.world.spec, report, before)
    return winners, _each_player(declared.returns, scope), _each_player(declared.score, scope)


def _value(root: Scope) -> tuple[ir.Local, ir.Expr] | None:
    """How good a position looks for a player `it`. It may read anything: bots compute it where they guess to be."""
    declared = root.world.spec.result
    if declared is None:
        return None
    return _each_player(declared.value, root.fresh(where="in the value of a position", path="result.value"))


def _one_winner(winner: ir.Expr) -> ir.Expr:
    """A single winner as a list; it is empty where the winner is none."""
    type, span = list_of(winner.type.sure()), winner.span
    alone = ir.ListOf((replace(winner, type=winner.type.sure()),), type, span)
    if not winner.type.optional:
        return alone
    return ir.If(ir.Apply("is_none", (winner,), BOOLEAN, span), ir.ListOf((), type, span), alone, type, span)


def _each_player(written: syn.Expr | None, scope: Scope) -> tuple[ir.Local, ir.Expr] | None:
    if written is None:
        return None
    inner = scope.fresh(where=scope.where, path=scope.path)
    it = inner.frame.local("it", PLAYER, written.span)
    inner = replace(inner, it=it)
    return it, fit(inner.typed(written, INTEGER), INTEGER, inner, written.span)
