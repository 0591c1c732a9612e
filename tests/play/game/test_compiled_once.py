"""What a position is asked for again and again is compiled once: the second time, nothing is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from functools import partial
from types import CodeType, FrameType
from typing import Any

import pytest

from cardwright import Chance, Engine, State, load_game
from cardwright.engines.reference.expressions import compile_expr
from cardwright.engines.reference.legal_moves import compile_ask
from cardwright.engines.reference.position import compile_returns, compile_scores

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


def called(work: Callable[[], object], which: Collection[CodeType] | None = None) -> int:
    """How many functions are called meanwhile: all, or these."""
    found = 0

    def watch(frame: FrameType, what: str, _: Any) -> None:
        nonlocal found
        found += what == "call" and (which is None or frame.f_code in which)

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_compiled_again(name: str, engine: Engine) -> None:
    for chance in CHANCES:
        state = load_game(name, engine=engine).initial_state(seed=5, chance=chance)
        for _ in range(15):
            for what, ask in ASKED.items():
                ask(state)
                again = called(partial(ask, state), COMPILERS)
                assert again == 0, f"{what} of {state} compiles {again} times"
            if not state.is_terminal:
                state.apply(0)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_results_are_worked_out_once(name: str, engine: Engine) -> None:
    """Before the end there is nothing to work out, and after it they are there from the second time on."""
    state = load_game(name, engine=engine).initial_state(seed=5)
    while not state.is_terminal:
        assert called(lambda: state.returns) <= FEW
        for _ in range(40):
            if not state.is_terminal:
                state.apply(0)
    assert any(state.returns) or state.status != "finished"
    assert state.scores
    assert max(called(lambda: state.returns), called(lambda: state.scores)) <= FEW


FEW = 5
"""So many calls of functions are about a microsecond."""
