"""What was tried for the search and left out: guesses weighed by a simple policy, a tree that is carried on.

    python benchmarks/beliefs.py [weights] [carried] [--games N]

`docs/players.md` has what came of it. Bots that search with 100 playouts play against each other.

**weights**: at a quarter of the decisions 32 guesses are drawn. A guess weighs as much as all is likely that the others
have done in it, if they took any action that was legal, then any move of it (as playouts do), or any legal move; to a
power, which tells how far the policy is trusted (M. Buro, J. Long, T. Furtak, N. Sturtevant, "Improving state
evaluation, inference, and search in trick-based card games", 2009). The weighed mean of how many cards of each kind
others hold differs from how many they do hold: the *error* is the sum of the squares. The same *with any number of
guesses* leaves out what few guesses add to it, their weighed variance over the number that counts, less one; 1 over
the sum of the squared shares of the guesses is how many count (L. Kish, "Survey sampling", 1965). Intervals are
Student's over games, of the difference from no weights.

**carried**: at each decision, how many of the playouts of the decision before went through what has happened since, as
the seat has heard of it; as a share of all playouts.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from random import Random
from statistics import fmean, median, stdev

from players import load

from cardwright.compiler.builder.tree_map import Head, TreeMap, TreeSlot
from cardwright.compiler.runtime.executor import FastExecutor
from cardwright.engines.position import Position, RawMove
from cardwright.engines.program.bounds import CELL
from cardwright.engines.program.nodes import AskBlock
from cardwright.engines.reference.uct import MASK, hash_move, hash_step, roots
from cardwright.play.game.determinisation.simulator import Simulator
from cardwright.play.game.game import Game, State
from cardwright.play.players.registry import maker
from cardwright.studies.statistics.intervals import t_quantile

BOT, PLAYOUTS, GUESSES = "search:playouts=100", 100, 32
GAMES = (("mille-bornes@single_hand", 2), ("neko-racing", 3), ("on-the-trail", 2), ("course-folle", 2))
POLICIES = ("any action, then any move", "any move")
POWERS = (0.25, 0.5, 1.0)
Errors = tuple[float, float, float]
"""An error, the same with any number of guesses, and the share of guesses that count."""


def decisions(game: Game, seed: int) -> Iterator[State]:
    """The positions of a game at which there is something to decide."""
    state = game.initial_state(seed=seed, record=False)
    bots = [maker(BOT)(seat, seed) for seat in range(game.players)]
    while not state.is_terminal:
        if len(state.legal_moves) > 1:
            yield state
        state.apply(bots[state.current_seat].choose(state, state.legal_moves))


# Weights ----------------------------------------------------------------------------------


def likelihoods(guess: State, seat: int) -> tuple[float, ...]:
    """The logarithms of how likely the others would have played as they did in a guess, by policy."""
    assert guess.history is not None
    executor, code = guess.game.executor, guess.machine.code
    entries, found = guess.history.entries(), [0.0, 0.0]
    m = Simulator(executor, seat).table(entries[0].beginning.untouched(code))
    m.go()
    outcomes = entries[0].beginning.told or ()
    for entry in entries[1:]:
        for value in outcomes:
            m.decide(value)
        outcomes = entry.told or ()
        if entry.what == "play":
            end = code.block(m.numbers).end
            assert isinstance(end, AskBlock)
            rows = m.rows or ()
            if m.numbers[end.who.address] != seat and rows:
                kinds = Counter(row[0] for row in rows)
                found = [found[0] - log(len(kinds) * kinds[entry.given[0]]), found[1] - log(len(rows))]
            m.play(entry.given)
    return tuple(found)


def held(m: Position, seat: int) -> Counter[tuple[int, int]]:
    """How many cards of each kind lie in zones of others that the seat does not see."""
    zones = (z for z in m.code.layout.zones if z.owner_kind == "player" and z.owner != seat and z.sees[seat] != "all")
    return Counter((zone.number, m.kind_of[card]) for zone in zones for card in m.cards(zone.number))


def errors(
    counts: Sequence[Counter[tuple[int, int]]], truth: Counter[tuple[int, int]], logs: Sequence[float]
) -> Errors:
    """How far the weighed mean is from the truth."""
    weights = [exp(one - max(logs)) for one in logs]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    error = spread = 0.0
    for key in set(truth).union(*counts):
        mean = sum(share * one[key] for share, one in zip(shares, counts, strict=True))
        error += (mean - truth[key]) ** 2
        spread += sum(share * (one[key] - mean) ** 2 for share, one in zip(shares, counts, strict=True))
    few = sum(share * share for share in shares)
    return error, error - (spread * few / (1 - few) if few < 1 else 0.0), 1 / few / len(counts)


def weights(name: str, players: int, games: int) -> Iterator[str]:
    """The rows of a game."""
    game, luck = load(name, players), Random(1)
    found: dict[tuple[int, float], list[Errors]] = {}
    for seed in range(1, games + 1):
        one: dict[tuple[int, float], list[Errors]] = {}
        for state in decisions(game, seed):
            seat = state.current_seat
            if state.decisions < 6 or luck.random() > 1 / 4:
                continue
            guesses = [state.resample(seat, number * 65) for number in range(GUESSES)]
            if guesses[0].sampling is None or guesses[0].sampling.way != "sampled":
                continue
            counts, truth = [held(guess.machine, seat) for guess in guesses], held(state.machine, seat)
            logs = list(zip(*(likelihoods(guess, seat) for guess in guesses), strict=True))
            one.setdefault((0, 0.0), []).append(errors(counts, truth, [0.0] * GUESSES))
            for key in ((policy, power) for policy in range(len(POLICIES)) for power in POWERS):
                one.setdefault(key, []).append(errors(counts, truth, [key[1] * each for each in logs[key[0]]]))
        for key, rows in one.items():
            found.setdefault(key, []).append(
                (fmean(r[0] for r in rows), fmean(r[1] for r in rows), fmean(r[2] for r in rows))
            )
    for key, rows in found.items():
        told = f"{POLICIES[key[0]]}, power {key[1]}" if key[1] else "no weights"
        both = " | ".join(_above([row[n] for row in rows], [row[n] for row in found[0, 0.0]]) for n in (0, 1))
        yield f"| `{name}`, {players} players | {told} | {both} | {fmean(row[2] for row in rows):.2f} |"


def _above(ours: Sequence[float], plain: Sequence[float]) -> str:
    """A mean over games, and how far it is above that without weights."""
    differences = [one - other for one, other in zip(ours, plain, strict=True)]
    if not any(differences):
        return f"{fmean(ours):.2f}"
    half = t_quantile(0.975, len(ours) - 1) * stdev(differences) / sqrt(len(ours))
    return f"{fmean(ours):.2f}: {fmean(differences):+.2f} ± {half:.2f}"


# A tree carried on ------------------------------------------------------------------------


def carried(name: str, players: int, games: int) -> Iterator[str]:
    """The row of a game."""
    game, shares = load(name, players), list[float]()
    for seed in range(1, games + 1):
        keys, looks = dict[int, int](), dict[int, dict[int, int]]()
        made = list[tuple[int, AskBlock, RawMove, int]]()
        state = game.initial_state(seed=seed, record=False)
        bots = [maker(BOT)(seat, seed) for seat in range(game.players)]
        while not state.is_terminal:
            m, seat = state.machine.plain(), state.current_seat
            for block, ask, raw, who in made:
                keys = {one: hash_step(key, hash_move(m, block, ask, raw, who, one)) for one, key in keys.items()}
            if len(state.legal_moves) > 1 and seat in keys:
                shares.append(looks[seat].get(keys[seat] + 1 & MASK, 0) / PLAYOUTS)
            _head(game)[Head.USED // CELL] = 0
            move = bots[seat].choose(state, state.legal_moves)
            if _head(game)[Head.USED // CELL]:
                keys[seat], looks[seat] = roots(players, None)[seat], _looks(game)
            ask_block = m.code.block(m.numbers)
            assert isinstance(ask_block.end, AskBlock)
            made = [(ask_block.number, ask_block.end, move.raw, seat)]
            state.apply(move)
    none = fmean(share == 0 for share in shares)
    yield f"| `{name}`, {players} players | {fmean(shares):.2f} | {median(shares):.2f} | {none:.0%} |"


def _head(game: Game) -> memoryview:
    """The head of the tree that was grown last."""
    assert isinstance(game.executor, FastExecutor)
    return game.executor.compiled.looking_ahead.cells_at(TreeMap(game.program).head, Head.BYTES // CELL)


def _looks(game: Game) -> dict[int, int]:
    """How often each position of that tree was looked at, by what its slot is found by."""
    assert isinstance(game.executor, FastExecutor)
    many = TreeSlot.BYTES * _head(game)[Head.SIZE // CELL]
    slots = game.executor.compiled.looking_ahead.cells_at(TreeMap(game.program).slots + many, many // CELL).tolist()
    return {
        key & MASK: looks
        for key, looks in zip(
            slots[:: TreeSlot.BYTES // CELL], slots[TreeSlot.LOOKS // CELL :: TreeSlot.BYTES // CELL], strict=True
        )
    }


TABLES = {
    "weights": (weights, "| game | weights | error | with any number of guesses | count |\n|---|---|---|---|---|"),
    "carried": (carried, "| game | mean | median | nothing |\n|---|---|---|---|"),
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help=", ".join(TABLES))
    parser.add_argument("--games", type=int, default=8)
    given = parser.parse_args()
    for what in given.what or TABLES:
        table, head = TABLES[what]
        print(f"\n{what}\n\n{head}")
        for name, players in GAMES:
            for row in table(name, players, given.games):
                print(row, flush=True)


if __name__ == "__main__":
    main()
