"""Determinisations of which only the view is that of the truth: they show no more of the past than their seat saw."""

from __future__ import annotations

import pickle

import pytest

from cardwright import EVERYTHING, Engine, State, load_game
from cardwright.play.game.determinisation import belief

SEAT, OTHER = 0, 1


def guessed(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> tuple[State, State]:
    """A position, and a determinisation of it for which no history was found."""
    monkeypatch.setattr(belief, "sample_history", lambda *_, **__: (None, 40))
    state = load_game("gin-rummy", players=2, engine=engine).initial_state(seed=3)
    for _ in range(3):
        state.apply(0)
    guess = state.resample(SEAT, 1)
    assert guess.sampling is not None and guess.sampling.fallback
    return state, guess


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_others_are_not_told_what_they_saw_in_truth(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    state, guess = guessed(engine, monkeypatch)
    assert guess.events(SEAT) == state.events(SEAT) != ()
    for one in (guess, guess.clone(), pickle.loads(pickle.dumps(guess)), guess.resample(SEAT, 2)):
        for seat in (OTHER, EVERYTHING):
            assert one.events(seat) == one.events(seat, since=1) == ()
            assert one.table(seat, since=0)["since"] == []


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_what_happens_from_then_on_is_told_to_all(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    _, guess = guessed(engine, monkeypatch)
    again = guess.resample(OTHER, 1)
    assert again.events(OTHER) == again.events(SEAT) == ()
    guess.apply(0)
    assert guess.events(OTHER) == guess.clone().events(OTHER) != ()
    assert len(guess.events(SEAT)) > len(guess.events(OTHER))
    assert len(guess.table(OTHER, since=0)["since"]) > 0
