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
from fractions import Fraction
from math import inf
from typing import Any, Literal

from ..diagnostics.record import dataclass
from .intervals import Estimate, corrected, mean, rate
from .outcomes import Outcomes
from .summary import shares_of, told

Verdict = Literal["yes", "no", "open"]
"""Whether a setting does what is wanted, as far as its games tell."""

FAIR = 0.05
"""How far a side may be off its even share in a fair game, unless the wish says so."""

_WISH = re.compile(
    r"(?P<name>length|ties|fair|[pt][1-9][0-9]?)(?:(?P<sign><=|>=|<|>)(?P<number>[0-9.]+)(?P<percent>%?))?"
)


@dataclass(frozen=True, slots=True)
class Wish:
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
    "fairest": Wish("fairest", "fair", True, None),
    "shortest": Wish("shortest", "length", True, None),
    "longest": Wish("longest", "length", False, None),
}
"""What is wanted of the best of all settings."""


def wish_of(text: str, sides: tuple[str, ...]) -> Wish:
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
        return Wish(text, "fair", True, FAIR)
    if sign is None or (name == "fair" and sign[0] == ">"):
        raise ValueError(f"'{text}' needs a limit, such as {name}<=" + ("100" if name == "length" else "5%"))
    try:
        limit = float(number)
    except ValueError:
        raise ValueError(f"'{text}': '{number}' is not a number") from None
    if bool(percent) == (name == "length"):
        raise ValueError(f"'{text}': " + ("length is a number of decisions" if percent else "this needs a percentage"))
    return Wish(text, name, sign[0] == "<", limit / 100 if percent else limit)


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
        match name:
            case "length":
                return self.length
            case "ties":
                return self.ties
            case "fair":
                return self.off
            case _:
                return self.sides[name]

    def to_json(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {
            "games": self.games,
            "sides": {name: _json(one) for name, one in self.sides.items()},
            "ties": _json(self.ties),
            "length": _json(self.length),
            "off_even": _json(self.off),
        }


def measure(found: Outcomes, sides: tuple[str, ...], side_of: tuple[int, ...], questions: int) -> Measured:
    """Measure the games of a setting, one of so many questions. `side_of` is the side of each seat."""
    level = corrected(questions)
    games, ties = 0, 0
    won = [Fraction(0)] * len(sides)
    for outcome, many in told(found):
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


def _json(found: Estimate | None) -> dict[str, Any] | None:
    return None if found is None else found.to_json()


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
