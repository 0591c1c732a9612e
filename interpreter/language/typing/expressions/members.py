"""Members of a value, by a dot or by an index: `c.number`, `me.hand`, `steps[3]`, `steps[1..3]`."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import did_you_mean, instead, suggest
from ...builtins.row import BuiltinRow
from ...builtins.table import spelled, spellings
from ...ir import nodes as ir
from ...ir.types import INTEGER, TEAM, UNKNOWN, Type, list_of
from ...spec import nodes as spec
from ...spec.nodes import FunctionSpec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import Frame, NameScope
from ..names.world import ENGINE, READABLE, bind_pattern, instantiate_pattern
from .families import chosen, missing, state
from .instances import quantity
from .lists import check_place, element_type
from .matching import cards_of, check_order, fit, no_such_place, number, over, unknown, with_article
from .scoring import sheet

ACTORS = ("me", "player", "by", "who", "seat")
"""What authors may call whoever has made a move that others react to."""

WHO_MOVES = "whoever has the turn is `turn.player`; in a reaction `me` is the one who reacts"
"""How that is said."""


def attribute(node: syn.AttributeAccess, scope: NameScope, indexes: tuple[syn.Expr, ...] = ()) -> ir.Expr:
    """`x.name`: E202 for an unknown property, E313 where x may be none and must not be.

    `indexes` follow in brackets, if x.name is a family: `x.name[2]`.
    """
    special = _special(node, scope) or sheet(node, scope)
    if special is not None:
        return _sure(special) if special.type.optional and print_syntax(node) in scope.facts else special
    target = scope.typed(node.target)
    type = target.type
    if type.base == "nothing":
        return unknown(node.span)
    if type.base in ("player", "team"):
        found = _of_owner(target, node, scope, indexes)
    elif type.base in ("card", "kind"):
        found = _of_card(target, node, scope)
    else:
        found = _property(target, node, scope)
    if found is None:
        return unknown(node.span) if _has_unknown_owner(node.name.text, scope) else _missing(target, node, scope)
    if type.optional and not found.type.optional and not isinstance(found, ir.AttributeOf):
        return _maybe(found, target, node, scope)
    if print_syntax(node) in scope.facts:
        return _sure(found)
    return found


def _special(node: syn.AttributeAccess, scope: NameScope) -> ir.Expr | None:
    target = node.target
    if not isinstance(target, syn.Name) or target.id in scope.names:
        return None
    if target.id in scope.spaces:
        space = scope.spaces[target.id]
        if node.name.text in space:
            return space[node.name.text]
        own = next(
            (f"'{id}'" for id, names in scope.spaces.items() if names is space and id != target.id == "event"), ""
        )
        message = f"'{target.id}' has no '{node.name.text}' here" + (f", since {own} has none" if own else "")
        notes = ("it has: " + ", ".join(space) if space else "nothing is chosen there",)
        helps = (WHO_MOVES,) if node.name.text in ACTORS else did_you_mean(node.name.text, space)
        return scope.fault("E202", message, node.name.span, label="not chosen there", notes=notes, helps=helps)
    name = f"{target.id}.{node.name.text}"
    if name in READABLE:
        return ir.Variable(name, None, ENGINE[name], node.span)
    if target.id in ("turn", "round"):
        names = [name.partition(".")[2] for name in READABLE if name.startswith(f"{target.id}.")]
        message = f"'{target.id}' has no '{node.name.text}'"
        notes = ("available: " + ", ".join(f"{target.id}.{name}" for name in names),)
        helps = did_you_mean(node.name.text, names)
        return scope.fault("E202", message, node.name.span, label="no such property", notes=notes, helps=helps)
    return None


def _of_owner(
    target: ir.Expr, node: syn.AttributeAccess, scope: NameScope, indexes: tuple[syn.Expr, ...]
) -> ir.Expr | None:
    world, id, of = scope.world, node.name.text, target.type.base
    for declared in (world.spec.zones.get(id), world.spec.variables.get(id), world.spec.quantities.get(id)):
        if declared is None or declared.of is None or declared.of.text != of:
            continue
        if isinstance(declared, spec.Quantity):
            return quantity(declared, target, scope, node.span)
        member = chosen(declared, target, indexes, node, scope)
        return member if _is_wrong(member) else state(declared, member, scope, node.span)
    if (of, id) == ("team", "rival") and {*world.spec.teams.values()} == {2}:
        others = ir.Apply("team_rivals", (target,), list_of(TEAM), node.span)
        return ir.Apply("first_of", (others,), TEAM, node.span)
    return _property(target, node, scope)


def _is_wrong(member: ir.Expr | None) -> bool:
    """Whether it is not said which member of a family is meant, which was reported."""
    return member is not None and member.type == UNKNOWN


def _of_card(target: ir.Expr, node: syn.AttributeAccess, scope: NameScope) -> ir.Expr | None:
    world, id, deck = scope.world, node.name.text, target.type.name
    type = world.attributes.get(deck, {}).get(id)
    if type is not None:
        read = type.maybe() if target.type.optional and type.base != "list" else type
        if target.type.seems and not read.optional:
            read = read.never(counted=target.type.counted)
        return ir.AttributeOf(f"{deck}.{id}", target, read, node.span)
    own = world.card_variables.get(deck, {}).get(id)
    if own is not None and target.type.base == "card":
        return ir.CardVariable(f"{deck}.{id}", target, own, node.span)
    return _property(target, node, scope)


def _property(target: ir.Expr, node: syn.AttributeAccess, scope: NameScope) -> ir.Expr | None:
    for row in spelled("property", node.name.text):
        found = _applied(row, target, node, scope)
        if found is not None:
            return found
    return None


def _applied(row: BuiltinRow, target: ir.Expr, node: syn.AttributeAccess, scope: NameScope) -> ir.Expr | None:
    bindings = bind_pattern(row.parameters[0], target.type.sure(), {})
    if bindings is None:
        return None
    if not scope.world.spec.teams and row.of_teams:
        return None
    if row.reads_order and check_order(target, scope, node.span, place=True):
        return unknown(node.span)
    value = ir.Apply(row.op, (target,), instantiate_pattern(row.result, bindings), node.span)
    return element_type(value, node.target, scope)


def _maybe(found: ir.Expr, target: ir.Expr, node: syn.AttributeAccess, scope: NameScope) -> ir.Expr:
    """A property of something that may be none (E313): only attributes may be read of none, and are then none."""
    if found.type.base == "nothing":
        return found
    message = f"{with_article(target.type.sure())} is needed before '.{node.name.text}', but this may be none"
    helps = no_such_place(node.target.span, scope) or ("check first: `if … is not none`, or `… is not none and …`",)
    return scope.fault("E313", message, node.target.span, label="may be none", helps=helps)


def _sure(value: ir.Expr) -> ir.Expr:
    """The same value, known not to be none."""
    return replace(value, type=value.type.sure())


def _has_unknown_owner(id: str, scope: NameScope) -> bool:
    """Whether this is declared for each of something that does not exist (E206): it is not known whose it is."""
    world = scope.world
    declared = world.spec.zones.get(id) or world.spec.variables.get(id)
    known = ("player", "team", *world.enumerations)
    return any(isinstance(one, syn.Name) and one.id not in known for one in (declared.along if declared else ()))


def _missing(target: ir.Expr, node: syn.AttributeAccess, scope: NameScope) -> ir.Expr:
    names = has(target.type, scope)
    near = suggest(node.name.text, names)
    helps = [f"did you mean '{near}'?"] if near else []
    spec, id = scope.world.spec, node.name.text
    declared = spec.zones.get(id) or spec.variables.get(id) or spec.quantities.get(id)
    notes: list[str] = []
    if declared is not None and target.type.base in ("player", "team"):
        of = declared.of.text if declared.of else ""
        if of == "":
            notes.append(f"'{id}' belongs to the table")
            helps = [f"write it without an owner: `{id}`"]
            alone, owned = (scope.world.mentions[one, id] for one in (syn.Name, syn.AttributeAccess))
            if owned > max(alone, 1):
                helps.insert(0, f"if {_one_each(target, id)}")
        elif of == "team" and target.type.base == "player":
            notes.append(f"'{id}' belongs to a team")
            helps = [f"write `.team.{id}`"]
        else:
            notes.append(f"each player of the team has their own '{id}'")
            helps = [f"`p.{id}` for a player p, as in `sum(… for p in t.members)`", f"or if {_one_each(target, id)}"]
    elif id in spec.permissions:
        helps = [f"ask for a permission with `may`: `may {print_syntax(node.target)}.{id}`"]
    elif others := instead(f"property of a {target.type.base}", id, what=print_syntax(node.target)):
        helps = [*others]
    elif target.type.base == "list" and (found := _of_each(target, node, scope)):
        helps = [found]
    elif declared is not None and declared.of is not None and target.type.base in ("card", "kind"):
        whose = "me" if scope.me is not None else declared.of.text[0]
        helps = [f"each {declared.of.text} has one: `{whose}{'.team' * (declared.of.text == 'team')}.{id}`"]
    elif target.type.base in ("zone", "list") and id in _of_its_cards(target.type, scope):
        what, deck = print_syntax(node.target), target.type.name or (target.type.item or UNKNOWN).name
        helps = [f"each card has one: `sum(c.{id} for c in {what})`, `[c.{id} for c in …]`"]
        if scope.world.attributes.get(deck, {}).get(id, INTEGER).base != "integer":
            only = f"; of the only card there: `{what}.only.{id}`" if target.type.base == "zone" else ""
            helps = [f"each card has one: `[c.{id} for c in {what}]`{only}"]
    elif target.type.base == "player" and id in has(TEAM, scope):
        helps = [f"each team has that: `{print_syntax(node.target)}.team.{id}`"]
    elif _takes_it(spec.functions.get(id), target.type):
        notes.append(f"'{id}' is a function")
        helps = [f"write `{id}({print_syntax(node.target)})`"]
    elif id in spec.actions or id in spec.effects:
        notes.append(f"'{id}' is {'an action' if id in spec.actions else 'an effect'}, which has no value")
    elif id == "team" and not spec.teams:
        notes.append("this game has no teams; they are declared with `teams:`")
    if not notes and not near and not helps:
        notes.append(
            f"{with_article(target.type)} has: " + ", ".join(names)
            if names
            else f"{with_article(target.type)} has no properties"
        )
    if not helps and target.type.base in ("player", "team") and id not in (*spec.actions, *spec.effects, "team"):
        kind = target.type.base
        helps = [f"declare it under `variables`: `{id}: {{of: {kind}, type: integer, range: 0..100}}`"]
    message = f"{with_article(target.type)} has no '{id}'"
    label = "no such property"
    there = (Label((declared.of or declared.name).span, "declared here"),) if declared and notes else ()
    at = node.name.span
    return scope.fault("E202", message, at, label=label, others=there, notes=tuple(notes), helps=tuple(helps))


def _one_each(target: ir.Expr, id: str) -> str:
    kind = target.type.base
    return f"each {kind} has one, declare it so: `{id}: {{of: {kind}, …}}`"


def _of_each(target: ir.Expr, node: syn.AttributeAccess, scope: NameScope) -> str:
    """What to write for what each of several players has, or for a symbol behind the name of its enumeration."""
    item, id, whole = target.type.item or UNKNOWN, node.name.text, print_syntax(node.target)
    if id in scope.world.enumerations.get(item.name, ()):
        return f"a symbol is named alone: `{id}`"
    if item.base not in ("player", "team") or id not in has(item, scope):
        return ""
    one = item.base[0]
    own = f", of one of them `me.{id}`" if scope.me is not None and item.base == "player" else ""
    return f"each has their own: `{one}.{id}` with `for {one} in {whole}`{own}"


def _of_its_cards(type: Type, scope: NameScope) -> list[str]:
    """What is printed on the cards of a zone or a list."""
    name = type.name if type.base == "zone" else type.item.name if type.item is not None else ""
    deck = scope.world.spec.decks.get(name)
    return [] if deck is None else [attribute.name.text for attribute in deck.attributes]


def _takes_it(function: FunctionSpec | None, type: Type) -> bool:
    """Whether a function of the spec has one parameter, of this type."""
    return (
        function is not None
        and len(function.signature.parameters) == 1
        and function.signature.parameters[0].type.word.text in (type.base, type.name)
    )


def has(type: Type, scope: NameScope) -> list[str]:
    """The properties of values of this type."""
    world = scope.world
    names: list[str] = []
    if type.base in ("player", "team"):
        for group in (world.spec.zones, world.spec.variables, world.spec.quantities):
            names += [n for n, d in group.items() if d.of is not None and d.of.text == type.base]
    if type.base in ("card", "kind"):
        names += world.attributes.get(type.name, {})
        if type.base == "card":
            names += world.card_variables.get(type.name, {})
    for spelling in spellings("property"):
        rows = [one for one in spelled("property", spelling) if world.spec.teams or not one.of_teams]
        if any(bind_pattern(one.parameters[0], type.sure(), {}) is not None for one in rows):
            names.append(spelling)
    return list(dict.fromkeys(names))


# An element of a list, `steps[3]`, a part of a list, `steps[1..3]`, and a member of a family, `row[3]`.


def index(node: syn.Subscript, scope: NameScope) -> ir.Expr:
    """`steps[3]`: from 1, none outside; `steps[2..4]`: as many as there are; `row[3]`: a zone or a variable."""
    member = _member(node, scope)
    if member is not None:
        return member
    value = scope.typed(node.target)
    if value.type.base == "zone":
        check_order(value, scope, node.target.span, place=True)
        value = cards_of(value, scope, ordered=False)
    declared = scope.world.spec.variables.get(value.name) if isinstance(value, ir.Variable) else None
    if declared is not None and value.type.base not in ("list", "nothing"):
        along = (declared.of.text if declared.of else "", *map(print_syntax, declared.along))
        helps = (f"for each of something else, too: `of: [{', '.join(filter(None, (*along, 'NAME')))}]`",)
        others = (Label(node.span, "an index is used here"),)
        message = f"'{declared.name.text}' is {with_article(value.type)}: nothing can be chosen from it by `[…]`"
        if all(one.message != message for one in scope.world.report.diagnostics):
            scope.fault("E310", message, declared.name.span, label="declared here", others=others, helps=helps)
        return unknown(node.span)
    value = fit(value, Type("list"), scope, node.target.span)
    match node.index:
        case syn.Binary(operator="..", left=low, right=high):
            first, last = (fit(scope.typed(bound), INTEGER, scope, bound.span) for bound in (low, high))
            check_place(node, value, first, scope)
            return part(value, first, last, node.span, scope)
        case one:
            place = fit(scope.typed(one), INTEGER, scope, one.span)
            check_place(node, value, place, scope)
            whole = print_syntax(one) == f"count({print_syntax(node.target)})"
            at = 1 if whole else one.value if isinstance(one, syn.Integer) else 0
            taken = item(value, place, node.span)
            return element_type(taken, node.target, scope, at) if at > 0 else taken


def item(value: ir.Expr, number: ir.Expr, span: Span) -> ir.Apply:
    """One element of a list, none outside."""
    return ir.Apply("item", (value, number), (value.type.item or UNKNOWN).maybe(), span)


def part(value: ir.Expr, first: ir.Expr, last: ir.Expr, span: Span, scope: NameScope) -> ir.Expr:
    """The elements of a list from one number to another, as many as there are."""
    element = value.type.item or UNKNOWN
    return ir.Call(_part(element, span, scope), (value, first, last), list_of(element), span)


def is_place(node: syn.Subscript, scope: NameScope) -> bool:
    """Whether the last brackets say a place in a zone or list, not which member of a family is meant."""
    indexes = 0
    target: syn.Expr = node
    while isinstance(target, syn.Subscript):
        indexes, target = indexes + 1, target.target
    declared = _family(target, scope)
    return indexes == 1 + (len(declared.along) if declared is not None else 0)


def _member(node: syn.Subscript, scope: NameScope) -> ir.Expr | None:
    """A member of a family, `row[2]`, `me.slot[k]`, `spot[red][2]`; None where the brackets mean something else."""
    indexes: tuple[syn.Expr, ...] = ()
    target: syn.Expr = node
    while isinstance(target, syn.Subscript):
        indexes, target = (target.index, *indexes), target.target
    declared = _family(target, scope)
    if declared is None or len(indexes) > len(declared.along):
        return None
    if isinstance(target, syn.AttributeAccess):
        found = attribute(target, scope, indexes)
        meant = isinstance(found, ir.ZoneOf | ir.Variable) or found.type == UNKNOWN
        return replace(found, span=node.span) if meant else None
    if declared.of is not None:
        return scope.typed(target)
    if len(indexes) < len(declared.along):
        return missing(declared, node, indexes, scope)
    return state(declared, chosen(declared, None, indexes, node, scope), scope, node.span)


def _family(target: syn.Expr, scope: NameScope) -> spec.ZoneSpec | spec.VariableSpec | None:
    """The family that is named before the brackets."""
    match target:
        case syn.Name(id=name) if name not in scope.names:
            pass
        case syn.AttributeAccess(name=syn.Word(text=name)):
            pass
        case _:
            return None
    world = scope.world.spec
    declared = world.zones.get(name) or world.variables.get(name)
    if declared is None or not declared.along or (isinstance(target, syn.AttributeAccess) and declared.of is None):
        return None
    return declared


def _part(item: Type, span: Span, scope: NameScope) -> str:
    """The function that cuts a part out of a list, generated once for each type of element.

    Its value is `[list[n] for n in max(low, 1)..min(high, count(list))]`.
    """
    key, frame = f"part of {list_of(item)}", Frame()
    if key not in scope.world.functions:
        whole = frame.local("list", list_of(item), span)
        low, high = (frame.local(name, INTEGER, span) for name in ("low", "high"))
        n = frame.local("n", INTEGER, span)
        first = ir.Apply("larger", (low, number(1, span)), INTEGER, span)
        size = ir.Apply("size", (whole,), INTEGER, span)
        last = ir.Apply("smaller", (high, size), INTEGER, span)
        source = ir.Apply("range", (first, last), list_of(INTEGER), span)
        element = ir.Apply("item", (whole, n), item, span)
        body = over("list", ir.Loop(n, source, None), element, list_of(item), span)
        scope.world.functions[key] = ir.Function(key, (whole, low, high), body, span)
    return key
