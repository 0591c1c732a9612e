"""Summarises many games: how they ended, who won, how long they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..play.players.playout import Played


def tally(game: str, players: int, games: Sequence[Played], seconds: float) -> dict[str, Any]:
    """Compute the report of `simulate`, as the object that is printed as JSON.

    A seat wins if its side is the only winner, ties if its side shares the victory with others, and else loses. So
    wins, ties and losses add up to the games that ended by their rules, unless these do not say who wins.
    """
    decisions = sorted(played.decisions for played in games)
    total = sum(decisions)
    return {
        "game": game,
        "players": players,
        "games": len(games),
        "statuses": dict(Counter(played.status for played in games).most_common()),
        "seats": [_seat(number, games) for number in range(players)],
        "decisions": {
            "mean": round(total / len(games), 3) if games else None,
            **{f"p{share}": percentile(decisions, share) for share in (5, 50, 95)},
        },
        "seconds": round(seconds, 3),
        "games_per_second": round(len(games) / seconds, 3) if seconds else None,
        "decisions_per_second": round(total / seconds, 3) if seconds else None,
    }


def _seat(number: int, games: Sequence[Played]) -> dict[str, Any]:
    returns = [played.returns[number] for played in games]
    told = [played.winners for played in games if played.winners is not None]
    won = [sides for sides in told if any(number in side for side in sides)]
    wins = sum(len(sides) == 1 for sides in won)
    return {
        "seat": f"p{number + 1}",
        "wins": wins,
        "ties": len(won) - wins,
        "losses": len(told) - len(won),
        "mean_return": round(sum(returns) / len(returns), 6) if returns else None,
    }


def percentile(values: Sequence[int], share: int) -> int | None:
    """The smallest of the sorted values that at least `share` percent do not exceed; None without values.

    >>> percentile([1, 2, 3, 4], 50), percentile([1, 2, 3, 4], 95)
    (2, 4)
    """
    return values[max(0, -(-share * len(values) // 100) - 1)] if values else None
