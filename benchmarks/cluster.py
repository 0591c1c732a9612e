"""A Dask cluster on this machine with three workers, of which one is killed and one is slow: the result is the same.

    pip install 'cardwright[cluster]'
    python benchmarks/cluster.py --games 400000

It prints how long the games took here with one process, and on the cluster, and whether both files are equal.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Event, Thread

GAME = ("mille-bornes@single_hand", "--format", "json")


def main() -> int:
    """Play the same games twice, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--port", type=int, default=18_786)
    asked = parser.parse_args()
    address = f"tcp://127.0.0.1:{asked.port}"
    with tempfile.TemporaryDirectory() as folder:
        here, there = Path(folder, "here.csv"), Path(folder, "there.csv")
        alone = simulate(asked.games, here)
        began = [start("scheduler", "--host", "127.0.0.1", "--port", str(asked.port), "--no-dashboard")]
        workers = [start("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(3)]
        over = Event()
        try:
            time.sleep(6)
            Thread(target=slow, args=(workers[0], over), daemon=True).start()
            Thread(target=kill, args=(workers[1], over), daemon=True).start()
            together = simulate(asked.games, there, "--cluster", address)
        finally:
            over.set()
            for process in (*workers, *began):
                process.kill()
                process.wait()
        same = here.read_bytes() == there.read_bytes()
        print(f"{asked.games} games: here {alone:.1f} s, three workers, one killed, one slow: {together:.1f} s")
        print("the files are equal" if same else "THE FILES DIFFER")
        return 0 if same else 1


def start(*words: str) -> subprocess.Popen[bytes]:
    """Start a scheduler or a worker of Dask."""
    line = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    return subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)


def simulate(games: int, out: Path, *more: str) -> float:
    """Play, and return how many seconds it took."""
    line = (sys.executable, "-m", "cardwright", "simulate", *GAME, "--games", str(games), "--out", str(out), *more)
    started = time.monotonic()
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def slow(worker: subprocess.Popen[bytes], over: Event) -> None:
    """Let a worker run only a tenth of the time."""
    while not over.is_set() and worker.poll() is None:
        worker.send_signal(signal.SIGSTOP)
        time.sleep(0.45)
        worker.send_signal(signal.SIGCONT)
        time.sleep(0.05)


def kill(worker: subprocess.Popen[bytes], over: Event) -> None:
    """Kill a worker while it plays."""
    if not over.wait(4):
        worker.kill()


if __name__ == "__main__":
    sys.exit(main())
