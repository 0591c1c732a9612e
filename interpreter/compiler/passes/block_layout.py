"""Block layout: which blocks of the program are emitted by themselves, and in which order.

A loop of the program goes back to a short test: is there another player, is the pile empty? A jump back costs more than
the test, so the test is emitted once more where the jump would be, and what goes on from there jumps on at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engines.program.nodes import AskBlock, Branch, Dispatch, End, PickOne, Program, SettleTop
from ...engines.program.traversal import every, targets
from ...language.ir import nodes as ir

LONGEST = 24
"""How many blocks are emitted one within the other: each takes some levels of Python's stack."""


SHORT = 12
"""A test with no more parts than this is emitted once more instead of a jump back to it."""


def entries(program: Program, *, asks: bool, explicit: bool) -> set[int]:
    """The blocks at which play may begin: the first, decisions, and what follows them if play stops there, or where
    explicit chance decides.
    """
    found = {0}
    for one in program.blocks:
        match one.end:
            case AskBlock(choices=choices, secret=secret):
                found.add(one.number)
                if asks:
                    found |= {choice.then for choice in choices} if secret is None else {secret.then}
            case SettleTop(then=then) | PickOne(then=then):
                found |= {one.number, then} if explicit else set()
    return found


def emission_order(program: Program, *, asks: bool, explicit: bool) -> list[int]:
    """The blocks that need a label: where play may begin, those to which several ways lead, and some in a long chain.

    Any other block is emitted within the one before, which comes earlier in this order: only one way leads to it.
    """
    coming = [0] * len(program.blocks)
    for one in program.blocks:
        for to in _ways(one.end):
            coming[to] += 1
    begin = entries(program, asks=asks, explicit=explicit)
    alone: list[int] = []
    within = [0] * len(program.blocks)
    forward = _forward(program, begin)
    for n in _back(program, forward) & tests(program):
        for to in _ways(program.blocks[n].end):
            coming[to] += 1
    for n in forward:
        if n in begin or coming[n] > 1 or within[n] > LONGEST:
            alone.append(n)
            within[n] = 0
        for to in _ways(program.blocks[n].end):
            within[to] = within[n] + 1
    return alone


def tests(program: Program) -> set[int]:
    """The blocks that are nothing but a short test, without calls and comprehensions."""
    found: set[int] = set()
    for one in program.blocks:
        if isinstance(one.end, Branch) and not one.body:
            parts = list(every(one.end.test))
            if len(parts) <= SHORT and not any(isinstance(part, ir.Call | ir.Fold) for part in parts):
                found.add(one.number)
    return found


def rounds(program: Program, order: list[int], again: set[int]) -> set[int]:
    """The blocks to which a jump leads back, of those that are emitted by themselves in this order. Those in `again`
    are emitted once more instead.

    Whatever goes on and on comes through one of them.
    """
    place = {number: n for n, number in enumerate(order)}
    found: set[int] = set()

    def lead(to: int, n: int, met: frozenset[int]) -> None:
        if to not in place:
            for following in _ways(program.blocks[to].end):
                lead(following, n, met)
        elif place[to] <= n:
            if to in again and to not in met:
                for following in _ways(program.blocks[to].end):
                    lead(following, n, met | {to})
            else:
                found.add(to)

    for n, number in enumerate(order):
        for to in _ways(program.blocks[number].end):
            lead(to, n, frozenset())
    return found


def _back(program: Program, forward: list[int]) -> set[int]:
    """The blocks to which one leads that comes later."""
    place = {number: n for n, number in enumerate(forward)}
    return {to for n in forward for to in _ways(program.blocks[n].end) if place[to] <= place[n]}


def _ways(end: End) -> list[int]:
    """Where a block leads, once for each way."""
    match end:
        case AskBlock(choices=choices, none=none, secret=secret):
            if secret is not None:
                return [secret.then]
            return [*(choice.then for choice in choices), *(one for one in (none,) if one is not None)]
        case Branch(yes=yes, no=no):
            return [yes, no]
        case Dispatch(targets=to):
            return list(to)
        case _:
            return list(targets(end))


def _forward(program: Program, begin: set[int]) -> list[int]:
    """All blocks that can be reached, each before those to which it leads, as far as loops allow.

    This is the reverse of the order in which a depth-first search leaves them. What comes after a loop is looked at
    first, so that it lies behind what the loop goes through.
    """
    short = tests(program)
    seen: set[int] = set()
    left: list[int] = []

    def ways(number: int) -> Iterator[int]:
        found = _ways(program.blocks[number].end)
        return iter(found[::-1] if number in short else found)

    for root in sorted(begin):
        if root in seen:
            continue
        seen.add(root)
        path = [(root, ways(root))]
        while path:
            number, rest = path[-1]
            following = next((to for to in rest if to not in seen), None)
            if following is None:
                path.pop()
                left.append(number)
            else:
                seen.add(following)
                path.append((following, ways(following)))
    return left[::-1]
