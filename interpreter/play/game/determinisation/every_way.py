"""Every way in which a step may go on, from each of many positions.

Chance may lead to the same table in many ways: which of two cards was drawn first is soon forgotten. So each table at
which play stops is kept once for all positions of the step, with what was told up to there, and what follows from it is
worked out once. The ways are told one after the other all the same, the last thing that is open varying first, so each
has its own past.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import prod

from ....diagnostics.record import dataclass
from ....engines.program.nodes import SettleTop
from ....engines.reference.chance import bag, compile_spot, weights
from ....engines.reference.machine import Machine, RawMove
from .retelling import Telling, going_from
from .stage import Stage
from .story import CHANCE, UNSEEN, Step, decider


@dataclass(frozen=True, slots=True)
class Choice:
    """What chance may decide, how likely each is, and from which travel on the next card goes."""

    options: Sequence[int]
    shares: Sequence[float]
    since: int


class Halt:
    """A table where play has stopped, and what follows from it, once it is known; it is never played on itself.

    `is_open` says that chance is to decide, `astray` that the seat has heard something else by then, `fits` that it
    sees and was told what it saw and heard in truth.
    """

    __slots__ = ("_fits", "_stage", "_step", "astray", "choices", "is_open", "m", "next")

    def __init__(self, stage: Stage, step: Step, m: Machine) -> None:
        self._stage, self._step, self.m = stage, step, m
        self.is_open = decider(m) == CHANCE
        self.astray = self.is_open and stage.astray(m, step.heard)
        if self.is_open:
            self.next: dict[int, Halt] = {}
            self.choices: dict[int, Choice] = {}
        self._fits: bool | None = None

    @property
    def fits(self) -> bool:
        """Whether the step may end here."""
        if self._fits is None:
            self._fits = self._stage.seen(self.m) == self._step.seen
        return self._fits


@dataclass(slots=True)
class Level:
    """A decision of chance: where, how likely it is to come there, what there is, and which of it is tried."""

    halt: Halt
    odds: float
    choice: Choice
    at: int = 0


class EveryWay:
    """All ways of one step."""

    def __init__(self, stage: Stage, step: Step) -> None:
        self.stage, self.step = stage, step
        self._halts: dict[Hashable, Halt] = {}
        self._path: list[Level] = []

    def of(self, before: Machine, moves: Sequence[RawMove | None]) -> Iterator[Telling | None]:
        """The ways from a position with one of these moves; None for each that is not as it was seen."""
        for move in moves:
            self._path, told = [], list[int]()
            found: Halt | None = self._halt(self.stage.after(before, move))
            while found is not None:
                end, odds = self._down(found, told)
                yield Telling(end.m, move, told.copy(), odds) if end is not None and end.fits else None
                found = self._otherwise(told)

    def open(self) -> int:
        """How many ways there are, as far as one can tell from the last one, for one move."""
        return prod(len(level.choice.options) for level in self._path)

    def _down(self, halt: Halt, told: list[int]) -> tuple[Halt | None, float]:
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
            path.append(Level(halt, odds, choice))
            odds, since = odds * choice.shares[0], choice.since
            told.append(choice.options[0])
            halt = self._next(halt, choice.options[0])
        return halt, odds

    def _otherwise(self, told: list[int]) -> Halt | None:
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

    def _next(self, halt: Halt, value: int) -> Halt:
        """Where play stops after chance has decided so."""
        found = halt.next.get(value)
        if found is None:
            m = halt.m.clone()
            self.stage.executor.decide(m, value)
            found = halt.next[value] = self._halt(m)
        return found

    def _halt(self, m: Machine) -> Halt:
        """The table where play has stopped; one that is known already if it is the same, also in what was told."""
        seen = self.stage.executor.seen(m)
        if seen is None:
            return Halt(self.stage, self.step, m)
        key = (m.position, m.steps, seen)
        found = self._halts.get(key)
        if found is None:
            found = self._halts[key] = Halt(self.stage, self.step, m)
        return found

    def _choice(self, m: Machine, since: int) -> Choice:
        """What chance may decide: only what was seen, if it was seen."""
        end, number = m.code.block(m.numbers).end, -1
        if isinstance(end, SettleTop):
            spot = m.code.once(compile_spot, end)(m, {})
            number = going_from(m, self.step, since, end, spot)
            outcomes = dict(weights([m.kind_of[card] for card in bag(m, *spot)]))
        else:
            outcomes = dict(m.outcomes or ())
        kind, total = self.step.travels[number].kind if number >= 0 else UNSEEN, sum(outcomes.values())
        options = [kind] if kind != UNSEEN and kind in outcomes else list(outcomes)
        return Choice(options, [outcomes[one] / total for one in options], since if number < 0 else number + 1)
