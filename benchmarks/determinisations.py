"""What determinisations cost, game by game: the table of `docs/determinisations.md`.

    python benchmarks/determinisations.py [NAME…]

Random games are played with the fast engine where it is there. At some of the decisions several are drawn for the seat
that is to decide. The first one also keeps up the story of its seat, so its time is told apart. A second table shows
what one costs after more and more decisions, a third what the first one of each decision costs where all seats ask, and
where one does. Times are those of the processor.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from cardwright import CHANCE, Game, State, load_game
from cardwright.play.game.determinisation.particles import MANY as POOL

ROOT = Path(__file__).parents[1]
GAMES: tuple[tuple[str, int], ...] = (
    ("mille-bornes", 2),
    ("mille-bornes", 4),
    ("on-the-trail", 2),
    ("neko-racing", 4),
    ("course-folle", 4),
    ("examples/hearts", 4),
    ("examples/go-fish", 2),
    ("examples/go-fish", 4),
    ("examples/limit-holdem", 4),
    ("examples/love-letter", 2),
    ("examples/love-letter", 4),
)
DECISIONS = 60
EVERY = 6
MANY = 6

LONG: tuple[tuple[str, int], ...] = (
    ("mille-bornes", 2),
    ("mille-bornes", 4),
    ("neko-racing", 4),
    ("examples/hearts", 4),
)
AFTER = (10, 40, 80)
ROUNDS = 5

FIRST: tuple[tuple[str, int], ...] = (
    ("mille-bornes", 4),
    ("mille-bornes", 6),
    ("course-folle", 4),
    ("course-folle", 6),
    ("course-folle", 7),
    ("neko-racing", 4),
    ("examples/hearts", 4),
)
WHOLE = 100
AGAIN = 4


@dataclass
class Row:
    """What was counted of one game."""

    samples: int = 0
    attempts: int = 0
    rejected: int = 0
    exact: int = 0
    fallbacks: int = 0
    first: list[float] = field(default_factory=list)
    later: list[float] = field(default_factory=list)

    def count(self, state: State, seat: int) -> None:
        """Some determinisations for a seat."""
        for seed in range(MANY):
            began = process_time()
            report = state.resample(seat, seed).sampling
            (self.later if seed else self.first).append(1000 * (process_time() - began))
            assert report is not None
            self.samples += 1
            self.attempts += report.attempts
            self.rejected += report.rejected
            self.exact += report.exact
            self.fallbacks += report.fallback

    def __str__(self) -> str:
        share = f"{self.rejected / self.attempts:.0%} | {self.exact / self.samples:.0%} | {self.fallbacks}"
        return f"{self.samples} | {share} | {1000 * _middle(self.later):.0f} µs | {_middle(self.first):.0f} ms"


def _middle(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] if times else 0.0


def measure(game: Game) -> Row:
    """Determinisations of the seat that is to decide, in two random games."""
    row = Row()
    for seed in range(2):
        luck = random.Random(seed)
        state = game.initial_state(seed=seed)
        while not state.is_terminal and state.decisions < DECISIONS:
            if state.decisions % EVERY == EVERY - 1 and state.current_seat != CHANCE:
                row.count(state, state.current_seat)
            state.apply(luck.choice(state.legal_moves))
    return row


def growth(game: Game) -> list[float]:
    """Microseconds for a determinisation after so many decisions, when as many were drawn there as there are sets of
    lifelines; the best of several rounds.
    """
    found, luck = list[float](), random.Random(1)
    state = game.initial_state(seed=1)
    for decisions in AFTER:
        while state.decisions < decisions:
            state.apply(luck.choice(state.legal_moves))
        seat, times = state.current_seat, list[float]()
        for _ in range(1 + ROUNDS):
            began = process_time()
            for seed in range(POOL):
                state.resample(seat, seed)
            times.append(1e6 * (process_time() - began) / POOL)
        found.append(min(times[1:]))
    return found


def firsts(game: Game, *, alone: bool) -> list[float]:
    """Milliseconds for the first determinisation of each decision, for the seat that decides, or for the first seat
    alone; of two random games, each played a few times, the best time of each decision.
    """
    found = list[float]()
    for seed in range(1, 3):
        rounds = [_first_times(game, seed, alone=alone) for _ in range(AGAIN)]
        found += map(min, zip(*rounds, strict=True))
    return found


def _first_times(game: Game, seed: int, *, alone: bool) -> list[float]:
    times, luck, state = list[float](), random.Random(seed), game.initial_state(seed=seed)
    while not state.is_terminal and state.decisions < WHOLE:
        seat, moves = state.current_seat, state.legal_moves
        if seat == 0 or (seat != CHANCE and not alone):
            began = process_time()
            state.resample(seat, 1)
            times.append(1000 * (process_time() - began))
        state.apply(luck.choice(moves))
    return times


def load(name: str, players: int) -> Game:
    """A game of the package, or one in this repository."""
    return load_game(str(ROOT / name / "game.yaml") if "/" in name else name, players=players)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure what determinisations cost, game by game.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only games with this in their name")
    names = parser.parse_args().names
    for part in names:
        if not any(part in name for name, _ in (*GAMES, *LONG, *FIRST)):
            parser.error(f"no game has {part!r} in its name")
    print("| game | drawn | rejected | exact | fallbacks | a sample | the first |")
    print("|---|---|---|---|---|---|---|")
    for name, players in GAMES:
        if not names or any(part in name for part in names):
            print(f"| {name.split('/')[-1]}, {players} players | {measure(load(name, players))} |", flush=True)
    print(f"\n| µs a sample after … decisions | {' | '.join(map(str, AFTER))} | a decision more |")
    print(f"|---|{'---|' * len(AFTER)}---|")
    for name, players in LONG:
        if not names or any(part in name for part in names):
            times = growth(load(name, players))
            slope = (times[-1] - times[0]) / (AFTER[-1] - AFTER[0])
            row = " | ".join(f"{time:.0f}" for time in times)
            print(f"| {name.split('/')[-1]}, {players} players | {row} | {slope:.1f} |", flush=True)
    print("\n| ms for the first of a decision | all ask: mean | median | one asks: mean | median |")
    print("|---|---|---|---|---|")
    for name, players in FIRST:
        if not names or any(part in name for part in names):
            game = load(name, players)
            both = [firsts(game, alone=alone) for alone in (False, True)]
            told = " | ".join(f"{sum(times) / len(times):.1f} | {_middle(times):.1f}" for times in both)
            print(f"| {name.split('/')[-1]}, {players} players | {told} |", flush=True)


if __name__ == "__main__":
    main()
