"""Which functions are worth keeping: those that may be asked again for the same arguments before anything changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....language.ir import nodes as ir
from ...program.nodes import AskBlock, Branch, Expr, PickOne, Program, SettleTop, Stmt
from ...program.walk import all_effects, choice_values, every, parts, values
from .likeness import likeness


def asked_again(program: Program) -> frozenset[str]:
    """The functions that blocks and effects call (which come again and again in the course of a game), those that are
    called in several places, and those that a loop calls with arguments that have nothing to do with its element."""
    found = {call.function for expr in _played(program) for call in every(expr) if isinstance(call, ir.Call)}
    places = Counter[tuple[str, object]]()
    for function in program.functions.values():
        for call, repeated in _calls(function.body, frozenset()):
            fixed = all(isinstance(arg, ir.Const) for arg in call.args)
            places[call.function, likeness(call) if fixed else None] += 1
            if repeated or places[call.function, None] > 1 or places[call.function, likeness(call)] > 1:
                found.add(call.function)
    return frozenset(found)


def takes_long(program: Program, name: str) -> bool:
    """Whether a function goes through anything: counting or summing the cards of a zone mostly is algebra on sets."""
    for part in every(program.functions[name].body):
        match part:
            case ir.Fold(op="any" | "all" | "count" | "sum", loops=(ir.Loop(source=ir.Apply(op="cards_of")),)):
                pass
            case ir.Fold() | ir.Apply(op="card_place"):
                return True
            case ir.Call(called) if takes_long(program, called):
                return True
            case _:
                pass
    return False


def _calls(expr: Expr, element: frozenset[int]) -> Iterator[tuple[ir.Call, bool]]:
    """The calls in an expression, and whether a loop repeats each; `element` are the names of the loop around it."""
    if isinstance(expr, ir.Call):
        read = {part.number for part in every(expr) if isinstance(part, ir.Local)}
        yield expr, bool(element) and not read & element
    if isinstance(expr, ir.Fold):
        first, inside = expr.loops[0].source, frozenset(loop.local.number for loop in expr.loops)
        yield from _calls(first, element)
        for part in parts(expr):
            if part is not first:
                yield from _calls(part, inside)
        return
    for part in parts(expr):
        yield from _calls(part, element)


def _played(program: Program) -> Iterator[Expr]:
    """The expressions of all blocks and effects."""
    bodies: list[tuple[Stmt, ...]] = [block.body for block in program.blocks]
    bodies += [effect.body for effect in program.effects.values()]
    for body in bodies:
        for stmt in all_effects(body):
            yield from values(stmt)
    for block in program.blocks:
        match block.end:
            case Branch(test=expr) | PickOne(source=expr) | SettleTop(zone=expr):
                yield expr
            case AskBlock(choices=choices):
                for choice in choices:
                    yield from choice_values(choice, texts=False)
            case _:
                pass
