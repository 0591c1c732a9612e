"""Says how many instructions of WebAssembly compiled games take: a random game, a dive of the tree search, a move.

    python benchmarks/fuel.py [GAME …]

`wasmtime` counts the instructions of a module that is compiled with fuel: exactly, and the same at each run, so that a
change of one in a thousand is seen on a machine that does other things as well. It counts each as one, whether the
processor needs it, waits for it, or foresees it; what seems to gain must still be timed. What all have found is printed
as a hash: a change that leaves the laws alone leaves it alone, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import wasmtime

from cardwright.compiler.runtime import engine as runtime
from cardwright.engines.engine import TreeSettings
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game

GAMES = (
    "course-folle", "mille-bornes", "neko-racing", "on-the-trail", "cribbage", "go-fish", "hearts", "kuhn-poker",
    "liars-dice",
)  # fmt: skip
PLENTY = 1 << 60
PLAYOUTS, DIVES, GUESSES, MOVES = 200, 1000, 3, 40


def main() -> None:
    """Print a line for each game."""
    os.environ["CARDWRIGHT_CACHE"] = ""
    count_fuel()
    print(f"{'game':14} {'a random game':>15} {'a dive':>15} {'a move':>15}  found")
    for name in sys.argv[1:] or GAMES:
        found: list[object] = []
        game = load_game(name, engine="fast", preset="single_hand" if name == "mille-bornes" else None)
        spent = [work(game, found) for work in (of_a_game, of_a_dive, of_a_move)]
        print(f"{name:14}", *(f"{one:15,.1f}" for one in spent), "", sha256(repr(found).encode()).hexdigest()[:12])


def count_fuel() -> None:
    """Let all modules count their instructions."""
    runtime._engines[False] = runtime.engine(fuelled=True)
    first = wasmtime.Store.__init__

    def begun(store: wasmtime.Store, *given: Any) -> None:
        first(store, *given)
        store.set_fuel(PLENTY)

    wasmtime.Store.__init__ = begun  # type: ignore[method-assign]


def spent_in(work: Callable[..., object], *given: object) -> int:
    """The fuel that some work takes; a module that is made for it counts from then on."""
    stores = [instance._store for instance in runtime._instances]
    before = sum(store.get_fuel() for store in stores)
    work(*given)
    return before - sum(store.get_fuel() for store in stores)


def of_a_game(game: Game, found: list[object]) -> float:
    """The instructions of a random game."""
    game.playouts(1)
    spent = spent_in(lambda: found.append(repr(game.playouts(PLAYOUTS, seed=1).returns)))
    return spent / PLAYOUTS


def of_a_dive(game: Game, found: list[object]) -> float:
    """The instructions of a dive, over guesses of a position; found is how often each move was taken."""
    state = game.initial_state(seed=5)
    while len(state.legal_moves) < 2:
        state.apply(0)
    tree = game.executor.tree(TreeSettings(players=game.players, curiosity=0.7, width=3.0))
    spent = 0
    for number in range(GUESSES):
        cells = state.resample(state.current_seat, number).machine.state
        spent += spent_in(tree.simulate, cells, DIVES, 100 * number, number)
        found += tree.each(cells, [1, 0], 5, 0, 100 * number + 50, number), tree.tally(cells)
    tree.close()
    return spent / (DIVES * GUESSES)


def of_a_move(game: Game, found: list[object]) -> float:
    """The instructions of a move that somebody watches; found are the cells at the end."""
    used: list[int] = []
    for seed in range(5):
        state = game.initial_state(seed=seed)
        for number in range(MOVES):
            if state.status == "running":
                place = (7 * number + seed) % len(state.legal_moves)
                used.append(spent_in(state.apply, place))
        found.append(list(state.machine.state))
    counted = [one for one in used if one > 0]  # now and then it is filled again
    return sum(counted) / len(counted)


if __name__ == "__main__":
    main()
