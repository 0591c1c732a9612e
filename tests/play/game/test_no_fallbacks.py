"""Guesses that have to be found among few: in Go Fish for three nearly each question tells something of hidden hands.

A guess that falls back looks the same now, but could not have happened.
"""

from __future__ import annotations

from random import Random

import pytest

from cardwright import State, load_game


def after(seed: int, decisions: int) -> State:
    """A random game after so many decisions."""
    state, luck = load_game("go-fish", players=3).initial_state(seed=seed), Random(seed)
    for _ in range(decisions):
        state.apply(luck.choice(state.legal_moves))
    return state


@pytest.mark.parametrize(
    ("seed", "decisions", "seat"),
    [
        pytest.param(1001, 28, 2, id="two fours are shown, then two cards go unseen"),
        pytest.param(1032, 60, 1, id="a card is drawn unseen, then two sixes are shown"),
    ],
)
def test_what_was_shown_tells_what_went(seed: int, decisions: int, seat: int) -> None:
    state = after(seed, decisions)
    guess = state.resample(seat, decisions)
    assert guess.sampling is not None and not guess.sampling.fallback
    assert guess.view(seat) == state.view(seat) and guess.events(seat) == state.events(seat)


@pytest.mark.sampled(3)
@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1005, 1006, 1011])
def test_no_guess_falls_back_in_a_whole_game(seed: int) -> None:
    """Each of these games had a position in which guesses fell back."""
    state, luck, number = after(seed, 0), Random(seed), 0
    while not state.is_terminal:
        for seat in range(3):
            if seat == state.current_seat or number % 3 == 0:
                report = state.resample(seat, number).sampling
                assert report is not None and not report.fallback, (number, seat)
        state.apply(luck.choice(state.legal_moves))
        number += 1
