"""A point in the flow of the game, and what depends on where it is."""

from __future__ import annotations

from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN
from ...spec import nodes as spec
from ...spec.steps import reached
from ..expressions.conditions import deciding
from ..names.scope import Scope


@dataclass(frozen=True, slots=True)
class Point:
    """Where in the flow we are: the scope, the phases around, the phase to be entered (or ""), whether a turn runs.

    `alone` leaves out all phases within one.
    """

    scope: Scope
    around: tuple[str, ...]
    target: str
    in_turn: bool
    alone: bool = False

    def leads(self, name: str) -> bool:
        """Whether the phase to be entered is this one or a part of it."""
        return bool(self.target) and self.target in reached(name, self.scope.world.spec.phases)


def unless_entering(lines: ir.Body, point: Point, span: Span) -> ir.Body:
    """These lines, left out on the way to the phase that is entered."""
    if not point.target or not lines:
        return lines
    flag = ir.Variable("entering", None, BOOLEAN, span)
    return (ir.When(ir.Apply("not", (flag,), BOOLEAN, span), lines, (), span),)


def announced(declared: spec.Phase, point: Point) -> ir.Body:
    """Announce that a phase begins again.

    Only phases of several decisions are worth it, and within somebody's turn the turn itself is the news.
    """
    if point.in_turn or not (declared.steps or declared.turns):
        return ()
    return (ir.Tell(declared.name.text, None, declared.name.span),)


def between_steps(declared: spec.Phase, point: Point) -> ir.Body:
    """Leave the phase after a step, if its `until` or its `ends_when` holds."""
    return (*_leave_if(declared.until, declared, point), *_leave_if(declared.ends_when, declared, point))


def after_body(declared: spec.Phase, point: Point) -> ir.Body:
    """Leave the phase when its body has been played (in a turn), if anything that ends it holds."""
    later = declared.repeat_until or (declared.turns.until if declared.turns else ())
    return (*between_steps(declared, point), *_leave_if(later, declared, point))


def _leave_if(conditions: tuple[spec.Condition, ...], declared: spec.Phase, point: Point) -> ir.Body:
    if not conditions:
        return ()
    span = declared.name.span
    test = deciding(conditions, point.scope, span, "end")
    return (ir.When(test, (ir.Exit(declared.name.text, span),), (), span),)
