"""Lowers events, that is actions and named effects, with what happens instead of them or after them.

What may happen instead (a reaction, a replacement on a card) comes before the lines of the event, what happens
after it (a trigger) is enqueued behind them:

    scope .give:                    one scope for the event
      ask … (react, decline)        a reaction: `react` does its lines, then exits .give
      for each card …               a replacement: does its lines, then exits .give
      scope .then:
        scope .lines: LINES         reached only if nothing happened instead
        if …: enqueue trigger       whichever way .lines is left; waits until the effect around it is over

A reaction does not answer what happens inside a reaction: each effect is typed once for every level of reactions
from which it is called. The level is part of its key (`pay`, `pay@1`), and reactions that are not deep enough
are not woven in. So the code is finite, although effects and reactions may lead to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, Type, card, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..expressions.conditions import conditions, holding, interpolations
from ..expressions.families import member_loops, nested_loops
from ..expressions.instances import call_of, instance_suffix
from ..expressions.lists import list_value, single
from ..expressions.matching import cards_of, fit, of_kind
from ..names.scope import NameScope
from ..names.world import EVENT, World, displayed_name, member
from .announcements import with_announcement

TURN_PLAYER = "turn.player"

EVENT_NAME = "event"
"""The word before the dot for whatever event it is."""


def turn_player(span: Span) -> ir.Expr:
    """The player whose turn it is."""
    return ir.Variable(TURN_PLAYER, None, PLAYER, span)


def event_effect(declared: spec.EffectSpec | spec.Action, types: Sequence[Type], scope: NameScope) -> str | None:
    """The key of what a named effect or an action does, with all that may happen instead of it and after it.

    Like a function, it takes a card or a kind of card for a deck, and is typed once for each way and for the scope's
    level of reactions (`pay:k-@1`). Its parameters are those of the effect, or `me` and what was chosen for the action.
    None in a circle (E321).
    """
    world = scope.world
    if isinstance(declared, spec.Action):
        id, span, body = declared.name.text, declared.name.span, declared.do
        key, words = f"action {id}", [pick.name for pick in declared.choose]
    else:
        id, span, body = declared.signature.name.text, declared.signature.span, declared.body
        key, words = id + instance_suffix(types), [parameter.name for parameter in declared.signature.parameters]
    level = min(scope.level, 1 + max((r.depth for r in world.spec.reactions.values()), default=0))
    name = f"{key}@{level}" if level else key
    if name in world.typing:
        circle = [*(displayed_name(k) for k in world.typing[world.typing.index(name) :]), id]
        message, at = f"'{id}' runs itself: {' -> '.join(circle)}", call_of(circle[1], body, span)
        world.report.add("E321", message, at, label="circular", path=declared.path)
        return None
    if name not in world.effects:
        world.typing.append(name)
        world.enter(EVENT, span, declared.path)
        inner = scope.fresh(level=level, where="in a named effect", path=declared.path)
        locals: list[ir.Local] = []
        if isinstance(declared, spec.Action):
            actor = inner.frame.local("me", PLAYER, span)
            locals.append(actor)
            inner = replace(inner, me=actor, where="in an action")
        chosen: dict[str, ir.Expr] = {}
        for word, type in zip(words, types, strict=True):
            inner, local = inner.local(word, type)
            locals.append(local)
            chosen[word.text] = local
        lines = with_reactions(id, chosen, inner.lowered(body), inner, span)
        world.depth -= EVENT
        world.typing.pop()
        world.effects[name] = ir.Effect(name, tuple(locals), lines, span)
    return name


# What happens instead, and after ---------------------------------------------------------


def with_reactions(id: str, chosen: dict[str, ir.Expr], lines: ir.Body, scope: NameScope, span: Span) -> ir.Body:
    """An event with what may happen instead before its lines, and its triggers after them."""
    scope = replace(scope, names={}, spaces={**scope.spaces, id: chosen, **_event(chosen, scope)})
    label = f".{id}"
    instead: list[ir.Stmt] = []
    for reaction in scope.world.spec.reactions.values():
        answers = id in (word.text for word in reaction.instead_of) and reaction.depth >= scope.level
        if answers and reaction.joins is None:
            instead += _reaction(reaction, label, scope)
    if scope.level == 0:
        for deck in scope.world.spec.decks.values():
            for one in deck.kinds:
                for word, body in one.instead_of:
                    if word.text == id:
                        instead += _replacement(deck, one, body, label, scope, word.span)
    if after := _queued(id, chosen, scope, span):
        lines = (ir.Scope(ir.THEN, (ir.Scope(ir.LINES, lines, span), *after), span),)
    if not instead:
        return lines
    return (ir.Scope(label, (*instead, *lines), span),)


def _event(chosen: dict[str, ir.Expr], scope: NameScope) -> dict[str, dict[str, ir.Expr]]:
    """What happened, by a name that is the same for all events: `event.c`, unless the spec means something else by it.

    What responds to several events is typed once for each, so it may read what all of them have.
    """
    return {} if EVENT_NAME in scope.world.globals else {EVENT_NAME: chosen}


def _reaction(reaction: spec.Reaction, label: str, scope: NameScope) -> ir.Body:
    scope = replace(scope, path=reaction.path, where="in a reaction")
    span = reaction.name.span
    asked = scope.typed(reaction.asks, list_of(PLAYER))
    asked = ir.ListOf((asked,), list_of(PLAYER), asked.span) if asked.type == PLAYER else asked
    asked = fit(asked, list_of(PLAYER), scope, reaction.asks.span)
    if reaction.automatic is None:
        return _window(reaction, asked, label, scope)
    if reaction.choose:
        scope.world.report.add(
            "E727",
            f"'{reaction.name.text}' has something to choose, so it cannot happen by itself",
            reaction.choose[0].name.span,
            label="nobody is asked for it",
            others=(Label(reaction.automatic.span, "by itself, if this is true"),),
            helps=("leave `automatic` out", "or let `do` take one by itself: `first(…)`, `random c in …`"),
            path=reaction.path,
        )
        return _window(reaction, asked, label, scope)
    automatic = fit(scope.typed(reaction.automatic), BOOLEAN, scope, reaction.automatic.span)
    by_itself = _by_itself(reaction, asked, label, scope)
    if isinstance(automatic, ir.Const):
        return by_itself if automatic.value else _window(reaction, asked, label, scope)
    return (ir.When(automatic, by_itself, _window(reaction, asked, label, scope), span),)


def _by_itself(reaction: spec.Reaction, asked: ir.Expr, label: str, scope: NameScope) -> ir.Body:
    span = reaction.name.span
    who = scope.frame.local("me", PLAYER, span)
    inner = replace(scope, me=who)
    tell = ir.Tell(reaction.name.text, who, span, interpolations(reaction.braces, inner))
    body = (tell, *_inside(reaction.do, inner), ir.Exit(label, span))
    step: ir.Body = (ir.When(holding(reaction.when, inner, span), body, (), span),)
    return (ir.ForEach(who, asked, step, span),)


def _window(reaction: spec.Reaction, asked: ir.Expr, label: str, scope: NameScope) -> ir.Body:
    """Ask all who are entitled, in order; each can decline, so being unable to react looks like not wanting to. What is
    asked for with this one belongs to the same question.
    """
    span, name = reaction.name.span, reaction.name.text
    candidate = scope.frame.local("asked", PLAYER, span)
    who = scope.frame.local("me", PLAYER, span)
    asked_for = replace(scope, me=who)
    others = (one for one in scope.world.spec.reactions.values() if one.joins is not None and one.joins.text == name)
    choices = [_answer(one, label, replace(asked_for, path=one.path)) for one in (reaction, *others)]
    decline = replace(
        choices[0],
        name="decline",
        parameters=(),
        conditions=(),
        body=(),
        path=f"{reaction.path}.decline",
        told=interpolations(reaction.declined, asked_for),
    )
    ask = ir.Ask(me=who, who=candidate, choices=(*choices, decline), phase=name, span=span)
    return (ir.ForEach(candidate, asked, (ask,), span),)


def _answer(reaction: spec.Reaction, label: str, scope: NameScope) -> ir.Choice:
    """The move with which whoever is asked reacts."""
    inner, parameters, span = scope, [], reaction.name.span
    for pick in reaction.choose:
        inner, parameter = parameter_of(pick, inner)
        parameters.append(parameter)
    names = frozenset(pick.name.text for pick in reaction.choose)
    tests = conditions(reaction.when, inner, names)
    return ir.Choice(
        name=reaction.name.text,
        style="action",
        parameters=tuple(parameters),
        conditions=tests,
        body=with_announcement(parameters, (*_inside(reaction.do, inner), ir.Exit(label, span)), scope.world),
        path=reaction.path,
        span=span,
        told=interpolations(reaction.braces, inner, names),
    )


def _inside(body: tuple[syn.Stmt, ...], scope: NameScope) -> ir.Body:
    """The lines of what happens instead, one level of reactions deeper."""
    return replace(scope, level=scope.level + 1).lowered(body)


def _replacement(
    deck: spec.DeckSpec, one: spec.KindSpec, body: tuple[syn.Stmt, ...], label: str, scope: NameScope, span: Span
) -> ir.Body:
    return each_active(deck, one, scope, span, lambda inner: (*_inside(body, inner), ir.Exit(label, span)))


def _queued(id: str, chosen: dict[str, ir.Expr], scope: NameScope, span: Span) -> ir.Body:
    """Enqueue the triggers of an event."""
    world = scope.world
    lines: list[ir.Stmt] = []
    for trigger in world.spec.triggers.values():
        word = next((word for word in trigger.after if word.text == id), None)
        if word is not None and _can_wait(chosen, word, world, trigger.path):
            inner = replace(scope, me=turn_player(span), path=trigger.path, where="in a trigger")
            named = f"{id} {trigger.name.text}" if len(trigger.after) > 1 else trigger.name.text
            key = f"trigger {named}{instance_suffix(value.type for value in chosen.values())}"
            key = _trigger_effect(key, id, chosen, trigger.do, trigger.name.span, inner)
            wait = ir.Enqueue(key, (turn_player(span), *chosen.values()), trigger.name.span)
            lines.append(ir.When(holding(trigger.when, inner, span), (wait,), (), trigger.name.span))
    for deck in world.spec.decks.values():
        for one in deck.kinds:
            for word, body in one.after:
                if word.text == id and _can_wait(chosen, word, world, one.path):
                    lines += _card_trigger(deck, one, word, body, id, chosen, scope)
    return tuple(lines)


def _card_trigger(
    deck: spec.DeckSpec,
    one: spec.KindSpec,
    word: syn.Word,
    body: tuple[syn.Stmt, ...],
    id: str,
    chosen: dict[str, ir.Expr],
    scope: NameScope,
) -> ir.Body:
    key = f"trigger {deck.name.text}.{one.id.text} {id}{instance_suffix(value.type for value in chosen.values())}"
    there, it = scope.at(one.path), card(deck.name.text)
    key = _trigger_effect(key, id, chosen, body, word.span, there, it)

    def wait(inner: NameScope) -> ir.Body:
        assert inner.it is not None
        owner = inner.me if inner.me is not None and inner.me.type == PLAYER else turn_player(word.span)
        return (ir.Enqueue(key, (owner, *chosen.values(), inner.it), word.span),)

    return each_active(deck, one, scope, word.span, wait)


def _can_wait(chosen: dict[str, ir.Expr], word: syn.Word, world: World, path: str) -> bool:
    """Whether the event was given single values only: lists cannot wait in the queue (E725)."""
    for name, value in chosen.items():
        if value.type.base == "list":
            message = f"no trigger can follow '{word.text}', because its '{name}' is a list"
            helps = ("write what follows at the end of its own effect",)
            world.report.add("E725", message, word.span, label="has a list", path=path, helps=helps)
            return False
    return True


def _trigger_effect(
    key: str,
    event: str,
    chosen: dict[str, ir.Expr],
    body: tuple[syn.Stmt, ...],
    span: Span,
    scope: NameScope,
    it: Type | None = None,
) -> str:
    """The key of what happens after an event, with what the event was given; `it` is the card that it is written on.

    A trigger waits in the queue, so it may cause its own event again without being circular. That is why it is typed
    with a stack (`world.typing`) of its own.
    """
    world = scope.world
    if key not in world.effects and key not in world.waiting:
        world.waiting.append(key)
        around, world.typing = world.typing, [key]
        world.enter(EVENT, span, scope.path)
        inner = scope.fresh(where="in a trigger", path=scope.path)
        me = inner.frame.local("me", PLAYER, span)
        locals = [me, *(inner.frame.local(n, v.type, span) for n, v in chosen.items())]
        space: dict[str, ir.Expr] = {n: local for n, local in zip(chosen, locals[1:], strict=True)}
        inner = replace(inner, me=me, spaces={event: space, **_event(space, inner)})
        if it is not None:
            card_itself = inner.frame.local("it", it, span)
            locals.append(card_itself)
            inner = replace(inner, it=card_itself)
        lines = inner.lowered(body)
        world.depth -= EVENT
        world.typing = around
        world.waiting.remove(key)
        world.effects[key] = ir.Effect(key, tuple(locals), lines, span)
        world.triggers.append(key)
    return key


# Lowers rules on cards that apply while the card lies in a zone where its deck is active.


def each_active(
    deck: spec.DeckSpec, one: spec.KindSpec, scope: NameScope, span: Span, then: Callable[[NameScope], ir.Body]
) -> ir.Body:
    """For each card of the kind that lies where its rules apply: `then(scope with me and it)`."""
    lines: list[ir.Stmt] = []
    for zone in [scope.world.spec.zones[w.text] for w in deck.active_in if w.text in scope.world.spec.zones]:
        loops, which = member_loops(zone, scope, span, "me")
        me = loops[0][0] if zone.of else None
        place = ir.ZoneOf(zone.name.text, which, Type("zone", deck.name.text), span)
        it = scope.frame.local("it", card(deck.name.text), span)
        inner = replace(scope, me=me, it=it, where="in a card's rule", path=one.path)
        when = ir.When(of_kind(it, deck, one, scope, span), then(inner), (), span)
        each: ir.Body = (ir.ForEach(it, cards_of(place, scope), (when,), span),)
        lines += nested_loops(loops, each, span)
    return tuple(lines)


# Lowers what is chosen for an action or a reaction: `choose: {c: me.hand, t: optional teams}`.


def parameter_of(pick: spec.PickSpec, scope: NameScope) -> tuple[NameScope, ir.Parameter]:
    """One thing to choose, and the scope in which it has a name."""
    source = list_value(pick.source, scope)
    how = member(ir.HOWS, pick.how)
    item = single(source, scope, pick.source.span, how)
    inner, local = scope.local(pick.name, chosen(item, how))
    low, high = (_bound(b, scope) for b in (pick.low, pick.high))
    return inner, ir.Parameter(local=local, source=source, how=how, low=low, high=high, where=None)


def chosen(item: Type, how: ir.How) -> Type:
    """The type of what is chosen from a list of these elements."""
    match how:
        case "one":
            return item
        case "optional":
            return item.maybe()
        case "some":
            return list_of(item)
        case _:
            assert_never(how)


def _bound(node: syn.Expr | None, scope: NameScope) -> ir.Expr | None:
    return None if node is None else fit(scope.typed(node, INTEGER), INTEGER, scope, node.span)
