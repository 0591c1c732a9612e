"""Laws of whole games, to their ends; those of single positions are in `tests/laws`, for every game."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from cardwright import CHANCE, NOBODY, Decider, Game, State
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.play.game.traces.reader import read_trace
from cardwright.play.game.traces.recorder import Recorder, line_text
from cardwright.play.game.traces.replay import replay
from tests.play.game.playing import GAMES, game, positions


@pytest.fixture(params=GAMES, ids=lambda one: f"{one[0]}-{one[1]}", scope="module")
def played(request: pytest.FixtureRequest) -> Game:
    return game(*request.param)


def all_cards(state: State) -> list[int]:
    return sorted(c for z in state.game.layout.zones for c in state.machine.cards(z.number))


@pytest.mark.sampled(2)
def test_a_game_ends_by_its_rules_and_no_card_is_lost(played: Game) -> None:
    for seed in range(2):
        for state in positions(played.initial_state(seed=seed), seed):
            assert all_cards(state) == list(range(len(played.layout.kind_of)))
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
        assert (state.status, state.current_seat, state.legal_moves, state.error) == ("finished", NOBODY, (), None)
        assert state.decider == Decider("nobody")
        assert sum(state.returns) > 0 and all(0 <= value <= 1 for value in state.returns)


@pytest.mark.thorough
def test_looking_changes_nothing(played: Game) -> None:
    for state in islice(positions(played.initial_state(chance="explicit"), 1), 0, None, 15):
        before = (state.to_bytes(), state.machine.steps, state.legal_moves)
        for seat in range(played.players):
            state.view(seat)
            state.resample(seat)
            state.events(seat)
        assert state.scores and state.returns and state.fingerprint() and state.why_not("nothing") is not None
        assert (state.to_bytes(), state.machine.steps, state.legal_moves) == before


@pytest.mark.sampled(2)
def test_a_trace_is_replayed_without_random_numbers(played: Game) -> None:
    state = played.initial_state(seed=6)
    recorder = Recorder(state, legal=True, events=True)
    lines = [recorder.first, *recorder.lines(state)]
    luck = random.Random(6)
    while not state.is_terminal:
        recorder.before(state)
        state.apply(luck.choice(state.legal_moves))
        lines += recorder.lines(state)
    assert any("chance" in line for line in lines) and any("event" in line for line in lines)
    text = "\n".join(map(line_text, lines))
    report = Report()
    read = read_trace(Source("a.jsonl", text), report)
    assert read == lines and not report.diagnostics
    again = replay(read, played)
    assert again.differences == () and again.lines == len(lines)
    assert again.state.fingerprint() == state.fingerprint()


def test_the_outcomes_of_a_draw_are_the_legal_moves(played: Game) -> None:
    state = played.initial_state(chance="explicit")
    assert state.current_seat == CHANCE and state.decider == Decider("chance")
    assert [move for move, _ in state.chance_outcomes] == list(state.legal_moves)
    assert all(weight > 0 for _, weight in state.chance_outcomes)
    with pytest.raises(ValueError, match="chance decides here"):
        state.apply("nothing")
