"""How well the seats stand in a position, for bots that compare positions without playing them to the end.

A spec may say so: `value:` under `result` is an expression over a player `it`. It may read anything, hidden cards too,
because bots compute it only in positions that they have guessed, and average over several of these. Where a spec says
nothing, what people see of a race counts instead: first the score, with the points that everybody would get if the
score sheets were filled in now; of equals, how far everybody has come on the tracks of the table. Nothing here is about
one game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...engines.program.nodes import Stmt
from ...engines.program.walk import all_effects
from ...engines.reference.error import NOT_COMPUTED
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Machine
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..game.setup import Setup
from ..game.state import State

SHEET = "sheet."
"""The prefix of the variables that hold score sheets."""

TRACK = "tracks."
"""The prefix of what is shown as a track of the table."""

Numbers = tuple[float, ...]
"""A number for each seat."""


class Standing:
    """Computes the standing in positions of one game."""

    def __init__(self, game: Setup) -> None:
        self._game, self._layout = game, game.layout
        self._sheets = tuple(_sheets(game)) if game.exhibit.value is None else ()

    def of(self, state: State) -> tuple[Numbers, ...]:
        """What the spec calls the value, or else the scores and the distances: rows with a number for each seat.

        A later row counts only where the rows before it are equal. Only differences within a row mean something.
        """
        value = self._game.exhibit.value
        worths = None if value is None else state.game.executor.worths(state.machine)
        if worths is not None:
            return (tuple(map(_counted, worths)),)
        m = Machine(self._game.exhibit_code, list(state.machine.state), record=False)
        if value is None:
            return self._scores(state, m), self._distances(m)
        local, expr = value
        return (tuple([_number(m, expr, local, seat) for seat in range(m.players)]),)

    def _scores(self, state: State, m: Machine) -> Numbers:
        standing = [float(score) for score in state.scores]
        for owner, cells, local, points in self._sheets:
            for number in range(cells):
                self._add(standing, owner, number, _number(m, points, local, number))
        return tuple(standing)

    def _distances(self, m: Machine) -> Numbers:
        standing = [0.0] * m.players
        for name, sight in self._game.exhibit.sights.items():
            if name.startswith(TRACK) and name.endswith(".at") and sight.it is not None:
                for number in range(m.players if sight.owner == "player" else self._layout.team_count):
                    self._add(standing, sight.owner, number, _number(m, sight.value, sight.it, number))
        return tuple(standing)

    def _add(self, standing: list[float], owner: str, number: int, more: float) -> None:
        """More for a player, or for each player of a team."""
        for seat in range(len(standing)):
            if number == (self._layout.teams[seat] if owner == "team" else seat):
                standing[seat] += more


def _number(m: Machine, expr: ir.Expr, local: ir.Local, owner: int) -> float:
    """What an expression is for an owner, its steps counted from 0; what cannot be computed here, or is none, counts as
    nothing.
    """
    try:
        with m.aside():
            value = m.code.once(compile_expr, expr)(m, {local.number: owner})
    except NOT_COMPUTED:
        return 0.0
    return _counted(value)


def _counted(value: int) -> float:
    """A number as it counts: none is nothing."""
    return 0.0 if value == NONE else float(value)


def _sheets(game: Setup) -> Iterator[tuple[str, int, ir.Local, ir.Expr]]:
    """The categories of score sheets: whose they are, how many owners there are, and the points of an owner."""
    found = {}
    for stmt in _effects(game):
        if isinstance(stmt, ir.SetVariable) and stmt.name.startswith(SHEET) and isinstance(stmt.owner, ir.Local):
            cell = game.layout.variables[stmt.name]
            found[stmt.name] = (cell.owner, cell.cells, stmt.owner, stmt.value)
    yield from found.values()


def _effects(game: Setup) -> Iterable[Stmt]:
    program = game.program
    bodies = [block.body for block in program.blocks] + [effect.body for effect in program.effects.values()]
    for body in bodies:
        yield from all_effects(body)
