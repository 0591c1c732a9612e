"""What cards do while they lie where their rules hold: change a quantity, forbid, allow, be activated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..diagnostics.span import Span
from ..diagnostics.suggest import suggest
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, kind, list_of
from ..spec import nodes as spec
from ..syntax import nodes as syn
from .matching import fit
from .scope import Scope


def active_modifiers(quantity: str, owner: ir.Expr | None, base: ir.Expr, scope: Scope) -> ir.Expr:
    """The value of a quantity: base, the first card that sets it, then all that cards add (semantics 14)."""
    value, span = base, base.span
    sets = [_given(m, d, k, owner, (), scope, value=True) for d, k, m in _about(quantity, ("set",), scope)]
    for fold in sets:
        first = replace(fold, op="first", type=INTEGER.maybe())
        value = ir.Apply("else", (first, value), INTEGER, span)
    for deck, one, rule in _about(quantity, ("add",), scope):
        fold = replace(_given(rule, deck, one, owner, (), scope, value=True), op="sum", type=INTEGER)
        value = ir.Apply("add", (value, fold), INTEGER, rule.modifier.span)
    return value


def forbidding(permission: str, owner: ir.Expr | None, its: list[ir.Local], base: ir.Expr, scope: Scope) -> ir.Expr:
    """Whether something is permitted: base or allowed by a card, and forbidden by none; forbid beats allow."""
    value = base
    for deck, one, rule in _about(permission, ("allow",), scope):
        found = _given(rule, deck, one, owner, tuple(its), scope, value=False)
        value = ir.Apply("or", (value, found), BOOLEAN, rule.modifier.span)
    for deck, one, rule in _about(permission, ("forbid",), scope):
        found = _given(rule, deck, one, owner, tuple(its), scope, value=False)
        no = ir.Apply("not", (found,), BOOLEAN, rule.modifier.span)
        value = ir.Apply("and", (value, no), BOOLEAN, rule.modifier.span)
    return value


def _about(name: str, how: tuple[str, ...], scope: Scope) -> Iterator[tuple[spec.Deck, spec.Kind, spec.Modifiers]]:
    for deck in scope.world.spec.decks.values():
        for one in deck.kinds if deck.active_in else ():
            for rule in one.always:
                if rule.modifier.how in how and target_parts(rule.modifier.target)[1].text == name:
                    yield deck, one, rule


def target_parts(target: syn.Expr) -> tuple[syn.Expr | None, syn.Word, tuple[syn.Expr, ...]]:
    """Whose, which, and of what: `me.pairing(green)` is me, pairing, green."""
    match target:
        case syn.Attribute():
            return target.target, target.name, ()
        case syn.Call():
            return target.target, target.name, target.args
        case syn.Name():
            return None, syn.Word(target.id, target.span), ()
        case _:
            return None, syn.Word("", target.span), ()


def _given(
    rule: spec.Modifiers, deck: spec.Deck, one: spec.Kind, owner: ir.Expr | None, its: tuple[ir.Expr, ...], scope: Scope, *, value: bool
) -> ir.Fold:
    """A fold over all cards of the kind that lie where their rules hold, for whom the rule speaks of `owner` and `its`.

    With `value` its elements are the rule's numbers, else it tells whether there is one.
    """
    modifier, span = rule.modifier, rule.modifier.span
    loops, inner = _active(deck, one, owner, modifier, replace(scope, path=rule.path), span)
    tests: list[ir.Expr] = []
    if modifier.loop is not None:
        source = fit(inner.typed(modifier.loop.source), Type("list"), inner, modifier.loop.source.span)
        inner, local = inner.local(modifier.loop.name, source.type.item or Type("nothing"))
        loops.append(ir.Loop(local, source, None))
        if modifier.loop.test is not None:
            tests.append(fit(inner.typed(modifier.loop.test), BOOLEAN, inner, modifier.loop.test.span))
    if modifier.when is not None:
        tests.append(fit(inner.typed(modifier.when), BOOLEAN, inner, modifier.when.span))
    whose, _, args = target_parts(modifier.target)
    if whose is not None and owner is not None and not (isinstance(whose, syn.Name) and whose.id == "me" and inner.me == owner):
        person = fit(inner.typed(whose), owner.type, inner, whose.span)
        tests.append(ir.Apply("equal", (person, owner), BOOLEAN, whose.span))
    for written, it in zip(args, its, strict=False):
        asked = inner.typed(written, it.type)
        asked = fit(asked, it.type, inner, written.span)
        tests.append(ir.Apply("equal", (asked, it), BOOLEAN, written.span))
    if not value:
        return ir.Fold("any", tuple(loops), _all(tests, span), (), BOOLEAN, span)
    assert modifier.value is not None
    number = fit(inner.typed(modifier.value, INTEGER), INTEGER, inner, modifier.value.span)
    last = loops[-1]
    test = _all([*([last.test] if last.test else []), *tests], span) if tests or last.test else None
    loops[-1] = ir.Loop(last.local, last.source, test)
    return ir.Fold("list", tuple(loops), number, (), list_of(INTEGER), span)


def _all(tests: list[ir.Expr], span: Span) -> ir.Expr:
    if not tests:
        return ir.Const(1, BOOLEAN, span)
    made = tests[0]
    for test in tests[1:]:
        made = ir.Apply("and", (made, test), BOOLEAN, span)
    return made


def _active(
    deck: spec.Deck, one: spec.Kind, owner: ir.Expr | None, modifier: syn.Modifier, scope: Scope, span: Span
) -> tuple[list[ir.Loop], Scope]:
    """Loops over the places where cards of this kind are active; inside, `me` is the owner of the zone and `it` the card."""
    loops: list[ir.Loop] = []
    own = _only_mine(modifier)
    zones = [scope.world.spec.zones[w.text] for w in deck.active_in if w.text in scope.world.spec.zones]
    where: list[ir.Expr] = []
    me: ir.Expr | None = None
    for zone in zones:
        of = zone.of.text if zone.of else ""
        if of == "":
            place: ir.Expr = ir.ZoneOf(zone.name.text, None, Type("zone", deck.name.text), span)
        else:
            type = PLAYER if of == "player" else TEAM
            if own and owner is not None and owner.type == type or own and owner is not None and owner.type == PLAYER and of == "team":
                me = owner
            elif me is None:
                local = scope.frame.local("me", type, span)
                everybody = ir.Apply("players" if of == "player" else "teams", (), list_of(type), span)
                loops.append(ir.Loop(local, everybody, None))
                me = local
            holder: ir.Expr = me
            if me.type == PLAYER and of == "team":
                holder = ir.Apply("team", (me,), TEAM, span)
            place = ir.ZoneOf(zone.name.text, holder, Type("zone", deck.name.text), span)
        where.append(ir.Apply("cards_of", (place,), list_of(card(deck.name.text)), span))
    cards = where[0]
    for more in where[1:]:
        cards = ir.Apply("join", (cards, more), list_of(card(deck.name.text)), span)
    it = scope.frame.local("it", card(deck.name.text), span)
    number = next(n for d, n in scope.world.kinds[one.id.text] if d == deck.name.text)
    is_kind = ir.Apply("equal", (it, ir.Const(number, kind(deck.name.text), span)), BOOLEAN, span)
    loops.append(ir.Loop(it, cards, is_kind))
    return loops, replace(scope, me=me, it=it, where="in a card's rule")


def _only_mine(modifier: syn.Modifier) -> bool:
    """Whether the rule speaks of the owner of the zone himself: `me.draws`."""
    whose, _, _ = target_parts(modifier.target)
    return isinstance(whose, syn.Name) and whose.id == "me"


def usable_kinds(deck: spec.Deck, it: ir.Local, scope: Scope) -> ir.Expr:
    """Whether the card's kind has an effect to activate, and its conditions hold."""
    span = deck.name.span
    value: ir.Expr = ir.Const(0, BOOLEAN, span)
    for one in reversed(deck.kinds):
        if not one.activate:
            continue
        tests = [fit(replace(scope, path=c.path).typed(c.test), BOOLEAN, scope, c.test.span) for c in one.when]
        number = next(n for d, n in scope.world.kinds[one.id.text] if d == deck.name.text)
        is_kind = ir.Apply("equal", (it, ir.Const(number, kind(deck.name.text), span)), BOOLEAN, span)
        value = ir.If(is_kind, _all(tests, span), value, BOOLEAN, span)
    return value


def check_targets(scope: Scope) -> None:
    """Report continuous rules about quantities and permissions that are not declared (E207), or that hold nowhere (E631)."""
    world = scope.world
    for deck in world.spec.decks.values():
        for one in deck.kinds:
            for rule in one.always:
                _, word, _ = target_parts(rule.modifier.target)
                group = world.spec.quantities if rule.modifier.how in ("add", "set") else world.spec.permissions
                if word.text not in group:
                    what = "quantity" if rule.modifier.how in ("add", "set") else "permission"
                    near = suggest(word.text, group)
                    world.report.add(
                        "E207",
                        f"no {what} is called '{word.text}'",
                        word.span,
                        label=f"not declared under `{'quantities' if what == 'quantity' else 'permissions'}:`",
                        helps=(f"did you mean '{near}'?",) if near else (f"declare it: `{word.text}: {{of: player}}`",),
                        path=rule.path,
                    )
            if (one.always or one.after or one.instead_of) and not deck.active_in:
                world.report.add(
                    "E631",
                    f"the rules on '{one.id.text}' hold nowhere",
                    one.id.span,
                    label="its deck says no `active_in`",
                    helps=(f"say in which zone they hold: `cards.{deck.name.text}.active_in: ZONE`",),
                    path=one.path,
                )

