"""What is on a card is seen by those who know the card, or by nobody."""

from __future__ import annotations

from pathlib import Path

from cardwright import State, load_game

MARKS = str(Path(__file__).parent / "marks.yaml")


def start() -> State:
    """Both players hold two cards, each marked openly and secretly."""
    return load_game(MARKS).initial_state(seed=2)


def test_whoever_knows_a_card_sees_what_is_on_it() -> None:
    state = start()
    mine, theirs = state.view(0)["cards"], state.view(1)["cards"]
    assert list(mine["seen"]) == sorted(state.view(0)["zones"]["p1.hand"]["cards"]) and all(mine["seen"].values())
    assert not set(mine["seen"]) & set(theirs["seen"])


def test_a_hidden_variable_is_in_no_view_and_no_reason() -> None:
    state = start()
    assert all(set(state.view(seat)["cards"]) == {"seen"} for seat in (0, 1))
    card = state.view(0)["zones"]["p1.hand"]["cards"][0]
    refusal = state.why_not(f"guess({card})")
    assert refusal is not None and refusal.conditions == ("fits",) and refusal.values == ()


def test_a_guess_draws_a_hidden_variable_anew() -> None:
    state = start()
    cell = state.game.layout.card_variables["main.secret"]
    drawn = {tuple(state.resample(0, seed).machine.state[cell.address : cell.address + 9]) for seed in range(20)}
    assert len(drawn) > 10
