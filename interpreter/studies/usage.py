"""What changes in the course of the games, not only in how they end: how often each action and card is used, whether
there is more to decide, how often the lead changes, how high the scores are.

All this is known of games that are watched, move by move. Bots that think are watched in every game. Games at random
are played inside the engine, which keeps no record of moves: the first pairs are played again and watched, as many as
have `ENOUGH` decisions between them. The same seed plays the same game, so it is the same deals that are looked at.

The numbers of all rows are paired as those of `comparison`, and their intervals hold for all rows together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from math import fsum, inf
from typing import Any, Literal

from ..diagnostics.record import dataclass
from .measures.observation import ObservedGame
from .statistics.intervals import corrected, within
from .statistics.sequential import FEWEST, Running

ENOUGH = 200_000
"""How many decisions are watched of games at random: about two seconds."""

MOST = 1_000
"""How many pairs of games at random are watched at most."""

LIKELY = 500
"""The number of pairs for which the intervals are narrowest."""

What = Literal["score", "real", "leads", "shared", "actions", "cards"]
"""The mean score of all sides; the share of decisions with a choice; changes of the lead; whether nobody won alone;
uses a game.
"""

SHARES = ("real", "shared")
"""What lies between 0 and 1."""


def enough(decisions: float) -> int:
    """How many pairs are watched whose games have so many decisions on average, both together.

    >>> enough(2_000), enough(100), enough(90_000)
    (100, 1000, 100)
    """
    return min(MOST, max(FEWEST, round(ENOUGH / max(decisions, 1.0))))


@dataclass(slots=True)
class UsageDifference:
    """A number in A and in B, and by how much it is larger in B."""

    a: Running
    b: Running
    difference: Running

    @classmethod
    def after(cls, pairs: int, largest: float) -> UsageDifference:
        """A number that was 0 in so many pairs; `largest` as for `Running`."""
        a, b = (Running(largest=largest, likely=LIKELY, n=pairs) for _ in range(2))
        return cls(a, b, Running(likely=LIKELY, n=pairs))

    def add(self, a: float, b: float) -> None:
        """Take a pair into account."""
        self.a.add(a)
        self.b.add(b)
        self.difference.add(b - a)

    def to_json(self, level: float, what: What) -> dict[str, Any]:
        """As an object of JSON; the `verdict` is settled only where the interval of the difference excludes 0."""
        least, most = -inf if what == "score" else 0.0, 1.0 if what in SHARES else inf
        for one in (self.a, self.b, self.difference):
            one.level = level
        settled = self.difference.at_the_end().settled
        return {
            "a": within(self.a.number(), least, most).to_json(),
            "b": within(self.b.number(), least, most).to_json(),
            "difference": within(self.difference.at_the_end(), -most, most).to_json(),
            "verdict": "more" if settled > 0 else "less" if settled < 0 else "open",
        }


@dataclass(slots=True)
class UsageComparison:
    """What was seen of the pairs that were watched. With `scored` the score is one of the rows."""

    scored: bool
    pairs: int = 0
    rows: dict[tuple[What, str], UsageDifference] = field(default_factory=dict)

    def add(self, a: ObservedGame, b: ObservedGame) -> None:
        """Take a pair of watched games into account."""
        found, other = dict(self._numbers(a)), dict(self._numbers(b))
        for key in (*found, *(key for key in other if key not in found)):
            self.rows.setdefault(key, UsageDifference.after(self.pairs, float(key[0] == "shared")))
        for key, row in self.rows.items():
            row.add(found.get(key, 0.0), other.get(key, 0.0))
        self.pairs += 1

    def _numbers(self, seen: ObservedGame) -> Iterator[tuple[tuple[What, str], float]]:
        watched = seen.watched
        if watched is None:
            return
        if self.scored and watched.scores:
            yield ("score", ""), fsum(watched.scores) / len(watched.scores)
        yield ("real", ""), watched.real / max(1, seen.played.decisions)
        if watched.lead_changes is not None and watched.lead_seen:
            yield ("leads", ""), watched.lead_changes
        if seen.played.winners is not None and len(seen.kinds) > 1:
            yield ("shared", ""), float(len(seen.played.winners) != 1)
        for what, counts in (("actions", watched.actions), ("cards", watched.cards)):
            uses: Counter[str] = Counter()
            for (_, name), many in counts.items():
                uses[name] += many
            for name, many in uses.items():
                yield ("actions" if what == "actions" else "cards", name), many

    def to_json(self) -> dict[str, Any]:
        """As an object of JSON: the rows, of actions and cards those first that change most, relative to before."""
        level = corrected(len(self.rows))
        rows = [{"what": what, "name": name, **use.to_json(level, what)} for (what, name), use in self.rows.items()]
        return {"pairs": self.pairs, "rows": sorted(rows, key=lambda row: (row["what"] in USES, -_surely(row)))}


USES = ("actions", "cards")
"""The rows that tell how often something is used."""


def _surely(row: dict[str, Any]) -> float:
    """The part by which a number surely changes, from 0 to 1."""
    difference = row["difference"]
    if row["verdict"] == "open":
        return 0.0
    return float(
        min(abs(difference["low"]), abs(difference["high"])) / max(abs(row["a"]["value"]), abs(row["b"]["value"]))
    )
