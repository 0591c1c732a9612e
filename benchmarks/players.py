"""Tables of `docs/players.md`: what the options of search are worth, how fast the tree grows, how far from best.

    python benchmarks/players.py                              all tables; an hour or more
    python benchmarks/players.py distance speed               some of them
    python benchmarks/players.py match neko-racing 3 search:playouts=100 greedy

How strong the bots are against each other is played by `strengths.py`, with the same kind of matches.

Matches: two bots sit at one table, in turn on the seats (of teams, in turn on the teams). Each deal is played twice,
then with the seats exchanged; what counts is the mean return of the one above that of the other, over both games. After
10, 20, 40 deals and so on up to 640 it is looked whether the question is settled. All looks together are right in 95 of
100 matches: the interval of each is Student's, at 99.3 %. One deal with the largest difference is added to the
variance, so that ten equal deals prove nothing.

Budgets are in playouts, so that a table is the same on every machine; the times are processor time.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median
from time import process_time

from cardwright import load_game
from cardwright.commands.main import GARBAGE
from cardwright.engines.engine import TreeSettings
from cardwright.play.game.game import Game, State
from cardwright.play.game.move import Move
from cardwright.play.players.player import Player
from cardwright.play.players.playout import play_out
from cardwright.play.players.registry import maker
from cardwright.play.players.search import CURIOSITY, PLAYOUTS_PER_LEAF, WIDTH
from cardwright.studies.statistics.intervals import LEVEL, corrected, t_quantile
from cardwright.studies.statistics.sequential import Running

LOOKS = (10, 20, 40, 80, 160, 320, 640)
"""After so many deals it is looked whether a match is settled."""

NUMBERS = {
    "mille-bornes@single_hand": (2, 3, 4, 6),
    "neko-racing": (3, 4, 5),
    "on-the-trail": (2,),
    "course-folle": (2, 3, 4, 5, 6, 7),
}
"""The four games, with all numbers of players."""

SEARCH = {
    ("mille-bornes@single_hand", 2): "search:playouts=2000:reach=6",
    ("mille-bornes@single_hand", 3): "search:playouts=1000:reach=6",
    ("mille-bornes@single_hand", 4): "search:playouts=600:reach=6",
    ("mille-bornes@single_hand", 6): "search:playouts=300:reach=6",
    ("neko-racing", 3): "search:playouts=800",
    ("neko-racing", 4): "search:playouts=120:reach=28:picks=2",
    ("neko-racing", 5): "search:playouts=160:reach=28:picks=2",
    ("on-the-trail", 2): "search:playouts=400",
    ("course-folle", 2): "search:playouts=2000",
    ("course-folle", 3): "search:playouts=1000",
    ("course-folle", 4): "search:playouts=800",
    ("course-folle", 5): "search:playouts=600",
    ("course-folle", 6): "search:playouts=800",
    ("course-folle", 7): "search:playouts=1000",
}
"""Search with few playouts at each table: about what 5 ms a decision have room for where nothing else runs.

In Course Folle for seven it takes as long as `rollout`. In Mille Bornes for four and six most of it are guesses.
"""

SMALL = {"kuhn-poker": 40, "leduc-poker": 2, "benchmarks/tricks.yaml": 2}
"""Games small enough to work out, and how often a bot is asked in each information set."""


@dataclass(slots=True)
class Timed:
    """A bot whose decisions are timed."""

    kind: str
    spent: Counter[str]
    asked: Counter[str]
    bot: Player

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """What the bot chooses; the processor time in microseconds is added."""
        started = process_time()
        move = self.bot.choose(state, moves)
        self.spent[self.kind] += round(1e6 * (process_time() - started))
        self.asked[self.kind] += 1
        return move


def load(name: str, players: int) -> Game:
    """A game as the tables name it: `mille-bornes@single_hand`."""
    base, _, preset = name.partition("@")
    return load_game(base, players=players, preset=preset or None)


# Matches ----------------------------------------------------------------------------------


def difference(game: Game, kinds: Sequence[str], seed: int, spent: Counter[str], asked: Counter[str]) -> float:
    """How far the first bot is above the second in a pair of games."""
    sides = game.layout.teams or range(game.players)
    total = 0.0
    for turn in (0, 1):
        seated = [kinds[(side + seed + turn) % 2] for side in sides]
        bots = [Timed(kind, spent, asked, maker(kind)(seat, seed)) for seat, kind in enumerate(seated)]
        returns = play_out(game, bots, seed=seed).returns
        means = [
            sum(number for number, one in zip(returns, seated, strict=True) if one == kind) / seated.count(kind)
            for kind in kinds
        ]
        total += means[0] - means[1]
    return total / 2


def match(name: str, players: int, one: str, other: str, most: int = LOOKS[-1]) -> str:
    """A row of the table: the first bot against the second, until it is settled who is better."""
    game, running = load(name, players), Running(largest=1.0)
    spent, asked = Counter[str](), Counter[str]()
    for seed in range(1, most + 1):
        running.add(difference(game, (one, other), seed, spent, asked))
        if seed in LOOKS and abs(running.mean) > half(running):
            break
    return row(name, players, (one, other), running, spent, asked)


def row(
    name: str, players: int, bots: Sequence[str], running: Running, spent: Counter[str], asked: Counter[str]
) -> str:
    """What a match came to, as a row of the table."""
    low, high = max(-1.0, running.mean - half(running)), min(1.0, running.mean + half(running))
    costs = ", ".join(f"{spent[kind] / max(1, asked[kind]) / 1000:.0f}" for kind in bots)
    settled = "" if low > 0 or high < 0 else ": open"
    above = f"{running.mean:+.2f} ({low:+.2f} to {high:+.2f}){settled}"
    kinds = ", ".join(f"`{kind}`" for kind in bots)
    return f"| `{name}`, {players} players | {kinds} | {running.n} | {above} | {costs} |"


def half(running: Running) -> float:
    """Half the width of the interval that holds at all looks together."""
    level = (1 + corrected(len(LOOKS), LEVEL)) / 2
    return t_quantile(level, running.n - 1) * running.spread / sqrt(running.n)


# Options ----------------------------------------------------------------------------------


def options() -> Iterator[str]:
    """The options of search against search without them."""
    yield "| game | bots | pairs | above by | ms a decision |"
    yield "|---|---|---|---|---|"
    for (name, players), few in SEARCH.items():
        for option in ("delay=1", "redeal=1"):
            yield match(name, players, f"{few}:{option}", few)


# Small games ------------------------------------------------------------------------------


def distance() -> Iterator[str]:
    """What the best answer gains against bots in small games: `cardwright solve --bots`."""
    bots = ["random", "first", "greedy", "rollout"]
    bots += [f"search:playouts={n}{option}" for n in (100, 1000) for option in ("", ":redeal=1", ":delay=1")]
    yield "| game | bot | answer of p1 | answer of p2 |"
    yield "|---|---|---|---|"
    for name, times in SMALL.items():
        command = [sys.executable, "cli.py", "solve", name, "--bots", ",".join(bots), "--times", str(times)]
        told = json.loads(subprocess.run([*command, "--format", "json"], check=True, capture_output=True).stdout)
        for bot, gains in told["bots"].items():
            yield f"| `{name}` | `{bot}` | {' | '.join(map(_gain, gains.values()))} |"


def _gain(one: dict[str, float | None]) -> str:
    """A gain with its interval, where that is known."""
    found, low, high = one["value"], one["low"], one["high"]
    return f"{found:.3f}" if low is None or high is None or low == high else f"{found:.3f} ({low:.3f} to {high:.3f})"


# Speed ------------------------------------------------------------------------------------

AGAIN = 20
"""So often is everything timed at each position."""


def speed() -> Iterator[str]:
    """A playout inside the tree against one at random from the same position."""
    yield "| game | playouts a second | inside the tree | times as long | a guess |"
    yield "|---|---|---|---|---|"
    for name, numbers in (*NUMBERS.items(), ("hearts", (4,))):
        for players in numbers:
            yield speed_of(name, players)


def speed_of(name: str, players: int, many: int = 400) -> str:
    """A row: medians over ten positions, at each of them the best of a few times."""
    game = load(name, players)
    rows = []
    for seed in range(10):
        state = game.initial_state(seed=seed)
        for number in range(5 + 2 * seed):
            if len(state.legal_moves):
                state.apply(number * 7 % len(state.legal_moves))
        if not state.is_terminal:
            rows.append(tuple(map(min, zip(*(_times(state, many, seed) for _ in range(AGAIN)), strict=True))))
    plain, tree, guess = (median(column) for column in zip(*rows, strict=True))
    told = f"{1 / plain:,.0f} | {1 / tree:,.0f} | {tree / plain:.2f} | {1e6 * guess:,.0f} µs"
    return f"| `{name}`, {players} players | {told} |"


def _times(state: State, many: int, seed: int) -> tuple[float, float, float]:
    """The seconds of a playout, of one inside the tree, and of a guess."""
    game, seat = state.game, state.current_seat
    state.resample(seat, seed)
    started = process_time()
    guesses = [state.resample(seat, seed + number) for number in range(10)]
    guessed = (process_time() - started) / len(guesses)
    cells = guesses[0].machine.state
    game.executor.playouts(list(cells), many, seed)
    started = process_time()
    game.executor.playouts(list(cells), many, seed)
    plain = (process_time() - started) / many
    tree = game.executor.tree(TreeSettings(players=game.players, curiosity=CURIOSITY, width=WIDTH))
    tree.simulate(cells, PLAYOUTS_PER_LEAF, seed, 0)
    started = process_time()
    tree.simulate(cells, many, seed, 0)
    inside = (process_time() - started) / many
    tree.close()
    return plain, inside, guessed


TABLES = {"options": options, "distance": distance, "speed": speed}


def main() -> None:
    """Print tables, or the row of one match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help=f"{', '.join(TABLES)}; or: match GAME PLAYERS BOT BOT")
    parser.add_argument("--pairs", type=int, default=LOOKS[-1], help="the most pairs of a match")
    given = parser.parse_args()
    gc.set_threshold(GARBAGE)  # as the command line does
    if given.what[:1] == ["match"]:
        _, name, players, one, other = given.what
        print(match(name, int(players), one, other, given.pairs))
        return
    for name in given.what or TABLES:
        print(f"\n{name}\n")
        for row in TABLES[name]():
            print(row, flush=True)


if __name__ == "__main__":
    main()
