"""Why a move is not legal: the player is told what follows from what they see, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import CHANCE, EVERYTHING, State, load_game

WHISPERS = str(Path(__file__).parent / "whispers.yaml")


def start() -> State:
    """The first decision of a game whose conditions read what their player does not see, in every way."""
    return load_game(WHISPERS).initial_state(seed=5)


def reasons(state: State) -> dict[str, str]:
    """Why each move that could be named is not legal."""
    texts = [f"{name}({k})" for name in ("one", "several", "mixed", "open") for k in range(11)]
    return {text: str(why) for text in texts if (why := state.why_not(text)) is not None}


@pytest.mark.thorough
def test_reasons_follow_from_what_the_player_sees() -> None:
    state = start()
    told, legal = reasons(state), state.view(0)["legal"]
    for seed in range(60):
        other = state.resample(0, seed)
        assert {text: why for text, why in reasons(other).items() if not text.startswith("one")} == {
            text: why for text, why in told.items() if not text.startswith("one")
        }
        if other.view(0)["legal"] == legal:
            assert reasons(other) == told


def test_an_open_condition_is_told_before_hidden_ones() -> None:
    refusal = start().why_not("several(3)")
    assert refusal is not None and refusal.conditions == ("never",)
    assert refusal.values == (("k", "3"),) or refusal.values == ()


def test_the_only_hidden_condition_is_told_without_what_is_hidden() -> None:
    refusal = start().why_not("one(1)")
    assert refusal is not None and refusal.conditions == ("hidden",) and refusal.values == ()


def test_of_a_condition_the_part_that_is_seen_is_told() -> None:
    refusal = start().why_not("mixed(3)")
    assert refusal is not None and refusal.conditions == ("a", "b")
    assert refusal.values == ()


def test_what_depends_on_own_cards_and_open_numbers_is_told() -> None:
    state = start()
    refusal = state.why_not("open(1)")
    assert refusal is not None and refusal.reason == "condition"
    own = str(state.view(0)["variables"]["p1.own"])
    assert refusal.conditions in (("mine",), ("mine", "sized")) or ("me.own", own) in refusal.values


def test_of_several_hidden_reasons_none_is_named() -> None:
    state = start()
    state.apply("take")
    worst = min(int(card[-1]) for card in state.view(0)["zones"]["p1.hand"]["cards"])
    hidden = state.why_not("k=4")
    assert hidden is None or hidden.reason in ("filter", "choice")
    assert worst > 0 and all("worst" not in dict(r.values) for r in (state.why_not("k=1"),) if r)


def test_whoever_sees_all_is_told_all() -> None:
    refusal = start().why_not("several(3)", seeing_all=True)
    assert refusal is not None and {"never", "called", "folded"} <= set(refusal.conditions)


@pytest.mark.parametrize("seat", [CHANCE, 2, -2])
def test_only_seats_of_the_game_see_it(seat: int) -> None:
    state = start()
    for asked in (state.view, state.events, state.resample):
        with pytest.raises(ValueError, match=f"seat must be from 0 to 1, not {seat}"):
            asked(seat)
    assert len(state.events(EVERYTHING)) >= len(state.events(0)) > 0


def test_a_name_that_changed_under_a_hidden_condition_is_not_told() -> None:
    state = start()
    state.apply("bend")
    refusal = state.why_not("k=1")
    assert refusal is not None and "bar" not in dict(refusal.values)
