"""Cards that have been chosen are seen by all as soon as the choice is announced, if they will be seen by all anyway.

A player attacks with a card of their hand. Before the card is laid down, another player may react, and so must know
what is played. So where play may stop between a choice and the move of its cards, the cards are announced first:

    choose c in me.hand             announce c          all see the card, which still lies in the hand
                                    ask somebody        a reaction, or a choice inside the effect
                                    move c to discard   all see discard

A card that its effect may carry to a zone which not everybody sees is not announced: it is passed on unseen. What is
chosen secretly is announced when the choice takes effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import PLAYER, list_of
from ..expressions.matching import all_owners, zones_in
from ..names.world import World

Names = frozenset[int]
"""The numbers of the locals that stand for the chosen cards."""

Course = Literal["stops", "moved", "neither"]
"""What comes first in some lines: play may stop, or the chosen cards are moved."""

STOPS = ir.Ask | ir.Settle | ir.Random | ir.RunTriggers
"""Where play may stop for a player or for chance."""


def with_announcement(parameters: Sequence[ir.Parameter], body: ir.Body, world: World) -> ir.Body:
    """The lines of a choice, before which the chosen cards are announced where that makes a difference."""
    cards = [p.local for p in parameters if _is_card(p.local) and _seen_later(body, p.local, world)]
    return (*(_announce(card) for card in cards), *body)


def _is_card(local: ir.Local) -> bool:
    return (local.type.item or local.type).base == "card"


def _announce(card: ir.Local) -> ir.Stmt:
    cards: ir.Expr = card
    if card.type.item is None:
        cards = ir.ListOf((card,), list_of(card.type), card.span)
    return ir.ShowCards(cards, all_owners(PLAYER, card.span), card.span, announced=True)


def _seen_later(body: ir.Body, card: ir.Local, world: World) -> bool:
    """Whether play may stop before the cards are moved, and all that may become of them is seen by everybody."""
    names = frozenset({card.number})
    targets = list(_targets(body, names, world, set()))
    hiding = next((at for at, is_open in targets if not is_open), None if targets else card.span)
    if hiding is not None:
        world.hiding[card.span] = hiding
    return hiding is None and _course(body, names, world, {}) == "stops"


# Where the cards go --------------------------------------------------------------------------


def _targets(body: ir.Body, names: Names, world: World, seen: set[tuple[str, Names]]) -> Iterator[tuple[Span, bool]]:
    """For each line that may move the chosen cards, whether everybody sees the zone; showing them to all counts.

    `seen` are the effects that were looked at, with what stands for the cards in them: a trigger may cause its own
    event again, and an effect may be run in many places.
    """
    for stmt, here in _followed(body, names):
        match stmt:
            case ir.MoveCards() if _names(stmt.cards, here):
                yield from ((stmt.span, _seen_by_all(zone, world)) for zone in zones_in(stmt.zone))
            case ir.ShowCards() if _names(stmt.cards, here) and stmt.players == all_owners(PLAYER, stmt.players.span):
                yield stmt.span, True
            case ir.Run(effect, args) | ir.Enqueue(effect, args) if effect in world.effects:
                inner = _inner(effect, args, here, world)
                if (effect, inner) not in seen:
                    seen.add((effect, inner))
                    yield from _targets(world.effects[effect].body, inner, world, seen)
            case _:
                pass


def _seen_by_all(zone: str, world: World) -> bool:
    shows = {viewer: word.text for viewer, word in world.spec.zones[zone].shows}
    others = shows.get("all", "count" if shows else "all")
    return others == "all" and shows.get("owner", others) == "all"


def _course(body: ir.Body, names: Names, world: World, known: dict[tuple[str, Names], Course]) -> Course:
    """Whether play may stop in these lines before the cards are certainly moved; `known` is what was found before."""
    for stmt in body:
        match stmt:
            case ir.MoveCards() if _names(stmt.cards, names):
                return "moved"
            case ir.Let(local, value) | ir.Change(local, value) if _names(value, names):
                names |= {local.number}
            case ir.Scope(_, inner):
                course = _course(inner, names, world, known)
                if course != "neither":
                    return course
            case ir.Run(effect, args) if effect in world.effects:
                key = effect, _inner(effect, args, names, world)
                if key not in known:
                    known[key] = _course(world.effects[effect].body, key[1], world, known)
                if known[key] != "neither":
                    return known[key]
            case _ if any(isinstance(one, STOPS) for one in reached((stmt,), world)):
                return "stops"
            case _:
                pass
    return "neither"


# What stands for the cards -------------------------------------------------------------------


def _followed(body: ir.Body, names: Names) -> Iterator[tuple[ir.Stmt, Names]]:
    """All statements inside, each with the names that stand for the cards or for some of them."""
    for stmt in inside(body):
        match stmt:
            case ir.Let(local, value) | ir.Change(local, value) | ir.Random(local, value) if _names(value, names):
                names |= {local.number}
            case ir.ForEach(local, source) if _names(source, names):
                names |= {local.number}
            case _:
                pass
        yield stmt, names


def _inner(effect: str, args: tuple[ir.Expr, ...], names: Names, world: World) -> Names:
    parameters = world.effects[effect].parameters
    return frozenset(p.number for p, arg in zip(parameters, args, strict=True) if _names(arg, names))


def _names(expr: ir.Expr, names: Names) -> bool:
    """Whether an expression is these cards, or some of them."""
    match expr:
        case ir.Local(number):
            return number in names
        case ir.ListOf(items):
            return any(_names(item, names) for item in items)
        case ir.If(_, yes, no):
            return _names(yes, names) or _names(no, names)
        case ir.Apply(args=args) if (expr.type.item or expr.type).base == "card":
            return any(_names(arg, names) for arg in args)
        case ir.Fold(loops=loops) if (expr.type.item or expr.type).base == "card":
            return any(_names(loop.source, names) for loop in loops)
        case _:
            return False


# Walks over the blocks of statements.


def blocks(stmt: ir.Stmt) -> tuple[ir.Body, ...]:
    """The blocks directly inside a statement."""
    match stmt:
        case ir.When():
            return stmt.yes, stmt.no
        case ir.ForEach() | ir.Forever() | ir.Scope():
            return (stmt.body,)
        case ir.Ask():
            return (*(choice.body for choice in stmt.choices), stmt.none or ())
        case _:
            return ()


def inside(body: ir.Body) -> Iterator[ir.Stmt]:
    """All these statements and those inside them, however deep; not those of effects that are run by name."""
    for stmt in body:
        yield stmt
        for block in blocks(stmt):
            yield from inside(block)


def reached(body: ir.Body, world: World, seen: set[str] | None = None) -> Iterator[ir.Stmt]:
    """All these statements, those inside them, and those of the effects that they run, each effect once."""
    seen = set() if seen is None else seen
    for stmt in inside(body):
        yield stmt
        if isinstance(stmt, ir.Run) and stmt.effect in world.effects and stmt.effect not in seen:
            seen.add(stmt.effect)
            yield from reached(world.effects[stmt.effect].body, world, seen)
