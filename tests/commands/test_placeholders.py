"""`placeholders` lists the values that were made up, and none that are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """\
spec: 1
game: cars
title: "Cars"
players: 2
cards:
  main:
    attributes:
      colour: [blue, red]
      number: integer
      cars: {type: integer, by: number, is: {1: 4, 2: 3}}
      trump: {type: integer, default: 7}
    each: {colour: colour, number: 1..2}
    source:
      cars: {1: rulebook, else: placeholder}
      colour: {red: placeholder, else: rulebook}
      else: rulebook
    list:
      blue_2: {cars: 1, source: {cars: official}}
      joker: {colour: blue, number: 1, cars: 0, copies: 2, source: {copies: placeholder}}
      jester: {colour: blue, number: 1, cars: 0, source: placeholder}
zones:
  pile: {holds: main, start: shuffled}
begin: play
phases:
  play: {do: shuffle pile}
"""


def values(capsys: pytest.CaptureFixture[str], game: str) -> dict[str, dict[str, str]]:
    assert answer(CommandLine(("placeholders", game, "--format", "json"))) == 0
    listed = json.loads(capsys.readouterr().out)["placeholders"]
    return {one["card"]: one["values"] for one in listed}


def test_sources_by_attribute_value_and_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    assert values(capsys, str(tmp_path / "game.yaml")) == {
        "red_1": {"colour": "red"},
        "red_2": {"colour": "red", "cars": "3"},
        "joker": {"copies": "2"},
        "jester": {"colour": "blue", "number": "1", "cars": "0", "trump": "7"},
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("neko-racing", {"trump": 5, "cars": 40, "columns": 2, "lanes": 2}),
        ("course-folle", {"colour": 30, "speed": 43, "full": 43, "left": 13, "right": 13, "booster": 35}),
        ("on-the-trail", {"legs": 5, "stops": 5, "always": 3, "cost": 9, "activate": 4}),
        ("mille-bornes", {}),
    ],
)
def test_what_the_rulebooks_do_not_tell(game: str, parts: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, int] = {}
    for of_card in values(capsys, game).values():
        for part in of_card:
            found[part] = found.get(part, 0) + 1
    assert found == parts
