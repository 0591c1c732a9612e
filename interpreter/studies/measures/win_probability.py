"""How the chances of the sides move in the course of a game: when it is decided, how often the lead changes, who comes
back from behind.

The chance of a side in a position is the share of games that it wins if they are played on from there at random, with
all cards as they lie. It is looked at ten times in a game, after equal numbers of decisions.

| number | |
|---|---|
| open | what of the uncertainty at the beginning is left: the sum of p (1 − p) over the sides, on average over games |
| decided | after which share of its decisions the chance of the winner never fell below 90 % again |
| swings | how often another side came to have the best chance, by at least ten percentage points |
| from behind | the share of games whose winner once had less than half of an even share |

Chances that are believed are a martingale, so that the sum of their squared steps is the same in every game of two
equal sides; what differs is *when* they move (Ely, Frankel and Kamenica, Suspense and Surprise, Journal of Political
Economy 123, 2015). Swings and comebacks are after Browne's lead change and drama (Automatic Generation and Evaluation
of Recombination Games, 2008).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field, replace
from fractions import Fraction
from math import fsum, inf
from typing import Any

from ...diagnostics.record import dataclass
from ...engines.program.derived_values import has_result, sides_of
from ...engines.program.layout import STATUSES
from ...play.game.game import Game, State
from ..statistics.intervals import Estimate, mean, quantile, rate, within

LOOKS = 10
"""How often a game is looked at."""

PLAYOUTS = 64
"""How many games are played on from a position."""


Cells = list[int]
Chances = tuple[tuple[float, ...], ...]
"""For each look the chance of each side."""


@dataclass(slots=True)
class Positions:
    """Keeps some positions of a game while it is played, about evenly spread, however long it gets."""

    kept: list[Cells] = field(default_factory=list)
    _stride: int = 1

    def look(self, state: State) -> None:
        """Keep the position, unless there are enough like it."""
        if state.decisions % self._stride:
            return
        self.kept.append(list(state.machine.state))
        if len(self.kept) > 4 * LOOKS:
            self._stride *= 2
            self.kept = self.kept[::2]

    def spread(self) -> list[Cells]:
        """As many as are looked at, from the first on."""
        return [self.kept[len(self.kept) * number // LOOKS] for number in range(LOOKS)] if self.kept else []


def chances_in(game: Game, positions: Sequence[Cells], seed: int) -> Chances | None:
    """The chance of each side in each position; None where the rules do not say who wins."""
    if not has_result(game.program):
        return None
    side_of = game.layout.teams or tuple(range(game.players))
    found = []
    for number, cells in enumerate(positions):
        played = game.executor.playouts(cells, PLAYOUTS, (seed * LOOKS + number) % 2**62)
        won = [0.0] * (max(side_of) + 1)
        for one in range(PLAYOUTS):
            if STATUSES[played.ends[one]] == "finished":
                returns = played.returns[one * game.players : (one + 1) * game.players]
                sides = sides_of(game.program, played.winners[one], tuple(returns))
                for side in sides:
                    if side:
                        won[side_of[side[0]]] += 1 / len(sides)
        found.append(tuple(share / PLAYOUTS for share in won))
    return tuple(found)


@dataclass(slots=True)
class Courses:
    """The courses of many games, as counts that can be added up in any order."""

    games: int = 0
    left: list[Counter[float]] = field(default_factory=lambda: [Counter() for _ in range(LOOKS)])
    decided: Counter[int] = field(default_factory=Counter)
    swings: Counter[int] = field(default_factory=Counter)
    behind: int = 0
    won: int = 0

    def add(self, chances: Chances, shares: dict[int, Fraction] | None) -> None:
        """Take a game into account: its chances, and what of the victory each side has in the end."""
        self.games += 1
        for number, look in enumerate(chances):
            self.left[number][round(fsum(p * (1 - p) for p in look) * PLAYOUTS / (PLAYOUTS - 1), 9)] += 1
        self.swings[_swings(chances)] += 1
        winner = next((side for side, share in (shares or {}).items() if share == 1), None)
        if winner is None:
            return
        self.won += 1
        # The chance from which on a game counts as decided
        after = [number for number, look in enumerate(chances) if look[winner] < 0.9]
        self.decided[100 * (after[-1] + 1) // LOOKS if after else 0] += 1
        self.behind += min(look[winner] for look in chances) < 1 / (2 * len(chances[0]))

    def to_json(self) -> dict[str, Any] | None:
        """As an object of JSON; None without games."""
        if not self.games:
            return None
        first = mean(self.left[0])
        whole = first.value if first else 0.0
        return {
            "games": self.games,
            "playouts": PLAYOUTS,
            "open": [
                {"at": number / LOOKS, **_json(_scaled(mean(counts), whole, inf))}
                for number, counts in enumerate(self.left)
            ]
            if whole
            else [],
            "decided": _json(_scaled(mean(self.decided), 100)),
            "decided_half": _json(_scaled(quantile(self.decided, 0.5), 100)),
            "swings": _json(_scaled(mean(self.swings), 1, inf)),
            "behind": _json(rate(self.behind, self.won)),
        }


def _swings(chances: Chances) -> int:
    """How often another side came to lead clearly."""
    leader, changes = -1, 0
    for look in chances:
        best = max(range(len(look)), key=lambda side: look[side])
        # By how much a side has to lead to count as the new leader
        clear = all(look[best] >= chance + 0.1 for side, chance in enumerate(look) if side != best)
        if clear and best != leader:
            changes += leader >= 0
            leader = best
    return changes


def _scaled(found: Estimate | None, by: float, most: float = 1.0) -> Estimate | None:
    if found is None or not by:
        return found
    low, high = (None if end is None else end / by for end in (found.low, found.high))
    return within(replace(found, value=found.value / by, low=low, high=high), 0.0, most)


def _json(found: Estimate | None) -> dict[str, Any]:
    return {"value": None, "low": None, "high": None} if found is None else found.to_json()
