"""What a person types at the prompt is understood."""

from __future__ import annotations

import pytest

from cardwright.play.players.asking import Answer, Attempt, Hint, Log, Pick, Puzzle, Save, Why, Wish, understand

MOVES = ["advance(km_75)", "attack(accident, t2)", "extend=yes", "go"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", Pick(0)),
        (" 4 ", Pick(3)),
        ("5", Puzzle("5", None)),
        ("0", Puzzle("0", None)),
        ("attack(accident, t2)", Pick(1)),
        ("Attack( accident,t2 )", Pick(1)),
        ("extend = yes", Pick(2)),
        ("go", Pick(3)),
        ("attack(accident, t1)", Attempt("attack(accident, t1)")),
        ("extend=no", Attempt("extend=no")),
        ("?", Wish("help")),
        ("HELP", Wish("help")),
        ("undo", Wish("undo")),
        ("quit", Wish("quit")),
        ("why 2", Why("attack(accident, t2)")),
        ("why 9", Why("9")),
        ("why attack(accident,  t1)", Why("attack(accident, t1)")),
        ("advance(km_57)", Attempt("advance(km_57)")),
        ("qiut", Puzzle("qiut", "quit")),
        ("goo", Puzzle("goo", "go")),
        ("", Puzzle("", None)),
        ("remedy", Attempt("remedy")),
        ("hint", Hint("")),
        ("Conseil search:playouts=9", Hint("search:playouts=9")),
        ("history", Log(0)),
        ("historique 3", Log(3)),
        ("history x", Puzzle("history x", "history")),
        ("save", Save("")),
        ("sauver mon jeu.jsonl", Save("mon jeu.jsonl")),
        ("table", Wish("table")),
    ],
)
def test_understand(typed: str, answer: Answer) -> None:
    assert understand(typed, MOVES, ["go", "remedy"]) == answer
