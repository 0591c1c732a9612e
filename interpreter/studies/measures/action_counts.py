"""What players did in many watched games: counts that can be added up in any order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import field
from typing import Any

from ...diagnostics.record import dataclass
from ..statistics.intervals import Estimate, json_of, mean, mean_of_all, rate
from .observation import ObservedPlay

NAMED = ("actions", "points", "begun", "measures", "scores")
"""Numbers that many names have: for each name, how many games had each."""

ALONE = ("rounds", "leads", "real", "moves")
"""Numbers that a game has one of."""

Counts = defaultdict[str, Counter[int]]
"""For each name, how many games had each number; games in which the number is 0 are left out."""


def _counts() -> Counts:
    return defaultdict(Counter)


@dataclass(slots=True)
class ActionCounts:
    """Numbers a game, each with how many games had it.

    `actions` are uses of each action; `scores` the last score by seat (from 0); `leads` and `real` how often the lead
    changed, and at how many decisions there was a choice; `moves` the legal moves of all decisions. Of `full` games it
    is also known what each category of the score sheets brought, `points` by `side sheet category`, how often each
    repeated phase began, `begun`, and all of them together, `rounds`. `measures` are the values of what the spec
    measures, by name.
    """

    games: int = 0
    full: int = 0
    actions: Counts = field(default_factory=_counts)
    points: Counts = field(default_factory=_counts)
    scores: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    begun: Counts = field(default_factory=_counts)
    rounds: Counter[int] = field(default_factory=Counter)
    leads: Counter[int] = field(default_factory=Counter)
    real: Counter[int] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)
    measures: defaultdict[str, Counter[Any]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, seen: ObservedPlay) -> None:
        """Count what was done in one game more."""
        self.games += 1
        uses: Counter[str] = Counter()
        for (_, action), many in seen.actions.items():
            uses[action] += many
        for action, many in uses.items():
            self.actions[action][many] += 1
        for parts, points in seen.points.items():
            self.points[" ".join(parts)][points] += 1
        for seat, score in enumerate(seen.scores or ()):
            self.scores[seat][score] += 1
        for name, value in seen.measures.items():
            self.measures[name][tuple(value) if isinstance(value, list) else value] += 1
        for phase, times in seen.begun.items():
            self.begun[phase][times] += 1
        self.full += seen.full
        if seen.full:
            self.rounds[seen.begun.total()] += 1
        self.real[seen.real] += 1
        self.moves[seen.moves] += 1
        if seen.lead_changes is not None:
            self.leads[seen.lead_changes] += 1

    def merge(self, other: ActionCounts) -> None:
        """Count the games of another one, too."""
        self.games += other.games
        self.full += other.full
        for key in NAMED:
            for name, counts in getattr(other, key).items():
                getattr(self, key)[name].update(counts)
        for key in ALONE:
            getattr(self, key).update(getattr(other, key))

    def a_game(self, counts: Counter[int], games: int | None = None) -> Estimate:
        """The mean of a number over all games, or over so many."""
        return mean_of_all(counts, self.games if games is None else games)

    def to_json(self) -> dict[str, Any]:
        """Uses a game of each action, and points a game of each category and side, as objects of JSON."""
        if not self.games:
            return {}
        found: dict[str, Any] = {
            "actions": {name: self.a_game(self.actions[name]).to_json() for name in sorted(self.actions)}
        }
        if self.points:
            found["points_games"] = self.full
            found["points"] = [
                {
                    **dict(zip(("side", "sheet", "category"), name.split(" "), strict=True)),
                    "mean": self.a_game(self.points[name], self.full).to_json(),
                }
                for name in sorted(self.points)
            ]
        if self.scores:
            found["scores"] = [self.a_game(self.scores[seat]).to_json() for seat in sorted(self.scores)]
        if self.measures:
            found["measures"] = [row for name in self.measures for row in self._measured(name)]
        return found

    def _measured(self, name: str) -> Iterator[dict[str, Any]]:
        """The mean of a number that the spec measures; of what is no number, the share of each value."""
        values = self.measures[name]
        if all(type(value) is int for value in values):
            yield {"name": name, "mean": json_of(mean(values))}
            return
        for value, many in sorted(values.items(), key=lambda row: (-row[1], str(row[0]))):
            yield {"name": name, "value": value, "share": json_of(rate(many, values.total()))}
