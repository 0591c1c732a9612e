"""Counts the work of play on trial, and stops it when the time is up.

Work is counted in decisions, `RATE` of them for a second, so that the same is played on every machine. A decision that
takes many steps, to list its moves or until the next one, counts for several. Only the clock differs between machines:
it is looked at again and again, within decisions too, and cuts play off that takes far longer than planned. It counts
processor time, so that other programs do not matter, and what it has cut off is said to be left out.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span
from ...engines.reference.error import LATELY
from ...engines.reference.machine import Code, Machine

RATE = 8_000
"""How many decisions count as a second of play."""

STEPS = 250
"""How many steps count as a decision: about as many as the reference engine takes in the time of a usual decision."""

MOST_STEPS = 2_000_000
"""A rule that takes more steps is left alone on trial, if the limits of its game allow them."""

LOOK = 64
"""The clock is looked at whenever steps were spent this many times."""


class OutOfTime(Exception):
    """Raised in the middle of play when the time is up."""


class Watched(Machine):
    """A game on trial; `listed` counts the steps that were no part of play, such as those of listing moves."""

    __slots__ = ("listed", "looks", "sure", "until")

    def __init__(self, code: Code, state: list[int], until: float) -> None:
        super().__init__(code, state, record=False)
        self.limit = min(self.limit, MOST_STEPS)
        self.sure = self.limit - LATELY
        self.until = until
        self.listed = 0
        self.looks = 0

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Work that is not part of the play; here it is counted nevertheless."""
        with super().aside():
            try:
                yield
            finally:
                self.listed += self.steps

    def spend(self, steps: int, span: Span | None) -> None:
        """Count work, and look at the clock now and then."""
        self.looks += 1
        if self.looks % LOOK == 0:
            self.look_at_clock()
        spent = self.steps + steps
        if spent > self.sure:
            super().spend(steps, span)
        else:
            self.steps = spent

    def look_at_clock(self) -> None:
        """Raise OutOfTime if the time is up."""
        if time.thread_time() > self.until:
            raise OutOfTime

    def work_done(self) -> int:
        """For how many decisions the last one counts, with all that followed up to the next one."""
        steps, self.listed = self.steps + self.listed, 0
        return max(steps // STEPS, 1)


def too_long(m: Machine, error: Diagnostic) -> bool:
    """Whether a game was only left alone for its many steps, which its own limit would have allowed."""
    return error.code == "R700" and m.limit < m.code.program.steps_limit
