"""The returns when a side without players wins or shares the victory."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.engines import ENGINES

SPEC = """
spec: 1
game: contest
title: "A contest"
players: [1, 2, 4]
teams: {{number: {{1: 1, 2: 2, 4: 2}}}}
begin: end
cards: {{main: {{list: {{card: {{copies: 1, label: "Card"}}}}}}}}
zones: {{pile: {{holds: main, start: shuffled, shows: count}}}}
phases: {{end: {{do: shuffle pile}}}}
result: {{winners: "{winners}"}}
"""

CASES = [
    # players, who wins, the returns
    (1, "[none]", (0.0,)),
    (1, "[p for p in players] + [none]", (0.5,)),
    (1, "players", (1.0,)),
    (2, "[none]", (0.0, 0.0)),
    (2, "[none, none] + players", (1 / 3, 1 / 3)),
    (4, "[none]", (0.0, 0.0, 0.0, 0.0)),
    (4, "players", (0.5, 0.5, 0.5, 0.5)),
    (4, "[p for p in players if first(players) in p.team.members] + [none]", (0.5, 0.0, 0.5, 0.0)),
    (4, "[t for t in teams] + [none]", (1 / 3, 1 / 3, 1 / 3, 1 / 3)),
    (4, "[t for t in teams if first(players) not in t.members] + [none]", (0.0, 0.5, 0.0, 0.5)),
    (4, "[t for t in teams if first(players) in t.members]", (1.0, 0.0, 1.0, 0.0)),
    (4, "[p for p in players if p.next.next.next == first(players)] + [none]", (0.0, 0.5, 0.0, 0.0)),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("players", "winners", "returns"), CASES)
def test_returns(tmp_path: Path, players: int, winners: str, returns: tuple[float, ...]) -> None:
    (tmp_path / "game.yaml").write_text(SPEC.format(winners=winners), encoding="utf-8")
    for engine in ENGINES:
        game = load_game(str(tmp_path), players=players, engine=engine)
        state = game.initial_state(seed=0)
        assert state.is_terminal and state.status == "finished"
        assert state.returns == pytest.approx(returns)
        assert list(game.at_random(1).returns) == pytest.approx(returns)
