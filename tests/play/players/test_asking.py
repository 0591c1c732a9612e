"""What a person types at the prompt is understood."""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.play.players.human import Human
from cardwright.play.players.prompt import (
    Answer,
    ConsoleRequest,
    HintRequest,
    Log,
    Misunderstood,
    PartsOf,
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
        ("Remedy ?", PartsOf("remedy")),
    ],
)
def test_understand(typed: str, answer: Answer) -> None:
    assert understand(typed, MOVES, ["go", "remedy"]) == answer


def test_numbers_are_typed_as_they_are() -> None:
    """Where numbers are to choose from, 7 is the number and not the seventh."""
    assert understand("7", ["5", "7", "9"], (), [5, 7, 9]) == PickedMove(1)
    assert understand("2", ["5", "7", "9"], (), [5, 7, 9]) == Misunderstood("2", None)


PART_BY_PART = (
    ("hearts", ("1", "spades_nine", "undo", "1", "1"), "pass([clubs_six, clubs_jack, clubs_queen])"),
    ("hearts", ("pass([hearts_six, hearts_five, clubs_six])",), "pass([clubs_six, hearts_five, hearts_six])"),
    ("liars-dice", ("12", "4"), "bid(12, fours)"),
    ("liars-dice", ("bid(3, twos)",), "bid(3, twos)"),
    ("liars-dice", ("bid ?", "3", "sixes"), "bid(3, sixes)"),
    ("contract-bridge", ("bid ?", "7", "hearts"), "bid(7, hearts)"),
    ("contract-bridge", ("36",), "pass"),
    ("president", ("play ?", "five", "five", "five"), "play([five, five, five])"),
    ("president", ("play ?", "five", "1"), "play([five])"),
)
"""What is typed, and the move that comes of it. The liars have 15 dice, so more bids than are told at once."""


@pytest.mark.parametrize(("name", "typed", "move"), PART_BY_PART)
def test_moves_are_chosen_part_by_part(name: str, typed: tuple[str, ...], move: str) -> None:
    """Beyond 40 moves, or where one asks for it; a move that is typed in full always counts; every line fits."""
    game = load_game(name, players=3) if name == "liars-dice" else load_game(name)
    state = game.initial_state(seed=3)
    lines, shown = iter(typed), list[str]()
    chosen = Human(state.current_seat, game.words("en"), lambda _: next(lines), shown.append).choose(
        state, state.legal_moves
    )
    assert chosen.text == move and next(lines, None) is None
    assert max(map(len, shown)) <= 80 and len(shown) < 120
