"""Both engines make the same determinisations, also where what a move tells is found by trying."""

from __future__ import annotations

from random import Random

import pytest

from cardwright import load_game


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 1)])
def test_both_engines_guess_alike_who_asks_for_cards(players: int, seed: int) -> None:
    one, other = (load_game("go-fish", players=players, engine=engine) for engine in ("reference", "fast"))
    state, twin, luck = one.initial_state(seed), other.initial_state(seed), Random(seed)
    for decision in range(9):
        number = luck.randrange(len(state.legal_moves))
        state.apply(number)
        twin.apply(number)
        if decision % 3 == 2:
            seat = luck.randrange(players)
            guess, same = state.resample(seat, decision), twin.resample(seat, decision)
            assert guess.canonical() == same.canonical()
