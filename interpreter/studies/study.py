"""Studying a game: who wins, how long it takes, how much there is to decide, and what goes with winning.

That those who did something won more often is an association: good players, or lucky ones, may do it more often. It
says what to look at, not why it is so. Cards that were dealt before the first decision are another matter: chance gave
them, so a difference is what they are worth. Every action and every card is a question, so the intervals of all of them
are made to hold together (Bonferroni).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import fsum, inf
from typing import Any

from ..diagnostics.record import dataclass
from ..play.game.game import Game
from .comparison import shares_of_bots
from .measures.action_counts import ActionCounts
from .measures.chance_effects import DealtCards, VarianceShares
from .measures.game_traits import Nature, share_of, suitable_bot
from .measures.observation import ObservedGame
from .measures.win_probability import Courses
from .outcomes import SHARES, GameOutcome, Outcomes, shares_of, side_names, summary
from .statistics.intervals import (
    LEVEL,
    SideCounts,
    apart,
    association,
    corrected,
    json_of,
    mean,
    mean_of_all,
    means_apart,
    quantile,
    rate,
    unevenness,
    within,
)

PACE = 6.0
"""How many seconds people are supposed to take where there is a choice, unless something else is said."""

FORCED = 2.0
"""How many seconds they are supposed to take for a move without a choice."""


@dataclass(slots=True)
class ActionStatistics:
    """What was done, by name, and how those who did it fared: for each name, games by what happened in them.

    `owned` are the names of what some seat did; what else came to pass was nobody's own.
    """

    uses: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    owned: set[str] = field(default_factory=set)
    groups: defaultdict[str, Counter[SideCounts]] = field(default_factory=lambda: defaultdict(Counter))

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
            self.groups[name][SideCounts(len(did), float(with_it), len(won) - len(did), float(without))] += 1

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
                    groups[SideCounts(0, 0.0, sides, total)] += idle
            found = association(groups, level) if sides > 1 else None
            found = None if found is None else within(found, -1, 1)
            share = rate(self.uses[name].total(), games)
            assert share is not None
            rows.append(
                {
                    "name": name,
                    "uses": within(mean_of_all(self.uses[name], games), 0, inf).to_json(),
                    "games": share.to_json(),
                    "owned": name in self.owned,
                    "difference": json_of(found),
                    "settled": 0 if found is None else found.settled,
                }
            )
        return rows


class Study:
    """All games so far, and what they come to."""

    def __init__(self, game: Game, pace: float = PACE) -> None:
        """Nothing yet. `pace` is how many seconds people are supposed to take for a choice."""
        self._game, self._pace = game, pace
        self._sides = game.layout.teams or tuple(range(game.players))
        self._names = side_names(game)
        self.outcomes, self.doings = Outcomes(), ActionCounts()
        self._actions, self._cards, self._rules = (ActionStatistics() for _ in range(3))
        self._dealt = DealtCards()
        self._courses, self._luck, self._nature = Courses(), VarianceShares(), Nature()
        self._compensation, self._options = Compensation(len(self._names)), GivenOptions(self._names)
        self.without = AbstentionCost()
        self._lead_seen = False
        self._minutes: Counter[float] = Counter()
        self._ahead: Counter[float] = Counter()
        self._told: Counter[float] = Counter()
        self._told_in_full: Counter[float] = Counter()
        self._victories: defaultdict[int, Fraction] = defaultdict(Fraction)
        self._moves: Counter[float] = Counter()
        self._real: Counter[float] = Counter()

    def add(self, seen: ObservedGame, setting: Setting | None = None) -> None:
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
        self._minutes[round(seconds / 60, 6)] += 1
        if played.decisions:
            self._moves[round(watched.moves / played.decisions, 6)] += 1
            self._real[round(watched.real / played.decisions, 6)] += 1

    def add_again(self, seen: ObservedGame) -> None:
        """Take a game into account whose deal is played several times, to tell what decides."""
        won = self._won(seen)
        if won:
            self._luck.add(seen.played.seed, tuple(float(won[side]) for side in sorted(won)))

    def _won(self, seen: ObservedGame) -> dict[int, Fraction] | None:
        """What each side has of the victory; None if the rules did not say."""
        played = seen.played
        if played.winners is None:
            return None
        shares = shares_of(GameOutcome(seen.kinds, played.status, played.winners, played.returns))
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
            "moves": json_of(mean(self._moves)),
            "real": json_of(share_of(mean(self._real))),
            "lead_changes": json_of(mean(self.doings.leads)) if self._lead_seen else None,
            "lead_measured": self._lead_seen if self.doings.leads else None,
            "first_ahead": json_of(mean(self._ahead)),
            "compensation": self._compensation.to_json(),
            "lead_changes_half": json_of(quantile(self.doings.leads, SHARES[1])) if self._lead_seen else None,
            "minutes": json_of(mean(self._minutes)),
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
        return nature | {"suits": suitable_bot(nature, json_of(share_of(mean(self._real))), json_of(mean(self._moves)))}

    def _who_wins(self) -> list[dict[str, Any]]:
        """The share of each side, with intervals that hold together."""
        games, level = self._told.total(), corrected(len(self._names), LEVEL)
        return [
            {"side": name, "victory": json_of(rate(float(self._victories[number]), games, level))}
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


# What would make up for being first: how many points behind the first side has to begin for an even chance.
#
# In each game the first side ended so many points above the best of the others. Had it begun k points behind, it would
# have won the games in which that lead is larger than k; of n sides it should win one in n. So k is the number that the
# lead exceeds in one game of n: a quantile, with the interval of one, whatever the distribution is (Conover, Practical
# Nonparametric Statistics, third edition 1999, section 3.2). In go it is called komi.
#
# It holds for players who would play on as they did, and is told only where the score alone said who won, in every
# game.

FEWEST = 30
"""How many games are needed to say anything."""


@dataclass(slots=True)
class Compensation:
    """How far the first side was ahead at the end of each game; `most` and `least`: whether the score said who won."""

    sides: int
    ahead: Counter[int] = field(default_factory=Counter)
    most: bool = True
    least: bool = True

    def add(self, scores: Mapping[int, int], won: Mapping[int, Fraction] | None) -> None:
        """Take a game into account: the last score of each side, and what it has of the victory."""
        if not won or len(scores) != self.sides:
            self.most = self.least = False
            return
        winners = {side for side, share in won.items() if share}
        self.most = self.most and winners == {side for side, one in scores.items() if one == max(scores.values())}
        self.least = self.least and winners == {side for side, one in scores.items() if one == min(scores.values())}
        first, *others = (scores[side] for side in sorted(scores))
        if others:
            self.ahead[first - (max(others) if self.most else min(others))] += 1

    def to_json(self) -> dict[str, Any] | None:
        """As an object of JSON: by how many points the first side has to begin behind; None where that says nothing."""
        if self.sides < 2 or self.ahead.total() < FEWEST or self.most == self.least:
            return None
        lead = self.ahead if self.most else Counter({-points: many for points, many in self.ahead.items()})
        return json_of(quantile(lead, 1 - 1 / self.sides))


# What an option does, where each game of a study was played with another setting of it.
#
# The settings share the games out evenly, and which game has which has nothing to do with the game: a setting is given
# by lot, as in an experiment. So a difference between the games with a value and those without is what the value does,
# for these players, and no mere association (Fisher, The Design of Experiments, 1935). Where several options are set at
# once the others are spread evenly over both sides of the comparison.
#
# Differences of victories are Newcombe's, of lengths Welch's; both are for games that have nothing to do with each
# other.

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
            "length": json_of(mean(own.lengths)),
            "longer": json_of(length),
            "settled": int(any(side["settled"] for side in sides) or (length is not None and length.settled != 0)),
        }

    def _side(self, number: int, name: str, own: _Games, others: _Games, level: float) -> dict[str, Any]:
        victory, found = rate(float(own.won[number]), own.told), None
        if own.told and others.told:
            found = apart((float(own.won[number]), own.told), (float(others.won[number]), others.told), level)
        settled = 0 if found is None else found.settled
        return {"side": name, "victory": json_of(victory), "difference": json_of(found), "settled": settled}


# What it costs to do without an action, a choice or a kind of card: a bot against itself, which never makes use of
# it.
#
# Both sit at one table, in turn on the seats; each deal is played twice, the second time with the seats changed, so
# that the luck of deal and seat falls out. Who does without is settled beforehand, so a difference is what it costs,
# for this bot: no mere association. Student's t on the pairs, corrected for the number of things that are forbidden.


@dataclass(slots=True)
class AbstentionCost:
    """By how much of a victory those who did without something were ahead, pair by pair, for each thing."""

    pairs: dict[str, Counter[float]] = field(default_factory=dict)

    def add(self, banned: str, kinds: tuple[str, str], first: ObservedGame, second: ObservedGame) -> None:
        """Take a pair of games on a deal into account; `kinds` are the bot as it is, and the one that does without."""
        ahead = [shares_of_bots(seen, kinds[1]) - shares_of_bots(seen, kinds[0]) for seen in (first, second)]
        self.pairs.setdefault(banned, Counter())[round(sum(ahead) / 2, 9)] += 1

    def rows(self) -> list[dict[str, Any]]:
        """A row for each thing, as objects of JSON."""
        level, rows = corrected(len(self.pairs)), []
        for name, counts in self.pairs.items():
            found = mean(counts, level)
            assert found is not None
            kept = within(found, -1, 1)
            rows.append({"name": name, "pairs": counts.total(), "difference": kept.to_json(), "settled": kept.settled})
        return rows
