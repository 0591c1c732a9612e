"""Settles names and types and lowers sugar: from the records of a spec to a game in the IR."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import get_args

from ...diagnostics.diagnostic import MOST_PLACES, Label, Report
from ...diagnostics.suggest import did_you_mean, edit_distance
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.game import ShownTo, TableValue
from ..ir.traversal import records
from ..ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, list_of
from ..spec import nodes as spec
from ..spec.lint import check_bare_labels, check_same_labels, check_unlabelled
from ..spec.nodes import nested_phases
from ..spec.text_checks import ALONE, without_echoes
from ..spec.texts import BRACES, FACE, icons, printed_attributes
from ..syntax import nodes as syn
from .checks.causes import tell_at_declarations
from .checks.disclosure import DisclosureReader, KnownLocals, OwnedZone, disclosure_path
from .checks.information_leaks import check_information_leaks
from .checks.lint import check_slips, check_unused, check_visible
from .checks.seats import Onlookers, onlookers
from .checks.termination import check_flow, check_nesting, check_steps
from .components import decks, limits, option_decls, variable_decls, zone_decls
from .effects.decisions import action
from .effects.effects import effect
from .effects.events import event_effect
from .effects.statements import card_effect
from .entry_points import Typed
from .expressions.card_rules import check_targets
from .expressions.expressions import expression
from .expressions.instances import instance, permission, quantity, usable
from .expressions.matching import fit
from .expressions.scoring import help_who_wins, sheets
from .flow import main
from .flow import phase as flow_of
from .names.declarations import declare
from .names.scope import Frame, NameScope, Typer
from .names.world import TooDeep, World, owner_type, report_depth, type_of
from .turns import FlowPoint


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
    root = NameScope(world, Typer(expression, effect), Frame())
    before = report.errors
    declare(world)
    short = check_steps(world)
    _type_everything(root, each_phase=not short)
    flow = main(root.fresh(where="outside a turn")) if short else ()
    winners, returns, score = _result(root)
    value = _value(root)
    decisions_limit, steps_limit = limits(root)
    sights = table_sights(root)
    game = decl.TypedGame(
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
    tell_at_declarations(world)
    if not short or not check_nesting(world, flow, report):
        return None
    check_flow(world, flow)
    # Who sees what can only be followed through a game without mistakes.
    if report.errors == before:
        check_information_leaks(world, game.zones, game.variables, flow)
        check_sights(world, game.zones, game.variables, sights)
    if report.errors > before:
        return None
    check_unused(world)
    check_slips(world)
    check_visible(world)
    check_unlabelled(spec_, report)
    offers = [phase.offer for phase in spec_.phases.values()]
    offers += [node.actions for node in world.records if isinstance(node, syn.OfferStatement)]
    check_same_labels(spec_, offers, report)
    check_bare_labels(spec_, report)
    return Typed(game, root, sights, value)


def _type_everything(root: NameScope, *, each_phase: bool) -> None:
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
        event_effect(named, types, outside)
    for declared in world.spec.quantities.values():
        owner = None if declared.of is None else ir.Const(0, owner_type(declared.of), declared.name.span)
        quantity(declared, owner, outside, declared.name.span)
    for allowed in world.spec.permissions.values():
        _permission(allowed, outside)
    reach = nested_phases(world.spec.begin.text, world.spec.phases)
    unreached = [p for p in world.spec.phases.values() if p.name.text not in reach]
    for phase in world.spec.phases.values() if each_phase else unreached:
        # without its steps, of which each has its turn here
        flow_of(phase.name, FlowPoint(root.fresh(where="here"), (), "", True, alone=True))
    leading = [world.spec.begin, *(word for one in world.spec.phases.values() for word in one.steps)]
    if all(word.text in world.spec.phases for word in leading):  # else a reference to it may only be misspelt
        played = [one for one in world.spec.phases.values() if one.steps and one.name.text in reach]
        played = [one for one in played if not one.steps[0].span.is_brought] or played
        begins = [Label(world.spec.begin.span, "the game starts with this phase")]
        places = [Label(one.steps[0].span.until(one.steps[-1].span), "is it missing here?") for one in played]
        lists = {step.text: place for one, place in zip(played, places, strict=True) for step in one.steps}
        below = dict(pairwise(world.spec.phases))
        for phase in unreached:
            message = f"nothing leads to the phase '{phase.name.text}'"
            at, others = (
                Label(phase.name.span, "never played"),
                begins if len(places) > MOST_PLACES else places or begins,
            )
            beside = lists.get(below.get(phase.name.text, ""), places[0] if len(places) == 1 else None)
            if beside is not None and beside.span.source is at.span.source:
                at, others = beside, [at]  # it stands among the steps of that one
            helps = [f"add it to the `steps` of a phase that is played: `steps: [{phase.name.text}]`", "or remove it"]
            if world.spec.begin.text in nested_phases(phase.name.text, world.spec.phases):
                at, others = begins[0], [Label(phase.name.span, "never played")]
                helps = [f"begin with it: '{world.spec.begin.text}' is among its steps: `begin: {phase.name.text}`"]
            world.report.add(
                "E721", message, at.span, label=at.text, others=tuple(others), helps=tuple(helps), path=phase.path
            )
    _type_unused(root)


def _type_unused(root: NameScope) -> None:
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
            if one.do:
                card_effect(deck, one, scope)
        usable(ir.Const(0, card(deck.name.text), deck.name.span), scope.being(me), deck.name.span)
    for scoring in world.spec.scoring.values():
        sheets(scoring, scope, scoring.name.span)


def _permission(allowed: spec.Permission, scope: NameScope) -> None:
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


def _result(root: NameScope) -> tuple[ir.Expr | None, tuple[ir.Local, ir.Expr] | None, tuple[ir.Local, ir.Expr] | None]:
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


def _value(root: NameScope) -> tuple[ir.Local, ir.Expr] | None:
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


def _each_player(written: syn.Expr | None, scope: NameScope) -> tuple[ir.Local, ir.Expr] | None:
    if written is None:
        return None
    inner = scope.fresh(where=scope.where, path=scope.path)
    it = inner.frame.local("it", PLAYER, written.span)
    inner = replace(inner, it=it)
    return it, fit(inner.typed(written, INTEGER), INTEGER, inner, written.span)


# Types what a spec says of its table: the values that people read, the tracks, and the names that it mentions.
#
# Nothing here can change a rule: the values are expressions, kept beside the game and never compiled into it. What they
# may tell is checked like the moves of a player: a value for everybody may read only what everybody sees, and a value
# that its owner alone sees may read what the owner sees, too. `play.game.disclosure` holds the same in each position.


def table_sights(root: NameScope) -> tuple[TableValue, ...]:
    """The values of the table, typed; mistakes go to the report, as do names that do not exist."""
    table = root.world.spec.table
    _check_names(root.world, table)
    found = [_sight(root, f"shown.{name}", one.of, one.value, one.shows, one.path) for name, one in table.shown.items()]
    for name, track in table.tracks.items():
        at = _sight(root, f"tracks.{name}.at", track.of, track.at, "all", track.path, INTEGER.maybe())
        length = _sight(root, f"tracks.{name}.length", None, track.length, "all", track.path, INTEGER)
        rows = [
            _sight(root, f"tracks.{name}.rows.{row}", None, one.value, "all", one.path, Type("list"))
            for row, one in track.rows.items()
        ]
        found += [at, length, *_across(root, name, track), *rows]
    return tuple(found)


def _across(root: NameScope, name: str, track: spec.Track) -> Iterator[TableValue]:
    """On which of several spaces side by side each stands, and how many there are."""
    if track.across is not None:
        one, path = track.across, track.across.path
        yield _sight(root, f"tracks.{name}.across.is", track.of, one.at, "all", path, INTEGER.maybe())
        yield _sight(root, f"tracks.{name}.across.number", None, one.number, "all", path, INTEGER)


def _sight(
    root: NameScope,
    name: str,
    of: spec.Owner | None,
    node: syn.Expr,
    shows: ShownTo,
    path: str,
    want: Type | None = None,
) -> TableValue:
    shared = name.startswith("tracks.") and not name.endswith((".at", ".across.is"))
    scope = root.fresh(where="for a whole track" if shared else "on the table", path=path)
    it = None
    if of is not None:
        it = scope.frame.local("it", owner_type(of), node.span)
        scope = replace(scope, it=it)
    value = scope.typed(node, want)
    value = _showable(value, scope) if want is None or want.base == "list" else fit(value, want, scope, node.span)
    if want is not None and want.base == "list":
        value = fit(value, want, scope, node.span)
    return TableValue(name=name, owner="" if of is None else of.text, it=it, value=value, shows=shows)


def _showable(value: ir.Expr, scope: NameScope) -> ir.Expr:
    """A value that can be told: a card as its kind. Reports E651 for a zone, and for a list of lists."""
    type = value.type
    item = type.item or type
    if type.base == "zone" or item.base in ("zone", "list"):
        zone = type.base == "zone"
        message = "a zone is no value that can be shown" if zone else "a list of lists cannot be shown"
        label = "this is a zone" if zone else "each element is a list"
        helps = (
            "the cards of a zone are on the table anyway; show how many there are: `count(…)`"
            if zone
            else "show a list of numbers, symbols, players or kinds of card",
        )
        scope.fault("E651", message, value.span, label=label, helps=helps)
        return value
    if item.base != "card":
        return value
    kind = Type("kind", item.name, optional=item.optional)
    return fit(value, replace(list_of(kind), optional=type.optional) if type.item else kind, scope, value.span)


# Names -----------------------------------------------------------------------------------------


def _check_names(world: World, table: spec.TableSpec) -> None:
    """Report names that the table mentions and that mean nothing there (E650)."""
    zones, spec_ = world.spec.zones, world.spec
    for word in table.without:
        _known(word, "zone or variable", [*zones, *spec_.variables], world, "table.without")
    kinds = [kind.id.text for deck in spec_.decks.values() for kind in deck.kinds]
    known = [*icons(), *spec_.drawings]
    for face in table.faces.values():
        _known(face.of, "deck or card", [*spec_.decks, *kinds], world, face.path)
        for written, what, names in ((face.icon, "icon", known), (face.colour, "colour", get_args(spec.Colour))):
            if written and not BRACES.search(written.text):
                _known(written, what, names, world, face.path)
    for things in table.called.values():
        _known(things.of, "deck", spec_.decks, world, things.path)
    for look in table.looks.values():
        _known(look.symbol, "symbol", world.symbols, world, look.path)
        if look.icon:
            _known(look.icon, "icon", known, world, look.path)
    _check_effects_of_looks(world, table)
    for word in table.centre:
        if _known(word, "zone", zones, world, "table.centre"):
            _check_centre(word, world)
    grouped: dict[str, spec.ZoneGroup] = {}
    for group in table.groups.values():
        for word in group.zones:
            if _known(word, "zone", zones, world, group.path):
                _check_group(word, group, grouped, world)


LONGEST_SIGN = 3
"""So many characters of a sign are drawn on a space of a track."""


def _check_effects_of_looks(world: World, table: spec.TableSpec) -> None:
    """Warn of what is said of faces and symbols and would not be seen (W654)."""

    def warn(message: str, at: syn.Word | spec.WrittenValue, path: str, *helps: str) -> None:
        world.report.add("W654", message, at.span, helps=helps, path=path)

    for face in table.faces.values():
        if not face.texts and not any(getattr(face, part) for part in FACE):
            warn(f"this says nothing about the face of '{face.of.text}'", face.of, face.path)
        alone = ALONE.fullmatch(face.colour.text) if face.colour else None
        if face.colour and alone:
            found = {
                symbol
                for deck in world.spec.decks.values()
                for kind in deck.kinds
                if face.of.text in (deck.name.text, kind.id.text)
                for symbol in printed_attributes(deck, kind).get(alone[1].strip(), "").strip("[]").split(", ")
                if symbol
            }
            if found and not any(one in table.looks and table.looks[one].colour for one in found):
                helps = (f"give them some: `looks: {{{min(found)}: {{colour: blue}}}}`",)
                warn(f"no value of '{alone[1].strip()}' has a colour", face.colour, f"{face.path}.colour", *helps)
    for look in table.looks.values():
        for text in look.sign.values():
            if len(text) > LONGEST_SIGN:
                helps = ("what it is called in words is said by `words`",)
                warn(f"the sign '{text}' is longer than {LONGEST_SIGN} characters", look.symbol, look.path, *helps)


def _check_centre(word: syn.Word, world: World) -> None:
    """Report a zone that is to stand in the middle, but stands there anyway, or is off the table (E652)."""
    message = ""
    if world.spec.zones[word.text].of is None:
        message = f"'{word.text}' is of the table, so it stands in the middle anyway"
    elif any(word.text == off.text for off in world.spec.table.without):
        message = f"'{word.text}' is kept off the table, so it does not stand in the middle"
    if message:
        world.report.add("E652", message, word.span, path="table.centre")


def _check_group(word: syn.Word, group: spec.ZoneGroup, grouped: dict[str, spec.ZoneGroup], world: World) -> None:
    """Report a zone that stands in two groups, off the table, or beside zones of other owners (E652)."""
    zones = world.spec.zones
    first, other = grouped.setdefault(word.text, group), zones.get(group.zones[0].text)
    message = ""
    if first is not group:
        message = f"'{word.text}' stands in the group '{first.name.text}' already"
    elif any(word.text == off.text for off in world.spec.table.without):
        message = f"'{word.text}' is kept off the table, so it stands in no group"
    elif zones[word.text].of and any(word.text == one.text for one in world.spec.table.centre):
        message = f"'{word.text}' stands in the middle, so it stands in no group"
    elif other is not None and _whose(zones[word.text]) != _whose(other):
        message = f"'{word.text}' is {_whose(zones[word.text])}, but '{other.name.text}' is {_whose(other)}"
    if message:
        helps = ("zones of one group belong to the same: the table, each player, or each team",)
        world.report.add(
            "E652", message, word.span, helps=helps if " is " in message and "but" in message else (), path=group.path
        )


def _whose(zone: spec.ZoneSpec) -> str:
    return "of the table" if zone.of is None else f"of each {zone.of.text}"


MOST_NAMED = 20
"""So many of the names that there are stand in a message, the nearest first."""


def _known(word: syn.Word | spec.WrittenValue, what: str, names: Iterable[str], world: World, path: str) -> bool:
    """Whether a word is one of these names; reports E650 if not."""
    known = list(dict.fromkeys(names))
    if word.text in known:
        return True
    near = did_you_mean(word.text, known)
    first = sorted(known, key=lambda name: (edit_distance(word.text, name), name))[:MOST_NAMED]
    more = f" and {len(known) - len(first)} more" if len(known) > len(first) else ""
    notes = () if near or not known else (f"there are: {', '.join(first)}{more}",)
    message, label = f"unknown {what} '{word.text}'", f"no such {what}"
    world.report.add("E650", message, word.span, label=label, notes=notes, helps=near, path=path)
    return False


# Secrets ---------------------------------------------------------------------------------------


def check_sights(
    world: World, zones: dict[str, decl.Zone], variables: dict[str, decl.VariableDecl], sights: tuple[TableValue, ...]
) -> None:
    """Report values of the table that tell those who see them what they may not see (E653)."""
    reader = DisclosureReader(world, zones, variables)
    hides = partial(_hides, reader, onlookers(world, zones))
    for sight in sights:
        whose = ("team", VIEWER) if sight.owner == "team" else VIEWER
        names = KnownLocals() if sight.it is None else KnownLocals().person(sight.it, whose)
        hidden = [p for p in sorted(reader.read(sight.value, names), key=str) if hides(sight, p)]
        hidden += [(mark, None, None) for mark in _hidden_marks(sight.value, world, variables)]
        for name, *_ in hidden[:1]:
            way = disclosure_path(name, sight.value, names, reader, partial(hides, sight))
            what = f"the cards in '{name}'" if name in zones else f"'{name}'"
            own = sight.shows == "all" and sight.owner and not hides(replace(sight, shows="owner"), hidden[0])
            world.report.add(
                "E653",
                f"what is shown here depends on {what}, which not everybody sees"
                if sight.shows == "all"
                else f"what is shown here depends on {what}, which its owner may not see",
                sight.value.span,
                label="would tell something of it",
                notes=(" -> ".join(" ".join(step.span.written.split()) for step in way),) if len(way) > 1 else (),
                helps=("let only the owner see the value: `shows: owner`",)
                if own and sight.name.startswith("shown.")
                else ("show only what follows from open cards, from numbers of cards and from open variables",),
                path=f"table.{sight.name}",
            )


def _hidden_marks(value: ir.Expr, world: World, variables: dict[str, decl.VariableDecl]) -> Iterator[str]:
    """The variables of cards that nobody sees and that a value reads, directly or in a function that it calls."""
    seen, waiting = set[str](), [value]
    while waiting:
        for part in records(waiting.pop()):
            if isinstance(part, ir.CardVariable) and variables[part.name].shows in ("none", "owner"):
                yield part.name
            elif isinstance(part, ir.Call) and part.function in world.functions and part.function not in seen:
                seen.add(part.function)
                waiting.append(world.functions[part.function].body)


VIEWER = "viewer"
"""The mark of whoever sees a value that is shown to its owner: the owner, or somebody of that team."""


def _hides(reader: DisclosureReader, shown: Onlookers | None, sight: TableValue, place: OwnedZone) -> bool:
    """Whether somebody to whom a value is shown may not see this zone or variable."""
    name, whose, _ = place
    if name not in reader.zones and reader.variables[name].owner == "card":
        return True
    own = sight.shows == "owner" and whose in (VIEWER, ("team", VIEWER))
    if name in reader.zones:
        zone, shows = reader.zones[name], reader.zones[name].shows
        seen = shows.get("owner", shows["all"]) if own else shows["all"]
        if seen == "all" and (own or shows.get("owner", "all") == "all"):
            return False
        viewer = VIEWER if sight.shows == "owner" else "anybody"
        return zone.to is None or shown is None or not shown.sees(viewer, name, whose)
    return not own or reader.variables[name].shows != "owner" or reader.variables[name].owner == ""
