"""Lowers the flow of the game: phases, turns and rounds become plain loops, scopes and decisions.

    NAME:                             scope NAME:
      start: S                          scope phase:
      steps: [A, B]      ->               S
      repeat: {until: U}                  forever:
      ends_when: E                          A
      finish: F                             if E: exit NAME
                                            B
                                            if E: exit NAME
                                            if U: exit NAME
                                      F

`end phase` leaves the innermost scope `phase`, `end NAME` leaves the phase of this name; both continue with `finish`.

To enter a position in the middle (a scenario), the same flow is generated with `entering`, an engine variable
that is true until the phase is reached. What comes before the phase is wrapped in `if not entering`; the loops and
scopes around it are as always, so what follows the phase is what would follow it in a game.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, list_of
from ...spec import nodes as spec
from ...spec.steps import loops, reached
from ...syntax import nodes as syn
from ..effects.asking import action, afterwards
from ..effects.events import turn_player
from ..expressions.matching import fit, number
from ..names.nesting import PHASE
from ..names.scope import Scope
from .condition import known_after, known_inside, played
from .point import Point, after_body, announced, between_steps, unless_entering
from .starting import all_starts, restarts
from .turns import keeping_turn, turns


def main(scope: Scope, entering: str = "") -> ir.Body:
    """The whole game; with `entering`, from that phase on, with its variables already set."""
    begin = scope.world.spec.begin
    point = Point(scope, (), entering, False)
    if entering:
        start: ir.Body = (ir.SetVariable("entering", None, ir.Const(1, BOOLEAN, begin.span), begin.span),)
    else:
        start = all_starts(scope, chance=True)
    return (ir.Scope("game", (*start, *phase(begin, point)), begin.span),)


def phase(word: syn.Word, point: Point) -> ir.Body:
    """A phase: its start, its body as often as it is played, and its finish."""
    world = point.scope.world
    declared = world.spec.phases.get(word.text)
    if declared is None or word.text in point.around or (point.alone and point.around):
        return ()
    span = declared.name.span
    world.enter(PHASE, span, declared.path)
    outer = point.scope
    scope = replace(outer, path=declared.path, where="outside a turn")
    point = replace(point, scope=scope, around=(*point.around, word.text))
    before = replace(point, scope=_as_of_turn(scope, point.in_turn, span))
    effects = replace(before, scope=replace(before.scope, facts=frozenset()))
    started = known_inside(declared, before.scope)
    start = (*restarts(word.text, scope), *_effect(declared.start, started, span))
    if point.leads(word.text):
        start = unless_entering(start, point, span)
        if point.target == word.text and declared.turns is None:
            start = (*start, ir.SetVariable("entering", None, ir.Const(0, BOOLEAN, span), span))
    once = replace(point, scope=started.after(declared.start))
    if declared.turns is not None:
        body = turns(declared, _body, effects, once.scope)
    else:
        body = _repeated(declared, effects) if loops(declared) else _body(declared, once)
    lines: ir.Body = (ir.Scope(word.text, (ir.Scope("phase", (*start, *body), span),), span),)
    if point.in_turn and any(world.spec.phases[p].turns is not None for p in reached(word.text, world.spec.phases)):
        lines = keeping_turn(lines, scope, span)
    lines = (*lines, *afterwards(lines, scope, span), *_effect(declared.finish, effects.scope, span))
    if declared.when:
        lines = (ir.When(played(declared, before), lines, (), span),)
    world.depth -= PHASE
    return lines


def _as_of_turn(scope: Scope, in_turn: bool, span: Span) -> Scope:
    return replace(scope, me=turn_player(span), where="in a turn") if in_turn else scope


def _effect(stmts: tuple[syn.Stmt, ...], scope: Scope, span: Span) -> ir.Body:
    lines = scope.lowered(stmts)
    return (*lines, *afterwards(lines, scope, span))


def _repeated(declared: spec.Phase, point: Point) -> ir.Body:
    """The body a number of times, again and again, or until its condition holds."""
    span = declared.name.span
    once = _body(declared, point)
    if declared.times is not None:
        scope = point.scope
        times = fit(scope.typed(declared.times, INTEGER), INTEGER, scope, declared.times.span)
        scope.world.note_flow(times, scope.me, declared.path, "times")
        local = scope.frame.local("turn", INTEGER, span)
        source = ir.Apply("range", (number(1, span), times), list_of(INTEGER), span)
        return (ir.ForEach(local, source, (*announced(declared, point), *once, *after_body(declared, point)), span),)
    return (ir.Forever((*announced(declared, point), *once, *after_body(declared, point)), span),)


def _body(declared: spec.Phase, point: Point) -> ir.Body:
    """What a phase consists of: an effect, an offer, or steps; `until` and `ends_when` are checked after each step."""
    scope, span = point.scope, declared.name.span
    if declared.do is not None:
        return _effect(declared.do, scope, span)
    if declared.offer:
        return _offered(declared, point)
    lines: list[ir.Stmt] = []
    looks = between_steps(declared, replace(point, scope=replace(scope, facts=frozenset())))
    before = point.leads(declared.name.text) and point.target != declared.name.text
    for i, step in enumerate(declared.steps):
        played = phase(step, point)
        point = replace(point, scope=known_after(step.text, point.scope))
        last = i == len(declared.steps) - 1
        if not last:
            played = (*played, *looks)
        if before:
            if point.leads(step.text):
                before = False
            else:
                played = unless_entering(played, point, span)
        lines += played
    return tuple(lines)


def _offered(declared: spec.Phase, point: Point) -> ir.Body:
    scope, span = point.scope, declared.name.span
    none = None if declared.otherwise is None else _effect(declared.otherwise, scope, span)
    me = scope.frame.local("me", PLAYER, span)
    choices = tuple(c for c in (action(word, me, scope) for word in declared.offer) if c is not None)
    if declared.together is not None:
        players = fit(scope.typed(declared.together, list_of(PLAYER)), list_of(PLAYER), scope, declared.together.span)
        scope.world.note_flow(players, scope.me, declared.path, "who")
        return (
            ir.Ask(me=me, who=players, together=True, choices=choices, none=none, phase=declared.name.text, span=span),
        )
    if declared.by is not None:
        who = fit(scope.typed(declared.by, PLAYER), PLAYER, scope, declared.by.span)
        scope.world.note_flow(who, scope.me, declared.path, "who")
    elif scope.me is not None:
        who = scope.me
    else:
        scope.world.report.add(
            "E320",
            f"there is nobody to ask in '{declared.name.text}': no turn is running there",
            span,
            label="who decides?",
            helps=("say who: `by: PLAYER`", "or let players take turns: `turns: {}` in this phase or an enclosing one"),
            path=declared.path,
        )
        who = ir.Const(0, PLAYER, span)
    return (ir.Ask(me=me, who=who, together=False, choices=choices, none=none, phase=declared.name.text, span=span),)
