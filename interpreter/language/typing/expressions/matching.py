"""Which types fit where others are needed, and how values are converted."""

from __future__ import annotations

import re
from collections.abc import Container, Set
from itertools import chain
from typing import Unpack

from ....diagnostics.diagnostic import Details, Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import instead
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, NONE, NOTHING, PLAYER, UNKNOWN, Type, card, kind, list_of, zone
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..names.scope import NameScope
from ..names.world import World

LIKELY = {"integer": "0", "boolean": "false", "list": "[]"}
"""Likely values for the case that something is none."""


def of_kind(card: ir.Expr, deck: spec.DeckSpec, one: spec.KindSpec, scope: NameScope, span: Span) -> ir.Expr:
    """Whether a card is of this kind."""
    return is_kind(card, number_of(one, deck, scope), deck, span)


def number_of(one: spec.KindSpec, deck: spec.DeckSpec, scope: NameScope) -> int:
    """The number of a kind of card; those of a deck ascend in the order of the file."""
    return next(n for name, n in scope.world.kinds[one.id.text] if name == deck.name.text)


def is_kind(card: ir.Expr, number: int, deck: spec.DeckSpec, span: Span) -> ir.Expr:
    """Whether a card is of the kind with this number."""
    return ir.Apply("equal", (card, ir.Const(number, kind(deck.name.text), span)), BOOLEAN, span)


def fits(have: Type, want: Type) -> bool:
    """Whether a value of one type can be used where the other is needed, leaving none aside."""
    if "nothing" in (have.base, want.base) or have.base == "none":
        return True
    if want.base == "list" and have.base == "zone":
        return want.item is None or fits(card(have.name), want.item)
    if have.item is not None and want.item is not None and have.item.base == want.item.base == "list":
        return have.item.sure() == want.item.sure() or Type("list") in (have.item, want.item)
    if want.base == "list" and have.base == "list":
        return have.item is None or want.item is None or fits(have.item, want.item)
    if want.base == "kind" and have.base == "card":
        return have.name == want.name
    return have.base == want.base and have.name == want.name


def fit(value: ir.Expr, want: Type, scope: NameScope, span: Span, *, ordered: bool = True) -> ir.Expr:
    """The value converted to the type that is needed; reports E310 (wrong type) and E313 (may be none)."""
    have = value.type
    if have == UNKNOWN or want == UNKNOWN:
        return value
    if not fits(have, want):
        needed = "a list" if want == Type("list") else with_article(want)
        word = isinstance(value, ir.Const) and have.base in ("symbol", "integer") and want == BOOLEAN
        helps = (
            ("the booleans are `true` and `false`",)
            if word
            else without_brackets(value, span, want) or _of_the_card(have, want, span, scope) or _advice(have, want)
        )
        return mistyped(needed, have, span, scope, helps=helps)
    if have.base == "none" and not want.optional:
        return _is_none(want, scope, span)
    if have.optional and not want.optional:
        function = scope.world.functions.get(value.function) if isinstance(value, ir.Call) else None
        body = function.body.span if function else None
        lost = body is not None and "none" not in body.text  # the function is not meant to be none
        return scope.fault(
            "E313",
            f"{with_article(want)} is needed {'where this is used' if lost else 'here'}, but this may be none",
            body if body and lost else span,
            label="may be none",
            others=(Label(span, "used here") if lost else Label(body, "this may be none"),) if body else (),
            helps=no_such_place(span, scope)
            or (
                f"give a value for that case: `… else {LIKELY.get(want.base, '…')}`",
                "or check first: `if … is not none`, `… is not none and …`",
            ),
        )
    if have.item is not None and have.item.optional and want.item is not None and not want.item.optional:
        return scope.fault(
            "E313",
            "some elements of this list may be none",
            span,
            label="elements may be none",
            helps=no_such_place(span, scope) or ("leave them out: `[x for x in … if x is not none]`",),
        )
    return converted(value, want, scope, ordered=ordered)


def no_such_place(span: Span, scope: NameScope) -> tuple[str, ...]:
    """What was said of a place in this text that no list has (W336): the value is none for that reason."""
    for one in scope.world.report.diagnostics:
        at = one.span
        if one.code == "W336" and at and at.source is span.source and span.start <= at.start and at.end <= span.end:
            return one.helps
    return ()


def _of_the_card(have: Type, want: Type, span: Span, scope: NameScope) -> tuple[str, ...]:
    """What of a card has the type that is needed, `c.value` for `c`; the player instead of their team."""
    text, world = span.written.strip(), scope.world
    most = re.fullmatch(r"(max|min|best)\((.+?) for (\w+) in (.+)\)", text)
    if most and have.base == "integer" and "player" in (want.base, want.item.base if want.item else ""):
        one, key = "best" if want.item else most[1], f"{'-' * (most[1] == 'min' and want.item is not None)}{most[2]}"
        return (f"write `{one}({most[3]} for {most[3]} in {most[4]} by {key})`",)
    if have.item is not None and want.base == have.item.base == "player":
        return (f"one after the other: `turns: {{order: {text}, once: true}}`; all at once: `together: {text}`",)
    if (want.base, have.base) == ("player", "team") and text.endswith(".team"):
        return (f"leave `.team` out: `{text.removesuffix('.team')}`",)
    if (want.base, have.base, text) == ("team", "player", "it"):
        return ("let this belong to each team: `of: team`; the team of a player is `it.team`",)
    if have.item is not None and have.item == want.sure() and text == want.name:
        of_cards = (
            f"{name}.{attribute}"
            for name, value in scope.names.items()
            for attribute, type in world.attributes.get(value.type.name, {}).items()
            if value.type.base == "card" and type.sure() == want.sure()
        )
        chosen = (name for name, value in scope.names.items() if value.type.sure() == want.sure())
        return (f"`{text}` is all of them; one of them is, for example, `{next(chain(chosen, of_cards), 'x')}`",)
    if have.optional or re.fullmatch(r"[a-z][\w.]*", text) is None:
        return ()
    known = [name for name, type in world.attributes.get(have.name, {}).items() if type.sure() == want]
    step = re.match(r" *([+-]) *1\b", span.source.text[span.end : span.end + 12])
    if have.base == "player" and want == INTEGER and step:
        return (f"the player after is `{text}.next`" if step[1] == "+" else f"the player before is `{text}.previous`",)
    if have.base in ("player", "team"):
        own: tuple[spec.ZoneSpec | spec.VariableSpec, ...] = (
            *world.spec.zones.values(),
            *world.spec.variables.values(),
        )
        owned = (one for one in own if one.of and one.of.text == have.base and not one.along)
        known = [one.name.text for one in owned if fits(_type_of(one, world), want)]
    elif have.base != "card":
        return ()
    return (f"of the {have.base} itself: {' or '.join(f'`{text}.{name}`' for name in known)}",) if known else ()


def _type_of(declared: spec.ZoneSpec | spec.VariableSpec, world: World) -> Type:
    return zone_type(declared, world) if isinstance(declared, spec.ZoneSpec) else world.variables[declared.name.text]


def without_brackets(value: ir.Expr, span: Span, want: Type) -> tuple[str, ...]:
    """What to write for a value that was put into brackets, and is a list for that reason alone, as a help."""
    alone = isinstance(value, ir.ListOf) and len(value.items) == 1 and fits(value.items[0].type, want)
    text = span.written.strip()
    return (f"brackets make a list: leave them out, `{text[1:-1].strip()}`",) if alone and text[:1] == "[" else ()


def _is_none(want: Type, scope: NameScope, span: Span) -> ir.Expr:
    """Report `none` where there must be a value (E313)."""
    if want.base == "list":
        helps: tuple[str, ...] = ("an empty list is written `[]`",)
    elif scope.path.startswith("variables."):
        helps = (f"let it hold none as well: `type: {want} or none`",)
    else:
        helps = (f"write a value, such as `{LIKELY[want.base]}`",) if want.base in LIKELY else ()
    message = f"{with_article(want)} is needed here, but this is none"
    return scope.fault("E313", message, span, label="no value", helps=helps)


def mistyped(needed: str, have: Type, span: Span, scope: NameScope, **details: Unpack[Details]) -> ir.Expr:
    """Report a value of another type than what is needed, said in words (E310)."""
    message = f"{needed} is needed here, but this is {with_article(have)}"
    details["label"] = f"this is {with_article(have)}"
    return scope.fault("E310", message, span, **details)


def converted(value: ir.Expr, want: Type, scope: NameScope, *, ordered: bool = True) -> ir.Expr:
    """The value converted: a zone to the list of its cards, a card to its kind, where that is needed."""
    have = value.type
    if want.base == "kind" and have.base == "card":
        return ir.Apply("kind", (value,), Type("kind", have.name, optional=have.optional), value.span)
    if want.base == "list" and have.base == "zone":
        value = cards_of(value, scope, ordered=ordered)
        have = value.type
    if want.item and have.item and (want.item.base, have.item.base) == ("kind", "card"):
        each = scope.frame.local("c", have.item, value.span)
        body = ir.Apply("kind", (each,), kind(have.item.name), value.span)
        return over("list", ir.Loop(each, value, None), body, list_of(body.type), value.span)
    if have.base == "none" or (have.base == "list" and have.item is None):
        if isinstance(value, ir.Const):
            return ir.Const(value.value, want, value.span)
        if isinstance(value, ir.ListOf):
            return ir.ListOf((), want, value.span)
    return value


def cards_of(place: ir.Expr, scope: NameScope, *, ordered: bool = True) -> ir.Expr:
    """The cards of a zone as a list; reports reading the order of one that may be shuffled (E630)."""
    if ordered:
        check_order(place, scope, place.span)
    return ir.Apply("cards_of", (place,), list_of(card(place.type.name)), place.span)


def check_order(where: ir.Expr, scope: NameScope, span: Span, *, place: bool = False) -> bool:
    """Report reading the order of a zone that may be shuffled (E630), or a position in one that has no order (E632)."""
    for name in zones_in(where):
        if name in scope.world.unordered:
            message = f"the order of '{name}' may be unknown, so no rule can read which card lies where"
            zones, hidden = scope.world.spec.zones, scope.world.unordered
            ordered = (other for other, one in zones.items() if one.order and not one.of and other not in hidden)
            known = tuple(f"the order of '{other}' is known: `{other}.top`" for other in ordered)[:1]
            drawn = f"take a card out first, with `draw`, or look at it: `show {name}.top to me`"
            helps = (*known, drawn) if "when" in scope.path.split(".") else (drawn, *known)
            helps = (*helps, "or count over the whole zone: `count(c for c in …)`")
            scope.fault("E630", message, span, label="this reads its order", helps=helps)
            return True
        declared = scope.world.spec.zones.get(name)
        if place and declared is not None and not declared.order:
            message = f"the cards in '{name}' have no order"
            helps = (f"give it one: `zones.{name}.order: stack` or `row`", "or, for a zone with one card: `.only`")
            others = (Label(declared.name.span, "declared without an `order`"),)
            scope.fault("E632", message, span, label="this reads a position in it", others=others, helps=helps)
            return True
    return False


def has_unknown_position(written: syn.Expr, scope: NameScope) -> bool:
    """Whether this names a card whose position may be unknown, from a loop over a shuffled zone."""
    return isinstance(written, syn.Name) and written.id in scope.placeless


def scope_of_loop(name: str, source: ir.Expr, scope: NameScope) -> NameScope:
    """The scope in which this name loops over a list; the position of the cards of a shuffled zone is unknown."""
    shuffled = (
        isinstance(source, ir.Apply)
        and source.op == "cards_of"
        and set(zones_in(source.args[0])) & scope.world.unordered
    )
    return scope.loosely(name) if shuffled else scope


def zones_in(where: ir.Expr) -> tuple[str, ...]:
    """The names of the zones that an expression of type zone may be."""
    match where:
        case ir.ZoneOf():
            return (where.name,)
        case ir.If():
            return zones_in(where.yes) + zones_in(where.no)
        case _:
            return ()


def zone_type(declared: spec.ZoneSpec, world: World) -> Type:
    """The type of a zone; if its deck is unknown, that was reported, and the zone fits everywhere."""
    return zone(declared.holds.text) if declared.holds.text in world.spec.decks else UNKNOWN


def unified(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other; None where they do not fit."""
    optional = a.optional or b.optional
    if a == UNKNOWN or b == UNKNOWN:
        return UNKNOWN
    if a.base == "none":
        return b.maybe()
    if b.base == "none":
        return a.maybe()
    for x, y in ((a, b), (b, a)):
        if fits(x, y):
            result = y if y.item or y.base != "list" else x
            seems, counted = a.seems or b.seems, a.counted or b.counted
            return Type(result.base, result.name, _element(x, y, result), optional, seems, counted)
    return None


def _element(x: Type, y: Type, result: Type) -> Type | None:
    """The type of elements of one of two lists; they may be none if those of either may."""
    may_be_none = any(one.item is not None and one.item.optional for one in (x, y))
    return result.item.maybe() if result.item is not None and may_be_none else result.item


def unknown(span: Span) -> ir.Expr:
    """The placeholder for an expression with a mistake, which was reported."""
    return ir.Const(0, UNKNOWN, span)


def all_owners(of: Type, span: Span) -> ir.Expr:
    """The list of all players or of all teams."""
    return ir.Apply("players" if of.base == "player" else "teams", (), list_of(of), span)


def some_players(node: syn.Expr, scope: NameScope) -> ir.Expr:
    """A list of players, or one player as a list."""
    who = scope.typed(node)
    if who.type.base == "player":
        who = ir.ListOf((fit(who, PLAYER, scope, node.span),), list_of(PLAYER), node.span)
    return fit(who, list_of(PLAYER), scope, node.span)


def over(op: str, loop: ir.Loop, body: ir.Expr, type: Type, span: Span) -> ir.Expr:
    """A comprehension over a single list, without keys."""
    return ir.Fold(op=op, loops=(loop,), body=body, keys=(), type=type, span=span)


def number(value: int, span: Span) -> ir.Expr:
    """A whole number."""
    return ir.Const(value, INTEGER, span)


def none(span: Span) -> ir.Expr:
    """The value `none`."""
    return ir.Const(NONE, NOTHING, span)


def with_article(type: Type) -> str:
    """A type in a sentence.

    >>> with_article(INTEGER), with_article(card("main").maybe()), with_article(list_of(Type("player")))
    ('a number', 'a card of main or none', 'a list of players')
    """
    if type.base == "none":
        return "none"
    text = str(type)
    if type.base == "integer":
        text = text.replace("integer", "number")
    if type.base == "list" and type.item is not None:
        text = f"list of {_plural(type.item)}" + (" or none" if type.optional else "")
    return ("an " if text[0] in "aeio" else "a ") + text


_PLURALS = {"integer": "numbers", "symbol": "symbols of {}", "card": "cards of {}", "kind": "kinds of {} card"}


def _plural(type: Type) -> str:
    return f"lists of {_plural(type.item)}" if type.item else _PLURALS.get(type.base, f"{type.base}s").format(type.name)


def arguments(count: int) -> str:
    """A number of arguments in a sentence."""
    return "no arguments" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


def wrong_count(name: str, needed: int | Set[int], given: int) -> str:
    """The message about a call with too many or too few arguments (E204).

    >>> wrong_count("good", 2, 1)
    "'good' needs 2 arguments, but got 1"
    """
    if needed == 0:
        return f"'{name}' takes no arguments, but got {given}"
    if isinstance(needed, int):
        return f"'{name}' needs {arguments(needed)}, but got {given}"
    numbers = " or ".join(str(one) for one in sorted(needed))
    return f"'{name}' needs {numbers} argument{'s' if needed != {1} else ''}, but got {given}"


_ADVICE = {
    "list integer": ("a list of consecutive numbers: `1..6`", "to do something several times: `repeat 6:`"),
    "list team": ("the players of a team are its `.members`",),
    "player team": ("the players of a team are its `.members`",),
    "player integer": ("players have no numbers: the first seat is `players[1]`",),
    "integer zone": ("how many there are: `count(…)`",),
    "integer list": ("how many there are: `count(…)`",),
    "integer symbol": ("its position in the enumeration: `place(…)`",),
    "integer boolean": ("a number by a condition: `1 if … else 0`",),
    "team player": ("the team of a player is written `.team`",),
    "boolean zone": ("write `not … .empty` or `count(…) > 0`",),
    "boolean list": ("write `not … .empty` or `count(…) > 0`",),
    "card zone": ("one card of a zone: `.top`, `.only`, `choose c in …`; all of them: `… for c in ZONE`",),
    "card kind": ("a card of that kind: `first(c for c in ZONE if c == KIND)`",),
}
"""What to write where the first is needed, and the second is there."""


def _advice(have: Type, want: Type) -> tuple[str, ...]:
    item = want.item.base if want.item is not None else ""
    if want.base == "list" and have.base == item:
        return ("a list with one element: `[…]`",)
    if f"{want.base} {have.base}" in _ADVICE:
        return _ADVICE[f"{want.base} {have.base}"]
    if item == "player" and have == BOOLEAN:
        return ("all of them: `players`",)
    if have.item is not None and want.base == have.item.base == "card":
        return ("one after the other: `for d in …:`; whether it holds of each: `all(… for d in …)`",)
    if want.base == "boolean":
        ways = ["`== …`", *(["`> 0`"] if have.base == "integer" else []), *(["`is not none`"] if have.optional else [])]
        return (f"compare it: {', '.join(ways)}",)
    return ()


# Names that mean something in other languages, or in plain English, and what to write here instead.

NUMBERED_HELP = "rules do not refer to players by number: write `me`, `turn.player`, `me.next` or `players`"


def foreign_name_help(name: str, local: Container[str]) -> list[str]:
    """The help for a name that authors know from other languages, if it is one; `local` are the names in scope."""
    if re.fullmatch(r"(p|player_?)[0-9]+", name) and "p1" not in local:  # scenarios do have p1, p2 …
        return [NUMBERED_HELP]
    return [*instead("name", name)]
