"""Lifelines that are kept up with a story: a few ways in which the cards may have gone, drawn once for all.

Following a story costs most of what a determinisation costs, so it is not done anew for each. The seed says which of
`MANY` sets of lifelines a determinisation is made of; the kinds are dealt anew each time. Each set follows by luck of
its own, from the story alone, so it is the same whenever it is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ....diagnostics.record import dataclass
from ....engines.reference.machine import Code
from .head_start import HeadStart
from .lifelines import Dead, Lifelines
from .limit import Limits
from .luck import FirstIn, Luck
from .lying import Start
from .story import Step

MANY = 64
"""So many sets of lifelines are kept for a seat."""

ALIKE = -1
"""The number of one more set, which serves for all while each would be the same but for which of equal cards is which.
In it the card that came first goes first, so little of what is hidden now has been hidden for long (`head_start.py`).
"""

DRAWS = 10
"""So often is one begun anew where the cards cannot have gone so."""


@dataclass(slots=True)
class Kept:
    """One set of lifelines (None: nothing fits any more), how often it was begun, the times of the steps that it
    has followed and the numbers of the first travels in them, and the head start of all histories of it."""

    ways: Lifelines | None
    begun: int
    times: list[Sequence[int]] = field(default_factory=list)
    firsts: list[int] = field(default_factory=lambda: [0])
    head_start: HeadStart = field(default_factory=HeadStart)


class Pool:
    """The sets of lifelines of a seat, from the last base on."""

    def __init__(self, code: Code, seat: int) -> None:
        self.code, self.seat = code, seat
        self._base: object = None
        self._kept: dict[int, Kept] = {}

    def back(self) -> None:
        """The story has gone back."""
        self._kept = {}

    def following(
        self, base: object, start: Start, steps: Sequence[Step], since: int, limits: Limits, seed: int
    ) -> Kept | None:
        """The set of a seed, after these steps from number `since` on, before which all was told."""
        if base is not self._base:
            self._base, self._kept = base, {}
        kept = self._kept.get(ALIKE)
        if kept is None or (kept.ways is not None and kept.ways.alike):
            kept = self._follow(start, steps, since, limits, ALIKE)
        if kept.ways is None or not kept.ways.alike:
            kept = self._follow(start, steps, since, limits, seed % MANY)
        return kept if kept.ways is not None else None

    def _follow(self, start: Start, steps: Sequence[Step], since: int, limits: Limits, number: int) -> Kept:
        kept = self._kept.get(number)
        if kept is None:
            kept = self._kept[number] = self._begun(start, number, 0)
        while kept.ways is not None and len(kept.times) < len(steps) - since:
            at = since + len(kept.times)
            try:
                kept.times.append(kept.ways.follow(steps[at], limits.get(at, ())))
                kept.firsts.append(kept.firsts[-1] + len(kept.times[-1]))
            except Dead:
                kept = self._kept[number] = self._begun(start, number, kept.begun)
        return kept

    def _begun(self, start: Start, number: int, begun: int) -> Kept:
        if begun == DRAWS:
            return Kept(None, begun)
        luck = (FirstIn if number == ALIKE else Luck)(number, self.seat, begun, 29)
        return Kept(Lifelines(self.code, start, luck), begun + 1)
