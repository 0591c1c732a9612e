"""How the seats stand in a position: their scores, and the points they would get if everything were scored now.

Nothing here is about one game: the score sheets of the spec say what scores points.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...engines.program.nodes import Stmt
from ...engines.program.walk import all_effects
from ...engines.reference.error import NOT_COMPUTED
from ...engines.reference.expressions import compile_expr
from ...language.ir import nodes as ir
from ..game.setup import Setup
from ..game.state import State

SHEET = "sheet."
"""The prefix of the variables that hold score sheets."""


class Standing:
    """Computes the standing in positions of one game."""

    def __init__(self, game: Setup) -> None:
        layout, found = game.layout, {}
        for stmt in _effects(game):
            if isinstance(stmt, ir.SetVariable) and stmt.name.startswith(SHEET) and isinstance(stmt.owner, ir.Local):
                found[stmt.name] = (layout.variables[stmt.name], stmt.owner.number, compile_expr(game.code, stmt.value))
        self._sheets = tuple(found.values())
        self._teams = layout.teams

    def of(self, state: State) -> tuple[float, ...]:
        """One number for each seat; only the differences between them mean something."""
        standing = [float(score) for score in state.scores]
        for cell, local, points in self._sheets:
            for owner in range(cell.cells):
                try:
                    more = points(state.machine, {local: owner})
                except NOT_COMPUTED:  # what cannot be scored here counts as nothing
                    continue
                for seat in range(len(standing)):
                    if owner == (self._teams[seat] if cell.owner == "team" else seat):
                        standing[seat] += more
        return tuple(standing)


def _effects(game: Setup) -> Iterable[Stmt]:
    program = game.program
    bodies = [block.body for block in program.blocks] + [effect.body for effect in program.effects.values()]
    for body in bodies:
        yield from all_effects(body)
