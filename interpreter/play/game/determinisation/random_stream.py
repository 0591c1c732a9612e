"""The luck of a determinisation: one stream of numbers for one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from ....engines.cells import stream_number

T = TypeVar("T")

SOON = 64
"""So many numbers of a stream are worked out one by one, since most streams end before; to begin `Random` costs as much
as about so many of them."""


MANY = 0x9E3779B97F4A7C15
"""Makes the seed of a stream of many numbers another one."""


def numbers(seed: int) -> Iterator[float]:
    """Numbers from 0 to 1 that follow from a seed of 64 bits."""
    z = seed
    for _ in range(SOON):
        z = (z * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & (2**64 - 1)
        yield (z >> 11) * 2**-53
    yield from iter(Random(seed).random, None)


class RandomStream:
    """Numbers from a seed; the same in every run and on every machine. `share` gives one from 0 to 1."""

    __slots__ = ("seed", "share")

    def __init__(self, *seeds: int) -> None:
        seed = 0
        for one in seeds:
            seed = stream_number(seed ^ (one & (2**64 - 1)), 1)
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.seed = seed
        self.share: Callable[[], float] = numbers(seed).__next__

    def of(self, number: int) -> RandomStream:
        """Luck of its own for something that has a number."""
        found = RandomStream.__new__(RandomStream)
        found._begin(stream_number(self.seed, number))
        return found

    def below(self, many: int) -> int:
        """A number from 0 to `many` - 1."""
        return int(self.share() * many)

    def shares(self, many: int) -> Callable[[], float]:
        """What gives so many numbers from 0 to 1: another stream where that is quicker."""
        return self.share if many < SOON else Random(self.seed ^ MANY).random

    def only_share(self) -> float:
        """A number from 0 to 1 where no other is wanted: to begin a stream costs more than one number."""
        return stream_number(self.seed, 0) / 2**64

    def one_of(self, things: Sequence[T]) -> T:
        """One of several."""
        return things[int(self.share() * len(things))]

    def mixed(self, things: Sequence[T]) -> list[T]:
        """The same things in any order."""
        found, share = list(things), self.share
        for i in range(len(found) - 1, 0, -1):
            j = int(share() * (i + 1))
            found[i], found[j] = found[j], found[i]
        return found

    def weighed(self, outcomes: Sequence[tuple[int, int]]) -> list[int]:
        """The values in an order in which the heavier ones tend to come first: drawn one after the other."""
        share = self.share
        return [
            value
            for _, value in sorted(((share() ** (1.0 / weight), value) for value, weight in outcomes), reverse=True)
        ]


class FirstChoice(RandomStream):
    """Of several things, in the order in which they came, it always draws the first."""

    __slots__ = ()

    def one_of(self, things: Sequence[T]) -> T:
        """The first one."""
        return things[0]
