"""The condition under which a phase is played, and what it makes certain inside.

    duel:
      when: challenger is not none      the phase is only played if there is one,
      by: challenger                    so there is somebody who decides

This holds at the beginning of the phase, until something may change it: so not in phases that are played again and
again, except for `start` and `turns: {from: …}`, nor for variables that restart with the phase, nor after a step in
which something may change it. A scenario that enters the phase need not fulfil `when`, except for what is made certain
like this.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..expressions.conditions import deciding
from ..names.facts import about, after_step, if_true
from ..names.scope import Scope
from ..names.walk import records
from .point import Point


def known_inside(declared: spec.Phase, scope: Scope) -> Scope:
    """The scope at the beginning of a phase, with what its `when` makes certain."""
    restarted = {
        variable.name.text
        for variable in scope.world.spec.variables.values()
        if variable.each is not None and variable.each.text == declared.name.text
    }
    facts = frozenset[str]().union(*(if_true(one.test) for one in declared.when if _names_none(one)))
    return scope.knowing(frozenset(fact for fact in facts if not about(fact) & restarted))


def known_after(step: str, scope: Scope) -> Scope:
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
    return replace(scope, facts=after_step(tuple(found.values()), scope.facts, restarted | scored))


def played(declared: spec.Phase, point: Point) -> ir.Expr:
    """Whether a phase is played: its condition holds, or it is on the way of a scenario that enters it."""
    span = declared.name.span
    certain = tuple(one for one in declared.when if _names_none(one))
    others = tuple(one for one in declared.when if not _names_none(one))
    if not point.leads(declared.name.text):
        return deciding(declared.when, point.scope, span, "play")
    test = deciding(others, known_inside(declared, point.scope), span, "play")
    entering: ir.Expr = ir.Variable("entering", None, BOOLEAN, span)
    arriving = ir.Apply("or", (entering, test), BOOLEAN, span)
    return _both(deciding(certain, point.scope, span, "play"), arriving, span) if certain else arriving


def _both(first: ir.Expr, second: ir.Expr, span: Span) -> ir.Expr:
    return ir.Apply("and", (first, second), BOOLEAN, span)


def _names_none(condition: spec.Condition) -> bool:
    """Whether a condition makes certain that something is not none, and says so."""
    says = any(isinstance(part, syn.IsNone) for part in records(condition.test))
    return says and bool(if_true(condition.test))
