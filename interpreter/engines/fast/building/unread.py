"""Variables that nothing reads: where nobody sees a position, they need not be written.

Whose turn comes after the others, the number of a round, or whether it is complete, is kept for whoever looks; many a
spec never asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....language.ir import nodes as ir
from ...program.nodes import Expr, Program
from ...program.walk import all_effects, every, values
from .bit_sets import elsewhere

_ASKED = frozenset(("turn.player",))
"""Variables that are read without being named: waiting triggers are taken from the player at turn on."""


def unread_in(program: Program) -> frozenset[str]:
    """The names of the variables that nothing reads, besides texts."""
    asked = {part.name for one in _expressions(program) for part in every(one) if isinstance(part, ir.Variable)}
    return frozenset(program.layout.variables) - asked - _ASKED


def asked_for_only(program: Program) -> frozenset[str]:
    """The families of zones of which it is asked for the only card: they mostly hold one."""
    asked = (part for one in _expressions(program) for part in every(one) if isinstance(part, ir.Apply))
    return frozenset(zone.name for one in asked if one.op == "only" for zone in one.args if isinstance(zone, ir.ZoneOf))


def _expressions(program: Program) -> Iterator[Expr]:
    yield from elsewhere(program)
    bodies = [block.body for block in program.blocks] + [effect.body for effect in program.effects.values()]
    for body in bodies:
        for stmt in all_effects(body):
            if not isinstance(stmt, ir.Tell):
                yield from values(stmt)
