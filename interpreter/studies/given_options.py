"""What an option does, where each game of a study was played with another setting of it.

The settings share the games out evenly, and which game has which has nothing to do with the game: a setting is given by
lot, as in an experiment. So a difference between the games with a value and those without is what the value does, for
these players, and no mere association (Fisher, The Design of Experiments, 1935). Where several options are set at once
the others are spread evenly over both sides of the comparison.

Differences of victories are Newcombe's, of lengths Welch's; both are for games that have nothing to do with each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

from ..diagnostics.record import dataclass
from .intervals import Estimate, apart, corrected, mean, means_apart, rate

Setting = Mapping[str, str]


@dataclass(slots=True)
class _Games:
    """Games with one value: how many, how many of them had winners, what each side has won, and their lengths."""

    told: int = 0
    won: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, won: Mapping[int, Fraction] | None, decisions: int) -> None:
        self.lengths[decisions] += 1
        if won is not None:
            self.told += 1
            for side, share in won.items():
                self.won[side] += share

    def merge(self, other: _Games) -> None:
        self.told += other.told
        self.lengths.update(other.lengths)
        for side, share in other.won.items():
            self.won[side] += share


@dataclass(slots=True)
class GivenOptions:
    """Games by the values of their options. Of two sides one is asked about: what it wins, the other loses."""

    sides: Sequence[str]
    games: dict[tuple[str, str], _Games] = field(default_factory=dict)

    def add(self, setting: Setting, won: Mapping[int, Fraction] | None, decisions: int) -> None:
        """Take a game with this setting into account."""
        for option, value in setting.items():
            self.games.setdefault((option, value), _Games()).add(won, decisions)

    @property
    def asked(self) -> Sequence[str]:
        """The sides that are asked about."""
        return self.sides[:1] if len(self.sides) == 2 else self.sides

    @property
    def questions(self) -> int:
        """How many there are: the chance of each side and the length, for each value."""
        return len(self.games) * (len(self.asked) + 1)

    def rows(self, questions: int) -> list[dict[str, Any]]:
        """A row for each value of each option, as objects of JSON; one of so many questions each."""
        level = corrected(questions)
        options = dict.fromkeys(option for option, _ in self.games)
        return [self._row(option, value, level) for one in options for option, value in self.games if option == one]

    def _row(self, option: str, value: str, level: float) -> dict[str, Any]:
        own, others = self.games[option, value], _Games()
        for (name, other), games in self.games.items():
            if name == option and other != value:
                others.merge(games)
        length = means_apart(own.lengths, others.lengths, level)
        sides = [self._side(number, name, own, others, level) for number, name in enumerate(self.asked)]
        return {
            "option": option,
            "value": value,
            "games": own.lengths.total(),
            "sides": sides,
            "length": _json(mean(own.lengths)),
            "longer": _json(length),
            "settled": int(any(side["settled"] for side in sides) or (length is not None and length.settled != 0)),
        }

    def _side(self, number: int, name: str, own: _Games, others: _Games, level: float) -> dict[str, Any]:
        victory, found = rate(float(own.won[number]), own.told), None
        if own.told and others.told:
            found = apart((float(own.won[number]), own.told), (float(others.won[number]), others.told), level)
        settled = 0 if found is None else found.settled
        return {"side": name, "victory": _json(victory), "difference": _json(found), "settled": settled}


def _json(found: Estimate | None) -> dict[str, Any] | None:
    return None if found is None else found.to_json()
