"""The luck of the draw is 0 on average, whoever plays, and taking it out changes no mean."""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.studies.measures.observation import watch
from cardwright.studies.restricted_bots import players_for
from cardwright.studies.statistics.sequential import Adjusting, Running

DRAWING = """\
spec: 1
game: drawing
title: "Drawing"
players: 2
cards:
  main:
    attributes: {worth: {type: integer}}
    list: {low: {copies: 8, worth: 0}, middle: {copies: 8, worth: 3}, high: {copies: 8, worth: 9}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
variables: {waited: {type: integer, start: 0, shows: all}}
begin: play
phases:
  play: {turns: {}, until: round.number == 4 and round.complete, offer: [take, wait]}
actions:
  take: {do: draw 1 from pile to me.hand}
  wait: {do: waited += 1}
result:
  winners: best(p for p in players by sum(c.worth for c in p.hand))
  value: sum(c.worth for c in it.hand)
"""


@pytest.fixture
def drawing(tmp_path: Path) -> str:
    """Whoever draws more wins; nobody is made to draw."""
    (tmp_path / "game.yaml").write_text(DRAWING)
    return str(tmp_path / "game.yaml")


@pytest.mark.thorough
def test_luck_is_0_on_average_whoever_plays(drawing: str) -> None:
    """`first` always draws, and has more luck at stake than `random`, but not more luck."""
    game, lucks, ahead = load_game(drawing), list[float](), list[float]()
    for seed in range(100):
        kinds = ("first", "random")
        seen = watch(game, players_for(kinds, seed), kinds, seed=seed, fully=False, luck=True)
        assert seen.watched is not None and seen.watched.luck is not None
        assert seen.watched.luck[0] == -seen.watched.luck[1]
        lucks.append(seen.watched.luck[0])
        ahead.append(seen.played.returns[0])
    middle = sum(lucks) / len(lucks)
    spread = sqrt(sum((one - middle) ** 2 for one in lucks) / len(lucks))
    assert spread > 5 and abs(middle) < 4 * spread / sqrt(len(lucks))
    assert sum(ahead) / len(ahead) > 0.6, "who draws more has more, without more luck"


@pytest.mark.thorough
def test_a_comparison_without_chance_effect_needs_fewer_games(drawing: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "compare",
        drawing,
        "--against",
        "search:playouts=3",
        "-n",
        "100",
        "--smallest",
        "0.1%",
        "--format",
        "json",
    )
    found = {}
    for luck in (False, True):
        assert answer(CommandLine((*words, *(["--luck"] if luck else [])))) == 0
        found[luck] = json.loads(capsys.readouterr().out)["questions"][0]
    assert found[False]["saved_luck"] is None and found[True]["saved_luck"]["low"] > 0.05
    assert found[True]["a"] == found[False]["a"], "the games are the same"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slope", [0.0, 2.0])
def test_taking_luck_out_changes_no_mean(slope: float) -> None:
    """Skew differences around 0.1, of which luck tells nothing or much: the mean over many comparisons, and what the
    sequence covers at all times together.
    """
    luck, means, wrong = random.Random(5), list[float](), 0
    for _ in range(300):
        running, adjusting, covered = Running(), Adjusting(), True
        for number in range(1, 401):
            own = luck.expovariate(1) - 1
            difference = 0.1 + slope * own + 0.5 * luck.choice((-1, 1)) + 0.2 * own * own - 0.2
            running.add(adjusting.without_chance_effect(difference, own))
            if number % 20 == 0 and number >= 100:
                found = running.estimate()
                assert found.low is not None and found.high is not None
                covered = covered and found.low <= 0.1 <= found.high
        means.append(running.mean)
        wrong += not covered
    middle = sum(means) / len(means)
    spread = sqrt(sum((one - middle) ** 2 for one in means) / len(means))
    assert abs(middle - 0.1) < 4 * spread / sqrt(len(means))
    assert wrong / len(means) <= 0.065
    saved = adjusting.saved()
    assert saved is not None and saved.low is not None and (saved.low > 0.6 if slope else saved.value > -0.2)


def test_luck_that_is_rare_does_no_harm() -> None:
    """Luck tells nothing; most pairs have none, most others little, and one in fifty of them much."""
    harm = []
    for seed in range(40):
        luck, adjusting = random.Random(seed), Adjusting()
        for _ in range(400):
            own = luck.choice((-1, 1)) * (30 if luck.random() < 0.02 else 1) if luck.random() < 0.4 else 0
            adjusting.without_chance_effect(luck.gauss(0, 1) if luck.random() < 0.5 else 0, own)
        saved = adjusting.saved()
        assert saved is not None
        harm.append(-saved.value)
    assert sum(harm) / len(harm) < 0.02


STRIDES = """\
spec: 1
game: strides
title: "Strides"
players: 2
cards: {main: {list: {boot: {}}}}
zones: {box: {holds: main, start: listed}}
variables: {gone: {of: player, type: integer, start: 0, shows: all}}
begin: play
phases:
  play: {turns: {}, until: round.number == 6 and round.complete, offer: [walk, hop, run]}
actions:
  walk: {do: me.gone += 1}
  hop: {do: me.gone += 2}
  run: {do: me.gone += 3}
result:
  winners: best(p for p in players by p.gone)
  value: it.gone
"""


@pytest.mark.parametrize(
    ("kinds", "usual"), [(("random", "random"), (2, 2)), (("random without run", "first"), (1.5, 1))]
)
def test_players_at_random_are_luck(tmp_path: Path, kinds: tuple[str, str], usual: tuple[float, float]) -> None:
    """A stride is 2 on average, 1.5 for those who may not run: what they have gone beyond that, in six, is their luck.
    `first` has none: it walks.
    """
    (tmp_path / "game.yaml").write_text(STRIDES)
    game = load_game(str(tmp_path / "game.yaml"))
    for seed in range(5):
        seen = watch(game, players_for(kinds, seed), kinds, seed=seed, fully=True, luck=True)
        assert seen.watched is not None and seen.watched.luck is not None
        strides = {"walk": 1, "hop": 2, "run": 3}
        gone = [
            sum(strides[name] * n for (who, name), n in seen.watched.actions.items() if who == seat) for seat in (0, 1)
        ]
        more = [one - 6 * each for one, each in zip(gone, usual, strict=True)]
        assert seen.watched.luck == (more[0] - more[1], more[1] - more[0])
