"""How the work per decision grows with cards, players and zones: made-up games in which one of them grows.

    python benchmarks/growth.py [--quick]

Everybody holds seven cards and adds one of them to a row, where it must follow the suit or be higher, or throws one
away; then they draw. The hands, and so the moves, stay the same when cards or players become more; with the rows the
moves become more, so that the time for each legal move is told, too. Processor time of the fast engine, the best of
several rounds; `step` is one decision from Python with its legal moves.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from cardwright.play.game.game import Game
from cardwright.play.game.loading.load import load_game

QUICK = "--quick" in sys.argv
SUITS, HAND = 5, 7

CARDS = (50, 100, 200, 300, 350, 400, 500)
PLAYERS = (2, 4, 6, 8, 12)
ROWS = (1, 2, 4, 8, 16, 32)
USUAL = (100, 4, 2)
"""Cards, players and rows where they do not grow."""


def spec(cards: int, players: int, rows: int) -> str:
    """The text of a game."""
    ranks = cards // SUITS
    names = [f"row_{number}" for number in range(rows)]
    return "\n".join(
        [
            "spec: 1",
            "game: growing",
            'title: "Growing"',
            f"players: {players}",
            "cards:",
            "  main:",
            f"    attributes: {{suit: [{_named('s', SUITS)}], rank: [{_named('r', ranks)}]}}",
            "    each: {suit: suit, rank: rank}",
            "zones:",
            "  stock: {holds: main, order: stack, start: shuffled, shows: none}",
            "  hand: {of: player, holds: main, shows: owner}",
            "  thrown: {holds: main, order: stack, shows: all}",
            *(f"  {name}: {{holds: main, order: stack, shows: all}}" for name in names),
            "begin: deal",
            "phases:",
            "  deal:",
            "    start: |",
            "      for p in players:",
            f"        draw {HAND} from stock to p.hand",
            "    steps: [play]",
            f"  play: {{turns: {{}}, until: stock.empty, offer: [{', '.join((*names, 'throw'))}]}}",
            "actions:",
            *(line for name in names for line in _action(name, name)),
            *_action("throw", "thrown"),
            "result: {winners: best(p for p in players by count(p.hand))}",
            "",
        ]
    )


def _named(letter: str, many: int) -> str:
    return ", ".join(f"{letter}{number}" for number in range(many))


def _action(name: str, target: str) -> list[str]:
    fits = f"{name}.empty or c.suit == {name}.top.suit or place(c.rank) > place({name}.top.rank else r0)"
    return [
        f"  {name}:",
        "    choose: {c: me.hand}",
        *([f"    when: {{fits: {fits}}}"] if name == target else []),
        "    do: |",
        f"      move c to {target}",
        "      draw 1 from stock to me.hand",
    ]


def game_of(cards: int, players: int, rows: int) -> Game:
    """The game, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.yaml")
        file.write_text(spec(cards, players, rows), encoding="utf-8")
        return load_game(file, engine="fast")


def measure(cards: int, players: int, rows: int) -> tuple[float, float, float]:
    """Nanoseconds for a decision inside, legal moves at a decision, and microseconds for a step from Python."""
    game = game_of(cards, players, rows)
    many = max(20000 // cards, 1) * (1 if QUICK else 5)
    inside = 1e9
    for _ in range(3 if QUICK else 7):
        start = time.process_time()
        decisions = int(sum(game.playouts(many, seed=1).lengths))
        inside = min(inside, (time.process_time() - start) / decisions * 1e9)
    steps, moves, step = 0, 0, 1e9
    for seed in range(3 if QUICK else 10):
        state, luck = game.initial_state(seed=seed, record=False), random.Random(seed)
        decided, start, legal = 0, time.process_time(), state.legal_moves
        while legal:
            decided, moves = decided + 1, moves + len(legal)
            state.apply(luck.randrange(len(legal)))
            legal = state.legal_moves
        step = min(step, (time.process_time() - start) / max(decided, 1) * 1e6)
        steps += decided
    return inside, moves / max(steps, 1), step


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure how the work per decision grows.", allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="with fewer rounds")
    parser.parse_args()
    os.environ["CARDWRIGHT_CACHE"] = ""
    cards, players, rows = USUAL
    for what, settings in (
        ("cards", [(many, players, rows) for many in CARDS]),
        ("players", [(2 * cards, many, rows) for many in PLAYERS]),
        ("rows", [(cards, players, many) for many in ROWS]),
    ):
        print(f"| {what} | ns a decision | legal moves | ns a move | µs a step from Python |\n|---|---|---|---|---|")
        for setting in settings:
            inside, moves, step = measure(*setting)
            shown = setting[("cards", "players", "rows").index(what)]
            print(f"| {shown} | {inside:,.0f} | {moves:.1f} | {inside / moves:.0f} | {step:.1f} |", flush=True)
        print()


if __name__ == "__main__":
    main()
