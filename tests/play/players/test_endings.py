"""Near the end of a game the search plays no move that another beats in every guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.players.player import PlayerRandom
from cardwright.play.players.registry import maker
from cardwright.play.players.search import beaten

NIM = """
spec: 1
game: nim
title: "Nim"
players: 2
cards: {main: {list: {ace: {copies: 1}}}}
zones: {box: {holds: main, start: listed, shows: all}}
variables:
  heap: {type: integer, range: [0, 9], start: HEAP}
  last: {type: player or none}
begin: play
phases:
  play: {turns: {}, until: heap == 0, offer: [take]}
actions:
  take: {choose: {n: "1..min(3, heap)"}, do: "heap -= n\\nlast = me"}
result:
  winners: "[p for p in players if p == last]"
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("heap", "right"), [(3, "take(3)"), (5, "take(1)"), (6, "take(2)"), (7, "take(3)")])
def test_what_loses_to_the_best_answer_is_not_played(heap: int, right: str, tmp_path: Path) -> None:
    """Nothing is hidden, so the others are taken to answer well: a multiple of four is left."""
    (tmp_path / "nim.yaml").write_text(NIM.replace("HEAP", str(heap)))
    state = load_game(str(tmp_path / "nim.yaml")).initial_state()
    assert maker("search:playouts=400")(0, 1).choose(state, state.legal_moves).text == right


@pytest.mark.parametrize(("card", "worse"), [("king", {"fold"}), ("queen", set()), ("jack", {"call"})])
def test_who_is_bet_against_never_folds_the_best_card(card: str, worse: set[str]) -> None:
    """Kuhn poker: with the queen it depends on the guess."""
    game, seed = load_game("kuhn-poker"), 0
    state = game.initial_state(seed=seed)
    while state.view(1)["zones"]["p2.hand"]["cards"] != [card]:
        seed += 1
        state = game.initial_state(seed=seed)
    state.apply("bet")
    guesses = [state.resample(1, seed) for seed in range(8)]
    found = beaten(guesses, 1, 50, PlayerRandom(0, 1))
    assert {state.legal_moves[place].text for place in found} == worse


def test_a_bluff_is_not_beaten() -> None:
    """Who holds the jack and bets loses to whoever knows it; but the other one does not, and may fold."""
    game = load_game("kuhn-poker")
    for seed in range(6):
        state = game.initial_state(seed=seed)
        assert not beaten([state.resample(0, seed) for seed in range(8)], 0, 50, PlayerRandom(0, 0))


def test_too_many_positions_are_not_looked_at() -> None:
    state = load_game("mille-bornes", players=2).initial_state(seed=1)
    assert beaten([state.resample(0, 1)], 0, 100, PlayerRandom(0, 0)) == frozenset()
