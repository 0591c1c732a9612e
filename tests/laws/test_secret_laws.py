"""Laws of hidden information that hold of every game: nobody is shown what he cannot know."""

from __future__ import annotations

import json
import random

import pytest
from law_cells import cards_of, faults
from law_games import Case, cases
from law_walks import luck_of, positions, step, walk

from cardwright.game.state import CHANCE, State

every_game = pytest.mark.parametrize("case", cases(), ids=str)


@every_game
def test_a_guess_looks_like_the_truth(case: Case) -> None:
    """Replacing what a seat does not know changes nothing in what it is shown, and leaves a sound position."""
    for number, state in enumerate(positions(case)):
        for seat in range(case.players):
            before = state.to_bytes()
            guess = state.resample(seat, number)
            assert shown(guess, seat) == shown(state, seat)
            assert faults(guess) == []
            assert guess == state.resample(seat, number)
            assert state.to_bytes() == before
            assert bool(guess.legal_moves) == (not guess.is_terminal) and guess.current_seat == state.current_seat
            luck = luck_of(case, "guess", number)
            for _ in range(5):
                if not guess.is_terminal:
                    step(guess, luck)
            assert guess.status != "error" and faults(guess) == []


def shown(state: State, seat: int) -> str:
    """All that a seat is shown: its view, its legal moves if it is to decide, and what has happened."""
    last = max(0, len(state.machine.events or ()) - 200)
    return json.dumps([state.view(seat), [one.to_json() for one in state.events(seat, last)]])


@every_game
def test_no_hidden_card_in_a_view(case: Case) -> None:
    """A seat is shown no more cards of a kind in a zone than it was shown there or sees there."""
    for state in positions(case):
        for seat in range(case.players):
            view = state.view(seat)
            for zone in state.game.layout.zones:
                name = {"player": f"p{zone.owner + 1}.", "team": f"t{zone.owner + 1}."}.get(zone.owner_kind, "") + zone.name
                told = view["zones"].get(name, {}).get("cards", [])
                assert all(isinstance(card, str | dict) for card in told)
                if zone.sees[seat] == "all" and zone.order == "heap":
                    assert sorted(told) == sorted(_id(state, card) for card in cards_of(state, zone))


def _id(state: State, card: int) -> str:
    layout = state.game.layout
    return layout.kinds[layout.kind_of[card]].id


@every_game
def test_who_has_seen_the_same_sees_the_same(case: Case) -> None:
    """Two games that a seat cannot tell apart, played on by moves and chances that it cannot tell apart either, look the same to it.

    The seat has seen the same as long as its events are the same; then its views must be the same, at every decision.
    """
    for seat in range(case.players):
        luck = luck_of(case, "pairs", seat)
        one = case.game.initial_state(seed=seat, chance="explicit")
        for one in walk(case.game, seat, luck, "explicit"):
            if one.current_seat >= 0 and one.decisions >= 10 * (seat + 1):
                break
        _play_pair(one.clone(), one.resample(seat, 5), seat, luck)


def _play_pair(one: State, two: State, seat: int, luck: random.Random) -> None:
    for _ in range(60):
        if one.is_terminal or two.is_terminal or one.current_seat != two.current_seat:
            break
        if one.events(seat) == two.events(seat):
            assert one.view(seat) == two.view(seat)
        moves, others = one.legal_moves, {str(move) for move in two.legal_moves}
        if one.current_seat == seat:
            assert [str(move) for move in moves] == [str(move) for move in two.legal_moves]
        both = [move for move in moves if str(move) in others]
        if not both:
            break
        move = luck.choice(both)
        one.apply(str(move))
        two.apply(str(move))
        if one.events(seat) != two.events(seat):
            break
    if one.events(seat) == two.events(seat) and one.current_seat == two.current_seat != CHANCE:
        assert one.view(seat) == two.view(seat)
