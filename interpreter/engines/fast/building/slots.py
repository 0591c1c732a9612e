"""What slots can hold: the range of everything that is ever written to each.

What is written to one slot may depend on others, so ranges start at 0 (as cells do) and grow, for all slots at once,
until nothing changes:

    ranges = {each slot: 0 to 0}
    repeat up to ROUNDS times:
        found = the range of all that is written to each slot, given `ranges`
        if found == ranges: that is an answer, and so is what is written given these
        half way through: of what still grows the end that does may be anything
        ranges = found

Without an answer nothing is known of any slot, which is always true. A counter that goes up where it was just found to
be below an end comes no further than there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.drafts import targets
from ...program.loops import counts_up, is_below
from ...program.nodes import (
    AskBlock,
    Block,
    Expr,
    Parameter,
    PickOne,
    Program,
    Recall,
    SetSlot,
    Slot,
    SlotList,
    TakeTrigger,
)
from ...program.walk import all_effects
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
            return Facts(program, _ranges(program, Facts(program, ranges)))
        if number == ROUNDS // 2:
            found = {key: _widened(value, ranges.get(key, (0, 0))) for key, value in found.items()}
        ranges = found
    return Facts(program)


def _widened(grown: Range, before: Range) -> Range:
    low, high = grown
    return low if low == before[0] else ANYTHING[0], high if high == before[1] else ANYTHING[1]


def _unsettled(program: Program, ranges: dict[SlotKey, Range]) -> dict[SlotKey, Range]:
    """The ranges found so far; every other slot holds 0, as all cells do at first."""
    return {key: ranges.get(key, (0, 0)) for key, _ in _assignments(program)}


def _ranges(program: Program, facts: Facts) -> dict[SlotKey, Range]:
    found: dict[SlotKey, Range] = {}
    for key, (value, env, end) in _assignments(program):
        low, high = ANYTHING if value is None else facts.range(value, env)
        if end is not None:
            high = min(high, max(low, facts.range(end, {})[1]))
        least, most = found.get(key, (0, 0))
        found[key] = min(low, least), max(high, most)
    return found


Assignment = tuple[Expr | None, dict[int, Known], Expr | None]
"""What is written to a slot (None for anything at all), what is known of the names in it, and its end if it counts."""


def _assignments(program: Program) -> Iterator[tuple[SlotKey, Assignment]]:
    """Everything that is ever written to slots."""
    ends = counters(program)
    for block in program.blocks:
        env: dict[int, Known] = {}
        counter, end = ends.get(block.number, (None, None))
        for stmt in all_effects(block.body):
            match stmt:
                case SetSlot(slot, value):
                    once = any(stmt is one for one in block.body)  # and not in each turn of a loop
                    up = counter is not None and once and counts_up(stmt, counter)
                    yield key_of(slot), (value, env, end if up else None)
                    counter = None if counter is not None and counter.address == slot.address else counter
                case Recall(pending, _, which):
                    yield key_of(which), (None, env, None)
                    yield from ((key_of(slot), (None, env, None)) for slot in pending.slots)
                case TakeTrigger(which, args):
                    yield key_of(which), (None, env, None)
                    yield from ((key_of(slot), (None, env, None)) for one in args for slot in one)
                case _:
                    pass
        yield from _at_end(block)


def counters(program: Program) -> dict[int, tuple[Slot, Expr]]:
    """The blocks where play goes on only after it was found that a slot is below an end: that slot, and the end."""
    found: dict[int, tuple[Slot, Expr]] = {}
    several = {0}
    for block in program.blocks:
        asked = is_below(block.end)
        for to in targets(block.end):
            if asked is None or to != asked[2] or to in found:
                several.add(to)
            else:
                found[to] = asked[0], asked[1]
    return {number: one for number, one in found.items() if number not in several}


def _at_end(block: Block) -> Iterator[tuple[SlotKey, Assignment]]:
    match block.end:
        case PickOne(source, slot):
            yield key_of(slot), (ir.ListOf((source, _none(source)), source.type, source.span), {}, None)
        case AskBlock(choices=choices):
            for choice in choices:
                env: dict[int, Known] = {}
                for parameter in choice.parameters:
                    yield key_of(parameter.slot), (_value(parameter), dict(env), None)
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
