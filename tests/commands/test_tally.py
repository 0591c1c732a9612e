"""Wins, ties and lengths of many games are counted correctly."""

from __future__ import annotations

import pytest

from cardwright.commands.tally import percentile, shared, tally, won
from cardwright.play.players.playout import Played

RETURNS = [
    # returns, seats that have won, seats that share the victory
    ((1.0, 0.0), [0], []),
    ((0.5, 0.5), [], [0, 1]),
    ((0.5, 0.5, 0.0), [], [0, 1]),
    ((0.0, 0.0), [], []),
    ((1.0, 0.0, 1.0, 0.0), [0, 2], []),
    ((0.5, 0.5, 0.5, 0.5), [], [0, 1, 2, 3]),
    ((30.0, -30.0), [0], []),
    ((-1.0, 0.0), [1], []),
    ((1.0,), [0], []),
    ((0.5,), [], [0]),
    ((0.0,), [], []),
    ((0.5, 0.0), [], [0]),
]


@pytest.mark.parametrize(("returns", "winners", "sharers"), RETURNS)
def test_who_has_won(returns: tuple[float, ...], winners: list[int], sharers: list[int]) -> None:
    assert [seat for seat in range(len(returns)) if won(returns, seat)] == winners
    assert [seat for seat in range(len(returns)) if shared(returns, seat)] == sharers


@pytest.mark.parametrize(
    ("values", "share", "value"),
    [([7], 5, 7), ([1, 2], 50, 1), (list(range(1, 101)), 95, 95), (list(range(1, 101)), 5, 5), ([], 50, None)],
)
def test_percentile(values: list[int], share: int, value: int | None) -> None:
    assert percentile(values, share) == value


def test_tally() -> None:
    games = [
        Played(0, "finished", (1.0, 0.0), 10),
        Played(1, "finished", (0.5, 0.5), 20),
        Played(2, "limit", (0.0, 0.0), 60),
    ]
    assert tally("race", 2, games, 2.0) == {
        "game": "race",
        "players": 2,
        "games": 3,
        "statuses": {"finished": 2, "limit": 1},
        "seats": [
            {"seat": "p1", "wins": 1, "ties": 1, "mean_return": 0.5},
            {"seat": "p2", "wins": 0, "ties": 1, "mean_return": pytest.approx(1 / 6, abs=1e-6)},
        ],
        "decisions": {"mean": 30.0, "p5": 10, "p50": 20, "p95": 60},
        "seconds": 2.0,
        "games_per_second": 1.5,
        "decisions_per_second": 45.0,
    }
