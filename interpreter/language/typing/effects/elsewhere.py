"""Lines as other languages have them, `row.append(c)`, and what is written here instead."""

from __future__ import annotations

from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.write import write
from ..names.scope import Scope

PUTS_IN = ("append", "add", "push", "insert", "extend", "put", "place", "append_to")
TAKES_OUT = ("remove", "delete", "discard", "pop", "take", "draw")
MIXES = ("shuffle", "mix")
EMPTIES = ("clear", "reset", "empty")


def instead_of_a_call(call: syn.Expr, scope: Scope) -> str:
    """The help for a line that is an expression: what changes the zone or the variable before the dot.

    `finished.append(me)` is `finished += [me]` for a list, and `move c to row` where cards are added to a zone.
    """
    if isinstance(call, syn.Call) and call.target is not None:
        name, what = call.name.text, write(call.target)
        argument = write(call.args[0]) if call.args else "…"
        declared = _declared(call.target, scope)
        found = (
            _of_a_zone(name, what, argument)
            if isinstance(declared, spec.Zone)
            else _of_a_variable(name, what, argument, declared)
        )
        if found:
            return found
    known = isinstance(call, syn.Call) and call.name.text in scope.world.spec.effects
    written = f"{call.name.text}(…)" if isinstance(call, syn.Call) and known else "pay(me, 3)"
    return f"an effect takes all its arguments in parentheses: `{written}`"


def _declared(target: syn.Expr, scope: Scope) -> spec.Zone | spec.Variable | None:
    """The zone or variable that is meant by `row` or `p.row`."""
    name = target.id if isinstance(target, syn.Name) else target.name.text if isinstance(target, syn.Attribute) else ""
    return scope.world.spec.zones.get(name) or scope.world.spec.variables.get(name)


def _of_a_zone(name: str, zone: str, argument: str) -> str:
    if name in PUTS_IN:
        return f"cards are moved: `move {argument} to {zone}`"
    if name in TAKES_OUT:
        return f"cards are moved: `move {argument} to ZONE`, `draw 1 from {zone} to ZONE`"
    if name in MIXES:
        return f"write `shuffle {zone}`"
    return f"cards are moved: `move {zone} to ZONE`" if name in EMPTIES else ""


def _of_a_variable(name: str, variable: str, argument: str, declared: spec.Variable | None) -> str:
    if declared is None:
        return ""
    if not declared.type.list:
        return f"a variable is given a value: `{variable} = …`, `{variable} += 1`"
    if name in PUTS_IN:
        return f"write `{variable} += [{argument}]`"
    if name in TAKES_OUT:
        return f"write `{variable} -= [{argument}]`"
    return f"write `{variable} = []`" if name in EMPTIES else ""
