"""Both engines grow the same tree: every branch is taken as often."""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.engines.reference.tree import TreeSettings


@pytest.mark.parametrize(
    ("name", "moves", "dives"),
    [
        ("kuhn-poker", 1, 40),
        ("course-folle", 0, 12),  # secret choices, which come out together
        ("mille-bornes", 9, 2),  # more moves than are tried at once
    ],
)
def test_both_engines_grow_the_same_tree(name: str, moves: int, dives: int) -> None:
    preset = "single_hand" if name == "mille-bornes" else None
    games = [load_game(name, preset=preset, engine=engine) for engine in ("fast", "reference")]
    state = games[0].initial_state(seed=5)
    for number in range(moves):
        state.apply(number % len(state.legal_moves))
    for delay in (None, 1):
        settings = TreeSettings(players=games[0].players, curiosity=0.7, width=3.0, delay=delay)
        trees = [game.executor.tree(settings) for game in games]
        guesses = [state.resample(state.current_seat, seed) for seed in range(3)]
        for number, guess in enumerate(guesses):
            for tree in trees:
                tree.dive(guess.machine.state, dives, 100 * number, number)
        found = [tree.tally(guesses[0].machine.state) for tree in trees]
        for tree in trees:
            tree.close()
        assert found[0] == found[1]
        assert sum(found[0]) <= 3 * dives
        assert sum(found[0]) > dives or delay


def test_a_tree_takes_what_wins() -> None:
    """Kuhn poker: whoever holds the king and is bet against calls nearly always."""
    state = load_game("kuhn-poker").initial_state(seed=0)
    state.apply("bet")
    while state.view(1)["zones"]["p2.hand"]["cards"] != ["king"]:
        state = load_game("kuhn-poker").initial_state(seed=state.seed + 1)
        state.apply("bet")
    tree = state.game.executor.tree(TreeSettings(players=2, curiosity=0.7, width=3.0))
    for seed in range(4):
        guess = state.resample(1, seed)
        tree.dive(guess.machine.state, 50, seed, seed)
    taken = dict(zip((move.text for move in guess.legal_moves), tree.tally(guess.machine.state), strict=True))
    tree.close()
    assert taken["call"] > 10 * taken["fold"] > 0
