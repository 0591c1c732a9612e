"""Laws of every game, whatever its rules."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from playing import GAMES, game, positions

from cardwright import CHANCE, NOBODY, Decider, Game, State
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.play.game.replay import replay
from cardwright.play.game.trace import Recorder, line_text
from cardwright.play.game.trace_lines import read_trace


@pytest.fixture(params=GAMES, ids=lambda one: f"{one[0]}-{one[1]}", scope="module")
def played(request: pytest.FixtureRequest) -> Game:
    return game(*request.param)


def all_cards(state: State) -> list[int]:
    return sorted(c for z in state.game.layout.zones for c in state.machine.cards(z.number))


def test_a_game_ends_by_its_rules_and_no_card_is_lost(played: Game) -> None:
    for seed in range(5):
        for state in positions(played.initial_state(seed=seed), seed):
            assert all_cards(state) == list(range(len(played.layout.kind_of)))
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
        assert (state.status, state.current_seat, state.legal_moves, state.error) == ("finished", NOBODY, (), None)
        assert state.decider == Decider("nobody")
        assert sum(state.returns) > 0 and all(0 <= value <= 1 for value in state.returns)


def test_a_view_depends_only_on_what_the_seat_knows(played: Game) -> None:
    luck = random.Random(5)
    for n, state in enumerate(positions(played.initial_state(seed=2), 2)):
        if n % 15:
            continue
        for seat in range(played.players):
            seen, events = state.view(seat), state.events(seat)
            for seed in range(3):
                other = state.resample(seat, seed)
                assert other.view(seat) == seen
                assert other.events(seat) == events
                assert all_cards(other) == all_cards(state)
                for _ in range(3):
                    if not other.is_terminal:
                        other.apply(luck.choice(other.legal_moves))
                assert other.status != "error"


def test_a_reason_reveals_no_more_than_the_seat_sees(played: Game) -> None:
    tried: set[str] = set()
    for n, state in enumerate(positions(played.initial_state(seed=9), 9)):
        if n % 4 == 1 and not state.is_terminal:
            others = [state.resample(state.current_seat, seed) for seed in range(3)]
            for text in sorted(tried - {str(move) for move in state.legal_moves}):
                why = state.why_not(text)
                assert why is not None
                for other in others:
                    assert other.why_not(text) == why
        tried |= {str(move) for move in state.legal_moves}


def test_looking_changes_nothing(played: Game) -> None:
    for state in islice(positions(played.initial_state(chance="explicit"), 1), 0, None, 5):
        before = (state.to_bytes(), state.machine.steps, state.legal_moves)
        for seat in range(played.players):
            state.view(seat)
            state.resample(seat)
            state.events(seat)
        assert state.scores and state.returns and state.fingerprint() and state.why_not("nothing") is not None
        assert (state.to_bytes(), state.machine.steps, state.legal_moves) == before


def test_a_determinisation_depends_on_the_seed(played: Game) -> None:
    state = played.initial_state(seed=4)
    seat = state.current_seat
    assert state.resample(seat, 1) == state.resample(seat, 1)
    assert len({state.resample(seat, seed) for seed in range(8)}) == 8


def test_a_copy_is_equal_and_independent(played: Game) -> None:
    state = played.initial_state(seed=3)
    for _ in range(6):
        twin = state.clone()
        saved = State.from_bytes(played, state.to_bytes())
        assert twin == state == saved and hash(twin) == hash(state) == hash(saved)
        assert twin.legal_moves == state.legal_moves == saved.legal_moves
        before = state.canonical()
        twin.apply(0)
        saved.apply(str(state.legal_moves[0]))
        assert state.canonical() == before and twin != state
        assert twin == saved
        state.apply(state.legal_moves[0])
        assert state == twin


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


def test_sampled_and_explicit_chance_lead_to_the_same_cells(played: Game) -> None:
    """Picking the same outcomes one by one gives the same state, except for the count of random numbers."""
    state = played.initial_state(seed=8)
    explicit = played.initial_state(chance="explicit")
    events = iter(e for e in state.machine.events or [] if e.what in ("settled", "picked"))
    while explicit.current_seat == CHANCE:
        value = next(events).data[1]
        explicit.apply(next(move for move, _ in explicit.chance_outcomes if move.raw[0] == value))
    layout, one, other = played.program.layout, list(state.machine.state), list(explicit.machine.state)
    assert one[:2] == other[:2]
    assert one[5 : layout.sources_at] == other[5 : layout.sources_at]
    assert one[layout.place_at :] == other[layout.place_at :]


def test_the_outcomes_of_a_draw_are_the_legal_moves(played: Game) -> None:
    state = played.initial_state(chance="explicit")
    assert state.current_seat == CHANCE and state.decider == Decider("chance")
    assert [move for move, _ in state.chance_outcomes] == list(state.legal_moves)
    assert all(weight > 0 for _, weight in state.chance_outcomes)
    with pytest.raises(ValueError, match="chance decides here"):
        state.apply("nothing")
