"""What inlining adds to the IR: the loop that runs the waiting triggers, with their effects in place."""

from __future__ import annotations

from dataclasses import dataclass

from ...language.ir import nodes as ir


@dataclass(frozen=True, slots=True)
class TriggerBody:
    """The effect of one trigger; its arguments are bound to the parameters."""

    parameters: tuple[ir.Local, ...]
    body: tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class TriggerLoop(ir.RunTriggers):
    """`which = next waiting trigger; bodies[which]; back, until none waits`"""

    which: ir.Local
    bodies: tuple[TriggerBody, ...]
