"""Whatever the Python interface hands out can be copied, pickled, and sent to another process."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardwright import Chance, Engine, Game, IllegalMove, SpecError, State, load_game

CHANCES: list[Chance] = ["sampled", "explicit"]
ENGINES: list[Engine] = ["reference", "fast"]
GAMES = [
    *(p.parent.name for p in sorted((Path(__file__).parents[3] / "specs").glob("*/game.yaml"))),
    "hearts",
    "love-letter",
]


def pickled(protocol: int, it: Any) -> Any:
    return pickle.loads(pickle.dumps(it, protocol))


ROUND_TRIPS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": partial(pickled, n) for n in (2, pickle.HIGHEST_PROTOCOL)},
}

LOOKED_AT = (1, 6, 15, 40)
"""After so many moves one of the round trips is made."""

FAILS = """
spec: 1
game: fails
title: "Fails"
players: 2
begin: play
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables: {n: {type: integer, range: [0, 2], start: 0}}
phases: {play: {turns: {}, until: {never: n == 7}, offer: [add]}}
actions: {add: {do: n += 1}}
"""


def load(name: str, engine: Engine) -> Game:
    examples = Path(__file__).parents[3] / "examples" / name
    return load_game(examples if examples.is_dir() else name, engine=engine)


def told(state: State) -> list[object]:
    """All that a state says."""
    seats = range(state.game.players)
    return [
        state.canonical(),
        state.fingerprint(),
        state.to_bytes(),
        [state.status, str(state.error), state.decisions, state.phases, state.phase, state.decider, state.seed],
        [state.returns, state.scores],
        [(move, move.action, move.arguments, move.parameters, move.path) for move in state.legal_moves],
        state.chance_outcomes,
        [state.view(seat) for seat in seats],
        [state.events(seat) for seat in seats],
        state.why_not("no such thing"),
    ]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_a_state_comes_back_as_it_was_and_is_played_on_by_itself(name: str, engine: Engine) -> None:
    luck = random.Random(name)
    for chance in CHANCES:
        state = load(name, engine).initial_state(seed=3, chance=chance)
        for number in range(max(LOOKED_AT) + 1):
            if state.is_terminal:
                break
            state.apply(luck.choice(state.legal_moves))
            if number in LOOKED_AT:
                before = told(state)
                way, there_and_back = list(ROUND_TRIPS.items())[LOOKED_AT.index(number)]
                twin = there_and_back(state)
                assert twin == state and twin is not state
                assert told(twin) == before, way
                assert twin.game.engine == engine
                same_end(state.clone(), twin, way)
                assert told(state) == before


def same_end(one: State, other: State, way: str) -> None:
    """Played alike, both go the same way."""
    for _ in range(12):
        if one.is_terminal:
            break
        move = one.random_move()
        assert other.random_move() == move
        one.apply(move)
        other.apply(move)
    assert told(one) == told(other), way


@pytest.mark.parametrize("engine", ENGINES)
def test_a_state_without_a_record_and_one_with_an_error(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FAILS)
    state = load_game(tmp_path / "game.yaml", engine=engine).initial_state(record=False)
    while not state.is_terminal:
        twin = pickle.loads(pickle.dumps(state))
        assert told(twin) == told(state) and twin.events(0) == ()
        state.apply(0)
    twin = pickle.loads(pickle.dumps(state))
    assert twin.status == "error" and told(twin) == told(state)
    assert twin.error is not None and twin.error.span is not None
    assert state.error is not None and state.error.span is not None
    assert twin.error.span.text == state.error.span.text == "n += 1"


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_comes_back_equal(engine: Engine) -> None:
    game = load_game("mille-bornes", players=4, options={"target": 700}, variants=["parker"], engine=engine)
    assert copy.copy(game) is copy.deepcopy(game) is game
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game and hash(twin) == hash(game) and type(twin) is Game
    assert (twin.options, twin.variants, twin.digest, twin.engine) == (game.options, game.variants, game.digest, engine)
    assert twin.initial_state(seed=4) == game.initial_state(seed=4)
    assert State.from_bytes(twin, game.initial_state(seed=4).to_bytes()) == game.initial_state(seed=4)
    assert list(twin.playouts(3).lengths) == list(game.playouts(3).lengths)
    assert game != load_game("mille-bornes", players=4, engine=engine)
    assert game != "mille-bornes"


def test_states_carry_their_game_once() -> None:
    state = load_game("mille-bornes").initial_state()
    states = [state.clone() for _ in range(10)]
    assert len(pickle.dumps(states)) < len(pickle.dumps(state.game)) + 10 * 20_000
    one, *others = pickle.loads(pickle.dumps(states))
    assert all(other.game is one.game for other in others)
    again = pickle.loads(pickle.dumps(state))
    assert again.game is one.game, "a game that comes twice is made once"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["mille-bornes", "hearts"])
def test_a_move_comes_back_equal_and_can_be_played(name: str) -> None:
    for chance in CHANCES:
        state = load(name, "reference").initial_state(seed=1, chance=chance)
        for _ in range(60):
            for move in state.legal_moves:
                for there_and_back in ROUND_TRIPS.values():
                    twin = there_and_back(move)
                    assert twin == move and hash(twin) == hash(move) and repr(twin) == repr(move)
                    for part in ("text", "seat", "action", "arguments", "parameters", "path"):
                        assert getattr(twin, part) == getattr(move, part)
            state.apply(pickle.loads(pickle.dumps(state.legal_moves[-1])))
            assert len(pickle.dumps(move)) < 1000, "a move does not carry its game"


def test_errors_keep_what_they_say() -> None:
    state = load_game("mille-bornes").initial_state()
    with pytest.raises(IllegalMove) as illegal:
        state.apply("nonsense")
    with pytest.raises(SpecError) as wrong:
        load_game("mille-bornes", preset="none")
    for error in (illegal.value, wrong.value):
        for there_and_back in ROUND_TRIPS.values():
            twin = there_and_back(error)
            assert type(twin) is type(error) and str(twin) == str(error)
    assert pickle.loads(pickle.dumps(illegal.value)).refusal == illegal.value.refusal
    assert pickle.loads(pickle.dumps(wrong.value)).report.errors == 1


@pytest.mark.thorough
def test_what_else_is_handed_out() -> None:
    game = load_game("mille-bornes")
    state = game.initial_state(seed=1)
    state.apply(0)
    results = game.playouts(2)
    for it in (state.decider, state.events(0), state.why_not("go"), state.view(0), game.spec):
        assert repr(pickle.loads(pickle.dumps(it))) == repr(it)
    assert list(pickle.loads(pickle.dumps(results)).lengths) == list(results.lengths)


# Other processes --------------------------------------------------------------------------


PLAYED_ELSEWHERE = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from cardwright import IllegalMove, load_game


def play_on(state):
    while not state.is_terminal:
        state.apply(state.random_move())
    return state


def play_illegally(state, move):
    state.apply(move)
    state.apply("nonsense")


if __name__ == "__main__":
    how, engine = sys.argv[1:]
    state = load_game("mille-bornes", engine=engine).initial_state(seed=8)
    state.apply(0)
    wanted = play_on(state.clone())
    with ProcessPoolExecutor(1, get_context(how)) as pool:
        for back in pool.map(play_on, [state] * 3):
            assert back == wanted and back.events(1) == wanted.events(1) and back.returns == wanted.returns
        try:
            pool.submit(play_illegally, state, state.legal_moves[0]).result()
        except IllegalMove as error:
            print("all as it was:", error.refusal.move)
"""


@pytest.mark.sampled(2)
@pytest.mark.thorough
@pytest.mark.parametrize(("how", "engine"), [("spawn", "fast"), ("fork", "fast"), ("forkserver", "reference")])
def test_other_processes(how: str, engine: Engine, tmp_path: Path) -> None:
    """A forked process too compiles what it needs, though the threads of its parent are gone."""
    script = tmp_path / "elsewhere.py"
    script.write_text(PLAYED_ELSEWHERE)
    done = subprocess.run(
        [sys.executable, script, how, engine], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout, done.stderr) == ("all as it was: nonsense\n", "")
