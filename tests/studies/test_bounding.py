"""A patience that is too large is bounded from deals: by what bots get, and by the best with all cards known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.engines.program.state_abstraction import top_only_zones
from cardwright.play.game.engines import ENGINES, Engine
from cardwright.studies.exact.bounds import Best, best_of

from .test_exact import KEEP

COLUMNS = """
spec: 1
game: columns
title: "Two columns"
about: "Two columns of two cards are laid on a pile. The last card laid counts."
players: 1
cards:
  main:
    attributes: {worth: integer}
    list: {one: {worth: 1}, two: {worth: 2}, three: {worth: 3}, four: {worth: 4}}
zones:
  store: {holds: main, order: stack, start: listed, shows: all}
  pile: {holds: main, order: stack, shows: all}
  column: {of: 1..2, holds: main, order: row, shows: all}
begin: laying
phases:
  laying:
    start: |
      for n in 1..2:
        draw 2 from store to column[n]
    turns: {}
    offer: [lay]
    until: count(pile) == 4
actions:
  lay:
    choose: {n: 1..2}
    when: {a_card: {that: "not column[n].empty", en: "the column is empty"}}
    do: move column[n].bottom to pile
result:
  returns: "WORTH"
"""
"""The cards one and three lie at the heads of the columns, so one of them is laid last, and 3 is the best."""

BY_TOP = COLUMNS.replace("WORTH", "pile.top.worth else 0")
BY_TWO = COLUMNS.replace("WORTH", "sum(c.worth for c in pile[1..2])")


def written(folder: Path, spec: str) -> str:
    (folder / "patience.yaml").write_text(spec)
    return str(folder / "patience.yaml")


def bounds(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `solve --deals` prints as JSON."""
    assert answer(CommandLine(("solve", *words, "--format", "json"))) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_equal_positions_are_looked_at_once(tmp_path: Path, engine: Engine) -> None:
    """With two and two cards left: 1 position. By what is left, and the tops that the pile can have there:
    1+2: 1, 2+1: 1, 1+1: 2, 0+2: 1, 2+0: 1, 0+1: 2, 1+0: 2. In all 11; with the order of the pile 0+1 and 1+0 have 3.
    """
    game = load_game(written(tmp_path, BY_TOP), engine=engine)
    assert {game.layout.zones[zone].name for zone in top_only_zones(game.program)} == {"pile"}
    assert best_of(game, 0, 100) == Best(3.0, 11, False)
    assert best_of(game, 0, 11) == Best(3.0, 11, False)
    assert best_of(game, 0, 10).open, "there is one more position"


@pytest.mark.parametrize("engine", ENGINES)
def test_an_order_that_counts_is_kept(tmp_path: Path, engine: Engine) -> None:
    """The last two cards count: three on four are 7, and all 13 orders are other positions."""
    game = load_game(written(tmp_path, BY_TWO), engine=engine)
    assert not top_only_zones(game.program)
    assert best_of(game, 0, 100) == Best(7.0, 13, False)


@pytest.mark.parametrize("engine", ENGINES)
def test_all_cards_known(tmp_path: Path, engine: Engine) -> None:
    """Who knows the next card takes the better one of the first two."""
    game = load_game(written(tmp_path, KEEP), engine=engine)
    for seed in range(8):
        ends = []
        for move in ("keep", "go_on"):
            state = game.initial_state(seed=seed)
            state.apply(move)
            ends.append(state.returns[0])
        assert best_of(game, seed, 100).found == max(ends), f"seed {seed}"


def test_the_bounds_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Good play is worth 2.5 there, the first card 2, and the better one of two 8/3."""
    found = bounds(capsys, written(tmp_path, KEEP), "--deals", "300", "--bots", "first,random")
    first, known = found["bots"]["first"], found["all_known"]["at_most"]
    assert first["low"] < 2 < first["high"] and known["low"] < 8 / 3 < known["high"]
    assert found["value"]["low"] < 2.5 < found["value"]["high"] == known["high"]
    assert (found["open"], found["positions"]) == (0, 300), "there is one decision in each deal"


def test_open_deals_count_in_both_directions(capsys: pytest.CaptureFixture[str]) -> None:
    """With one position a deal nothing is known but what the bot got: at most a victory, at least that of the bot."""
    found = bounds(capsys, "golf-patience", "--deals", "3", "--most", "1", "--bots", "first")
    assert (found["open"], found["ceiling"], found["positions"]) == (3, 1.0, 3)
    assert found["all_known"]["at_most"]["value"] == 1 == found["value"]["high"]
    assert found["all_known"]["at_least"] == found["bots"]["first"]


def test_nothing_bounds_other_returns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, BY_TOP)
    found = bounds(capsys, name, "--deals", "2", "--most", "10", "--bots", "first")
    assert found["open"] == 2 and found["all_known"]["at_most"] is None and found["value"]["high"] is None
    for lang, words in (("en", "2 of them are open"), ("fr", "2 d’entre elles restent ouvertes")):
        assert answer(CommandLine(("solve", name, "--deals", "2", "--most", "10", "--lang", lang))) == 0
        assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("golf-patience",), "E020", "`--deals 20`"),
        (("golf-patience",), "E020", "with fewer cards make it smaller"),
        (("go-fish", "--players", "4"), "E020", "with fewer cards, or fewer `--players`, make it smaller"),
        (("go-fish", "--players", "2"), "E020", "with fewer cards make it smaller"),
        (("kuhn-poker", "--deals", "2"), "E020", "bounds from deals are for one player, and here are 2"),
        (("golf-patience", "--deals", "2", "--times", "3"), "E013", "--times has no effect with --deals"),
        (("golf-patience", "--deals", "2", "--strategy", "x.jsonl"), "E013", "--strategy has no effect with --deals"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str, said: str) -> None:
    assert answer(CommandLine(("solve", *words))) == 2
    told = capsys.readouterr().err
    assert code in told and said in " ".join(told.split())
