"""Which conditions of a move read zones whose cards a seat does not see: only these can tell it something.

The cards that a move names are shown or hidden with it; what a condition says of them alone tells no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....engines.program.nodes import Choice, Expr, Program
from ....engines.program.walk import every
from ....engines.reference.machine import Code
from ....language.ir import nodes as ir


def reads_unseen(code: Code, choice: Choice, seat: int) -> bool:
    """Whether the legality of a move hangs on cards that a seat may not see, besides its own arguments."""
    families = code.layout.families
    for name in zones_read(code.program, list(_tests(choice)), set()):
        if any(code.layout.zones[zone].sees[seat] != "all" for zone in families.get(name, ())):
            return True
    return False


def _tests(choice: Choice) -> Iterator[Expr]:
    for condition in choice.conditions:
        yield condition.test
    for parameter in choice.parameters:
        if parameter.where is not None:
            yield parameter.where
        if not isinstance(parameter.source, ir.ZoneOf):
            yield parameter.source
        yield from (one for one in (parameter.low, parameter.high) if one is not None)


def zones_read(program: Program, tests: list[Expr], called: set[str]) -> set[str]:
    """The names of the zones that expressions read, in functions that they call too."""
    found: set[str] = set()
    for part in (part for test in tests for part in every(test)):
        if isinstance(part, ir.ZoneOf):
            found.add(part.name)
        elif isinstance(part, ir.Call) and part.function not in called:
            called.add(part.function)
            found |= zones_read(program, [program.functions[part.function].body], called)
    return found
