"""What a single name means, and what was probably meant by one that means nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import edit_distance, is_exhausted, suggest
from ...builtins.table import ROWS, spelled, spellings
from ...ir import nodes as ir
from ...ir.types import PLAYER, Type, kind, list_of, symbol
from ...spec.nodes import NAMED, ZoneSpec
from ...syntax import nodes as syn
from ..names.scope import NameScope
from ..names.world import World, instantiate_pattern, parameters_of
from .families import index_examples, missing, state
from .instances import quantity
from .matching import foreign_name_help


def name(node: syn.Name, scope: NameScope, expect: Type | None) -> ir.Expr:
    """The meaning of a name: a local; what is expected; then options, variables, zones, functions, symbols, kinds.

    Reports E201 (unknown), E210 (each player has one), E211 (several meanings), E320 (`me` or `it` without meaning).
    """
    id = node.id
    if id in scope.names:
        return scope.names[id]
    if id in ("me", "it"):
        return _person(node, scope)
    wanted = expected_symbol(id, scope, expect, node.span)
    if wanted is not None:
        return wanted
    for find in (_option, _state, _quantity, _function, _builtin):
        found = find(id, scope, node.span)
        if found is not None:
            return found
    return _symbol_or_kind(node, scope, expect)


def expected_symbol(id: str, scope: NameScope, expect: Type | None, span: Span) -> ir.Expr | None:
    """The symbol or kind of this name in the enumeration or deck that is expected, if it is there."""
    world = scope.world
    if expect is None:
        return None
    if expect.base == "list" and expect.item is not None:
        return None
    if expect.base == "symbol" and id in world.enumerations.get(expect.name, ()):
        return ir.Const(world.enumerations[expect.name].index(id), symbol(expect.name), span)
    if expect.base in ("card", "kind"):
        for deck, number in world.kinds.get(id, ()):
            if deck == expect.name:
                return ir.Const(number, kind(deck), span)
    return None


def meanings(id: str, world: World) -> list[Type]:
    """The enumerations and decks in which this word is a symbol or a kind."""
    return [symbol(e) for e in world.symbols.get(id, ())] + [kind(d) for d, _ in world.kinds.get(id, ())]


def needs_help(node: syn.Expr, scope: NameScope) -> bool:
    """Whether the other side of a comparison decides what this name means: a symbol or kind that is nothing else."""
    match node:
        case syn.Conditional():
            return needs_help(node.yes, scope) and needs_help(node.no, scope)
        case syn.ListExpression(comprehension=None):
            return bool(node.items) and all(needs_help(item, scope) for item in node.items)
        case syn.Name():
            pass
        case _:
            return False
    if node.id in scope.names or node.id in ("me", "it"):
        return False
    return bool(meanings(node.id, scope.world)) and node.id not in scope.world.globals


OWNERLESS = {
    "on the table": "say whose value it is: `of: player` or `of: team`",
    "in `shows`": "say whose the zone is: `of: player` or `of: team`",
    "for a whole track": "this is the same for everybody on the track: leave the owner out",
}
"""What to do about `it` in places where it means nothing, by place."""


def _person(node: syn.Name, scope: NameScope) -> ir.Expr:
    found = scope.me if node.id == "me" else scope.it
    if found is not None:
        return found
    persons = {
        "in a card's rule": "the zone where this rule applies has no owner; say for whom: `p.NAME … for p in players`",
        "in `start`": "the owner is called `it` here",
        "in a scoring": "the owner of the sheet is called `it` here",
        "in a scenario": "the players are called `p1`, `p2` and so on",
        "in a property": "the players are called `p1`, `p2` and so on",
        "in a question": "the players are called `p1`, `p2` and so on; with `--seat p1`, `me` is player 1",
        "in the result": "each player is called `it` here",
        "outside a turn": _outside(scope),
        "on the table": "with `of: player` or `of: team` the owner is called `it` here",
        "in `shows`": f"{'' if scope.it else 'with `of: player` or `of: team` '}the owner is called `it` here",
    }
    usual = "pass the player as a parameter: `name(player p)`, called as `name(me)`"
    usual = _outside(scope) if PLAYER in [value.type for value in scope.names.values()] else usual
    owned = re.match(r"\.([a-z]\w*)", node.span.source.text[node.span.end :])
    of_table = scope.world.spec.variables.get(owned[1]) if owned else None
    if of_table is not None and of_table.of is None:
        persons[scope.where] = f"'{of_table.name.text}' belongs to the table: write it without an owner"
    helps = {
        "me": (_of_each_turn(scope) or persons.get(scope.where, usual),),
        "it": (
            OWNERLESS.get(
                scope.where, "`it` is the owner in `start`, `scoring` and `result`, and the card in a card's rule"
            ),
        ),
    }
    if node.id == "it" and scope.me is not None:
        helps["it"] = ("whoever acts is `me`",)
    message = f"'{node.id}' has no meaning {scope.where or 'here'}"
    label = "which player?" if node.id == "me" else "which card or owner?"
    return scope.fault("E320", message, node.span, label=label, helps=helps[node.id])


def _outside(scope: NameScope) -> str:
    """What to write for `me` where nobody has a turn."""
    players = [name for name, value in scope.names.items() if value.type == PLAYER]
    if players:
        return f"the player is called `{players[0 if scope.where == 'in a function' else -1]}` here"
    if scope.where == "in `start`":
        return "the first player is `first(players)`; with `of: player` the owner is `it`"
    return "for each of them: `for p in players:`; or let them take turns: `turns: {once: true}`"


def _of_each_turn(scope: NameScope) -> str:
    """What to do in the `start` or `finish` of a phase with turns, which runs once; "" elsewhere."""
    section, _, name = scope.path.partition(".")
    phase = scope.world.spec.phases.get(name) if section == "phases" else None
    if phase is None or phase.turns is None:
        return ""
    return "this runs once, for all turns together; a phase of its own among the `steps` runs in each turn"


def _option(id: str, scope: NameScope, span: Span) -> ir.Expr | None:
    type = scope.world.option_types.get(id)
    return ir.Option(id, type, span) if type else None


def _state(id: str, scope: NameScope, span: Span) -> ir.Expr | None:
    declared = scope.world.spec.variables.get(id) or scope.world.spec.zones.get(id)
    if declared is None:
        return None
    if declared.of is not None:
        what = "zone" if isinstance(declared, ZoneSpec) else "variable"
        written = f"{id}{index_examples(declared, 0, scope)}"
        return _owned(written, what, declared.of.text, declared.name, scope, span)
    if declared.along:
        return missing(declared, syn.Name(id, span), (), scope)
    return state(declared, None, scope, span)


def _quantity(id: str, scope: NameScope, span: Span) -> ir.Expr | None:
    declared = scope.world.spec.quantities.get(id)
    if declared is None:
        return None
    if declared.of is not None:
        return _owned(id, "quantity", declared.of.text, declared.name, scope, span)
    return quantity(declared, None, scope, span)


def _owned(text: str, what: str, of: str, declared: syn.Word, scope: NameScope, span: Span) -> ir.Expr:
    id = declared.text
    whose = {"player": "me", "team": "me.team"}[of] if scope.me is not None else {"player": "p", "team": "t"}[of]
    if scope.it is not None and scope.it.type.base == of:
        whose = "it"
    message = f"each {of} has {'their' if of == 'player' else 'its'} own {what} '{id}'; say whose"
    others = (Label(declared.span, f"declared of: {of}"),)
    helps = (f"for example `{whose}.{text}`",)
    return scope.fault("E210", message, span, label=f"whose {id}?", others=others, helps=helps)


def _function(id: str, scope: NameScope, span: Span) -> ir.Expr | None:
    if id not in scope.world.spec.functions:
        return None
    return scope.typed(syn.CallExpression(None, syn.Word(id, span), (), None, span))


def _builtin(id: str, scope: NameScope, span: Span) -> ir.Expr | None:
    world = scope.world
    for row in spelled("name", id):
        if row.of_teams and not world.spec.teams:
            helps = ("declare them: `teams: 2`",)
            return scope.fault("E212", "this game has no teams", span, label="no teams", helps=helps)
        return ir.Apply(row.op, (), instantiate_pattern(row.result, {}), span)
    if id in world.listed:
        return all_symbols(id, scope, span)
    if id in world.spec.decks:
        return all_kinds(id, scope, span)
    return None


def all_symbols(id: str, scope: NameScope, span: Span) -> ir.Expr:
    """An enumeration as the list of its symbols."""
    size = len(scope.world.enumerations[id])
    return ir.ListOf(tuple(ir.Const(i, symbol(id), span) for i in range(size)), list_of(symbol(id)), span)


def all_kinds(deck: str, scope: NameScope, span: Span) -> ir.Expr:
    """A deck as the list of its kinds."""
    items = tuple(ir.Const(number, kind(deck), span) for number in scope.world.kinds_of(deck))
    return ir.ListOf(items, list_of(kind(deck)), span)


def _symbol_or_kind(node: syn.Name, scope: NameScope, expect: Type | None) -> ir.Expr:
    world = scope.world
    found = meanings(node.id, world)
    if expect is not None and expect.base == "list":
        found = [one for one in found if one == expect.item] or found
    if len(found) == 1:
        known = expected_symbol(node.id, scope, found[0], node.span)
        assert known is not None
        return known
    if found:
        message = f"'{node.id}' can mean several things here"
        notes = ("it could be " + " or ".join(_meaning(t) for t in found),)
        helps = ("compare it with something whose type is known, or rename one of them",)
        return scope.fault("E211", message, node.span, label="which one?", notes=notes, helps=helps)
    return not_found(node, scope, expect)


def _meaning(type: Type) -> str:
    return f"a symbol of {type.name}" if type.base == "symbol" else f"a kind of {type.name} card"


# What was probably meant by a name that means nothing.


def not_found(node: syn.Name, scope: NameScope, expect: Type | None = None) -> ir.Expr:
    """Report an unknown name (E201), with a similar one."""
    world, spec = scope.world, scope.world.spec
    kinds_of_things = (
        ("zone", spec.zones),
        ("variable", spec.variables),
        ("function", spec.functions),
        ("quantity", spec.quantities),
        ("option", spec.options),
        ("symbol", world.symbols),
        ("kind of card", world.kinds),
        ("enumeration", world.enumerations),
        ("deck", spec.decks),
        ("local name", scope.names),
    )
    every = [n for _, names in kinds_of_things for n in names] if not is_exhausted() else []
    every += ["me", "it", "true", "false", "none", *spellings("name"), *parameters_of(node.span.source)]
    symbols = world.enumerations.get(expect.name, ()) if expect is not None and expect.base == "symbol" else ()
    if symbols:
        every = [*symbols, *scope.names, *spec.variables, *spec.functions, *spec.options, "none"]
    text, start = node.span.source.text, node.span.start
    beside = re.search(r"([a-z_]\w*) *[<>=!]=? *$", text[max(start - 60, 0) : start])
    every = [one for one in every if beside is None or one != beside[1]]  # nothing is compared with itself
    near, local = suggest(node.id, symbols) or suggest(node.id, every), suggest(node.id, scope.names)
    if near and local and edit_distance(node.id, local) <= edit_distance(node.id, near):
        near = local  # what has a name for a few lines is meant by them rather than something of the whole game
    what = next((f"the {w} " for w, names in kinds_of_things if near in names), "")
    helps = [f"did you mean {what}'{near}'?"] if near else []
    foreign = foreign_name_help(node.id, scope.names)
    before = node.span.source.text[max(node.span.start - 80, 0) : node.span.start]
    compared = re.search(r"(?<![\w.)\]])([a-z_][\w.]*) *([=!]=) *$", before)
    if compared and any("`none`" in one for one in foreign):
        foreign = [f"write `{compared[1]} is {'none' if compared[2] == '==' else 'not none'}`"]
    if scope.me is None and any("`me`" in one for one in foreign):
        foreign = [_outside(scope)]
    helps = _as_here(node.id, scope) or foreign or _renamed(node.id, symbols or every) or helps
    if symbols and not helps:
        helps = [f"the symbols of {expect.name if expect else ''} are {', '.join(symbols)}"]
    if node.id in NAMED and node.id != "decks":  # their key is `cards`
        helps = [f"what is declared under `{node.id}` is named alone, without `{node.id}.`"]
    if node.id in spec.permissions:
        helps = [f"ask for a permission with `may`: `may {node.id}`"]
    others = [
        w
        for w, names in (
            ("an action", spec.actions),
            ("a phase", spec.phases),
            ("an effect", spec.effects),
            ("a scoring", spec.scoring),
        )
        if node.id in names
    ]
    notes = (f"'{node.id}' is {others[0]}, which has no value",) if others else ()
    function = scope.path.removeprefix("functions.")
    declared = spec.functions.get(function)
    if not helps and not notes and declared and not declared.signature.parameters and len(node.id) == 1:
        usual = {"t": "team", "n": "integer", "i": "integer", "k": "integer", "c": next(iter(spec.decks), "main")}
        head = declared.signature.span
        within = "functions." if head.source.text[: head.start].endswith("functions.") else ""  # the path in a variant
        helps = [f"if it is an argument, declare it: `{within}{function}({usual.get(node.id, 'player')} {node.id}): …`"]
    if (read := re.match(r"[\w.]* in ([a-z_][\w.]*)", text[start:])) and re.search(r"\b[a-z]+\($", text[:start][-20:]):
        whole = read[0].partition(" in ")[0]
        helps = [f"say what goes through it: `{whole} for {node.id} in {read[1]}`"]
    meant = world.unnamed.get(near or "")
    if not helps and not notes:
        places = islice((f"`{'p.' if one.of else ''}{name}`" for name, one in spec.zones.items() if not one.along), 5)
        if len(world.unnamed) == 1:
            (meant,) = world.unnamed.values()
            helps = [f"is the zone '{meant.text}' meant, which nothing names?"]
        elif re.search(r"\b(?:to|from|top of|bottom of) +$", text[max(start - 20, 0) : start]):
            helps = [f"a zone is needed here, such as {', '.join(places)}"]
    given = world.block_names.get(node.id)
    if given and not near and _in_one_rule(given, node.span):
        where = f"'{node.id}' is known only in the block of line {given.line}"
        helps = [f"{where}: name it before that, or move this into it"]
    if not helps and not notes and (alike := [one for one in scope.names if one.rstrip("s") == node.id.rstrip("s")]):
        helps = [f"did you mean '{alike[0]}'?"]
    one_of = expect is not None and expect.base in ("player", "team", "card")
    fitting = [one for one, value in scope.names.items() if one_of and value.type == expect]
    if not helps and not notes and len(fitting) == 1:
        helps = [f"did you mean '{fitting[0]}'?"]
    if not helps and not notes and scope.names:
        notes = ("names known here: " + ", ".join(scope.names),)
        above = f"give it a value above this line: `let {node.id} = …`"
        alone = node.span.source.text[node.span.end : node.span.end + 1] != "."
        section, *below = scope.path.split(".")
        helps = [above] if alone and section in WITH_LINES and not {"when", "choose", "label"} & {*below} else []
    message = f"unknown name '{node.id}'"
    named_nowhere = (Label(meant.span, "named nowhere"),) if meant and f"'{meant.text}'" in "".join(helps) else ()
    label = "no such name"
    return scope.fault("E201", message, node.span, label=label, others=named_nowhere, notes=notes, helps=tuple(helps))


WITH_LINES = ("actions", "phases", "triggers", "effects", "reactions")
"""Sections of things that are done line by line."""

NEAR_A_PLAYER = frozenset(
    row.spelling for row in ROWS.values() if row.form == "property" and row.parameters == ("player",)
)
"""What players have besides what the spec gives them."""


FAR = 4_000
"""No rule has so many characters."""


def _in_one_rule(one: Span, other: Span) -> bool:
    """Whether no key stands between two places of a file."""
    between = one.source.text[min(one.start, other.start) : max(one.start, other.start)]
    return (
        one.source is other.source
        and len(between) < FAR
        and not re.search(r"^ *(?!else:)[\w.-]+:(?: |$)", between, re.MULTILINE)
    )


def _as_here(id: str, scope: NameScope) -> list[str]:
    """The help for a name that means something else here: what is chosen only later, whose it is, or who `it` is."""
    section, _, rest = scope.path.partition(".")
    spec, name = scope.world.spec, rest.partition(".")[0]
    part = (
        spec.actions.get(name) if section == "actions" else spec.reactions.get(name) if section == "reactions" else None
    )
    for event in _events(section, name, scope):
        if event in spec.actions and id in [pick.name.text for pick in spec.actions[event].choose]:
            return [f"what was chosen is `{event}.{id}`"]
    here = rest == name or rest.startswith(f"{name}.choose")
    if part is not None and here and not part.choose and len(id) == 1:
        return [f"nothing is chosen for '{name}': `choose: {{{id}: …}}`"]
    if part is not None and here and id in [pick.name.text for pick in part.choose]:
        return [f"'{id}' is chosen after this: put it before this, under `choose`"]
    typed = [name for name, value in scope.names.items() if id in (value.type.base, value.type.name)]
    if len(typed) == 1 and not foreign_name_help(id, scope.names):
        return [f"the {id} is called `{typed[0]}` here"]
    if id in NEAR_A_PLAYER and scope.me is not None:
        return [f"say whose: `me.{id}`"]
    if (
        scope.it is not None
        and scope.it.type.base in ("player", "team")
        and id in ("p", "t", "player", "team", "owner")
    ):
        return [f"the {scope.it.type.base} is called `it` here"]
    return []


def _events(section: str, name: str, scope: NameScope) -> list[str]:
    """What a reaction or a trigger waits for."""
    spec = scope.world.spec
    if section == "reactions" and name in spec.reactions:
        return [word.text for word in spec.reactions[name].instead_of]
    return [word.text for word in spec.triggers[name].after] if section == "triggers" and name in spec.triggers else []


def _renamed(id: str, every: Sequence[str]) -> list[str]:
    """The help for a name that a part has with something before it, because the game uses the part `as` that."""
    longer = [name for name in every if name.endswith(f"_{id}")] if len(id) > 2 else []
    return [f"did you mean '{longer[0]}'?"] if len(longer) == 1 else []
