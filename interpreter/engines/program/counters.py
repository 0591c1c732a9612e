"""Variables that only count: nothing in the play depends on them, such as the number of the round in most games.

A position that comes again with another number of the round goes on as it did before. A variable with a range is none
of these: counting ends at the end of its range, with an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.fields import field_names
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
    match part:
        case Span() | Type() | str() | int() | None:
            return
        case ir.Variable(name):
            yield name
            yield from _read(part.owner)
        case ir.SetVariable(name, owner, ir.Apply("add", (ir.Variable(same, other), ir.Const()))) if same == name:
            yield from _read((owner, other))
        case dict():
            yield from _read(tuple(part.values()))
        case tuple():
            for one in part:
                yield from _read(one)
        case _:
            for name in field_names(type(part)) or ():
                yield from _read(getattr(part, name))
