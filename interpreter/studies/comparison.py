"""Comparing two ways to play on the same deals: by how much they differ, and whether that is settled.

Game k of both has the same seed, so that what is luck in one is luck in the other, too (common random numbers: Law,
Simulation Modeling and Analysis, fifth edition 2015, section 11.2). What is judged is the difference in each pair.
After every chunk of games all differences are looked at, and the comparison stops as soon as each is settled; so the
intervals are those of `sequential`, and all of them hold together (Bonferroni). With fewer than a hundred games nobody
looks before the end.

A difference is settled if its interval excludes 0, or if it lies wholly within the smallest difference that matters.
Where all pairs were equal so far there is no interval. If a share `s` of all pairs differs, n of them are equal with
probability (1 - s)^n at most exp(-sn); once that is too small for `s` the smallest that matters, it is settled, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from math import exp, fsum
from typing import Any, Literal

from ..diagnostics.record import dataclass
from ..play.game.game import Game
from .measures.observation import ObservedGame
from .outcomes import LOT, GameOutcome, begins, shares_of, side_names, side_of
from .statistics.intervals import Estimate, corrected, json_of, within
from .statistics.sequential import FEWEST, Adjusting, Running, Sprt, saved_by_pairs
from .usage import UsageComparison

Verdict = Literal["more", "less", "same", "open", "identical"]
"""B has more or less than A; they differ by less than matters; it is not settled; all games were the same in both."""

What = Literal["victory", "beginning", "decisions", "score", "return"]
"""What is compared. Shares of the victory lie between 0 and 1; `beginning` is that of whoever begins."""

SHARES = ("victory", "beginning")
"""What lies between 0 and 1."""


@dataclass(slots=True)
class ComparedQuantity:
    """How much more of something `who` (a side, or a bot) has in B than in A; "" stands for the game itself."""

    what: What
    who: str
    level: float
    a: Running = field(init=False)
    b: Running = field(init=False)
    difference: Running = field(init=False)
    pairs: list[tuple[float, float]] = field(default_factory=list)
    adjusting: Adjusting = field(default_factory=Adjusting)

    def __post_init__(self) -> None:
        largest = 1.0 if self.what in SHARES else 0.0
        self.a, self.b, self.difference = (Running(largest=largest, level=self.level) for _ in range(3))

    def add(self, a: float, b: float, games: tuple[float, float] | None = None, luck: float = 0.0) -> None:
        """Take a pair of games into account. `games` is what is paired, if it is not A and B themselves; `luck` is how
        much more of it B had than A, where that was looked at.
        """
        self.a.add(a)
        self.b.add(b)
        self.difference.add(self.adjusting.without_chance_effect(b - a, luck))
        self.pairs.append(games or (a, b))

    def matters(self, smallest: float) -> float:
        """The smallest difference that matters: a share of 1 for victories, of A's mean for all else. Returns may be 0
        on average, where winners are paid by losers: of these it is a share of how much they vary, if that is more.
        """
        if self.what in SHARES:
            return smallest
        return smallest * max(abs(self.a.mean), self.a.spread if self.what == "return" else 0.0)

    def verdict(self, smallest: float) -> Verdict:
        """What is settled so far."""
        found = self.difference.at_the_end()
        if found.low is None or found.high is None:
            return "identical" if self.difference.constant and self.difference.n else "open"
        if found.settled:
            return "more" if found.settled > 0 else "less"
        matters = self.matters(smallest)
        if -matters < found.low and found.high < matters:
            return "identical" if self.difference.constant else "same"
        return "open"

    def more_games(self, smallest: float) -> int | None:
        """About how many more pairs of games would settle it; None if that is out of reach."""
        seen = abs(self.difference.mean)
        return self.difference.more(max(seen, self.matters(smallest) - seen))

    def _possible(self, found: Estimate, least: float) -> Estimate:
        """The estimate without values that shares, or differences between them, cannot have."""
        return within(found, least, 1.0) if self.what in SHARES else found

    def to_json(self, smallest: float) -> dict[str, Any]:
        """As an object of JSON."""
        verdict, saved, luck = self.verdict(smallest), saved_by_pairs(self.pairs), self.adjusting.saved()
        return {
            "what": self.what,
            "who": self.who,
            "a": self._possible(self.a.number(), 0).to_json(),
            "b": self._possible(self.b.number(), 0).to_json(),
            "difference": self._possible(self.difference.at_the_end(), -1).to_json(),
            "smallest": round(self.matters(smallest), 6),
            "verdict": verdict,
            "more_games": self.more_games(smallest) if verdict == "open" else None,
            "saved": json_of(saved),
            "saved_luck": json_of(luck),
        }


class Comparison:
    """The pairs of games so far, and what is asked of them."""

    def __init__(
        self,
        games: tuple[Game, Game],
        kinds: Sequence[str],
        *,
        duel: bool,
        watched: bool,
        told: int = 1,
        first_seed: int = 0,
    ) -> None:
        """`kinds` are the bots at the table. In a duel A and B are the first and the second of them, at one table, and
        the second game of a pair has them on each other's seats. So many comparisons are `told` together, whose
        intervals all hold together.
        """
        self._game, self._duel = games[0], duel
        own = any(game.program.returns is not None for game in games)
        scored = watched and all(game.program.score is not None for game in games)
        alone = duel or len(set(kinds)) > 1
        self.begins = "" if alone or games[0].players < 2 else begins(games, first_seed)
        asked: list[tuple[What, str]] = [("victory", who) for who in self._who(kinds)]
        asked += [("beginning", "")] if self.begins == LOT else []
        asked += [("return", who) for who in self._who(kinds, every=True) if own]
        asked += [("score", who) for who in self._who(kinds, every=True) if scored]
        if not duel:
            asked.append(("decisions", ""))
        level = corrected(told * len(asked))
        self.questions = [ComparedQuantity(what, who, level) for what, who in asked]
        self.pairs = 0
        self.use = (
            None
            if duel
            else UsageComparison(scored=not scored and all(game.program.score is not None for game in games))
        )
        self._sides = 1 if alone else (self._game.layout.team_count or self._game.players)

    def _who(self, kinds: Sequence[str], *, every: bool = False) -> tuple[str, ...]:
        """Whom the questions are about: bots if they differ, else sides. Of two who share a victory one is enough."""
        if self._duel:
            return ("",)
        found = tuple(dict.fromkeys(kinds)) if len(set(kinds)) > 1 else side_names(self._game)
        return found if every or len(found) != 2 else found[:1]

    def add(self, a: ObservedGame, b: ObservedGame) -> None:
        """Take a pair of games with the same seed into account."""
        self.pairs += 1
        for question in self.questions:
            if self._duel:
                first, second = ((_of(question, a, who), _of(question, b, who)) for who in a.kinds[:2])
                ahead = [one - other for one, other in zip(second, first, strict=True)]
                lucks = [[_chance_effect_on(seen, who) for seen in (a, b)] for who in a.kinds[:2]]
                luck = (fsum(lucks[1]) - fsum(lucks[0])) / 2
                question.add(fsum(first) / 2, fsum(second) / 2, (-ahead[0], ahead[1]), luck)
            else:
                lucks_of = [_chance_effect_on(seen, self._whose(question, seen), self._game) for seen in (a, b)]
                question.add(self._value(question, a), self._value(question, b), luck=lucks_of[1] - lucks_of[0])

    def _value(self, question: ComparedQuantity, seen: ObservedGame) -> float:
        if question.what == "decisions":
            return seen.played.decisions
        return _of(question, seen, self._whose(question, seen), self._game)

    def _whose(self, question: ComparedQuantity, seen: ObservedGame) -> str:
        """Whom a question is about in a game: of whoever begins, that side."""
        if question.what != "beginning":
            return question.who
        return "" if seen.first is None else side_of(seen.first, self._game)

    def look(self, a: ObservedGame, b: ObservedGame) -> None:
        """Take a pair of watched games into account for what happens in their course."""
        if self.use is not None:
            self.use.add(a, b)

    def settled(self, smallest: float) -> bool:
        """Whether every question is."""
        for question in self.questions:
            verdict = question.verdict(smallest)
            # If a share s of all pairs differed, n equal ones in a row would have the probability exp(-sn) at most
            if verdict == "open" or (verdict == "identical" and exp(-smallest * self.pairs) > 1 - question.level):
                return False
        return True

    def may_stop(self, smallest: float) -> bool:
        """Whether to play no more: all is settled, by intervals at which one may look again and again."""
        return self.pairs >= FEWEST and self.settled(smallest)

    def to_json(self, smallest: float) -> dict[str, Any]:
        """As an object of JSON."""
        found = {
            "pairs": self.pairs,
            "smallest": smallest,
            "settled": self.settled(smallest),
            "questions": [question.to_json(smallest) for question in self.questions],
        }
        fair = None if self._sides < 2 else fairness([*self._shares()], self._sides, smallest)
        if fair is not None:
            found["begins"], found["fairness"] = self.begins, fair
        if self.use is not None and self.use.pairs:
            found["use"] = self.use.to_json()
        if self._duel and self._game.players == 2:
            # Fishtest's test on the pairs so far, in their order
            test = Sprt(smallest)
            for behind, ahead in self.questions[0].pairs:
                test.add((ahead - behind) / 2)
            found["sprt"] = test.to_json()
        return found

    def _shares(self) -> Iterator[VictoryShare]:
        """What each side has of the victories, and whoever begins."""
        for one in self.questions:
            if one.what in SHARES:
                yield VictoryShare(one.who, one.a.at_the_end(), one.b.at_the_end(), one.difference.at_the_end())


Agreement = Literal["agrees", "differs", "open"]
"""Whether another bot finds the same: where one of the two is not settled, that is open."""


def mirrored(found: dict[str, Any], before: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The comparison with another bot, with what was found before: where they differ, the bots may be the cause."""
    for one, other in zip(found["questions"], before, strict=False):
        one["mirror"] = _agreement(other["verdict"], one["verdict"])
    return found


def _agreement(one: Verdict, other: Verdict) -> Agreement:
    if "open" in (one, other):
        return "open"
    level = ("same", "identical")
    return "agrees" if one == other or (one in level and other in level) else "differs"


def _of(question: ComparedQuantity, seen: ObservedGame, who: str, game: Game | None = None) -> float:
    """What somebody has in a game: a bot, on average over its seats, or a side. A victory is the side's, not each
    member's.
    """
    return _average(_values(question.what, seen), seen, who, game)


def _chance_effect_on(seen: ObservedGame, who: str, game: Game | None = None) -> float:
    """What chance gave somebody, on average over their seats; 0 where that was not looked at, and for the game."""
    luck = () if seen.watched is None else seen.watched.luck or ()
    return _average(luck, seen, who, game)


def _average(values: Sequence[float], seen: ObservedGame, who: str, game: Game | None) -> float:
    by_kind = game is None or who in seen.kinds
    own = [n for n in range(len(values)) if (seen.kinds[n] if by_kind or game is None else side_of(n, game)) == who]
    return fsum(values[seat] for seat in own) / len(own) if own else 0.0


def shares_of_bots(seen: ObservedGame, kind: str) -> float:
    """What the seats of a bot have of the victory, on average."""
    own = [value for value, one in zip(_values("victory", seen), seen.kinds, strict=True) if one == kind]
    return fsum(own) / len(own)


def _values(what: What, seen: ObservedGame) -> Sequence[float]:
    played = seen.played
    if what in SHARES:
        return tuple(map(float, shares_of(GameOutcome(seen.kinds, played.status, played.winners, played.returns))))
    if what == "score":
        return seen.watched.scores or () if seen.watched is not None else ()
    return played.returns


# Which of two games is fairer: by how much the side that is furthest from an even share of the victories is off.
#
# Whoever begins counts as a side where a lot decides who that is: no seat has an advantage then, but the lot may give
# one. The intervals of all shares hold together, so the largest of their bounds bound the largest distance. Where the
# same side is surely furthest off in both games, the paired difference of its share decides, which is known better.

Fairer = Literal["more", "less", "same", "open"]
"""Whether the side that is furthest off is further off in B, less far, about as far, or whether that is open."""


@dataclass(frozen=True, slots=True)
class VictoryShare:
    """What somebody has of the victories in A and in B, and by how much more in B."""

    who: str
    a: Estimate
    b: Estimate
    difference: Estimate


def fairness(shares: Sequence[VictoryShare], sides: int, smallest: float) -> dict[str, Any] | None:
    """As an object of JSON: who is how far off in `a` and `b`, and the `verdict`; None for a single side.

    >>> a, b, difference = Estimate(0.6, 0.58, 0.62, 9), Estimate(0.7, 0.68, 0.72, 9), Estimate(0.1, 0.08, 0.12, 9)
    >>> p1 = VictoryShare("p1", a, b, difference)
    >>> fairness([p1], 2, 0.01)["verdict"]
    'more'
    """
    if sides < 2 or not shares:
        return None
    even = 1 / sides
    a, b = (_furthest([(one.who, _off(found, even)) for one, found in side]) for side in _sides(shares))
    return {
        "even": round(even, 6),
        "a": {"who": a[0], **a[1].to_json()},
        "b": {"who": b[0], **b[1].to_json()},
        "verdict": _verdict(shares, even, a, b, smallest),
    }


def _sides(
    shares: Sequence[VictoryShare],
) -> tuple[list[tuple[VictoryShare, Estimate]], list[tuple[VictoryShare, Estimate]]]:
    return [(one, one.a) for one in shares], [(one, one.b) for one in shares]


def _off(found: Estimate, even: float) -> Estimate:
    """How far a share is from an even one, to either side."""
    if found.low is None or found.high is None:
        return Estimate(abs(found.value - even), None, None, found.n)
    least, most = max(0.0, found.low - even, even - found.high), max(even - found.low, found.high - even)
    return Estimate(abs(found.value - even), least, most, found.n)


def _furthest(off: Sequence[tuple[str, Estimate]]) -> tuple[str, Estimate]:
    who, found = max(off, key=lambda one: one[1].value)
    lows, highs = [one.low for _, one in off], [one.high for _, one in off]
    low = max((x for x in lows if x is not None), default=None)
    high = None if None in highs else max(x for x in highs if x is not None)
    return who, Estimate(found.value, low, high, found.n)


def _verdict(
    shares: Sequence[VictoryShare], even: float, a: tuple[str, Estimate], b: tuple[str, Estimate], smallest: float
) -> Fairer:
    (who_a, off_a), (who_b, off_b) = a, b
    if off_a.low is None or off_a.high is None or off_b.low is None or off_b.high is None:
        return "open"
    if max(off_a.high, off_b.high) < smallest or all(_hardly_differs(one.difference, smallest) for one in shares):
        return "same"  # no distance changes by more than its share does
    if off_a.high < off_b.low:
        return "more"
    if off_b.high < off_a.low:
        return "less"
    if who_a != who_b or any(_may_be_further(shares, who_a, even)):
        return "open"
    (one,) = (share for share in shares if share.who == who_a)
    above = {found.value > even for found in (one.a, one.b)}
    if len(above) > 1 or not off_a.low or not off_b.low or one.difference.low is None or one.difference.high is None:
        return "open"
    if one.difference.settled:
        return "more" if (one.difference.settled > 0) == above.pop() else "less"
    return "same" if max(-one.difference.low, one.difference.high) < smallest else "open"


def _hardly_differs(found: Estimate, smallest: float) -> bool:
    return found.low is not None and found.high is not None and max(-found.low, found.high) < smallest


def _may_be_further(shares: Sequence[VictoryShare], who: str, even: float) -> list[bool]:
    """Whether each other side may be further off than this one, in either game."""
    found = []
    for side in _sides(shares):
        own = next(_off(estimate, even).low or 0.0 for one, estimate in side if one.who == who)
        others = [_off(estimate, even).high for one, estimate in side if one.who != who]
        found += [high is None or high >= own for high in others]
    return found
