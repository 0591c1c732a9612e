"""A server to which anybody may send anything: it never fails for it (5xx), prints nothing, and the table plays on.

Requests, headers, bodies and frames are wrong in many ways, at random; then connections are opened and never used.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

for package in ("starlette", "uvicorn", "websockets"):
    pytest.importorskip(package, reason=f"{package} is not installed; it is in the extra `serve`")

HOSTS = (
    "{host}",
    "{host}",
    "{host}",
    "[::1",
    "[::1]:80",
    "evil.example",
    "",
    "localhost:99999",
    "::",
    "[",
    "é",
    "a b",
    "@",
    "1.2",
)
ORIGINS = (
    *(
        "http://{host}",
        "https://{host}",
        "file://{host}",
        "null",
        "",
        "http://{host}/",
        "http://x@{host}",
        "http://[",
        "//{host}",
    ),
    *("http://evil.example", "http://{host}.evil.example", "HTTP://{host}", "http://{host}#"),
)
METHODS = ("GET", "GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "get", "X" * 300, "CONNECT", "\0", "PRI")
PATHS = (
    *(
        "{seat}",
        "{seat}/play",
        "{host_page}",
        "{host_page}/tables",
        "{host_page}/look",
        "{host_page}/open",
        "{host_page}/shut",
    ),
    *(
        "/",
        "*",
        "//",
        "/seat/",
        "/seat/%00",
        "/seat/%ff%fe",
        "/seat/" + "a" * 5000,
        "/host/x/open",
        "/../../etc/passwd",
        "/%",
    ),
    *(
        "{host_page}?lang=xx&lang=%ff",
        "{seat}?" + "a" * 60_000,
        "/seat/\xe9",
        "http://evil.example/",
        "{host_page}/%2e%2e",
    ),
)
HEADERS = (
    *(
        "Content-Length: 5",
        "Content-Length: -1",
        "Content-Length: 99999999999",
        "Content-Length: x",
        "Transfer-Encoding: chunked",
    ),
    *(
        "Transfer-Encoding: x",
        "Upgrade: websocket",
        "Upgrade: h2c",
        "Connection: upgrade",
        "Connection: close",
        "Expect: 100-continue",
    ),
    *(
        "Cookie: " + "a" * 9000,
        "X: \xff\xfe",
        ": x",
        "nonsense",
        " folded",
        "Accept-Encoding: \0",
        "Sec-WebSocket-Key: x",
        "Host: b",
    ),
)
CHOICE = {"game": "", "preset": "", "language": "en", "players": 0, "variants": [], "seats": [], "options": {}}
BODIES = (
    *(b"", b"{}", b"null", b"[]", b"[" * 9000, b"\xff\xfe", b"x" * 20_000, b'{"language": []}', b'{"language": {}}'),
    *(
        b'{"language": "en"}',
        b'{"language": "en", "table": {}}',
        b'{"language": "en", "table": "first"' + b" " * 99,
        b"5\r\n{",
    ),
    *(
        json.dumps(CHOICE | {key: value}).encode()
        for key in CHOICE
        for value in ("\ud800", 10**30, ["x"], {"x": "y"}, None, "..")
    ),
)
FRAMES = (
    *(
        '{"type": "undo"}',
        "",
        "null",
        "[" * 4000,
        '{"type": "move", "at": 1e9, "move": "x"}',
        '{"type": []}',
        "x" * 5000,
    ),
    *(
        '{"type": "why", "at": 1, "card": "(((("}',
        '{"type": "hello", "table": "x", "have": -1}',
        "\ud83d",
        b"\0\1",
        b"\xff" * 90,
    ),
)
WORDS = ("serve", "kuhn-poker", "--port", "0", "--format", "json", "--seat", "1=human", "--seat", "2=human")


class Served:
    """A server, and the links of its pages."""

    def __init__(self, folder: Path) -> None:
        self.errors = folder / "errors"
        command = (sys.executable, "-m", "cardwright", *WORDS)
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors)
        assert self.process.stdout is not None
        told = b""
        while not told.endswith(b"\n}\n"):
            line = self.process.stdout.readline()
            assert line, self.errors.read_text(encoding="utf-8")
            told += line
        links = json.loads(told)
        self.seats = [urllib.request.urlsplit(links["links"][seat]).path for seat in ("p1", "p2")]  # type: ignore[attr-defined]
        parts = urllib.request.urlsplit(links["host"])  # type: ignore[attr-defined]
        self.host, self.host_page = parts.netloc, parts.path

    def send(self, data: bytes, patience: float = 10) -> bytes:
        """What is answered to some bytes, until there is an answer or the connection ends."""
        name, port = self.host.split(":")
        with socket.create_connection((name, int(port)), patience) as one:
            try:
                one.sendall(data)
                one.shutdown(socket.SHUT_WR)
                heard = b""
                while more := one.recv(65_536):
                    heard += more
                    if len(heard) > 12 and b" 101 " in heard[:16]:
                        break
            except ConnectionError:
                return b""
            return heard

    def page(self) -> str:
        """The page of the first seat."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://{self.host}{self.seats[0]}", timeout=10) as answer:
            assert answer.status == 200
            return str(answer.read().decode())

    def socket(self, seat: int) -> Any:
        from websockets.sync.client import connect
        from websockets.typing import Origin

        return connect(
            f"ws://{self.host}{self.seats[seat]}/play", origin=Origin(f"http://{self.host}"), proxy=None, max_size=None
        )

    def plays_on(self) -> None:
        """Whoever is to move makes a move, and is shown that it was made."""
        found = re.search('"table": *"([0-9a-f]+)"', self.page())
        assert found is not None
        for seat in (0, 1):
            with self.socket(seat) as one:
                one.send(json.dumps({"type": "hello", "table": found[1], "have": 0}))
                told = json.loads(one.recv(10))
                assert told["type"] == "frames"
                frames = len(told["frames"])
                for move in ("pass", "check", "bet", "call", "fold"):
                    one.send(json.dumps({"type": "move", "at": frames, "move": move}))
                    answer = json.loads(one.recv(10))
                    while answer["type"] in ("asked", "notice"):
                        answer = json.loads(one.recv(10))
                    if answer["type"] == "frames":
                        return
        raise AssertionError("nobody can move")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path)
    yield one
    one.process.terminate()
    one.process.wait(20)
    assert one.process.stdout is not None
    one.process.stdout.close()
    assert one.errors.read_text(encoding="utf-8") == ""


def request(luck: random.Random, served: Served) -> bytes:
    """A request of which some is wrong."""
    known = {"host": served.host, "seat": served.seats[0], "host_page": served.host_page}
    method, path = luck.choice(METHODS[:3] if luck.random() < 0.7 else METHODS), luck.choice(PATHS)
    lines = [
        f"{method} {path} HTTP/{luck.choice(('1.1', '1.1', '1.1', '1.0', '2.0', '9'))}",
        f"Host: {luck.choice(HOSTS)}",
    ]
    lines += [f"Origin: {luck.choice(ORIGINS[:1] if luck.random() < 0.5 else ORIGINS)}"]
    lines += [one for one in luck.sample(HEADERS, 3) if luck.random() < 0.3]
    body = luck.choice(BODIES) if method == "POST" else b""
    if path.endswith("play"):
        key = base64.b64encode(luck.randbytes(16)).decode()
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        body = luck.randbytes(luck.randrange(200))
    elif body and luck.random() < 0.8:
        lines.append(f"Content-Length: {len(body)}")
    end = luck.choice(("\r\n", "\r\n", "\r\n", "\n", "\0"))
    head = "".join(line + end for line in (*lines, ""))
    for name, value in known.items():
        head = head.replace(f"{{{name}}}", value)
    return head.encode("latin-1", "replace") + body


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 5))])
def test_requests(served: Served, seed: int) -> None:
    luck = random.Random(seed)
    served.plays_on()
    for _ in range(250):
        data = request(luck, served)
        answer = served.send(data)
        assert not re.match(rb"HTTP/\S+ 5", answer), (data, answer)
    served.plays_on()


def test_whose_page_asks(served: Served) -> None:
    """A connection is for a page of this server alone, and a host that makes no sense is refused, not failed at."""
    key = base64.b64encode(os.urandom(16)).decode()
    more = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    for origin in ORIGINS:
        said = origin.replace("{host}", served.host)
        head = f"GET {served.seats[0]}/play HTTP/1.1\r\nHost: {served.host}\r\nOrigin: {said}\r\n{more}"
        status = served.send(head.encode()).split(b" ")[1]
        assert status == (b"101" if origin == ORIGINS[0] else b"403"), origin
    for host in set(HOSTS) - {"{host}"}:
        answer = served.send(
            f"GET {served.seats[0]} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")
        )
        ours = host in ("[::1]:80", "localhost:99999")
        assert answer.startswith(b"HTTP/1.1 200 " if ours else b"HTTP/1.1 400 "), (host, answer[:99])


def test_frames(served: Served) -> None:
    luck = random.Random(5)
    for number in range(40):
        with served.socket(number % 2) as one:
            try:
                for _ in range(5):
                    one.send(luck.choice(FRAMES))
                one.recv(0.02)
            except Exception as error:  # it was let go, as it should be; or the frame cannot even be sent
                assert "1011" not in str(error), error  # 1011: the server failed
    time.sleep(1.0)
    served.plays_on()


def test_connections_that_are_never_used(served: Served) -> None:
    """A thousand requests that never end keep nobody out, neither a page nor a connection that is open."""
    name, port = served.host.split(":")
    with served.socket(0) as one:
        found = re.search('"table": *"([0-9a-f]+)"', served.page())
        assert found is not None
        one.send(json.dumps({"type": "hello", "table": found[1], "have": 0}))
        assert json.loads(one.recv(10))["type"] == "frames"
        begun = (
            b"",
            b"GET /seat/x HTTP/1.1\r\nHost: ",
            b"POST /host/x/open HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
        )
        opened = []
        for number in range(1000):
            opened.append(socket.create_connection((name, int(port)), 10))
            with suppress(ConnectionError):
                opened[-1].sendall(begun[number % 3])
            if number % 250 == 249:
                served.page()
        assert served.page()
        alive = sum(_is_open(other) for other in opened)
        assert alive <= 100, alive
        one.send(json.dumps({"type": "why", "at": 1, "card": "x"}))
        assert json.loads(one.recv(10))
        for other in opened:
            other.close()
    served.plays_on()


def _is_open(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while one.recv(65_536):
            pass
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False
