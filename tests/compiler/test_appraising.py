"""What a position lets each seat hope for, in both engines: fair to all sides, and every one of them counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.engines.engine import TreeSettings
from cardwright.play.game.engines import Engine

RACE = """
spec: 1
game: race
title: "Race"
players: 2..4
cards: {main: {list: {ace: {copies: 1}}}}
zones: {box: {holds: main, start: listed, shows: all}}
variables:
  far: {of: player, type: integer, range: [0, 60], start: 0}
begin: play
phases:
  play: {turns: {}, until: any(p.far > 50 for p in players), offer: [go]}
actions:
  go: {choose: {n: 0..9}, do: me.far += n}
result:
  winners: best(p for p in players by p.far)
  value: it.far
"""


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize(
    ("far", "hopes"),
    [
        ((0, 0, 0), (1 / 3, 1 / 3, 1 / 3)),
        ((6, 0), (3 / 4, 1 / 4)),  # leads are 6 on average: 1/2 + 1/2 × 6 / (6 + 6)
        ((6, 0, 0), (3 / 5, 1 / 5, 1 / 5)),  # leads are 6 on average: the odds of who is 6 ahead are 3 to 1
        ((6, 6, 0), (7 / 15, 7 / 15, 1 / 15)),  # leads are 2 on average: 7 to 1, and 1 to 1 between the first two
    ],
)
def test_every_side_counts(tmp_path: Path, engine: Engine, far: tuple[int, ...], hopes: tuple[float, ...]) -> None:
    assert hoped(tmp_path, RACE, far, engine) == pytest.approx(hopes)


@pytest.mark.parametrize(
    ("value", "far", "hopes"),
    [
        # two teams: of each side the greatest counts; leads are 6, -6, 2, -6, which are 5 on average
        ("it.far", (6, 0, 2, 0), (17 / 22, 5 / 22, 9 / 14, 5 / 22)),
        # leads are 8, -8, 0, -8: 6 on average; the smaller numbers are far below 0
        ("1000000000000 * (it.far - 1000000)", (8, 0, 0, 0), (11 / 14, 3 / 14, 1 / 2, 3 / 14)),
        # the same, where a lead is no integer of 64 bits
        ("9000000000000000000 if it.far > 0 else -9000000000000000000", (8, 0, 0, 0), (11 / 14, 3 / 14, 1 / 2, 3 / 14)),
    ],
)
def test_sides_and_sizes(tmp_path: Path, value: str, far: tuple[int, ...], hopes: tuple[float, ...]) -> None:
    rules = RACE.replace("players: 2..4", "players: 4\nteams: {number: 2}").replace("value: it.far", f"value: {value}")
    found = [hoped(tmp_path, rules, far, engine) for engine in ("fast", "reference")]
    assert found[0] == found[1] == pytest.approx(hopes)


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize(("far", "hopes"), [((3, 0), (3 / 4, 1 / 4)), ((9, 0), (0, 0))])
def test_a_value_that_takes_too_many_steps_lets_hope_for_the_least(
    tmp_path: Path, engine: Engine, far: tuple[int, ...], hopes: tuple[float, ...]
) -> None:
    value = "sum(n for m in 1..it.far for n in 1..200)"
    rules = RACE.replace("begin:", "limits: {steps: 1000}\nbegin:").replace("value: it.far", f"value: {value}")
    assert hoped(tmp_path, rules, far, engine) == pytest.approx(hopes)


def hoped(folder: Path, rules: str, far: tuple[int, ...], engine: Engine) -> list[float]:
    """What each seat may hope for where everybody has come so far."""
    (folder / "race.yaml").write_text(rules)
    game = load_game(str(folder / "race.yaml"), players=len(far), engine=engine)
    state = game.initial_state()
    for number in far[:-1]:
        state.apply(f"go({number})")
    found = []
    for seat in range(len(far)):
        tree = game.executor.tree(TreeSettings(players=len(far), curiosity=0.7, width=3.0, reach=0))
        found += tree.each(state.machine.state, [far[-1]], 1, seat, 0, 0)
        tree.close()
    return found
