"""What a spec says a position is worth: bots go by it, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.program.derived_values import has_value
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import Game
from cardwright.play.players.lookahead import Evaluation, Greedy
from cardwright.play.players.registry import maker

SPEC = """
spec: 1
game: towers
title: "Towers"
players: [2, 4]
cards: {main: {attributes: {height: integer}, list: {low: {height: 1, copies: 6}, high: {height: 5, copies: 6}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  tower: {of: player, holds: main, shows: none}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 2 from pile to p.hand
    turns: {once: true}
    offer: [lay]
actions:
  lay: {choose: {c: me.hand}, do: move c to me.tower}
result:
  winners: "best(p for p in players by sum(c.height for c in p.tower))"
"""
VALUE = "  value: sum(c.height for c in it.tower)\n"


def load(tmp_path: Path, more: str, *, players: int = 2, engine: Engine | None = None) -> Game:
    """The game with more in its result."""
    path = tmp_path / "towers.yaml"
    path.write_text(SPEC.replace("[2, 4]", f"[2, {max(4, players)}]") + more, encoding="utf-8")
    return load_game(path, players=players, engine=engine)


def test_greedy_goes_by_it(tmp_path: Path) -> None:
    """Nobody sees a tower, so without a value all moves look alike, and the first is taken."""
    chosen = []
    for more in ("", VALUE, VALUE.replace("sum", "-sum")):
        game = load(tmp_path, more)
        for seed in range(20):
            state = game.initial_state(seed=seed)
            if [move.text for move in state.legal_moves] == ["lay(low)", "lay(high)"]:
                chosen.append(Greedy(0, 0).choose(state, state.legal_moves).text)
                break
    assert chosen == ["lay(low)", "lay(high)", "lay(low)"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_search_goes_by_it_where_it_is_told_how_far_to_play_on(engine: Engine, tmp_path: Path) -> None:
    """The higher card wins; a value that says the opposite is believed only by dives that are cut off."""
    chosen = []
    for more, bot in (
        (VALUE.replace("sum", "-sum"), "search:playouts=8"),
        (VALUE.replace("sum", "-sum"), "search:playouts=8:reach=1"),
        (VALUE, "search:playouts=8:reach=1"),
        ("", "search:playouts=8:reach=1"),  # nothing says what a position is worth: played to the end
    ):
        game = load(tmp_path, more, players=6, engine=engine)
        state = next(one for seed in range(20) if len((one := game.initial_state(seed=seed)).legal_moves) == 2)
        chosen.append(maker(bot)(0, 0).choose(state, state.legal_moves).text)
    assert chosen == ["lay(high)", "lay(low)", "lay(high)", "lay(high)"]


def test_it_is_no_rule(tmp_path: Path) -> None:
    games = [load(tmp_path, more) for more in ("", VALUE)]
    assert games[0].digest == games[1].digest
    assert games[0] == games[1]


@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_it_is_computed_for_each_seat(tmp_path: Path, engine: Engine) -> None:
    game = load(tmp_path, VALUE, players=4, engine=engine)
    state = game.initial_state(seed=1)
    laid = state.legal_moves[-1].text
    state.apply(laid)
    assert Evaluation(game).of(state) == ((float(5 if "high" in laid else 1), 0.0, 0.0, 0.0),)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "preset", "players"), [("mille-bornes", "single_hand", 4), ("neko-racing", None, 3)])
def test_the_compiled_game_tells_the_same(name: str, preset: str | None, players: int) -> None:
    """After every third move of a random game, and when it is over; half of the positions are guesses."""
    games = [load_game(name, players=players, preset=preset, engine=engine) for engine in ("fast", "reference")]
    states, different = [game.initial_state(seed=2) for game in games], set()
    while not states[0].is_terminal:
        if states[0].decisions % 3 == 0:
            guessed = [state.resample(1, 7) for state in states] if states[0].decisions % 2 else states
            found = [Evaluation(state.game).of(state) for state in guessed]
            assert found[0] == found[1]
            assert guessed[0].machine.worths() is not None
            different.add(found[0])
        move = states[0].random_move().text
        for state in states:
            state.apply(move)
    assert Evaluation(games[0]).of(states[0]) == Evaluation(games[1]).of(states[1])
    assert states[0].machine.worths() is not None
    assert len(different) > 10


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        ("4000000000000000000 * (3 - count(it.tower))", 8 * 10**18, 8 * 10**18),  # too large a number
        ("sum(a * b for a in 1..100 for b in 1..100) if count(it.tower) == 0 else 7", 7, 7),  # too many steps
    ],
)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_what_fails_for_a_seat_counts_as_nothing_for_it(
    tmp_path: Path, engine: Engine, value: str, low: int, high: int
) -> None:
    game = load(tmp_path, f"  value: {value}\nlimits: {{steps: 1000}}\n", players=4, engine=engine)
    state = game.initial_state(seed=1)
    laid = state.legal_moves[-1].text
    state.apply(laid)
    assert Evaluation(game).of(state) == ((float(high if "high" in laid else low), 0.0, 0.0, 0.0),)


@pytest.mark.parametrize(
    ("value", "worths"),
    [
        ("sum(1 for a in 1..(300 + count(it.hand)))", (301.0, 302.0, 302.0, 302.0)),
        ("sum(a for a in 1..(3000 if count(it.hand) == 1 else count(it.hand)))", (0.0, 3.0, 3.0, 3.0)),
    ],
)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_the_steps_of_each_seat_are_counted_by_themselves(
    tmp_path: Path, engine: Engine, value: str, worths: tuple[float, ...]
) -> None:
    """Four values of some 300 steps each are no more than 1000; nor do later seats pay for one whose value fails."""
    game = load(tmp_path, f"  value: {value}\nlimits: {{steps: 1000}}\n", players=4, engine=engine)
    state = game.initial_state(seed=1)
    state.apply(0)
    assert Evaluation(game).of(state) == (worths,)


def test_a_value_counts_where_the_spec_has_returns_of_its_own(tmp_path: Path) -> None:
    """Search cannot go by it there; greedy can, in the compiled game as well."""
    more = "  returns: count(it.tower)\n" + VALUE
    game = load(tmp_path, more, engine="fast")
    state = game.initial_state(seed=1)
    assert not has_value(game.program, game.exhibit)
    assert state.machine.worths() == [0, 0]


def test_a_value_is_an_integer(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="E311|E310|E312"):
        load(tmp_path, "  value: it.tower\n")


def test_without_it_the_score_and_the_tracks_count() -> None:
    state = load_game("on-the-trail").initial_state(seed=1)
    assert Evaluation(state.game).of(state) == ((0.0, 0.0), (0.0, 0.0))
    state.apply(0)
    scores, distances = Evaluation(state.game).of(state)
    assert scores == distances
    assert sorted(scores) == [0.0, 1.0]
