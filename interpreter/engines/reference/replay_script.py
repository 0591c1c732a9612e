"""A replay script: a history as one seat saw it, with what an executor must know to compare it by itself.

`play.game.determinisation` writes scripts, and says what playing them plainly means (`plainly`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from ...diagnostics.record import dataclass
from .machine import Machine, RawMove

HIDDEN = -(2**64)
"""Stands for an argument, or an element of one, that the seat did not get to know: rules have no number so small."""

Part = int | tuple[int, ...]
"""What is known of an argument: a number, cards by their kinds; numbers in any order; `HIDDEN` for what is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One step, from a decision to the next.

    `plain` says that it may be played plainly. `who` decided (-1: it is the beginning); `own` is the number of the
    choice, -1 where only its `name` is known, -2 where it may be any move. `parts` are the arguments. Where
    `unknown_to` are the seats (bits) that did not know the hidden cards before the step either. Where
    `at_chance` the step ends where chance decides for time number `chances`. `travels` are the cards that went: the
    zone, how many lay there, the place (-1: all went), the kind (-1: not seen). `seen` is what the seat saw at the end
    and `heard` what it was told by each time, both as the executor tells it. `unseen_of` is the number of the step in
    whose travels cards that are picked now go.
    """

    plain: bool
    who: int
    own: int
    name: str
    parts: tuple[Part, ...]
    unknown_to: int
    at_chance: bool
    chances: int
    travels: Sequence[tuple[int, int, int, int]]
    seen: object
    heard: Sequence[object]
    unseen_of: int


@dataclass(slots=True)
class ReplayScript:
    """The cues of a story; `kept` is what an executor has made of them, and `changed` are the numbers of those that are
    others since then."""

    cues: list[ReplayStep] = field(default_factory=list)
    kept: Any = None
    changed: list[int] = field(default_factory=list)

    def put(self, number: int, cue: ReplayStep) -> None:
        """One more cue, or another one in the place of one."""
        if number < len(self.cues):
            self.cues[number] = cue
            self.changed.append(number)
        else:
            self.cues.append(cue)


ReplayOutcome = tuple[RawMove | None, tuple[int, ...]]
"""A step that was played: the move, and what chance decided."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """How far a script was played: the position there, how many steps, and the first so many of these, worked out when
    somebody asks.

    `failed` says that the next one has been tried plainly, and does not go on as it was seen; `drawn` is the
    number of the first step in which something was drawn by the seed (-1: all went as planned).
    """

    m: Machine
    steps: int
    failed: bool
    drawn: int
    played: Callable[[int], Sequence[ReplayOutcome]]
