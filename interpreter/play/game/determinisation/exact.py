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
from collections.abc import Hashable, Mapping, Sequence

from ....diagnostics.record import dataclass
from ....engines.program.layout import PC
from ....engines.reference.canonical import canonical, live_cells
from ....engines.reference.machine import Machine, RawMove
from ....language.ir.types import NONE
from .every_way import EveryWay
from .luck import Luck
from .own_picks import waiting_picks
from .retelling import Hint, Telling, moves_that_fit
from .stage import Stage
from .story import Announced, Mixed, Step, ask_of, fits

MOST = 64
"""So many positions are kept."""

WORK = 600
"""So many ways are looked at in one step."""


VAIN = 100
"""After so many ways that do not fit, none that does, it is given up."""


@dataclass(frozen=True, slots=True)
class Past:
    """How a step was played, and all before it: so many steps."""

    before: Past | None
    move: RawMove | None
    told: tuple[int, ...]
    many: int

    def all(self) -> list[Past]:
        """The steps, the first one first."""
        found, one = [self], self.before
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


@dataclass(slots=True)
class Belief:
    """A position, how likely it is (the likelihoods of all add up to 1), and a history of it."""

    m: Machine
    weight: float
    past: Past | None


class TooMany(Exception):
    """There are more possibilities than can be looked at."""


class Exact:
    """The beliefs of a seat, kept up with its story from the last base on; the last so many steps are `waiting`."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.base: Machine | None = None
        self.beliefs: list[Belief] = []
        self.done: list[Step] = []
        self.waiting = 0
        self._steps: Sequence[Step] | None = None

    def after(
        self, base: Machine, since: int, steps: Sequence[Step], revealed: Mapping[int, tuple[int, Announced]]
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
                except TooMany:
                    self.beliefs = []
                self.waiting -= 1
        self._steps = steps
        return self.beliefs

    def _common(self, since: int, steps: Sequence[Step]) -> int:
        """How many of the steps are the same as those that were followed."""
        return since + sum(one is two for one, two in zip(self.done[since:], steps[since:], strict=False))

    def _on(self, step: Step, number: int, heard: Announced | None) -> list[Belief]:
        found, merging, every, work = list[Belief](), Merging(number), EveryWay(self.stage, step), 0
        for belief in self.beliefs:
            many = 1 if belief.past is None else belief.past.many + 1
            for way, odds in ways(every, belief.m, step, heard, WORK - work):
                work += 1
                past = Past(belief.past, way.move, tuple(way.told), many)
                found.append(Belief(way.m, belief.weight * odds, past))
            work += 1
            if len(found) > MOST:
                found = merging.merged(found)
            if len(found) > MOST or work > WORK:
                raise TooMany
        more = len(found) > len(self.beliefs) and not step.waits  # choices that wait are all remembered
        if more or any(isinstance(one, Mixed) for one in step.trail):
            found = merging.merged(found)
        total = sum(belief.weight for belief in found)
        for belief in found:
            belief.weight /= total
        return found


class Merging:
    """Makes positions one that are the same to the rules. That is worth its time where a position has gone on in
    several ways, or cards were shuffled: elsewhere few become the same.

    Where something else is remembered than in all other positions, or other cards lie in some zone, it is the same as
    none.
    """

    def __init__(self, number: int) -> None:
        self._luck = Luck(number)
        self._forms: dict[Hashable, tuple[int, ...]] = {}
        self._lying: dict[Hashable, Hashable] = {}

    def merged(self, beliefs: Sequence[Belief]) -> list[Belief]:
        """The same beliefs, each position once, with one of its histories."""
        found: dict[Hashable, Belief] = {}
        for key, one in zip(self._keys([one.m for one in beliefs]), beliefs, strict=True):
            there = found.setdefault(key, one)
            if there is not one:
                there.weight += one.weight
                if self._luck.share() * there.weight < one.weight:
                    there.m, there.past = one.m, one.past
        return list(found.values())

    def _keys(self, tables: Sequence[Machine]) -> list[Hashable]:
        """Equal ones for positions that are the same; what takes longer is looked at only where it is needed."""
        keys: list[Hashable] = [remembered(m) for m in tables]
        for look in (self._lying_in, self._form):
            alike = Counter(key for key, _ in {(key, m.position) for key, m in zip(keys, tables, strict=True)})
            if len(alike) == alike.total():
                break
            keys = [(key, look(m)) if alike[key] > 1 else key for key, m in zip(keys, tables, strict=True)]
        return keys

    def _lying_in(self, m: Machine) -> Hashable:
        """Which kinds of cards lie in which zones; that of equal cells is worked out once."""
        lying = self._lying.get(m.position)
        if lying is None:
            at = m.code.place_at
            zones = m.part(at, at + len(m.kind_of))
            lying = self._lying[m.position] = tuple(sorted(zip(m.kind_of, zones, strict=True)))
        return lying

    def _form(self, m: Machine) -> tuple[int, ...]:
        """The canonical form; that of equal cells is worked out once."""
        form = self._forms.get(m.position)
        if form is None:
            form = self._forms[m.position] = canonical(m.code, m.state, stream=False)
        return form


def ways(every: EveryWay, m: Machine, step: Step, heard: Announced | None, most: int) -> list[tuple[Telling, float]]:
    """All ways in which a step may go on from a position, with how likely each is; a secret choice came out as it was
    `heard`. Raises TooMany.
    """
    moves: Sequence[RawMove | None] = [None]
    if step.who >= 0:
        moves = [move for move in moves_that_fit(m, step, Hint(heard=heard)) if came_out(m, step, move)]
    share = 1.0 if step.who < 0 or step.own is not None else 1 / max(len(m.moves or ()), 1)
    found: list[tuple[Telling, float]] = []
    for run, one in enumerate(every.of(m, moves)):
        if one is not None:
            if not found and len(moves) * every.open() > most:
                raise TooMany
            found.append((one, share * one.odds))
        vain = run > VAIN or len(moves) * every.open() > VAIN * most
        if run >= most or (not found and vain):
            raise TooMany
    return found


def remembered(m: Machine) -> Hashable:
    """What is chosen or counted and still matters, cards by their kinds."""
    numbers, kind_of = m.numbers, m.kind_of
    cells = live_cells(m.code, numbers, texts=False)
    return tuple([kind_of[numbers[at]] if is_card and numbers[at] != NONE else numbers[at] for at, is_card in cells])


def came_out(m: Machine, step: Step, move: RawMove) -> bool:
    """Whether the secret choices that come out in a step could be those that wait before it, or the move itself."""
    for seat, heard in step.revealed:
        picks = waiting_picks(m, seat)
        if step.secret and step.who == seat:
            picks.append((ask_of(m, m.numbers[PC]), move))
        if picks and not any(fits(m, ask, pick, heard) for ask, pick in picks):
            return False
    return True


def pick(beliefs: Sequence[Belief], luck: Luck) -> Belief:
    """One of the beliefs, as often as it is likely."""
    share = luck.only_share() * sum([belief.weight for belief in beliefs])
    for belief in beliefs:
        share -= belief.weight
        if share < 0:
            return belief
    return beliefs[-1]
