"""How fast games are played: the fast engine against code that was written by hand for one game, within one run.

    python benchmarks/run.py [--quick]

All figures of a comparison are taken in turns, and the best of each counts, so that other work on the machine weighs little.
"""

from __future__ import annotations

import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import mille_bornes

from cardwright.fast.compile import compile_program
from cardwright.fast.engine import engine
from cardwright.game.game import Game
from cardwright.game.load import load_game

HERE = Path(__file__).parent
QUICK = "--quick" in sys.argv
TURNS = 3 if QUICK else 12


def main() -> None:
    """All figures."""
    os.environ["CARDWRIGHT_CACHE"] = ""
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    game = load_game("mille-bornes", players=2, preset="single_hand", engine="fast")
    print("\nMille Bornes, two players, one hand, random moves")
    versus(game)
    print("\none step from Python, with its legal moves (Mille Bornes)")
    steps(game)
    print("\nA trick-taking deal: 52 cards, four players, follow suit")
    deal = load_game(str(HERE / "whist.yaml"), engine="fast")
    report("fast engine", *best(lambda n: sum(deal.playouts(n, seed=1).lengths), 2000))
    print("\nWhat compiling takes, in milliseconds: our code, then wasmtime's")
    for name in ("mille-bornes", "neko-racing", "on-the-trail", "course-folle"):
        compiling(name)


def versus(game: Game) -> None:
    """The same rules three times."""
    rivals: dict[str, tuple[Callable[[int], int], int]] = {
        "fast engine": (lambda n: int(sum(game.playouts(n, seed=1).lengths)), 8000),
        "plain Python": (lambda n: sum(mille_bornes.play(seed)[0] for seed in range(n)), 200),
        "reference engine": (_reference(game), 3),
    }
    compiled = _compile_c()
    if compiled is not None:
        rivals["C, cc -O2"] = (compiled, 20000)
    found: dict[str, tuple[float, float]] = {}
    for _ in range(TURNS):
        for name, (play, n) in rivals.items():
            games, decisions = once(play, n)
            found[name] = max(found.get(name, (0.0, 0.0)), (games, decisions))
    for name, (games, decisions) in found.items():
        report(name, games, decisions)
    for name in found:
        if name != "fast engine":
            print(f"    fast engine / {name}: {found['fast engine'][0] / found[name][0]:.2f}")


def _reference(game: Game) -> Callable[[int], int]:
    slow = Game(game.program, engine="reference")
    return lambda n: int(sum(slow.playouts(n, seed=1).lengths))


def _compile_c() -> Callable[[int], int] | None:
    """The program in C; it measures itself, so its start does not count."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / "mille_bornes"
    subprocess.run([compiler, "-O2", "-o", program, HERE / "mille_bornes.c"], check=True)

    def play(n: int) -> int:
        told = subprocess.run([program, str(n), "1"], capture_output=True, text=True, check=True).stdout.split()
        play.seconds = float(told[4])  # type: ignore[attr-defined]
        return int(told[1])

    return play


def once(play: Callable[[int], int], n: int) -> tuple[float, float]:
    """Games and decisions a second."""
    start = time.perf_counter()
    decisions = play(n)
    seconds = getattr(play, "seconds", None) or time.perf_counter() - start
    return n / seconds, decisions / seconds


def best(play: Callable[[int], int], n: int) -> tuple[float, float]:
    """The best of several turns."""
    play(n // 10)
    return max(once(play, n) for _ in range(TURNS))


def report(name: str, games: float, decisions: float) -> None:
    """One line."""
    print(f"    {name:18} {games:12,.0f} games/s {decisions / 1e6:9.3f} million decisions/s")


def steps(game: Game) -> None:
    """One move after the other from Python."""
    times: list[float] = []
    luck = random.Random(1)
    for seed in range(20 if QUICK else 200):
        state = game.initial_state(seed=seed, record=False)
        moves = state.legal_moves
        count, start = 0, time.perf_counter()
        while moves:
            state.apply(int(luck.random() * len(moves)))
            moves = state.legal_moves
            count += 1
        times.append((time.perf_counter() - start) / max(count, 1))
    state = game.initial_state(seed=1, record=False)
    print(f"    step {sorted(times)[len(times) // 2] * 1e6:6.1f} µs")
    for name, act in (("clone", state.clone), ("view", lambda: state.view(0))):
        start = time.perf_counter()
        for _ in range(2000):
            act()
        print(f"    {name} {(time.perf_counter() - start) / 2000 * 1e6:6.1f} µs")


def compiling(name: str) -> None:
    """A game, for the most players."""
    import wasmtime

    game = load_game(name)
    for watched in (True, False):
        start = time.perf_counter()
        raw = compile_program(game.program, watched=watched)
        ours = time.perf_counter() - start
        start = time.perf_counter()
        wasmtime.Module(engine(), raw)
        theirs = time.perf_counter() - start
        what = "watched" if watched else "playouts"
        print(f"    {name:14} {what:8} {ours * 1e3:6.0f} + {theirs * 1e3:4.0f} ms, {len(raw):7,} bytes")


if __name__ == "__main__":
    main()
