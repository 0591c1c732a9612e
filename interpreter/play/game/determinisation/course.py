"""The course of a game as it was, played again by the reference engine once for the stories of all its seats.

It is cut into turns, from one decision to the next. What each seat saw of a turn is told elsewhere (`story.py`).
Positions that went different ways share the turns that they have in common; whoever asks for a position steps back to
the last of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ....diagnostics.record import dataclass
from ....engines.reference.executor import Executor
from ....engines.reference.machine import Code, Machine, RawMove
from ..history import Beginning, History
from .beginnings import first_table
from .story import CHANCE, decider

UNWATCHED = -1
"""No seat watches."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """What happened from one decision to the next: the tables before and after it, the latter with what happened; the
    move (none: it is the beginning); and how often the play stopped for chance.

    `last` is the entry of the history with which it ended. It tells turns apart, since all before hangs on it. `laid`
    is the table before it as the engine of the game holds it, once one seat has asked (`laid_out`).
    """

    before: Machine
    move: RawMove | None
    after: Machine
    chances: int
    last: History
    laid: list[Machine] = field(default_factory=list)

    def laid_out(self, executor: Executor) -> Machine:
        """The table before it, which the engine of the game has laid out once for all seats; it must not be changed."""
        if not self.laid:
            self.laid.append(executor.rehearse(self.before, UNWATCHED))
        return self.laid[0]


class Course:
    """The turns of the game up to a position, and the one that has not yet ended because chance is to decide."""

    def __init__(self, code: Code, beginning: Beginning) -> None:
        self.code, self.beginning = code, beginning
        self.turns: list[Turn] = []
        self.open: Turn | None = None
        self._done: list[History] = []
        self._begin()

    def follow(self, history: History) -> None:
        """Stand at this position."""
        many = len(self._done)
        if many and history is self._done[-1]:
            return
        new = history.entries(many)
        if many and not (new and new[0].before is self._done[-1]):
            way = history.entries()
            self._back(in_common(self._done, way))
            new = way[len(self._done) :]
        for entry in new:
            self._go(entry)
        standing = self._done[-1]
        waits = decider(self._m) == CHANCE
        self.open = Turn(self._before, self._move, self._m, self._chances, standing) if waits else None

    def _begin(self) -> None:
        self._m, self._chances = self.beginning.table(self.code), 0
        self._before = first_table(self.code, self.beginning)
        self._move: RawMove | None = None

    def _back(self, common: int) -> None:
        """Stand where the last turn of the first so many entries ended."""
        while self.turns and self.turns[-1].last.length >= common:
            self.turns.pop()
        if not self.turns:
            self._done = []
            self._begin()
            return
        last = self.turns[-1]
        del self._done[last.last.length + 1 :]
        self._before, self._move, self._chances = last.before, last.move, last.chances
        self._m = last.after.clone()

    def _go(self, entry: History) -> None:
        if entry.what == "play":
            self._before, self._move = self._standing(), entry.given
            self._m.events, self._chances = [], 0
        if entry.what != "begin":
            entry.play_again(self._m)
        self._done.append(entry)
        if entry.what in ("pick", "luck"):
            return
        if decider(self._m) == CHANCE:
            self._chances += 1
        else:
            self.turns.append(Turn(self._before, self._move, self._m.clone(), self._chances, entry))

    def _standing(self) -> Machine:
        """The table before a move."""
        ended = bool(self.turns) and self.turns[-1].last is self._done[-1]
        return self.turns[-1].after if ended else self._m.clone()


def in_common(one: Sequence[History], two: Sequence[History]) -> int:
    """How many entries at the beginning are the same; all before an entry hangs on it."""
    many = min(len(one), len(two))
    while many and one[many - 1] is not two[many - 1]:
        many -= 1
    return many
