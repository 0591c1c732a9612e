"""What is worked out only when it is looked at, or kept up as play goes on, is what it would be at once."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from cardwright import EVERYTHING, State, load_game
from cardwright.play.game.engines import Engine
from cardwright.play.game.happenings import happenings


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_moves_are_like_a_tuple_of_moves(engine: Engine) -> None:
    state = load_game("mille-bornes", players=2, engine=engine).initial_state(seed=3)
    for _ in range(12):
        moves = state.legal_moves
        listed = tuple(moves)
        assert moves == listed and listed == moves and hash(moves) == hash(listed) and repr(moves) == repr(listed)
        assert moves[-1] is listed[-1] and moves[1:] == listed[1:] and len(moves) == len(listed)
        assert listed[0] in moves and moves.index(listed[-1]) == len(listed) - 1
        assert pickle.loads(pickle.dumps(moves)) == listed == copy.deepcopy(moves)
        assert [move.raw for move in moves] == list(state.machine.moves or ())
        with pytest.raises(IndexError):
            moves[len(moves)]
        state.apply(len(moves) // 2)
    before = state.legal_moves[0]
    state.apply(before)
    assert state.legal_moves != [] and before.text


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_move_of_another_list_is_played_by_its_text(engine: Engine) -> None:
    """Its place means nothing where it comes from another position."""
    game = load_game("mille-bornes", players=2, engine=engine)
    one, two = game.initial_state(seed=3), game.initial_state(seed=3)
    luck = Random(2)
    for _ in range(20):
        move = one.legal_moves[luck.randrange(len(one.legal_moves))]
        one.apply(move)
        two.apply(pickle.loads(pickle.dumps(move)) if luck.random() < 0.5 else move)
    assert one == two and one.history.to_json() == two.history.to_json()


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_events_go_on_from_where_they_were_asked_last(engine: Engine) -> None:
    state = load_game("mille-bornes", players=2, engine=engine).initial_state(seed=5)
    luck = Random(4)
    for number in range(24):
        for seat in (0, 1, EVERYTHING) if number % 3 else ():
            assert state.events(seat) == happenings(state.machine, seat)
        twin = state.clone()
        twin.apply(0)
        assert twin.events(0) == happenings(twin.machine, 0)
        state.apply(luck.randrange(len(state.legal_moves)))
    assert state.events(0, 5) == happenings(state.machine, 0, 5)


def test_two_tables_of_one_game_play_in_turns() -> None:
    """The moves of the one that has played last lie in the memory of the game; the other's are other ones."""
    fast, plain = (load_game("mille-bornes", players=2, engine=engine) for engine in ("fast", "reference"))
    tables = [[game.initial_state(seed=seed) for seed in (1, 2)] for game in (fast, plain)]
    luck = Random(6)
    for number in range(30):
        pair: list[State] = [states[number % 2] for states in tables]
        if number % 5 == 0:
            pair[0].resample(0, number)
        place = luck.randrange(len(pair[1].legal_moves))
        for state in pair:
            state.apply(place if number % 3 else state.legal_moves[place])
        assert pair[0].fingerprint() == pair[1].fingerprint()
