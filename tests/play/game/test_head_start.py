"""The first steps are the same in all histories of a set of lifelines, and told once; nothing else comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardwright import State, load_game
from cardwright.compiler.runtime.executor import FastExecutor
from cardwright.engines.engine import ReplayResult, ReplayScript
from cardwright.engines.reference.position import ReferencePosition
from cardwright.play.game.determinisation.fast_replay import ObservationHistory
from cardwright.play.game.determinisation.particles import CommonPrefix, SampledHistory, StepPlan
from cardwright.play.game.determinisation.simulator import Simulator

GUESSES = 3

GAMES = [("mille-bornes", 2, 1, 70), ("mille-bornes", 4, 2, 80), ("neko-racing", 4, 1, 70), ("go-fish", 4, 1, 40)]


def walked(name: str, players: int, seed: int, decisions: int, ask_at: Sequence[int] = ()) -> State:
    """A random game after so many decisions, with guesses on the way."""
    state, luck = load_game(name, players=players).initial_state(seed=seed), Random(seed)
    while state.decisions < decisions and not state.is_terminal:
        if state.decisions in ask_at:
            guessed(state)
        state.apply(luck.choice(state.legal_moves))
    return state


def guessed(state: State) -> list[tuple[Any, ...]]:
    """All that there is of some guesses of the seat that is to decide."""
    found: list[tuple[Any, ...]] = []
    for seed in range(GUESSES):
        one = state.resample(state.current_seat, seed)
        assert one.sampling is not None
        history = one.history.to_json()
        found.append((list(one.machine.state), one.machine.steps, one.machine.moves, one.sampling.attempts, history))
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "players", "seed", "decisions"), GAMES)
def test_a_history_with_a_head_start_is_the_one_told_from_the_first_step(
    name: str, players: int, seed: int, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, begun = guessed(walked(name, players, seed, decisions)), list[int]()

    def whole(
        self: CommonPrefix, stage: Simulator, base: SampledHistory, story: ObservationHistory, plan: StepPlan
    ) -> SampledHistory:
        begun.append(base.decided.many)
        return base.copy()

    monkeypatch.setattr(CommonPrefix, "start", whole)
    assert guessed(walked(name, players, seed, decisions)) == shared
    assert begun


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players", "seed", "decisions"), GAMES)
def test_it_does_not_matter_when_the_head_start_was_told(name: str, players: int, seed: int, decisions: int) -> None:
    asked = walked(name, players, seed, decisions, ask_at=range(5, decisions, 7))
    assert guessed(asked) == guessed(walked(name, players, seed, decisions))


@pytest.mark.parametrize(("name", "players", "seed", "decisions"), [GAMES[0], GAMES[2]])
def test_late_in_a_game_most_steps_belong_to_the_head_start(
    name: str, players: int, seed: int, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, asked, retell = walked(name, players, seed, decisions), list[range](), FastExecutor.replay_steps
    state.resample(state.current_seat, GUESSES)

    def counted(
        self: FastExecutor, m: ReferencePosition, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        asked.append(steps)
        return retell(self, m, script, steps, kinds, seed)

    monkeypatch.setattr(FastExecutor, "replay_steps", counted)
    guessed(state)
    assert len(asked) == GUESSES
    assert all(len(steps) < decisions // 2 for steps in asked)
