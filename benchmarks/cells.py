"""Measures one game through the public interface, so that any two versions can be compared: `run.py --against` does.

    python benchmarks/cells.py GAME

Prints seconds of processor time as JSON: for compiling, for playouts, steps, views, clones, guesses, for a game with
the bot `search`, and for commands that begin cold. What is measured here may use only what every version has.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cardwright import load_game

PLAYOUTS, STEPS, ROUNDS = 20000, 4, 2000
COMMAND = str(Path(sys.executable).with_name("cardwright"))


def seconds(act: Callable[[], object], times: int = 1) -> float:
    """Processor time of one call, the best of three."""
    found = []
    for _ in range(3):
        start = time.process_time()
        for _ in range(times):
            act()
        found.append((time.process_time() - start) / times)
    return min(found)


def command(*words: str, cache: str) -> float:
    """Processor time of a command line, with all processes that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([COMMAND, *words], env={**env, "CARDWRIGHT_CACHE": cache}, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cells(name: str) -> dict[str, float]:
    """All that is measured of a game."""
    os.environ["CARDWRIGHT_CACHE"] = ""
    command("simulate", name, "-n", "1", cache="")  # then Python's bytecode is there, whichever version ran before
    game = load_game(name, engine="fast")
    start = time.process_time()
    game.playouts(1, seed=1)
    found = {"compile": time.process_time() - start}
    found["playouts"] = seconds(lambda: game.playouts(PLAYOUTS, seed=1))

    def played() -> None:
        for seed in range(STEPS):
            state, luck = game.initial_state(seed=seed), random.Random(seed)
            while moves := state.legal_moves:
                state.apply(luck.randrange(len(moves)))

    found["steps"] = seconds(played)
    state, luck = game.initial_state(seed=1), random.Random(1)
    for _ in range(12):
        if moves := state.legal_moves:
            state.apply(luck.randrange(len(moves)))
    seat = 0
    found["views"] = seconds(lambda: state.view(seat), ROUNDS)
    found["clones"] = seconds(state.clone, ROUNDS)
    with suppress(ValueError):
        found["guesses"] = seconds(lambda: [state.resample(seat, seed=n) for n in range(20)])
    with tempfile.TemporaryDirectory() as cache:
        found["cold simulate"] = command("simulate", name, "-n", "100", cache=cache)
        found["simulate again"] = command("simulate", name, "-n", "100", cache=cache)
        found["search"] = command("run", name, "--seats", "search:playouts=8", "--seed", "1", cache=cache)
        found["validate"] = command("validate", name, cache="")
    return found


if __name__ == "__main__":
    print(json.dumps(cells(sys.argv[1])))
