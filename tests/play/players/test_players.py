"""Bots pick legal moves, the same every time, from what their seat sees alone."""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.play.game.game import Game
from cardwright.play.players.playout import play_out
from cardwright.play.players.registry import PLAYERS, UnknownPlayer, make_players, maker, seated

KINDS = [f"{kind}:playouts=8" if kind == "search" else kind for kind in PLAYERS] + [
    "search:playouts=12:redeal=1",
    "search:playouts=40:reach=2",
    "search:playouts=40:reach=2:picks=2",
    "random:play=3:discard=0",
]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("mille-bornes", players=2, preset="single_hand", options={"target": 200})


@pytest.mark.sampled(8)
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_the_same_every_time(kind: str, game: Game) -> None:
    first, second = (play_out(game, make_players((kind, "random"), 3), seed=3) for _ in range(2))
    assert first == second
    assert first.status == "finished"


@pytest.mark.sampled(7)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "random"])  # who goes by the numbers to come
def test_what_is_hidden_changes_no_choice(kind: str, game: Game) -> None:
    state = game.initial_state(seed=5)
    movers = make_players(("random", "random"), 5)
    for number in range(10):
        if state.is_terminal:
            break
        seat = state.current_seat
        other = state.resample(seat=seat, seed=number)
        chosen = [maker(kind)(seat, number).choose(one, one.legal_moves).text for one in (state, other)]
        assert chosen[0] == chosen[1]
        state.apply(movers[seat].choose(state, state.legal_moves))


def test_actions_are_drawn_by_their_weights(game: Game) -> None:
    state = game.initial_state(seed=5)
    actions = {move.action for move in state.legal_moves}
    assert len(actions) >= 2
    one, *others = sorted(actions)
    bot = maker(f"random:{one}=6")(0, 5)
    drawn = [bot.choose(state, state.legal_moves).action for _ in range(2000)]
    assert abs(drawn.count(one) / 2000 - 6 / (6 + len(others))) < 0.05
    never = maker(":".join(("random", *(f"{name}=0" for name in others))))(0, 5)
    assert {never.choose(state, state.legal_moves).action for _ in range(100)} == {one}
    any = maker(":".join(("random", *(f"{name}=0" for name in actions))))(0, 5)
    assert {any.choose(state, state.legal_moves).text for _ in range(500)} == {move.text for move in state.legal_moves}


@pytest.mark.thorough
def test_greedy_beats_random(game: Game) -> None:
    played = [play_out(game, make_players(("greedy", "random"), seed), seed=seed) for seed in range(4)]
    assert sum(one.returns[0] for one in played) >= 3


@pytest.mark.thorough
def test_rollout_beats_random() -> None:
    game = load_game("neko-racing", players=3)
    won = 0.0
    for seed in range(3):
        kinds = ["random"] * 3
        kinds[seed] = "rollout"
        won += play_out(game, make_players(kinds, seed), seed=seed).returns[seed]
    assert won >= 2


@pytest.mark.thorough
def test_rollout_takes_what_wins_at_once() -> None:
    game = load_game("neko-racing", players=3)
    winning = 0
    for seed in range(8):
        state, movers = game.initial_state(seed=seed), make_players(["random"], seed) * 3
        while not state.is_terminal:
            over = [m for m in state.legal_moves if m.text.startswith("arrive(0, ")]
            if over and len(state.legal_moves) > 1:
                assert maker("rollout")(state.current_seat, seed).choose(state, state.legal_moves) in over
                winning += 1
            state.apply(movers[0].choose(state, state.legal_moves))
    assert winning


@pytest.mark.thorough
def test_rollout_plays_alike_with_every_engine() -> None:
    chosen = []
    for engine in ("fast", "reference"):
        state = load_game("course-folle", players=2, engine=engine).initial_state(seed=1)
        players = make_players(["rollout", "random"], 1)
        for _ in range(12):
            state.apply(players[state.current_seat].choose(state, state.legal_moves))
        chosen.append([one.text for one in state.events(0) if one.what == "move"])
    assert chosen[0] == chosen[1]
    assert len(chosen[0]) > 8


@pytest.mark.thorough
def test_search_finds_what_only_looking_ahead_shows() -> None:
    """Kuhn poker: whoever holds the king and is bet against calls; whoever holds the jack folds."""
    for card, right in (("king", "call"), ("jack", "fold")):
        seen = 0
        for seed in range(16):
            state = load_game("kuhn-poker").initial_state(seed=seed)
            state.apply("bet")
            if state.view(1)["zones"]["p2.hand"]["cards"] == [card]:
                bot = maker("search:playouts=100")(1, seed)
                assert bot.choose(state, state.legal_moves).text == right
                seen += 1
        assert seen > 2


@pytest.mark.thorough
def test_search_beats_first_at_tricks() -> None:
    """A trick game with four seats: the search takes more than its share of the points of the others."""
    game = load_game("oh-hell")
    won = 0.0
    for seed in range(4, 8):
        kinds = ["first"] * game.players
        kinds[seed % game.players] = "search:playouts=40"
        won += play_out(game, make_players(kinds, seed), seed=seed).returns[seed % game.players]
    assert won > 4 / game.players


@pytest.mark.parametrize(
    ("text", "wrong", "word"),
    [
        ("serch", "kind", "serch"),
        ("search:", "parameter", ""),
        ("search:depth=3", "parameter", "depth=3"),
        ("greedy:time=5ms", "parameter", "time=5ms"),
        ("search:playouts=0", "value", "0"),
        ("search:playouts=٣", "value", "٣"),
        ("search:time=5", "value", "5"),
        ("search:redeal=10", "value", "10"),
        ("search:reach=0", "value", "0"),
        ("search:picks=10", "value", "10"),
        ("search:picks=1", "value", "1"),
        ("search:delay=65", "value", "65"),
        ("search:delay=1:delay=1", "repeated", "delay=1"),
    ],
)
def test_who_is_unknown(text: str, wrong: str, word: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        maker(text)
    assert (caught.value.wrong, caught.value.word) == (wrong, word)


def test_seats() -> None:
    assert seated(["first"], 3) == ("first", "first", "first")
    assert seated(["first", "random"], 2) == ("first", "random")
    with pytest.raises(ValueError, match="2 kinds of player for 3 seats"):
        seated(["first", "random"], 3)
