"""What guesses cost, game by game: a table of rejections, fallbacks and times, as `docs/guesses.md` has it.

    python benchmarks/guesses.py [NAME…]

Random games are played with the fast engine where it is there; at each of some decisions each seat that may be to
decide guesses several times. The first guess of a seat after a decision also keeps up its story; it is told apart.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from cardwright import CHANCE, Game, State, load_game

ROOT = Path(__file__).parents[1]
GAMES: tuple[tuple[str, int], ...] = (
    ("mille-bornes", 2),
    ("mille-bornes", 4),
    ("on-the-trail", 2),
    ("neko-racing", 4),
    ("course-folle", 4),
    ("examples/hearts", 4),
    ("examples/limit-holdem", 4),
    ("examples/love-letter", 2),
    ("examples/love-letter", 4),
)
DECISIONS = 60
EVERY = 6
GUESSES = 6


@dataclass
class Row:
    """What was counted of one game."""

    guesses: int = 0
    attempts: int = 0
    rejected: int = 0
    exact: int = 0
    fallbacks: int = 0
    first: list[float] = field(default_factory=list)
    later: list[float] = field(default_factory=list)

    def count(self, state: State, seat: int) -> None:
        """Some guesses for a seat."""
        for seed in range(GUESSES):
            began = perf_counter()
            report = state.resample(seat, seed).guess_report
            (self.later if seed else self.first).append(1000 * (perf_counter() - began))
            assert report is not None
            self.guesses += 1
            self.attempts += report.attempts
            self.rejected += report.rejected
            self.exact += report.exact
            self.fallbacks += report.fallback

    def __str__(self) -> str:
        share = f"{self.rejected / self.attempts:.0%} | {self.exact / self.guesses:.0%} | {self.fallbacks}"
        return f"{self.guesses} | {share} | {_middle(self.later):.1f} | {_middle(self.first):.0f}"


def _middle(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] if times else 0.0


def measure(game: Game) -> Row:
    """Guesses of the seat that is to decide, in two random games."""
    row = Row()
    for seed in range(2):
        luck = random.Random(seed)
        state = game.initial_state(seed=seed)
        while not state.is_terminal and state.decisions < DECISIONS:
            if state.decisions % EVERY == EVERY - 1 and state.current_seat != CHANCE:
                row.count(state, state.current_seat)
            state.apply(luck.choice(state.legal_moves))
    return row


def main(names: list[str]) -> None:
    """Print the table."""
    print("| game | guesses | rejected | exact | fallbacks | ms a guess | ms the first |")
    print("|---|---|---|---|---|---|---|")
    for name, players in GAMES:
        if names and not any(part in name for part in names):
            continue
        path = str(ROOT / name / "game.yaml") if "/" in name else name
        print(f"| {name.split('/')[-1]}, {players} players | {measure(load_game(path, players=players))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
