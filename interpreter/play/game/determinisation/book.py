"""The story of a game as one seat saw it, kept up with the game, and what all its determinisations have in common."""

from __future__ import annotations

from collections.abc import Sequence

from ....engines.reference.executor import Executor
from ....engines.reference.machine import Code, Machine
from ..history import Beginning, History
from .bases import Bases, begins_afresh, is_open
from .beginnings import first_table
from .decided import Decided
from .exact import Belief, Exact
from .limit import Limit
from .limits import learn
from .marking import learn_marks
from .pool import Pool
from .scripted import Story
from .stage import Stage
from .story import CHANCE, Step, decider, observe
from .telling import Tale, believed


class Book:
    """What one seat has seen in the games that began in one way; it stands at one of their positions."""

    def __init__(self, code: Code, executor: Executor, beginning: Beginning, seat: int) -> None:
        self.code, self.beginning, self.seat = code, beginning, seat
        self.stage = Stage(executor, seat)
        self.told = Story()
        self.bases = Bases(self.stage, Tale(self.stage.table(first_table(code, beginning)), beginning, Decided()))
        self.pool = Pool(code, seat)
        self.exact = Exact(self.stage)
        self.limits: dict[int, list[Limit]] = {}
        self._closely: dict[int, list[Limit]] = {}
        self._befores: list[Machine] = []
        self._ends: list[int] = []
        self._done: list[History] = []
        self._chances = 0
        self._m = beginning.table(code)
        self._before, self._move = first_table(code, beginning), None

    def story(self, history: History) -> Story:
        """The steps up to a position, the last one not yet ended where chance is to decide."""
        if self._done and history is self._done[-1] and decider(self._m) != CHANCE:
            return self.told
        way = history.entries()
        if len(self._done) > len(way) or (self._done and self._done[-1] is not way[len(self._done) - 1]):
            self._back(_common(self._done, way))
        for entry in way[len(self._done) :]:
            self._go(entry)
        if decider(self._m) == CHANCE:
            return Story([*self.told.steps, self._observed()])
        return self.told

    def closely(self, number: int) -> list[Limit]:
        """What the step with this number tells if it is looked at closely. That takes long, so it is done when it is
        first asked for; it is found from the story alone, and the same whoever asks.
        """
        if number == len(self._befores):  # it has not yet ended
            return learn(self.stage, self._before, self._observed(), number, None, closely=True)
        if number not in self._closely:
            step = self.told.steps[number]
            self._closely[number] = learn(self.stage, self._befores[number], step, number, None, closely=True)
        return self._closely[number]

    def _back(self, common: int) -> None:
        """Begin again; steps that belong to what both ways have in common stay."""
        keep = sum(end <= common for end in self._ends)
        del self._ends[keep:]
        self.told = Story(self.told.steps[:keep])
        self.bases.back(keep)
        self.pool.back()
        self.limits = {number: found for number, found in self.limits.items() if number < keep}
        self._closely = {number: found for number, found in self._closely.items() if number < keep}
        del self._befores[keep:]
        self._done, self._chances, self._m = [], 0, self.beginning.table(self.code)
        self._before, self._move = first_table(self.code, self.beginning), None

    def _go(self, entry: History) -> None:
        if entry.what == "play":
            self._before, self._move = self._m.clone(), entry.given
            self._m.events, self._chances = [], 0
        if entry.what != "begin":
            entry.play_again(self._m)
        self._done.append(entry)
        if entry.what in ("pick", "luck"):
            return
        if decider(self._m) == CHANCE:
            self._chances += 1
        elif not self._ends or len(self._done) > self._ends[-1]:
            self._turn_page()

    def _observed(self) -> Step:
        told = [event.data[1] for event in self._m.events or () if event.what in ("settled", "picked")]
        seen = self.stage.watched(self._before, self._move, told)
        return observe(self._m, self.seat, self._chances, seen)

    def beliefs(self, steps: Sequence[Step]) -> list[Belief]:
        """All positions that are possible after these steps, which go on from the last base; none where they are too
        many.
        """
        base = self.bases.all[-1]
        since = base.decided.many
        few = since or self.beginning.cells is None
        return self.exact.after(base.m, since, steps) if few else []

    def _found_base(self) -> None:
        """All lay open before the last step."""
        beliefs = self.beliefs(self.told.steps[:-1])
        if len(beliefs) == 1:
            self.bases.all.append(believed(self.bases.all[-1], beliefs[0]))
        else:
            self.bases.add(self.told, self.limits, self.closely)

    def _turn_page(self) -> None:
        """A step has ended."""
        step = self._observed()
        self.told.add(step)
        self._befores.append(self._before)
        if step.who >= 0:
            number = len(self.told.steps) - 1
            found = learn(self.stage, self._before, step, number, self._move)
            found += learn_marks(self.stage, self._before, self._m, step, number)
            if found:
                self.limits[len(self.told.steps) - 1] = found
        if step.who >= 0 and begins_afresh(self._before, step, self.seat):
            self.bases.add(self.told, self.limits, self.closely)
        elif step.who >= 0 and is_open(self._before, len(self.told.steps) - 1, self.bases.all[-1]):
            self._found_base()
        self._ends.append(len(self._done))


def _common(one: list[History], two: list[History]) -> int:
    """How many entries at the beginning are the same."""
    for number, (first, second) in enumerate(zip(one, two, strict=False)):
        if first is not second:
            return number
    return min(len(one), len(two))
