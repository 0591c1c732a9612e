"""Says how many instructions of WebAssembly compiled games take: a random game, a dive of the tree search, a move.

    python benchmarks/fuel.py [--without RULE] [GAME …]

`wasmtime` counts the instructions of a module that is compiled with fuel: exactly, and the same at each run, so that a
change of one in a thousand is seen on a machine that does other things as well. It counts each as one, whether the
processor needs it, waits for it, or foresees it; what seems to gain must still be timed. What all have found is printed
as a hash: a change that leaves the laws alone leaves it alone, too.

`--without` leaves out one of the compiler's rules that make games faster, so that one sees what it is for; `--without
each` prints, for each rule and game, how many times as many instructions a random game takes without it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any

import wasmtime

from cardwright.compiler.passes.rewriting import REWRITES, rewriting
from cardwright.compiler.runtime import hosts
from cardwright.engines.engine import TreeSettings
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game

GAMES = (
    "course-folle", "mille-bornes", "neko-racing", "on-the-trail", "cribbage", "go-fish", "hearts", "kuhn-poker",
    "liars-dice",
)  # fmt: skip
PLENTY = 1 << 60
STORES: list[wasmtime.Store] = []
PLAYOUTS, DIVES, GUESSES, MOVES = 200, 1000, 3, 40


def main() -> None:
    """Print a line for each game, or for each rule."""
    import_module("cardwright.compiler.compile")  # loads all rules
    parser = argparse.ArgumentParser(description="Count the instructions that compiled games take.")
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--without", choices=[*REWRITES, "each"], metavar="RULE", help=", ".join([*REWRITES, "each"]))
    asked = parser.parse_args()
    os.environ["CARDWRIGHT_CACHE"] = ""
    if asked.without == "each":
        print_rules(asked.games)
        return
    with rewriting(without=[asked.without] if asked.without else []):
        print_games(asked.games)


def print_games(games: Collection[str]) -> None:
    """Print what games take, and what they have found."""
    count_fuel()
    print(f"{'game':14} {'a random game':>15} {'a dive':>15} {'a move':>15}  found")
    for name in games:
        found: list[object] = []
        game = load_game(name, engine="fast", preset="single_hand" if name == "mille-bornes" else None)
        spent = [work(game, found) for work in (of_a_game, of_a_dive, of_a_move)]
        print(f"{name:14}", *(f"{one:15,.1f}" for one in spent), "", sha256(repr(found).encode()).hexdigest()[:12])


def print_rules(games: Sequence[str]) -> None:
    """Print what a random game takes without each rule, in a process for each, as a share of what it takes with all."""

    def instructions(*given: str) -> list[float]:
        command = [sys.executable, __file__, *given, *games]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return [float(line[15:30].replace(",", "")) for line in out.splitlines()[1:]]

    with_all = instructions()
    print(f"{'without':17}", *(f"{name[:12]:>12}" for name in games))
    for rule in REWRITES:
        shares = (one / before for one, before in zip(instructions("--without", rule), with_all, strict=True))
        print(f"{rule:17}", *(f"{share:12.3f}" for share in shares), flush=True)


def count_fuel() -> None:
    """Let all modules count their instructions."""
    hosts._engines[False] = hosts.engine(fuelled=True)
    first = wasmtime.Store.__init__

    def begun(store: wasmtime.Store, *given: Any) -> None:
        first(store, *given)
        store.set_fuel(PLENTY)
        STORES.append(store)

    wasmtime.Store.__init__ = begun  # type: ignore[method-assign]


def spent_in(work: Callable[..., object], *given: object) -> int:
    """The fuel that some work takes; a module that is made for it counts from then on."""
    stores = list(STORES)
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
