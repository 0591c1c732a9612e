"""Measures the playground in Chromium: `python -m benchmarks.playground [FOLDER]`, after `make playground`.

It prints how much is sent for the first visit, how long it takes to the first table at 20 Mbit/s and from the cache,
and how fast games are played there, beside wasmtime here. Busy machines: trust ratios of 2 and more.
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
from typing import Any

from tests.playground.test_browser import TABLE, value, visit
from tests.table.page import browser

SPEED = 20_000_000 / 8
"""Bytes a second."""

PACED = 1 << 14
"""Bytes that are sent at once."""

GAMES = 20_000

PROGRAM = f"""
import json, time
from cardwright import load_game
game = load_game("mille-bornes")
def rate():
    begun = time.perf_counter()
    played = game.playouts({GAMES}, seed=1)
    return sum(played.lengths) / (time.perf_counter() - begun)
def move():
    state, many, begun = game.initial_state(seed=7), 0, time.perf_counter()
    while not state.is_terminal:
        state.apply(0)
        many += 1
    return (time.perf_counter() - begun) / many
json.dumps([max(rate() for _ in range(3)), min(move() for _ in range(10))])
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
        script = (
            "const worker = new Worker('law_worker.js', { type: 'module' });"
            "return new Promise((done) => { worker.onmessage = ({ data }) => done(data);"
            f"worker.postMessage({json.dumps(PROGRAM)}); }})"
        )
        told = value(page, script)
        assert "found" in told, told
        there, move = json.loads(told["found"])
    names: dict[str, Any] = {}
    exec(PROGRAM.replace("json.dumps([", "found = ([").strip(), names)
    here, here_move = names["found"]
    print(f"a move: {move * 1e6:.0f} µs there, {here_move * 1e6:.1f} µs here")
    print(f"playouts: {there / 1e6:.2f} M decisions a second there, {here / 1e6:.2f} here: {there / here:.2f}")
    server.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/playground"))
