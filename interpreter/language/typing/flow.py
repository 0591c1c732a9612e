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

from ...diagnostics.span import Span
from ..ir import nodes as ir
from ..ir.traversal import records
from ..ir.types import BOOLEAN, INTEGER, PLAYER, list_of
from ..spec import nodes as spec
from ..spec.nodes import loops, nested_phases
from ..syntax import nodes as syn
from .effects.decisions import action, afterwards
from .effects.events import turn_player
from .expressions.conditions import deciding
from .expressions.matching import fit, number
from .initial_values import all_starts, restarts
from .names.scope import NameScope, facts_after_step, if_true, words_in_fact
from .names.world import PHASE
from .turns import FlowPoint, after_body, announce_phase, between_steps, restore_turn, turns, unless_entering


def main(scope: NameScope, entering: str = "") -> ir.Body:
    """The whole game; with `entering`, from that phase on, with its variables already set."""
    begin = scope.world.spec.begin
    point = FlowPoint(scope, (), entering, False)
    if entering:
        start: ir.Body = (ir.SetVariable("entering", None, ir.Const(1, BOOLEAN, begin.span), begin.span),)
    else:
        start = all_starts(scope, chance=True)
    return (ir.Scope("game", (*start, *phase(begin, point)), begin.span),)


def phase(word: syn.Word, point: FlowPoint) -> ir.Body:
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
    before = replace(point, scope=replace(scope, me=turn_player(span), where="in a turn") if point.in_turn else scope)
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
    if point.in_turn and any(
        world.spec.phases[p].turns is not None for p in nested_phases(word.text, world.spec.phases)
    ):
        lines = restore_turn(lines, scope, span)
    # outside of the scope that ending the phase leaves, so `finish` runs then too
    lines = (*lines, *afterwards(lines, scope, span), *_effect(declared.finish, effects.scope, span))
    if declared.when:
        lines = (ir.When(played(declared, before), lines, (), span),)
    world.depth -= PHASE
    return lines


def _effect(stmts: tuple[syn.Stmt, ...], scope: NameScope, span: Span) -> ir.Body:
    lines = scope.lowered(stmts)
    return (*lines, *afterwards(lines, scope, span))


def _repeated(declared: spec.Phase, point: FlowPoint) -> ir.Body:
    """The body a number of times, again and again, or until its condition holds."""
    span = declared.name.span
    once = _body(declared, point)
    if declared.times is not None:
        scope = point.scope
        typed = scope.typed(declared.times, INTEGER)
        if typed.type == BOOLEAN:
            message, helps = (
                "a number is needed here, but this is a condition",
                ("until it holds: `repeat: {until: …}`",),
            )
            typed = scope.fault("E310", message, declared.times.span, helps=helps)
        times = fit(typed, INTEGER, scope, declared.times.span)
        scope.world.note_flow(times, scope.me, declared.path, "times")
        local = scope.frame.local("turn", INTEGER, span)
        source = ir.Apply("range", (number(1, span), times), list_of(INTEGER), span)
        return (
            ir.ForEach(local, source, (*announce_phase(declared, point), *once, *after_body(declared, point)), span),
        )
    return (ir.Forever((*announce_phase(declared, point), *once, *after_body(declared, point)), span),)


def _body(declared: spec.Phase, point: FlowPoint) -> ir.Body:
    """What a phase consists of: an effect, an offer, or steps; `ends_when` is checked after each step."""
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


def _offered(declared: spec.Phase, point: FlowPoint) -> ir.Body:
    scope, span = point.scope, declared.name.span
    none = None if declared.otherwise is None else _effect(declared.otherwise, scope, span)
    me = scope.frame.local("me", PLAYER, span)
    choices = tuple(c for c in (action(word, me, scope) for word in declared.offer) if c is not None)
    if declared.together is not None:
        players = fit(scope.typed(declared.together, list_of(PLAYER)), list_of(PLAYER), scope, declared.together.span)
        scope.world.note_flow(players, scope.me, declared.path, "who")
        phase_name = declared.name.text
        return (ir.Ask(me=me, who=players, together=True, choices=choices, none=none, phase=phase_name, span=span),)
    if declared.by is not None:
        who = fit(scope.typed(declared.by, PLAYER), PLAYER, scope, declared.by.span)
        scope.world.note_flow(who, scope.me, declared.path, "who")
    elif scope.me is not None:
        who = scope.me
    else:
        message = f"there is nobody to ask in '{declared.name.text}': no turn is running there"
        known = [
            name
            for name, one in scope.world.spec.variables.items()
            if one.type.span.text == "player" and one.of is None
        ]
        helps = ["let players take turns: `turns: {}` in this phase or an enclosing one", "or say who: `by: PLAYER`"]
        if len(known) == 1 and not loops(declared):
            helps = [f"say who: `by: {known[0]}`", f"or {helps[0]}"]
        asked = declared.offer[0].span.until(declared.offer[-1].span)
        scope.world.report.add("E320", message, asked, label="who decides?", helps=tuple(helps), path=declared.path)
        who = ir.Const(0, PLAYER, span)
    return (ir.Ask(me=me, who=who, choices=choices, none=none, phase=declared.name.text, span=span),)


# The condition under which a phase is played, and what it makes certain inside.
#
#     duel:
#       when: challenger is not none      the phase is only played if there is one,
#       by: challenger                    so there is somebody who decides
#
# This holds at the beginning of the phase, until something may change it: so not in phases that are played again and
# again, except for `start` and `turns: {from: …}`, nor for variables that restart with the phase, nor after a step in
# which something may change it. A scenario that enters the phase need not fulfil `when`, except for what is made
# certain like this.


def known_inside(declared: spec.Phase, scope: NameScope) -> NameScope:
    """The scope at the beginning of a phase, with what its `when` makes certain."""
    restarted = {
        variable.name.text
        for variable in scope.world.spec.variables.values()
        if variable.each is not None and variable.each.text == declared.name.text
    }
    facts = frozenset[str]().union(*(if_true(one.test) for one in declared.when if _names_none(one)))
    return scope.knowing(frozenset(fact for fact in facts if not words_in_fact(fact) & restarted))


def known_after(step: str, scope: NameScope) -> NameScope:
    """The scope after a step of a phase, in which still holds what nothing that belongs to the step may change."""
    if not scope.facts:
        return scope
    whole = scope.world.spec
    anywhere = (whole.triggers, whole.reactions, whole.decks)  # they may come at any time
    found: dict[str, object] = {"": anywhere}
    waiting: list[object] = [anywhere, syn.Word(step, whole.span)]
    while waiting:
        for node in records(waiting.pop()):
            name = node.text if isinstance(node, syn.Word) else node.id if isinstance(node, syn.Name) else ""
            for named in (whole.phases, whole.actions, whole.effects) if name not in found else ():
                if name in named:
                    found[name] = named[name]
                    waiting.append(named[name])
    restarted = {one.name.text for one in whole.variables.values() if one.each and one.each.text in found}
    scored = {one.into.text for one in whole.scoring.values() if one.into}
    return replace(scope, facts=facts_after_step(tuple(found.values()), scope.facts, restarted | scored))


def played(declared: spec.Phase, point: FlowPoint) -> ir.Expr:
    """Whether a phase is played: its condition holds, or it is on the way of a scenario that enters it."""
    span = declared.name.span
    certain = tuple(one for one in declared.when if _names_none(one))
    others = tuple(one for one in declared.when if not _names_none(one))
    if not point.leads(declared.name.text):
        return deciding(declared.when, point.scope, span, "play")
    test = deciding(others, known_inside(declared, point.scope), span, "play")
    entering: ir.Expr = ir.Variable("entering", None, BOOLEAN, span)
    arriving = ir.Apply("or", (entering, test), BOOLEAN, span)
    if not certain:
        return arriving
    return ir.Apply("and", (deciding(certain, point.scope, span, "play"), arriving), BOOLEAN, span)


def _names_none(condition: spec.ConditionSpec) -> bool:
    """Whether a condition makes certain that something is not none, and says so."""
    says = any(isinstance(part, syn.IsNone) for part in records(condition.test))
    return says and any(not fact.startswith("count(") for fact in if_true(condition.test))
