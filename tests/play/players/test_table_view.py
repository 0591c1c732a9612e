"""What a person sees of the table, in the words of his language."""

from __future__ import annotations

from typing import Any

import pytest

from cardwright import load_game
from cardwright.play.game.texts import Wordings
from cardwright.play.players import table_view
from cardwright.play.players.table_view import table_lines


@pytest.mark.parametrize(("language", "told"), [("en", ["7 cards", "88 cards"]), ("fr", ["7 cartes", "88 cartes"])])
def test_cards_that_nobody_sees_are_counted(language: str, told: list[str]) -> None:
    game = load_game("mille-bornes")
    shown = "\n".join(table_lines(game.initial_state(seed=2), 0, Wordings(game.spec, language)))
    assert all(text in shown for text in told)


@pytest.mark.parametrize(
    ("language", "zone", "told"),
    [
        ("en", {"count": 1}, "1 card"),
        ("fr", {"count": 1}, "1 carte"),
        ("en", {"cards": [{"colour": "blue"}, "red_6"]}, "(blue), red 6"),
        ("fr", {"cards": [{"colour": "blue"}, {"colour": "blue"}]}, "(bleu)\N{NO-BREAK SPACE}×2"),
    ],
)
def test_backs_are_told_in_the_language_of_the_reader(language: str, zone: dict[str, Any], told: str) -> None:
    assert table_view._cards(zone, Wordings(load_game("neko-racing").spec, language)) == told
