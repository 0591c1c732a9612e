"""Activating cards: the effect written on a card, done by a player."""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import PLAYER, UNKNOWN, card
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..expressions.balanced import by_kind
from ..expressions.matching import is_kind, mistyped, number_of
from ..names.nesting import EVENT
from ..names.scope import Frame, Scope


def activate(call: syn.Call, scope: Scope) -> ir.Body:
    """`activate(c)`: the effect written on the card, with `me` who does it."""
    world = scope.world
    target = _card(call, scope)
    if target is None:
        return ()
    if scope.me is None or scope.me.type != PLAYER:
        world.report.add(
            "E320",
            f"'activate' needs a 'me' who does it, but there is none {scope.where}",
            call.span,
            label="who does it?",
            helps=("activate cards in an action, a choice or a phase",),
            path=scope.path,
        )
        return ()
    deck = world.spec.decks[target.type.name]
    if not any(one.activate for one in deck.kinds):
        world.report.add(
            "E331",
            f"no card of {deck.name.text} has anything to activate",
            call.span,
            label="this line does nothing",
            helps=("say on a card what happens: `activate: EFFECT`",),
            path=scope.path,
        )
    it = scope.frame.local("it", target.type, call.span)
    rows: list[tuple[int, ir.Body]] = []
    for one in reversed(deck.kinds):
        key = card_effect(deck, one, scope) if one.activate else None
        if key is not None:
            rows.insert(0, (number_of(one, deck, scope), (ir.Run(key, (scope.me, it), call.span),)))
    return (ir.Let(it, target, call.span), *_by_kind(it, deck, rows, call.span))


def _by_kind(it: ir.Local, deck: spec.Deck, rows: list[tuple[int, ir.Body]], span: Span) -> ir.Body:
    """The lines for the kind of a card."""

    def few(rows: Sequence[tuple[int, ir.Body]]) -> ir.Body:
        lines: ir.Body = ()
        for number, run in reversed(rows):
            lines = (ir.When(is_kind(it, number, deck, span), run, lines, span),)
        return lines

    def split(test: ir.Expr, first: ir.Body, second: ir.Body) -> ir.Body:
        return (ir.When(test, first, second, span),)

    return by_kind(it, deck.name.text, rows, split=split, few=few, span=span)


def _card(call: syn.Call, scope: Scope) -> ir.Expr | None:
    """The card to activate: E204 not one argument, E310 not a card."""
    if len(call.args) != 1:
        scope.world.report.add(
            "E204",
            f"'activate' needs one card, but got {len(call.args)}",
            call.span,
            label=f"{len(call.args)} given",
            path=scope.path,
        )
        return None
    target = scope.typed(call.args[0])
    if target.type == UNKNOWN:
        return None
    if target.type.base != "card":
        mistyped("a card", target.type, call.args[0].span, scope)
        return None
    return target


def card_effect(deck: spec.Deck, one: spec.Kind, scope: Scope) -> str | None:
    """The key of what a card does, typed for the level of reactions of the scope; None where it runs itself (E321)."""
    world, level = scope.world, scope.level
    key = f"card {deck.name.text}.{one.id.text}" + (f"@{level}" if level else "")
    if key in world.typing:
        circle = [
            k.split("@")[0].split(".")[-1].removeprefix("action ") for k in world.typing[world.typing.index(key) :]
        ]
        world.report.add(
            "E321",
            f"'{one.id.text}' activates itself: " + " -> ".join([*circle, one.id.text]),
            one.id.span,
            label="circular",
            path=one.path,
        )
        return None
    if key not in world.effects:
        world.typing.append(key)
        world.enter(EVENT, one.id.span, one.path)
        frame = Frame()
        me = frame.local("me", PLAYER, one.id.span)
        it = frame.local("it", card(deck.name.text), one.id.span)
        inner = scope.fresh(frame=frame, me=me, it=it, level=level, where="in a card's rule", path=one.path)
        lines = inner.lowered(one.activate)
        world.depth -= EVENT
        world.typing.pop()
        world.effects[key] = ir.Effect(key, (me, it), lines, one.id.span)
    return key
