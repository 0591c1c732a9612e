"""A history that is being told: played step by step, from the beginning of the game or from a base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....engines.reference.machine import Machine, RawMove
from ..history import Beginning
from .fitting import fit
from .foresight import Going
from .lifelines import Lifelines, Start
from .limit import Limits
from .line import Line
from .luck import Luck
from .retelling import (
    Hint,
    Retelling,
    Telling,
    as_planned,
    best,
    by_plan,
    moves_that_fit,
    planned_first,
    straight,
    unseen_kinds,
)
from .stage import Stage
from .story import Announced, Step

RUNS = 40
"""So often is a step of one history played, with other choices of others and of chance."""

Plan = Sequence[Sequence[Going]]
"""For each step its travels."""


@dataclass(slots=True)
class Tale:
    """A history so far: the table (and the one `before` the last step), what was decided in each step and how chance
    went.

    Before the first step nothing has been played yet. `failed` is the number of the step at which it does not go on
    (-1: none does); the table stands before it. `start` is how the cards lie where it begins (`beginnings`).
    """

    m: Machine
    beginning: Beginning
    decided: list[tuple[RawMove | None, tuple[int, ...]]]
    failed: int = -1
    before: Machine | None = None
    start: tuple[Start, tuple[int, ...]] | None = None

    def shorter(self) -> Tale:
        """The same without its last step."""
        assert self.before is not None
        return Tale(self.before, self.beginning, self.decided[:-1])

    def copy(self) -> Tale:
        """A second one, to be told otherwise from here on."""
        return Tale(self.m, self.beginning, self.decided.copy())

    def take(self, found: Telling) -> None:
        """A step was played so."""
        self.before, self.m = self.m, found.m
        self.decided.append((found.move, tuple(found.told)))


def drawn(ways: Lifelines, steps: Sequence[Step], since: int, limits: Limits) -> tuple[Plan, list[int]]:
    """The plan of the steps from a number on, and the kinds of all lifelines. Raises Dead."""
    times = list[list[int]]()
    for number, step in enumerate(steps[since:], since):
        times.append(ways.follow(step, limits.get(number, ())))
    fitted = fit(ways)
    at = {time: (line, kind) for line, kind in zip(ways.lines, fitted, strict=True) for time in line.travels}
    plan = list[list[Going]]([] for _ in range(since))
    for step, ours in zip(steps[since:], times, strict=True):
        plan.append(going(step, [at[time] for time in ours]))
    return plan, fitted


def going(step: Step, cards: Sequence[tuple[Line, int]]) -> list[Going]:
    """The plan of a step in which these cards go, lifelines with their kinds."""
    return [
        (one.source, one.many, kind, any(when >= 0 and mask != -1 for when, mask in line.marks))
        for one, (line, kind) in zip(step.travels, cards, strict=True)
    ]


def tell(stage: Stage, tale: Tale, steps: Sequence[Step], plan: Plan, luck: Luck) -> None:
    """Play the steps that are not yet told, until one fails: as planned, or else in another way that fits."""
    revealed = reveals(steps)
    for number in range(len(tale.decided), len(steps)):
        step, planned = steps[number], hint(steps, plan, revealed, number)
        found = told(stage, tale.m, step, planned, luck)
        if found is None:
            tale.failed = number
            return
        tale.take(found)


def told(stage: Stage, before: Machine, step: Step, planned: Hint, luck: Luck) -> Telling | None:
    """Play a step as planned, or else in any way that fits; None where none is found."""
    moves = [] if step.who < 0 else moves_that_fit(before, step, planned)
    if len(moves) > 1:
        moves = luck.mixed(moves)
        first = best(before, moves, planned)
    else:
        first = moves
    if step.who < 0 or first:
        found = straight(stage, before, step, first[0] if first else None, planned)
        again = Retelling(stage, before, step, first, as_planned(planned, luck), travels=planned.travels)
        found = found or again.first(RUNS)
        if found is not None:
            return found
    ordered = by_plan(before, moves, planned)
    order = planned_first(planned, luck)
    return Retelling(stage, before, step, ordered, order, travels=planned.travels).first(RUNS)


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
