"""Two worker processes against one, each on a processor of its own (Linux), on a machine with nothing else to do.

    python benchmarks/workers.py [SECONDS]

Three ways in turn, several times: a worker on each of two processors alone, and both together. Told are games a second
by the clock, the share of its processor that each worker got where other work was using it, and how many times as fast
two are as one. In processor time two can slow each other down only by what they share: memory, cache, the clock of the
chip.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection

from cardwright.play.game.loading.load import load_game

ROUNDS = 5
LEAST = 0.95
"""The share of a processor below which a worker was not alone on it."""


def work(processor: int, ask: Connection) -> None:
    """Play for so many seconds whenever asked to, on one processor; answer with games, seconds and processor time."""
    os.sched_setaffinity(0, {processor})
    game = load_game("mille-bornes", players=2, preset="single_hand", engine="fast")
    game.playouts(2000, seed=1)
    ask.send((0, 0.0, 0.0))
    while (seconds := ask.recv()) > 0:
        games, start, spent = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - start < seconds:
            games += len(game.playouts(500, seed=games).lengths)
        ask.send((games, time.perf_counter() - start, time.process_time() - spent))


def together(asks: Sequence[Connection], seconds: float) -> tuple[float, float, float]:
    """Games a second of these workers at the same time, by the clock and in processor time; the least share."""
    for one in asks:
        one.send(seconds)
    told = [one.recv() for one in asks]
    clock = sum(games / took for games, took, _ in told)
    spent = sum(games / used for games, _, used in told)
    return clock, spent, min(used / took for _, took, used in told)


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure two worker processes against one.")
    parser.add_argument("seconds", nargs="?", type=float, default=2.0, metavar="SECONDS", help="how long each plays")
    seconds = parser.parse_args().seconds
    free = sorted(os.sched_getaffinity(0))[:2]
    if len(free) < 2:
        sys.exit("needs two processors")
    context = get_context("spawn")  # the threads of wasmtime do not survive a fork
    pipes = [context.Pipe() for _ in free]
    crew = [
        context.Process(target=work, args=(one, end), daemon=True) for one, (_, end) in zip(free, pipes, strict=True)
    ]
    for process in crew:
        process.start()
    asks = [mine for mine, _ in pipes]
    for one in asks:
        one.recv()
    best = {"one": (0.0, 0.0, 0.0), "other": (0.0, 0.0, 0.0), "two": (0.0, 0.0, 0.0)}
    for _ in range(ROUNDS):
        for name, some in (("one", asks[:1]), ("other", asks[1:]), ("two", asks)):
            best[name] = max(best[name], together(some, seconds))
    for one in asks:
        one.send(0)
    for name, (clock, spent, share) in best.items():
        busy = "" if share >= LEAST else f"; other work was using a processor: {share:.2f} of it was left"
        print(f"{name:6} {clock:10,.0f} games/s, {spent:10,.0f} in processor time{busy}")
    alone = [sum(best[name][way] for name in ("one", "other")) / 2 for way in (0, 1)]
    print(f"two / one: {best['two'][0] / alone[0]:.2f} by the clock, {best['two'][1] / alone[1]:.2f} in processor time")


if __name__ == "__main__":
    main()
