"""A bot that does without something, games saved by equal deals, and the same question asked with another bot."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.studies.statistics.sequential import saved_by_pairs

HAND = "mille-bornes@single_hand"


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


def compared(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `compare` prints as JSON."""
    assert say("compare", *words, "--format", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_whoever_never_bets_loses(capsys: pytest.CaptureFixture[str]) -> None:
    found = compared(capsys, "kuhn-poker", "--without", "bet", "--smallest", "5%")
    assert (found["a"], found["b"]) == ("random", "random without bet")
    assert {one["verdict"] for one in found["questions"]} == {"less"}
    assert all(one["saved"]["low"] > 0.2 for one in found["questions"])


def test_what_cannot_be_done_without(capsys: pytest.CaptureFixture[str]) -> None:
    for words, code, message in (
        (("kuhn-poker", "--without", "bett"), "E012", "this game has no action and no kind of card 'bett'"),
        (("kuhn-poker", "--without", "bet", "--against", "first"), "E013", "--against and --without each name"),
        (("kuhn-poker", "kuhn-poker", "--without", "bet"), "E013", "--without compares two bots in one game"),
        (("kuhn-poker", "--against", "first", "--mirror", "greedy"), "E013", "--mirror compares two games"),
        (("kuhn-poker", "kuhn-poker", "--mirror", "random"), "E016", "--mirror needs another bot than --seats"),
    ):
        assert say("compare", *words) == 2
        said = capsys.readouterr().err
        assert f"error[{code}]: {message}" in said


@pytest.mark.thorough
def test_the_same_with_another_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """Games of the other edition are shorter, whoever plays."""
    words = (HAND, "mille-bornes+parker@single_hand", "--smallest", "2%", "-n", "300", "--mirror", "first")
    found = compared(capsys, *words)
    mirror = {one["what"]: one["mirror"] for one in found["mirror"]["questions"]}
    assert found["mirror"]["bot"] == "first" and mirror["decisions"] == "agrees"
    assert say("compare", *words, "--details") == 0
    told = capsys.readouterr().out
    assert "The same with first, in " in told and "(Both bots find this.)" in told
    assert "games saved by playing the same deals: for victories " in told


def test_games_saved() -> None:
    saved = saved_by_pairs([(number % 2, number % 2) for number in range(400)])
    none = saved_by_pairs([(number % 2, number // 2 % 2) for number in range(400)])
    assert saved is not None and saved.value == 1
    assert none is not None and none.low is not None and none.low <= 0 <= (none.high or 0)
    assert saved_by_pairs([(1, 1)] * 50) is None


@pytest.mark.thorough
def test_intervals_hold_together_with_those_of_the_mirror(capsys: pytest.CaptureFixture[str]) -> None:
    """So they are wider than without it, though the games are the same."""
    words = (HAND, "mille-bornes+parker@single_hand", "--smallest", "0.1%", "-n", "24")
    alone, both = (compared(capsys, *words, *more)["questions"][0] for more in ((), ("--mirror", "first")))
    assert alone["difference"]["value"] == both["difference"]["value"]
    assert alone["difference"]["low"] > both["difference"]["low"]
