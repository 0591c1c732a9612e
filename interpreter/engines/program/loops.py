"""How far loops have come in a position: one in which play may stop counts its turns, from 0 to as many as it has."""

from __future__ import annotations

from ...language.ir import nodes as ir
from .drafts import targets
from .nodes import Branch, End, Expr, Program, SetSlot, Slot, SlotList, Stmt
from .walk import all_effects

Turns = dict[int, Expr]
"""Of loops, each by the cell of its counter: how many turns it has."""


def turns_of(program: Program) -> dict[int, Turns]:
    """The loops that are not over yet where each block begins.

    From the test of a loop the ways are followed back to where its counter begins at 0. A number that the rules count
    up by themselves is no counter: it may leave the bounds with which they compare it.
    """
    before: dict[int, list[int]] = {}
    for block in program.blocks:
        for to in targets(block.end):
            before.setdefault(to, []).append(block.number)
    found: dict[int, Turns] = {}
    for block in program.blocks:
        asked = is_below(block.end)
        if asked is not None and not asked[0].changes:
            inside = _inside(program, block.number, asked[0], before)
            if any(counts_up(stmt, asked[0]) for number in inside for stmt in program.blocks[number].body):
                for number in inside:
                    found.setdefault(number, {})[asked[0].address] = asked[1]
    return found


def _inside(program: Program, test: int, counter: Slot, before: dict[int, list[int]]) -> set[int]:
    """The blocks from which play comes to a test with the counter as it is, or counted up.

    The block of the test is none of them where it begins the counter itself.
    """
    found: set[int] = set()
    ahead = [test]
    while ahead:
        number = ahead.pop()
        effects = all_effects(program.blocks[number].body)
        if number not in found and not any(_begins(stmt, counter) for stmt in effects):
            found.add(number)
            ahead += before.get(number, ())
    return found


def _begins(stmt: Stmt, counter: Slot) -> bool:
    """Whether an effect gives the cell of a counter another value than the next number."""
    match stmt:
        case SetSlot(SlotList(address, capacity)):
            return address <= counter.address <= address + capacity
        case SetSlot(Slot(address)):
            return address == counter.address and not counts_up(stmt, counter)
        case _:
            return False


def is_below(end: End) -> tuple[Slot, Expr, int] | None:
    """The slot, the end below which it is to be, and where it goes on if so, of a test `n < many`; None for others."""
    match end:
        case Branch(ir.Apply("less", (number, many)), yes, no) if yes != no:
            slot = _slot(number)
            return None if slot is None else (slot, many, yes)
        case _:
            return None


def counts_up(stmt: object, slot: Slot) -> bool:
    """Whether an effect adds 1 to a slot."""
    match stmt:
        case SetSlot(Slot(to), ir.Apply("add", (number, ir.Const(1)))):
            found = _slot(number)
            return found is not None and to == found.address == slot.address
        case _:
            return False


def _slot(expr: Expr) -> Slot | None:
    return expr if isinstance(expr, Slot) else None
