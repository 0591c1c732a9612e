"""Says in which compiled functions the time of random games goes; on Linux with x86_64, where `cc` is installed.

    python benchmarks/profile.py GAME [GAMES]

Every half millisecond of processor time it is noted where the processor is (`samples.c`). `wasmtime` tells where each
function of the module lies, and the names are those under which the compiler has asked for them. Function 0 goes on
from block to block; the author's functions are named `function`. Short functions are parts of those that call them.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import wasmtime

from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.wasm.module import Fn
from cardwright.play.game.loading.load import load_game

MOST = 1 << 18
HALF_A_MILLISECOND = 500


def main() -> None:
    """Play, and print the shares."""
    os.environ["CARDWRIGHT_CACHE"] = ""
    parser = argparse.ArgumentParser(description="Say in which compiled functions the time of random games goes.")
    parser.add_argument("name", metavar="GAME")
    parser.add_argument("games", nargs="?", type=int, default=100_000, metavar="GAMES", help="how many are played")
    asked = parser.parse_args()
    name, games = asked.name, asked.games
    names = watch_compiler()
    where = Path(f"/tmp/perf-{os.getpid()}.map")  # where tools such as perf look for it
    game = load_game(name, engine="fast")
    game.playouts(100)
    found = sampled(lambda: game.playouts(games, seed=1))
    lines = (line.split(" ", 2) for line in where.read_text().splitlines())
    starts = sorted((int(start, 16), int(size, 16), what) for start, size, what in lines)
    where.unlink()
    shares = Counter(told(starts, names, address) for address in found)
    for what, many in shares.most_common(20):
        print(f"{100 * many / len(found):5.1f} %  {what}")


def watch_compiler() -> dict[int, str]:
    """From now on `wasmtime` writes down where functions lie; what the compiler calls each, by its number."""
    names: dict[int, str] = {}
    configured, helper = wasmtime.Config, ModuleBuilder.helper

    def with_map() -> wasmtime.Config:
        config = configured()
        config.profiler = "perfmap"
        return config

    def named(self: ModuleBuilder, key: object, *rest: Any) -> Fn:
        fn = helper(self, key, *rest)
        parts = key if isinstance(key, tuple) else (key,)
        names[fn.index] = " ".join(str(part) for part in parts if not isinstance(part, tuple))
        return fn

    wasmtime.Config = with_map  # type: ignore[assignment,misc]
    ModuleBuilder.helper = named  # type: ignore[method-assign]
    return names


def sampled(act: Callable[[], object]) -> list[int]:
    """Where the processor was meanwhile, as addresses."""
    library = Path(tempfile.mkdtemp()) / "samples.so"
    source = Path(__file__).parent / "samples.c"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    samples, addresses = ctypes.CDLL(str(library)), (ctypes.c_ulonglong * MOST)()
    samples.start(HALF_A_MILLISECOND)
    act()
    return list(addresses[: samples.stop(addresses)])


def told(starts: list[tuple[int, int, str]], names: dict[int, str], address: int) -> str:
    """The function at an address."""
    place = bisect_right(starts, (address, sys.maxsize, "")) - 1
    if place < 0 or address >= starts[place][0] + starts[place][1]:
        return "everything else"
    what = starts[place][2]
    number = re.search(r"function\[(\d+)\]", what)
    return what if number is None else names.get(int(number.group(1)), f"function {number.group(1)}")


if __name__ == "__main__":
    main()
