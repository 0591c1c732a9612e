"""Effects in which the play can stop are written out where they are run, so that only one procedure can stop.

So are those that hold an `Exit` or go on forever: jumps are possible in that procedure alone. All
others stay effects of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from ...language.ir import nodes as ir
from ...language.ir.types import INTEGER
from .rename import Renamer
from .setting import misfit
from .unfolded import TriggerBody, TriggerLoop
from .walk import all_effects, with_values

MOST_EFFECTS = 100_000
"""The one procedure may become this long."""

INLINED = ".run"
"""The scope around an effect that was written out: its names hold inside only."""


@dataclass(slots=True)
class Inliner:
    """Writes out effects; `effects` are those of the game, specialised, `triggers` the names of those that may wait.

    `numbers` gives every local of the result a number of its own.
    """

    effects: dict[str, ir.Effect]
    triggers: tuple[str, ...]
    numbers: Iterator[int] = field(default_factory=count)
    stopping: dict[str, bool] = field(default_factory=dict)
    inside_trigger: bool = False
    written: int = 0

    def main(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """The game from its first effect to its last, in one piece.

        Raises `SpecError` (E771) where that becomes far too long: effects that run others twice,
        which run others twice, and so on.
        """
        return self._body(body, Renamer(self.numbers))

    def stops(self, name: str) -> bool:
        """Whether an effect has to be written out."""
        if name not in self.stopping:
            self.stopping[name] = any(map(self._stops, all_effects(self.effects[name].body)))
        return self.stopping[name]

    def _stops(self, stmt: object) -> bool:
        match stmt:
            case ir.Ask() | ir.Settle() | ir.Random() | ir.Exit() | ir.Forever():
                return True
            case ir.RunTriggers():
                return bool(self.triggers)
            case ir.Run(name):
                return self.stops(name)
            case _:
                return False

    def structured(self, effect: ir.Effect) -> ir.Effect:
        """An effect that stays one, without triggers where the game has none."""
        names = Renamer(count())
        parameters = tuple(names.local(p) for p in effect.parameters)
        return replace(effect, parameters=parameters, body=self._body(effect.body, names))

    def _body(self, body: tuple[ir.Stmt, ...], names: Renamer) -> tuple[ir.Stmt, ...]:
        return tuple(changed for stmt in body for changed in self._stmt(stmt, names))

    def _stmt(self, stmt: ir.Stmt, names: Renamer) -> Iterator[ir.Stmt]:
        self.written += 1
        if self.written > MOST_EFFECTS:
            misfit("E771", f"the rules come to more than {MOST_EFFECTS} effects, written out", stmt.span)
        match stmt:
            case ir.Run(name) if self.stops(name):
                yield self._written_out(stmt, self.effects[name], names)
            case ir.RunTriggers():
                if self.triggers and not self.inside_trigger:
                    yield self._loop(stmt)
            case ir.Enqueue() if not self.triggers:
                pass
            case _:
                yield with_values(stmt, names.expr, lambda body: self._body(body, names), names.local)

    def _written_out(self, run: ir.Run, effect: ir.Effect, names: Renamer) -> ir.Scope:
        """The arguments are worked out once, in order; then the effect runs under names of its own."""
        inner = Renamer(self.numbers)
        lets = tuple(
            ir.Let(inner.local(parameter), names.expr(arg), run.span)
            for parameter, arg in zip(effect.parameters, run.args, strict=True)
        )
        return ir.Scope(INLINED, (*lets, *self._body(effect.body, inner)), run.span)

    def _loop(self, stmt: ir.RunTriggers) -> TriggerLoop:
        """A trigger that is set off by a trigger waits with the others, so the loop needs no loop inside."""
        which = ir.Local(next(self.numbers), "trigger", INTEGER, stmt.span)
        self.inside_trigger = True
        bodies = tuple(self._trigger(self.effects[name]) for name in self.triggers)
        self.inside_trigger = False
        return TriggerLoop(stmt.span, which, bodies)

    def _trigger(self, effect: ir.Effect) -> TriggerBody:
        names = Renamer(self.numbers)
        parameters = tuple(names.local(p) for p in effect.parameters)
        return TriggerBody(parameters, self._body(effect.body, names))
