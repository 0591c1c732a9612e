"""Racing: a setting is played only until it is certain whether it does what is wanted.

All settings begin with a few games. Whatever is settled by them is left there; the others are played on, twice as many
each time, up to the most that was asked for (Maron and Moore, Hoeffding races, 1993). Intervals are looked at after
each of these rounds, so each look is a question of its own, and all of them hold together (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence

from .outcomes import Outcomes
from .sweeping import Measured, Verdict, Wish, all_of, measure

FIRST = 125
"""How many games each setting is played at first."""


def looks(games: int) -> tuple[int, ...]:
    """After how many games a setting is looked at, of so many at most.

    >>> looks(1000), looks(100)
    ((125, 250, 500, 1000), (100,))
    """
    found = [games]
    while found[0] >= 2 * FIRST:
        found.insert(0, (found[0] + 1) // 2)
    return tuple(found)


def rounds(seeds: range, race: bool) -> list[range]:
    """The seeds of each round; a single one without a race."""
    ends = looks(len(seeds)) if race else (len(seeds),)
    return [seeds[begin:end] for begin, end in zip((0, *ends), ends, strict=False)]


def measured(
    found: Outcomes, sides: tuple[str, ...], side_of: tuple[int, ...], wishes: Sequence[Wish], settings: int, games: int
) -> Measured:
    """What the games of a setting come to, with intervals for all settings, wishes and looks together."""
    many = len(looks(games)) if wishes else 1
    return measure(found, sides, side_of, settings * max(1, len(wishes)) * many)


def verdict_of(found: Measured, wishes: Sequence[Wish]) -> Verdict:
    """Whether a setting does all that is wanted."""
    return all_of([wish.judge(found.of(wish.name)) for wish in wishes])
