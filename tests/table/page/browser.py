"""A real browser without a window, driven over its debugging protocol: pages, clicks, keys, pictures, its console."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed; it is in the extra `serve`")

from websockets.sync.client import ClientConnection, connect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser, or None where there is none."""

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"),
    *("--remote-debugging-port=0", "about:blank"),
)
"""It shows no window, and asks nobody but the pages' own servers for anything."""

PATIENCE = 20.0


class Page:
    """One page of the browser. `complaints` are the errors that it has reported."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self.complaints: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def post(self, method: str, **parameters: Any) -> None:
        """Ask the browser to do something, without waiting for its answer."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser to do something, and return what it answers."""
        heard = self._answer(method, parameters)
        assert "error" not in heard, heard
        return dict(heard["result"])

    def _answer(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self.post(method, **parameters)
        while True:
            heard = json.loads(self._socket.recv(PATIENCE))
            if heard.get("id") == self._number:
                return dict(heard)
            if "method" in heard:
                self._note(heard)

    def _note(self, heard: dict[str, Any]) -> None:
        what, said = heard["method"], heard["params"]
        if what == "Runtime.exceptionThrown":
            self.complaints.append(str(said["exceptionDetails"]))
        if what == "Log.entryAdded" and said["entry"]["level"] == "error":
            self.complaints.append(str(said["entry"]))

    def look_like(self, width: int, height: int, *, dark: bool = False, phone: bool = False) -> None:
        """Set the size of the page, whether its reader prefers dark colours, and whether it is a phone."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        self.call("Emulation.setDeviceMetricsOverride", **size, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.call("Emulation.setEmulatedMedia", features=[scheme, still])

    def open(self, address: str) -> None:
        """Go to a page, and wait until its script has drawn something."""
        self.leave()
        self.call("Page.navigate", url=address)
        self.wait_for("document.querySelector('main section') !== null")

    def leave(self) -> None:
        """Go to an empty page, so that the one before ends before its server does."""
        self.call("Page.navigate", url="about:blank")
        self.wait_for("location.href === 'about:blank'")

    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Wait until an expression is true; the page itself looks, and once more if it was left meanwhile."""
        end = time.monotonic() + PATIENCE
        look = f"() => {{ try {{ return Boolean({script}); }} catch (wrong) {{ return String(wrong); }} }}"
        again = "found === true || found.length || new Date() - start > 1000 ? done(found) : setTimeout(wait, 4)"
        wait = f"const wait = () => {{ const found = look(); {again}; }}; wait();"
        promise = f"new Promise((done) => {{ const look = {look}; const start = new Date(); {wait} }})"
        while True:
            heard = self._answer(
                "Runtime.evaluate", {"expression": promise, "awaitPromise": True, "returnByValue": True}
            )
            found = heard["result"]["result"].get("value") if "result" in heard else False
            if found is True:
                return
            assert found is False or found is None, f"{found}: {script}"
            assert time.monotonic() < end, f"never came true: {script}"

    def settle(self) -> None:
        """Wait until the page has been drawn as it is now."""
        self.ask(
            "window.drawn = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; }))"
        )
        self.wait_for("window.drawn")

    def press(self, key: str) -> None:
        """Press a key, such as ArrowRight, Tab, Enter."""
        codes = {
            "Enter": 13,
            "Tab": 9,
            "Escape": 27,
            "?": 191,
            "ArrowLeft": 37,
            "ArrowRight": 39,
            "Home": 36,
            "End": 35,
        }
        text = {"text": "\r"} if key == "Enter" else {}
        given = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
        self.post("Input.dispatchKeyEvent", type="keyDown", **given, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def picture(self, path: Path) -> None:
        """Save what the page looks like."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """Start the browser with a profile of its own, and end it."""
    assert CHROMIUM is not None
    process = subprocess.Popen(
        [CHROMIUM, f"--user-data-dir={folder}", *FLAGS], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        with connect(_address(folder), max_size=None, proxy=None) as socket:
            yield Page(socket)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _address(folder: Path) -> str:
    """The address of the first page, once the browser has said where it listens."""
    import urllib.request

    file, end = folder / "DevToolsActivePort", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if file.exists() and file.read_text().strip():
            port = file.read_text().split()[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [one for one in json.load(answer) if one["type"] == "page"]
            if pages:
                return str(pages[0]["webSocketDebuggerUrl"])
        time.sleep(0.02)
    raise TimeoutError("the browser does not start")


class _Quiet(SimpleHTTPRequestHandler):
    """Sends files, and writes nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def sent(folder: Path) -> Iterator[str]:
    """The address of a folder, as long as its server runs: some browsers forget what a page from disk has stored."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
