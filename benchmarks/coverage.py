"""How often the intervals of studies cover the truth: studies whose truth is known, played and counted.

    python benchmarks/coverage.py

Prints a row for each method: how often it should cover the truth, and how often it did, with an interval of its own.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt

import numpy

from cardwright.studies.measures.chance_effects import DealtCards, parts_of
from cardwright.studies.statistics.intervals import (
    Estimate,
    SideCounts,
    apart,
    association,
    corrected,
    mean,
    means_apart,
    quantile,
    rate,
)
from cardwright.studies.statistics.sequential import FEWEST, Adjusting, Running, saved_by_pairs
from cardwright.studies.study import Compensation

Study = Callable[[random.Random], bool]
"""Plays a study, and says whether its interval covers the truth."""


def covers(found: Estimate | None, truth: float) -> bool:
    """Whether an interval covers the truth; an open side covers everything, and no interval at all nothing."""
    return (
        found is not None and (found.low is None or found.low <= truth) and (found.high is None or truth <= found.high)
    )


def wilson(luck: random.Random, p: float = 0.3, n: int = 100) -> bool:
    """Wilson's interval for a share."""
    return covers(rate(sum(luck.random() < p for _ in range(n)), n), p)


def student(luck: random.Random) -> bool:
    """Student's interval for the mean of skew lengths: 10, and 60 one time in ten."""
    return covers(mean(Counter(60 if luck.random() < 0.1 else 10 for _ in range(300))), 15)


def ranks(luck: random.Random) -> bool:
    """Order statistics for the length that half of the games do not exceed."""
    return covers(quantile(Counter(luck.randint(1, 100) for _ in range(150)), 0.5), 50)


def victories_with(luck: random.Random) -> bool:
    """Victories with an action: two sides, each does it with probability 0.3; who does it alone wins six of ten."""
    games: Counter[SideCounts] = Counter()
    for _ in range(200):
        did = [luck.random() < 0.3, luck.random() < 0.3]
        first = luck.random() < (0.5 if did[0] == did[1] else 0.6 if did[0] else 0.4)
        with_it = sum(won for won, one in zip((first, not first), did, strict=True) if one)
        games[SideCounts(sum(did), with_it, 2 - sum(did), 1 - with_it)] += 1
    return covers(association(games), 0.1)


def dealt(luck: random.Random) -> bool:
    """Cards dealt that are worth nothing, to a seat that gets more of them and wins more often for other reasons."""
    given = DealtCards()
    for _ in range(200):
        cards = Counter({(side, "card"): 1 for side, share in enumerate((0.6, 0.2)) if luck.random() < share})
        first = Fraction(luck.random() < 0.7)
        given.add(cards, {0: first, 1: 1 - first})
    (row,) = given.rows(1)
    return bool(row["difference"]["low"] <= 0 <= row["difference"]["high"])


def what_decides(luck: random.Random) -> bool:
    """Seat, deal and play together: a deal is worth 0.2 or 0.8 to the first side."""
    deals = []
    for _ in range(100):
        chance = luck.choice((0.2, 0.8))
        first = [float(luck.random() < chance) for _ in range(4)]
        deals.append([(one, 1 - one) for one in first])
    found = parts_of(deals)
    return found is not None and all(covers(one, truth) for one, truth in zip(found, (0, 0.36, 0.64), strict=True))


def saved(luck: random.Random) -> bool:
    """Games saved by equal deals."""
    pairs: list[tuple[float, float]] = []
    for _ in range(300):
        x = luck.gauss(0, 1)
        pairs.append((x, 0.6 * x + luck.gauss(0, 1)))
    return covers(saved_by_pairs(pairs), 2 * 0.6 / (1 + 0.36 + 1))


def at_any_time(luck: random.Random) -> bool:
    """A confidence sequence, looked at 90 times up to 1,000 games: does it hold at all of them?"""
    running = Running(largest=1)
    for number in range(1_000):
        running.add(luck.choice((-1, 0, 1)))
        if number >= FEWEST and number % 10 == 0 and not covers(running.estimate(), 0):
            return False
    return True


def at_the_end(luck: random.Random) -> bool:
    """The interval of a comparison of so few games that there is no look but the last."""
    running = Running(largest=1)
    for _ in range(40):
        running.add(luck.choice((-1, 0, 1)))
    return covers(running.at_the_end(), 0)


def shared_out_victories(luck: random.Random) -> bool:
    """Victories with a value of an option, and with another: 0.6 of 80 games, 0.45 of 50."""
    hits = [sum(luck.random() < p for _ in range(n)) for p, n in ((0.6, 80), (0.45, 50))]
    return covers(apart((hits[0], 80), (hits[1], 50)), 0.15)


def shared_out_lengths(luck: random.Random) -> bool:
    """Lengths with a value of an option, and with another, which vary differently."""
    one, other = (Counter(luck.randint(low, high) for _ in range(n)) for low, high, n in ((1, 6, 40), (0, 20, 15)))
    return covers(means_apart(one, other), -6.5)


def points_behind(luck: random.Random) -> bool:
    """What makes up for being first: the first of three is 4 points ahead, give or take 20 in even chances."""
    found = Compensation(3)
    for _ in range(200):
        ahead = 4 + luck.randint(-20, 20)
        won = {0: Fraction(ahead >= 0), 1: Fraction(ahead <= 0), 2: Fraction(0)}
        found.add({0: 100 + ahead, 1: 100, 2: 0}, {side: one / max(1, sum(won.values())) for side, one in won.items()})
    told = found.to_json()
    return told is not None and told["low"] <= 11 and told["high"] >= 11  # 14 of 41 leads are above 10, 13 above 11


def without_chance_effect(luck: random.Random) -> bool:
    """A confidence sequence for differences of which luck was taken out, looked at 90 times up to 1,000 pairs."""
    running, adjusting = Running(), Adjusting()
    for number in range(1_000):
        own = luck.expovariate(1) - 1
        difference = 0.1 + 2 * own + 0.5 * luck.choice((-1, 1)) + 0.2 * (own * own - 1)
        running.add(adjusting.without_chance_effect(difference, own))
        if number >= FEWEST and number % 10 == 0 and not covers(running.estimate(), 0.1):
            return False
    return True


@dataclass
class Used:
    """Victories with each of several cards, whose intervals hold together: a study of so many games of so many sides.

    Each side uses a card with the same probability, `uses` times in a study on average. It makes the chance to win
    `times` as large as that of a side without it. In a share of the games `unwon` nobody wins; there it is used by
    twice as many.
    """

    sides: int
    games: int
    uses: int
    cards: int = 40
    times: float = 1.0
    unwon: float = 0.0
    asked: int = 0
    judged: int = 0
    settled: int = 0
    _groups: dict[SideCounts, float] = field(init=False)

    def __post_init__(self) -> None:
        use = self.uses / (self.sides * self.games) / (1 + self.unwon)
        self._groups = {}
        for did in range(self.sides + 1):
            wins = did * self.times / (did * self.times + self.sides - did)
            rest = self.sides - did
            for share, used, won, other in (
                (self.unwon, 2 * use, 0.0, 0.0),
                ((1 - self.unwon) * wins, use, 1.0, 0.0),
                ((1 - self.unwon) * (1 - wins), use, 0.0, 1.0),
            ):
                if share:
                    likely = share * comb(self.sides, did) * used**did * (1 - used) ** rest
                    self._groups[SideCounts(did, won, rest, other)] = likely

    def truth(self) -> float:
        """By how much those who use a card win more often."""

        def mean(value: Callable[[SideCounts], float]) -> float:
            return sum(value(one) * likely for one, likely in self._groups.items())

        with_it = mean(lambda one: one.won) / mean(lambda one: one.did)
        return with_it - mean(lambda one: one.won_without) / mean(lambda one: one.did_not)

    def found(self, luck: random.Random) -> list[Estimate | None]:
        """A study: the interval of each card."""
        likely = numpy.array(list(self._groups.values()))
        drawn = numpy.random.default_rng(luck.getrandbits(64)).multinomial(
            self.games, likely / likely.sum(), size=self.cards
        )
        groups: list[Mapping[SideCounts, int]] = [
            {one: int(many) for one, many in zip(self._groups, row, strict=True) if many} for row in drawn
        ]
        return [association(one, corrected(self.cards)) for one in groups]

    def __call__(self, luck: random.Random) -> bool:
        """Whether the intervals of all cards that are judged cover the truth."""
        truth, found = self.truth(), self.found(luck)
        judged = [one for one in found if one is not None]
        self.asked += len(found)
        self.judged += len(judged)
        self.settled += sum(one.settled != 0 for one in judged)
        return all(covers(one, truth) for one in judged)


STUDIES: dict[str, tuple[Study, float]] = {
    "share (Wilson)": (wilson, 0.95),
    "mean (Student)": (student, 0.95),
    "median (ranks)": (ranks, 0.95),
    "victories with an action": (victories_with, 0.95),
    "cards dealt": (dealt, 0.95),
    "seat, deal and play, together": (what_decides, 0.95),
    "games saved": (saved, 0.95),
    "compare, at any time": (at_any_time, 0.95),
    "compare, with 40 games": (at_the_end, 0.95),
    "the same without luck": (without_chance_effect, 0.95),
    "victories by an option": (shared_out_victories, 0.95),
    "lengths by an option": (shared_out_lengths, 0.95),
    "points behind": (points_behind, 0.95),
}

USED = [
    *(Used(sides, games, uses) for sides, games in ((2, 200), (4, 400), (7, 1000)) for uses in (35, 53, 70, 350)),
    *(Used(sides, games, 70, cards=1) for sides, games in ((2, 200), (4, 400))),
    Used(7, 1000, 100, cards=1),
    Used(2, 200, 53, times=9),
    Used(2, 200, 53, times=32),
    Used(2, 200, 53, times=1 / 32),
    Used(7, 1000, 350, times=6),
    Used(7, 1000, 350, times=0.1),
    Used(4, 400, 200, unwon=0.5),
    Used(7, 1000, 100, times=2),
    Used(7, 1000, 100, times=0.4),
    Used(4, 400, 120, times=2),
    Used(4, 400, 120, times=0.5),
]
"""Victories with a card: of 2, 4 and 7 sides, with few uses, where nothing matters, and where much does."""


def share_covered(study: Study, many: int) -> Estimate:
    """How often a method covers the truth."""
    luck = random.Random(1)
    found = rate(sum(study(luck) for _ in range(many)), many)
    assert found is not None
    return found


def told(study: Study, should: float, many: int) -> tuple[str, bool]:
    """How often a method covers the truth, for people; and whether that is less than it should, beyond mere chance."""
    found = share_covered(study, many)
    low, high = found.low or 0.0, 1.0 if found.high is None else found.high
    wrong = found.value < should - 0.015 - 2 * sqrt(should * (1 - should) / many)
    return f"{found.value:6.1%} ({low:.1%}–{high:.1%})", wrong


def main() -> int:
    """Print the table; 1 if a method covers less than it should, beyond what so many studies leave open."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--studies", type=int, default=1000)
    asked = parser.parse_args()
    wrong = 0
    print(f"{asked.studies} studies each               should  covers")
    for name, (study, should) in STUDIES.items():
        covered, low_enough = told(study, should, asked.studies)
        wrong += low_enough
        print(f"{name:32}  {should:6.1%}  {covered}", flush=True)
    print("\nvictories with each of several cards, together")
    print("sides  games  uses  cards  chances  should  covers                judged  settled")
    for one in USED:
        covered, low_enough = told(one, 0.95, asked.studies)
        wrong += low_enough
        what = f"{one.sides:5}  {one.games:5}  {one.uses:4}  {one.cards:5}  x {one.times:<5.3g}"
        shares = f"{one.judged / one.asked:6.1%}  {one.settled / max(1, one.judged):7.2%}"
        print(f"{what}  {0.95:6.1%}  {covered:20}  {shares}{'  half unwon' if one.unwon else ''}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
