"""A person plays with what is typed: numbers, texts of moves, questions, and taking moves back."""

from __future__ import annotations

import io

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer

GAME = ("play", "mille-bornes", "--preset", "single_hand", "--seed", "7")


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *more: str) -> tuple[int, str]:
    """The exit code and what is shown when these lines are typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code = answer(CommandLine((*GAME, *more)))
    return code, capsys.readouterr().out


def test_a_whole_game_by_numbers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = play(monkeypatch, capsys, "1\n" * 400)
    assert code == 0
    assert "points  wins\n" in shown
    assert all(len(line) <= 80 for line in shown.split("\n"))


def test_the_end_of_the_input_ends_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = play(monkeypatch, capsys, "")
    assert (code, shown.endswith("The game ends here.\n")) == (0, True)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("?\n", "why MOVE"),
        ("advance(km_25)\n", "your team is not rolling"),
        ("why advance(km_25)\n", "rolling(me.team) is false"),
        ("why 1\n", "go is allowed now"),
        ("nonsense\n", "'nonsense' is not understood"),
        ("undo\n", "There is no move to take back."),
        ("go\nundo\n", "Your last move is taken back."),
        ("DISCARD( km_25 )\n", "Discard 25 km"),
    ],
)
def test_what_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, told: str) -> None:
    code, shown = play(monkeypatch, capsys, typed + "quit\n")
    assert code == 0
    assert told in shown


def test_after_taking_back_the_same_moves_are_on_offer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, once = play(monkeypatch, capsys, "quit\n")
    _, twice = play(monkeypatch, capsys, "go\nundo\nquit\n")
    offered = once[once.index("  1)") : once.index("p1>")]
    assert twice.count(offered) == 2


def test_people_at_one_terminal_do_not_see_the_hand_of_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown = play(monkeypatch, capsys, "go\n\ngo\n\nquit\n", "--seat", "1=human", "--seat", "2=human")
    first, between, rest = shown.partition("Pass to player 2, who presses Enter. ")
    assert between
    second, between, _ = rest.partition("Pass to player 1, who presses Enter. ")
    assert between
    assert "hand (player 2)  6 cards" in first
    assert "hand (player 1)       6 cards" in second


def test_people_at_one_terminal_are_told_what_happened_since_their_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The screen is cleared between them, so it is told again after they have changed places."""
    _, shown = play(monkeypatch, capsys, "go\n\n1\n\nquit\n", "--seat", "1=human", "--seat", "2=human")
    _, _, second = shown.partition("Pass to player 2, who presses Enter. ")
    told, _, rest = second.partition("hand (player 2)")
    assert "p1  go" in told
    _, _, third = rest.partition("Pass to player 1, who presses Enter. ")
    told, _, _ = third.partition("hand (player 1)")
    assert "p2  " in told
    assert "p1  go" not in told
