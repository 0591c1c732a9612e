"""Variables that only count: nothing in the play depends on them, such as the number of the round in most games.

A position that comes again with another number of the round goes on as it did before. A variable with a range is none
of these: counting ends at the end of its range, with an error.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.fields import inside
from ...language.ir.types import MOST, Type
from .layout import VariableCell
from .nodes import Program

LEAVES = frozenset((str, int, bool, type(None), Span, Type, ir.Const, ir.Local))
"""What is most often inside a record, and reads nothing."""


def counters(program: Program) -> tuple[VariableCell, ...]:
    """The variables that are read only where a number is added to them."""
    variables = program.layout.variables.items()
    found = {name: cell for name, cell in variables if cell.type.base == "integer" and cell.high == MOST}
    for name in _read((program.blocks, program.effects, program.functions)) if found else ():
        found.pop(name, None)
    return tuple(found.values())


def _read(part: object) -> Iterator[str]:
    """The names of all variables whose value may decide how the play goes on."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        match one:
            case ir.Variable():
                yield one.name
                waiting.append(one.owner)
            case ir.SetVariable(name, owner, ir.Apply("add", (ir.Variable(same, other), ir.Const()))) if same == name:
                waiting += (owner, other)
            case _:
                waiting += [inner for inner in inside(one) if type(inner) not in LEAVES]
