"""How strong bots are against each other, and what a decision costs them: the table of `docs/players.md`.

    python benchmarks/players.py mille-bornes@single_hand 2 greedy first --pairs 40

Two bots sit at one table, in turn on the seats (of teams, in turn on the teams). Each deal is played twice, the second
time with the seats exchanged; what counts is the mean return of the one above that of the other, over both games. The
interval holds in 95 of 100 cases (Student's t over the pairs).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from time import process_time

from cardwright import load_game
from cardwright.play.game.game import Game
from cardwright.play.game.move import Move
from cardwright.play.game.state import State
from cardwright.play.players.playout import play_out
from cardwright.play.players.registry import maker
from cardwright.studies.intervals import mean


class Timed:
    """A bot whose decisions are timed."""

    def __init__(self, kind: str, seat: int, seed: int, spent: Counter[str], asked: Counter[str]) -> None:
        self.bot, self.kind, self.spent, self.asked = maker(kind)(seat, seed), kind, spent, asked

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """What the bot chooses; the processor time in microseconds is added."""
        started = process_time()
        move = self.bot.choose(state, moves)
        self.spent[self.kind] += round(1e6 * (process_time() - started))
        self.asked[self.kind] += 1
        return move


def difference(game: Game, kinds: Sequence[str], seed: int, spent: Counter[str], asked: Counter[str]) -> float:
    """How far the first bot is above the second in a pair of games."""
    sides = game.layout.teams or range(game.players)
    total = 0.0
    for turn in (0, 1):
        seated = [kinds[(side + seed + turn) % 2] for side in sides]
        bots = [Timed(kind, seat, seed, spent, asked) for seat, kind in enumerate(seated)]
        returns = play_out(game, bots, seed=seed).returns
        means = [
            sum(number for number, one in zip(returns, seated, strict=True) if one == kind) / seated.count(kind)
            for kind in kinds
        ]
        total += means[0] - means[1]
    return total / 2


def main() -> None:
    """Print a line about two bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--pairs", type=int, default=40)
    given = parser.parse_args()
    name, _, preset = given.game.partition("@")
    game = load_game(name, players=given.players, preset=preset or None)
    spent, asked = Counter[str](), Counter[str]()
    found = [difference(game, given.bots, seed, spent, asked) for seed in range(1, given.pairs + 1)]
    one = mean(Counter(found))
    assert one is not None
    costs = ", ".join(f"{kind} {spent[kind] / max(1, asked[kind]) / 1000:.1f} ms" for kind in given.bots)
    print(f"{given.game}, {given.players} players: {given.bots[0]} above {given.bots[1]} by {one.value:+.2f}", end=" ")
    print(f"({one.low:+.2f} to {one.high:+.2f}), {given.pairs} pairs; {costs} a decision")


if __name__ == "__main__":
    main()
