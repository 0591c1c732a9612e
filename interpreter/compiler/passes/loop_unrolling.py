"""Loop unrolling: rounds of blocks through a few players become straight code, where whole games are played.

    test     if index < size(list): begin, else on            test 1   if 0 < size(list): begin 1, else on
    begin    p = list[index + 1]; index = index + 1; …   →    begin 1  p = list[1]; …
    …        test                                             …        test 2

So nothing counts, no jump leads back, and each turn has jumps of its own, which the processor foresees by themselves.
The blocks of the round stay as they are for games that begin in the middle of a turn. Rounds of draws are walked as one
loop instead (`rules.draws`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...diagnostics.record import dataclass
from ...engines.program import nodes as prog
from ...engines.program.control_flow import blocks_from, counts_up, is_below, reach, retarget
from ...engines.program.traversal import all_effects, bodies, end_values, every, targets, values
from ...language.ir import nodes as ir
from .cost_model import Sizes
from .rewriting import rewrite

FEW = 4
"""A round of no more turns than this is laid out."""

LONGEST = 300
"""All turns together have no more parts than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """The test with which a round begins, its counter, the greatest number of turns, and the blocks of a turn."""

    test: prog.Block
    index: prog.Slot
    most: int
    blocks: frozenset[int]


@rewrite("loop_unrolling", "loops over blocks are unrolled", lambda program, *_, **__: program)
def unroll_rounds(program: prog.Program, rounds: dict[int, int] | None = None) -> prog.Program:
    """The program with the turns of its short rounds one behind the other. `rounds` are the steps that blocks count
    (`budgets.Budget`); what is laid out anew counts them, too."""
    for number in sorted(_reached(program)):
        found = _round_at(program, program.blocks[number])
        if found is not None:
            program = _laid_out(program, found, {} if rounds is None else rounds)
    return program


def _round_at(program: prog.Program, test: prog.Block) -> _Round | None:
    asked = is_below(test.end)
    if asked is None or test.body or not isinstance(test.end, prog.Branch):
        return None
    index, end, begin = asked
    most, turn = _most(end), _turn(program, test.number, begin)
    if most is None or test.end.no in turn or _parts(program, turn) * most > LONGEST:
        return None
    inside = [program.blocks[number] for number in turn]
    counting = [one.number for one in inside if any(counts_up(stmt, index) for stmt in one.body)]
    before = blocks_from(program.blocks, [begin], {*counting, test.number})
    entered = all(
        block.number in turn or (to == begin and block is test) or to not in turn
        for block in map(program.blocks.__getitem__, _reached(program))
        for to in targets(block.end)
    )
    left = {to for one in (*inside, test) for to in targets(one.end)} - turn - {test.number}
    lasts = any(_has(one, index) for number in left for one in program.blocks[number].live)
    if len(counting) != 1 or test.number in before or not entered or lasts or _goes_round(program, turn):
        return None
    if not _only_counts(program, inside, index, begin):
        return None
    return _Round(test=test, index=index, most=most, blocks=turn)


def _reached(program: prog.Program) -> list[int]:
    """The blocks to which games come that begin at the beginning, or where a decision is made."""
    return blocks_from(
        program.blocks, [0, *(one.number for one in program.blocks if isinstance(one.end, prog.AskBlock))]
    )


def _most(end: prog.Expr) -> int | None:
    """How many turns there are at most."""
    match end:
        case ir.Apply("size", (listed,)):
            most = listed.capacity if isinstance(listed, prog.SlotList) else 0
        case ir.Const(int() as number):
            most = number
        case _:
            return None
    return most if 1 <= most <= FEW else None


def _turn(program: prog.Program, test: int, begin: int) -> frozenset[int]:
    """The blocks on ways from the beginning of a turn back to the test."""
    leads = reach({one.number: () if one.number == test else tuple(targets(one.end)) for one in program.blocks})
    there = blocks_from(program.blocks, [begin], {test})
    return frozenset(number for number in there if number != test and leads[number] >> test & 1)


def _goes_round(program: prog.Program, turn: frozenset[int]) -> bool:
    """Whether there is a round within a turn."""
    leads = reach({number: set(targets(program.blocks[number].end)) & turn for number in turn})
    return any(bits >> number & 1 for number, bits in leads.items())


def _has(one: object, index: prog.Slot) -> bool:
    """Whether what lives on is the counter."""
    return isinstance(one, prog.Slot) and one.address == index.address


def _parts(program: prog.Program, turn: Iterable[int]) -> int:
    """How many parts the blocks of a turn have, with the effects that they run."""
    sizes = Sizes(program)
    ends = (program.blocks[number].end for number in turn)
    return sum(sizes.body(program.blocks[number].body) for number in turn) + sum(
        1 for end in ends for value in end_values(end) for _ in every(value)
    )


def _only_counts(program: prog.Program, inside: list[prog.Block], index: prog.Slot, begin: int) -> bool:
    """Whether the counter serves for nothing but to take the element of the turn, where it begins, and to count."""
    for one in inside:
        if isinstance(one.end, prog.SettleTop) or (isinstance(one.end, prog.AskBlock) and one.end.secret is not None):
            return False
        slots: list[prog.Slot | prog.SlotList] = [one.end.slot] if isinstance(one.end, prog.PickOne) else []
        if isinstance(one.end, prog.AskBlock):
            slots = [parameter.slot for choice in one.end.choices for parameter in choice.parameters]
        if any(isinstance(slot, prog.Slot) and slot.address == index.address for slot in slots):
            return False
        if any(_has(part, index) for value in end_values(one.end) for part in every(value)):
            return False
        counted = False
        for stmt in one.body:
            if counts_up(stmt, index):
                counted = True
                continue
            if isinstance(stmt, prog.Recall | prog.TakeTrigger) or (
                isinstance(stmt, prog.SetSlot) and _has(stmt.slot, index)
            ):
                return False
            if _element(stmt, index) is not None and one.number == begin and not counted:
                continue
            inner = [stmt, *(effect for body in bodies(stmt) for effect in all_effects(body))]
            if any(_has(part, index) for effect in inner for value in values(effect) for part in every(value)):
                return False
    return True


def _element(stmt: prog.Stmt, index: prog.Slot) -> ir.Apply | None:
    """The element of the turn, where an effect gives it a name."""
    item = stmt.value if isinstance(stmt, prog.SetSlot | ir.Let) else None
    match item:
        case ir.Apply("item", (prog.SlotList() | ir.Const(), ir.Apply("add", (counter, ir.Const(1))))):
            return item if _has(counter, index) else None
        case _:
            return None


# Laying out -------------------------------------------------------------------------------


def _laid_out(program: prog.Program, found: _Round, rounds: dict[int, int]) -> prog.Program:
    """The turns one behind the other; whoever came to the test comes to that of the first turn."""
    blocks, test, most = list(program.blocks), found.test, found.most
    assert isinstance(test.end, prog.Branch)
    first = len(blocks)
    tests = [first + turn * (1 + len(found.blocks)) for turn in range(most)] + [test.end.no]
    for turn in range(most):
        to = {number: number for number in range(first)}
        to |= {number: tests[turn] + 1 + place for place, number in enumerate(sorted(found.blocks))}
        to[test.number] = tests[turn + 1]
        blocks.append(_test(test, found, turn, to, tests[turn]))
        rounds |= {to[one]: rounds[one] for one in found.blocks if one in rounds}
        rounds |= {tests[turn]: rounds[test.number]} if test.number in rounds else {}
        for number in sorted(found.blocks):
            one = program.blocks[number]
            body = tuple(_in_turn(stmt, found.index, turn) for stmt in one.body if not counts_up(stmt, found.index))
            blocks.append(replace(one, number=to[number], body=body, end=retarget(one.end, to)))
    for number in range(first):
        if number not in found.blocks and number != test.number and test.number in targets(blocks[number].end):
            to = {one: one for one in range(first)} | {test.number: tests[0]}
            blocks[number] = replace(blocks[number], end=retarget(blocks[number].end, to))
    return replace(program, blocks=tuple(blocks))


def _test(test: prog.Block, found: _Round, turn: int, to: dict[int, int], number: int) -> prog.Block:
    """The test of a turn; of a list that is known, nothing is left of it."""
    assert isinstance(test.end, prog.Branch) and isinstance(test.end.test, ir.Apply)
    index, many = test.end.test.args
    if isinstance(many, ir.Const):
        return replace(test, number=number, end=prog.Jump(to[test.end.yes]))
    place = ir.Const(turn, index.type, found.index.span)
    end = replace(test.end, test=replace(test.end.test, args=(place, many)), yes=to[test.end.yes])
    return replace(test, number=number, end=end)


def _in_turn(stmt: prog.Stmt, index: prog.Slot, turn: int) -> prog.Stmt:
    """An effect in a turn: the element with which it begins has a number that is known."""
    item = _element(stmt, index)
    if item is None or not isinstance(stmt, prog.SetSlot | ir.Let) or not isinstance(item.args[1], ir.Apply):
        return stmt
    place = replace(item.args[1], args=(ir.Const(turn, index.type, index.span), item.args[1].args[1]))
    return replace(stmt, value=replace(item, args=(item.args[0], place)))
