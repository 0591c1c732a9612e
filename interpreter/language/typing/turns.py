"""Lowers turns: who is next, who is skipped, and when a round is complete.

Two engine variables carry this: `turn.player`, whose turn it is, and `turn.next`, who has the next one (`next turn P`
sets it). A round is one pass over the seats from the first player of the phase, the leader; it is complete when the
next turn goes to the leader's seat or past it. Distances from the leader decide that:

    seats            p1  p2  p3  p4        the turn is p4's: distance 2
    leader p2         3   0   1   2        next is p1 (3): the round goes on
                                           next is p2 (0) or p3 (1): not further on than p4, so it is complete
                                           next is p4 again: the round goes on

When a scenario enters the phase itself and says whose turn it is, both variables are that player; otherwise
`turn.next` is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...diagnostics.diagnostic import Label
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, NONE, PLAYER, Type, list_of
from ..spec import nodes as spec
from ..spec.nodes import nested_phases
from .effects.decisions import afterwards
from .effects.events import turn_player
from .expressions.conditions import deciding
from .expressions.matching import fit, number, over
from .initial_values import restarts
from .names.scope import NameScope
from .names.world import ENGINE

# A point in the flow of the game, and what depends on where it is.


@dataclass(frozen=True, slots=True)
class FlowPoint:
    """Where in the flow we are: the scope, the phases around, the phase to be entered (or ""), whether a turn runs.

    `alone` leaves out all phases within one.
    """

    scope: NameScope
    around: tuple[str, ...]
    target: str
    in_turn: bool
    alone: bool = False

    def leads(self, name: str) -> bool:
        """Whether the phase to be entered is this one or a part of it."""
        return bool(self.target) and self.target in nested_phases(name, self.scope.world.spec.phases)


def unless_entering(lines: ir.Body, point: FlowPoint, span: Span) -> ir.Body:
    """These lines, left out on the way to the phase that is entered."""
    if not point.target or not lines:
        return lines
    flag = ir.Variable("entering", None, BOOLEAN, span)
    return (ir.When(ir.Apply("not", (flag,), BOOLEAN, span), lines, (), span),)


def announce_phase(declared: spec.Phase, point: FlowPoint) -> ir.Body:
    """Announce that a phase begins again.

    Only phases of several decisions are worth it, and within somebody's turn the turn itself is the news.
    """
    if point.in_turn or not (declared.steps or declared.turns):
        return ()
    return (ir.Tell(declared.name.text, None, declared.name.span),)


def between_steps(declared: spec.Phase, point: FlowPoint) -> ir.Body:
    """Leave the phase after a step, if its `ends_when` holds."""
    return _leave_if(declared.ends_when, declared, point)


def after_body(declared: spec.Phase, point: FlowPoint) -> ir.Body:
    """Leave the phase when its body has been played (in a turn), if anything that ends it holds."""
    return (*between_steps(declared, point), *_leave_if(declared.repeat_until, declared, point))


def _leave_if(conditions: tuple[spec.ConditionSpec, ...], declared: spec.Phase, point: FlowPoint) -> ir.Body:
    if not conditions:
        return ()
    span = declared.name.span
    test = deciding(conditions, point.scope, span, "end")
    return (ir.When(test, (ir.Exit(declared.name.text, span),), (), span),)


TurnBody = Callable[[spec.Phase, FlowPoint], ir.Body]


def restore_turn(lines: ir.Body, scope: NameScope, span: Span) -> ir.Body:
    """Turns within a turn: afterwards it is the turn of the same player as before, in the same round."""
    before: list[ir.Stmt] = []
    after: list[ir.Stmt] = []
    for name, type in ENGINE.items():
        kept = scope.frame.local("kept", type, span)
        before.append(ir.Let(kept, ir.Variable(name, None, type, span), span))
        after.append(ir.SetVariable(name, None, kept, span))
    return (*before, *lines, *after)


def turns(declared: spec.Phase, body: TurnBody, point: FlowPoint, started: NameScope) -> ir.Body:
    """The body of a phase, once per turn; `started` is the scope in which it is said with whom the turns begin."""
    assert declared.turns is not None
    inner = replace(
        point, in_turn=True, scope=replace(point.scope, me=turn_player(declared.name.span), where="in a turn")
    )
    if declared.turns.order is not None:
        return _in_order(declared, declared.turns, body, point, inner)
    first: ir.Expr = ir.Const(0, PLAYER, declared.name.span)
    if (said := declared.turns.start) is not None:
        first = fit(started.typed(said, PLAYER), PLAYER, started, said.span)
        started.world.note_flow(first, started.me, declared.path, "who")
    return _clockwise(declared, declared.turns, body, (point, inner), first)


class _TurnBuilder:
    """Builds the statements about the turns of one phase, all with its span."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self.player = turn_player(span)
        self.next = ir.Variable("turn.next", None, PLAYER.maybe(), span)
        self.complete = ir.Variable("round.complete", None, BOOLEAN, span)

    def set(self, name: str, value: ir.Expr) -> ir.Stmt:
        return ir.SetVariable(name, None, value, self.span)

    def apply(self, op: str, *args: ir.Expr, type: Type = BOOLEAN) -> ir.Expr:
        return ir.Apply(op, args, type, self.span)

    def boolean(self, value: bool) -> ir.Expr:
        return ir.Const(int(value), BOOLEAN, self.span)

    def when(self, test: ir.Expr, *yes: ir.Stmt, no: ir.Body = ()) -> ir.Stmt:
        return ir.When(test, yes, no, self.span)

    def choice(self, test: ir.Expr | None, yes: ir.Expr, no: ir.Expr) -> ir.Expr:
        return no if test is None else ir.If(test, yes, no, no.type, self.span)

    def no_player(self) -> ir.Expr:
        return ir.Const(NONE, PLAYER.maybe(), self.span)


def _new_round(declared: spec.Phase, build: _TurnBuilder, point: FlowPoint) -> ir.Body:
    one = number(1, build.span)
    later = build.apply("add", ir.Variable("round.number", None, INTEGER, build.span), one, type=INTEGER)
    return (build.set("round.number", later), *announce_phase(declared, point), *restarts("round", point.scope))


def _first_round(declared: spec.Phase, written: spec.TurnsSpec, build: _TurnBuilder, point: FlowPoint) -> ir.Body:
    begins = () if written.once else announce_phase(declared, point)
    return (
        build.set("round.number", number(1, build.span)),
        *begins,
        *unless_entering(restarts("round", point.scope), point, build.span),
    )


def _one_turn(declared: spec.Phase, player: ir.Expr, body: TurnBody, build: _TurnBuilder, inner: FlowPoint) -> ir.Body:
    """One turn of this player, from the variables that restart with it to its last step."""
    fresh = unless_entering(restarts("turn", inner.scope), inner, build.span)
    if inner.target == declared.name.text:
        fresh = (*fresh, build.set("entering", build.boolean(False)))
    played = body(declared, inner)
    # `turn.next` is cleared before the body, so that whoever it names afterwards was named there, by `next turn`
    return (
        build.set("turn.player", player),
        build.set("turn.next", build.no_player()),
        build.set("round.complete", build.boolean(False)),
        *fresh,
        ir.Scope("turn", played, build.span),
        *afterwards(played, inner.scope, build.span),
    )


def _skipped(written: spec.TurnsSpec, player: ir.Expr, point: FlowPoint, build: _TurnBuilder) -> ir.Expr | None:
    """Whether this player is skipped; None where nobody ever is."""
    if not written.skip:
        return None
    return deciding(written.skip, replace(point.scope, me=player, where="in `skip`"), build.span, "skip")


def _given(declared: spec.Phase, point: FlowPoint, build: _TurnBuilder) -> ir.Let | None:
    """Whether a scenario names the player of the first turn; None in a flow that no scenario enters."""
    if not point.target:
        return None
    test: ir.Expr = ir.Variable("entering", None, BOOLEAN, build.span)
    if point.target == declared.name.text:
        test = build.apply("and", test, build.apply("not", build.apply("is_none", build.next)))
    return ir.Let(point.scope.frame.local("given", BOOLEAN, build.span), test, build.span)


# Clockwise or anticlockwise -------------------------------------------------------


def _clockwise(
    declared: spec.Phase, written: spec.TurnsSpec, body: TurnBody, points: tuple[FlowPoint, FlowPoint], first: ir.Expr
) -> ir.Body:
    point, inner = points
    build = _TurnBuilder(declared.name.span)
    leader = point.scope.frame.local("leader", PLAYER, build.span)
    back = None
    if written.reverse is not None:
        back = fit(inner.scope.typed(written.reverse, BOOLEAN), BOOLEAN, inner.scope, written.reverse.span)
        inner.scope.world.note_flow(back, inner.scope.me, declared.path, "who")
    given = _given(declared, point, build)
    begin = leader if given is None else ir.If(given.local, build.player, leader, PLAYER, build.span)
    complete: list[ir.Stmt] = [*after_body(declared, inner)]
    if written.once:
        complete.append(build.when(build.complete, ir.Exit(declared.name.text, build.span)))
    complete.append(build.when(build.complete, *_new_round(declared, build, point)))
    next_player = _sure(build.next)
    # the first turn is looked for before the loop, the others at its end: twice, each with locals of its own
    first_seat = _seat(declared, written, back, leader, build, inner)
    if given and first_seat:
        first_seat = (build.when(build.apply("not", given.local), *first_seat),)
    seat = _seat(declared, written, back, leader, build, inner)
    loop = (*_one_turn(declared, next_player, body, build, inner), *_advance(back, leader, build), *seat, *complete)
    return (
        ir.Let(leader, first, build.span),
        *((given,) if given else ()),
        build.set("turn.next", begin),
        *_first_round(declared, written, build, point),
        *first_seat,
        ir.Forever(loop, build.span),
    )


def _sure(value: ir.Variable) -> ir.Expr:
    return replace(value, type=value.type.sure())


def _advance(back: ir.Expr | None, leader: ir.Expr, build: _TurnBuilder) -> ir.Body:
    """Who is next if no rule has said so, and whether that completes the round."""
    follower = build.choice(
        back, build.apply("previous", build.player, type=PLAYER), build.apply("next", build.player, type=PLAYER)
    )
    again = build.apply("equal", build.next, build.player)
    there, here = _along(back, leader, build.next, build), _along(back, leader, build.player, build)
    wrapped = build.apply("less_equal", there, here)
    given = build.set("round.complete", build.apply("and", build.apply("not", again), wrapped))
    usual = (build.set("round.complete", build.apply("equal", follower, leader)), build.set("turn.next", follower))
    return (build.when(build.apply("is_none", build.next), *usual, no=(given,)),)


def _along(back: ir.Expr | None, leader: ir.Expr, player: ir.Expr, build: _TurnBuilder) -> ir.Expr:
    """The distance of a player from the leader, in the direction of play."""
    forth = build.apply("distance", leader, player, type=INTEGER)
    return build.choice(back, build.apply("distance", player, leader, type=INTEGER), forth)


def _seat(
    declared: spec.Phase,
    written: spec.TurnsSpec,
    back: ir.Expr | None,
    leader: ir.Expr,
    build: _TurnBuilder,
    inner: FlowPoint,
) -> ir.Body:
    """Pass over the players who are skipped; if all are, the phase ends."""
    frame = inner.scope.frame
    candidate = frame.local("candidate", PLAYER, build.span)
    skip = _skipped(written, candidate, inner, build)
    if skip is None:
        return ()
    order = list_of(PLAYER)
    behind = build.apply("players_from", build.apply("next", build.next, type=PLAYER), type=order)
    candidates = build.choice(
        back, build.apply("reverse", behind, type=order), build.apply("players_from", build.next, type=order)
    )
    test = build.apply("not", skip)
    found = frame.local("found", PLAYER.maybe(), build.span)
    search = over("first", ir.Loop(candidate, candidates, test), candidate, PLAYER.maybe(), build.span)
    passed = build.apply("less", _along(back, leader, found, build), _along(back, leader, build.next, build))
    return (
        ir.Let(found, search, build.span),
        build.when(build.apply("is_none", found), ir.Exit(declared.name.text, build.span)),
        build.when(passed, build.set("round.complete", build.boolean(True))),
        build.set("turn.next", found),
    )


# In an order of their own -----------------------------------------------------------------


def _in_order(
    declared: spec.Phase, written: spec.TurnsSpec, body: TurnBody, point: FlowPoint, inner: FlowPoint
) -> ir.Body:
    assert written.order is not None
    build, scope, frame = _TurnBuilder(declared.name.span), point.scope, point.scope.frame
    for key, other in (("from", written.start), ("reverse", written.reverse)):
        if other is not None:
            message = f"turns have '{key}' or 'order', not both"
            label = f"'{key}' has no meaning with an order"
            others = (Label(written.order.span, "the order"),)
            scope.world.report.add("E701", message, other.span, label=label, others=others, path=declared.path)
    order = frame.local("order", list_of(PLAYER), build.span)
    listed = fit(scope.typed(written.order, list_of(PLAYER)), list_of(PLAYER), scope, written.order.span)
    scope.world.note_flow(listed, scope.me, declared.path, "who")
    player = frame.local("player", PLAYER, build.span)
    skip = _skipped(written, player, inner, build)
    has_turn: ir.Expr = build.boolean(True) if skip is None else build.apply("not", skip)
    given = _given(declared, point, build)
    if given is not None:
        arriving = build.apply("and", ir.Variable("entering", None, BOOLEAN, build.span), given.local)
        has_turn = ir.If(arriving, build.apply("equal", player, build.player), has_turn, BOOLEAN, build.span)
    go = (
        build.when(build.apply("is_none", build.next), ir.Exit(".go", build.span)),
        *_one_turn(declared, _sure(build.next), body, build, inner),
        build.set(
            "round.complete",
            build.apply("and", build.apply("is_none", build.next), _last(written, order, player, inner, build)),
        ),
        *after_body(declared, inner),
    )
    turn = (build.set("turn.next", player), ir.Scope(".go", (ir.Forever(go, build.span),), build.span))
    rounds: list[ir.Stmt] = [
        ir.Let(order, listed, build.span),
        build.when(build.apply("not", _anybody(written, order, inner, build)), ir.Exit(declared.name.text, build.span)),
        ir.ForEach(player, order, (build.when(has_turn, *turn),), build.span),
    ]
    before = (*((given,) if given else ()), *_first_round(declared, written, build, point))
    if given is not None:
        rounds.append(build.set("entering", build.boolean(False)))
    if written.once:
        return (*before, *rounds)
    return (*before, ir.Forever((*rounds, *_new_round(declared, build, point)), build.span))


def _anybody(written: spec.TurnsSpec, order: ir.Expr, inner: FlowPoint, build: _TurnBuilder) -> ir.Expr:
    """Whether anyone in the order is not skipped; if all are, the phase ends."""
    other = inner.scope.frame.local("other", PLAYER, build.span)
    skip = _skipped(written, other, inner, build)
    has_turn = build.boolean(True) if skip is None else build.apply("not", skip)
    return over("any", ir.Loop(other, order, None), has_turn, BOOLEAN, build.span)


def _last(written: spec.TurnsSpec, order: ir.Expr, player: ir.Expr, inner: FlowPoint, build: _TurnBuilder) -> ir.Expr:
    """Whether this is the last player in the order who has a turn in this round."""
    other = inner.scope.frame.local("other", PLAYER, build.span)
    skip = _skipped(written, other, inner, build)
    test = None if skip is None else build.apply("or", build.apply("equal", other, player), build.apply("not", skip))
    last = over("last", ir.Loop(other, order, test), other, PLAYER.maybe(), build.span)
    return build.apply("equal", last, player)
