"""Drops needless blocks: those that only jump, those that nothing leads to; and merges pairs that always follow
each other.

The order matters. Branches with a known test become jumps first, for that may leave blocks unreachable. Then every
jump goes straight to where a chain of empty blocks ends, which leaves the chain unreachable. Only then are blocks
merged, counting only jumps from reachable blocks: dead code must not hinder a merge.

Two kinds of blocks must not be merged into the one before: a block in which the play may stop, which must stay empty
so that it can be run again (see `nodes`), and one in other phases, since a block names the phases that are running.
"""

from __future__ import annotations

from collections import Counter

from ...language.ir import nodes as ir
from .drafts import Draft, Procedure, retarget, targets
from .nodes import Branch, End, Jump
from .ways import blocks_from


def simplify(procedure: Procedure) -> Procedure:
    """The same procedure in fewer blocks, numbered in the order in which they can be reached."""
    drafts = list(procedure.drafts)
    for draft in drafts:
        draft.end = _settled(draft.end)
    _thread(drafts)
    start = _landing(drafts, 0)
    _join(drafts, start)
    return Procedure(_numbered(drafts, start), procedure.cells)


def _settled(end: End) -> End:
    """A jump in place of a branch that always goes the same way."""
    match end:
        case Branch(ir.Const(value), yes, no):
            return Jump(yes if value else no)
        case _:
            return end


def _landing(drafts: list[Draft], number: int) -> int:
    """Where a jump to this block ends up. (Empty blocks may jump in a circle: a loop without a body.)"""
    seen: set[int] = set()
    while number not in seen:
        seen.add(number)
        draft = drafts[number]
        if draft.body or not isinstance(draft.end, Jump):
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
        while isinstance(draft.end, Jump):
            following = drafts[draft.end.to]
            if named[following.number] > 1 or following.stops or following.phases != draft.phases or following is draft:
                break
            draft.body.extend(following.body)
            draft.end = following.end
            following.body, following.end = [], Jump(following.number)


def _numbered(drafts: list[Draft], start: int) -> tuple[Draft, ...]:
    order = blocks_from(drafts, [start])
    numbers = {old: new for new, old in enumerate(order)}
    return tuple(
        Draft(numbers[old], drafts[old].phases, drafts[old].body, retarget(drafts[old].end, numbers)) for old in order
    )
