"""What is given by lot: options, and players who do without something; and what makes up for being first."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.studies.measures.chance_effects import DealtCards
from cardwright.studies.statistics.intervals import apart, differs_at_most, means_apart
from cardwright.studies.study import Compensation

TAKING = """\
spec: 1
game: taking
title: "Taking"
players: 2
options:
  start: {type: integer, range: [0, 3], default: 0, label: "Points of the first at the start"}
  long: {type: boolean, default: false, label: "Four rounds, not two"}
cards: {main: {list: {ace: {copies: 30}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
variables: {points: {of: player, type: integer, start: 0, shows: all}}
begin: play
phases:
  play:
    start: turn.player.points += start
    turns: {}
    until: round.number == (4 if long else 2) and round.complete
    offer: [take, pass]
actions:
  take: {do: "draw 1 from pile to me.hand\\nme.points += 1"}
  pass: {do: me.points += 0}
result:
  score: it.points
  winners: best(p for p in players by p.points)
"""


@pytest.fixture
def taking(tmp_path: Path) -> str:
    """Whoever takes most wins; it can be played in two or four rounds, and the first may begin with some."""
    (tmp_path / "game.yaml").write_text(TAKING)
    return str(tmp_path / "game.yaml")


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


def studied(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `study` prints as JSON."""
    assert say("study", *words, "--course", "0", "--format", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.thorough
def test_options_and_doing_without(taking: str, capsys: pytest.CaptureFixture[str]) -> None:
    over = ("--over", "start=0,3", "--over", "long=true,false")
    found = studied(capsys, taking, "-n", "120", *over, "--without", "take", "--without", "pass")
    assert found["games"] == 120 and found["compensation"] is not None
    rows = {(row["option"], row["value"]): row for row in found["options"]}
    assert list(rows) == [("start", "0"), ("start", "3"), ("long", "true"), ("long", "false")]
    assert [row["games"] for row in rows.values()] == [60] * 4
    assert rows["start", "3"]["sides"][0]["settled"] == 1 and rows["start", "0"]["sides"][0]["settled"] == -1
    assert [side["side"] for side in rows["start", "3"]["sides"]] == ["p1"], "of two sides one is enough"
    assert rows["long", "true"]["longer"]["value"] == 4
    without = {row["name"]: row for row in found["without"]}
    assert without["take"]["settled"] == -1 and without["pass"]["settled"] == 1
    assert without["take"]["pairs"] == 60
    assert say("study", taking, "-n", "2", "--course", "0", "--without", "actions", "--lang", "fr") == 0
    told = capsys.readouterr().out
    assert "Qui se passe de quoi" in told and "\ntake " in told and "\npass " in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--over", "start=9"), "option 'start' = 9 is out of range (0 to 3)"),
        (("--over", "strat=1"), "unknown option 'strat'"),
        (("--without", "grab"), "error[E012]: this game has no action and no kind of card 'grab'"),
        (("--without", "grab"), "= help: actions and choices of this game: take"),
        (("--without", "take", "--seats", "random,first"), "error[E016]: --without sets a bot against itself"),
    ],
)
def test_what_cannot_be_given(
    taking: str, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say("study", taking, *words) in (1, 2)
    assert said in capsys.readouterr().err


def test_nobody_can_do_without_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("study", "on-the-trail+solo", "--without", "actions") == 2
    assert "error[E016]: a game for one player has no seat for a second bot" in capsys.readouterr().err


def test_a_remedy_makes_up_for_being_first() -> None:
    """The first is 4 points ahead of the best of two others, give or take 6: it should win one game in three."""
    luck, compensation = random.Random(2), Compensation(3)
    for _ in range(500):
        ahead = 4 + luck.randint(-6, 6)
        won = {0: Fraction(ahead > 0), 1: Fraction(ahead < 0), 2: Fraction(0)}
        if ahead == 0:
            won = {0: Fraction(1, 2), 1: Fraction(1, 2), 2: Fraction(0)}
        compensation.add({0: 100 + ahead, 1: 100, 2: 90}, won)
    found = compensation.to_json()
    assert found is not None and found["low"] <= 6 <= found["high"]
    compensation.add({0: 1, 1: 2, 2: 0}, {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)})
    assert compensation.to_json() is None, "the score does not say who won"
    least = Compensation(2)
    for number in range(40):
        least.add({0: number, 1: 50}, {0: Fraction(1), 1: Fraction(0)})
    found = least.to_json()
    assert found is not None and found["value"] > 0, "fewer points are better, so the first has to begin with more"


def test_differences_between_games_that_have_nothing_to_do_with_each_other() -> None:
    luck, covered = random.Random(6), [0, 0]
    for _ in range(1000):
        one, other = (sum(luck.random() < p for _ in range(n)) for p, n in ((0.6, 80), (0.45, 50)))
        found = apart((one, 80), (other, 50))
        assert found.low is not None and found.high is not None
        covered[0] += found.low <= 0.15 <= found.high
        lengths = means_apart(
            Counter(luck.randint(1, 6) for _ in range(40)), Counter(luck.randint(0, 20) for _ in range(15))
        )
        assert lengths is not None and lengths.low is not None and lengths.high is not None
        covered[1] += lengths.low <= 3.5 - 10 <= lengths.high
    assert all(0.93 <= one / 1000 <= 0.97 for one in covered), covered
    assert means_apart({}, {5: 2}) is None
    for few, rare in ((1, None), (20, differs_at_most(20))):
        same = means_apart({3: few}, {3: 50})
        assert same is not None and (same.value, same.low, same.high, same.rare) == (0, None, None, rare)


def test_more_cards_are_not_better_cards() -> None:
    """A lot gives one side more cards, and it wins more often: no card is worth anything for that, but the ace is."""
    luck, given = random.Random(7), DealtCards()
    kinds = ["ace", *(f"c{number}" for number in range(19))]
    for _ in range(2000):
        many = luck.choice(((8, 2), (2, 8), (5, 5)))
        cards = luck.sample(kinds, sum(many))
        hands = (cards[: many[0]], cards[many[0] :])
        chance = 0.5 + 0.05 * (many[0] - many[1]) + 0.15 * (("ace" in hands[0]) - ("ace" in hands[1]))
        first = luck.random() < chance
        dealt = Counter({(side, kind): 1 for side in (0, 1) for kind in hands[side]})
        given.add(dealt, {0: Fraction(first), 1: Fraction(not first)})
    rows = {row["name"]: row for row in given.rows(20)}
    assert rows.pop("ace")["settled"] == 1
    assert [name for name, row in rows.items() if row["settled"]] == []
    assert all(row["difference"]["low"] < 0 < row["difference"]["high"] for row in rows.values())


def test_numbers_of_cards_that_hardly_come_again_say_nothing() -> None:
    given = DealtCards()
    for number in range(200):
        given.add(Counter({(0, "c"): number + 1, (1, "d"): 1}), {0: Fraction(number % 2), 1: Fraction(1 - number % 2)})
    assert [row["difference"] for row in given.rows(2)] == [None, None]
