"""Fills in the world of a spec: its names and types, before any rule is typed."""

from __future__ import annotations

from collections.abc import Iterable

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import instead, suggest
from ...builtins.definitions import SPELLED
from ...builtins.table import REDEFINABLE, ROWS, spellings
from ...ir.types import BOOLEAN, INTEGER, Type, symbol
from ...spec import nodes as spec
from ...spec.reader import literal
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from .scope import SAY, announced_text
from .world import ENGINE_NAMES, World, parameters_of, type_of

NAMED = "symbol, attribute, choice or text"
PLURALS = {"event": "actions and effects", NAMED: "symbols, attributes, choices and texts"}


def declare(world: World) -> None:
    """Fill in the world from its spec; report names that clash (E220) or refer to nothing (E20x)."""
    _enumerations(world)
    _globals(world)
    _kinds(world)
    _attributes(world)
    _references(world)
    _variables(world)
    world.unordered |= zones_of_unknown_order(world.spec, world.records)


def _enumerations(world: World) -> None:
    for enumeration in world.spec.types.values():
        _enumeration(enumeration.name, enumeration.symbols, world, listed=True)
    for deck in world.spec.decks.values():
        for attribute in deck.attributes:
            if attribute.symbols:
                _enumeration(attribute.name, attribute.symbols, world, listed=True)
    for option in world.spec.options.values():
        if option.type == "symbols":
            _enumeration(option.name, option.symbols, world, listed=False)
            world.option_types[option.name.text] = symbol(option.name.text)
        else:
            world.option_types[option.name.text] = INTEGER if option.type == "integer" else BOOLEAN


def _enumeration(name: syn.Word, symbols: tuple[syn.Word, ...], world: World, *, listed: bool) -> None:
    if name.text in world.enumerations:
        message = f"two enumerations are called '{name.text}'"
        _twice(message, name, "declared again", world.listed.get(name.text), world)
        return
    world.enumerations[name.text] = tuple(s.text for s in symbols)
    if listed:
        world.listed[name.text] = name.span
    for one in symbols:
        world.symbols.setdefault(one.text, []).append(name.text)


def _globals(world: World) -> None:
    """Claim the names that can be written alone: each has one meaning in the whole game."""
    spec_ = world.spec
    for section in ("options", "zones", "variables", "functions", "quantities", "permissions", "decks"):
        what = spec.NAMED[section]
        for one in getattr(spec_, section).values():
            _claim(one.name, f"{'an' if what == 'option' else 'a'} {what}", world)
    for name, span in world.listed.items():
        if name not in world.globals:
            world.globals[name] = ("an enumeration", span)
        elif name in spec_.types:
            _claim(spec_.types[name].name, "an enumeration", world)
    _check_built_in(world)
    _check_events_differ(world)


def _check_built_in(world: World) -> None:
    """Report names that would hide something built in."""
    spec_ = world.spec
    functions = {*spellings("function"), *SPELLED, "symbol", "kinds"} - REDEFINABLE
    groups: list[tuple[str, Iterable[syn.Word], Iterable[str]]] = [
        ("a built-in function", (f.name for f in spec_.functions.values()), functions),
        (
            "a built-in effect",
            (e.name for e in spec_.effects.values()),
            ("score", "activate", SAY, *ENGINE_NAMES),
        ),
        ("a word of the language", (a.name for a in spec_.actions.values()), ENGINE_NAMES),
        ("a word of the language", (r.name for r in spec_.reactions.values()), ("decline",)),
    ]
    owned = (*(row.spelling for row in ROWS.values() if row.parameters[:1] in (("player",), ("team",))), "sheet")
    for things in (spec_.zones, spec_.variables, spec_.quantities):
        groups.append(("a built-in property of players and teams", (t.name for t in things.values() if t.of), owned))
    for deck in spec_.decks.values():
        words = (*(a.name for a in deck.attributes), *(v.name for v in deck.variables))
        groups.append(("a built-in property of cards", words, ("kind", "can_activate")))
    for what, words_, taken in groups:
        for word in words_:
            if word.text in taken:
                world.report.add("E220", f"'{word.text}' is {what}", word.span, label="choose another name")


def _claim(word: syn.Word, what: str, world: World) -> None:
    if word.text in ENGINE_NAMES:
        world.report.add("E220", f"'{word.text}' is a word of the language", word.span, label="choose another name")
    old = world.globals.get(word.text)
    if old is None:
        world.globals[word.text] = (what, word.span)
        return
    message = f"'{word.text}' is already the name of {old[0]}"
    _twice(message, word, f"declared again as {what}", old[1], world)


def _twice(
    message: str,
    word: syn.Word,
    label: str,
    old: Span | None,
    world: World,
    there: str = "declared here first",
    path: str = "",
) -> None:
    """Report a name that two things have (E220)."""
    others = (Label(old, there),) if old else ()
    helps = ("give one of them another name",)
    world.report.add("E220", message, word.span, label=label, others=others, helps=helps, path=path)


def _check_events_differ(world: World) -> None:
    """Report an action with the name of an effect (both are events) or of a reaction (both are moves)."""
    spec_ = world.spec
    for name, action in spec_.actions.items():
        effect = spec_.effects.get(name)
        if effect is not None:
            message = f"'{name}' is the name of both an effect and an action"
            _twice(message, action.name, "an action", effect.name.span, world, "an effect")
    for name, reaction in spec_.reactions.items():
        if name in spec_.actions:
            message = f"'{name}' is the name of both an action and a reaction"
            _twice(message, reaction.name, "a reaction", spec_.actions[name].name.span, world, "an action")


def _kinds(world: World) -> None:
    number = 0
    for deck in world.spec.decks.values():
        for kind in deck.kinds:
            world.kinds.setdefault(kind.id.text, []).append((deck.name.text, number))
            number += 1


def _attributes(world: World) -> None:
    for deck in world.spec.decks.values():
        types: dict[str, Type] = {}
        for attribute in deck.attributes:
            if attribute.type is None:
                types[attribute.name.text] = symbol(attribute.name.text)
            else:
                types[attribute.name.text] = type_of(attribute.type, world, kinds=True)
        world.attributes[deck.name.text] = types


def _variables(world: World) -> None:
    for variable in world.spec.variables.values():
        world.variables[variable.name.text] = type_of(variable.type, world, kinds=True)
    for deck in world.spec.decks.values():
        types = {v.name.text: type_of(v.type, world, kinds=True) for v in deck.variables}
        world.card_variables[deck.name.text] = types
        for variable in deck.variables:
            for attribute in deck.attributes:
                if attribute.name.text == variable.name.text:
                    message = f"'{variable.name.text}' is already an attribute of these cards"
                    label, old = "declared again as a variable", attribute.name.span
                    _twice(message, variable.name, label, old, world, path=variable.path)


def _references(world: World) -> None:
    """Check the words of the structure that refer to a zone, a deck, a phase or an event."""
    spec_ = world.spec
    for deck in spec_.decks.values():
        for word in deck.active_in:
            zone = spec_.zones.get(word.text)
            if zone is None:
                _unknown("zone", word, spec_.zones, world, "E201", deck.path)
            elif zone.holds.text != deck.name.text:
                message = f"'{word.text}' holds no cards of {deck.name.text}"
                others = (Label(zone.holds.span, f"holds {zone.holds.text}"),)
                world.report.add("E631", message, word.span, label="holds other cards", path=deck.path, others=others)
        for word in deck.back:
            if word.text not in world.attributes[deck.name.text]:
                _unknown("attribute", word, world.attributes[deck.name.text], world, "E202", deck.path)
    for zone in spec_.zones.values():
        _zone(zone, world)
        _family(zone, world)
    for variable in spec_.variables.values():
        _family(variable, world)
    _phases(world)
    _events(world)
    _words(world)
    if spec_.begin.text not in spec_.phases:
        _unknown("phase", spec_.begin, spec_.phases, world, "E208", "begin")


def _words(world: World) -> None:
    """Check that `words` are symbols, attributes, names that some effect chooses or texts that one says (E218), and
    that those of symbols and attributes mention nothing (E219).
    """
    together = [{p.name.text for p in n.picks} for n in world.records if isinstance(n, syn.Choose)]
    attributes = dict.fromkeys(name for deck in world.attributes.values() for name in deck)
    calls = [n for n in world.records if isinstance(n, syn.CallExpression)]
    said = [text.id for n in calls if (text := announced_text(n))]
    said += [one.id for call in calls for one in call.args if isinstance(one, syn.Name) and one.id in world.spec.words]
    told = dict.fromkeys((*(name for picks in together for name in sorted(picks)), *said))
    names = list(dict.fromkeys([*world.symbols, *attributes, *told]))
    for called in world.spec.words.values():
        name, path = called.name.text, f"words.{called.name.text}"
        if name not in names:
            if not any(suggest(one, world.spec.words) == name for one in said if one not in world.spec.words):
                advice = f"symbols are named under `types`; to tell a text, an effect says `say({name})`"
                _unknown(NAMED, called.name, names, world, "E218", path, advice)
        elif name not in told:
            for brace in called.braces:
                message = f"the words for '{name}' have nothing to tell in braces: it is neither chosen nor said"
                world.report.add("E219", message, brace.value.span, path=path)


def _family(declared: spec.ZoneSpec | spec.VariableSpec, world: World) -> None:
    """Check that a family runs along something that exists (E206)."""
    for axis in declared.along:
        if isinstance(axis, syn.Name) and axis.id not in ("player", "team", *world.enumerations):
            known = ("player", "team", *world.listed)
            every = (*known, *parameters_of(axis.span.source))
            near = next(iter(instead("owner", axis.id)), "") or suggest(axis.id, every)
            numbers = [name for name, option in world.spec.options.items() if option.type == "integer"]
            meant = (f"did you mean '{near}'?" if near else "for each of some numbers: `1..4`",)
            message = f"there cannot be one {declared.name.text} for each '{axis.id}'"
            label = "neither an owner nor an enumeration"
            notes = ("there can be one for each of: " + ", ".join(known),)
            helps = (f"for each of the numbers up to it: `1..{axis.id}`",) if axis.id in numbers else meant
            world.report.add(
                "E206", message, axis.span, label=label, notes=notes, helps=helps, path=f"{declared.path}.of"
            )


def _zone(zone: spec.ZoneSpec, world: World) -> None:
    spec_ = world.spec
    if zone.holds.text not in spec_.decks:
        _unknown("deck", zone.holds, spec_.decks, world, "E209", zone.path)
        return
    if zone.refill is None:
        return
    other = spec_.zones.get(zone.refill.zone.text)
    if other is None:
        _unknown("zone", zone.refill.zone, spec_.zones, world, "E201", zone.path)
        return
    if other.holds.text not in spec_.decks:
        return
    own = (other.of.text if other.of else "") in ("", zone.of.text if zone.of else "")
    if other.along:
        own = _along(other) == _along(zone) and bool(other.of) == bool(zone.of) and own
    if other.holds.text != zone.holds.text or not own or other is zone:
        message = f"'{zone.name.text}' cannot be refilled from '{other.name.text}'"
        label = _misfit(zone, other, own)
        others = (Label(other.name.span, "declared here"),)
        world.report.add("E634", message, zone.refill.zone.span, label=label, others=others, path=zone.path)


def _misfit(zone: spec.ZoneSpec, other: spec.ZoneSpec, own: bool) -> str:
    """Why a zone cannot be refilled from another."""
    if other is zone:
        return "the same zone"
    if not own:
        return "which of them?" if other.along else "belongs to someone else"
    return "holds other cards"


def _along(zone: spec.ZoneSpec) -> list[str]:
    """What a family runs along, as it is written."""
    return [print_syntax(axis) for axis in zone.along]


def _phases(world: World) -> None:
    spec_ = world.spec
    for phase in spec_.phases.values():
        for word in phase.steps:
            if word.text not in spec_.phases:
                _unknown("phase", word, spec_.phases, world, "E208", phase.path)
        if phase.name.text in ("turn", "phase", "game", "round"):
            message = f"a phase cannot be called '{phase.name.text}'"
            label = "has a meaning of its own in `end`"
            world.report.add("E220", message, phase.name.span, label=label, path=phase.path)
    each = ["turn", "round", *spec_.phases]
    decks = (v for d in spec_.decks.values() for v in d.variables)
    for variable in (*spec_.variables.values(), *decks):
        if variable.each is not None and variable.each.text not in each:
            _unknown("phase", variable.each, each, world, "E208", variable.path)


def _events(world: World) -> None:
    spec_ = world.spec
    events = [*spec_.actions, *spec_.effects]
    words = [(word, r.path) for r in spec_.reactions.values() if r.joins is None for word in r.instead_of]
    words += [(word, t.path) for t in spec_.triggers.values() for word in t.after]
    for deck in spec_.decks.values():
        for kind in deck.kinds:
            words += [(w, kind.path) for w, _ in (*kind.after, *kind.instead_of)]
    for word, path in words:
        if word.text not in events:
            _unknown("event", word, events, world, "E217", path)


def _unknown(what: str, word: syn.Word, names: Iterable[str], world: World, code: str, path: str, *helps: str) -> None:
    names = list(names)
    near = suggest(word.text, names)
    label = f"no such {what}"
    notes = (f"{PLURALS.get(what, what + 's')} of this game: " + ", ".join(names),) if names else ()
    helps = (f"did you mean '{near or names[0]}'?",) if near or len(names) == 1 else helps
    played = {one.text for phase in world.spec.phases.values() for one in phase.steps} if near else set()
    longer = [one for one in names if word.text in one.split("_") and one not in played] if near in played else []
    if len(longer) == 1:
        helps = (f"did you mean '{longer[0]}'?",)
    for section in ("actions", "phases", "variables", "zones", "triggers", "effects"):
        if word.text in getattr(world.spec, section):
            helps = instead("what is meant by another section", f"{what} in {section}", name=word.text) or helps
    world.report.add(code, f"unknown {what} '{word.text}'", word.span, label=label, notes=notes, helps=helps, path=path)


# Which zones may have an unknown order: seen from the spec as a whole, before any rule is typed.


def zones_of_unknown_order(spec_: spec.Spec, records: Iterable[object]) -> set[str]:
    """The zones whose order may be unknown: those ever shuffled, and those to which such a zone is moved whole.

    `records` are all that are in the spec.
    """
    found = {z.name.text for z in spec_.zones.values() if z.start == "shuffled" or z.refill is not None}
    moves: list[tuple[set[str], set[str]]] = []
    for node in records:
        if isinstance(node, syn.Shuffle):
            found |= named_zones(node.zone, spec_)
        elif isinstance(node, syn.Gather):
            targets = named_zones(node.target, spec_)
            moves.append(({z.name.text for z in spec_.zones.values() if z.holds.text == node.deck.text}, targets))
        elif isinstance(node, syn.MoveStatement) and node.left_out is None and node.alike is None:
            moves.append((named_zones(node.cards, spec_), named_zones(node.place.zone, spec_)))
    # An unknown order is passed on by every move of a whole zone, so go on until nothing is added.
    while True:
        more = {t for source, target in moves if source & found for t in target if spec_.zones[t].order} - found
        if not more:
            return found
        found |= more


def named_zones(node: syn.Expr, spec_: spec.Spec, indices: int = 0) -> set[str]:
    """The zones that an expression may name: `row[2]` is one of a family, while `pile[2]` is a card in a zone."""
    match node:
        case syn.Name(id=name):
            return {name} & {name for name, zone in spec_.zones.items() if len(zone.along) >= indices}
        case syn.AttributeAccess():
            return named_zones(syn.Name(node.name.text, node.span), spec_, indices)
        case syn.Subscript():
            return named_zones(node.target, spec_, indices + 1)
        case syn.Conditional():
            return named_zones(node.yes, spec_) | named_zones(node.no, spec_)
        case _:
            return set()


def most_cards(deck: spec.DeckSpec, spec_: spec.Spec) -> int | None:
    """How many cards a deck has at most; None where that is computed."""
    many = [_greatest(kind.copies or deck.copies, spec_) for kind in deck.kinds]
    return None if None in many else sum(one for one in many if one)


def _greatest(copies: syn.Expr | None, spec_: spec.Spec) -> int | None:
    match copies:
        case None:
            return 1
        case syn.Conditional(yes=yes, no=no):
            ways = [_greatest(yes, spec_), _greatest(no, spec_)]
            return None if None in ways else max(one for one in ways if one is not None)
        case syn.Name(id=name) if name in spec_.options:
            return spec_.options[name].high
        case _:
            return literal(copies)
