"""Particles: histories sampled step by step, and the pool of them that is kept up with the observations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field
from itertools import accumulate

from ....diagnostics.record import dataclass
from ....engines.engine import ReplayOutcome, ReplayResult
from ....engines.position import Position, ProgramTables
from ..history import Beginning
from .assignment import assign_kinds
from .exact_belief import Belief
from .fast_replay import NotDirect, ObservationHistory, StepDraws, certainly, replay_directly
from .observations import UNSEEN, CardTravel, Limits, ObservedStep, ShuffledZone
from .random_stream import FirstChoice, RandomStream
from .simulator import Going, Simulator
from .step_replay import (
    Later,
    ReplayedStep,
    StepHint,
    StepReplay,
    by_plan,
    moves_that_fit,
    planned_hidden_kinds,
    replay_as_planned,
)
from .trajectories import NoAssignment, Trajectories
from .trajectory import InitialRuns, Trajectory

RUNS = 40
"""So often is a step of one history played, with other choices of others and of chance."""


class StepPlan:
    """Which cards are planned to go, from a step on: the trajectories, and the kind of each. `times` are those of the
    travels of each step, `firsts` the numbers of the first of them.
    """

    def __init__(
        self,
        ways: Trajectories,
        steps: Sequence[ObservedStep],
        since: int,
        times: Sequence[Sequence[int]],
        firsts: Sequence[int],
        luck: RandomStream,
        *,
        every: bool,
    ) -> None:
        self.ways, self.steps, self.since, self.times, self._firsts = ways, steps, since, times, firsts
        self.fitted = assign_kinds(ways, luck, every=every)
        self.kinds = ways.gone.kinds(self.fitted)

    def first(self, number: int) -> int:
        """The number of the first travel of a step."""
        return self._firsts[number - self.since] if number > self.since else 0

    def travels(self, number: int) -> Sequence[Going]:
        """Those of a step."""
        if number < self.since:
            return ()
        first, lines = self.first(number), self.ways.lines
        step, places = self.steps[number], range(len(self.times[number - self.since]))
        return plan_of_travels(
            step, [(lines[self.ways.gone.numbers[first + n]], self.kinds[first + n]) for n in places]
        )


class EmptyPlan:
    """Of steps in which no card goes."""

    kinds: Sequence[int] = ()

    def first(self, number: int) -> int:
        """None goes."""
        return 0

    def travels(self, number: int) -> Sequence[Going]:
        """None."""
        return ()


UNPLANNED = EmptyPlan()


@dataclass(slots=True)
class SampledHistory:
    """A history so far: the table (and the one `before` the last step), what was decided in each step and how chance
    went.

    Before the first step nothing has been played yet. `failed` is the number of the step at which it does not go on
    (-1: none does); the table stands before it. `start` is how the cards lie where it begins (`start_of`), `seed` that
    of its random numbers.
    """

    m: Position
    beginning: Beginning
    decided: DecisionLog
    seed: int
    failed: int = -1
    before: Position | None = None
    start: tuple[InitialRuns, tuple[int, ...]] | None = None

    def shorter(self) -> SampledHistory:
        """The same without its last step."""
        assert self.before is not None
        return SampledHistory(self.before, self.beginning, self.decided.shorter(), self.seed)

    def copy(self) -> SampledHistory:
        """A second one, to be told otherwise from here on."""
        return SampledHistory(self.m, self.beginning, self.decided.copy(), self.seed)

    def take(self, found: ReplayedStep) -> None:
        """A step was played so."""
        self.before, self.m = self.m, found.m
        played = found.move, tuple(found.told)
        self.decided.add(1, lambda _: [played])

    def take_all(self, found: ReplayResult) -> None:
        """Steps were played so."""
        self.before, self.m = None, found.m
        self.decided.add(found.steps, found.played)


def believed(base: SampledHistory, belief: Belief) -> SampledHistory:
    """A belief with all that happened before."""
    past, decided = belief.past, base.decided.copy()
    if past is not None:
        decided.add(past.many, lambda many: [(one.move, one.told) for one in past.all()[:many]])
    return SampledHistory(belief.m.clone(), base.beginning, decided, base.seed)


def drawn(ways: Trajectories, steps: Sequence[ObservedStep], since: int, limits: Limits) -> StepPlan:
    """The plan of the steps from a number on. Raises NoAssignment."""
    times = [ways.follow(step, limits.get(number, ())) for number, step in enumerate(steps[since:], since)]
    return StepPlan(ways, steps, since, times, [0, *accumulate(map(len, times))], ways.luck, every=True)


def plan_of_travels(step: ObservedStep, cards: Sequence[tuple[Trajectory, int]]) -> list[Going]:
    """The plan of a step in which these cards go, trajectories with their kinds."""
    return [
        (one.source, one.many, kind, any(when >= 0 and mask != -1 for when, mask in line.marks))
        for one, (line, kind) in zip(step.travels, cards, strict=True)
    ]


def extend_history(
    stage: Simulator,
    tale: SampledHistory,
    story: ObservationHistory,
    plan: StepPlan | EmptyPlan,
    luck: RandomStream,
    *,
    alone: bool = False,
) -> None:
    """Play the steps that are not yet told, until one fails: as planned, or else in another way that fits. What goes
    plainly the executor plays by itself if it can, but for the last step where that is wanted `alone`.
    """
    number, end = tale.decided.many, len(story.steps)
    while number < end:
        # `tried`: the executor has failed at the next step, so to replay it directly once more would fail as well
        tried, until = False, end - alone
        if number < until:
            kinds = plan.kinds[plan.first(number) :]
            played = stage.executor.replay_steps(tale.m, story.script, range(number, until), kinds, luck.seed)
            if played is not None:
                tried = played.failed
                tale.take_all(played)
                number += played.steps
        if number == end:
            return
        plain = story.script.cues[number].plain and not tried
        planned = hint(story, plan, number)
        found = replay_step(stage, tale.m, story.steps[number], planned, luck.of(number), plain=plain)
        if found is None:
            tale.failed = number
            return
        tale.take(found)
        number += 1


def hint(story: ObservationHistory, plan: StepPlan | EmptyPlan, number: int) -> StepHint:
    """What is planned for a step."""
    later, heard = story.revealed.get(number, (number, None))
    unseen = planned_hidden_kinds(story.steps[later], plan.travels(later))
    return StepHint(plan.travels(number), unseen, heard, lambda: _ahead(story.steps, plan, number))


def _ahead(steps: Sequence[ObservedStep], plan: StepPlan | EmptyPlan, number: int) -> Later:
    """What is planned from a step on; a shuffle has no kind."""
    events, kinds = list[CardTravel | ShuffledZone](), list[int]()
    left = iter(plan.kinds[plan.first(number) :])
    for step in steps[number:]:
        for one in step.trail:
            events.append(one)
            kinds.append(next(left) if isinstance(one, CardTravel) else UNSEEN)
    return events, kinds, len(steps[number].trail)


def replay_step(
    stage: Simulator, before: Position, step: ObservedStep, planned: StepHint, luck: RandomStream, *, plain: bool
) -> ReplayedStep | None:
    """Play a step plainly where that is worth trying, as planned, or else in any way that fits; None where none is
    found.
    """
    if plain:
        with suppress(NotDirect):
            found = replay_directly(stage, before, step, planned, StepDraws(luck.seed))
            if found is not None:
                return found
    moves = [] if step.who < 0 else by_plan(before, luck.mixed(moves_that_fit(before, step, planned)), planned)
    if step.who < 0 or moves:
        found = replay_as_planned(stage, before, step, moves[0] if moves else None, planned)
        found = found or StepReplay(stage, before, step, moves[:1], planned, luck, only=True).first(RUNS)
        if found is not None:
            return found
    return StepReplay(stage, before, step, moves, planned, luck).first(RUNS)


# What was decided in a history that has been told, step by step; worked out only when somebody asks.

DecidedStep = Callable[[int], Sequence[ReplayOutcome]]
"""The first so many of some steps."""


class DecisionLog:
    """Some steps after the other; `many` in all."""

    __slots__ = ("_parts", "many")

    def __init__(self, parts: Sequence[tuple[int, DecidedStep]] = (), many: int = 0) -> None:
        self._parts, self.many = list(parts), many

    def add(self, many: int, told: DecidedStep) -> None:
        """So many steps more."""
        if many:
            self._parts.append((many, told))
            self.many += many

    def copy(self) -> DecisionLog:
        """The same, to go on otherwise."""
        return DecisionLog(self._parts, self.many)

    def shorter(self) -> DecisionLog:
        """Without the last step, which was added by itself."""
        assert self._parts[-1][0] == 1
        return DecisionLog(self._parts[:-1], self.many - 1)

    def all(self) -> list[ReplayOutcome]:
        """Each step: the move (None at the beginning), and what chance decided."""
        return [one for many, told in self._parts for one in told(many)]

    def first(self) -> ReplayOutcome:
        """The first step."""
        return self._parts[0][1](1)[0]


# The head start of histories: the first steps, in which only cards go that the seat knows by now. All histories of one
# set of trajectories have them in common, so they are told once, and each history goes on from there.
#
# So late in a game a history costs no more than what has happened since the oldest of the cards that are still hidden
# was drawn. Nothing hangs on it which histories have been told before: steps in which something is drawn do not belong
# to it, and where trajectories have exchanged cards, so that others went in these steps, it begins again.


class CommonPrefix:
    """The first steps of all histories of a set, as they are told, and the kinds of the cards that went in them.

    `_unsure` is the number of the first travel of a card that may be of several kinds, as far as it was looked; at
    step `_vain` it ends in any case.
    """

    __slots__ = ("_kinds", "_tale", "_unsure", "_vain")

    def __init__(self) -> None:
        self._tale: SampledHistory | None = None
        self._kinds: Sequence[int] = ()
        self._unsure, self._vain = 0, -1

    def start(
        self, stage: Simulator, base: SampledHistory, story: ObservationHistory, plan: StepPlan
    ) -> SampledHistory:
        """A history that goes on from a base, told as far as this plan goes as all others do."""
        if plan.kinds[: len(self._kinds)] != self._kinds:
            self._tale, self._kinds, self._unsure, self._vain = None, (), 0, -1
        gone = plan.ways.gone.numbers
        if self._unsure < len(gone) and plan.ways.ledger.sure[gone[self._unsure]] >= 0:
            self._go_on(stage, self._tale or base, story, plan)
        return (self._tale or base).copy()

    def _go_on(self, stage: Simulator, base: SampledHistory, story: ObservationHistory, plan: StepPlan) -> None:
        until, self._unsure = _first_unsure(plan, base.decided.many)
        # It is worth telling at least so many steps more
        if until - base.decided.many < 8 or base.decided.many == self._vain:
            return
        tale = base.copy()
        while tale.decided.many < until and _replay_certain(stage, tale, story, plan, until):
            pass
        if tale.decided.many < until:
            self._vain = tale.decided.many
        if tale.decided.many > base.decided.many:
            self._tale, self._kinds = tale, plan.kinds[: plan.first(tale.decided.many)]


def _replay_certain(
    stage: Simulator, tale: SampledHistory, story: ObservationHistory, plan: StepPlan, until: int
) -> bool:
    """Play the steps up to one that may go in several ways, and that one if it can go in one only; False if it cannot,
    or the executor does not play by itself.
    """
    number = tale.decided.many
    kinds = plan.kinds[plan.first(number) :]
    played = stage.executor.replay_steps(tale.m, story.script, range(number, until), kinds, 0)
    if played is None:
        return False
    if played.drawn >= 0:
        since, number = number, played.drawn
        again = range(since, number)
        played = stage.executor.replay_steps(tale.m, story.script, again, kinds, 0) if again else None
    if played is not None:
        tale.take_all(played)
        number = tale.decided.many
    if number == until:
        return True
    plain = story.script.cues[number].plain
    found = certainly(stage, tale.m, story.steps[number], hint(story, plan, number)) if plain else None
    if found is None:
        return False
    tale.take(found)
    return True


def _first_unsure(plan: StepPlan, number: int) -> tuple[int, int]:
    """The first step from a number on in which a card goes that may still be of several kinds, or the last one; and the
    number of the first travel of such a card.
    """
    ways, last = plan.ways, plan.since + len(plan.times) - 1
    first, sure, gone = plan.first(number), ways.ledger.sure, ways.gone.numbers
    place = next((n for n in range(first, len(gone)) if sure[gone[n]] < 0), len(gone))
    while number < last and plan.first(number + 1) <= place:
        number += 1
    return number, place


# Trajectories that are kept up with a story: a few ways in which the cards may have gone, drawn once for all.
#
# Following a story costs most of what a determinisation costs, so it is not done anew for each. The seed says which of
# `MANY` sets of trajectories a determinisation is made of; the kinds are dealt anew each time. Each set follows by luck
# of its own, from the story alone, so it is the same whenever it is first asked for.

MANY = 64
"""So many sets of trajectories are kept for a seat."""

ALIKE = -1
"""The number of one more set, which serves for all while each would be the same but for which of equal cards is which.
In it the card that came first goes first, so little of what is hidden now has been hidden for long (`CommonPrefix`).
"""

DRAWS = 10
"""So often is one begun anew where the cards cannot have gone so."""


@dataclass(slots=True)
class Particle:
    """One set of trajectories (None: nothing fits any more), how often it was begun, the times of the steps that it
    has followed and the numbers of the first travels in them, and the head start of all histories of it."""

    ways: Trajectories | None
    begun: int
    times: list[Sequence[int]] = field(default_factory=list)
    firsts: list[int] = field(default_factory=lambda: [0])
    head_start: CommonPrefix = field(default_factory=CommonPrefix)


class ParticlePool:
    """The sets of trajectories of a seat, from the last base on."""

    def __init__(self, code: ProgramTables, seat: int) -> None:
        self.code, self.seat = code, seat
        self._base: object = None
        self._kept: dict[int, Particle] = {}

    def back(self) -> None:
        """The story has gone back."""
        self._kept = {}

    def following(
        self, base: object, start: InitialRuns, steps: Sequence[ObservedStep], since: int, limits: Limits, seed: int
    ) -> Particle | None:
        """The set of a seed, after these steps from number `since` on, before which all was told."""
        if base is not self._base:
            self._base, self._kept = base, {}
        kept = self._kept.get(ALIKE)
        if kept is None or (kept.ways is not None and kept.ways.alike):
            kept = self._follow(start, steps, since, limits, ALIKE)
        if kept.ways is None or not kept.ways.alike:
            kept = self._follow(start, steps, since, limits, seed % MANY)
        return kept if kept.ways is not None else None

    def _follow(
        self, start: InitialRuns, steps: Sequence[ObservedStep], since: int, limits: Limits, number: int
    ) -> Particle:
        kept = self._kept.get(number)
        if kept is None:
            kept = self._kept[number] = self._start_particle(start, number, 0)
        while kept.ways is not None and len(kept.times) < len(steps) - since:
            at = since + len(kept.times)
            try:
                kept.times.append(kept.ways.follow(steps[at], limits.get(at, ())))
                kept.firsts.append(kept.firsts[-1] + len(kept.times[-1]))
            except NoAssignment:
                kept = self._kept[number] = self._start_particle(start, number, kept.begun)
        return kept

    def _start_particle(self, start: InitialRuns, number: int, begun: int) -> Particle:
        if begun == DRAWS:
            return Particle(None, begun)
        luck = (FirstChoice if number == ALIKE else RandomStream)(number, self.seat, begun, 29)
        return Particle(Trajectories(self.code, start, luck), begun + 1)
