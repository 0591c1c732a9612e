"""Cards on their way: move, draw, gather, shuffle, swap, show."""

from __future__ import annotations

from ....diagnostics.span import Span
from ....diagnostics.suggest import suggest
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, UNKNOWN, Type, card, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..expressions.families import everyone, looped, owner_in
from ..expressions.matching import a, cards_of, fit, mistyped, number, zones_in
from ..names.scope import Scope
from ..names.types import member, owner_type
from .refills import by_zone, emptying, when_empty, when_needed
from .taking import settled_in, taken
from .times import times


def zone(node: syn.Expr, scope: Scope) -> ir.Expr | None:
    """The zone that an expression names; None, and E310, where it is something else."""
    value = scope.typed(node)
    if value.type.base == "zone":
        return value
    if value.type != UNKNOWN:
        of_player = "player" in (value.type.base, value.type.item.base if value.type.item else "")
        helps = ("each player has their own: `p.hand`; for all of them a loop, `for p in players:`",)
        mistyped("a zone", value.type, node.span, scope, helps=helps if of_player else ())
    return None


def move(stmt: syn.Move, scope: Scope) -> ir.Body:
    """`move C to PLACE`: a card, a list of cards, or a whole zone as it lies."""
    target = zone(stmt.place.zone, scope)
    settle, cards = taken(stmt.cards, scope)
    if target is None or cards.type == UNKNOWN:
        return ()
    position = None
    if stmt.place.position is not None:
        position = fit(scope.typed(stmt.place.position), INTEGER, scope, stmt.place.position.span)
    if stmt.place.at:
        _check_ordered(target, stmt.place.span, scope)
    if not _same_deck(cards, target, stmt.cards.span, scope):
        return ()
    at = member(ir.ATS, stmt.place.at)
    whole = cards.type.base == "zone" and stmt.left_out is None and stmt.alike is None
    if whole and at != "position":
        return emptying(cards, (ir.MoveAll(cards, target, at, stmt.span),), scope)
    some = _as_list(cards, scope)
    if stmt.left_out is not None:
        kept = scope.typed(stmt.left_out)
        if kept.type == UNKNOWN or not _same_deck(kept, target, stmt.left_out.span, scope):
            return ()
        some = ir.Apply("without", (some, _as_list(kept, scope)), some.type, stmt.cards.span)
    if stmt.alike is not None:
        many = fit(scope.typed(stmt.alike), INTEGER, scope, stmt.alike.span)
        some = ir.Apply("alike", (many, some), some.type, stmt.cards.span)
    by = None if isinstance(position, ir.Const | None) else scope.secret
    moved: ir.Body = (ir.MoveCards(some, target, at, position, stmt.span, by),)
    match cards:
        case ir.Apply(op="top" | "bottom" | "only", args=(place,)) if place.type.base == "zone":
            return (*settle, *emptying(place, moved, scope))
        case _ if settle:
            return (*settle, *emptying(settled_in(settle), moved, scope))
        case _:
            return (*settle, *moved)


def _as_list(cards: ir.Expr, scope: Scope) -> ir.Expr:
    if cards.type.base == "zone":
        return cards_of(cards, scope)
    if cards.type.base == "list" or cards.type == UNKNOWN:
        return cards
    if cards.type.base == "none":
        return ir.ListOf((), Type("list"), cards.span)
    return ir.ListOf((cards,), list_of(cards.type), cards.span)


def _same_deck(cards: ir.Expr, target: ir.Expr, span: Span, scope: Scope) -> bool:
    type = cards.type.item if cards.type.base == "list" else cards.type
    if type is None or type.base == "none":
        return True
    if type.base in ("card", "zone") and type.name == target.type.name:
        return True
    what = (
        "kinds cannot be moved, only cards"
        if type.base == "kind"
        else f"only cards can be moved, but this is {a(cards.type)}"
    )
    if type.base in ("card", "zone"):
        what = f"these are cards of {type.name}, but the zone holds cards of {target.type.name}"
    helps: tuple[str, ...] = ()
    if type.base == "kind":
        helps = ("a variable names kinds, while the cards lie in zones: `first(c for c in ZONE if c == …)`",)
    scope.world.report.add("E633", what, span, label=f"this is {a(cards.type)}", helps=helps, path=scope.path)
    return False


def _check_ordered(
    target: ir.Expr, span: Span, scope: Scope, instead: str = "or leave out the position: `move … to ZONE`"
) -> None:
    for name in zones_in(target):
        declared = scope.world.spec.zones.get(name)
        if declared is not None and not declared.order and name not in scope.world.unordered:
            scope.world.report.add(
                "E632",
                f"the cards in '{name}' have no order",
                span,
                label="it has no top, bottom or positions",
                helps=(f"give it one: `zones.{name}.order: stack` or `row`", instead),
                path=scope.path,
            )


def draw(stmt: syn.Draw, scope: Scope) -> ir.Body:
    """`draw 3 from deck to me.hand`: one by one, refilling in between; if the cards run out, fewer are drawn."""
    source, target = zone(stmt.source, scope), zone(stmt.target, scope)
    many = times(stmt.number, scope)
    if source is None or target is None:
        return ()
    if not _same_deck(source, target, stmt.source.span, scope):
        return ()
    _check_ordered(source, stmt.source.span, scope, "or choose a card: `choose c in ZONE`, `random c in ZONE`")
    once = by_zone(source, lambda one, inner: draw_one(one, target, inner, stmt.span), scope)
    if isinstance(many, ir.Const) and many.value == 1:
        return once
    turns = ir.Apply("range", (number(1, stmt.span), many), list_of(INTEGER), stmt.number.span)
    return (ir.ForEach(scope.frame.local("turn", INTEGER, stmt.span), turns, once, stmt.span),)


def draw_one(source: ir.ZoneOf, target: ir.Expr, scope: Scope, span: Span) -> ir.Body:
    """Move the top card of a zone, after a refill where one is needed (semantics 16)."""
    empty = ir.Apply("zone_empty", (source,), BOOLEAN, span)
    top = ir.Apply("top", (source,), card(source.type.name).maybe(), span)
    step: list[ir.Stmt] = []
    if source.name in scope.world.unordered:
        step.append(ir.Settle(source, "top", span))
    step.append(ir.MoveCards(ir.ListOf((top,), list_of(top.type), span), target, "", None, span))
    step += when_empty(source, scope)
    return (*when_needed(source, scope), ir.When(ir.Apply("not", (empty,), BOOLEAN, span), tuple(step), (), span))


def gather(stmt: syn.Gather, scope: Scope) -> ir.Body:
    """`gather main to pile`: all cards of the deck, from every zone that holds it."""
    world = scope.world
    deck = world.spec.decks.get(stmt.deck.text)
    target = zone(stmt.target, scope)
    if deck is None:
        near = suggest(stmt.deck.text, world.spec.decks)
        world.report.add(
            "E209",
            f"unknown deck '{stmt.deck.text}'",
            stmt.deck.span,
            label="no such deck",
            notes=("decks: " + ", ".join(world.spec.decks),),
            helps=(f"did you mean '{near}'?",) if near else (),
            path=scope.path,
        )
        return ()
    if target is None or not _same_deck(
        ir.ListOf((), list_of(card(deck.name.text)), stmt.deck.span), target, stmt.deck.span, scope
    ):
        return ()
    start = next((z for z in world.spec.zones.values() if z.holds.text == deck.name.text and z.start), None)
    own = start is not None and start.of is not None
    lines: list[ir.Stmt] = []
    for family in world.spec.zones.values():
        if family.holds.text == deck.name.text:
            lines += _gathered(family, target, own, scope, stmt.span)
    return tuple(lines)


def _gathered(family: spec.Zone, target: ir.Expr, own: bool, scope: Scope, span: Span) -> ir.Body:
    type = Type("zone", family.holds.text)
    same = isinstance(target, ir.ZoneOf) and target.name == family.name.text
    whose = owner_in(target.owner, scope.world.spec.zones[target.name]) if isinstance(target, ir.ZoneOf) else None
    theirs = own and family.of is not None and whose is not None and whose.type == owner_type(family.of)
    loops, which = everyone(family, scope, span, "owner", whose if theirs else None)
    if same and not loops:
        return ()
    step: ir.Body = (ir.MoveAll(ir.ZoneOf(family.name.text, which, type, span), target, "", span),)
    if same and which is not None and isinstance(target, ir.ZoneOf) and target.owner is not None:
        other = ir.Apply("not", (ir.Apply("equal", (which, target.owner), BOOLEAN, span),), BOOLEAN, span)
        step = (ir.When(other, step, (), span),)
    return looped(loops, step, span)


def shuffle(stmt: syn.Shuffle, scope: Scope) -> ir.Body:
    """`shuffle deck`: from now on its order is unknown."""
    place = zone(stmt.zone, scope)
    return () if place is None else (ir.ShuffleZone(place, stmt.span),)


def swap(stmt: syn.Swap, scope: Scope) -> ir.Body:
    """`swap a, b`: two cards change places, or all cards of two zones."""
    left, right = scope.typed(stmt.left), scope.typed(stmt.right)
    if UNKNOWN in (left.type, right.type):
        return ()
    if left.type.base == right.type.base == "zone" and _same_deck(left, right, stmt.left.span, scope):
        return _swap_zones(left, right, scope, stmt.span)
    if left.type.base == right.type.base == "card" and left.type.name == right.type.name:
        return _swap_cards(left, right, scope, stmt.span)
    scope.world.report.add(
        "E633",
        f"only two cards or two zones of the same deck can be swapped, not {a(left.type)} and {a(right.type)}",
        stmt.span,
        label="cannot be swapped",
        path=scope.path,
    )
    return ()


def _swap_zones(left: ir.Expr, right: ir.Expr, scope: Scope, span: Span) -> ir.Body:
    first = scope.frame.local("first", list_of(card(left.type.name)), span)
    second = scope.frame.local("second", list_of(card(left.type.name)), span)
    return (
        ir.Let(first, cards_of(left, scope), span),
        ir.Let(second, cards_of(right, scope), span),
        ir.MoveCards(first, right, "bottom", None, span),
        ir.MoveCards(second, left, "bottom", None, span),
    )


def _swap_cards(left: ir.Expr, right: ir.Expr, scope: Scope, span: Span) -> ir.Body:
    type = Type("zone", left.type.name)
    names = [
        scope.frame.local(n, t, span) for n, t in (("a", left.type), ("b", right.type), ("a_in", type), ("b_in", type))
    ]
    one, two, one_in, two_in = names
    places = [scope.frame.local(n, INTEGER, span) for n in ("a_at", "b_at")]

    def there(value: ir.Expr) -> ir.Expr:
        return ir.Apply("not", (ir.Apply("is_none", (value,), BOOLEAN, span),), BOOLEAN, span)

    body: ir.Body = (
        ir.Let(one_in, ir.Apply("zone_of", (one,), type, span), span),
        ir.Let(two_in, ir.Apply("zone_of", (two,), type, span), span),
        ir.Let(places[0], ir.Apply("card_place", (one,), INTEGER, span), span),
        ir.Let(places[1], ir.Apply("card_place", (two,), INTEGER, span), span),
        ir.MoveCards(ir.ListOf((one,), list_of(one.type), span), two_in, "position", places[1], span),
        ir.MoveCards(ir.ListOf((two,), list_of(two.type), span), one_in, "position", places[0], span),
    )
    both = ir.Apply("and", (there(one), there(two)), BOOLEAN, span)
    return (ir.Let(one, left, span), ir.Let(two, right, span), ir.When(both, body, (), span))


def show(stmt: syn.Show, scope: Scope) -> ir.Body:
    """`show me.hand to p`: a player, or a list of them, gets to know the cards."""
    settle, cards = taken(stmt.cards, scope)
    who = scope.typed(stmt.to)
    if who.type.base == "player":
        who = ir.ListOf((fit(who, PLAYER, scope, stmt.to.span),), list_of(PLAYER), stmt.to.span)
    who = fit(who, list_of(PLAYER), scope, stmt.to.span)
    if cards.type == UNKNOWN or who.type == UNKNOWN:
        return ()
    some = _as_list(cards, scope)
    if some.type.item is not None and some.type.item.base != "card":
        what = f"this is {a(cards.type)}"
        scope.world.report.add(
            "E633", f"only cards can be shown, but {what}", stmt.cards.span, label=what, path=scope.path
        )
        return ()
    return (*settle, ir.ShowCards(some, who, stmt.span))
