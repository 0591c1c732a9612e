"""What people see of the table, in their language."""

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
    shown = table_view._cards("p1.hand", zone, Wordings(load_game("neko-racing").spec, language))
    assert shown.replace(table_view.GLUE, " ") == told


@pytest.mark.parametrize(
    ("language", "cards", "told"),
    [
        ("en", ["go"], "Green light"),
        ("en", ["go", "red_light", "go", "go"], "Green light (beneath: Red light, Green light\N{NO-BREAK SPACE}×2)"),
        ("fr", ["go"] * 6, "Feu vert (dessous\N{NO-BREAK SPACE}: 5 cartes)"),
        ("fr", ["go", "?"], "Feu vert (dessous\N{NO-BREAK SPACE}: 1 carte)"),
    ],
)
def test_the_top_of_a_stack_comes_first(language: str, cards: list[str], told: str) -> None:
    words = Wordings(load_game("mille-bornes").spec, language)
    shown = table_view._cards("t1.battle", {"count": len(cards), "cards": cards}, words)
    assert shown.replace(table_view.GLUE, " ") == told


def test_lines_break_between_cards() -> None:
    game = load_game("course-folle", players=2)
    lines = list(table_lines(game.initial_state(seed=3), 0, Wordings(game.spec, "fr")))
    assert all(line.endswith((",", ")")) for line in lines if "(" in line.partition("  ")[2] and "train" in line)
    assert all(len(line) <= table_view.WIDTH for line in lines)
