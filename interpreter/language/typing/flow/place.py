"""Where in the flow of the game something is played."""

from __future__ import annotations

from dataclasses import dataclass

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN
from ...spec import nodes as spec
from ..expressions.conditions import holding
from ..names.scope import Scope


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the flow we are: the scope, the phases around, the one to be entered, and whether a turn runs."""

    scope: Scope
    around: tuple[str, ...]
    target: str
    in_turn: bool

    def leads(self, name: str) -> bool:
        """Whether the phase to be entered is this one, or lies in it."""
        return bool(self.target) and self.target in reached(name, self.scope.world.spec)


def reached(name: str, spec_: spec.Spec) -> set[str]:
    """The phases that a phase consists of, itself among them."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in found or one not in spec_.phases:
            continue
        found.add(one)
        waiting += [w.text for w in spec_.phases[one].steps]
    return found


def unless_entering(made: ir.Body, place: Place, span: Span) -> ir.Body:
    """What is left out on the way to the phase that is entered."""
    if not place.target or not made:
        return made
    flag = ir.Variable("entering", None, BOOLEAN, span)
    return (ir.When(ir.Apply("not", (flag,), BOOLEAN, span), made, (), span),)


def told(declared: spec.Phase, place: Place) -> ir.Body:
    """Those who watch are told that a phase of several decisions begins once more; within somebody's turn that is not
    told.
    """
    if place.in_turn or not (declared.steps or declared.turns):
        return ()
    return (ir.Tell(declared.name.text, None, declared.name.span),)


def leave_if(declared: spec.Phase, place: Place) -> ir.Body:
    """The phase ends where its `until` holds."""
    if not declared.until:
        return ()
    span = declared.name.span
    test = holding(declared.until, place.scope, span)
    return (ir.When(test, (ir.Exit(declared.name.text, span),), (), span),)
