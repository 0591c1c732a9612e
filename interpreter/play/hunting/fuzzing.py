"""Random play until the time is up: over the variants, options and numbers of players of a game, all laws looked at.

Trial n depends on the seed and on n, and on nothing else: the same seed finds the same on every machine, if it gets as
far. What is found first is made short; see `shrinking`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import field
from math import log
from random import Random

from ...diagnostics.record import dataclass
from .course import Look, Mover, Sighting, Way, follow, with_favourites
from .laws import SELDOM, SLOW, Breach, Here, broken
from .property import Property
from .shrinking import Shrinking
from .ways import Ways

GAMES = 4
"""How many games are played in the same way, since it takes a while to get ready for another one."""

MOST = 4_000
"""How many moves a game is followed for; one that is longer is left there."""

CLOSELY = 0.1
"""The share of positions that are looked at closely, by laws that take a while; the first and the last are always."""

CLOSEST = 2.0
"""The laws that take the longer the longer the game has lasted are looked at in so many positions of the first ten, and
as often in the next ninety, and so on.
"""


@dataclass(slots=True)
class Fuzzed:
    """What was played, and what was found: the first breach, made short, and how many moves it took at first."""

    games: int = 0
    positions: int = 0
    ways: set[Way] = field(default_factory=set)
    found: Sighting | None = None
    at_first: int = 0


def fuzz(
    ways: Ways, always: Property | None, *, seed: int, seconds: float, games: int | None, shrinking: float
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
                done.found = Shrinking(ways, _same(found.found, always), shrinking).shortest(found)
                return done
    return done


def _drawn(ways: Ways, seed: int) -> Iterator[Way | None]:
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
        if not decisions or drawn * decisions * log(10) < CLOSEST * (not here.state.is_terminal):
            return broken(here, always)
        return broken(here, always, without=SELDOM if here.state.is_terminal or drawn < CLOSELY else SLOW)

    return look


def _same(found: Breach, always: Property | None) -> Look:
    """Looks for the same breach only."""

    def look(here: Here) -> Breach | None:
        again = broken(here, always, found.law)
        return again if again is not None and again.kind == found.kind else None

    return look
