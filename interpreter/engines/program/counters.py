"""Variables that only count: nothing in the play depends on them, such as the number of the round in most games.

A position that comes again with another number of the round goes on as it did before. A variable with a range is none
of these: counting ends at the end of its range, with an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...language.ir import nodes as ir
from ...language.ir.fields import inside
from ...language.ir.types import MOST, Type
from .layout import VariableCell
from .nodes import Program


def counters(program: Program) -> tuple[VariableCell, ...]:
    """The variables that are read only where a number is added to them."""
    read = set(_read((program.blocks, program.effects, program.functions)))
    return tuple(
        cell
        for name, cell in program.layout.variables.items()
        if name not in read and cell.type.base == "integer" and cell.high == MOST
    )


def _read(part: object) -> Iterator[str]:
    """The names of all variables whose value may decide how the play goes on."""
    waiting = [part]
    while waiting:
        match waiting.pop():
            case ir.Variable(name, owner):
                yield name
                waiting.append(owner)
            case ir.SetVariable(name, owner, ir.Apply("add", (ir.Variable(same, other), ir.Const()))) if same == name:
                waiting += (owner, other)
            case one if not isinstance(one, Type):
                waiting += inside(one)
