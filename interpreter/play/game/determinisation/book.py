"""The story of a game as one seat saw it, kept up with the game, and what all its determinisations have in common."""

from __future__ import annotations

from collections.abc import Sequence

from ....engines.reference.executor import Executor
from ....engines.reference.machine import Code
from ..history import History
from .bases import Bases, begins_afresh, is_open
from .beginnings import first_table
from .course import Course, Turn, in_common
from .decided import Decided
from .exact import Belief, Exact
from .learning import learn
from .limit import Limit
from .marking import learn_marks
from .pool import Pool
from .scripted import Story
from .stage import Stage
from .story import Step, observe
from .telling import Tale, believed

COURSE = -1
"""Under this number, which is no seat's, the course of the game is kept with the books of its seats."""


def book_of(history: History, code: Code, executor: Executor, seat: int) -> Book:
    """The book of a seat in the games that began as this one."""
    beginning = history.beginning
    kept = beginning.kept
    if seat not in kept:
        if COURSE not in kept:
            kept[COURSE] = Course(code, beginning)
        kept[seat] = Book(kept[COURSE], executor, seat)
    found = kept[seat]
    assert isinstance(found, Book)
    return found


class Book:
    """What one seat has seen in the games that began in one way; it stands at one of their positions."""

    def __init__(self, course: Course, executor: Executor, seat: int) -> None:
        code, beginning = course.code, course.beginning
        self.course, self.beginning, self.seat = course, beginning, seat
        self.stage = Stage(executor, seat)
        self.told = Story()
        self.bases = Bases(
            self.stage, Tale(self.stage.table(first_table(code, beginning)), beginning, Decided(), beginning.seed)
        )
        self.pool = Pool(code, seat)
        self.exact = Exact(self.stage)
        self.limits: dict[int, list[Limit]] = {}
        self.turns: list[Turn] = []
        self._closely: dict[int, list[Limit]] = {}

    def story(self, history: History) -> Story:
        """The steps up to a position, the last one not yet ended where chance is to decide."""
        self.course.follow(history)
        turns = self.course.turns
        if len(turns) != len(self.turns) or (turns and turns[-1].last is not self.turns[-1].last):
            same = in_common([turn.last for turn in self.turns], [turn.last for turn in turns])
            if same < len(self.turns):
                self._back(same)
            for turn in turns[same:]:
                self._turn_page(turn)
        if self.course.open is not None:
            return Story([*self.told.steps, self._observed(self.course.open)])
        return self.told

    def closely(self, number: int) -> list[Limit]:
        """What the step with this number tells if it is looked at closely. That takes long, so it is done when it is
        first asked for; it is found from the story alone, and the same whoever asks.
        """
        waits = self.course.open
        if number == len(self.turns) and waits is not None:
            return learn(self.stage, waits.before, self._observed(waits), number, None, closely=True)
        if number not in self._closely:
            step, before = self.told.steps[number], self.turns[number].before
            self._closely[number] = learn(self.stage, before, step, number, None, closely=True)
        return self._closely[number]

    def _back(self, keep: int) -> None:
        """Begin again; steps that belong to what both ways have in common stay."""
        del self.turns[keep:]
        self.told = Story(self.told.steps[:keep])
        self.bases.back(keep)
        self.pool.back()
        self.limits = {number: found for number, found in self.limits.items() if number < keep}
        self._closely = {number: found for number, found in self._closely.items() if number < keep}

    def _observed(self, turn: Turn) -> Step:
        m = turn.after
        told = [event.data[1] for event in m.events or () if event.what in ("settled", "picked")]
        seen = self.stage.watched(turn.laid_out(self.stage.executor), turn.move, told)
        return observe(m, self.seat, turn.chances, seen)

    def beliefs(self, story: Story, steps: Sequence[Step]) -> list[Belief]:
        """All positions that are possible after these steps of a story, which go on from the last base, those aside
        that wait (`Exact`); none where they are too many.
        """
        base = self.bases.all[-1]
        since = base.decided.many
        few = since or self.beginning.cells is None
        return self.exact.after(base.m, since, steps, story.revealed) if few else []

    def _found_base(self) -> None:
        """All lay open before the last step."""
        beliefs = self.beliefs(self.told, self.told.steps[:-1])
        if len(beliefs) == 1 and not self.exact.waiting:
            self.bases.all.append(believed(self.bases.all[-1], beliefs[0]))
        else:
            self.bases.add(self.told, self.limits, self.closely)

    def _turn_page(self, turn: Turn) -> None:
        """A step has ended."""
        step, number, before = self._observed(turn), len(self.turns), turn.before
        self.told.add(step)
        self.turns.append(turn)
        if step.who < 0:
            return
        found = learn(self.stage, before, step, number, turn.move)
        found += learn_marks(self.stage, before, turn.after, step, number)
        if found:
            self.limits[number] = found
        if begins_afresh(before, step, self.seat):
            self.bases.add(self.told, self.limits, self.closely)
        elif is_open(before, number, self.bases.all[-1]):
            self._found_base()
