"""The control-flow graph: blocks under construction, their successors, loops, and needless blocks dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import reduce
from operator import or_
from typing import assert_never

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from . import nodes as prog
from .traversal import all_effects, targets


@dataclass(slots=True)
class Draft:
    """A block under construction. The `address` of a slot in it is still the number of a local."""

    number: int
    phases: tuple[str, ...]
    body: list[prog.Stmt] = field(default_factory=list)
    end: prog.End = field(default_factory=prog.GameOver)

    @property
    def stops(self) -> bool:
        """Whether the play may stop at the end of this block."""
        return isinstance(self.end, prog.AskBlock | prog.SettleTop | prog.PickOne)


@dataclass(frozen=True, slots=True)
class SlotCandidate:
    """A local that may become a slot: `size` cells, and `before`, the local whose cells come before it.

    `always` says that a slot is needed even where no other block reads it. `shape` is a
    slot with the number of the local as its address (None: the records of secret choices).
    """

    size: int
    before: int | None
    always: bool
    shape: prog.Slot | prog.SlotList | None


@dataclass(frozen=True, slots=True)
class Procedure:
    """All blocks of the game, the first of which is where it begins, and the locals that may become slots."""

    drafts: tuple[Draft, ...]
    cells: dict[int, SlotCandidate]


def retarget(end: prog.End, to: dict[int, int]) -> prog.End:
    """The same end with other numbers of blocks."""
    match end:
        case prog.Jump():
            return prog.Jump(to[end.to])
        case prog.Branch():
            return prog.Branch(end.test, to[end.yes], to[end.no], end.span)
        case prog.Dispatch():
            return prog.Dispatch(end.which, tuple([to[target] for target in end.targets]), end.span)
        case prog.SettleTop():
            return prog.SettleTop(end.zone, end.at, to[end.then], end.span, end.place)
        case prog.PickOne():
            return prog.PickOne(end.source, end.slot, to[end.then], end.span)
        case prog.AskBlock():
            choices = tuple(replace(choice, then=to[choice.then]) for choice in end.choices)
            none = None if end.none is None else to[end.none]
            secret = None if end.secret is None else replace(end.secret, then=to[end.secret.then])
            return replace(end, choices=choices, none=none, secret=secret)
        case prog.GameOver():
            return end
        case _:
            assert_never(end)


def number_of(slot: ir.Local, span: Span) -> prog.Slot:
    """A local that will be a slot."""
    return prog.Slot(slot.number, slot.name, slot.type, span, slot.changes)


# The ways from block to block: which blocks play may come to, and from where.


def blocks_from(
    blocks: Sequence[Draft] | Sequence[prog.Block], begin: Iterable[int], last: Container[int] = ()
) -> list[int]:
    """The numbers of all blocks that can be reached from some, each before those it leads to where possible. No way
    goes on from those in `last`.
    """
    order: dict[int, None] = {}
    waiting = list(begin)
    while waiting:
        number = waiting.pop()
        if number not in order:
            order[number] = None
            waiting.extend(() if number in last else reversed(list(targets(blocks[number].end))))
    return list(order)


def reach(ways: Mapping[int, Iterable[int]]) -> dict[int, int]:
    """For each of some blocks those to which any way leads, as bits; `ways` are those to which it leads itself."""
    found, grown = {number: reduce(or_, (1 << to for to in on), 0) for number, on in ways.items()}, True
    while grown:
        grown = False
        for number, on in ways.items():
            further = reduce(or_, (found.get(to, 0) for to in on), found[number])
            grown, found[number] = grown or further != found[number], further
    return found


def ways_to(program: prog.Program, number: int) -> list[prog.Block]:
    """The blocks from which a way leads to one, each as often as it names it."""
    return [block for block in program.blocks for to in targets(block.end) if to == number]


# How far loops have come in a position: one in which play may stop counts its turns, from 0 to as many as it has.

Turns = dict[int, prog.Expr]
"""Of loops, each by the cell of its counter: how many turns it has."""


def turns_of(program: prog.Program) -> dict[int, Turns]:
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


def _inside(program: prog.Program, test: int, counter: prog.Slot, before: dict[int, list[int]]) -> set[int]:
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


def _begins(stmt: prog.Stmt, counter: prog.Slot) -> bool:
    """Whether an effect gives the cell of a counter another value than the next number."""
    match stmt:
        case prog.SetSlot(prog.SlotList(address, capacity)):
            return address <= counter.address <= address + capacity
        case prog.SetSlot(prog.Slot(address)):
            return address == counter.address and not counts_up(stmt, counter)
        case _:
            return False


def is_below(end: prog.End) -> tuple[prog.Slot, prog.Expr, int] | None:
    """The slot, the end below which it is to be, and where it goes on if so, of a test `n < many`; None for others."""
    match end:
        case prog.Branch(ir.Apply("less", (number, many)), yes, no) if yes != no:
            slot = _slot(number)
            return None if slot is None else (slot, many, yes)
        case _:
            return None


def counts_up(stmt: object, slot: prog.Slot) -> bool:
    """Whether an effect adds 1 to a slot."""
    match stmt:
        case prog.SetSlot(prog.Slot(to), ir.Apply("add", (number, ir.Const(1)))):
            found = _slot(number)
            return found is not None and to == found.address == slot.address
        case _:
            return False


def _slot(expr: prog.Expr) -> prog.Slot | None:
    return expr if isinstance(expr, prog.Slot) else None


# Drops needless blocks: those that only jump, those that nothing leads to; and merges pairs that always follow
# each other.
#
# The order matters. Branches with a known test become jumps first, for that may leave blocks unreachable. Then every
# jump goes straight to where a chain of empty blocks ends, which leaves the chain unreachable. Only then are blocks
# merged, counting only jumps from reachable blocks: dead code must not hinder a merge.
#
# Two kinds of blocks must not be merged into the one before: a block in which the play may stop, which must stay empty
# so that it can be run again (see `nodes`), and one in other phases, since a block names the phases that are running.


def simplify(procedure: Procedure) -> Procedure:
    """The same procedure in fewer blocks, numbered in the order in which they can be reached."""
    drafts = list(procedure.drafts)
    for draft in drafts:
        draft.end = _settled(draft.end)
    _thread(drafts)
    start = _landing(drafts, 0)
    _join(drafts, start)
    return Procedure(_numbered(drafts, start), procedure.cells)


def _settled(end: prog.End) -> prog.End:
    """A jump in place of a branch that always goes the same way."""
    match end:
        case prog.Branch(ir.Const(value), yes, no):
            return prog.Jump(yes if value else no)
        case _:
            return end


def _landing(drafts: list[Draft], number: int) -> int:
    """Where a jump to this block ends up. (Empty blocks may jump in a circle: a loop without a body.)"""
    seen: set[int] = set()
    while number not in seen:
        seen.add(number)
        draft = drafts[number]
        if draft.body or not isinstance(draft.end, prog.Jump):
            break
        number = draft.end.to
    return number


def _thread(drafts: list[Draft]) -> None:
    landings = {draft.number: _landing(drafts, draft.number) for draft in drafts}
    for draft in drafts:
        draft.end = retarget(draft.end, landings)


def _join(drafts: list[Draft], start: int) -> None:
    """Merge each block with the next one if nothing else leads there, the play cannot stop there, and the phases are
    the same.
    """
    order = blocks_from(drafts, [start])
    named = Counter(target for number in order for target in targets(drafts[number].end))
    named[start] += 1
    for number in order:
        draft = drafts[number]
        while isinstance(draft.end, prog.Jump):
            following = drafts[draft.end.to]
            if named[following.number] > 1 or following.stops or following.phases != draft.phases or following is draft:
                break
            draft.body.extend(following.body)
            draft.end = following.end
            following.body, following.end = [], prog.Jump(following.number)


def _numbered(drafts: list[Draft], start: int) -> tuple[Draft, ...]:
    order = blocks_from(drafts, [start])
    numbers = {old: new for new, old in enumerate(order)}
    return tuple(
        Draft(numbers[old], drafts[old].phases, drafts[old].body, retarget(drafts[old].end, numbers)) for old in order
    )
