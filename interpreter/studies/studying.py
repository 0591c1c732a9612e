"""Studying a game: who wins, how long it takes, how much there is to decide, and what goes with winning.

That those who did something won more often is an association: good players, or lucky ones, may do it more often. It
says what to look at, not why it is so. Cards that were dealt before the first decision are another matter: chance gave
them, so a difference is what they are worth. Every action and every card is a question, so the intervals of all of them
are made to hold together (Bonferroni).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import field
from fractions import Fraction
from math import fsum, inf
from typing import Any

from ..diagnostics.record import dataclass
from ..play.game.game import Game
from .chances import Courses
from .compensation import Compensation
from .dealt import Given
from .doing_without import Without
from .doings import Doings
from .given_options import GivenOptions, Setting
from .intervals import LEVEL, Estimate, Group, association, corrected, mean, quantile, rate, unevenness, within
from .luck import Luck
from .nature import Nature
from .outcomes import Outcome, Outcomes
from .suiting import suits
from .summary import SHARES, shares_of, summary
from .watching import Seen

PACE = 6.0
"""How many seconds people are supposed to take where there is a choice, unless something else is said."""

FORCED = 2.0
"""How many seconds they are supposed to take for a move without a choice."""


@dataclass(slots=True)
class Deeds:
    """What was done, by name, and how those who did it fared: for each name, games by what happened in them.

    `owned` are the names of what some seat did; what else came to pass was nobody's own.
    """

    uses: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    owned: set[str] = field(default_factory=set)
    groups: defaultdict[str, Counter[Group]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, done: Counter[tuple[int, str]], sides: tuple[int, ...], won: dict[int, Fraction] | None) -> None:
        """Count a game: how often each seat did each thing, the side of each seat, and what each side has won."""
        uses: Counter[str] = Counter()
        doers: defaultdict[str, set[int]] = defaultdict(set)
        for (seat, name), many in done.items():
            uses[name] += many
            if seat >= 0:
                doers[name].add(sides[seat])
                self.owned.add(name)
        for name, many in uses.items():
            self.uses[name][many] += 1
        if won is None:
            return
        for name, did in doers.items():
            with_it = sum((won[side] for side in did), Fraction(0))
            without = sum(won.values(), Fraction(0)) - with_it
            self.groups[name][Group(len(did), float(with_it), len(won) - len(did), float(without))] += 1

    def rows(self, games: int, told: Counter[float], sides: int, questions: int) -> list[dict[str, Any]]:
        """A row for each thing, as objects of JSON; the games in which nobody did it are added here.

        `told` counts games by how much was won in them in all: 1, or 0 where nobody won. It is one of so many
        questions of the study.
        """
        level = corrected(questions)
        rows = []
        for name in sorted(self.uses):
            groups = Counter(self.groups[name])
            for total, many in told.items():
                idle = many - sum(n for one, n in self.groups[name].items() if round(one.total, 9) == total)
                if idle:
                    groups[Group(0, 0.0, sides, total)] += idle
            found = association(groups, level) if sides > 1 else None
            found = None if found is None else within(found, -1, 1)
            share = rate(self.uses[name].total(), games)
            assert share is not None
            rows.append(
                {
                    "name": name,
                    "uses": _a_game(self.uses[name], games).to_json(),
                    "games": share.to_json(),
                    "owned": name in self.owned,
                    "difference": None if found is None else found.to_json(),
                    "settled": 0 if found is None else found.settled,
                }
            )
        return rows


def _a_game(counts: Counter[int], games: int) -> Estimate:
    """The mean of a number over all games; those that are not counted have 0."""
    filled = Counter(counts)
    if games > counts.total():
        filled[0] += games - counts.total()
    found = mean(filled)
    assert found is not None
    return within(found, 0, inf)


class Study:
    """All games so far, and what they come to."""

    def __init__(self, game: Game, pace: float = PACE) -> None:
        """Nothing yet. `pace` is how many seconds people are supposed to take for a choice."""
        self._game, self._pace = game, pace
        layout = game.layout
        self._sides = layout.teams or tuple(range(game.players))
        self._names = [f"{'t' if layout.teams else 'p'}{side + 1}" for side in sorted(set(self._sides))]
        self.outcomes, self.doings = Outcomes(), Doings()
        self._actions, self._cards, self._rules, self._dealt = Deeds(), Deeds(), Deeds(), Given()
        self._courses, self._luck, self._nature = Courses(), Luck(), Nature()
        self._compensation, self._options = Compensation(len(self._names)), GivenOptions(self._names)
        self.without = Without()
        self._lead_seen = False
        self._minutes: Counter[float] = Counter()
        self._ahead: Counter[float] = Counter()
        self._told: Counter[float] = Counter()
        self._told_in_full: Counter[float] = Counter()
        self._victories: defaultdict[int, Fraction] = defaultdict(Fraction)
        self._moves: Counter[float] = Counter()
        self._real: Counter[float] = Counter()

    def add(self, seen: Seen, setting: Setting | None = None) -> None:
        """Take a game into account; it must have been watched. `setting` are the options that were given by lot."""
        played, watched = seen.played, seen.watched
        assert watched is not None
        self.outcomes.add(played, seen.kinds)
        self.doings.add(watched)
        self._lead_seen = self._lead_seen or watched.lead_seen
        won = self._won(seen)
        if won is not None:
            told = round(float(sum(won.values(), Fraction(0))), 9)
            self._told[told] += 1
            self._told_in_full[told] += watched.full
            for side, share in won.items():
                self._victories[side] += share
        self._options.add(setting or {}, won, played.decisions)
        self._actions.add(watched.actions, self._sides, won)
        self._cards.add(watched.cards, self._sides, won)
        self._dealt.add(watched.dealt, won)
        if watched.full:
            self._rules.add(watched.rules, self._sides, won)
        if watched.chances is not None:
            self._courses.add(watched.chances, won)
        if watched.traits is not None:
            self._nature.add(watched.traits)
        if watched.scores is not None and len(self._names) > 1:
            own = dict(zip(self._sides, watched.scores, strict=True))
            self._compensation.add(own, won)
            others = [score for side, score in own.items() if side]
            self._ahead[round(own[0] - fsum(others) / len(others), 6)] += 1
        seconds = self._pace * watched.real + FORCED * (played.decisions - watched.real)
        self._minutes[round(seconds / 60, 3)] += 1
        if played.decisions:
            self._moves[round(watched.moves / played.decisions, 6)] += 1
            self._real[round(watched.real / played.decisions, 6)] += 1

    def add_again(self, seen: Seen) -> None:
        """Take a game into account whose deal is played several times, to tell what decides."""
        won = self._won(seen)
        if won:
            self._luck.add(seen.played.seed, tuple(float(won[side]) for side in sorted(won)))

    def _won(self, seen: Seen) -> dict[int, Fraction] | None:
        """What each side has of the victory; None if the rules did not say."""
        played = seen.played
        if played.winners is None:
            return None
        shares = shares_of(Outcome(seen.kinds, played.status, played.winners, played.returns))
        return dict(zip(self._sides, shares, strict=True))

    def to_json(self, seconds: float = 0) -> dict[str, Any]:
        """As an object of JSON: that of `simulate`, and what only a study tells."""
        games = self.outcomes.games
        found = summary(self._game.name, self._game.players, self.outcomes, seconds)
        deeds = {"actions": self._actions, "cards": self._cards}
        questions = sum(len(one.uses) for one in (*deeds.values(), self._rules)) + len(self._dealt.many)
        questions += self._options.questions
        rows = {name: one.rows(games, self._told, len(self._names), questions) for name, one in deeds.items()}
        return found | {
            "sides": self._who_wins(),
            "fairness": self._fairness(),
            "lengths": {str(length): many for length, many in sorted(self.outcomes.lengths.items())},
            "phases": [
                {"name": name, "times": self.doings.a_game(counts, self.doings.full).to_json()}
                for name, counts in sorted(self.doings.begun.items())
            ],
            "moves": _json(mean(self._moves)),
            "real": _json(_share(mean(self._real))),
            "lead_changes": _json(mean(self.doings.leads)) if self._lead_seen else None,
            "lead_measured": self._lead_seen if self.doings.leads else None,
            "first_ahead": _json(mean(self._ahead)),
            "compensation": self._compensation.to_json(),
            "lead_changes_half": _json(quantile(self.doings.leads, SHARES[1])) if self._lead_seen else None,
            "minutes": _json(mean(self._minutes)),
            "pace": self._pace,
            "course": self._courses.to_json(),
            "nature": self._natured(),
            "luck": self._luck.to_json(),
            **rows,
            "rules": self._rules.rows(self.doings.full, self._told_in_full, len(self._names), questions),
            "rules_games": self.doings.full,
            "dealt": self._dealt.rows(questions),
            "options": self._options.rows(questions),
            "without": self.without.rows(),
            "questions": questions,
            "details": self.doings.to_json(),
        }

    def _natured(self) -> dict[str, Any] | None:
        """What the game is like to search, and which bot suits it; None if no game was followed."""
        nature = self._nature.to_json()
        if nature is None:
            return None
        return nature | {"suits": suits(nature, _json(_share(mean(self._real))), _json(mean(self._moves)))}

    def _who_wins(self) -> list[dict[str, Any]]:
        """The share of each side, with intervals that hold together."""
        games, level = self._told.total(), corrected(len(self._names), LEVEL)
        return [
            {"side": name, "victory": _json(rate(float(self._victories[number]), games, level))}
            for number, name in enumerate(self._names)
        ]

    def _fairness(self) -> dict[str, Any] | None:
        """The test for equal chances, and by how much a side may be off its even share; None with one side."""
        p = unevenness([float(self._victories[number]) for number in range(len(self._names))])
        if p is None:
            return None
        even = sum(self._told[total] * total for total in self._told) / self._told.total() / len(self._names)
        off = max(
            max(abs(side["victory"]["low"] - even), abs(side["victory"]["high"] - even)) for side in self._who_wins()
        )
        return {"p": round(p, 6), "even": round(even, 6), "off_at_most": round(off, 6)}


def _share(found: Estimate | None) -> Estimate | None:
    return None if found is None else within(found, 0, 1)


def _json(found: Estimate | None) -> dict[str, Any] | None:
    return None if found is None else found.to_json()
