"""A history that is being told: played step by step, from the beginning of the game or from a base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....engines.reference.event import Event
from ....engines.reference.machine import Machine, RawMove
from ..history import Beginning
from .fitting import fit
from .lifelines import Bans, Lifelines
from .luck import Luck
from .retelling import Hint, Retelling, Telling, by_plan, moves_that_fit, planned_first, unseen_kinds
from .story import Announced, Step, Travel

RUNS = 40
"""So often is a step of one history played, with other choices of others and of chance."""

Plan = Sequence[Sequence[tuple[int, int]]]
"""For each step the zones and kinds of its travels."""


@dataclass(slots=True)
class Tale:
    """A history so far: the table (and the one `before` the last step), all that happened, what was decided in each
    step and how chance went.

    `failed` is the number of the step at which it does not go on (-1: none does); the table stands before it.
    """

    m: Machine
    events: list[Event]
    beginning: Beginning
    decided: list[tuple[RawMove | None, tuple[int, ...]]]
    failed: int = -1
    before: Machine | None = None

    def shorter(self) -> Tale:
        """The same without its last step."""
        assert self.before is not None and self.m.events is not None
        events = self.events[: len(self.events) - len(self.m.events)]
        return Tale(self.before, events, self.beginning, self.decided[:-1])

    def copy(self) -> Tale:
        """A second one, to be told otherwise from here on."""
        return Tale(self.m, self.events.copy(), self.beginning, self.decided.copy())

    def take(self, found: Telling) -> None:
        """A step was played so."""
        self.before, self.m = self.m, found.m
        self.events += found.m.events or []
        self.decided.append((found.move, tuple(found.told)))


def drawn(ways: Lifelines, steps: Sequence[Step], since: int, bans: Bans) -> tuple[Plan, list[int]]:
    """The plan of the steps from a number on, and the kinds of all lifelines. Raises Dead."""
    times = list[list[int]]()
    for number, step in enumerate(steps[since:], since):
        for zone, kinds in bans.get(number, ()):
            ways.ban(zone, kinds)
        times.append(ways.follow(step))
    fitted = fit(ways)
    at = {time: kind for line, kind in zip(ways.lines, fitted, strict=True) for time in line.travels}
    plan = list[list[tuple[int, int]]]([] for _ in range(since))
    for step, ours in zip(steps[since:], times, strict=True):
        gone = [one for one in step.trail if isinstance(one, Travel)]
        plan.append([(one.source, at[time]) for one, time in zip(gone, ours, strict=True)])
    return plan, fitted


def tell(tale: Tale, steps: Sequence[Step], plan: Plan, seat: int, luck: Luck) -> None:
    """Play the steps that are not yet told, until one fails."""
    revealed = reveals(steps)
    for number in range(len(tale.decided), len(steps)):
        step, planned = steps[number], hint(steps, plan, revealed, number)
        moves = [] if step.who < 0 else by_plan(tale.m, moves_that_fit(tale.m, step, planned), planned, luck)
        found = Retelling(tale.m, step, seat, moves, planned_first(planned, seat, luck)).first(RUNS)
        if found is None:
            tale.failed = number
            return
        tale.take(found)


def reveals(steps: Sequence[Step]) -> Mapping[int, tuple[int, Announced]]:
    """By the number of a step with a secret choice: in which step it came out, and how it was announced."""
    found: dict[int, tuple[int, Announced]] = {}
    waiting: dict[int, list[int]] = {}
    for number, step in enumerate(steps):
        if step.secret:
            waiting.setdefault(step.who, []).append(number)
        for seat, heard in step.revealed:
            if waiting.get(seat):
                found[waiting[seat].pop(0)] = (number, heard)
    return found


def hint(steps: Sequence[Step], plan: Plan, revealed: Mapping[int, tuple[int, Announced]], number: int) -> Hint:
    """What is planned for a step."""
    later, heard = revealed.get(number, (number, None))
    return Hint(plan[number], unseen_kinds(steps[later], plan[later]), heard)
