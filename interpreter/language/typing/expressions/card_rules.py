"""Lowers what cards do while they lie where their rules apply: change a quantity, forbid, allow, be activated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import did_you_mean
from ....diagnostics.text import how_many
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, kind, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import NameScope, if_true
from ..names.world import World
from .conditions import all_of, holding
from .families import member_loops
from .lists import element, list_value
from .matching import all_owners, fit, is_kind, number_of, of_kind, scope_of_loop, wrong_count


def active_modifiers(quantity: str, owner: ir.Expr | None, base: ir.Expr, scope: NameScope) -> ir.Expr:
    """The value of a quantity: the first card that sets it, or its base, plus all that cards add (semantics 14)."""
    value, span = base, base.span
    sets = _folds(quantity, "set", owner, (), scope)
    firsts: list[ir.Expr] = [replace(fold, op="first", type=INTEGER.maybe()) for fold in sets]
    if len(firsts) > SHORT:
        firsts = [from_left("else", firsts, INTEGER.maybe())]
    for first in reversed(firsts):
        value = ir.Apply("else", (first, value), INTEGER, span)
    added = (replace(fold, op="sum", type=INTEGER) for fold in _folds(quantity, "add", owner, (), scope))
    return from_left("add", [value, *added], INTEGER)


def forbidding(permission: str, owner: ir.Expr | None, its: list[ir.Local], base: ir.Expr, scope: NameScope) -> ir.Expr:
    """Whether something is permitted: by its base or by a card, and forbidden by none. Forbidding beats allowing."""
    allowed, forbidden = (_folds(permission, how, owner, tuple(its), scope) for how in ("allow", "forbid"))
    value = from_left("or", [base, *allowed], BOOLEAN)
    return from_left("and", [value, *(ir.Apply("not", (one,), BOOLEAN, one.span) for one in forbidden)], BOOLEAN)


def _folds(name: str, how: str, owner: ir.Expr | None, its: tuple[ir.Expr, ...], scope: NameScope) -> list[ir.Fold]:
    """The rules of cards that do this to a quantity or permission, once for each family of zones where they apply."""
    zones, found = scope.world.spec.zones, []
    for deck in scope.world.spec.decks.values():
        active = [zones[word.text] for word in deck.active_in if word.text in zones]
        for one in deck.kinds:
            for rule in one.always:
                if rule.modifier.how == how and target_parts(rule.modifier.target)[1].text == name:
                    found += [_fold(rule, deck, one, zone, owner, its, scope) for zone in active]
    return found


def target_parts(target: syn.Expr) -> tuple[syn.Expr | None, syn.Word, tuple[syn.Expr, ...]]:
    """Whose, which, and of what: `me.pairing(green)` is me, pairing, green."""
    match target:
        case syn.AttributeAccess():
            return target.target, target.name, ()
        case syn.CallExpression():
            return target.target, target.name, target.args
        case syn.Name():
            return None, syn.Word(target.id, target.span), ()
        case _:
            return None, syn.Word("", target.span), ()


def _fold(
    rule: spec.NamedModifier,
    deck: spec.DeckSpec,
    one: spec.KindSpec,
    zone: spec.ZoneSpec,
    owner: ir.Expr | None,
    its: tuple[ir.Expr, ...],
    scope: NameScope,
) -> ir.Fold:
    """A fold over the cards of the kind that lie where their rules apply and whose rule is about `owner` and `its`.

    Its elements are the numbers of the rule; of one without numbers, it says whether there is such a card.
    """
    modifier, span = rule.modifier, rule.modifier.span
    loops, inner = _active(deck, one, zone, owner, modifier, scope.at(rule.path), span)
    tests: list[ir.Expr] = []
    if modifier.loop is not None:
        source = list_value(modifier.loop.source, inner, ordered=False)
        inner, local = inner.local(modifier.loop.name, element(source, inner, modifier.loop.source.span))
        inner = scope_of_loop(modifier.loop.name.text, source, inner)
        loops.append(ir.Loop(local, source, None))
        if modifier.loop.test is not None:
            tests.append(fit(inner.typed(modifier.loop.test), BOOLEAN, inner, modifier.loop.test.span))
            inner = inner.knowing(if_true(modifier.loop.test))
    if modifier.when is not None:
        tests.append(fit(inner.typed(modifier.when), BOOLEAN, inner, modifier.when.span))
        inner = inner.knowing(if_true(modifier.when))
    tests += _about_these(modifier.target, owner, its, inner)
    if modifier.value is None:
        return ir.Fold(op="any", loops=tuple(loops), body=all_of(tests, span), keys=(), type=BOOLEAN, span=span)
    number = fit(inner.typed(modifier.value, INTEGER), INTEGER, inner, modifier.value.span)
    last = loops[-1]
    test = all_of([*([last.test] if last.test else []), *tests], span) if tests or last.test else None
    loops[-1] = ir.Loop(last.local, last.source, test)
    return ir.Fold(op="list", loops=tuple(loops), body=number, keys=(), type=list_of(INTEGER), span=span)


def _about_these(
    target: syn.Expr, owner: ir.Expr | None, its: tuple[ir.Expr, ...], scope: NameScope
) -> Iterator[ir.Expr]:
    """What must hold for a rule to be about `owner` and `its`: those that it names are these."""
    whose, _, args = target_parts(target)
    mine = isinstance(whose, syn.Name) and whose.id == "me" and scope.me == owner
    if whose is not None and owner is not None and not mine:
        person = fit(scope.typed(whose), owner.type, scope, whose.span)
        yield ir.Apply("equal", (person, owner), BOOLEAN, whose.span)
    for written, it in zip(args, its, strict=False):
        asked = fit(scope.typed(written, it.type), it.type, scope, written.span)
        yield ir.Apply("equal", (asked, it), BOOLEAN, written.span)


def _active(
    deck: spec.DeckSpec,
    one: spec.KindSpec,
    zone: spec.ZoneSpec,
    owner: ir.Expr | None,
    modifier: syn.Modifier,
    scope: NameScope,
    span: Span,
) -> tuple[list[ir.Loop], NameScope]:
    """Loops over the cards of this kind in a family of zones; inside, `me` is the owner of the zone and `it` the card.

    In a team's zone, a rule about `me` and something that each player has is about each member.
    """
    loops: list[ir.Loop] = []
    of = zone.of.text if zone.of else ""
    me: ir.Expr | None = None
    holder: ir.Expr | None = None
    if of:
        type = PLAYER if of == "player" else TEAM
        if _only_mine(modifier) and owner is not None and owner.type in (type, PLAYER):
            me = owner
        else:
            local = scope.frame.local("me", type, span)
            loops.append(ir.Loop(local, all_owners(type, span), None))
            me = local
        holder = ir.Apply("team", (me,), TEAM, span) if me.type == PLAYER and of == "team" else me
    rest, which = member_loops(zone, scope, span, "at", holder)
    loops += [ir.Loop(local, source, None) for local, source in rest]
    place = ir.ZoneOf(zone.name.text, which, Type("zone", deck.name.text), span)
    cards = ir.Apply("cards_of", (place,), list_of(card(deck.name.text)), span)
    it = scope.frame.local("it", card(deck.name.text), span)
    loops.append(ir.Loop(it, cards, of_kind(it, deck, one, scope, span)))
    return loops, replace(scope, me=me, it=it, where="in a card's rule")


def _only_mine(modifier: syn.Modifier) -> bool:
    """Whether the rule is about the owner of the zone: `me.draws`."""
    whose, _, _ = target_parts(modifier.target)
    return isinstance(whose, syn.Name) and whose.id == "me"


def usable_kinds(deck: spec.DeckSpec, it: ir.Local, scope: NameScope) -> ir.Expr:
    """Whether the kind of the card has an effect to activate and its conditions hold."""
    span = deck.name.span
    rows = [(number_of(one, deck, scope), holding(one.when, scope, span)) for one in deck.kinds if one.do]

    def choice(test: ir.Expr, yes: ir.Expr, no: ir.Expr) -> ir.Expr:
        return ir.If(test, yes, no, BOOLEAN, span)

    return by_kind(it, deck, rows, ir.Const(0, BOOLEAN, span), choice, span)


def check_targets(scope: NameScope) -> None:
    """Report rules of cards about undeclared quantities and permissions (E207), or that apply nowhere (E631)."""
    world = scope.world
    for deck in world.spec.decks.values():
        for one in deck.kinds:
            for rule in one.always:
                there, (whose, word, args) = scope.at(rule.path), target_parts(rule.modifier.target)
                group: dict[str, spec.Quantity] | dict[str, spec.Permission]
                group = world.spec.quantities if rule.modifier.how in ("add", "set") else world.spec.permissions
                if word.text not in group:
                    what = "quantity" if rule.modifier.how in ("add", "set") else "permission"
                    label = f"not declared under `{'quantities' if what == 'quantity' else 'permissions'}:`"
                    helps = _instead(word.text, what, group, world)
                    there.fault("E207", f"unknown {what} '{word.text}'", word.span, label=label, helps=helps)
                else:
                    _check_target(rule, whose, args, group[word.text], there)
        ruled = [one for one in deck.kinds if one.always or one.after or one.instead_of]
        if ruled and not deck.active_in:
            more = f" and {how_many(len(ruled) - 1, 'other kind')}" if len(ruled) > 1 else ""
            message = f"the rules on '{ruled[0].id.text}'{more} apply nowhere"
            at, other = Label(deck.name.span, "this deck has no `active_in`"), Label(ruled[0].id.span, "has rules")
            if at.span.source is not other.span.source:
                at, other = other, at  # of what a variant has added
            helps = (f"say in which zone they apply: `cards.{deck.name.text}.active_in: ZONE`",)
            scope.at(ruled[0].path).fault("E631", message, at.span, label=at.text, others=(other,), helps=helps)


def _instead(name: str, what: str, group: Iterable[str], world: World) -> tuple[str, ...]:
    if what == "permission" and name in world.spec.quantities:
        return (f"it is a quantity; change it: `me.{name} - 1`",)
    if what == "quantity" and name in world.spec.permissions:
        return (f"it is a permission; forbid or allow it: `forbid me.{name}`",)
    return did_you_mean(name, group) or (f"declare it: `{name}: {{of: player}}`",)


def _check_target(
    rule: spec.NamedModifier,
    whose: syn.Expr | None,
    args: tuple[syn.Expr, ...],
    declared: spec.Quantity | spec.Permission,
    scope: NameScope,
) -> None:
    """Check that a rule says whose number or permission it changes if each has one (E210), and for what (E204)."""
    name = declared.name.text
    others = (Label(declared.name.span, "declared here"),)
    span = rule.modifier.target.span
    takes = len(declared.takes) if isinstance(declared, spec.Permission) else 0
    value = rule.modifier.value
    if isinstance(value, syn.Binary) and print_syntax(value.left) == span.text:
        helps: tuple[str, ...] = (f"write `{print_syntax(value)}`",)
        scope.fault("E321", f"'{name}' is set to what depends on itself", span, label="circular", helps=helps)
    elif declared.of is not None and whose is None:
        message = (
            f"each {declared.of.text} has {'their' if declared.of.text == 'player' else 'its'} own '{name}'; say whose"
        )
        helps = (f"for example `me.{name}`",)
        scope.fault("E210", message, span, label=f"whose {name}?", others=others, helps=helps)
    elif declared.of is None and whose is not None:
        declare = f"or declare it with `of: player`: `{name}: {{of: player}}`"
        helps = (f"write it without an owner: `{name}`", declare)
        scope.fault("E202", f"'{name}' belongs to the table", span, label="has no owner", others=others, helps=helps)
    elif len(args) != takes:
        helps = (f"for all of them: `{rule.modifier.how} {span.text}(x) for x in …`",) if takes and not args else ()
        message = wrong_count(name, takes, len(args))
        scope.fault("E204", message, span, label=f"{len(args)} given", others=others, helps=helps)


# Long rows of alike parts, such as one for each kind of card of a deck, as trees that are as shallow as can be.
#
#     a or b or c or … h   ->   ((a or b) or (c or d)) or ((e or f) or (g or h))
#
# Two hundred kinds of card with a rule on each are eight levels that way, not two hundred. The order in which the parts
# are looked at stays the same, and so does where that ends early. Short rows are left as an author would read them.

SHORT = 16
"""The longest row that is left as it is."""

Part = TypeVar("Part")


def from_left(op: str, parts: Sequence[ir.Expr], type: Type) -> ir.Expr:
    """`a op b op c`, of at least one part; the operator must not care how its parts are bracketed."""
    if len(parts) > SHORT:
        middle = len(parts) // 2
        first, second = from_left(op, parts[:middle], type), from_left(op, parts[middle:], type)
        return ir.Apply(op, (first, second), type, second.span)
    value = parts[0]
    for part in parts[1:]:
        value = ir.Apply(op, (value, part), type, part.span)
    return value


def by_kind(
    of: ir.Expr,
    deck: spec.DeckSpec,
    rows: Sequence[tuple[int, Part]],
    otherwise: Part,
    choice: Callable[[ir.Expr, Part, Part], Part],
    span: Span,
) -> Part:
    """The row of a card's kind, found by halving: rows are (number of the kind, what it gives), in order of numbers.

    `choice` makes one of a test and two parts.
    """
    if len(rows) <= SHORT:
        for number, part in reversed(rows):
            otherwise = choice(is_kind(of, number, deck, span), part, otherwise)
        return otherwise
    middle, type = len(rows) // 2, kind(deck.name.text)
    of_card = ir.Apply("kind", (of,), type, span)
    earlier = ir.Apply("less", (of_card, ir.Const(rows[middle][0], type, span)), BOOLEAN, span)
    first, second = (by_kind(of, deck, part, otherwise, choice, span) for part in (rows[:middle], rows[middle:]))
    return choice(earlier, first, second)
