"""What a position is asked for again and again is compiled once: the second time, nothing is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter
from types import FrameType
from typing import Any

import pytest

from cardwright import Chance, Engine, State, load_game
from cardwright.engines.reference.expressions import compile_expr
from cardwright.engines.reference.moves import compile_ask
from cardwright.engines.reference.results import compile_returns, compile_scores

COMPILERS = {one.__code__ for one in (compile_expr, compile_ask, compile_returns, compile_scores)}
CHANCES: list[Chance] = ["sampled", "explicit"]
ENGINES: list[Engine] = ["reference", "fast"]
GAMES = ["mille-bornes", "course-folle", "neko-racing", "on-the-trail"]

ASKED: dict[str, Callable[[State], object]] = {
    "returns": lambda state: state.returns,
    "scores": lambda state: state.scores,
    "view": lambda state: [state.view(seat) for seat in range(state.game.players)],
    "events": lambda state: [state.events(seat) for seat in range(state.game.players)],
    "chance_outcomes": lambda state: state.clone().chance_outcomes,
    "resample": lambda state: None if state.current_seat < 0 else state.resample(state.current_seat),
    "apply": lambda state: None if state.is_terminal else state.clone().apply(0),
    "why_not": lambda state: [state.why_not(text) for text in wrong_moves(state)],
}


def wrong_moves(state: State) -> list[str]:
    """Texts of moves, most of them illegal here: each with the arguments of another."""
    moves = [move for move in state.legal_moves if move.seat >= 0]
    return [f"{a.action}({', '.join(b.arguments)})" for a in moves for b in moves if b.arguments][:20]


def compiled(work: Callable[[], object]) -> int:
    """How often something is compiled meanwhile."""
    found = 0

    def watch(frame: FrameType, what: str, _: Any) -> None:
        nonlocal found
        found += what == "call" and frame.f_code in COMPILERS

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_compiled_again(name: str, engine: Engine) -> None:
    for chance in CHANCES:
        state = load_game(name, engine=engine).initial_state(seed=5, chance=chance)
        for _ in range(15):
            for what, ask in ASKED.items():
                ask(state)
                again = compiled(partial(ask, state))
                assert again == 0, f"{what} of {state} compiles {again} times"
            if not state.is_terminal:
                state.apply(0)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_results_take_less_than_5_microseconds(name: str, engine: Engine) -> None:
    """The best of many tries, so that a busy machine does not matter."""
    state = load_game(name, engine=engine).initial_state(seed=5)
    while not state.is_terminal:
        assert fastest(lambda: state.returns) < 5e-6
        for _ in range(40):
            if not state.is_terminal:
                state.apply(0)
    assert any(state.returns) or state.status != "finished"
    assert max(fastest(lambda: state.returns), fastest(lambda: state.scores)) < 5e-6


def fastest(work: Callable[[], object]) -> float:
    """The seconds of one call."""
    best = 1.0
    for _ in range(30):
        begin = perf_counter()
        for _ in range(20):
            work()
        best = min(best, (perf_counter() - begin) / 20)
    return best
