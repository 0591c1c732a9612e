"""What is done by name: named effects, actions, the effects of cards; and what happens instead of it or after it.

An event is an action or a named effect. What may happen instead of it (a reaction, a replacement on
a card) is woven around its lines, what happens after it (a trigger) is put in a queue behind them.
A reaction does not answer what happens inside a reaction: each effect is typed once for every
level of reactions from which it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import suggest
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, PLAYER, TEAM, Type, card, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..expressions.conditions import conditions, holding
from ..expressions.matching import cards_of, everybody, fit, of_kind
from ..names.scope import Frame, Scope
from ..names.types import type_of
from ..names.world import World

TURN_PLAYER = "turn.player"


def turn_player(span: Span) -> ir.Expr:
    """The player whose turn it is."""
    return ir.Variable(TURN_PLAYER, None, PLAYER, span)


def run(call: syn.Call, scope: Scope) -> ir.Body:
    """A named effect with its arguments: E203 unknown, E204 wrong number, E310 wrong type."""
    world, id = scope.world, call.name.text
    declared = world.spec.effects.get(id)
    if declared is None:
        return _unknown_effect(call, scope)
    parameters = declared.signature.parameters
    if len(parameters) != len(call.args):
        world.report.add(
            "E204",
            f"'{id}' takes {len(parameters)} argument{'s' if len(parameters) != 1 else ''}, not {len(call.args)}",
            call.span,
            label=f"{len(call.args)} given",
            others=(Label(declared.signature.span, "declared here"),),
            path=scope.path,
        )
        return ()
    args = []
    for written, parameter in zip(call.args, parameters, strict=True):
        want = type_of(parameter.type, world)
        args.append(fit(scope.typed(written, want), want, scope, written.span))
    key = named_effect(declared, scope.world, scope.level)
    return (ir.Run(key, tuple(args), call.span),) if key else ()


def _unknown_effect(call: syn.Call, scope: Scope) -> ir.Body:
    world, id = scope.world, call.name.text
    notes: tuple[str, ...] = ()
    if id in world.spec.functions:
        notes = (f"'{id}' is a function: it has a value, and changes nothing",)
    elif id in world.spec.actions:
        notes = (f"'{id}' is an action: players choose it, with `offer {id}`",)
    near = suggest(id, [*world.spec.effects, "score", "activate"])
    world.report.add(
        "E203",
        f"unknown effect '{id}'",
        call.name.span,
        label="no effect has this name",
        notes=notes,
        helps=(f"did you mean '{near}'?",) if near and not notes else (),
        path=scope.path,
    )
    return ()


def named_effect(declared: spec.Effect, world: World, level: int) -> str | None:
    """The key of a named effect, typed for calls from this level of reactions."""
    id = declared.signature.name.text
    parameters = [(p.name, type_of(p.type, world)) for p in declared.signature.parameters]
    return _event(id, id, parameters, declared.body, declared.signature.span, declared.path, world, level, me=False)


def action_effect(declared: spec.Action, types: list[tuple[syn.Word, Type]], world: World, level: int) -> str | None:
    """The key of what an action does, with `me` and what was chosen as its parameters."""
    id = declared.name.text
    return _event(f"action {id}", id, types, declared.do, declared.name.span, declared.path, world, level, me=True)


def _event(
    key: str,
    id: str,
    parameters: list[tuple[syn.Word, Type]],
    body: tuple[syn.Stmt, ...],
    span: Span,
    path: str,
    world: World,
    level: int,
    *,
    me: bool,
) -> str | None:
    levels = 1 + max((r.depth for r in world.spec.reactions.values()), default=0)
    level = min(level, levels)
    name = f"{key}@{level}" if level else key
    if name in world.typing:
        circle = [k.split("@")[0].removeprefix("action ") for k in world.typing[world.typing.index(name) :]]
        world.report.add(
            "E321", f"'{id}' does itself: " + " -> ".join([*circle, id]), span, label="goes in a circle", path=path
        )
        return None
    if name not in world.effects:
        world.typing.append(name)
        scope = Scope(world, Frame(), level=level, where="in a named effect", path=path)
        locals: list[ir.Local] = []
        if me:
            actor = scope.frame.local("me", PLAYER, span)
            locals.append(actor)
            scope = replace(scope, me=actor, where="in an action")
        chosen: dict[str, ir.Expr] = {}
        for word, type in parameters:
            scope, local = scope.local(word, type)
            locals.append(local)
            chosen[word.text] = local
        lines = world.effect(body, scope)
        made = woven(id, chosen, lines, scope, span)
        world.typing.pop()
        world.effects[name] = ir.Effect(name, tuple(locals), made, span)
    return name


# What happens instead, and after ---------------------------------------------------------


def woven(id: str, chosen: dict[str, ir.Expr], lines: ir.Body, scope: Scope, span: Span) -> ir.Body:
    """An event with all that may happen instead of it before its lines, and what follows it behind them."""
    scope = replace(scope, names={}, spaces={**scope.spaces, id: chosen})
    label = f".{id}"
    instead: list[ir.Stmt] = []
    for reaction in scope.world.spec.reactions.values():
        if reaction.instead_of.text == id and reaction.depth >= scope.level:
            instead += _reaction(reaction, label, scope)
    if scope.level == 0:
        for deck in scope.world.spec.decks.values():
            for one in deck.kinds:
                for word, body in one.instead_of:
                    if word.text == id:
                        instead += _replacement(deck, one, body, label, scope, word.span)
    after = _queued(id, chosen, scope, span)
    if not instead:
        return (*lines, *after)
    return (ir.Scope(label, (*instead, *lines, *after), span),)


def _reaction(reaction: spec.Reaction, label: str, scope: Scope) -> ir.Body:
    scope = replace(scope, path=reaction.path, where="in a reaction")
    span = reaction.name.span
    asked = fit(scope.typed(reaction.asks, list_of(PLAYER)), list_of(PLAYER), scope, reaction.asks.span)
    if reaction.automatic is None:
        return _window(reaction, asked, label, scope)
    automatic = fit(scope.typed(reaction.automatic), BOOLEAN, scope, reaction.automatic.span)
    by_itself = _by_itself(reaction, asked, label, scope)
    if isinstance(automatic, ir.Const):
        return by_itself if automatic.value else _window(reaction, asked, label, scope)
    return (ir.When(automatic, by_itself, _window(reaction, asked, label, scope), span),)


def _by_itself(reaction: spec.Reaction, asked: ir.Expr, label: str, scope: Scope) -> ir.Body:
    span = reaction.name.span
    who = scope.frame.local("me", PLAYER, span)
    inner = replace(scope, me=who)
    body = (ir.Tell(reaction.name.text, who, span), *_inside(reaction.do, inner), ir.Exit(label, span))
    step: ir.Body = (ir.When(holding(reaction.when, inner, span), body, (), span),)
    return (ir.ForEach(who, asked, step, span),)


def _window(reaction: spec.Reaction, asked: ir.Expr, label: str, scope: Scope) -> ir.Body:
    """All who are entitled are asked, in order; declining looks the same as being unable."""
    span, name = reaction.name.span, reaction.name.text
    candidate = scope.frame.local("asked", PLAYER, span)
    who = scope.frame.local("me", PLAYER, span)
    inner = replace(scope, me=who)
    body = (*_inside(reaction.do, inner), ir.Exit(label, span))
    react = ir.Choice(name, "action", (), conditions(reaction.when, inner), body, reaction.path, span)
    decline = ir.Choice("decline", "action", (), (), (), f"{reaction.path}.decline", span)
    ask = ir.Ask(who, candidate, False, (react, decline), None, name, span)
    return (ir.ForEach(candidate, asked, (ask,), span),)


def _inside(body: tuple[syn.Stmt, ...], scope: Scope) -> ir.Body:
    """The lines of what happens instead, in which reactions are one level deeper."""
    return scope.world.effect(body, replace(scope, level=scope.level + 1))


def _active_zones(deck: spec.Deck, scope: Scope) -> list[spec.Zone]:
    return [scope.world.spec.zones[w.text] for w in deck.active_in if w.text in scope.world.spec.zones]


def _each_active(
    deck: spec.Deck, one: spec.Kind, scope: Scope, span: Span, then: Callable[[Scope], ir.Body]
) -> ir.Body:
    """For each card of the kind that lies where its rules hold: `then(scope with me and it)`."""
    made: list[ir.Stmt] = []
    for zone in _active_zones(deck, scope):
        of = zone.of.text if zone.of else ""
        me: ir.Expr | None = None
        owner: ir.Local | None = None
        if of:
            owner = scope.frame.local("me", PLAYER if of == "player" else TEAM, span)
            me = owner
        place = ir.ZoneOf(zone.name.text, owner, Type("zone", deck.name.text), span)
        it = scope.frame.local("it", card(deck.name.text), span)
        inner = replace(scope, me=me, it=it, where="in a card's rule", path=one.path)
        when = ir.When(of_kind(it, deck, one, scope, span), then(inner), (), span)
        each: ir.Body = (ir.ForEach(it, cards_of(place, scope), (when,), span),)
        if owner is not None:
            owners = everybody(owner.type, span)
            each = (ir.ForEach(owner, owners, each, span),)
        made += each
    return tuple(made)


def _replacement(
    deck: spec.Deck, one: spec.Kind, body: tuple[syn.Stmt, ...], label: str, scope: Scope, span: Span
) -> ir.Body:
    return _each_active(deck, one, scope, span, lambda inner: (*_inside(body, inner), ir.Exit(label, span)))


def _queued(id: str, chosen: dict[str, ir.Expr], scope: Scope, span: Span) -> ir.Body:
    """The triggers of an event are remembered behind it."""
    world = scope.world
    made: list[ir.Stmt] = []
    for trigger in world.spec.triggers.values():
        if trigger.after.text == id and _simple(chosen, trigger.after, world, trigger.path):
            inner = replace(scope, me=turn_player(span), path=trigger.path, where="in a trigger")
            key = _trigger_effect(
                f"trigger {trigger.name.text}", id, chosen, None, trigger.do, trigger.name.span, trigger.path, world
            )
            wait = ir.Enqueue(key, (turn_player(span), *chosen.values()), trigger.name.span)
            made.append(ir.When(holding(trigger.when, inner, span), (wait,), (), trigger.name.span))
    for deck in world.spec.decks.values():
        for one in deck.kinds:
            for word, body in one.after:
                if word.text == id and _simple(chosen, word, world, one.path):
                    made += _card_trigger(deck, one, word, body, id, chosen, scope)
    return tuple(made)


def _card_trigger(
    deck: spec.Deck,
    one: spec.Kind,
    word: syn.Word,
    body: tuple[syn.Stmt, ...],
    id: str,
    chosen: dict[str, ir.Expr],
    scope: Scope,
) -> ir.Body:
    key = f"trigger {deck.name.text}.{one.id.text} {id}"
    key = _trigger_effect(key, id, chosen, card(deck.name.text), body, word.span, one.path, scope.world)

    def wait(inner: Scope) -> ir.Body:
        assert inner.it is not None
        owner = inner.me if inner.me is not None and inner.me.type == PLAYER else turn_player(word.span)
        return (ir.Enqueue(key, (owner, *chosen.values(), inner.it), word.span),)

    return _each_active(deck, one, scope, word.span, wait)


def _simple(chosen: dict[str, ir.Expr], word: syn.Word, world: World, path: str) -> bool:
    """Only single values can wait in the queue (E725)."""
    for name, value in chosen.items():
        if value.type.base == "list":
            world.report.add(
                "E725",
                f"nothing can follow '{word.text}', whose '{name}' is a list",
                word.span,
                label="takes a list",
                path=path,
                helps=("put what follows at the end of its own lines",),
            )
            return False
    return True


def _trigger_effect(
    key: str,
    id: str,
    chosen: dict[str, ir.Expr],
    it: Type | None,
    body: tuple[syn.Stmt, ...],
    span: Span,
    path: str,
    world: World,
) -> str:
    """The key of what happens after an event.

    It waits for its turn, so it may cause the same event again: that is no circle.
    """
    if key not in world.effects and key not in world.waiting:
        world.waiting.append(key)
        around, world.typing = world.typing, [key]
        frame = Frame()
        me = frame.local("me", PLAYER, span)
        locals = [me, *(frame.local(n, v.type, span) for n, v in chosen.items())]
        space: dict[str, ir.Expr] = {n: local for n, local in zip(chosen, locals[1:], strict=True)}
        scope = Scope(world, frame, me=me, spaces={id: space}, where="in a trigger", path=path)
        if it is not None:
            card_itself = frame.local("it", it, span)
            locals.append(card_itself)
            scope = replace(scope, it=card_itself)
        made = world.effect(body, scope)
        world.typing = around
        world.waiting.remove(key)
        world.effects[key] = ir.Effect(key, tuple(locals), made, span)
        world.triggers.append(key)
    return key
