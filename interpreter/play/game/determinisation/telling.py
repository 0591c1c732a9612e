"""A history that is being told: played step by step, from the beginning of the game or from a base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate

from ....diagnostics.record import dataclass
from ....engines.reference.machine import Machine
from ....engines.reference.script import Replayed
from ..history import Beginning
from .decided import Decided
from .exact import Belief
from .fitting import fit
from .foresight import Going
from .lifelines import Lifelines
from .limit import Limits
from .line import Line
from .luck import Luck
from .lying import Start
from .places import goals, timed
from .plainly import NotPlain, plainly
from .retelling import (
    Hint,
    Later,
    Retelling,
    Telling,
    as_planned,
    best,
    by_plan,
    moves_that_fit,
    planned_first,
    straight,
    unseen_kinds,
    well_placed,
)
from .scripted import Story
from .stage import Stage
from .story import UNPLACED, UNSEEN, Mixed, Step, Travel

RUNS = 40
"""So often is a step of one history played, with other choices of others and of chance."""


class Plan:
    """Which cards are planned to go, from a step on: the lifelines, and the kind of each. `times` are those of the
    travels of each step, `firsts` the numbers of the first of them.
    """

    def __init__(
        self,
        ways: Lifelines,
        steps: Sequence[Step],
        since: int,
        times: Sequence[Sequence[int]],
        firsts: Sequence[int],
        luck: Luck,
        *,
        every: bool,
    ) -> None:
        self.ways, self.steps, self.since, self.times, self._firsts = ways, steps, since, times, firsts
        self.fitted = fit(ways, luck, every=every)
        self.kinds = ways.gone.kinds(self.fitted)
        self._goals: Mapping[int, frozenset[int]] | None = None

    def first(self, number: int) -> int:
        """The number of the first travel of a step."""
        return self._firsts[number - self.since] if number > self.since else 0

    def travels(self, number: int) -> Sequence[Going]:
        """Those of a step."""
        if number < self.since:
            return ()
        first, lines = self.first(number), self.ways.lines
        step, places = self.steps[number], range(len(self.times[number - self.since]))
        return going(step, [(lines[self.ways.gone.numbers[first + n]], self.kinds[first + n]) for n in places])

    def goals(self, number: int) -> Mapping[int, frozenset[int]]:
        """By the number of a travel of a step: where a card may be put unseen."""
        if all(one.goal != UNPLACED for one in self.steps[number].travels):
            return {}
        if self._goals is None:
            self._goals = goals(self.ways.lines, timed(self.steps[self.since :], self.times))
        found = self._goals
        ours = enumerate(self.times[number - self.since])
        return {place: found[time] for place, time in ours if time in found}


class NoPlan:
    """Of steps in which no card goes."""

    kinds: Sequence[int] = ()

    def first(self, number: int) -> int:
        """None goes."""
        return 0

    def travels(self, number: int) -> Sequence[Going]:
        """None."""
        return ()

    def goals(self, number: int) -> Mapping[int, frozenset[int]]:
        """None."""
        return {}


UNPLANNED = NoPlan()


@dataclass(slots=True)
class Tale:
    """A history so far: the table (and the one `before` the last step), what was decided in each step and how chance
    went.

    Before the first step nothing has been played yet. `failed` is the number of the step at which it does not go on
    (-1: none does); the table stands before it. `start` is how the cards lie where it begins (`beginnings`), `seed`
    that of its random numbers.
    """

    m: Machine
    beginning: Beginning
    decided: Decided
    seed: int
    failed: int = -1
    before: Machine | None = None
    start: tuple[Start, tuple[int, ...]] | None = None

    def shorter(self) -> Tale:
        """The same without its last step."""
        assert self.before is not None
        return Tale(self.before, self.beginning, self.decided.shorter(), self.seed)

    def copy(self) -> Tale:
        """A second one, to be told otherwise from here on."""
        return Tale(self.m, self.beginning, self.decided.copy(), self.seed)

    def take(self, found: Telling) -> None:
        """A step was played so."""
        self.before, self.m = self.m, found.m
        played = found.move, tuple(found.told)
        self.decided.add(1, lambda _: [played])

    def take_all(self, found: Replayed) -> None:
        """Steps were played so."""
        self.before, self.m = None, found.m
        self.decided.add(found.steps, found.played)


def believed(base: Tale, belief: Belief) -> Tale:
    """A belief with all that happened before."""
    past, decided = belief.past, base.decided.copy()
    if past is not None:
        decided.add(past.many, lambda many: [(one.move, one.told) for one in past.all()[:many]])
    return Tale(belief.m.clone(), base.beginning, decided, base.seed)


def drawn(ways: Lifelines, steps: Sequence[Step], since: int, limits: Limits) -> Plan:
    """The plan of the steps from a number on. Raises Dead."""
    times = [ways.follow(step, limits.get(number, ())) for number, step in enumerate(steps[since:], since)]
    return Plan(ways, steps, since, times, [0, *accumulate(map(len, times))], ways.luck, every=True)


def going(step: Step, cards: Sequence[tuple[Line, int]]) -> list[Going]:
    """The plan of a step in which these cards go, lifelines with their kinds."""
    return [
        (one.source, one.many, kind, any(when >= 0 and mask != -1 for when, mask in line.marks))
        for one, (line, kind) in zip(step.travels, cards, strict=True)
    ]


def tell(stage: Stage, tale: Tale, story: Story, plan: Plan | NoPlan, luck: Luck, *, alone: bool = False) -> None:
    """Play the steps that are not yet told, until one fails: as planned, or else in another way that fits. What goes
    plainly the executor plays by itself if it can, but for the last step where that is wanted `alone`.
    """
    number, end = tale.decided.many, len(story.steps)
    while number < end:
        tried, until = False, end - alone
        if number < until:
            kinds = plan.kinds[plan.first(number) :]
            played = stage.executor.retell(tale.m, story.script, range(number, until), kinds, luck.seed)
            if played is not None:
                tried = played.failed
                tale.take_all(played)
                number += played.steps
        if number == end:
            return
        plain = story.script.cues[number].plain and not tried
        planned = hint(story, plan, number)
        found = told(stage, tale.m, story.steps[number], planned, luck.of(number), plain=plain)
        if found is None:
            tale.failed = number
            return
        tale.take(found)
        number += 1


def hint(story: Story, plan: Plan | NoPlan, number: int) -> Hint:
    """What is planned for a step."""
    later, heard = story.revealed.get(number, (number, None))
    unseen = unseen_kinds(story.steps[later], plan.travels(later))
    return Hint(plan.travels(number), unseen, heard, plan.goals(number), lambda: _ahead(story.steps, plan, number))


def _ahead(steps: Sequence[Step], plan: Plan | NoPlan, number: int) -> Later:
    """What is planned from a step on; a shuffle has no kind."""
    events, kinds = list[Travel | Mixed](), list[int]()
    left = iter(plan.kinds[plan.first(number) :])
    for step in steps[number:]:
        for one in step.trail:
            events.append(one)
            kinds.append(next(left) if isinstance(one, Travel) else UNSEEN)
    return events, kinds, len(steps[number].trail)


def told(stage: Stage, before: Machine, step: Step, planned: Hint, luck: Luck, *, plain: bool) -> Telling | None:
    """Play a step plainly where that is worth trying, as planned, or else in any way that fits; None where none is
    found.
    """
    if plain:
        with suppress(NotPlain):
            found = plainly(stage, before, step, planned, luck.seed)
            if found is not None:
                return found
    moves = [] if step.who < 0 else moves_that_fit(before, step, planned)
    if len(moves) > 1:
        moves = luck.mixed(moves)
        for move in moves if planned.goals else ():
            found = straight(stage, before, step, move, planned)
            if found is not None and well_placed(found.m, step, planned):
                return found
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
