"""Says how many instructions of WebAssembly a dive of the tree search and a watched move take, and what came of them.

    python benchmarks/fuel.py [GAME …]

`wasmtime` counts the instructions of a module that is compiled with fuel: exactly, and the same at each run, so that a
change of one in a thousand is seen on a machine that does other things as well. What each tree has found is printed as
a hash: a change of the compiler that leaves the law alone leaves it alone, too.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from typing import Any

from cardwright.compiler.runtime import engine as runtime
from cardwright.engines.engine import TreeSettings
from cardwright.play.game.loading.load import load_game

GAMES = (
    "kuhn-poker", "leduc-poker", "go-fish", "hearts", "liars-dice", "course-folle", "mille-bornes", "neko-racing",
    "on-the-trail",
)  # fmt: skip
PLENTY = 1 << 60
DIVES, GUESSES, MOVES = 1000, 3, 40


def main() -> None:
    """Print a line for each game."""
    os.environ["CARDWRIGHT_CACHE"] = ""
    count_fuel()
    print(f"{'game':14} {'instructions a dive':>20} {'a watched move':>16}  found")
    for name in sys.argv[1:] or GAMES:
        dives, found = searched(name)
        moves, cells = watched(name)
        print(f"{name:14} {dives:20,.1f} {moves:16,.1f}  {sha256(repr((found, cells)).encode()).hexdigest()[:12]}")


def count_fuel() -> None:
    """Let all modules count their instructions."""
    runtime.engine(fuelled=True)
    runtime._engines[False] = runtime._engines[True]
    load = runtime.Instance._load

    def filled(self: runtime.Instance, *given: Any) -> None:
        load(self, *given)
        self._store.set_fuel(PLENTY)

    import wasmtime

    first = wasmtime.Store.__init__

    def begun(self: wasmtime.Store, *given: Any) -> None:
        first(self, *given)
        self.set_fuel(PLENTY)

    wasmtime.Store.__init__ = begun  # type: ignore[method-assign]
    runtime.Instance._load = filled  # type: ignore[method-assign]


def searched(name: str) -> tuple[float, object]:
    """The instructions of a dive, over guesses of a position, and how often each move was taken."""
    game = load_game(name, engine="fast", preset="single_hand" if name == "mille-bornes" else None)
    state = game.initial_state(seed=5)
    while len(state.legal_moves) < 2:
        state.apply(0)
    tree: Any = game.executor.tree(TreeSettings(players=game.players, curiosity=0.7, width=3.0))
    store, found = tree._instance._store, list[object]()
    spent = 0
    for number in range(GUESSES):
        guess = state.resample(state.current_seat, number)
        before = store.get_fuel()
        tree.simulate(guess.machine.state, DIVES, 100 * number, number)
        spent += before - store.get_fuel()
        found.append(tree.each(guess.machine.state, [1, 0], 5, 0, 100 * number + 50, number))
        found.append(tree.tally(guess.machine.state))
    tree.close()
    return spent / (DIVES * GUESSES), found


def watched(name: str) -> tuple[float, object]:
    """The instructions of a move that somebody watches, and the cells after each."""
    game = load_game(name, engine="fast", preset="single_hand" if name == "mille-bornes" else None)
    spent, many, found = 0, 0, list[object]()
    for seed in range(5):
        state = game.initial_state(seed=seed)
        store = state.machine.compiled.watched._store  # type: ignore[attr-defined]
        for number in range(MOVES):
            if state.status != "running":
                break
            before = store.get_fuel()
            state.apply((7 * number + seed) % len(state.legal_moves))
            used = before - store.get_fuel()
            if used > 0:  # it is filled again now and then
                spent, many = spent + used, many + 1
        found.append(list(state.machine.state))
    return spent / max(many, 1), found


if __name__ == "__main__":
    main()
