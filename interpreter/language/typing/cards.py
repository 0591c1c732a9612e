"""The decks: the attributes and the number of copies of each kind of card, as expressions over options."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Label
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.types import INTEGER, NONE, UNKNOWN, Type
from ..spec import nodes as spec
from ..spec.read_kinds import KIND_KEYS
from ..syntax import nodes as syn
from ..text.whole import whole
from .expressions.fixed import fixed
from .expressions.matching import number
from .names.scope import Scope
from .names.world import World
from .tables import check_tables, shown


def decks(root: Scope) -> dict[str, decl.Deck]:
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


def _kind(deck: spec.Deck, one: spec.Kind, count: int, root: Scope) -> decl.Kind:
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
        inner = replace(scope, names=values, it=None)
        counted = fixed(copies, INTEGER, inner)
    return decl.Kind(
        id=one.id.text, number=count, deck=deck.name.text, attributes=values, copies=counted, span=one.id.span
    )


def _written(deck: spec.Deck, one: spec.Kind, world: World) -> dict[str, syn.Expr | str]:
    """The values that a kind gives itself, by attribute; texts are symbols or numbers from `each`."""
    names = [a.name.text for a in deck.attributes]
    found: dict[str, syn.Expr | str] = {}
    for word, value in one.generated:
        found[word.text] = value
    for word, expr in one.attributes:
        if word.text not in names:
            world.report.add(
                "E202",
                f"cards of '{deck.name.text}' have no attribute '{word.text}'",
                word.span,
                label="not declared under `attributes:`",
                notes=("attributes: " + ", ".join(names) if names else "this deck declares none",),
                helps=did_you_mean(word.text, [*names, *sorted(KIND_KEYS)]),
                path=one.path,
            )
            continue
        found[word.text] = expr
    return found


def _value(
    attribute: spec.Attribute,
    deck: spec.Deck,
    one: spec.Kind,
    written: dict[str, syn.Expr | str],
    values: dict[str, ir.Expr],
    scope: Scope,
) -> ir.Expr:
    name = attribute.name.text
    type = scope.world.attributes[deck.name.text][name]
    value = written.get(name)
    if isinstance(value, str):
        return _generated(value, type, scope, one.id.span)
    if value is not None:
        return _typed(value, type, scope)
    if attribute.by is not None:
        return _by_table(attribute, type, values, one, scope)
    if attribute.default is not None:
        return _typed(attribute.default, type, replace(scope, path=attribute.path))
    if type.optional:
        return ir.Const(NONE, type, one.id.span)
    if type.base == "list":
        return ir.Const((), type, one.id.span)
    if type == UNKNOWN:
        return ir.Const(0, UNKNOWN, one.id.span)
    scope.world.report.add(
        "E222",
        f"'{one.id.text}' has no '{name}'" if not one.generated else f"the cards that `each` makes have no '{name}'",
        one.id.span,
        label=f"its {name} is missing",
        others=(Label(attribute.name.span, "every card of this deck has one"),),
        helps=(
            *_generated_names(deck, one),
            f"write it {'there' if one.generated else 'on the card'}: `{name}: …`",
            f"or give the attribute a `default`, or the type `{type} or none`",
        ),
        path=one.path,
    )
    return ir.Const(0, UNKNOWN, one.id.span)


def _generated_names(deck: spec.Deck, one: spec.Kind) -> tuple[str, ...]:
    """A card of the list that was perhaps meant as one of those that `each` makes, and has another name."""
    made = [kind.id.text for kind in deck.kinds if kind.generated]
    return () if one.generated else did_you_mean(one.id.text, made)


def _typed(value: syn.Expr, type: Type, scope: Scope) -> ir.Expr:
    return fixed(value, type, scope)


def _generated(text: str, type: Type, scope: Scope, span: Span) -> ir.Expr:
    if type == UNKNOWN:
        return ir.Const(0, UNKNOWN, span)
    if type.base == "symbol":
        symbols = scope.world.enumerations[type.name]
        if text in symbols:
            return ir.Const(symbols.index(text), type.sure(), span)
    found = whole(text)
    if type.base == "integer" and found is not None:
        return number(found, span)
    scope.world.report.add(
        "E310", f"'{text}', from `each`, is not a value of type {type}", span, label=f"gives {text}", path=scope.path
    )
    return ir.Const(0, UNKNOWN, span)


def _by_table(
    attribute: spec.Attribute, type: Type, values: dict[str, ir.Expr], one: spec.Kind, scope: Scope
) -> ir.Expr:
    """The value of an attribute that has a table by another attribute."""
    assert attribute.by is not None
    by = values.get(attribute.by.text)
    if not isinstance(by, ir.Const):
        if by is not None:
            scope.world.report.add(
                "E222",
                f"the value of '{attribute.name.text}' depends on '{attribute.by.text}', which is not fixed on "
                f"'{one.id.text}'",
                by.span,
                label="depends on the options",
                others=(Label(attribute.by.span, "depends on this"),),
                helps=(f"write on the card itself: `{attribute.name.text}: …`",),
                path=one.path,
            )
        return ir.Const(0, UNKNOWN, one.id.span)
    if by.type == UNKNOWN:
        return by
    for key, value in attribute.values:
        if key.text == shown(by, scope.world):
            return _typed(value, type, replace(scope, path=attribute.path))
    if attribute.default is not None:
        return _typed(attribute.default, type, scope)
    if type.optional:
        return ir.Const(NONE, type, one.id.span)
    text = shown(by, scope.world)
    scope.world.report.add(
        "E222",
        f"the table of '{attribute.name.text}' has no value for {text}",
        attribute.name.span,
        label=f"`{text}: …` is missing",
        others=(Label(one.id.span, "needed here"),),
        path=attribute.path,
    )
    return ir.Const(0, UNKNOWN, one.id.span)
