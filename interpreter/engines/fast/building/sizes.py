"""How large functions and effects are, and how often effects are run: what decides whether one is inlined."""

from __future__ import annotations

from functools import cached_property

from ....language.ir import nodes as ir
from ...program.nodes import Program
from ...program.walk import all_effects, every, values


class Sizes:
    """Counts the parts of a program's functions and effects, each once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._functions: dict[str, int] = {}
        self._effects: dict[str, int] = {}

    def function(self, name: str) -> int:
        """How many nodes a function has, with those of the functions it calls."""
        if name not in self._functions:
            parts = 0
            for node in every(self._program.functions[name].body):
                parts += 1 + (self.function(node.function) if isinstance(node, ir.Call) else 0)
            self._functions[name] = parts
        return self._functions[name]

    def effect(self, name: str) -> int:
        """How many nodes a named effect has, with those of the effects it runs."""
        if name not in self._effects:
            parts = 0
            for stmt in all_effects(self._program.effects[name].body):
                parts += 1 + sum(1 for value in values(stmt) for _ in every(value))
                parts += self.effect(stmt.effect) if isinstance(stmt, ir.Run) else 0
            self._effects[name] = parts
        return self._effects[name]

    def uses(self, effect: str) -> int:
        """In how many places of the program a named effect is run."""
        return self._runs.get(effect, 0)

    @cached_property
    def _runs(self) -> dict[str, int]:
        found: dict[str, int] = {}
        bodies = (*(one.body for one in self._program.blocks), *(e.body for e in self._program.effects.values()))
        for body in bodies:
            for stmt in all_effects(body):
                if isinstance(stmt, ir.Run):
                    found[stmt.effect] = found.get(stmt.effect, 0) + 1
        return found
