"""Sweeping over options: the same games by each setting of a grid, and which settings do what is wanted.

All settings play the same seeds. Every setting is a question, so the intervals of all of them are made to hold together
(Bonferroni): of twenty settings, one would else look right by chance alone.

| wish | |
|---|---|
| `length<=100` | the mean number of decisions is at most 100; also `>=`, `<` and `>` |
| `p1<=52%` | p1 has at most this share of the victories; so for each side, `t1` where there are teams |
| `ties<=5%` | the victory is shared in at most so many games |
| `fair` | no side is further than 5 percentage points from its even share; `fair<=2%` names another distance |
| `fairest`, `shortest`, `longest` | of all settings the best in this |
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, Literal

from ..diagnostics.record import dataclass
from .outcomes import Outcomes, observed_games, shares_of
from .statistics.intervals import Estimate, corrected, json_of, mean, rate

Verdict = Literal["yes", "no", "open"]
"""Whether a setting does what is wanted, as far as its games tell."""


_WISH = re.compile(
    r"(?P<name>length|ties|fair|[pt][1-9][0-9]?)(?:(?P<sign><=|>=|<|>)(?P<number>[0-9.]+)(?P<percent>%?))?"
)


@dataclass(frozen=True, slots=True)
class SweepTarget:
    """What somebody wants of a setting: that a number is below or above a limit. `text` is how it was typed.

    Without a limit the smallest number of all settings is wanted, or the largest.
    """

    text: str
    name: str
    below: bool
    limit: float | None

    def judge(self, found: Estimate | None) -> Verdict:
        """Whether the number is there, wherever in its interval it lies; which is the best of all is not seen here."""
        if self.limit is None:
            return "open"
        low, high = self.between(found)
        limit = self.limit if self.below else -self.limit
        if high <= limit:
            return "yes"
        return "no" if low > limit else "open"

    def between(self, found: Estimate | None) -> tuple[float, float]:
        """Between what the number lies, turned round where more is wanted."""
        low = -inf if found is None or found.low is None else found.low
        high = inf if found is None or found.high is None else found.high
        return (low, high) if self.below else (-high, -low)


BEST = {
    "fairest": SweepTarget("fairest", "fair", True, None),
    "shortest": SweepTarget("shortest", "length", True, None),
    "longest": SweepTarget("longest", "length", False, None),
}
"""What is wanted of the best of all settings."""


def sweep_target(text: str, sides: tuple[str, ...]) -> SweepTarget:
    """The wish that was typed. Raises ValueError, with what is wrong, for anything else."""
    if text.strip() in BEST:
        return BEST[text.strip()]
    found = _WISH.fullmatch("".join(text.split()))
    if found is None:
        raise ValueError(f"'{text}' is not a wish")
    name, sign, number, percent = found.group("name", "sign", "number", "percent")
    if name not in ("length", "ties", "fair") and name not in sides:
        raise ValueError(f"'{text}': the sides of this game are {', '.join(sides)}")
    if name == "fair" and sign is None:
        # How far a side may be off its even share in a fair game, unless the wish says so
        return SweepTarget(text, "fair", True, 0.05)
    if sign is None or (name == "fair" and sign[0] == ">"):
        raise ValueError(f"'{text}' needs a limit, such as {name}<=" + ("100" if name == "length" else "5%"))
    try:
        limit = float(number)
    except ValueError:
        raise ValueError(f"'{text}': '{number}' is not a number") from None
    if bool(percent) == (name == "length"):
        raise ValueError(f"'{text}': " + ("length is a number of decisions" if percent else "this needs a percentage"))
    return SweepTarget(text, name, sign[0] == "<", limit / 100 if percent else limit)


@dataclass(frozen=True, slots=True)
class Measured:
    """What the games of a setting came to: the share of each side, shared victories, length, distance from even."""

    games: int
    sides: dict[str, Estimate | None]
    ties: Estimate | None
    length: Estimate | None
    off: Estimate | None

    def of(self, name: str) -> Estimate | None:
        """The number that a wish is about."""
        return {**self.sides, "length": self.length, "ties": self.ties, "fair": self.off}[name]

    def to_json(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {
            "games": self.games,
            "sides": {name: json_of(one) for name, one in self.sides.items()},
            "ties": json_of(self.ties),
            "length": json_of(self.length),
            "off_even": json_of(self.off),
        }


def measure(found: Outcomes, sides: tuple[str, ...], side_of: tuple[int, ...], questions: int) -> Measured:
    """Measure the games of a setting, one of so many questions. `side_of` is the side of each seat."""
    level = corrected(questions)
    games, ties = 0, 0
    won = [Fraction(0)] * len(sides)
    for outcome, many in observed_games(found):
        games += many
        ties += many * (len(outcome.winners or ()) > 1)
        for side, share in dict(zip(side_of, shares_of(outcome), strict=True)).items():
            won[side] += share * many
    shares = {name: rate(float(won[number]), games, level) for number, name in enumerate(sides)}
    return Measured(
        games=found.games,
        sides=shares,
        ties=rate(ties, games, level),
        length=mean(found.lengths, level),
        off=_off(won, games, corrected(questions * len(sides))),
    )


def _off(won: list[Fraction], games: int, level: float) -> Estimate | None:
    """How far the side that is furthest off is from an even share of the victories; None with one side."""
    if len(won) < 2 or not games:
        return None
    even = float(sum(won, Fraction(0))) / len(won) / games
    value = low = high = 0.0
    for one in won:
        share = rate(float(one), games, level)
        assert share is not None and share.low is not None and share.high is not None
        value = max(value, abs(share.value - even))
        low = max(low, share.low - even, even - share.high)
        high = max(high, share.high - even, even - share.low)
    return Estimate(value, low, high, games)


def all_of(verdicts: list[Verdict]) -> Verdict:
    """Whether all wishes come true: no if one does not, open if one is open."""
    if "no" in verdicts:
        return "no"
    return "open" if "open" in verdicts else "yes"


def values_of(text: str) -> tuple[str, ...]:
    """The values that a text stands for: `500..1000:100`, `4..8`, or words such as `ask,automatic`.

    Raises ValueError, with what is wrong.

    >>> values_of("500..1000:200"), values_of("4..6"), values_of("yes,no")
    (('500', '700', '900'), ('4', '5', '6'), ('yes', 'no'))
    """
    found = re.fullmatch(r"(-?\d{1,18})\.\.(-?\d{1,18})(?::(\d{1,18}))?", text)
    if found is None:
        values = tuple(part.strip() for part in text.split(","))
        if not all(values) or len(set(values)) != len(values):
            raise ValueError("each value must be there once, such as 500..1000:100 or 4,6,8")
        return values
    low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if low > high:
        raise ValueError(f"a range goes up, but {high} is below {low}")
    if step < 1:
        raise ValueError("the step must be at least 1")
    if (high - low) // step >= MOST:
        raise ValueError(f"that is more than {MOST} values")
    return tuple(map(str, range(low, high + 1, step)))


MOST = 1_000
"""How many settings a sweep has at most."""


# Racing: a setting is played only until it is certain whether it does what is wanted.
#
# All settings begin with a few games. Whatever is settled by them is left there; the others are played on, twice as
# many each time, up to the most that was asked for (Maron and Moore, Hoeffding Races, 1993). Where the best of all is
# wanted, a setting is out as soon as another that does all else is certainly better (successive elimination: Even-Dar,
# Mannor and Mansour, Journal of Machine Learning Research 7, 2006). Intervals are looked at after each of these rounds,
# so each look is a question of its own, and all of them hold together (Bonferroni): the best setting is thrown out in
# at most 5 of 100 races, however many settings and looks there are.

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
    found: Outcomes,
    sides: tuple[str, ...],
    side_of: tuple[int, ...],
    wishes: Sequence[SweepTarget],
    settings: int,
    games: int,
) -> Measured:
    """What the games of a setting come to, with intervals for all settings, wishes and looks together."""
    many = len(looks(games)) if wishes else 1
    return measure(found, sides, side_of, settings * max(1, len(wishes)) * many)


def verdicts_of(found: Mapping[int, Measured], wishes: Sequence[SweepTarget]) -> dict[int, list[Verdict]]:
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
