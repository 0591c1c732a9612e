"""How large functions and effects are, which decides whether one is inlined."""

from __future__ import annotations

from collections.abc import Iterable

from ....language.ir import nodes as ir
from ...program.nodes import Program, Stmt
from ...program.walk import all_effects, every, values

SMALL = 60
"""Functions whose body has no more nodes than this are inlined."""


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
            self._effects[name] = self.body(self._program.effects[name].body)
        return self._effects[name]

    def body(self, body: Iterable[Stmt]) -> int:
        """How many nodes some effects have, with those of the effects that they run."""
        parts = 0
        for stmt in all_effects(tuple(body)):
            parts += 1 + sum(1 for value in values(stmt) for _ in every(value))
            parts += self.effect(stmt.effect) if isinstance(stmt, ir.Run) else 0
        return parts
