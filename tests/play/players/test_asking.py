"""What a person types at the prompt is understood."""

from __future__ import annotations

import pytest

from cardwright.play.players.prompt import (
    Answer,
    ConsoleRequest,
    HintRequest,
    Log,
    Misunderstood,
    PickedMove,
    Save,
    TypedMove,
    Why,
    understand,
)

MOVES = ["advance(km_75)", "attack(accident, t2)", "extend=yes", "go"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", PickedMove(0)),
        (" 4 ", PickedMove(3)),
        ("5", Misunderstood("5", None)),
        ("0", Misunderstood("0", None)),
        ("attack(accident, t2)", PickedMove(1)),
        ("Attack( accident,t2 )", PickedMove(1)),
        ("extend = yes", PickedMove(2)),
        ("go", PickedMove(3)),
        ("attack(accident, t1)", TypedMove("attack(accident, t1)")),
        ("extend=no", TypedMove("extend=no")),
        ("?", ConsoleRequest("help")),
        ("HELP", ConsoleRequest("help")),
        ("undo", ConsoleRequest("undo")),
        ("quit", ConsoleRequest("quit")),
        ("why 2", Why("attack(accident, t2)")),
        ("why 9", Why("9")),
        ("why attack(accident,  t1)", Why("attack(accident, t1)")),
        ("advance(km_57)", TypedMove("advance(km_57)")),
        ("qiut", Misunderstood("qiut", "quit")),
        ("goo", Misunderstood("goo", "go")),
        ("", Misunderstood("", None)),
        ("remedy", TypedMove("remedy")),
        ("hint", HintRequest("")),
        ("Conseil search:playouts=9", HintRequest("search:playouts=9")),
        ("history", Log(0)),
        ("historique 3", Log(3)),
        ("history x", Misunderstood("history x", "history")),
        ("save", Save("")),
        ("sauver mon jeu.jsonl", Save("mon jeu.jsonl")),
        ("table", ConsoleRequest("table")),
    ],
)
def test_understand(typed: str, answer: Answer) -> None:
    assert understand(typed, MOVES, ["go", "remedy"]) == answer
