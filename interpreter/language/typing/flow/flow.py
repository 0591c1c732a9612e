"""The flow of the game: phases, turns and rounds become plain loops, scopes and decisions.

Where a position is entered in the middle (a scenario), the same flow is made with `entering`: the
engine variable of that name is true until the phase is reached, and until then nothing that comes before
it happens.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..effects.asking import action, afterwards
from ..effects.events import turn_player
from ..expressions.conditions import holding
from ..expressions.matching import fit, number
from ..names.scope import Scope
from .place import Place, leave_if, reached, told, unless_entering
from .starting import all_starts, anew
from .turns import keeping_turn, turns


def main(scope: Scope, entering: str = "") -> ir.Body:
    """The whole game; with `entering`, from that phase on, its variables being set already."""
    begin = scope.world.spec.begin
    place = Place(scope, (), entering, False)
    if entering:
        start: ir.Body = (ir.SetVariable("entering", None, ir.Const(1, BOOLEAN, begin.span), begin.span),)
    else:
        start = all_starts(scope, chance=True)
    return (ir.Scope("game", (*start, *phase(begin, place)), begin.span),)


def phase(word: syn.Word, place: Place) -> ir.Body:
    """A phase, with its start, its body as often as it is played, and its finish."""
    world = place.scope.world
    declared = world.spec.phases.get(word.text)
    if declared is None or word.text in place.around:
        return ()
    span = declared.name.span
    outer = place.scope
    scope = replace(outer, path=declared.path, where="outside a turn")
    place = replace(place, scope=scope, around=(*place.around, word.text))
    effects = replace(place, scope=_as_of_turn(scope, place.in_turn, span))
    start = (*anew(word.text, scope), *_effect(declared.start, effects.scope, span))
    if place.leads(word.text):
        start = unless_entering(start, place, span)
        if place.target == word.text and declared.turns is None:
            start = (*start, ir.SetVariable("entering", None, ir.Const(0, BOOLEAN, span), span))
    body = turns(declared, _body, effects) if declared.turns is not None else _repeated(declared, effects)
    made: ir.Body = (ir.Scope(word.text, (ir.Scope("phase", (*start, *body), span),), span),)
    if place.in_turn and any(world.spec.phases[p].turns is not None for p in reached(word.text, world.spec)):
        made = keeping_turn(made, scope, span)
    made = (*made, *afterwards(made, scope, span), *_effect(declared.finish, effects.scope, span))
    if declared.when:
        test = holding(declared.when, effects.scope, span)
        if place.leads(word.text):
            test = ir.Apply("or", (ir.Variable("entering", None, BOOLEAN, span), test), BOOLEAN, span)
        made = (ir.When(test, made, (), span),)
    return made


def _as_of_turn(scope: Scope, in_turn: bool, span: Span) -> Scope:
    return replace(scope, me=turn_player(span), where="in a turn") if in_turn else scope


def _effect(stmts: tuple[syn.Stmt, ...], scope: Scope, span: Span) -> ir.Body:
    made = scope.lowered(stmts)
    return (*made, *afterwards(made, scope, span))


def _repeated(declared: spec.Phase, place: Place) -> ir.Body:
    """The body once, some times, or until its condition holds."""
    span = declared.name.span
    once = _body(declared, place)
    if declared.times is not None:
        scope = place.scope
        times = fit(scope.typed(declared.times, INTEGER), INTEGER, scope, declared.times.span)
        local = scope.frame.local("turn", INTEGER, span)
        source = ir.Apply("range", (number(1, span), times), list_of(INTEGER), span)
        return (ir.ForEach(local, source, (*told(declared, place), *once, *leave_if(declared, place)), span),)
    if declared.repeat or declared.until:
        return (ir.Forever((*told(declared, place), *once, *leave_if(declared, place)), span),)
    return once


def _body(declared: spec.Phase, place: Place) -> ir.Body:
    """What a phase consists of: an effect, an offer, or steps, after each of which `until` is looked at."""
    scope, span = place.scope, declared.name.span
    if declared.do is not None:
        return _effect(declared.do, scope, span)
    if declared.offer:
        return _offered(declared, place)
    made: list[ir.Stmt] = []
    looks = leave_if(declared, place)
    before = place.leads(declared.name.text) and place.target != declared.name.text
    for i, step in enumerate(declared.steps):
        played = phase(step, place)
        last = i == len(declared.steps) - 1
        if not last:
            played = (*played, *looks)
        if before:
            if place.leads(step.text):
                before = False
            else:
                played = unless_entering(played, place, span)
        made += played
    return tuple(made)


def _offered(declared: spec.Phase, place: Place) -> ir.Body:
    scope, span = place.scope, declared.name.span
    none = None if declared.otherwise is None else _effect(declared.otherwise, scope, span)
    me = scope.frame.local("me", PLAYER, span)
    choices = tuple(c for c in (action(word, me, scope) for word in declared.offer) if c is not None)
    if declared.together is not None:
        players = fit(scope.typed(declared.together, list_of(PLAYER)), list_of(PLAYER), scope, declared.together.span)
        return (
            ir.Ask(me=me, who=players, together=True, choices=choices, none=none, phase=declared.name.text, span=span),
        )
    if declared.by is not None:
        who = fit(scope.typed(declared.by, PLAYER), PLAYER, scope, declared.by.span)
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
