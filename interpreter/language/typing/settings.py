"""Options as the program needs them: their type, their bounds, their defaults as numbers."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Report
from ..ir import game as decl
from ..ir.types import BOOLEAN, LEAST, MOST
from ..spec import nodes as spec
from ..spec.values import read_value
from .expressions.fixed import fixed
from .names.scope import Frame, Scope
from .names.world import World


def option_records(world: World) -> dict[str, decl.OptionDecl]:
    """Each option; its values were checked when the spec was read, its conditions are typed here."""
    return {name: _record(option, world) for name, option in world.spec.options.items()}


def _record(option: spec.Option, world: World) -> decl.OptionDecl:
    scope = Scope(world, Frame(), where="in `requires`", path=option.path)
    requires = tuple((c.name.text, fixed(c.test, BOOLEAN, replace(scope, path=c.path))) for c in option.requires)
    default: dict[int | None, int] = {}
    for players, value in option.default.items():
        default[players] = read_value(option, value.text, value.span, Report()) or 0
    excludes = tuple(w.text for w in option.excludes)
    low = LEAST if option.low is None else option.low
    high = MOST if option.high is None else option.high
    type = world.option_types[option.name.text]
    if type.base != "integer":
        low, high = 0, 1 if type == BOOLEAN else len(option.symbols) - 1
    return decl.OptionDecl(
        option.name.text, type, low, high, option.step, default, requires, excludes, option.name.span
    )
