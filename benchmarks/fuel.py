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
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any

import wasmtime

from cardwright.compiler.runtime import hosts
from cardwright.compiler.wasm.terms import NOTHING
from cardwright.engines.engine import TreeSettings
from cardwright.engines.program.traversal import chain
from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game

GAMES = (
    "course-folle", "mille-bornes", "neko-racing", "on-the-trail", "cribbage", "go-fish", "hearts", "kuhn-poker",
    "liars-dice",
)  # fmt: skip
PLENTY = 1 << 60
STORES: list[wasmtime.Store] = []
PLAYOUTS, DIVES, GUESSES, MOVES = 200, 1000, 3, 40


RULES: dict[str, tuple[str, str, Callable[..., object]]] = {
    "gather_deck": ("rules.idiom_recognition", "gather_deck", lambda fb, body: (0, NOTHING)),
    "shuffle_in": ("rules.idiom_recognition", "shuffle_in", lambda fb, body: (0, NOTHING)),
    "reset_deck": ("rules.idiom_recognition", "reset_deck", lambda fb, body: (0, NOTHING)),
    "move_as_set": ("rules.idiom_recognition", "move_as_set", lambda fb, stmt: None),
    "forward_card": ("rules.idiom_recognition", "forward_card", lambda fb, stmt: None),
    "jump_threading": ("passes.jump_threading", "thread_null_tests", lambda program, facts, rounds: (program, {})),
    "loop_unrolling": ("passes.loop_unrolling", "unroll_rounds", lambda program, rounds: program),
    "hoist_divisions": ("values.code_motion", "hoist_divisions", lambda fb, loop, emit: emit()),
    "single_card_loop": ("values.loop_specialisation", "single_card_loop", lambda fb, loop, act, room: None),
    "each_chosen": ("values.loop_specialisation", "each_chosen", lambda fb, source, body, known: None),
    "mostly_single": ("values.loop_specialisation", "mostly_single", lambda fb, loops: None),
    "scalar_item": ("values.scalar_replacement", "scalar_item", lambda fb, node, index: None),
    "store_scalars": ("values.scalar_replacement", "store_scalars", lambda fb, call, at: None),
    "move_within": ("cards.transfer", "stays_within", lambda mb, sources, targets: False),
    "bit_sets": ("passes.variable_usage", "bit_set_variables", lambda program, facts: frozenset()),
    "sequence_choices": ("passes.sequential_choices", "sequence_choices", lambda program: program),
    "draw_round": ("rules.draws", "draw_round", lambda fb, head: NOTHING),
    "draw_behind": ("rules.draws", "draw_behind", lambda fb, end: None),
    "set_unread": ("rules.assignments", "set_unread", lambda fb, stmt, cell: None),
    "list_in_place": ("rules.state_slots", "_in_place", lambda fb, slot, at, value: None),
    "best_side": ("rules.results", "_best", lambda fb, winners, members, seats: None),
    "pick_untaken": ("rules.draws", "pick_untaken", lambda fb, end: None),
    "either_place": ("rules.effects", "either_place", lambda fb, stmt: None),
    "evaluation_order": ("values.conditions", "evaluation_order", lambda fb, test: list(chain(test, test.op))),
    "packed_keys": ("values.comprehensions", "key_of", lambda fb, node: None),
    "printed_element": ("values.expressions", "emit_item", lambda fb, fold, index: None),
    "distinct_as_made": ("values.expressions", "emit_distinct", lambda fb, fold: None),
    "kind_in_zone": ("values.builtins", "_in_zone", lambda fb, what, zone: None),
    "held_heap": ("values.loops", "_held", lambda fb, source, body, known: None),
    "product_choice": ("moves.product_moves", "product_choice", lambda fb, choice: None),
    "range_choice": ("moves.product_moves", "range_choice", lambda fb, choice: None),
    "cards_choice": ("moves.multi_card_moves", "cards_choice", lambda fb, choice: None),
    "ranked_argument": ("moves.random_moves", "ranked_argument", lambda fb, ask: None),
}
"""Rules that can be left out alone: where each is, and what it answers where it does not fit."""


def main() -> None:
    """Print a line for each game, or for each rule."""
    parser = argparse.ArgumentParser(description="Count the instructions that compiled games take.")
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--without", choices=[*RULES, "each"], metavar="RULE", help=", ".join([*RULES, "each"]))
    asked = parser.parse_args()
    os.environ["CARDWRIGHT_CACHE"] = ""
    if asked.without == "each":
        print_rules(asked.games)
        return
    if asked.without:
        leave_out(*RULES[asked.without])
    count_fuel()
    print(f"{'game':14} {'a random game':>15} {'a dive':>15} {'a move':>15}  found")
    for name in asked.games:
        found: list[object] = []
        game = load_game(name, engine="fast", preset="single_hand" if name == "mille-bornes" else None)
        spent = [work(game, found) for work in (of_a_game, of_a_dive, of_a_move)]
        print(f"{name:14}", *(f"{one:15,.1f}" for one in spent), "", sha256(repr(found).encode()).hexdigest()[:12])


def leave_out(module: str, name: str, answer: Callable[..., object]) -> None:
    """Let a rule answer so wherever it is asked."""
    import_module("cardwright.compiler.compile")
    rule = getattr(import_module(f"cardwright.compiler.{module}"), name)
    for one in [one for key, one in sys.modules.items() if key.startswith("cardwright.compiler")]:
        for key in [key for key, value in vars(one).items() if value is rule]:
            setattr(one, key, answer)


def print_rules(games: Sequence[str]) -> None:
    """Print what a random game takes without each rule, in a process for each, as a share of what it takes with all."""

    def instructions(*given: str) -> list[float]:
        command = [sys.executable, __file__, *given, *games]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return [float(line[15:30].replace(",", "")) for line in out.splitlines()[1:]]

    with_all = instructions()
    print(f"{'without':17}", *(f"{name[:12]:>12}" for name in games))
    for rule in RULES:
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
