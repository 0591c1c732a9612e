"""What labels of moves have told of values that follow from nothing else that a seat sees.

A label may name what chance has drawn, or what was computed before the decision: `Take {n} of them`. Whoever has read
it knows, so in a determinisation it must say the same: the label of each move that was made, and of all moves that the
seat itself could have made. Who decides is no such value: all see it.
"""

from __future__ import annotations

from typing import Any

from ....engines.program.nodes import AskBlock, Choice, Program, Slot, SlotList
from ....engines.program.walk import every
from ....engines.reference.event import Event
from ....engines.reference.machine import Machine, RawMove
from ....engines.reference.telling import told_of_move

Named = tuple[tuple[str, Any], ...]
"""What stands in braces, and its value; cards are their kinds."""


def named(event: Event, ask: AskBlock, seat: int) -> Named:
    """What a seat has read of such values in the label of a move that was made."""
    if not event.told or (event.what == "chosen" and event.seat != seat):
        return ()
    known = [one for one in event.told if all(event.seen[place] >> seat & 1 for place in one.masks)]
    kept = _kept(ask, ask.choices[event.data[1][0]])
    return tuple((one.written, one.value) for one in known if one.written in kept)


def says_the_same(m: Machine, choice: Choice, move: RawMove, read: Named) -> bool:
    """Whether the label of a legal move says what the seat has read."""
    told, _ = told_of_move(m, choice, move)
    found = {one.written: one.value for one in told}
    return all(found.get(written) == value for written, value in read)


def on_offer(m: Machine, seat: int) -> tuple[Named, ...]:
    """What the labels of a seat's moves name of such values, move by move; nothing where there are no such labels."""
    if not m.code.once(_tells, m.code.program):
        return ()
    end = m.code.block(m.numbers).end
    if (
        not isinstance(end, AskBlock)
        or m.numbers[end.who.address] != seat
        or not any(_kept(end, one) for one in end.choices)
    ):
        return ()
    found = []
    for move in m.moves or ():
        choice = end.choices[move[0]]
        kept, (told, _) = _kept(end, choice), told_of_move(m, choice, move)
        found.append(tuple((one.written, one.value) for one in told if one.written in kept))
    return tuple(found)


def _kept(ask: AskBlock, choice: Choice) -> frozenset[str]:
    """What stands in braces and is kept from before the decision."""
    return frozenset(
        one.written
        for one in choice.told
        if any(isinstance(part, Slot | SlotList) and part != ask.who for part in every(one.value))
    )


def _tells(_code: object, program: Program) -> bool:
    """Whether any label names such a value."""
    asks = [block.end for block in program.blocks if isinstance(block.end, AskBlock)]
    return any(_kept(ask, choice) for ask in asks for choice in ask.choices)
