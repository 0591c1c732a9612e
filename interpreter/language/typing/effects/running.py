"""Lowers lines that run a named effect: `pay(3)`."""

from __future__ import annotations

from ....diagnostics.diagnostic import Label
from ....diagnostics.suggest import suggest
from ...ir import nodes as ir
from ...syntax import nodes as syn
from ..expressions.instances import as_called
from ..expressions.matching import fit, wrong_count
from ..names.scope import Scope
from ..names.types import type_of
from .events import named_effect


def run(call: syn.Call, scope: Scope) -> ir.Body:
    """Run a named effect with its arguments: E203 unknown, E204 wrong number, E310 wrong type."""
    world, id = scope.world, call.name.text
    declared = world.spec.effects.get(id)
    if declared is None:
        return _unknown_effect(call, scope)
    parameters = declared.signature.parameters
    if len(parameters) != len(call.args):
        world.report.add(
            "E204",
            wrong_count(id, len(parameters), len(call.args)),
            call.span,
            label=f"{len(call.args)} given",
            others=(Label(declared.signature.span, "declared here"),),
            path=scope.path,
        )
        return ()
    args, types = [], []
    for written, parameter in zip(call.args, parameters, strict=True):
        want = type_of(parameter.type, world)
        value = scope.typed(written, want)
        types.append(as_called(want, value.type))
        args.append(fit(value, types[-1], scope, written.span))
    key = named_effect(declared, tuple(types), scope)
    return (ir.Run(key, tuple(args), call.span),) if key else ()


def _unknown_effect(call: syn.Call, scope: Scope) -> ir.Body:
    world, id = scope.world, call.name.text
    notes: tuple[str, ...] = ()
    if id in world.spec.functions:
        notes = (f"'{id}' is a function, which has a value and changes nothing",)
    elif id in world.spec.actions:
        notes = (f"'{id}' is an action, which players choose: `offer {id}`",)
    near = suggest(id, [*world.spec.effects, "score", "activate", "say"])
    world.report.add(
        "E203",
        f"unknown effect '{id}'",
        call.name.span,
        label="no such effect",
        notes=notes,
        helps=(f"did you mean '{near}'?",) if near and not notes else (),
        path=scope.path,
    )
    return ()
