"""Makes the course of a game shorter, as long as the same is found in it.

What is tried, in this order, again and again until nothing helps any more: fewer variants, fewer players, options as
usual; another game at random that is shorter; leaving out moves, half of them at first, then single ones (the
minimising delta debugging of Zeller and Hildebrandt, IEEE Transactions on Software Engineering 28, 2002).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from ...diagnostics.record import dataclass
from .course import Look, Mover, Sighting, Way, by_text, follow, with_favourites
from .ways import Ways

OTHERS = 30
"""How many other games at random are tried for each way to play."""


@dataclass(slots=True)
class Shrinking:
    """Looks for the shortest course in which the same is found; `look` finds nothing else. It stops after `seconds`."""

    ways: Ways
    look: Look
    seconds: float
    _end: float = 0.0

    def shortest(self, found: Sighting) -> Sighting:
        """The shortest course that comes to light."""
        self._end = time.monotonic() + self.seconds
        while True:
            best = self._fewer_moves(self._another_game(self._simpler_way(found)))
            if best.course.size >= found.course.size or time.monotonic() > self._end:
                return min(best, found, key=lambda one: one.course.size)
            found = best

    def _simpler_way(self, found: Sighting) -> Sighting:
        for way in _simpler(found.course.way, self.ways):
            moves = found.course.moves
            again = self._try(way, found.course.seed, by_text(moves)) or self._at_random(way, len(moves))
            if again is not None:
                return self._simpler_way(again)
        return found

    def _another_game(self, found: Sighting) -> Sighting:
        while found.course.moves:
            again = self._at_random(found.course.way, len(found.course.moves) - 1)
            if again is None:
                break
            found = again
        return found

    def _at_random(self, way: Way, most: int) -> Sighting | None:
        for seed in range(OTHERS):
            again = self._try(way, seed, with_favourites(seed, most))
            if again is not None:
                return again
        return None

    def _fewer_moves(self, found: Sighting) -> Sighting:
        size = len(found.course.moves) // 2
        while size:
            at = 0
            while at < len(found.course.moves) and time.monotonic() < self._end:
                moves = found.course.moves
                again = self._try(found.course.way, found.course.seed, by_text(moves[:at] + moves[at + size :]))
                if again is not None and len(again.course.moves) < len(moves):
                    found = again
                else:
                    at += size
            size //= 2
        return found

    def _try(self, way: Way, seed: int, mover: Mover) -> Sighting | None:
        games = self.ways.games(way) if time.monotonic() < self._end else None
        return None if games is None else follow(games, way, seed, mover, self.look)


def _simpler(way: Way, ways: Ways) -> Iterator[Way]:
    """Ways with less to say: the usual one first, then those without one variant, player or changed option."""
    usual = ways.usual
    if way != usual:
        yield usual
    if way.options != usual.options:
        yield replace(way, options=usual.options)
    for number in range(len(way.variants)):
        yield replace(way, variants=way.variants[:number] + way.variants[number + 1 :])
    rules = ways.rules(way.variants)
    if ways.players is None and rules is not None:
        yield from (replace(way, players=many) for many in sorted(rules.spec.players) if many < way.players)
    for number in range(len(way.options)):
        yield replace(way, options=way.options[:number] + way.options[number + 1 :])
