"""Block layout: which blocks of the program are emitted by themselves, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

from ...engines.program.nodes import AskBlock, End, PickOne, Program, SettleTop
from ...engines.program.traversal import targets

LONGEST = 24
"""How many blocks are emitted one within the other: each takes some levels of Python's stack."""


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
    for n in _forward(program, begin):
        if n in begin or coming[n] > 1 or within[n] > LONGEST:
            alone.append(n)
            within[n] = 0
        for to in _ways(program.blocks[n].end):
            within[to] = within[n] + 1
    return alone


def rounds(program: Program, order: list[int]) -> set[int]:
    """The blocks to which a jump leads back, of those that are emitted by themselves in this order.

    Whatever goes on and on comes through one of them.
    """
    place = {number: n for n, number in enumerate(order)}
    found: set[int] = set()

    def lead(number: int, n: int) -> None:
        for to in _ways(program.blocks[number].end):
            if to not in place:
                lead(to, n)
            elif place[to] <= n:
                found.add(to)

    for n, number in enumerate(order):
        lead(number, n)
    return found


def _ways(end: End) -> list[int]:
    """Where a block leads, once for each way."""
    return [end.secret.then] if isinstance(end, AskBlock) and end.secret is not None else list(targets(end))


def _forward(program: Program, begin: set[int]) -> list[int]:
    """All blocks that can be reached, each before those to which it leads, as far as loops allow.

    This is the reverse of the order in which a depth-first search leaves them.
    """
    seen: set[int] = set()
    left: list[int] = []

    def ways(number: int) -> Iterator[int]:
        return iter(_ways(program.blocks[number].end))

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
