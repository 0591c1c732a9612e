"""Where several cards are chosen wrongly, it is told what they can be chosen from, and how many: not each list."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.scenario.runner import listed

GAME = """spec: 1
game: laying
title: "Laying"
players: 2
cards: {main: {list: {ace: {copies: 2}, two: {copies: 2}, six: {copies: 3}}}}
zones:
  pile: {holds: main, shows: all, start: listed}
  open: {holds: main, shows: all, order: row}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [lay]}
actions:
  lay: {choose: {cs: LEAST..4 of pile}, do: move cs to open}
"""


@pytest.mark.parametrize(
    ("least", "en", "fr"),
    [
        (2, "2 to 4 of ace, ace, two, two, six, six, six", "2 à 4 parmi ace, ace, two, two, six, six, six"),
        (4, "4 of ace, ace, two, two, six, six, six", "4 parmi ace, ace, two, two, six, six, six"),
    ],
)
def test_what_they_are_made_of_is_told(tmp_path: Path, least: int, en: str, fr: str) -> None:
    (tmp_path / "laying.yaml").write_text(GAME.replace("LEAST", str(least)), encoding="utf-8")
    state = load_game(tmp_path / "laying.yaml").initial_state(seed=1)
    refusal = state.why_not("lay([two])")
    assert refusal is not None
    assert refusal.message == f"'[two]' cannot be chosen as 'cs'; possible: {en}"
    words = {language: state.game.words(language).reason(refusal) for language in ("en", "fr")}
    assert words["en"].endswith(f"possible: {en}") and words["fr"].endswith(f"possibles\u00a0: {fr}")


def test_moves_with_lists_are_counted() -> None:
    lists = [f"lay([{card}, two])" for card in ("ace", "two", "six", "ten", "king")]
    assert listed(["take", *lists, "stop"]) == "take, lay([ace, two]) and 4 more like it, stop"
    assert listed(["take", *lists[:2]]) == "take, lay([ace, two]), lay([two, two])"
