"""Laws of chance for every game: seeds, outcomes that can be listed and chosen, traces without random numbers."""

from __future__ import annotations

import json

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import Chance, State
from cardwright.play.game.traces.recorder import Recorder
from cardwright.play.game.traces.replay import replay
from tests.laws.cell_laws import faults
from tests.laws.law_games import Case, each_game
from tests.laws.law_walks import luck_of, step, walk


def played(case: Case, seed: int, what: str, chance: Chance = "sampled") -> State:
    """The last position of a walk."""
    for state in walk(case.compiled, seed, luck_of(case, what), chance):
        last = state
    return last


def left_to_chance(state: State) -> int:
    """How often chance has decided something."""
    return sum(event.what in ("settled", "picked") for event in state.machine.events or ())


@each_game
def test_another_seed_is_another_game(case: Case) -> None:
    """If there is enough chance, two seeds do not give the same game, whatever the players do."""
    ends = [played(case, seed, "seeds") for seed in range(2)]
    if all(left_to_chance(state) > 20 for state in ends):
        assert len({state.fingerprint() for state in ends}) > 1


@each_game
def test_chance_as_a_player(case: Case) -> None:
    """All outcomes are listed once, each is possible and has a whole weight, and each can be chosen."""
    for state in walk(case.compiled, 7, luck_of(case, "explicit"), "explicit"):
        if state.current_seat != CHANCE:
            assert state.chance_outcomes == ()
            continue
        outcomes = state.chance_outcomes
        assert len(outcomes) > 1
        assert len({str(move) for move, _ in outcomes}) == len(outcomes)
        assert all(type(weight) is int and weight > 0 for _, weight in outcomes)
        assert [str(move) for move in state.legal_moves] == [str(move) for move, _ in outcomes]
        assert state.machine.state[3] == 0  # nothing is drawn from the stream
        assert faults(state) == []
        if state.decisions % 20 == 0:
            twin = state.clone()
            assert twin == state and State.from_bytes(case.compiled, state.to_bytes()) == state
            for move, _ in outcomes[:6]:
                tried = state.clone()
                tried.apply(str(move))
                assert tried != state and tried.status != "error"


@each_game
def test_the_seed_picks_a_possible_outcome(case: Case) -> None:
    """A sampled game is the same game again if chance is a player that picks the same outcomes."""
    sampled = case.compiled.initial_state(seed=8)
    explicit = case.compiled.initial_state(seed=8, chance="explicit")
    luck, seen = luck_of(case, "both"), 0
    for _ in range(120):
        seen = _catch_up(sampled, explicit, seen)
        assert explicit.current_seat == sampled.current_seat and explicit.fingerprint() == sampled.fingerprint()
        assert list(map(str, explicit.legal_moves)) == list(map(str, sampled.legal_moves))
        if sampled.is_terminal:
            break
        explicit.apply(step(sampled, luck))


def _catch_up(sampled: State, explicit: State, seen: int) -> int:
    """Let chance pick what the seed has decided."""
    events = sampled.machine.events or []
    for event in events[seen:]:
        if event.what in ("settled", "picked"):
            assert explicit.current_seat == CHANCE
            outcomes = {move.raw[0]: (move, weight) for move, weight in explicit.chance_outcomes}
            _, value, weight, of = event.data
            move, listed = outcomes[value]
            assert weight == listed and of == sum(w for _, w in outcomes.values())
            explicit.apply(move)
    return len(events)


@each_game
def test_a_trace_is_the_game(case: Case) -> None:
    """A trace, written as JSON and read again, plays the game to the same end without the seed."""
    luck = luck_of(case, "trace")
    state = case.compiled.initial_state(seed=9)
    recorder = Recorder(state, legal=True, events=True)
    lines = [recorder.first, *recorder.lines(state)]
    while not state.is_terminal and state.decisions < 60:
        recorder.before(state)
        step(state, luck)
        lines += recorder.lines(state)
    read = [json.loads(json.dumps(line)) for line in lines]
    again = replay(read, case.compiled)
    if state.is_terminal:
        assert again.differences == ()
    assert again.state.fingerprint() == state.fingerprint()
    assert again.state.returns == state.returns
