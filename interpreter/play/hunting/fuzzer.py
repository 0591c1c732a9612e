"""Random play until the time is up: over the variants, options and numbers of players of a game, all laws looked at.

Trial n depends on the seed and on n, and on nothing else: the same seed finds the same on every machine, if it gets as
far. What is found first is made short; see `shrinking`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import field, replace
from math import log
from random import Random

from ...diagnostics.record import dataclass
from .fuzz_input import Look, Mover, RuleChoice, RuleSampler, Sighting, by_text, follow, with_favourites
from .laws import SELDOM, SLOW, Breach, Here, broken
from .property import Property

GAMES = 4
"""How many games are played in the same way, since it takes a while to get ready for another one."""

MOST = 4_000
"""How many moves a game is followed for; one that is longer is left there."""

CLOSELY = 0.1
"""The share of positions that are looked at closely, by laws that take a while; the first and the last are always."""


@dataclass(slots=True)
class Fuzzed:
    """What was played, and what was found: the first breach, made short, and how many moves it took at first."""

    games: int = 0
    positions: int = 0
    ways: set[RuleChoice] = field(default_factory=set)
    found: Sighting | None = None
    at_first: int = 0


def fuzz(
    ways: RuleSampler, always: Property | None, *, seed: int, seconds: float, games: int | None, shrinking: float
) -> Fuzzed:
    """Play until something is found, the time is up, or so many games have been played."""
    done, end = Fuzzed(), time.monotonic() + seconds
    for number, way in enumerate(_drawn(ways, seed)):
        if time.monotonic() > end or (games is not None and done.games >= games):
            return done
        both = ways.games(way) if way is not None else None
        if way is None or both is None:
            continue
        done.ways.add(way)
        for again in range(GAMES):
            if (games is not None and done.games >= games) or (again and time.monotonic() > end):
                break
            own = (seed * 1_000_003 + number * GAMES + again) % 2**62
            look = _looking(always, own, done)
            found = follow(both, way, own, _until(end, with_favourites(own, MOST)), look)
            done.games += 1
            if found is not None:
                done.at_first = len(found.course.moves)
                done.found = Shrinker(ways, _same(found.found, always), shrinking).shortest(found)
                return done
    return done


def _drawn(ways: RuleSampler, seed: int) -> Iterator[RuleChoice | None]:
    """The ways to play, one after the other: the usual one first."""
    yield ways.usual
    number = 0
    while True:
        yield ways.draw(Random(f"{seed} {number}"))
        number += 1


def _until(end: float, mover: Mover) -> Mover:
    """The same moves, until the time is up."""
    return lambda state: -1 if time.monotonic() > end else mover(state)


def _looking(always: Property | None, seed: int, done: Fuzzed) -> Look:
    luck = Random(seed)

    def look(here: Here) -> Breach | None:
        done.positions += 1
        decisions, drawn = here.state.decisions, luck.random()
        # The laws that take the longer the longer the game has lasted are looked at in so many positions of the first
        # ten, and as often in the next ninety, and so on
        if not decisions or drawn * decisions * log(10) < 2.0 * (not here.state.is_terminal):
            return broken(here, always)
        return broken(here, always, without=SELDOM if here.state.is_terminal or drawn < CLOSELY else SLOW)

    return look


def _same(found: Breach, always: Property | None) -> Look:
    """Looks for the same breach only."""

    def look(here: Here) -> Breach | None:
        again = broken(here, always, found.law)
        return again if again is not None and again.kind == found.kind else None

    return look


# Makes the course of a game shorter, as long as the same is found in it.
#
# What is tried, in this order, again and again until nothing helps any more: fewer variants, fewer players, options as
# usual; another game at random that is shorter; leaving out moves, half of them at first, then single ones (the
# minimising delta debugging of Zeller and Hildebrandt, IEEE Transactions on Software Engineering 28, 2002).

OTHERS = 30
"""How many other games at random are tried for each way to play."""


@dataclass(slots=True)
class Shrinker:
    """Looks for the shortest course in which the same is found; `look` finds nothing else. It stops after `seconds`."""

    ways: RuleSampler
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

    def _at_random(self, way: RuleChoice, most: int) -> Sighting | None:
        tries = (self._try(way, seed, with_favourites(seed, most)) for seed in range(OTHERS))
        return next(filter(None, tries), None)

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

    def _try(self, way: RuleChoice, seed: int, mover: Mover) -> Sighting | None:
        games = self.ways.games(way) if time.monotonic() < self._end else None
        return None if games is None else follow(games, way, seed, mover, self.look)


def _simpler(way: RuleChoice, ways: RuleSampler) -> Iterator[RuleChoice]:
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
