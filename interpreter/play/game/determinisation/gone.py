"""Which cards have gone somewhere, in order: the number of the lifeline of each travel, and the time of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import itemgetter

Pick = Callable[[Sequence[int]], tuple[int, ...]]
"""Takes the kinds of all lifelines, and gives those of some."""


class Gone:
    """All travels so far; `numbers` are those of the lifelines."""

    __slots__ = ("_pick", "_times", "numbers")

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._times: list[int] = []
        self._pick: Pick | None = None

    def add(self, number: int, time: int) -> None:
        """One more travel, of this lifeline."""
        self.numbers.append(number)
        self._times.append(time)
        self._pick = None

    def change(self, number: int, time: int) -> None:
        """The travel of a time was that of another lifeline."""
        self.numbers[bisect_left(self._times, time)] = number
        self._pick = None

    def kinds(self, kinds: Sequence[int]) -> tuple[int, ...]:
        """The kind of the card that goes in each travel, from those of all lifelines."""
        if self._pick is None:
            self._pick = itemgetter(*self.numbers) if len(self.numbers) > 1 else self._few
        return self._pick(kinds)

    def _few(self, kinds: Sequence[int]) -> tuple[int, ...]:
        return tuple([kinds[number] for number in self.numbers])
