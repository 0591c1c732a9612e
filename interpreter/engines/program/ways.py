"""The ways from block to block: which blocks play may come to, and from where."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from .drafts import Draft, targets
from .nodes import Block, Program


def blocks_from(
    blocks: Sequence[Draft] | Sequence[Block], begin: Iterable[int], last: Container[int] = ()
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


def ways_to(program: Program, number: int) -> list[Block]:
    """The blocks from which a way leads to one, each as often as it names it."""
    return [block for block in program.blocks for to in targets(block.end) if to == number]
