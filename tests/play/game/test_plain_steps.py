"""Plain steps are played again by the compiled engine in one call, all of them: counted, in the games that ship.

Where a step is handed back to Python, nothing comes out differently, but a determinisation costs many times as much.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardwright import load_game
from cardwright.compiler.runtime.executor import FastExecutor
from cardwright.engines.engine import ReplayResult, ReplayScript
from cardwright.engines.reference.position import ReferencePosition
from cardwright.play.game.determinisation import exact_belief

LOOKS = (1, 6, 11, 16)
"""After so many decisions it is looked."""

GUESSES = 6


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "players", "preset"),
    [
        ("mille-bornes", 2, "single_hand"),
        ("mille-bornes", 4, "single_hand"),
        ("on-the-trail", 2, None),
        ("neko-racing", 3, None),
        ("course-folle", 4, None),
    ],
)
def test_plain_steps_are_retold_in_one_call(
    name: str, players: int, preset: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    retell, calls = FastExecutor.replay_steps, list[tuple[int, int]]()

    def counted(
        self: FastExecutor, m: ReferencePosition, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        found = retell(self, m, script, steps, kinds, seed)
        calls.append((len(steps), 0 if found is None else found.steps))
        return found

    monkeypatch.setattr(FastExecutor, "replay_steps", counted)
    monkeypatch.setattr(exact_belief, "MOST", 0)  # also where few positions are possible, a history is drawn
    state = load_game(name, players=players, preset=preset).initial_state(seed=3)
    for number in range(LOOKS[-1]):
        state.apply(state.legal_moves[number * 7 % len(state.legal_moves)])
        if number + 1 in LOOKS:
            seat = state.current_seat
            state.resample(seat, GUESSES)  # reads the story up to here
            calls.clear()
            attempts = [sampled.attempts for seed in range(GUESSES) if (sampled := state.resample(seat, seed).sampling)]
            assert attempts == [1] * GUESSES
            assert len(calls) == GUESSES
            assert all(asked == played > 0 for asked, played in calls)
