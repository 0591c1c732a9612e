"""Measures the playground in Chromium: `python -m benchmarks.playground [FOLDER]`, after `make playground`.

It prints how much is sent for the first visit, how long it takes to the first table at 20 Mbit/s and from the cache,
what a keystroke takes, and how fast games are played there and by wasmtime here, in turns. The ratio is that of the
best of all rounds on both sides, which a busy machine changes least.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from tests.playground.test_browser import TABLE, asked, value, visit
from tests.table.page import browser

SPEED = 20_000_000 / 8
"""Bytes a second."""

PACED = 1 << 14
"""Bytes that are sent at once."""

GAMES = {"mille-bornes": 20_000, "course-folle": 400_000}

ROUNDS = 5

PROGRAM = f"""
import json, time
from cardwright import load_game
def rate(game, many):
    begun = time.perf_counter()
    played = game.playouts(many, seed=1)
    return sum(played.lengths) / (time.perf_counter() - begun)
def move(game):
    state, many, begun = game.initial_state(seed=7), 0, time.perf_counter()
    while not state.is_terminal:
        state.apply(0)
        many += 1
    return (time.perf_counter() - begun) / many
def measured(name, many):
    game = load_game(name)
    return max(rate(game, many) for _ in range(3)), min(move(game) for _ in range(10))
json.dumps({{name: measured(name, many) for name, many in {GAMES}.items()}})
"""

TYPED = " and count(players) > 2 and round.number >= 100 or not round.complete and true"
"""A condition that is typed, letter by letter; half of its beginnings are no rules (`benchmarks/keystrokes.py`)."""

KEYSTROKES = """
const { WorkerSource } = await import("./source.js");
const { Store } = await import("./store.js");
const { WORDS } = await import("./words.js");
const source = new WorkerSource(await Store.open(), { words: WORDS.en, seconds: 120 });
const file = ":specs/course-folle/game.yaml";
const { text } = await source.request({ do: "open", file });
await source.request({ do: "diagnose", file, part: "all" });
const rules = [...text.matchAll(/(?:that|until|when): [^\\n,{}"]+(?=[,\\n])/g)];
const away = (place) => Math.abs(place - text.length / 2);
const [at] = rules.map((one) => one.index + one[0].length).sort((one, other) => away(one) - away(other));
const told = { first: [], all: [] };
for (let many = 1; many <= TYPED.length; many += 1) {
  const start = performance.now();
  await source.request({ do: "change", file, text: text.slice(0, at) + TYPED.slice(0, many) + text.slice(at) });
  for (const part of ["first", "all"]) {
    await source.request({ do: "diagnose", file, part });
    told[part].push(performance.now() - start);
  }
}
source.worker.terminate();
return told;
"""


class Paced(SimpleHTTPRequestHandler):
    """Sends files as a host with gzip does, all connections together at a bounded speed."""

    lock, sent = threading.Lock(), 0

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Last-Modified", self.date_time_string(int(path.stat().st_mtime)))
        if path.suffix != ".packed":
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for start in range(0, len(body), PACED):
            with Paced.lock:
                self.wfile.write(body[start : start + PACED])
                Paced.sent += len(body[start : start + PACED])
                time.sleep(PACED / SPEED)
        return None

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing."""


def first_table(page: browser.Page, address: str) -> float:
    """Seconds from the address to the first table."""
    begun = time.perf_counter()
    visit(page, address)
    page.wait_for(TABLE)
    return time.perf_counter() - begun


def main(folder: Path) -> None:
    """Measure, and print."""
    browser.PATIENCE = 300
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Paced, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    worker = folder / "law_worker.js"
    worker.write_bytes((Path(__file__).parents[1] / "tests" / "playground" / "law_worker.js").read_bytes())
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        browser.browser(Path(profile)) as page,
    ):
        page.look_like(1280, 800)
        print(f"cold cache, 20 Mbit/s: first table after {first_table(page, address):.1f} s")
        print(f"sent until then: {Paced.sent / 1e6:.2f} MB")
        value(page, "await navigator.serviceWorker.ready")
        print(f"warm: first table after {min(first_table(page, address) for _ in range(3)):.1f} s")
        for part, took in value(page, KEYSTROKES.replace("TYPED", json.dumps(TYPED))).items():
            in_order = sorted(took)
            late = in_order[int(0.95 * len(in_order))]
            print(f"a keystroke in course-folle, {part}: median {median(took):.0f} ms, 95 of 100 within {late:.0f} ms")
        rounds = [(asked(page, PROGRAM), played_here()) for _ in range(ROUNDS)]
    for name in GAMES:
        moves = [1e6 * min(one[side][name][1] for one in rounds) for side in (0, 1)]
        rates = [max(one[side][name][0] for one in rounds) / 1e6 for side in (0, 1)]
        print(f"{name}: a move {moves[0]:.0f} µs there, {moves[1]:.1f} µs here")
        told = f"{rates[0]:.2f} M decisions a second there, {rates[1]:.2f} here"
        print(f"{name}: playouts {told}: {rates[0] / rates[1]:.2f}")
    server.shutdown()


def played_here() -> dict[str, tuple[float, float]]:
    """The same program by wasmtime here."""
    names: dict[str, Any] = {}
    exec(PROGRAM.replace("json.dumps({", "found = ({").strip(), names)
    return dict(names["found"])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/playground"))
