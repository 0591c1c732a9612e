"""What slots can hold: the range of everything that is ever written to each.

What is written to one slot may depend on others, so ranges start at 0 (as cells do) and grow, for all slots at once,
until nothing changes:

    ranges = {each slot: 0 to 0}
    repeat up to ROUNDS times:
        found = the range of all that is written to each slot, given `ranges`
        if found == ranges: that is the answer
        half way through: what still grows becomes anything
        ranges = found

Without an answer nothing is known of any slot, which is always true.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import (
    AskBlock,
    Block,
    Parameter,
    PickOne,
    Program,
    Recall,
    SetSlot,
    Slot,
    SlotList,
    TakeTrigger,
)
from .facts import Facts, Known, SlotKey
from .ranges import ANYTHING, Range

ROUNDS = 8
"""How often ranges may grow."""


def find_slots(program: Program) -> Facts:
    """The facts of a program, with those of its slots."""
    ranges: dict[SlotKey, Range] = {}
    for number in range(ROUNDS):
        found = _ranges(program, Facts(program, _unsettled(program, ranges)))
        for key, (low, high) in found.items():
            least, most = ranges.get(key, (low, high))
            found[key] = min(low, least), max(high, most)
        if found == ranges:
            return Facts(program, ranges)
        if number == ROUNDS // 2:
            found = {key: value if value == ranges.get(key) else ANYTHING for key, value in found.items()}
        ranges = found
    return Facts(program)


def _unsettled(program: Program, ranges: dict[SlotKey, Range]) -> dict[SlotKey, Range]:
    """The ranges found so far; every other slot holds 0, as all cells do at first."""
    return {key: ranges.get(key, (0, 0)) for key, _ in _assignments(program)}


def _ranges(program: Program, facts: Facts) -> dict[SlotKey, Range]:
    found: dict[SlotKey, Range] = {}
    for key, (low, high) in (
        (key, facts.range(value, env)) if value is not None else (key, ANYTHING)
        for key, (value, env) in _assignments(program)
    ):
        least, most = found.get(key, (0, 0))
        found[key] = min(low, least), max(high, most)
    return found


Assignment = tuple[ir.Expr | None, dict[int, Known]]
"""What is written to a slot (None for anything at all), and what is known of the names in it."""


def _assignments(program: Program) -> Iterator[tuple[SlotKey, Assignment]]:
    """Everything that is ever written to slots."""
    for block in program.blocks:
        env: dict[int, Known] = {}
        for stmt in block.body:
            match stmt:
                case SetSlot(slot, value):
                    yield key_of(slot), (value, env)
                case Recall(pending, _, which):
                    yield key_of(which), (None, env)
                    yield from ((key_of(slot), (None, env)) for slot in pending.slots)
                case TakeTrigger(which, args):
                    yield key_of(which), (None, env)
                    yield from ((key_of(slot), (None, env)) for one in args for slot in one)
                case _:
                    pass
        yield from _at_end(block)


def _at_end(block: Block) -> Iterator[tuple[SlotKey, Assignment]]:
    match block.end:
        case PickOne(source, slot):
            yield key_of(slot), (ir.ListOf((source, _none(source)), source.type, source.span), {})
        case AskBlock(choices=choices):
            for choice in choices:
                env: dict[int, Known] = {}
                for parameter in choice.parameters:
                    yield key_of(parameter.slot), (_value(parameter), dict(env))
                    env[parameter.local.number] = Known(ANYTHING, 1 << 20)
        case _:
            pass


def _value(parameter: Parameter) -> ir.Expr:
    source = parameter.source
    if parameter.how != "optional":
        return source
    return ir.ListOf((source, _none(source)), source.type, source.span)


def _none(like: ir.Expr) -> ir.Const:
    return ir.Const(NONE, like.type, like.span)


def key_of(slot: Slot | SlotList) -> SlotKey:
    """The key of a slot."""
    return slot.address, slot.name
