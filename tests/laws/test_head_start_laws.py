"""A law of determinisations: a history that goes on from the head start of all is the one told from its first step."""

from __future__ import annotations

from typing import Any

import pytest

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.determinisation.fast_replay import ObservationHistory
from cardwright.play.game.determinisation.particles import CommonPrefix, SampledHistory, StepPlan
from cardwright.play.game.determinisation.simulator import Simulator
from cardwright.play.game.game import Game, State
from tests.laws.law_games import Case, each_once
from tests.laws.law_walks import luck_of, walk

GUESSES = 2

ASKED = (12, 30, 47)
"""After so many decisions guesses are made, if a seat decides then."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", [case for case in each_once() if not case.variants], ids=str)
def test_a_head_start_changes_no_determinisation(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bit by bit: the position, its legal moves, the history; also where nothing was asked before."""
    game = Game(case.game.program, spec=case.game.spec, engine="fast")
    with_it = guesses(game, case, ASKED)
    assert guesses(game, case, ASKED[-1:]) == with_it[-1:] or len(with_it) < len(ASKED)
    monkeypatch.setattr(CommonPrefix, "start", from_the_first_step)
    assert guesses(game, case, ASKED) == with_it


def from_the_first_step(
    _self: CommonPrefix, _stage: Simulator, base: SampledHistory, _story: ObservationHistory, _plan: StepPlan
) -> SampledHistory:
    return base.copy()


def guesses(game: Game, case: Case, asked: tuple[int, ...]) -> list[list[Any]]:
    """What is guessed at some decisions of a random game, always for the same seat."""
    found: list[list[Any]] = []
    for state in walk(game, 3, luck_of(case, "head starts")):
        if state.decisions in asked and state.current_seat != CHANCE:
            found.append([all_of(state.resample(case.players - 1, seed)) for seed in range(GUESSES)])
        if state.decisions == asked[-1]:
            break
    return found


def all_of(state: State) -> tuple[Any, ...]:
    """All that there is of a determinisation."""
    m, sampling = state.machine, state.sampling
    assert sampling is not None
    return list(m.state), m.steps, m.moves, sampling.attempts, state.history.to_json()
