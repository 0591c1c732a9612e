"""Racing: a setting is played only until it is certain whether it does what is wanted.

All settings begin with a few games. Whatever is settled by them is left there; the others are played on, twice as many
each time, up to the most that was asked for (Maron and Moore, Hoeffding Races, 1993). Where the best of all is wanted,
a setting is out as soon as another that does all else is certainly better (successive elimination: Even-Dar, Mannor and
Mansour, Journal of Machine Learning Research 7, 2006). Intervals are looked at after each of these rounds, so each look
is a question of its own, and all of them hold together (Bonferroni): the best setting is thrown out in at most 5 of 100
races, however many settings and looks there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def verdicts_of(found: Mapping[int, Measured], wishes: Sequence[Wish]) -> dict[int, list[Verdict]]:
    """Whether each setting, by its number, does each thing that is wanted, as far as their games tell."""
    rows = {number: [wish.judge(one.of(wish.name)) for wish in wishes] for number, one in found.items()}
    for place, wish in enumerate(wishes):
        if wish.limit is None:
            others = {number: all_of(row[:place] + row[place + 1 :]) for number, row in rows.items()}
            between = {number: wish.between(one.of(wish.name)) for number, one in found.items()}
            for number, row in rows.items():
                row[place] = _best(number, between, others)
    return rows


def _best(number: int, between: Mapping[int, tuple[float, float]], others: Mapping[int, Verdict]) -> Verdict:
    """Whether a setting is the best of those that do all else: `others` says whether they do."""
    low, high = between[number]
    rivals = [one for one in between if one != number]
    if others[number] == "no" or any(others[one] == "yes" and between[one][1] < low for one in rivals):
        return "no"
    beaten = all(others[one] == "no" or high <= between[one][0] for one in rivals)
    return "yes" if beaten and others[number] == "yes" else "open"
