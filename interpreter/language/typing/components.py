"""The components of a game: decks, zones, variables, options and limits, with types, bounds and defaults."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean, suggest, synonyms
from ...source.text.literals import parse_integer
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, LEAST, MOST, NONE, UNKNOWN, Type
from ..spec import nodes as spec
from ..spec.option_values import read_value
from ..spec.read_cards import KIND_KEYS
from ..syntax import nodes as syn
from .expressions.families import axes, before_the_game, constant_value
from .expressions.matching import number, some_players
from .expressions.scoring import sheet_variable
from .names.scope import NameScope
from .names.world import ENGINE, World, member, owner_of, owner_type

MOST_CARDS_NAMED = 3
"""Of more cards without an attribute one is told for all."""


def decks(root: NameScope) -> dict[str, decl.Deck]:
    """Every deck with its kinds: E202 unknown attribute, E222 an attribute that a kind lacks."""
    world = root.world
    typed: dict[str, decl.Deck] = {}
    count = 0
    for deck in world.spec.decks.values():
        kinds = []
        for one in deck.kinds:
            kinds.append(_kind(deck, one, count, root))
            count += 1
        start = next((z.name.text for z in world.spec.zones.values() if z.holds.text == deck.name.text and z.start), "")
        back = tuple(w.text for w in deck.back)
        typed[deck.name.text] = decl.Deck(
            name=deck.name.text,
            attributes=world.attributes[deck.name.text],
            back=back,
            kinds=tuple(kinds),
            start=start,
            span=deck.name.span,
        )
        check_tables(deck, typed[deck.name.text], world)
    return typed


def _kind(deck: spec.DeckSpec, one: spec.KindSpec, count: int, root: NameScope) -> decl.Kind:
    written = _written(deck, one, root.world)
    scope = root.fresh(where="on a card", path=one.path)
    values: dict[str, ir.Expr] = {}
    waiting = list(deck.attributes)
    while waiting:
        ready = [a for a in waiting if a.by is None or a.by.text in values or a.name.text in written]
        for attribute in ready or waiting[:1]:
            waiting.remove(attribute)
            values[attribute.name.text] = _value(attribute, deck, one, written, values, scope)
    copies = one.copies or deck.copies
    counted: ir.Expr = number(1, one.id.span)
    if copies is not None:
        counted = constant_value(copies, INTEGER, replace(scope, names=values, it=None))
    return decl.Kind(
        id=one.id.text, number=count, deck=deck.name.text, attributes=values, copies=counted, span=one.id.span
    )


def _written(deck: spec.DeckSpec, one: spec.KindSpec, world: World) -> dict[str, syn.Expr | str]:
    """The values that a kind gives itself, by attribute; texts are symbols or numbers from `each`."""
    names = [a.name.text for a in deck.attributes]
    found: dict[str, syn.Expr | str] = {}
    for word, value in one.generated:
        found[word.text] = value
    for word, expr in one.attributes:
        if word.text not in names:
            message = f"cards of '{deck.name.text}' have no attribute '{word.text}'"
            label = "not declared under `attributes:`"
            notes = ("attributes: " + ", ".join(names) if names else "this deck declares none",)
            known = [*names, *sorted(KIND_KEYS)]
            meant = (key for key, words in synonyms("key").items() if word.text in words and key in known)
            helps = did_you_mean(word.text, known) or tuple(f"did you mean '{key}'?" for key in meant)
            world.report.add("E202", message, word.span, label=label, notes=notes, helps=helps, path=one.path)
            continue
        found[word.text] = expr
    return found


def _value(
    attribute: spec.AttributeSpec,
    deck: spec.DeckSpec,
    one: spec.KindSpec,
    written: dict[str, syn.Expr | str],
    values: dict[str, ir.Expr],
    scope: NameScope,
) -> ir.Expr:
    name = attribute.name.text
    type = scope.world.attributes[deck.name.text][name]
    value = written.get(name)
    if isinstance(value, str):
        return _generated(value, type, scope, one.id.span)
    if value is not None:
        return constant_value(value, type, scope)
    if attribute.by is not None:
        return _by_table(attribute, type, values, one, scope)
    if attribute.default is not None:
        return constant_value(attribute.default, type, scope.at(attribute.path))
    if type.optional:
        return ir.Const(NONE, type, one.id.span)
    if type.base == "list":
        return ir.Const((), type, one.id.span)
    written_so = [word.text for word, _ in one.attributes if word.text not in scope.world.attributes[deck.name.text]]
    if type == UNKNOWN or any(suggest(word, scope.world.attributes[deck.name.text]) == name for word in written_so):
        return ir.Const(0, UNKNOWN, one.id.span)
    made = [kind.id.text for kind in deck.kinds if kind.generated]
    given = ({word.text for word, _ in (*kind.generated, *kind.attributes)} for kind in deck.kinds)
    lacking = [kind for kind, names in zip(deck.kinds, given, strict=True) if not kind.generated and name not in names]
    several = not one.generated and len(lacking) > MOST_CARDS_NAMED
    if several and one is not lacking[0]:
        return ir.Const(0, UNKNOWN, one.id.span)  # told with the first
    what = f"{len(lacking)} of {len(deck.kinds)} cards have" if several else f"'{one.id.text}' has"
    scope.world.report.add(
        "E222",
        f"{what} no '{name}'" if not one.generated else f"the cards that `each` makes have no '{name}'",
        one.id.span,
        label=f"its {name} is missing",
        others=(Label(attribute.name.span, "every card of this deck has one"),),
        helps=(
            *(() if one.generated else did_you_mean(one.id.text, made)),
            f"write it {'there' if one.generated else 'on the cards' if several else 'on the card'}: `{name}: …`",
            f"or give the attribute a `default`, or the type `{type} or none`",
        ),
        path=one.path,
    )
    return ir.Const(0, UNKNOWN, one.id.span)


def _generated(text: str, type: Type, scope: NameScope, span: Span) -> ir.Expr:
    if type == UNKNOWN:
        return ir.Const(0, UNKNOWN, span)
    if type.base == "symbol":
        symbols = scope.world.enumerations[type.name]
        if text in symbols:
            return ir.Const(symbols.index(text), type.sure(), span)
    found = parse_integer(text)
    if type.base == "integer" and found is not None:
        return number(found, span)
    if type.base == "boolean" and text in ("true", "false"):
        return ir.Const(int(text == "true"), type.sure(), span)
    scope.fault("E310", f"'{text}', from `each`, is not a value of type {type}", span, label=f"gives {text}")
    return ir.Const(0, UNKNOWN, span)


def _by_table(
    attribute: spec.AttributeSpec, type: Type, values: dict[str, ir.Expr], one: spec.KindSpec, scope: NameScope
) -> ir.Expr:
    """The value of an attribute that has a table by another attribute."""
    assert attribute.by is not None
    by = values.get(attribute.by.text)
    if not isinstance(by, ir.Const):
        if by is not None:
            message = (
                f"the value of '{attribute.name.text}' depends on '{attribute.by.text}', which is not fixed on "
                f"'{one.id.text}'"
            )
            label = "depends on the options"
            others = (Label(attribute.by.span, "depends on this"),)
            helps = (f"write on the card itself: `{attribute.name.text}: …`",)
            scope.world.report.add("E222", message, by.span, label=label, others=others, helps=helps, path=one.path)
        return ir.Const(0, UNKNOWN, one.id.span)
    if by.type == UNKNOWN:
        return by
    for key, value in attribute.values:
        if key.text == displayed_value(by, scope.world):
            return constant_value(value, type, scope.at(attribute.path))
    if attribute.default is not None:
        return constant_value(attribute.default, type, scope)
    if type.optional:
        return ir.Const(NONE, type, one.id.span)
    text = displayed_value(by, scope.world)
    strange = [key.text for key, _ in attribute.values if key.text not in scope.world.symbols]
    if text in (suggest(word, [text]) for word in strange):
        return ir.Const(0, UNKNOWN, one.id.span)  # that word is told itself
    message = f"the table of '{attribute.name.text}' has no value for {text}"
    label = f"`{text}: …` is missing"
    others = (Label(one.id.span, "needed here"),)
    scope.world.report.add("E222", message, attribute.name.span, label=label, others=others, path=attribute.path)
    return ir.Const(0, UNKNOWN, one.id.span)


# Checks the tables of attributes (`by: number, values: {1: 4, 2: 4}`): each row is about cards that there are.


def check_tables(deck: spec.DeckSpec, typed: decl.Deck, world: World) -> None:
    """Report rows for what is no value of the other attribute (E604), and warn of those that no card needs (W611)."""
    for attribute in deck.attributes:
        if attribute.by is None or attribute.by.text not in typed.attributes:
            continue
        by, type = attribute.by.text, typed.attributes[attribute.by.text]
        found = [kind.attributes.get(by) for kind in typed.kinds]
        held = {displayed_value(value, world) for value in found if isinstance(value, ir.Const)}
        for key, _ in attribute.values:
            if not _possible(key.text, type, world):
                names = world.enumerations.get(type.name, ())
                message = f"'{key.text}' is not a value of '{by}'"
                label = "no card can have it"
                helps = did_you_mean(key.text, names) or (f"values: {', '.join(names) or 'whole numbers'}",)
                world.report.add("E604", message, key.span, label=label, helps=helps, path=attribute.path)
            elif key.text not in held and all(isinstance(value, ir.Const) for value in found):
                message, named = f"no card of '{deck.name.text}' has the {by} {key.text}", key.text.split("_")
                copied = next((one for one in deck.kinds if {*named} <= {*one.id.text.split("_")}), None)
                others = (Label(copied.id.span, "this one?"),) if copied else ()
                label = "this row is never used"
                world.report.add("W611", message, key.span, label=label, others=others, path=attribute.path)


def _possible(key: str, type: Type, world: World) -> bool:
    match type.base:
        case "symbol":
            return key in world.enumerations[type.name]
        case "integer":
            return parse_integer(key) is not None
        case "boolean":
            return key in ("true", "false")
        case _:
            return True


def displayed_value(value: ir.Const, world: World) -> str:
    """The value of an attribute as the rows of a table name it."""
    if value.type.base == "symbol" and isinstance(value.value, int):
        return world.enumerations[value.type.name][value.value]
    if value.type.base == "boolean":
        return "true" if value.value else "false"
    return str(value.value)


# Options, zones, variables and limits as programs need them: types, bounds, and defaults as numbers.

DECISIONS, STEPS = 20_000, 100_000
"""How many decisions a game and how many steps an effect may take where the spec says nothing."""


def option_decls(root: NameScope) -> dict[str, decl.OptionDecl]:
    """Each option; its values were checked when the spec was read, its conditions are typed here."""
    return {name: _option(option, root) for name, option in root.world.spec.options.items()}


def _option(option: spec.OptionSpec, root: NameScope) -> decl.OptionDecl:
    scope = root.fresh(where="in `when`", path=option.path)
    requires = tuple((c.name.text, constant_value(c.test, BOOLEAN, scope.at(c.path))) for c in option.requires)
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


def zone_decls(root: NameScope) -> dict[str, decl.Zone]:
    """Each family of zones; one that is ever shuffled is a stack unless it declares another order."""
    return {name: _zone(zone, root) for name, zone in root.world.spec.zones.items()}


def _zone(zone: spec.ZoneSpec, root: NameScope) -> decl.Zone:
    name = zone.name.text
    order: decl.Order = "stack" if name in root.world.unordered else "heap"
    scope = root.fresh(where="in `room`", path=zone.path)
    shows: dict[decl.Viewer, str] = {"all": "count" if zone.shows else "all"}
    shows |= {member(decl.VIEWERS, who): _viewers(what.text, zone) for who, what in zone.shows}
    it, to = _shown_to(zone, root)
    return decl.Zone(
        name=name,
        owner=owner_of(zone.of),
        along=axes(zone, root),
        deck=zone.holds.text,
        order=member(decl.ORDERS, zone.order) if zone.order else order,
        shows=shows,
        it=it,
        to=to,
        start=member(decl.STARTS, zone.start),
        capacity=None if zone.capacity is None else constant_value(zone.capacity, INTEGER, scope),
        span=zone.name.span,
    )


def _shown_to(zone: spec.ZoneSpec, root: NameScope) -> tuple[ir.Local | None, ir.Expr | None]:
    """The players who see all cards of a zone, and the owner, by whom they may be named."""
    if zone.to is None:
        return None, None
    it = None if zone.of is None else root.frame.local("it", owner_type(zone.of), zone.name.span)
    scope = root.fresh(frame=root.frame, it=it, where="in `shows`", path=f"{zone.path}.shows.to")
    name = zone.name.text if it is None else f"p.{zone.name.text}"
    show = f"cards that somebody sees for a while are shown by an effect: `show {name} to …`"
    return it, before_the_game(some_players(zone.to, scope), zone.to, scope, show)


def _viewers(what: str, zone: spec.ZoneSpec) -> str:
    return what if what in ("all", "count", "none") else f"{zone.holds.text}.{what}"


def variable_decls(root: NameScope) -> dict[str, decl.VariableDecl]:
    """Each variable by its key: those of the engine, those that the spec declares, and the sheets of scorings."""
    world = root.world
    variables = {name: engine_variable(name, type, world) for name, type in ENGINE.items()}
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
                engine_variable(key, INTEGER, world), owner=owner_of(scoring.per), span=category.name.span
            )
    return variables


def engine_variable(name: str, type: Type, world: World) -> decl.VariableDecl:
    """A variable of the engine itself, of the table and seen by all."""
    return decl.VariableDecl(
        name=name, owner="", deck="", type=type, low=None, high=None, shows="all", span=world.spec.begin.span
    )


def _variable(declared: spec.VariableSpec, type: Type, root: NameScope) -> decl.VariableDecl:
    scope = root.fresh(where="in `range`", path=declared.path)
    low, high = (
        None if bound is None else constant_value(bound, INTEGER, scope) for bound in (declared.low, declared.high)
    )
    room = None if declared.room is None else constant_value(declared.room, INTEGER, replace(scope, where="in `room`"))
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


def limits(root: NameScope) -> tuple[ir.Expr, ir.Expr]:
    """The limits of decisions in a game and of steps in an effect."""
    scope = root.fresh(where="in the limits", path="limits")
    declared = root.world.spec.limits
    return _limit(declared.decisions, DECISIONS, scope), _limit(declared.steps, STEPS, scope)


def _limit(written: syn.Expr | None, usual: int, scope: NameScope) -> ir.Expr:
    return number(usual, scope.world.spec.span) if written is None else constant_value(written, INTEGER, scope)
