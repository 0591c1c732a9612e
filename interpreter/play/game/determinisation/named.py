"""What the label of a move has told of values that follow from nothing else that a seat sees.

A label may name what chance has drawn, or what was computed before the decision: `Take {n} of them`. Whoever has read
it knows, so in a determinisation the label of that move must say the same.
"""

from __future__ import annotations

from typing import Any

from ....engines.program.nodes import Choice, Slot, SlotList
from ....engines.program.walk import every
from ....engines.reference.event import Event
from ....engines.reference.machine import Machine, RawMove
from ....engines.reference.telling import told_of_move

Named = tuple[tuple[str, Any], ...]
"""What stands in braces, and its value; cards are their kinds."""


def named(event: Event, choice: Choice, seat: int) -> Named:
    """What a seat has read of such values in the label of a move that was made."""
    if not event.told or (event.what == "chosen" and event.seat != seat):
        return ()
    loose = _loose(choice)
    known = [one for one in event.told if all(event.seen[place] >> seat & 1 for place in one.masks)]
    return tuple((one.written, one.value) for one in known if one.written in loose)


def says_the_same(m: Machine, choice: Choice, move: RawMove, read: Named) -> bool:
    """Whether the label of a legal move says what the seat has read."""
    told, _ = told_of_move(m, choice, move)
    found = {one.written: one.value for one in told}
    return all(found.get(written) == value for written, value in read)


def _loose(choice: Choice) -> frozenset[str]:
    """What stands in braces and is kept from before the decision."""
    return frozenset(
        one.written for one in choice.told if any(isinstance(p, Slot | SlotList) for p in every(one.value))
    )
