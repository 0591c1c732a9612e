"""What slots can hold: for each slot all that is ever written to it, worked out together until nothing changes."""

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
from .facts import WIDE, Facts, Known, Range

ROUNDS = 8
"""After so many rounds, what still changes may be anything."""

Key = tuple[int, str]
"""A slot: its address and its name. Where two share both, what is found holds of both."""


def find_slots(program: Program) -> Facts:
    """The facts of a program, with those of its slots."""
    facts = Facts(program)
    ranges: dict[Key, Range] = {}
    for number in range(ROUNDS):
        found = _ranges(program, Facts(program, {**_unsettled(program, ranges)}))
        for key, (low, high) in found.items():
            least, most = ranges.get(key, (low, high))
            found[key] = min(low, least), max(high, most)
        if found == ranges:
            facts.slots.update(ranges)
            return facts
        if number == ROUNDS // 2:
            found = {key: value if value == ranges.get(key) else WIDE for key, value in found.items()}
        ranges = found
    return facts


def _unsettled(program: Program, ranges: dict[Key, Range]) -> dict[Key, Range]:
    """Slots of which nothing is known yet hold 0, as all cells do at first."""
    return {key: ranges.get(key, (0, 0)) for key, _ in _writes(program)}


def _ranges(program: Program, facts: Facts) -> dict[Key, Range]:
    found: dict[Key, Range] = {}
    for key, (low, high) in (
        (key, facts.range(value, env)) if value is not None else (key, WIDE) for key, (value, env) in _writes(program)
    ):
        least, most = found.get(key, (0, 0))
        found[key] = min(low, least), max(high, most)
    return found


Write = tuple[ir.Expr | None, dict[int, Known]]
"""What is written, and what is known of the names in it; None for anything at all."""


def _writes(program: Program) -> Iterator[tuple[Key, Write]]:
    """All that is written to slots."""
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


def _at_end(block: Block) -> Iterator[tuple[Key, Write]]:
    match block.end:
        case PickOne(source, slot):
            yield key_of(slot), (ir.ListOf((source, _none(source)), source.type, source.span), {})
        case AskBlock(choices=choices):
            for choice in choices:
                env: dict[int, Known] = {}
                for parameter in choice.parameters:
                    yield key_of(parameter.slot), (_value(parameter), dict(env))
                    env[parameter.local.number] = Known(WIDE, 1 << 20)
        case _:
            pass


def _value(parameter: Parameter) -> ir.Expr:
    source = parameter.source
    if parameter.how != "optional":
        return source
    return ir.ListOf((source, _none(source)), source.type, source.span)


def _none(like: ir.Expr) -> ir.Const:
    return ir.Const(NONE, like.type, like.span)


def key_of(slot: Slot | SlotList) -> Key:
    """What tells slots apart."""
    return slot.address, slot.name
