"""The summary of many games: who won how often, what they got, how long it took, each with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import fsum
from typing import Any

from .intervals import LEVEL, Estimate, mean, quantile, rate
from .outcomes import Outcome, Outcomes

SHARES = (0.05, 0.5, 0.95)
"""Of which shares of the games the length is told."""


def summary(game: str, players: int, found: Outcomes, seconds: float) -> dict[str, Any]:
    """Compute the report of `simulate`, as the object that is printed as JSON.

    A seat wins if its side is the only winner, ties if its side shares the victory with others, and else loses. So
    wins, ties and losses add up to the games that ended by their rules, unless these do not say who wins. An estimate
    is an object of `value`, `low` and `high`; a bound is null where nothing is known.
    """
    games, total = found.games, sum(length * many for length, many in found.lengths.items())
    result = {
        "game": game,
        "players": players,
        "games": games,
        "level": LEVEL,
        "statuses": dict(sorted(found.statuses.items(), key=lambda row: (-row[1], row[0]))),
        "seats": [_seat(number, found) for number in range(players)],
        "bots": _bots(found),
        "decisions": {
            "mean": _json(mean(found.lengths)),
            **{f"p{share * 100:.0f}": _json(quantile(found.lengths, share)) for share in SHARES},
        },
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 3) if seconds else None,
        "decisions_per_second": round(total / seconds, 3) if seconds else None,
    }
    if found.lost:
        result["lost"] = found.lost
    return result


def _json(found: Estimate | None) -> dict[str, Any] | None:
    return None if found is None else found.to_json()


def told(found: Outcomes) -> Iterable[tuple[Outcome, int]]:
    """The outcomes of games whose rules said who won, with their numbers."""
    return ((outcome, many) for outcome, many in found.ended.items() if outcome.winners is not None)


def shares_of(outcome: Outcome) -> tuple[Fraction, ...]:
    """What each seat has of the victory: 1/k for the seats of each of k winning sides, else 0."""
    sides = outcome.winners or ()
    won = {seat for side in sides for seat in side}
    return tuple(Fraction(seat in won, max(1, len(sides))) for seat in range(len(outcome.returns)))


def returns_are_shares(found: Outcomes) -> bool:
    """Whether the returns of all games say just who won, as they do where the spec has none of its own."""
    return all(
        (1.0 / len(outcome.winners) if share else 0.0) == value
        for outcome in found.ended
        if outcome.winners is not None
        for share, value in zip(shares_of(outcome), outcome.returns, strict=True)
    )


def _seat(number: int, found: Outcomes) -> dict[str, Any]:
    wins = ties = games = 0
    returns: Counter[float] = Counter()
    for outcome, many in found.ended.items():
        returns[outcome.returns[number]] += many
    for outcome, many in told(found):
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
        "win_rate": _json(rate(wins, games)),
        "tie_rate": _json(rate(ties, games)),
        "loss_rate": _json(rate(losses, games)),
        "mean_return": _json(_mean_return(returns, found)),
    }


def _mean_return(returns: Counter[float], found: Outcomes) -> Estimate | None:
    """Returns that are shares of the victory lie between 0 and 1, so their mean is a rate."""
    if returns_are_shares(found):
        return rate(fsum(value * many for value, many in sorted(returns.items())), returns.total())
    return mean(returns)


def _bots(found: Outcomes) -> list[dict[str, Any]]:
    """How each kind of player did, over all seats that it had; empty where all players are of one kind."""
    kinds = sorted({kind for outcome in found.ended for kind in outcome.kinds})
    return [_bot(kind, found) for kind in kinds] if len(kinds) > 1 else []


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
        "victory": _json(rate(total, shares.total())),
        "mean_return": _json(_mean_return(returns, found)),
    }
