"""Laws of determinisations: each could have happened, as far as its seat has seen, and tells no more.

A determinisation brings its history along. It is played again here with chance as a player, by the face of a game
alone: every move in it must be legal, and its seat must see at every decision what it saw in truth.

`CARDWRIGHT_DETERMINISATIONS=2 pytest` with this file is the long form: all games, more positions, two for each seat.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import Chance, Game, State
from cardwright.play.game.history import History
from tests.laws.cell_laws import faults
from tests.laws.law_games import SMALL, Case, cases
from tests.laws.law_walks import luck_of, step, walk

LONG = int(os.environ.get("CARDWRIGHT_DETERMINISATIONS", "0"))
"""So many are drawn for each seat that is looked at, in all games and more positions; 0: a few in each spec."""

MANY = LONG or 1


REFILLED = ("on-the-trail-2-setting_1",)
"""Games in which a deck runs empty, is filled again, and has as many cards as before, all in one step."""


def looked_at_games() -> list[Case]:
    """Every case; in the short form one of each spec and each variant, with one number of players or another."""
    if LONG:
        return list(cases())
    found: dict[tuple[str, tuple[str, ...]], list[Case]] = {}
    for case in cases():
        if case.how == "usual":
            found.setdefault((case.name, case.variants), []).append(case)
    one_each = [those[number % len(those)] for number, those in enumerate(found.values())]
    return one_each + [case for case in cases() if str(case) in REFILLED]


every_game = pytest.mark.parametrize("case", looked_at_games(), ids=str)
every_spec = pytest.mark.parametrize("case", [case for case in looked_at_games() if LONG or not case.variants], ids=str)
"""Most laws are looked at in the specs alone: what they find hangs little on what a variant changes."""


@cache
def looked_at(case: Case, chance: Chance = "sampled") -> tuple[tuple[State, tuple[int, ...]], ...]:
    """Some positions of a game, each with some seats: one early, one late, others between."""
    luck = luck_of(case, "samples")
    moments = [0, luck.randrange(3, 12), luck.randrange(12, 30), luck.randrange(30, 70)]
    if not LONG:
        moments = [0, luck.randrange(6, 16)] if chance == "sampled" else [luck.randrange(2, 8)]
    found: list[tuple[State, tuple[int, ...]]] = []
    for state in walk(case.compiled, luck.randrange(100), luck, chance):
        if state.decisions in moments and (state.current_seat != CHANCE or chance == "explicit"):
            seats = luck.sample(range(case.players), min(2 if LONG else 1, case.players))
            found.append((state.clone(), tuple(seats)))
            moments.remove(state.decisions)
        if not moments:
            break
    return tuple(found)


def played_again(game: Game, history: History) -> Iterator[State]:
    """The positions of a history where a seat decides, played with chance as a player; each move must be legal."""
    entries = history.entries()
    assert entries[0].beginning.cells is None
    state = game.initial_state(chance="explicit")
    told = list(entries[0].beginning.told or ())
    for entry in entries[1:]:
        _let_chance(state, told)
        assert told == []
        if entry.what == "play":
            yield state
            index = [move.raw for move in state.legal_moves].index(entry.given)
            state.apply(index)
            told = list(entry.told or ())
        elif entry.what == "decide":
            told = [entry.given]
    _let_chance(state, told)
    yield state


def _let_chance(state: State, told: list[int]) -> None:
    while told and state.current_seat == CHANCE:
        index = [move.raw[0] for move in state.legal_moves].index(told.pop(0))
        state.apply(index)


def diary(game: Game, history: History, seat: int) -> list[dict[str, Any]]:
    """What a seat saw at every decision, its own moves included."""
    return [state.view(seat) for state in played_again(game, history)]


def true_history(state: State) -> History:
    """The history of a game with what chance decided written out, so that it can be played without its seed."""
    entries = state.history.entries()
    twin = state.game.initial_state(seed=entries[0].beginning.seed)
    outcomes = _outcomes(twin, 0)
    told = History.start(_begun(entries[0].beginning, outcomes))
    for entry in entries[1:]:
        if entry.what == "play":
            since = len(twin.machine.events or ())
            twin.apply([move.raw for move in twin.legal_moves].index(entry.given))
            told = told.then("play", entry.given, _outcomes(twin, since))
    return told


def _begun(beginning: Any, told: tuple[int, ...]) -> Any:
    return replace(beginning, told=told, kept={})


def _outcomes(state: State, since: int) -> tuple[int, ...]:
    events = state.machine.events or []
    return tuple(event.data[1] for event in events[since:] if event.what in ("settled", "picked"))


@pytest.mark.sampled(8)
@every_game
def test_a_determinisation_could_have_happened(case: Case) -> None:
    """Every move in it was legal, and its seat saw the same in it at every decision, and was told the same."""
    for number, (state, seats) in enumerate(looked_at(case)):
        truth = true_history(state)
        for seat in seats:
            seen = diary(case.compiled, truth, seat)
            for seed in range(MANY):
                sample = state.resample(seat, number * 10 + seed)
                assert sample.view(seat) == state.view(seat) and faults(sample) == []
                assert sample.sampling is not None and not sample.sampling.fallback
                assert diary(case.compiled, sample.history, seat) == seen
                *_, last = played_again(case.compiled, sample.history)
                assert last.fingerprint() == sample.fingerprint()
                assert sample.events(seat) == state.events(seat)


@pytest.mark.sampled(6)
@every_spec
def test_a_determinisation_does_not_depend_on_what_is_hidden(case: Case) -> None:
    """Whoever determinises a position that they cannot tell from the true one gets the same determinisations, whatever
    was asked before: saved and loaded, copied, or gone another way and begun anew. Its chance to come is its own.
    """
    for number, (state, seats) in enumerate(looked_at(case)):
        for seat in seats:
            other = State.from_bytes(case.compiled, state.resample(seat, 100 + number).to_bytes())
            astray = state.clone()
            if not astray.is_terminal:
                step(astray, luck_of(case, "astray"))
                astray.resample(seat, 1)
            seeds = {state.seed}
            for seed in range(max(MANY, 2)):
                sample = state.resample(seat, seed)
                assert sample == (other if seed % 2 else state.clone()).resample(seat, seed)
                seeds.add(sample.seed)
            assert len(seeds) == max(MANY, 2) + 1


@pytest.mark.sampled(6)
@every_spec
def test_determinisations_differ(case: Case) -> None:
    """Where cards were dealt unseen, they lie now one way, now another."""
    for state, seats in looked_at(case):
        for seat in seats:
            if state.decisions == 0 and _dealt_unseen(state, seat) and _dealt_by_chance(state):
                assert len({state.resample(seat, seed).fingerprint() for seed in range(8)}) > 1


def _dealt_by_chance(state: State) -> bool:
    """Whether the deal differs from game to game: from a pile that is listed, not shuffled, it is always the same."""
    deals = [state.game.initial_state(seed=seed) for seed in range(4)]
    return len({str([deal.view(seat) for seat in range(deal.game.players)]) for deal in deals}) > 1


def _dealt_unseen(state: State, seat: int) -> bool:
    """Whether there are cards of several kinds of which the seat does not know which lies where, out of any bag."""
    m = state.machine
    know = m.code.know_at
    hidden = [card for card in range(len(m.kind_of)) if not m.state[know + card] >> seat & 1]
    loose = [c for c in hidden if m.code.heap[m.where(c)] and m.code.layout.home[c] != m.where(c)]
    home = m.code.layout.home
    return any(len({m.kind_of[c] for c in hidden if home[c] == home[one]}) > 1 for one in loose)


@pytest.mark.sampled(6)
@every_spec
def test_determinisations_where_chance_is_a_player(case: Case) -> None:
    """All this holds where chance decides as a player, and while it does."""
    for number, (state, seats) in enumerate(looked_at(case, "explicit")):
        for seat in seats:
            sample = state.resample(seat, number)
            assert sample.sampling is not None and not sample.sampling.fallback
            assert sample.view(seat) == state.view(seat) and sample.events(seat) == state.events(seat)
            assert sample.resample(seat, 3) == state.resample(seat, 3)
            assert len(sample.legal_moves) > 0 or sample.is_terminal
            if state.current_seat == CHANCE:
                assert len(sample.chance_outcomes) > 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [c for c in looked_at_games() if LONG or Path(c.path).parent == SMALL], ids=str)
def test_both_engines_draw_the_same(case: Case) -> None:
    """The same history, found in as many attempts."""
    pytest.importorskip("wasmtime")
    plain, fast = case.game.initial_state(seed=3), case.compiled.initial_state(seed=3)
    luck = luck_of(case, "alike")
    for decisions in range(12):
        if plain.is_terminal:
            break
        seats = range(case.players) if LONG else [decisions % case.players] * (decisions % 4 == 2)
        for seat in seats:
            one, two = plain.resample(seat, 5), fast.resample(seat, 5)
            assert one.fingerprint() == two.fingerprint() and one.events(seat) == two.events(seat)
            assert one.history.to_json() == two.history.to_json()
            assert one.sampling is not None and two.sampling is not None
            assert one.sampling.attempts == two.sampling.attempts
        number = luck.randrange(len(plain.legal_moves))
        plain.apply(number)
        fast.apply(number)
