"""Turns: who is next, whom to pass over, and when a round is complete.

Two engine variables carry it: `turn.player`, whose turn it is, and `turn.next`, who has the next one (`next turn P`
sets it). A round is one pass over the seats from the first player of the phase on; it is complete when the next
turn goes to that seat or past it.

Where a scenario enters the phase itself and says whose turn it is, that player stands in both; else `turn.next` is
none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, NONE, PLAYER, Type, list_of
from ...spec import nodes as spec
from ..effects.asking import afterwards
from ..effects.events import turn_player
from ..expressions.conditions import holding
from ..expressions.matching import fit, number
from ..names.scope import Scope
from ..names.world import ENGINE
from .place import Place, leave_if, told, unless_entering
from .starting import anew

TurnBody = Callable[[spec.Phase, Place], ir.Body]


def keeping_turn(made: ir.Body, scope: Scope, span: Span) -> ir.Body:
    """Turns within a turn: afterwards it is the turn of the same player as before."""
    before: list[ir.Stmt] = []
    after: list[ir.Stmt] = []
    for name, type in ENGINE.items():
        kept = scope.frame.local("kept", type, span)
        before.append(ir.Let(kept, ir.Variable(name, None, type, span), span))
        after.append(ir.SetVariable(name, None, kept, span))
    return (*before, *made, *after)


def turns(declared: spec.Phase, body: TurnBody, place: Place) -> ir.Body:
    """The body of a phase, once a turn."""
    assert declared.turns is not None
    inner = replace(
        place, in_turn=True, scope=replace(place.scope, me=turn_player(declared.name.span), where="in a turn")
    )
    if declared.turns.order is not None:
        return _in_order(declared, declared.turns, body, place, inner)
    return _clockwise(declared, declared.turns, body, place, inner)


class _Say:
    """Short ways to write the statements about turns of one phase."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self.player = turn_player(span)
        self.next = ir.Variable("turn.next", None, PLAYER.maybe(), span)
        self.complete = ir.Variable("round.complete", None, BOOLEAN, span)

    def set(self, name: str, value: ir.Expr) -> ir.Stmt:
        return ir.SetVariable(name, None, value, self.span)

    def apply(self, op: str, *args: ir.Expr, type: Type = BOOLEAN) -> ir.Expr:
        return ir.Apply(op, args, type, self.span)

    def truth(self, value: bool) -> ir.Expr:
        return ir.Const(int(value), BOOLEAN, self.span)

    def when(self, test: ir.Expr, *yes: ir.Stmt, no: ir.Body = ()) -> ir.Stmt:
        return ir.When(test, yes, no, self.span)

    def choice(self, test: ir.Expr | None, yes: ir.Expr, no: ir.Expr) -> ir.Expr:
        return no if test is None else ir.If(test, yes, no, no.type, self.span)

    def nobody(self) -> ir.Expr:
        return ir.Const(NONE, PLAYER.maybe(), self.span)


def _new_round(declared: spec.Phase, say: _Say, place: Place) -> ir.Body:
    one = number(1, say.span)
    later = say.apply("add", ir.Variable("round.number", None, INTEGER, say.span), one, type=INTEGER)
    return (say.set("round.number", later), *told(declared, place), *anew("round", place.scope))


def _first_round(declared: spec.Phase, written: spec.Turns, say: _Say, place: Place) -> ir.Body:
    begins = () if written.once else told(declared, place)
    return (
        say.set("round.number", number(1, say.span)),
        *begins,
        *unless_entering(anew("round", place.scope), place, say.span),
    )


def _one_turn(declared: spec.Phase, player: ir.Expr, body: TurnBody, say: _Say, inner: Place) -> ir.Body:
    """One turn of this player, from what starts anew with it to its last step."""
    fresh = unless_entering(anew("turn", inner.scope), inner, say.span)
    if inner.target == declared.name.text:
        fresh = (*fresh, say.set("entering", say.truth(False)))
    played = body(declared, inner)
    return (
        say.set("turn.player", player),
        say.set("turn.next", say.nobody()),
        say.set("round.complete", say.truth(False)),
        *fresh,
        ir.Scope("turn", played, say.span),
        *afterwards(played, inner.scope, say.span),
    )


def _skipped(written: spec.Turns, player: ir.Expr, place: Place, say: _Say) -> ir.Expr | None:
    """Whether this player is passed over; None where nobody is."""
    if not written.skip:
        return None
    return holding(written.skip, replace(place.scope, me=player, where="in `skip`"), say.span)


def _given(declared: spec.Phase, place: Place, say: _Say) -> ir.Let | None:
    """Whether the first turn is that of the player whom a scenario names; None where none can enter here."""
    if not place.target:
        return None
    test: ir.Expr = ir.Variable("entering", None, BOOLEAN, say.span)
    if place.target == declared.name.text:
        test = say.apply("and", test, say.apply("not", say.apply("is_none", say.next)))
    return ir.Let(place.scope.frame.local("given", BOOLEAN, say.span), test, say.span)


# Clockwise, or the other way round -------------------------------------------------------


def _clockwise(declared: spec.Phase, written: spec.Turns, body: TurnBody, place: Place, inner: Place) -> ir.Body:
    say, scope = _Say(declared.name.span), place.scope
    leader = scope.frame.local("leader", PLAYER, say.span)
    if written.start is not None:
        first = fit(scope.typed(written.start, PLAYER), PLAYER, scope, written.start.span)
    else:
        first = ir.Const(0, PLAYER, say.span)
    back = None
    if written.reverse is not None:
        back = fit(inner.scope.typed(written.reverse, BOOLEAN), BOOLEAN, inner.scope, written.reverse.span)
    given = _given(declared, place, say)
    begin = leader if given is None else ir.If(given.local, say.player, leader, PLAYER, say.span)
    complete: list[ir.Stmt] = [*leave_if(declared, inner)]
    if written.once:
        complete.append(say.when(say.complete, ir.Exit(declared.name.text, say.span)))
    complete.append(say.when(say.complete, *_new_round(declared, say, place)))
    next_player = _sure(say.next)
    first_seat = _seat(declared, written, back, leader, say, inner)
    if given and first_seat:
        first_seat = (say.when(say.apply("not", given.local), *first_seat),)
    seat = _seat(declared, written, back, leader, say, inner)
    loop = (*_one_turn(declared, next_player, body, say, inner), *_advance(back, leader, say), *seat, *complete)
    return (
        ir.Let(leader, first, say.span),
        *((given,) if given else ()),
        say.set("turn.next", begin),
        *_first_round(declared, written, say, place),
        *first_seat,
        ir.Forever(loop, say.span),
    )


def _sure(value: ir.Variable) -> ir.Expr:
    return replace(value, type=value.type.sure())


def _advance(back: ir.Expr | None, leader: ir.Expr, say: _Say) -> ir.Body:
    """Whose turn it would be, and whether the round is over with that."""
    follower = say.choice(
        back, say.apply("previous", say.player, type=PLAYER), say.apply("next", say.player, type=PLAYER)
    )
    again = say.apply("equal", say.next, say.player)
    there, here = _along(back, leader, say.next, say), _along(back, leader, say.player, say)
    wrapped = say.apply("less_equal", there, here)
    given = say.set("round.complete", say.apply("and", say.apply("not", again), wrapped))
    usual = (say.set("round.complete", say.apply("equal", follower, leader)), say.set("turn.next", follower))
    return (say.when(say.apply("is_none", say.next), *usual, no=(given,)),)


def _along(back: ir.Expr | None, leader: ir.Expr, player: ir.Expr, say: _Say) -> ir.Expr:
    """How far a player sits from the first one of the round, in the direction of play."""
    forth = say.apply("distance", leader, player, type=INTEGER)
    return say.choice(back, say.apply("distance", player, leader, type=INTEGER), forth)


def _seat(
    declared: spec.Phase, written: spec.Turns, back: ir.Expr | None, leader: ir.Expr, say: _Say, inner: Place
) -> ir.Body:
    """Players who are to be skipped are passed over; with nobody left the phase ends."""
    frame = inner.scope.frame
    candidate = frame.local("candidate", PLAYER, say.span)
    skip = _skipped(written, candidate, inner, say)
    if skip is None:
        return ()
    order = list_of(PLAYER)
    behind = say.apply("players_from", say.apply("next", say.next, type=PLAYER), type=order)
    candidates = say.choice(
        back, say.apply("reverse", behind, type=order), say.apply("players_from", say.next, type=order)
    )
    test = say.apply("not", skip)
    found = frame.local("found", PLAYER.maybe(), say.span)
    search = ir.Fold(
        op="first",
        loops=(ir.Loop(candidate, candidates, test),),
        body=candidate,
        keys=(),
        type=PLAYER.maybe(),
        span=say.span,
    )
    passed = say.apply("less", _along(back, leader, found, say), _along(back, leader, say.next, say))
    return (
        ir.Let(found, search, say.span),
        say.when(say.apply("is_none", found), ir.Exit(declared.name.text, say.span)),
        say.when(passed, say.set("round.complete", say.truth(True))),
        say.set("turn.next", found),
    )


# In an order of their own -----------------------------------------------------------------


def _in_order(declared: spec.Phase, written: spec.Turns, body: TurnBody, place: Place, inner: Place) -> ir.Body:
    assert written.order is not None
    say, scope, frame = _Say(declared.name.span), place.scope, place.scope.frame
    for key, other in (("from", written.start), ("reverse", written.reverse)):
        if other is not None:
            scope.world.report.add(
                "E701",
                f"turns have '{key}' or 'order', not both",
                other.span,
                label=f"'{key}' has no meaning with an order",
                others=(Label(written.order.span, "the order"),),
                path=declared.path,
            )
    order = frame.local("order", list_of(PLAYER), say.span)
    listed = fit(scope.typed(written.order, list_of(PLAYER)), list_of(PLAYER), scope, written.order.span)
    player = frame.local("player", PLAYER, say.span)
    skip = _skipped(written, player, inner, say)
    has_turn: ir.Expr = say.truth(True) if skip is None else say.apply("not", skip)
    given = _given(declared, place, say)
    if given is not None:
        arriving = say.apply("and", ir.Variable("entering", None, BOOLEAN, say.span), given.local)
        has_turn = ir.If(arriving, say.apply("equal", player, say.player), has_turn, BOOLEAN, say.span)
    go = (
        say.when(say.apply("is_none", say.next), ir.Exit(".go", say.span)),
        *_one_turn(declared, _sure(say.next), body, say, inner),
        say.set(
            "round.complete",
            say.apply("and", say.apply("is_none", say.next), _last(written, order, player, inner, say)),
        ),
        *leave_if(declared, inner),
    )
    turn = (say.set("turn.next", player), ir.Scope(".go", (ir.Forever(go, say.span),), say.span))
    rounds: list[ir.Stmt] = [
        ir.Let(order, listed, say.span),
        say.when(say.apply("not", _anybody(written, order, inner, say)), ir.Exit(declared.name.text, say.span)),
        ir.ForEach(player, order, (say.when(has_turn, *turn),), say.span),
    ]
    before = (*((given,) if given else ()), *_first_round(declared, written, say, place))
    if given is not None:
        rounds.append(say.set("entering", say.truth(False)))
    if written.once:
        return (*before, *rounds)
    return (*before, ir.Forever((*rounds, *_new_round(declared, say, place)), say.span))


def _anybody(written: spec.Turns, order: ir.Expr, inner: Place, say: _Say) -> ir.Expr:
    """Whether there is somebody in the order who is not to be skipped; with nobody left the phase ends."""
    other = inner.scope.frame.local("other", PLAYER, say.span)
    skip = _skipped(written, other, inner, say)
    has_turn = say.truth(True) if skip is None else say.apply("not", skip)
    return ir.Fold(op="any", loops=(ir.Loop(other, order, None),), body=has_turn, keys=(), type=BOOLEAN, span=say.span)


def _last(written: spec.Turns, order: ir.Expr, player: ir.Expr, inner: Place, say: _Say) -> ir.Expr:
    """Whether nobody after this player has a turn in this round, who is the last in the order."""
    other = inner.scope.frame.local("other", PLAYER, say.span)
    skip = _skipped(written, other, inner, say)
    test = None if skip is None else say.apply("or", say.apply("equal", other, player), say.apply("not", skip))
    last = ir.Fold(
        op="last", loops=(ir.Loop(other, order, test),), body=other, keys=(), type=PLAYER.maybe(), span=say.span
    )
    return say.apply("equal", last, player)
