"""Blocks without use vanish: those that only jump, those that nothing leads to, and seams between two that always
follow each other.
"""

from __future__ import annotations

from collections import Counter

from ...language.ir import nodes as ir
from .drafts import Draft, Procedure, retarget, targets
from .nodes import Branch, End, Jump


def simplify(procedure: Procedure) -> Procedure:
    """The same procedure in as few blocks as possible, numbered in the order in which they can be reached."""
    drafts = list(procedure.drafts)
    for draft in drafts:
        draft.end = _settled(draft.end)
    _thread(drafts)
    start = _landing(drafts, 0)
    _join(drafts, start)
    return Procedure(_numbered(drafts, start), procedure.cells)


def _settled(end: End) -> End:
    """A branch that goes the same way always is a jump."""
    match end:
        case Branch(ir.Const(value), yes, no):
            return Jump(yes if value else no)
        case _:
            return end


def _landing(drafts: list[Draft], number: int) -> int:
    """Where a jump to this block really leads."""
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
    """A block takes in the next one where nothing else leads there, unless the play may stop there or the phase
    changes.
    """
    reached = _reached(drafts, start)
    named = Counter(target for number in reached for target in targets(drafts[number].end))
    named[start] += 1
    for number in reached:
        draft = drafts[number]
        while isinstance(draft.end, Jump):
            following = drafts[draft.end.to]
            if named[following.number] > 1 or following.stops or following.phases != draft.phases or following is draft:
                break
            draft.body.extend(following.body)
            draft.end = following.end
            following.body, following.end = [], Jump(following.number)


def _reached(drafts: list[Draft], start: int) -> list[int]:
    """All blocks that can be reached, each before those it leads to where possible."""
    order: dict[int, None] = {}
    waiting = [start]
    while waiting:
        number = waiting.pop()
        if number not in order:
            order[number] = None
            waiting.extend(reversed(list(targets(drafts[number].end))))
    return list(order)


def _numbered(drafts: list[Draft], start: int) -> tuple[Draft, ...]:
    reached = _reached(drafts, start)
    numbers = {old: new for new, old in enumerate(reached)}
    return tuple(
        Draft(numbers[old], drafts[old].phases, drafts[old].body, retarget(drafts[old].end, numbers)) for old in reached
    )
