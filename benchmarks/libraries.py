"""Random games here and in other libraries, where both have the game: OpenSpiel and RLCard, if they are installed.

    pip install cardwright[bench]
    python benchmarks/libraries.py [--quick]

Games a second of processor time on one core, in turn, the best of several rounds. `inside` plays whole games in the
engine; `from Python` asks for the legal moves, picks one and plays it, as one does there. Rules differ in details, so
decisions a game are told, too: cards that are dealt are moves of chance there, and not here; neither counts them.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game

QUICK = "--quick" in sys.argv
ROUNDS = 3 if QUICK else 7
SECONDS = 0.2 if QUICK else 1.0
EXAMPLES = Path(__file__).parents[1] / "examples"

Play = Callable[[int], int]
"""Plays the game of a seed, and returns the number of decisions."""


@dataclass(frozen=True, kw_only=True)
class Same:
    """A game here, set to what it is there."""

    ours: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    openspiel: str = ""
    rlcard: str = ""
    note: str = ""


GAMES = (
    Same(ours="hearts", players=4, options={"target": 10}, openspiel="hearts", note="a deal, seldom two"),
    Same(ours="leduc-poker", players=2, openspiel="leduc_poker", rlcard="leduc-holdem"),
    Same(ours="kuhn-poker", players=2, openspiel="kuhn_poker"),
    Same(ours="gin-rummy", players=2, options={"hands": 1}, openspiel="gin_rummy", rlcard="gin-rummy", note="one deal"),
    Same(ours="blackjack", players=1, options={"hands": 1}, openspiel="blackjack", rlcard="blackjack", note="one deal"),
    Same(ours="limit-holdem", players=2, options={"hands": 1}, rlcard="limit-holdem", note="one deal"),
)


def inside(game: Game) -> Callable[[int], tuple[int, int]]:
    """Whole games in the engine: how many, and decisions."""

    def play(seed: int) -> tuple[int, int]:
        lengths = game.playouts(200, seed=seed).lengths
        return len(lengths), int(sum(lengths))

    return play


def from_python(game: Game) -> Play:
    """A game of ours, move by move."""

    def play(seed: int) -> int:
        luck, state, decided = random.Random(seed), game.initial_state(seed=seed, record=False), 0
        moves = state.legal_moves
        while moves:
            state.apply(int(luck.random() * len(moves)))
            moves, decided = state.legal_moves, decided + 1
        return decided

    return play


def openspiel(name: str) -> Play:
    """A game of OpenSpiel, from Python."""
    game = import_module("pyspiel").load_game(name)

    def play(seed: int) -> int:
        luck, state, decided = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                moves = state.legal_actions()
                state.apply_action(moves[int(luck.random() * len(moves))])
                decided += 1
        return decided

    return play


def rlcard(name: str) -> Play:
    """A game of RLCard: its own classes, without the environment that makes arrays for learners."""
    env = import_module("rlcard").make(name, config={"seed": 1})

    def play(seed: int) -> int:
        luck, decided, game = random.Random(seed), 0, env.game
        game.init_game()
        while not game.is_over():
            moves = list(game.judge.get_legal_actions() if name == "gin-rummy" else _legal(env))
            game.step(moves[int(luck.random() * len(moves))])
            decided += 1
        return decided

    return play


def _legal(env: Any) -> Any:
    return ["hit", "stand"] if env.name == "blackjack" else env.game.get_legal_actions()


def speed(play: Callable[[int], tuple[int, int]], first: int) -> tuple[float, float]:
    """Games a second, and decisions a game."""
    games = decisions = 0
    start = time.process_time()
    while (took := time.process_time() - start) < SECONDS:
        more, decided = play(first + games)
        games, decisions = games + more, decisions + decided
    return games / took, decisions / games


def singly(play: Play) -> Callable[[int], tuple[int, int]]:
    """One game at a time."""
    return lambda seed: (1, play(seed))


def main() -> None:
    """Measure and print everything: games a second, and decisions a game in brackets."""
    parser = argparse.ArgumentParser(
        description="Measure random games here and in other libraries.", allow_abbrev=False
    )
    parser.add_argument("--quick", action="store_true", help="with fewer and shorter rounds")
    parser.parse_args()
    os.environ["CARDWRIGHT_CACHE"] = ""
    print("| game | here, inside | here, from Python | OpenSpiel | RLCard |\n|---|---|---|---|---|")
    for same in GAMES:
        folder = EXAMPLES / same.ours / "game.yaml"
        game = load_game(folder, players=same.players, options=same.options, engine="fast")
        ways: dict[str, Callable[[int], tuple[int, int]]] = {"": inside(game), "Python": singly(from_python(game))}
        if same.openspiel and find_spec("pyspiel"):
            ways["OpenSpiel"] = singly(openspiel(same.openspiel))
        if same.rlcard and find_spec("rlcard"):
            ways["RLCard"] = singly(rlcard(same.rlcard))
        found: dict[str, tuple[float, float]] = {}
        for number in range(ROUNDS):
            for name, play in ways.items():
                found[name] = max(found.get(name, (0.0, 0.0)), speed(play, 1000 * number))
        cells = [found.get(name) for name in ("", "Python", "OpenSpiel", "RLCard")]
        told = [f"{one[0]:,.0f} ({one[1]:.1f})" if one else "" for one in cells]
        print(f"| {same.ours}{', ' + same.note if same.note else ''} | {' | '.join(told)} |", flush=True)


if __name__ == "__main__":
    main()
