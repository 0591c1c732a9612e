"""Cards on their way: move, draw, gather, shuffle, swap, show; what is taken, how often, and how zones are refilled."""

from __future__ import annotations

from collections.abc import Callable

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import did_you_mean
from ...builtins.table import ROWS
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, UNKNOWN, Type, card, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..expressions.families import member_loops, nested_loops, owner_in
from ..expressions.matching import cards_of, fit, mistyped, number, some_players, with_article, zones_in
from ..expressions.members import is_place, item, part
from ..names.declarations import named_zones
from ..names.scope import NameScope
from ..names.world import member, owner_type


def zone(node: syn.Expr, scope: NameScope) -> ir.Expr | None:
    """The zone that an expression names; None, and E310, where it is something else."""
    if isinstance(node, syn.Binary) and node.operator in ("and", "or"):
        helps = ("write a line for each",)
        scope.fault("E310", "cards go to one zone by a line", node.span, label="these are two", helps=helps)
        return None
    value = scope.typed(node)
    if value.type.base == "zone":
        return value
    if value.type != UNKNOWN:
        of_player = "player" in (value.type.base, value.type.item.base if value.type.item else "")
        advice = "each player has their own: `p.hand`; for all of them a loop, `for p in players:`" if of_player else ""
        if value.type.base == "integer":
            advice = "cards are moved; where a player stands is a variable, which is set: `me.position += 1`"
        if isinstance(node, syn.Subscript):
            place = f"position {print_syntax(node.index)} of {print_syntax(node.target)}"
            advice = f"the place of a card is written `{place}`"
        mistyped("a zone", value.type, node.span, scope, helps=(advice,) if advice else ())
    return None


def move(stmt: syn.MoveStatement, scope: NameScope) -> ir.Body:
    """`move C to PLACE`: a card, a list of cards, or a whole zone as it lies."""
    target = zone(stmt.place.zone, scope)
    settle, cards = taken_cards(stmt.cards, scope)
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
        return move_and_refill(cards, (ir.MoveAll(cards, target, at, stmt.span),), scope)
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
        case ir.Apply(op=op, args=(place,)) if ROWS[op].gives_card:
            return (*settle, *move_and_refill(place, moved, scope))
        case _ if settle:
            return (*settle, *move_and_refill(settled_zone(settle), moved, scope))
        case _:
            return (*settle, *moved)


def _as_list(cards: ir.Expr, scope: NameScope) -> ir.Expr:
    if cards.type.base == "zone":
        return cards_of(cards, scope)
    if cards.type.base == "list" or cards.type == UNKNOWN:
        return cards
    if cards.type.base == "none":
        return ir.ListOf((), Type("list"), cards.span)
    return ir.ListOf((cards,), list_of(cards.type), cards.span)


def _same_deck(cards: ir.Expr, target: ir.Expr, span: Span, scope: NameScope) -> bool:
    type = cards.type.item if cards.type.base == "list" else cards.type
    if type is None or type.base == "none":
        return True
    if type.base in ("card", "zone") and type.name == target.type.name:
        return True
    what = (
        "kinds cannot be moved, only cards"
        if type.base == "kind"
        else f"only cards can be moved, but this is {with_article(cards.type)}"
    )
    if type.base in ("card", "zone"):
        what = f"these are cards of {type.name}, but the zone holds cards of {target.type.name}"
    helps: tuple[str, ...] = ()
    if type.base == "kind":
        helps = ("a variable names kinds, while the cards lie in zones: `first(c for c in ZONE if c == …)`",)
    if type.base == "integer":
        helps = (f"to take the top cards of a zone: `draw {span.written.strip()} from ZONE to ZONE`",)
    scope.fault("E633", what, span, label=f"this is {with_article(cards.type)}", helps=helps)
    return False


def _check_ordered(
    target: ir.Expr, span: Span, scope: NameScope, instead: str = "or leave out the position: `move … to ZONE`"
) -> None:
    for name in zones_in(target):
        declared = scope.world.spec.zones.get(name)
        if declared is not None and not declared.order and name not in scope.world.unordered:
            label = "it has no top, bottom or positions"
            helps = (f"give it one: `zones.{name}.order: stack` or `row`", instead)
            others = (Label(declared.name.span, "declared without an `order`"),)
            message = f"the cards in '{name}' have no order"
            scope.fault("E632", message, span, label=label, others=others, helps=helps)


def draw(stmt: syn.Draw, scope: NameScope) -> ir.Body:
    """`draw 3 from deck to me.hand`: one by one, refilling in between; if the cards run out, fewer are drawn."""
    source, target = zone(stmt.source, scope), zone(stmt.target, scope)
    many = times(stmt.number, scope)
    if source is None or target is None:
        return ()
    if not _same_deck(source, target, stmt.source.span, scope):
        return ()
    _check_ordered(source, stmt.source.span, scope, "or choose a card: `choose c in ZONE`, `random c in ZONE`")
    once = for_each_zone(source, lambda one, inner: draw_one(one, target, inner, stmt.span), scope)
    if isinstance(many, ir.Const) and many.value == 1:
        return once
    turns = ir.Apply("range", (number(1, stmt.span), many), list_of(INTEGER), stmt.number.span)
    return (ir.ForEach(scope.frame.local("turn", INTEGER, stmt.span), turns, once, stmt.span),)


def draw_one(source: ir.ZoneOf, target: ir.Expr, scope: NameScope, span: Span) -> ir.Body:
    """Move the top card of a zone, after a refill where one is needed (semantics 16)."""
    empty = ir.Apply("zone_empty", (source,), BOOLEAN, span)
    top = ir.Apply("top", (source,), card(source.type.name).maybe(), span)
    step: list[ir.Stmt] = []
    if source.name in scope.world.unordered:
        step.append(ir.Settle(source, "top", span))
    step.append(ir.MoveCards(ir.ListOf((top,), list_of(top.type), span), target, "", None, span))
    step += when_empty(source, scope)
    return (*when_needed(source, scope), ir.When(ir.Apply("not", (empty,), BOOLEAN, span), tuple(step), (), span))


def gather(stmt: syn.Gather, scope: NameScope) -> ir.Body:
    """`gather main except box to pile`: all cards of the deck, from every other zone that holds it."""
    world = scope.world
    deck = world.spec.decks.get(stmt.deck.text)
    target = zone(stmt.target, scope)
    if deck is None:
        message, helps = f"unknown deck '{stmt.deck.text}'", did_you_mean(stmt.deck.text, world.spec.decks)
        notes = ("decks: " + ", ".join(world.spec.decks),)
        if stmt.deck.text in world.spec.zones:
            helps = (f"the cards of a zone are moved: `move {stmt.deck.text} to {print_syntax(stmt.target)}`",)
        scope.fault("E209", message, stmt.deck.span, label="no such deck", notes=notes, helps=helps)
        return ()
    if target is None or not _same_deck(
        ir.ListOf((), list_of(card(deck.name.text)), stmt.deck.span), target, stmt.deck.span, scope
    ):
        return ()
    start = next((z for z in world.spec.zones.values() if z.holds.text == deck.name.text and z.start), None)
    own = start is not None and start.of is not None
    lines: list[ir.Stmt] = []
    families = {name: zone for name, zone in world.spec.zones.items() if zone.holds.text == deck.name.text}
    for kept in stmt.kept:
        if families.pop(kept.text, None) is None:
            message = f"'{kept.text}' is no other zone that holds '{deck.name.text}'"
            scope.fault("E201", message, kept.span, label="no such zone", helps=did_you_mean(kept.text, families))
    for family in families.values():
        lines += _gathered(family, target, own, scope, stmt.span)
    return tuple(lines)


def _gathered(family: spec.ZoneSpec, target: ir.Expr, own: bool, scope: NameScope, span: Span) -> ir.Body:
    type = Type("zone", family.holds.text)
    same = isinstance(target, ir.ZoneOf) and target.name == family.name.text
    whose = owner_in(target.owner, scope.world.spec.zones[target.name]) if isinstance(target, ir.ZoneOf) else None
    theirs = own and family.of is not None and whose is not None and whose.type == owner_type(family.of)
    loops, which = member_loops(family, scope, span, "owner", whose if theirs else None)
    if same and not loops:
        return ()
    step: ir.Body = (ir.MoveAll(ir.ZoneOf(family.name.text, which, type, span), target, "", span),)
    if same and which is not None and isinstance(target, ir.ZoneOf) and target.owner is not None:
        other = ir.Apply("not", (ir.Apply("equal", (which, target.owner), BOOLEAN, span),), BOOLEAN, span)
        step = (ir.When(other, step, (), span),)
    return nested_loops(loops, step, span)


def shuffle(stmt: syn.Shuffle, scope: NameScope) -> ir.Body:
    """`shuffle deck`: from now on its order is unknown."""
    place = zone(stmt.zone, scope)
    return () if place is None else (ir.ShuffleZone(place, stmt.span),)


def swap(stmt: syn.Swap, scope: NameScope) -> ir.Body:
    """`swap a, b`: two cards change places, or all cards of two zones."""
    left, right = scope.typed(stmt.left), scope.typed(stmt.right)
    if UNKNOWN in (left.type, right.type):
        return ()
    if left.type.base == right.type.base == "zone" and _same_deck(left, right, stmt.left.span, scope):
        first = scope.frame.local("first", list_of(card(left.type.name)), stmt.span)
        second = scope.frame.local("second", list_of(card(left.type.name)), stmt.span)
        return (
            ir.Let(first, cards_of(left, scope), stmt.span),
            ir.Let(second, cards_of(right, scope), stmt.span),
            ir.MoveCards(first, right, "bottom", None, stmt.span),
            ir.MoveCards(second, left, "bottom", None, stmt.span),
        )
    if left.type.base == right.type.base == "card" and left.type.name == right.type.name:
        return _swap_cards(left, right, scope, stmt.span)
    message = (
        "only two cards or two zones of the same deck can be swapped,"
        f" not {with_article(left.type)} and {with_article(right.type)}"
    )
    scope.fault("E633", message, stmt.span, label="cannot be swapped")
    return ()


def _swap_cards(left: ir.Expr, right: ir.Expr, scope: NameScope, span: Span) -> ir.Body:
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


def show(stmt: syn.Show, scope: NameScope) -> ir.Body:
    """`show me.hand to p`: a player, or a list of them, gets to know the cards."""
    settle, cards = taken_cards(stmt.cards, scope)
    who = some_players(stmt.to, scope)
    if cards.type == UNKNOWN or who.type == UNKNOWN:
        return ()
    some = _as_list(cards, scope)
    if some.type.item is not None and some.type.item.base != "card":
        what = f"this is {with_article(cards.type)}"
        scope.fault("E633", f"only cards can be shown, but {what}", stmt.cards.span, label=what)
        return ()
    return (*settle, ir.ShowCards(some, who, stmt.span))


# Cards that an effect takes out of a zone, or looks at: in a zone whose order is unknown chance settles them first.
#
#     move pile.top to me.hand          settle top of pile
#     show pile[1..3] to me             for n in 1..3: settle position n of pile
#     let cards = pile[1..3]            the same
#     move pile[n] to me.hand           settle position n of pile
#
# The order of a shuffled zone is not drawn when it is shuffled: chance settles each card when it is first needed, after
# a refill if that is needed too. Only the ends of a zone are refilled; what is looked at by its place is what lies
# there.


def taken_cards(node: syn.Expr, scope: NameScope) -> tuple[ir.Body, ir.Expr]:
    """What is taken out or looked at, and the statements that must run before."""
    return settled_cards(node, scope) or ((), scope.typed(node))


def settled_cards(node: syn.Expr, scope: NameScope) -> tuple[ir.Body, ir.Expr] | None:
    """The cards at some places of a zone whose order is unknown, with what settles them; None if it names no such."""
    match node:
        case syn.AttributeAccess() if node.name.text in ("top", "bottom"):
            place = scope.typed(node.target)
            if _unordered(place, scope):
                read = ir.Apply(node.name.text, (place,), card(place.type.name).maybe(), node.span)
                return (
                    *for_each_zone(place, when_needed, scope),
                    ir.Settle(place, member(ir.EDGES, node.name.text), node.span),
                ), read
        case syn.Subscript() if named_zones(node.target, scope.world.spec) & scope.world.unordered and is_place(
            node, scope
        ):
            place = scope.typed(node.target)
            if _unordered(place, scope):
                return _from_the_top(node, place, scope)
        case _:
            pass
    return None


def settled_zone(settle: ir.Body) -> ir.Expr:
    """The zone in which chance settles cards here."""
    match settle[-1]:
        case ir.Settle(zone):
            return zone
        case ir.ForEach(_, _, body):
            return settled_zone(body)
        case other:
            raise TypeError(f"nothing is settled by {type(other).__name__}")


def _unordered(place: ir.Expr, scope: NameScope) -> bool:
    return place.type.base == "zone" and bool(set(zones_in(place)) & scope.world.unordered)


def _from_the_top(node: syn.Subscript, place: ir.Expr, scope: NameScope) -> tuple[ir.Body, ir.Expr]:
    """`pile[2]`, `pile[1..3]`: the cards at these places, which chance settles one after the other."""
    frame, span = scope.frame, node.span
    cards = cards_of(place, scope, ordered=False)
    if not (isinstance(node.index, syn.Binary) and node.index.operator == ".."):
        at = frame.local("place", INTEGER, span)
        value = fit(scope.typed(node.index), INTEGER, scope, node.index.span)
        return (ir.Let(at, value, span), ir.Settle(place, "top", span, at)), item(cards, at, span)
    low, high, at = (frame.local(name, INTEGER, span) for name in ("low", "high", "place"))
    bounds = [fit(scope.typed(one), INTEGER, scope, one.span) for one in (node.index.left, node.index.right)]
    first = ir.Apply("larger", (low, number(1, span)), INTEGER, span)
    last = ir.Apply("smaller", (high, ir.Apply("zone_size", (place,), INTEGER, span)), INTEGER, span)
    places = ir.Apply("range", (first, last), list_of(INTEGER), span)
    lines: ir.Body = (
        ir.Let(low, bounds[0], span),
        ir.Let(high, bounds[1], span),
        ir.ForEach(at, places, (ir.Settle(place, "top", span, at),), span),
    )
    return lines, part(cards, low, high, span, scope)


# Refilling a zone from another: when a card is needed and none is there, or as soon as the last is gone.


def for_each_zone(place: ir.Expr, then: Callable[[ir.ZoneOf, NameScope], ir.Body], scope: NameScope) -> ir.Body:
    """What to do with a zone, also where `a if x else b` decides which zone it is."""
    match place:
        case ir.ZoneOf():
            return then(place, scope)
        case ir.If():
            yes, no = for_each_zone(place.yes, then, scope), for_each_zone(place.no, then, scope)
            return (ir.When(place.test, yes, no, place.span),) if yes or no else ()
        case _:
            return ()


def when_needed(source: ir.ZoneOf, scope: NameScope) -> ir.Body:
    """Refill a zone in which a card is needed, if it is empty."""
    declared = scope.world.spec.zones[source.name]
    if declared.refill is None:
        return ()
    empty = ir.Apply("zone_empty", (source,), BOOLEAN, source.span)
    return (ir.When(empty, _refill(source, declared.refill, scope), (), source.span),)


def when_empty(source: ir.ZoneOf, scope: NameScope) -> ir.Body:
    """Refill a zone from which a card is gone, if that was the last and the spec says `when: empty`."""
    refill = scope.world.spec.zones[source.name].refill
    if refill is None or refill.when == "needed":
        return ()
    test: ir.Expr = ir.Apply("zone_empty", (source,), BOOLEAN, source.span)
    if not isinstance(refill.when, str):
        plain = scope.fresh(frame=scope.frame, where="in `refill`", path=f"zones.{source.name}.refill")
        early = fit(plain.typed(refill.when), BOOLEAN, plain, refill.when.span)
        test = ir.Apply("and", (early, test), BOOLEAN, source.span)
    return (ir.When(test, _refill(source, refill, scope), (), source.span),)


def _refill(source: ir.ZoneOf, refill: spec.Refill, scope: NameScope) -> ir.Body:
    declared = scope.world.spec.zones.get(refill.zone.text)
    if declared is None:
        return ()
    # what is refilled from is one on the table, one of the same owner, or the same member of a family (E634)
    owner = source.owner if declared.along else owner_in(source.owner, declared)
    other = ir.ZoneOf(refill.zone.text, owner, source.type, source.span)
    return (ir.MoveAll(other, source, "", source.span), ir.ShuffleZone(source, source.span))


def move_and_refill(place: ir.Expr, moved: ir.Body, scope: NameScope) -> ir.Body:
    """Move cards out of a zone, and refill it if they were the last ones and the spec says `when: empty`."""
    refilled = for_each_zone(place, when_empty, scope)
    if not refilled:
        return moved
    empty = ir.Apply("zone_empty", (place,), BOOLEAN, place.span)
    return (ir.When(ir.Apply("not", (empty,), BOOLEAN, place.span), (*moved, *refilled), (), place.span),)


# How often something is done: `draw N`, `repeat N`, `while … at most N`. What is written is never below zero.


def times(node: syn.Expr, scope: NameScope) -> ir.Expr:
    """The number of times; E261 for a negative one, with which nothing would ever happen.

    A number that is computed may become negative: then nothing happens.
    """
    value = fit(scope.typed(node), INTEGER, scope, node.span)
    if isinstance(value, ir.Const) and isinstance(value.value, int) and value.value < 0 and value.type == INTEGER:
        message = f"this is never done: {value.value} is below zero"
        helps = (f"write how often or how many: `{-value.value}`",)
        scope.fault("E261", message, node.span, label="less than once", helps=helps)
    return value
