"""Summarises many games: how they ended, who won, how long they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..play.players.playout import Played


def tally(game: str, players: int, games: Sequence[Played], seconds: float) -> dict[str, Any]:
    """Compute the report of `simulate`, as the object that is printed as JSON.

    A seat wins if its return is larger than those of all seats that are not on its side, and ties if the best return is
    split between sides; see `won` and `shared`.
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
    return {
        "seat": f"p{number + 1}",
        "wins": sum(played.status == "finished" and won(played.returns, number) for played in games),
        "ties": sum(played.status == "finished" and shared(played.returns, number) for played in games),
        "mean_return": round(sum(returns) / len(returns), 6) if returns else None,
    }


def won(returns: Sequence[float], seat: int) -> bool:
    """Whether a seat has won alone or with its side: its return is the highest, not split, and not that of all seats.

    In a game for one player, a return of 1 is a win.
    """
    best = max(returns)
    return returns[seat] == best and not _part(best) and (best > min(returns) or best == 1 == len(returns))


def shared(returns: Sequence[float], seat: int) -> bool:
    """Whether a seat shares the victory with another side, perhaps one without players. Returns of 0 are no victory."""
    best = max(returns)
    return returns[seat] == best and _part(best)


def _part(value: float) -> bool:
    """Whether this is the share of one of several winning sides."""
    return 0 < value < 1


def percentile(values: Sequence[int], share: int) -> int | None:
    """The smallest of the sorted values that at least `share` percent do not exceed; None without values.

    >>> percentile([1, 2, 3, 4], 50), percentile([1, 2, 3, 4], 95)
    (2, 4)
    """
    return values[max(0, -(-share * len(values) // 100) - 1)] if values else None
