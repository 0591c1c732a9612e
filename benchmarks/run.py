"""Measures how fast games are played: the fast engine against programs written by hand for one game, in one run.

    python benchmarks/run.py [--quick]
    python benchmarks/run.py --against CHECKOUT

Whatever is compared is measured alternately, in processor time, and the best result of each counts, so that other work
on the machine matters little. docs/benchmarks.md explains the figures.

`--against` compares this version with that of another checkout; the environments of both need the same extras: nine
games, what `cells.py` measures of each, in five alternated runs. A ratio above 1 says that this version is quicker.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from math import nan
from multiprocessing import get_context
from pathlib import Path
from statistics import geometric_mean, median

import mille_bornes
import plain_course_folle
import plain_neko_racing
import plain_on_the_trail

from cardwright.compiler.compile import compile_program
from cardwright.compiler.runtime.hosts import cached_module, engine
from cardwright.engines.program.compact_layout import compact_of
from cardwright.engines.program.fingerprint import fingerprint
from cardwright.play.game.game import Game, State
from cardwright.play.game.loading.load import load_game

HERE = Path(__file__).parent
QUICK = "--quick" in sys.argv
TURNS = 3 if QUICK else 60


GAMES = ("mille-bornes", "neko-racing", "on-the-trail", "course-folle")
OTHERS: dict[str, Callable[[int], int]] = {
    "neko-racing": plain_neko_racing.play,
    "on-the-trail": plain_on_the_trail.play,
    "course-folle": plain_course_folle.play,
}
COMPARED = (*GAMES, "hearts", "gin-rummy", "cribbage", "contract-bridge", "liars-dice")
"""The games that `--against` measures."""

Rival = tuple[Callable[[int], int], int]
"""A function that plays a number of games and returns the number of decisions, and how many games to play at a time."""


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Measure how fast games are played.", allow_abbrev=False)
    parser.add_argument("--quick", action="store_true", help="with fewer games and turns")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with another version")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of each cell, with --against")
    asked = parser.parse_args()
    if asked.against is not None:
        against(asked.against, asked.runs)
        return
    os.environ["CARDWRIGHT_CACHE"] = ""
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    game = load_game("mille-bornes", players=2, preset="single_hand", engine="fast")
    print("\nMille Bornes, two players, one hand, random moves")
    rivals = {
        "fast engine": _fast(game, 10000),
        "plain Python": (_plain(lambda seed: mille_bornes.play(seed)[0]), 200),
        "reference engine": (_reference(game), 3),
    }
    versus({**rivals, **_in_c("mille-bornes")})
    for name, play in OTHERS.items():
        other = load_game(name, engine="fast")
        print(f"\n{name}, {other.players} players, random moves")
        versus({"fast engine": _fast(other, 10000), "plain Python": (_plain(play), 100), **_in_c(name)})
    print("\nA trick-taking deal: 52 cards, four players, follow suit")
    deal = load_game(str(HERE / "whist.yaml"), engine="fast")
    report("fast engine", *best(lambda n: sum(deal.playouts(n, seed=1).lengths), 2000))
    print("\nOne step from Python, with its legal moves (Mille Bornes)")
    steps(game)
    print("\nPositions played together, moves picked at random in NumPy")
    for name in GAMES:
        together(name)
    print("\nCompiling, in milliseconds: our code + wasmtime's; and from the cache")
    for name in GAMES:
        compiling(name)
    print("\nMemory for a million states")
    for name in GAMES:
        memory(name)
    print("\nTwo workers against one (Mille Bornes, one hand)")
    workers()


def against(other: Path, runs: int) -> None:
    """Compare this version with another one, cell by cell: the medians of several runs, taken in turn."""
    sides = {"here": Path(sys.executable), "there": other / ".venv" / "bin" / "python"}
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    for turn in range(runs):
        for name in COMPARED:
            for side in sorted(sides, reverse=bool(turn % 2)):
                done = subprocess.run(
                    [sides[side], HERE / "cells.py", name], capture_output=True, text=True, check=True
                )
                for cell, seconds in json.loads(done.stdout).items():
                    found.setdefault((name, cell), {"here": [], "there": []})[side].append(seconds)
    ratios = {key: median(both["there"]) / median(both["here"]) for key, both in found.items()}
    kinds = list(dict.fromkeys(cell for _, cell in ratios))
    print(f"{'':16}" + "".join(f"{cell:>16}" for cell in kinds))
    for name in COMPARED:
        print(f"{name:16}" + "".join(f"{ratios.get((name, cell), nan):16.2f}" for cell in kinds))
    print(
        f"{'all':16}"
        + "".join(f"{geometric_mean([r for (_, c), r in ratios.items() if c == cell]):16.2f}" for cell in kinds)
    )
    worst = min(ratios, key=lambda key: ratios[key])
    print(f"geometric mean {geometric_mean(ratios.values()):.3f}; least {ratios[worst]:.2f} ({', '.join(worst)})")


def versus(rivals: dict[str, Rival]) -> None:
    """Compare several programs that play by the same rules; the fast engine comes first."""
    found: dict[str, tuple[float, float]] = {}
    for _ in range(TURNS):
        for name, (play, n) in rivals.items():
            found[name] = max(found.get(name, (0.0, 0.0)), once(play, n))
    for name, (games, decisions) in found.items():
        report(name, games, decisions)
    for name in found:
        if name != "fast engine":
            print(f"    fast engine / {name}: {found['fast engine'][0] / found[name][0]:.2f}")


def _fast(game: Game, n: int) -> Rival:
    return (lambda many: int(sum(game.playouts(many, seed=1).lengths))), n


def _plain(play: Callable[[int], int]) -> Callable[[int], int]:
    return lambda n: sum(play(seed) for seed in range(n))


def _reference(game: Game) -> Callable[[int], int]:
    slow = Game(game.program, engine="reference")
    return lambda n: int(sum(slow.playouts(n, seed=1).lengths))


def _in_c(name: str) -> dict[str, Rival]:
    compiled = _compile_c(name)
    return {} if compiled is None else {"C, cc -O2": (compiled, 10000)}


def _compile_c(name: str) -> Callable[[int], int] | None:
    """A program in C. It measures its own time, so that starting it does not count."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / name
    source = HERE / f"{name.replace('-', '_')}.c"
    subprocess.run([compiler, "-O2", "-o", program, source], check=True)

    def play(n: int) -> int:
        figures = subprocess.run([program, str(n), "1"], capture_output=True, text=True, check=True).stdout.split()
        play.seconds = float(figures[2])  # type: ignore[attr-defined]
        return int(figures[1])

    return play


def once(play: Callable[[int], int], n: int) -> tuple[float, float]:
    """Games and decisions per second."""
    start = time.process_time()
    decisions = play(n)
    seconds = getattr(play, "seconds", None) or time.process_time() - start
    return n / seconds, decisions / seconds


def best(play: Callable[[int], int], n: int) -> tuple[float, float]:
    """The best of several rounds."""
    play(n // 10)
    return max(once(play, n) for _ in range(TURNS))


def report(name: str, games: float, decisions: float) -> None:
    """Print one line."""
    print(f"    {name:18} {games:12,.0f} games/s {decisions / 1e6:9.3f} million decisions/s")


def steps(game: Game) -> None:
    """Measure single steps from Python."""
    times: list[float] = []
    luck = random.Random(1)
    for seed in range(20 if QUICK else 200):
        state = game.initial_state(seed=seed, record=False)
        moves = state.legal_moves
        count, start = 0, time.process_time()
        while moves:
            state.apply(int(luck.random() * len(moves)))
            moves = state.legal_moves
            count += 1
        times.append((time.process_time() - start) / max(count, 1))
    state = game.initial_state(seed=1, record=False)
    print(f"    step  {sorted(times)[len(times) // 2] * 1e6:6.1f} µs")
    for name, act in (("clone", state.clone), ("view", lambda: state.view(0))):
        start = time.process_time()
        for _ in range(2000):
            act()
        print(f"    {name:5} {(time.process_time() - start) / 2000 * 1e6:6.1f} µs")


def together(name: str) -> None:
    """Measure a batch: decisions a second while all games are running, and where those that are over are dealt anew."""
    if find_spec("numpy") is None:
        print("    needs NumPy")
        return
    numpy, n = import_module("numpy"), 4096
    game, luck = load_game(name, engine="fast"), numpy.random.default_rng(1)
    batch, speeds = game.batch(n, seed=1), []
    for anew in (False, True):
        fastest = 0.0
        for _ in range(TURNS):
            batch.deal(range(n))
            decided, start = 0, time.process_time()
            for _ in range(20 if not anew else 60):
                decided += batch.running
                batch.step((luck.random(n) * batch.counts).astype("i8"))
                if anew:
                    batch.deal()
            fastest = max(fastest, decided / (time.process_time() - start))
        speeds.append(fastest / 1e6)
    print(f"    {name:14} {speeds[0]:6.2f} million decisions/s, dealt anew {speeds[1]:6.2f}")


def compiling(name: str) -> None:
    """Measure a game for the fewest players: compiling it, and reading it from the cache."""
    import wasmtime

    program = load_game(name).program
    for build in ("watched", "playouts", "together"):
        watched = build == "watched"
        key = build, fingerprint(program)
        start = time.perf_counter()
        raw = compile_program(program, build)
        ours = time.perf_counter() - start
        start = time.perf_counter()
        wasmtime.Module(engine(fuelled=watched), raw)
        theirs = time.perf_counter() - start
        with tempfile.TemporaryDirectory() as folder:
            os.environ["CARDWRIGHT_CACHE"] = folder
            cached_module(engine(fuelled=watched), key, lambda raw=raw: raw)  # type: ignore[misc]
            start = time.perf_counter()
            cached_module(engine(fuelled=watched), key, _not_there)
            cached = time.perf_counter() - start
            os.environ["CARDWRIGHT_CACHE"] = ""
        times = f"{ours * 1e3:6.0f} + {theirs * 1e3:4.0f} ms; cache {cached * 1e3:5.1f} ms"
        print(f"    {name:14} {build:8} {times}; {len(raw):7,} bytes")


def _not_there() -> bytes:
    raise LookupError("the module is not in the cache")


def memory(name: str) -> None:
    """Measure a position, and what Python needs for many clones in the middle of a game, each played on by a move."""
    many = 2000 if QUICK else 20000
    game, luck = load_game(name, engine="fast"), random.Random(1)
    state = game.initial_state(seed=1, record=False)
    for _ in range(10):
        state.apply(luck.randrange(len(state.legal_moves)))
    tracemalloc.start()
    taken, clones = [], list[State]()
    for played_on in (False, True):
        clones.clear()
        before = tracemalloc.get_traced_memory()[0]
        clones += [state.clone() for _ in range(many)]
        for clone in clones if played_on else ():
            clone.apply(luck.randrange(len(clone.legal_moves)))
        taken.append((tracemalloc.get_traced_memory()[0] - before) / len(clones))
    tracemalloc.stop()
    layout = game.program.layout
    print(
        f"    {name:14} {compact_of(game.program).size:6,} bytes inside, {len(state.machine.position):6,} held, "
        f"{8 * layout.size:6,} of cells; a clone {taken[0]:6,.0f} bytes, "
        f"played on {taken[1]:6,.0f}: {taken[1] / 1e3:.2f} GB a million"
    )


def _work(n: int) -> int:
    """Play games in a worker process, with its own copy of the game."""
    if not _WORKS:
        _WORKS.append(load_game("mille-bornes", players=2, preset="single_hand", engine="fast"))
    return int(sum(_WORKS[0].playouts(n, seed=1).lengths))


_WORKS: list[Game] = []


def workers() -> None:
    """Compare one process with two that play at the same time."""
    many = 10000 if QUICK else 60000
    speeds = []
    for jobs in (1, 2):
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:  # the threads of wasmtime do not survive a fork
            list(pool.map(_work, [20000] * jobs * 4))  # until all have started and compiled
            fastest = 0.0
            for _ in range(3):
                start = time.perf_counter()
                list(pool.map(_work, [many] * jobs))
                fastest = max(fastest, many * jobs / (time.perf_counter() - start))
        speeds.append(fastest)
        print(f"    {jobs} {fastest:12,.0f} games/s")
    print(f"    two / one: {speeds[1] / speeds[0]:.2f}")


if __name__ == "__main__":
    main()
