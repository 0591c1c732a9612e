"""One small game in full: secret choices, subsets, none as an argument, picks by chance, and what each seat sees of
it.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardwright import CHANCE, Game, IllegalMove, State
from cardwright.play.game.texts import Wordings
from tests.play.game.playing import game

DEAL = ["red_1", "blue_4", "red_2", "blue_4", "red_2", "blue_1"]
"""p1 holds red_1, red_2, red_2; p2 holds blue_4, blue_4, blue_1."""


def envelopes() -> Game:
    return game("envelopes", 2)


def begin(deal: Iterable[str] = DEAL) -> State:
    """The first decision, after a given deal. The secret numbers are 2 and 5."""
    state = envelopes().initial_state(chance="explicit")
    wanted = iter(["2", "5", *deal])
    while state.current_seat == CHANCE:
        state.apply(next(wanted))
    assert next(wanted, None) is None
    return state


def after(*moves: str) -> State:
    state = begin()
    for move in moves:
        state.apply(move)
    return state


def texts(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves]


def moves_seen(state: State, seat: int) -> list[str]:
    return [f"p{e.seat + 1} {e.what} {e.text}" for e in state.events(seat) if e.what in ("move", "chosen")]


def test_identical_cards_are_one_move() -> None:
    assert texts(begin()) == ["hide(red_1)", "hide(red_2)"]


def test_a_secret_choice_is_seen_by_its_owner_only() -> None:
    state = after("hide(red_2)")
    assert state.current_seat == 1 and str(state.decider) == "p2" and texts(state) == ["hide(blue_1)", "hide(blue_4)"]
    assert (state.view(0)["chosen"], state.view(1)["chosen"]) == ({"p1": "hide(red_2)"}, {"p1": "?"})
    assert state.view(1)["zones"]["p1.hand"] == {"count": 3, "cards": [{"colour": "red"}] * 3}  # nothing has moved
    guesses = {state.resample(1, seed).view(0)["chosen"]["p1"] for seed in range(30)}
    assert len(guesses) > 1  # the choice of p1 is drawn again from what they may hold
    assert {state.resample(0, seed).view(0)["chosen"]["p1"] for seed in range(9)} == {"hide(red_2)"}


def test_secret_choices_take_effect_in_the_order_of_seats_and_reveal_only_what_is_seen() -> None:
    state = after("hide(red_2)", "hide(blue_4)")
    assert moves_seen(state, 0) == ["p1 chosen hide(red_2)", "p2 chosen ?", "p1 move hide(red_2)", "p2 move hide(?)"]
    assert state.view(1)["zones"]["p1.envelope"] == {"count": 1}
    assert state.view(1)["zones"]["p2.envelope"] == {"count": 1, "cards": ["blue_4"]}
    assert "chosen" not in state.view(0)


def test_moves_are_listed_in_the_order_of_the_spec() -> None:
    state = after("hide(red_2)", "hide(blue_4)")
    assert texts(state) == [
        "play(red_1)",
        "play(red_2)",
        "lay([red_1, red_2])",
        "call(p2, 1)",
        "give(red_1)",
        "give(red_2)",
        "give(none)",
    ]


def test_subsets_of_identical_cards_are_one_move_and_may_be_typed_in_any_order() -> None:
    state = after("hide(red_1)", "hide(blue_4)")
    assert [text for text in texts(state) if text.startswith("lay")] == ["lay([red_2, red_2])"]
    other = after("hide(red_2)", "hide(blue_4)")
    other.apply("lay( [red_2,red_1] )")
    assert other.view(1)["zones"]["table"]["cards"] == ["red_1", "red_2"]


def test_a_draw_among_identical_cards_is_not_chance() -> None:
    state = begin(["red_2", "blue_4", "red_2", "blue_4", "blue_3", "blue_1"])
    state.apply("hide(blue_3)")
    state.apply("hide(blue_1)")
    state.apply("call(p2, 1)")  # p1 holds two red_2, so the draw is certain
    assert state.current_seat == 1
    assert state.view(0)["zones"]["p1.hand"]["cards"] == ["red_2"]


def test_chance_lists_its_outcomes() -> None:
    state = after("hide(red_2)", "hide(blue_4)", "call(p2, 1)")
    assert state.current_seat == CHANCE
    assert [(str(move), weight) for move, weight in state.chance_outcomes] == [("red_1", 1), ("red_2", 1)]
    state.apply("red_1")
    assert state.view(0)["zones"]["p1.envelope"]["cards"] == ["red_1", "red_2"]
    assert state.view(1)["zones"]["p1.envelope"] == {"count": 2}


def test_none_as_an_argument() -> None:
    state = after("hide(red_2)", "hide(blue_4)", "give(none)")
    assert state.view(1)["zones"]["table"]["cards"] == ["red_1", "red_2"]


def test_hidden_variables_are_seen_by_their_owner() -> None:
    state = begin()
    assert state.view(0)["variables"]["p1.secret"] == 2 and "p2.secret" not in state.view(0)["variables"]
    assert len({state.resample(0, seed).view(1)["variables"]["p2.secret"] for seed in range(40)}) > 3


def test_how_it_ends() -> None:
    state = after("hide(red_1)", "hide(blue_4)", "play(red_2)", "give(none)", "give(red_2)")
    assert (state.status, state.returns, state.scores) == ("finished", (1.0, 0.0), (2, 0))
    with pytest.raises(IllegalMove, match="the game is over"):
        state.apply("play(red_1)")


WRONG = [
    (
        "plya(red_1)",
        "'plya' is not on offer here; on offer: play, lay, call, give",
        (),
        "play(red_1)",
    ),
    ("play(blue_1)", "'blue_1' cannot be chosen as 'c'; possible: red_1, red_2", (), ""),
    ("play(red_1, p2)", "'play(c)' needs 1 argument, but got 2", (), ""),
    ("call(p1, 1)", "'p1' cannot be chosen as 'p'; possible: p2", (), "p2"),
    ("call(p2, 2)", "the condition 'enough' does not hold: count(me.hand) > n", ("enough",), ""),
    ("lay([red_1])", "'[red_1]' cannot be chosen as 'cs'; possible: [red_1, red_2]", (), ""),
]


@pytest.mark.parametrize(("text", "message", "conditions", "suggestion"), WRONG, ids=[row[0] for row in WRONG])
def test_why_a_move_is_not_legal(text: str, message: str, conditions: tuple[str, ...], suggestion: str) -> None:
    state = after("hide(red_2)", "hide(blue_4)")
    before = state.canonical()
    with pytest.raises(IllegalMove) as caught:
        state.apply(text)
    refusal = caught.value.refusal
    assert (refusal.move, refusal.message, refusal.conditions) == (text, message, conditions)
    assert refusal.suggestion == suggestion
    assert refusal == state.why_not(text)
    meant = f" (did you mean `{suggestion}`?)" if suggestion else ""
    assert str(refusal) == str(caught.value) == f"{text}: {message}{meant}"
    assert state.canonical() == before


def test_the_values_of_a_condition_and_its_reason() -> None:
    state = begin(["red_4", "blue_4", "red_1", "blue_2", "red_2", "blue_1"])
    for move in ("hide(red_1)", "hide(blue_4)"):
        state.apply(move)
    refusal = state.why_not("play(red_4)")
    assert refusal is not None
    assert (refusal.condition, refusal.path) == ("cheap", "actions.play.when.cheap")
    assert refusal.values == (("c.worth", "4"),)
    words = Wordings(state.game.spec)
    assert words.reason(refusal) == "red 4 is too dear"
    assert words.move(state.legal_moves[0]) == "Play red 2"
    refusal = state.why_not("call(p2, 2)")
    assert refusal is not None and refusal.values == (("count(me.hand)", "2"),)
    assert state.why_not("play( red_2 )") is None
