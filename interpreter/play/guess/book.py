"""The story of a game as one seat saw it, kept up with the game: each step is told once."""

from __future__ import annotations

from ...engines.reference.code import Code
from ..game.history import Beginning, History
from .beginnings import start_of
from .story import CHANCE, Step, decider, observe


class Book:
    """What one seat has seen in the games that began in one way; it stands at one of their positions."""

    def __init__(self, code: Code, beginning: Beginning, seat: int) -> None:
        self.code, self.beginning, self.seat = code, beginning, seat
        self.start, self.order = start_of(code, beginning, seat)
        self.steps: list[Step] = []
        self._ends: list[int] = []
        self._done: list[History] = []
        self._chances = 0
        self._m = beginning.table(code)

    def story(self, history: History) -> list[Step]:
        """The steps up to a position, the last one not yet ended where chance is to decide."""
        way = history.entries()
        if self._done != way[: len(self._done)]:
            self._back(_common(self._done, way))
        for entry in way[len(self._done) :]:
            self._go(entry)
        if decider(self._m) == CHANCE:
            return [*self.steps, observe(self._m, self.seat, self._chances)]
        return self.steps

    def _back(self, common: int) -> None:
        """Begin again; steps that belong to what both ways have in common stay."""
        keep = sum(end <= common for end in self._ends)
        del self.steps[keep:], self._ends[keep:]
        self._done, self._chances, self._m = [], 0, self.beginning.table(self.code)

    def _go(self, entry: History) -> None:
        if entry.what == "play":
            self._m.events, self._chances = [], 0
        if entry.what != "begin":
            entry.play_again(self._m)
        self._done.append(entry)
        if entry.what in ("pick", "luck"):
            return
        if decider(self._m) == CHANCE:
            self._chances += 1
        elif not self._ends or len(self._done) > self._ends[-1]:
            self.steps.append(observe(self._m, self.seat, self._chances))
            self._ends.append(len(self._done))


def _common(one: list[History], two: list[History]) -> int:
    """How many entries at the beginning are the same."""
    for number, (first, second) in enumerate(zip(one, two, strict=False)):
        if first is not second:
            return number
    return min(len(one), len(two))
