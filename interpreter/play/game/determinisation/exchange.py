"""Two lifelines that lay in one run exchange what came after: which of them went on how was a mere draw."""

from __future__ import annotations

from typing import Protocol

from .ledger import Ledger
from .line import Line, marked, stays, tails


class Ways(Protocol):
    """The ways of all cards."""

    ledger: Ledger

    def went(self, line: Line, since: int) -> None:
        """The travels from a time on are now those of this lifeline."""


def exchange(ways: Ways, one: Line, two: Line, time: int, mask: int = -1) -> bool:
    """Exchange all that came from a time on, if kinds are left for both; the first then fits the bits."""
    first = marked(one.marks, two.marks, time)
    second = marked(two.marks, one.marks, time)
    if not first & mask or not second:
        return False
    if second == mask and not ways.ledger.spare(two.group, mask):
        return False
    for line in (one, two):
        if line.kinds & (line.kinds - 1) == 0:
            ways.ledger.count(line, -1)
    one.marks, two.marks = tails(one.marks, two.marks, time)
    one.travels, two.travels = (
        [t for t in one.travels if t < time] + [t for t in two.travels if t >= time],
        [t for t in two.travels if t < time] + [t for t in one.travels if t >= time],
    )
    ways.went(one, time)
    ways.went(two, time)
    here, there = one.stays[-1][0], two.stays[-1][0]
    one.stays, two.stays = stays(one.stays, two.stays, time), stays(two.stays, one.stays, time)
    if here is not there:
        here.lines[here.lines.index(one)] = two
        there.lines[there.lines.index(two)] = one
    one.kinds, two.kinds = first, second
    ways.ledger.changed(one.group)
    for line in (one, two):
        if line.kinds & (line.kinds - 1) == 0:
            ways.ledger.count(line, 1)
    return True
