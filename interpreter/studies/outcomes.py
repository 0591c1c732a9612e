"""How many games ended how: counts that can be added up in any order, and take the same room for a million games.

All that a summary says of many games is computed from these counts, so it is the same to the last digit however the
games were spread over processes, shards and days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from fractions import Fraction
from math import fsum
from typing import Any

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.record import dataclass
from ..engines.program.derived_values import Sides, has_result, sides_of
from ..engines.program.layout import STATUSES
from ..engines.program.nodes import AskBlock
from ..play.game.game import Game
from ..play.players.playout import Played, play_out
from ..play.players.registry import make_players
from .statistics.intervals import LEVEL, Estimate, json_of, mean, quantile, rate

MOST_STUCK = 5
"""How many of the games that did not end are remembered by their seed."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game ended: who played on each seat, the status, the winning sides (None: not told), and the returns."""

    kinds: tuple[str, ...]
    status: str
    winners: Sides | None
    returns: tuple[float, ...]


@dataclass(frozen=True, slots=True, order=True)
class Stuck:
    """A game that did not end by its rules: its seed, how it ended, and after how many decisions."""

    seed: int
    status: str
    decisions: int


@dataclass(slots=True)
class Outcomes:
    """Counts of games by their outcome and by their length in decisions.

    `stuck` are the first games that did not end by their rules, in the order of their seeds, and `errors` what went
    wrong with the rules. `lost` are the seeds of games that could not be played, because they killed their process.
    """

    ended: Counter[GameOutcome] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    stuck: list[Stuck] = field(default_factory=list)
    errors: dict[Diagnostic, None] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.ended.total()

    @property
    def statuses(self) -> Counter[str]:
        """How many games ended with each status."""
        found: Counter[str] = Counter()
        for outcome, many in self.ended.items():
            found[outcome.status] += many
        return found

    def add(self, played: Played, kinds: tuple[str, ...]) -> None:
        """Count one game more."""
        self.ended[GameOutcome(kinds, played.status, played.winners, played.returns)] += 1
        self.lengths[played.decisions] += 1
        if played.status != "finished":
            self._stick([Stuck(played.seed, played.status, played.decisions)])
            if played.error is not None:
                self.errors[played.error] = None

    def merge(self, other: Outcomes) -> None:
        """Count the games of another one, too."""
        self.ended.update(other.ended)
        self.lengths.update(other.lengths)
        self._stick(other.stuck)
        self.errors.update(other.errors)
        self.lost = sorted({*self.lost, *other.lost})

    def _stick(self, more: Iterable[Stuck]) -> None:
        self.stuck = sorted({*self.stuck, *more})[:MOST_STUCK]


def at_random(game: Game, seeds: range, kinds: Sequence[str]) -> Outcomes:
    """The outcomes of games that random players play inside the engine, without a record for each game."""
    found = game.at_random(len(seeds), seeds.start)
    outcomes = Outcomes(lengths=Counter(found.lengths))
    columns = [found.returns[seat :: game.players] for seat in range(game.players)]
    told, names = has_result(game.program), tuple(kinds)
    counted = Counter(zip(found.ends, found.winners, *columns, strict=True))
    for (end, won, *returns), many in counted.items():
        status, shares = STATUSES[int(end)], tuple(returns)
        winners = sides_of(game.program, int(won), shares) if told and status == "finished" else None
        outcomes.ended[GameOutcome(names, status, winners, shares)] += many
    if any(STATUSES[end] != "finished" for end in set(found.ends)):
        # Remember which games did not end; games whose rules failed are played again, to learn what failed
        stuck = [
            Stuck(seed, STATUSES[end], length)
            for seed, end, length in zip(seeds, found.ends, found.lengths, strict=True)
            if STATUSES[end] != "finished"
        ]
        outcomes.stuck = stuck[:MOST_STUCK]
        for one in stuck:
            if one.status == "error":
                played = play_out(game, make_players(next(iter(outcomes.ended)).kinds, one.seed), seed=one.seed)
                if played.error is not None:
                    outcomes.errors[played.error] = None
    return outcomes


# The summary of many games: who won how often, what they got, how long it took, each with its interval.

SHARES = (0.05, 0.5, 0.95)
"""Of which shares of the games the length is told."""


def summary(game: str, players: int, found: Outcomes, seconds: float) -> dict[str, Any]:
    """Compute the report of `simulate`, as the object that is printed as JSON.

    A seat wins if its side is the only winner, ties if its side shares the victory with others, and else loses. So
    wins, ties and losses add up to the games that ended by their rules, unless these do not say who wins. An estimate
    is an object of `value`, `low` and `high`; a bound is null where nothing is known.
    """
    games, total = found.games, sum(length * many for length, many in found.lengths.items())
    # How each kind of player did, over all seats that it had; empty where all players are of one kind
    kinds = sorted({kind for outcome in found.ended for kind in outcome.kinds})
    result = {
        "game": game,
        "players": players,
        "games": games,
        "level": LEVEL,
        "statuses": dict(sorted(found.statuses.items(), key=lambda row: (-row[1], row[0]))),
        "seats": [_seat(number, found) for number in range(players)],
        "bots": [_bot(kind, found) for kind in kinds] if len(kinds) > 1 else [],
        "decisions": {
            "mean": json_of(mean(found.lengths)),
            **{f"p{share * 100:.0f}": json_of(quantile(found.lengths, share)) for share in SHARES},
        },
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 3) if seconds else None,
        "decisions_per_second": round(total / seconds, 3) if seconds else None,
    }
    if found.lost:
        result["lost"] = found.lost
    # Where either all seats win or none does, and none did at least once, they play together.
    ended = [(len({seat for side in one.winners or () for seat in side}), many) for one, many in observed_games(found)]
    if players > 1 and {0} <= {number for number, _ in ended} <= {0, players}:
        for name, number in (("all_win_rate", players), ("all_lose_rate", 0)):
            result[name] = json_of(rate(sum(n for one, n in ended if one == number), sum(n for _, n in ended)))
    return result


def observed_games(found: Outcomes) -> Iterable[tuple[GameOutcome, int]]:
    """The outcomes of games whose rules said who won, with their numbers."""
    return ((outcome, many) for outcome, many in found.ended.items() if outcome.winners is not None)


def shares_of(outcome: GameOutcome) -> tuple[Fraction, ...]:
    """What each seat has of the victory: 1/k for the seats of each of k winning sides, else 0."""
    sides = outcome.winners or ()
    won = {seat for side in sides for seat in side}
    return tuple(Fraction(seat in won, max(1, len(sides))) for seat in range(len(outcome.returns)))


def _seat(number: int, found: Outcomes) -> dict[str, Any]:
    wins = ties = games = 0
    returns: Counter[float] = Counter()
    for outcome, many in found.ended.items():
        returns[outcome.returns[number]] += many
    for outcome, many in observed_games(found):
        sides = outcome.winners or ()
        games += many
        if any(number in side for side in sides):
            wins, ties = (wins + many, ties) if len(sides) == 1 else (wins, ties + many)
    losses = games - wins - ties
    return {
        "seat": f"p{number + 1}",
        "wins": wins,
        "ties": ties,
        "losses": losses,
        "win_rate": json_of(rate(wins, games)),
        "tie_rate": json_of(rate(ties, games)),
        "loss_rate": json_of(rate(losses, games)),
        "mean_return": json_of(_mean_return(returns, found)),
    }


def _mean_return(returns: Counter[float], found: Outcomes) -> Estimate | None:
    """Returns that are shares of the victory lie between 0 and 1, so their mean is a rate."""
    # Whether the returns of all games say just who won, as they do where the spec has none of its own
    if all(
        (1.0 / len(outcome.winners) if share else 0.0) == value
        for outcome in found.ended
        if outcome.winners is not None
        for share, value in zip(shares_of(outcome), outcome.returns, strict=True)
    ):
        return rate(fsum(value * many for value, many in sorted(returns.items())), returns.total())
    return mean(returns)


def _bot(kind: str, found: Outcomes) -> dict[str, Any]:
    """The share of the victory and the return of one seat of this kind, on average over its seats in a game."""
    shares: Counter[float] = Counter()
    returns: Counter[float] = Counter()
    for outcome, many in found.ended.items():
        own = [seat for seat, one in enumerate(outcome.kinds) if one == kind]
        if own:
            returns[fsum(outcome.returns[seat] for seat in own) / len(own)] += many
        if own and outcome.winners is not None:
            won = shares_of(outcome)
            shares[float(sum(won[seat] for seat in own) / len(own))] += many
    total = fsum(share * many for share, many in sorted(shares.items()))
    return {
        "bot": kind,
        "games": shares.total(),
        "victory": json_of(rate(total, shares.total())),
        "mean_return": json_of(_mean_return(returns, found)),
    }


# Who begins: always the same side, or whoever a lot decides.
#
# That is read off the first positions of a few games: seats that differ there differ by lot. Where all decide in secret
# at first, nobody begins.

LOOKS = 20
"""In how many games it is looked who begins: two players take turns by lot unseen once in half a million times."""

LOT = "lot"
"""What stands for whoever a lot decides."""


def first_seat(game: Game, seed: int) -> int | None:
    """The seat that decides first in a game; None if nobody does, or all in secret."""
    state = game.initial_state(seed=seed, record=False)
    if state.is_terminal:
        return None
    end = state.machine.code.block(state.machine.numbers).end
    assert isinstance(end, AskBlock)
    return None if end.secret is not None else state.current_seat


def side_of(seat: int, game: Game) -> str:
    """The side of a seat: `p1`, or its team `t1`."""
    return f"t{game.layout.teams[seat] + 1}" if game.layout.teams else f"p{seat + 1}"


def side_names(game: Game) -> tuple[str, ...]:
    """The sides of a game: its players, or its teams."""
    letter, many = ("t", game.layout.team_count) if game.layout.teams else ("p", game.players)
    return tuple(f"{letter}{number + 1}" for number in range(many))


def begins(games: tuple[Game, Game], first_seed: int) -> str:
    """The side that begins in all games of both; `LOT` if that varies; "" where nobody begins."""
    seats = [first_seat(game, first_seed + number) for game in games for number in range(LOOKS)]
    if None in seats:
        return ""
    sides = {side_of(seat, games[0]) for seat in seats if seat is not None}
    return sides.pop() if len(sides) == 1 else LOT
