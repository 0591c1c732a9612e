"""All positions that a seat may hold for true, each as likely as it is, as long as they are few.

After each step every position that was possible is played on in every way that the seat may have seen: the others take
each of their legal moves as likely, chance decides by its weights. Positions that are the same to the rules are one. Of
the ways that lead to one, one is kept as its history, each as often as it is likely.

A secret choice tells nothing as long as others have yet to choose, so it is followed when more has happened: then it
is known what came out. Until then whoever draws a position lets the others choose (`waiting`).

Where there would be more than `MOST` positions, or `WORK` ways to look at in a step, this ends for good: from then on
determinisations are sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import prod

from ....diagnostics.record import dataclass
from ....engines.invariants import canonical, live_cells
from ....engines.position import Position, RawMove
from ....engines.program.layout import PC
from ....engines.program.nodes import SettleTop
from ....language.ir.types import NONE
from .deal_sampling import waiting_picks
from .observations import CHANCE, UNSEEN, AnnouncedMove, ObservedStep, ShuffledZone, ask_of, decider, fits
from .random_stream import RandomStream
from .simulator import Simulator
from .step_replay import ReplayedStep, StepHint, going_from, moves_that_fit

MOST = 64
"""So many positions are kept."""

WORK = 600
"""So many ways are looked at in one step."""


HOPELESS_RATIO = 100
"""After so many ways that do not fit, none that does, it is given up."""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """How a step was played, and all before it: so many steps."""

    before: StepRecord | None
    move: RawMove | None
    told: tuple[int, ...]
    many: int

    def all(self) -> list[StepRecord]:
        """The steps, the first one first."""
        found, one = [self], self.before
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


@dataclass(slots=True)
class Belief:
    """A position, how likely it is (the likelihoods of all add up to 1), and a history of it."""

    m: Position
    weight: float
    past: StepRecord | None


class TooManyBeliefs(Exception):
    """There are more possibilities than can be looked at."""


class ExactBelief:
    """The beliefs of a seat, kept up with its story from the last base on; the last so many steps are `waiting`."""

    def __init__(self, stage: Simulator) -> None:
        self.stage = stage
        self.base: Position | None = None
        self.beliefs: list[Belief] = []
        self.done: list[ObservedStep] = []
        self.waiting = 0
        self._steps: Sequence[ObservedStep] | None = None

    def after(
        self,
        base: Position,
        since: int,
        steps: Sequence[ObservedStep],
        revealed: Mapping[int, tuple[int, AnnouncedMove]],
    ) -> list[Belief]:
        """The beliefs after these steps, those aside that wait; none where there are too many. All was told up to the
        step `since`; `revealed` says how secret choices came out, by their steps.
        """
        if base is not self.base or (steps is not self._steps and self._common(since, steps) < len(self.done)):
            self.base, self.beliefs, self.done = base, [Belief(base, 1.0, None)], list(steps[:since])
            self.waiting = 0
        for step in steps[len(self.done) :]:
            self.done.append(step)
            self.waiting += 1
            while self.waiting and not step.waits:
                number = len(self.done) - self.waiting
                later, heard = revealed.get(number, (number, None))
                known = heard if later < len(self.done) else None  # whether somebody has asked since then or not
                try:
                    self.beliefs = self._on(self.done[number], number, known)
                except TooManyBeliefs:
                    self.beliefs = []
                self.waiting -= 1
        self._steps = steps
        return self.beliefs

    def _common(self, since: int, steps: Sequence[ObservedStep]) -> int:
        """How many of the steps are the same as those that were followed."""
        return since + sum(one is two for one, two in zip(self.done[since:], steps[since:], strict=False))

    def _on(self, step: ObservedStep, number: int, heard: AnnouncedMove | None) -> list[Belief]:
        found, merging, every, work = list[Belief](), StateMerging(number), StepEnumeration(self.stage, step), 0
        for belief in self.beliefs:
            many = 1 if belief.past is None else belief.past.many + 1
            for way, odds in ways(every, belief.m, step, heard, WORK - work):
                work += 1
                past = StepRecord(belief.past, way.move, tuple(way.told), many)
                found.append(Belief(way.m, belief.weight * odds, past))
            work += 1
            # Merging takes its time: here it is done only where it may keep the beliefs from ending
            if len(found) > MOST:
                found = merging.merged(found)
            if len(found) > MOST or work > WORK:
                raise TooManyBeliefs
        more = len(found) > len(self.beliefs) and not step.waits  # choices that wait are all remembered
        if more or any(isinstance(one, ShuffledZone) for one in step.trail):
            found = merging.merged(found)
        total = sum(belief.weight for belief in found)
        for belief in found:
            belief.weight /= total
        return found


class StateMerging:
    """Makes positions one that are the same to the rules. That is worth its time where a position has gone on in
    several ways, or cards were shuffled: elsewhere few become the same.

    Where something else is remembered than in all other positions, or other cards lie in some zone, it is the same as
    none.
    """

    def __init__(self, number: int) -> None:
        self._luck = RandomStream(number)
        self._forms: dict[Hashable, tuple[int, ...]] = {}
        self._lying: dict[Hashable, Hashable] = {}

    def merged(self, beliefs: Sequence[Belief]) -> list[Belief]:
        """The same beliefs, each position once, with one of its histories."""
        found: dict[Hashable, Belief] = {}
        # Equal ones for positions that are the same; what takes longer is looked at only where it is needed
        tables = [one.m for one in beliefs]
        keys: list[Hashable] = [remembered(m) for m in tables]
        for look in (self._placement, self._form):
            alike = Counter(key for key, _ in {(key, m.position) for key, m in zip(keys, tables, strict=True)})
            if len(alike) == alike.total():
                break
            keys = [(key, look(m)) if alike[key] > 1 else key for key, m in zip(keys, tables, strict=True)]
        for key, one in zip(keys, beliefs, strict=True):
            there = found.setdefault(key, one)
            if there is not one:
                there.weight += one.weight
                if self._luck.share() * there.weight < one.weight:
                    there.m, there.past = one.m, one.past
        return list(found.values())

    def _placement(self, m: Position) -> Hashable:
        """Which kinds of cards lie in which zones; that of equal cells is worked out once."""
        lying = self._lying.get(m.position)
        if lying is None:
            at = m.code.place_at
            zones = m.state[at : at + len(m.kind_of)]
            lying = self._lying[m.position] = tuple(sorted(zip(m.kind_of, zones, strict=True)))
        return lying

    def _form(self, m: Position) -> tuple[int, ...]:
        """The canonical form; that of equal cells is worked out once."""
        form = self._forms.get(m.position)
        if form is None:
            form = self._forms[m.position] = canonical(m.code, m.state, stream=False)
        return form


def ways(
    every: StepEnumeration, m: Position, step: ObservedStep, heard: AnnouncedMove | None, most: int
) -> list[tuple[ReplayedStep, float]]:
    """All ways in which a step may go on from a position, with how likely each is; a secret choice came out as it was
    `heard`. Raises TooManyBeliefs.
    """
    moves: Sequence[RawMove | None] = [None]
    if step.who >= 0:
        moves = [move for move in moves_that_fit(m, step, StepHint(heard=heard)) if came_out(m, step, move)]
    share = 1.0 if step.who < 0 or step.own is not None else 1 / max(len(m.moves or ()), 1)
    found: list[tuple[ReplayedStep, float]] = []
    for run, one in enumerate(every.of(m, moves)):
        if one is not None:
            if not found and len(moves) * every.open() > most:
                raise TooManyBeliefs
            found.append((one, share * one.odds))
        vain = run > HOPELESS_RATIO or len(moves) * every.open() > HOPELESS_RATIO * most
        if run >= most or (not found and vain):
            raise TooManyBeliefs
    return found


def remembered(m: Position) -> Hashable:
    """What is chosen or counted and still matters, cards by their kinds."""
    numbers, kind_of = m.numbers, m.kind_of
    cells = live_cells(m.code, numbers, texts=False)
    return tuple([kind_of[numbers[at]] if is_card and numbers[at] != NONE else numbers[at] for at, is_card in cells])


def came_out(m: Position, step: ObservedStep, move: RawMove) -> bool:
    """Whether the secret choices that come out in a step could be those that wait before it, or the move itself."""
    for seat, heard in step.revealed:
        picks = waiting_picks(m, seat)
        if step.secret and step.who == seat:
            picks.append((ask_of(m, m.numbers[PC]), move))
        if picks and not any(fits(m, ask, pick, heard) for ask, pick in picks):
            return False
    return True


def pick(beliefs: Sequence[Belief], luck: RandomStream) -> Belief:
    """One of the beliefs, as often as it is likely."""
    share = luck.only_share() * sum([belief.weight for belief in beliefs])
    for belief in beliefs:
        share -= belief.weight
        if share < 0:
            return belief
    return beliefs[-1]


# Every way in which a step may go on, from each of many positions.
#
# Chance may lead to the same table in many ways: which of two cards was drawn first is soon forgotten. So each table at
# which play stops is kept once for all positions of the step, with what was told up to there, and what follows from it
# is worked out once. The ways are told one after the other all the same, the last thing that is open varying first, so
# each has its own past.


@dataclass(frozen=True, slots=True)
class ChanceBranch:
    """What chance may decide, how likely each is, and from which travel on the next card goes."""

    options: Sequence[int]
    shares: Sequence[float]
    since: int


class LeafTable:
    """A table where play has stopped, and what follows from it, once it is known; it is never played on itself.

    `is_open` says that chance is to decide, `astray` that the seat has heard something else by then, `fits` that it
    sees and was told what it saw and heard in truth.
    """

    __slots__ = ("_fits", "_stage", "_step", "astray", "choices", "is_open", "m", "next")

    def __init__(self, stage: Simulator, step: ObservedStep, m: Position) -> None:
        self._stage, self._step, self.m = stage, step, m
        self.is_open = decider(m) == CHANCE
        self.astray = self.is_open and stage.astray(m, step.heard)
        if self.is_open:
            self.next: dict[int, LeafTable] = {}
            self.choices: dict[int, ChanceBranch] = {}
        self._fits: bool | None = None

    @property
    def fits(self) -> bool:
        """Whether the step may end here."""
        if self._fits is None:
            self._fits = self._stage.seen(self.m) == self._step.seen
        return self._fits


@dataclass(slots=True)
class ChanceNode:
    """A decision of chance: where, how likely it is to come there, what there is, and which of it is tried."""

    halt: LeafTable
    odds: float
    choice: ChanceBranch
    at: int = 0


class StepEnumeration:
    """All ways of one step."""

    def __init__(self, stage: Simulator, step: ObservedStep) -> None:
        self.stage, self.step = stage, step
        self._halts: dict[Hashable, LeafTable] = {}
        self._path: list[ChanceNode] = []

    def of(self, before: Position, moves: Sequence[RawMove | None]) -> Iterator[ReplayedStep | None]:
        """The ways from a position with one of these moves; None for each that is not as it was seen."""
        for move in moves:
            self._path, told = [], list[int]()
            found: LeafTable | None = self._halt(self.stage.after(before, move))
            while found is not None:
                end, odds = self._down(found, told)
                yield ReplayedStep(end.m, move, told.copy(), odds) if end is not None and end.fits else None
                found = self._alternative(told)

    def open(self) -> int:
        """How many ways there are, as far as one can tell from the last one, for one move."""
        return prod(len(level.choice.options) for level in self._path)

    def _down(self, halt: LeafTable, told: list[int]) -> tuple[LeafTable | None, float]:
        """Go on to where the step ends, chance deciding for the first of what there is; None where that is astray."""
        step, path, odds, since = self.step, self._path, 1.0, 0
        if path:
            last = path[-1]
            odds, since = last.odds * last.choice.shares[last.at], last.choice.since
        while halt.is_open:
            if halt.astray:
                return None, 0.0
            if step.stop[0] == CHANCE and len(told) + 1 == step.chances:
                break
            choice = halt.choices.get(since)
            if choice is None:
                choice = halt.choices[since] = self._choice(halt.m, since)
            path.append(ChanceNode(halt, odds, choice))
            odds, since = odds * choice.shares[0], choice.since
            told.append(choice.options[0])
            halt = self._next(halt, choice.options[0])
        return halt, odds

    def _alternative(self, told: list[int]) -> LeafTable | None:
        """Take the next option of the last level that has one; None where none has."""
        path = self._path
        while path and path[-1].at + 1 >= len(path[-1].choice.options):
            path.pop()
        if not path:
            return None
        last = path[-1]
        last.at += 1
        told[len(path) - 1 :] = [last.choice.options[last.at]]
        return self._next(last.halt, told[-1])

    def _next(self, halt: LeafTable, value: int) -> LeafTable:
        """Where play stops after chance has decided so."""
        found = halt.next.get(value)
        if found is None:
            m = halt.m.clone()
            m.decide(value)
            found = halt.next[value] = self._halt(m)
        return found

    def _halt(self, m: Position) -> LeafTable:
        """The table where play has stopped; one that is known already if it is the same, also in what was told."""
        seen = m.seen
        if seen is None:
            return LeafTable(self.stage, self.step, m)
        key = (m.position, m.steps, seen)
        found = self._halts.get(key)
        if found is None:
            found = self._halts[key] = LeafTable(self.stage, self.step, m)
        return found

    def _choice(self, m: Position, since: int) -> ChanceBranch:
        """What chance may decide: only what was seen, if it was seen."""
        end, number = m.code.block(m.numbers).end, -1
        if isinstance(end, SettleTop):
            number = going_from(m, self.step, since, end, m.spot(end))
        outcomes = dict(m.outcomes or ())
        kind, total = self.step.travels[number].kind if number >= 0 else UNSEEN, sum(outcomes.values())
        options = [kind] if kind != UNSEEN and kind in outcomes else list(outcomes)
        return ChanceBranch(options, [outcomes[one] / total for one in options], since if number < 0 else number + 1)
