"""What is asked of a checked spec later: to begin in a given phase, and to type the expressions of scenarios."""

from __future__ import annotations

from dataclasses import replace

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.game import TableValue
from ..ir.types import BOOLEAN, PLAYER, TEAM, Type
from ..syntax import nodes as syn
from .components import engine_variable
from .expressions.matching import fit, unknown
from .flow import main
from .initial_values import all_starts
from .names.scope import Frame, NameScope
from .names.world import TooDeep, report_depth


@dataclass(frozen=True, slots=True)
class Typed:
    """A spec whose names and types are settled.

    `game` is what programs are built from, `table` what is shown beside the cards, `value` how good a position looks
    for a player, if the spec says so. `root` is a scope in which only declarations are known, for expressions that come
    later (in scenarios and on the command line).
    """

    game: decl.TypedGame
    root: NameScope
    table: tuple[TableValue, ...] = ()
    value: tuple[ir.Local, ir.Expr] | None = None

    def entering(self, phase: str) -> decl.TypedGame:
        """The same game, entered in a phase: its effect `.start` sets the variables, `main` goes to the phase.

        `turn.player` must be set before; nothing that comes before the phase happens.
        """
        scope = self._reporting_to(Report())
        world, span = scope.world, scope.world.spec.span
        starts = ir.Effect(".start", (), all_starts(scope.fresh(), chance=False), span)
        flow = main(scope.fresh(where="outside a turn"), phase)
        entering = replace(engine_variable("entering", BOOLEAN, world), shows="none")
        return replace(
            self.game,
            main=flow,
            effects={**world.effects, ".start": starts},
            functions=dict(world.functions),
            variables={**self.game.variables, "entering": entering},
        )

    def expression(
        self,
        node: syn.Expr,
        report: Report,
        expect: Type | None = None,
        *,
        me: int | None = None,
        where: str = "in a scenario",
    ) -> tuple[ir.Expr, decl.TypedGame]:
        """An expression about a position, in which p1, p2 … and t1, t2 … name players and teams.

        `me` is the seat of the player who asks, if one does. Returns it with the game that has all functions that it
        calls. Mistakes go to `report`.
        """
        root = self._reporting_to(report)
        spec = root.world.spec
        names: dict[str, ir.Expr] = {}
        for seat in range(max(spec.players)):
            names[f"p{seat + 1}"] = ir.Const(seat, PLAYER, spec.span)
            if spec.teams:
                names[f"t{seat + 1}"] = ir.Const(seat, TEAM, spec.span)
        # Whoever writes a scenario sees the whole position, so no order is unknown to them.
        world = replace(root.world, unordered=set())
        scope = replace(root, world=world, frame=Frame(), names=names, where=where)
        scope = scope if me is None else scope.being(ir.Const(me, PLAYER, spec.span))
        try:
            value = scope.typed(node, expect)
        except TooDeep as found:
            report_depth(report, found.span, found.path, found.chain)
            value = unknown(node.span)
        if expect is not None:
            value = fit(value, expect, scope, node.span)
        return value, replace(self.game, functions=dict(world.functions))

    def _reporting_to(self, report: Report) -> NameScope:
        """The root with another report; what is typed from it is added to the functions and effects of the world."""
        return replace(self.root, world=replace(self.root.world, report=report))
