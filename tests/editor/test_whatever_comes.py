"""The language server answers whatever comes: each request by a result or an error, until it is told to end.

Headers, JSON, types, methods, places and documents are wrong in all ways that we could think of, one after the other
and many at once. A request that is sound must be answered after each of them.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest

from tests.editor.editor_client import GAME

METHODS = (
    *("hover", "definition", "references", "completion", "rename", "documentSymbol", "formatting", "codeAction"),
    *("signatureHelp", "semanticTokens/full", "documentHighlight", "prepareRename", "codeLens", "foldingRange", "x"),
)
URIS = (
    *(
        "file:///etc/passwd",
        "file:///nowhere/x.yaml",
        "untitled:1",
        "http://127.0.0.1:1/x",
        "file://host/x.yaml",
        "file:",
    ),
    *("file:///%00", "file:///c%3A/x/game.yaml", "", "git:/x", "file:///x/../../etc/passwd", "\0", "[", "file://[/x"),
    "file:///" + "a" * 5000,
)
NUMBERS: tuple[Any, ...] = (0, 1, -1, 3, 99_999, 2**31 - 1, 2**31, 2**63, 1.5, 1e300, "1", None, True, [], {})

FRAMES = (
    *(b"garbage\r\n\r\n", b"\0" * 1000, b"\r\n" * 50, b"Content-Length: 0\r\n\r\n", b"Content-Type: x\r\n\r\n"),
    *(b"Content-Length: 5\r\n\r\nabcde", b"Content-Length: -1\r\n\r\n", b"Content-Length: x\r\n\r\n{}"),
    *(
        b"Content-Length: 99999999999\r\n\r\n{}",
        b"Content-Length: 999999999\r\n\r\n{}",
        b"Content-Length: 4\r\n\r\nnull",
    ),
    *(b"content-length:2\r\nX: y\r\n\r\n[]", b"Content-Length: 20000\r\n\r\n" + b"[" * 20_000, b"\xff\xfe\r\n"),
    *(
        b"Content-Length: 9\r\n\r\n{}",
        b"Content-Length: 2\r\n\r\n{}trailing",
        b"Content-Length: 3\n\n{} ",
        b"x" * 300_000,
    ),
    *(b"Content-Length: 2\r\nContent-Length: 4\r\n\r\nnull", b'Content-Length: 12\r\n\r\n"\xff\xfe......"\r\n'),
)


class Raw:
    """A server, and what it has answered."""

    def __init__(self, folder: Path) -> None:
        words = (sys.executable, "-m", "cardwright", "lsp")
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder)
        self.answers: Queue[dict[str, Any]] = Queue()
        self.seen: dict[object, dict[str, Any]] = {}
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.uri = (folder / "game.yaml").as_uri()
        assert "result" in self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.send(method="initialized", params={})
        document = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": GAME}
        self.send(method="textDocument/didOpen", params={"textDocument": document})

    def _read(self) -> None:
        output = self.process.stdout
        assert output is not None
        while line := output.readline():
            length = int(line.split(b":")[1])
            while output.readline().strip():
                pass
            self.answers.put(json.loads(output.read(length)))

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, **message: Any) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def answer(self, number: object) -> dict[str, Any]:
        """The answer to a request; others are kept."""
        while number not in self.seen:
            try:
                got = self.answers.get(timeout=20)
            except Empty:
                raise AssertionError(f"no answer to {number}, {self.process.poll()=}") from None
            if "method" not in got:
                self.seen[got.get("id")] = got
        return self.seen.pop(number)

    def ask(self, method: str, params: Any, **more: Any) -> dict[str, Any]:
        self.number += 1
        self.send(id=self.number, method=method, params=params, **more)
        return self.answer(self.number)

    def lives(self) -> None:
        """It answers a sound request as it should."""
        line, text = next(pair for pair in enumerate(GAME.splitlines()) if "+= gain(" in pair[1])
        at = {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": text.index("gain")}}
        assert self.ask("textDocument/definition", at).get("result"), self.process.poll()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Raw]:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    server = Raw(tmp_path)
    yield server
    server.process.kill()
    server.process.wait()
    for stream in (server.process.stdin, server.process.stdout, server.process.stderr):
        if stream is not None:
            stream.close()


def test_frames(server: Raw) -> None:
    """Whatever is wrong with a header or a message, the next sound request is answered."""
    server.lives()
    for frame in FRAMES:
        server.raw(frame)
        server.lives()


def test_requests(server: Raw) -> None:
    """Each request has an answer, whatever its types, and one that makes no sense has an error."""
    odd: tuple[dict[str, Any], ...] = (
        {"method": "textDocument/hover"},
        {"method": "no/such/method"},
        {"method": "no/such/method", "params": [1]},
        {"method": 5, "params": {}},
        {"method": {}, "params": {}},
        {"method": "textDocument/hover", "params": None},
        {"method": "textDocument/hover", "params": [[]]},
        {"method": "textDocument/hover", "params": {}, "jsonrpc": "1.0"},
        {"method": "textDocument/hover", "params": {}, "jsonrpc": None},
    )
    for number, message in enumerate(odd):
        server.send(id=f"odd {number}", **message)
        assert "error" in server.answer(f"odd {number}"), message
    server.raw(b'Content-Length: 31\r\n\r\n{"id": "bare", "method": "x/y"}')
    assert "error" in server.answer("bare")
    server.raw(b'Content-Length: 50\r\n\r\n[{"jsonrpc":"2.0","id":"batched","method":"x/y"}] ')
    assert "error" in server.answer("batched")
    no_numbers: tuple[object, ...] = (None, True, [], {}, 1.5)
    for no_number in no_numbers:
        server.send(id=no_number, method="textDocument/hover", params={})
    server.lives()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 5))])
def test_places_and_documents(server: Raw, seed: int) -> None:
    """Places and addresses of all kinds, in requests and in changes, at random."""
    luck = random.Random(seed)

    def at() -> dict[str, Any]:
        return {"line": luck.choice(NUMBERS), "character": luck.choice(NUMBERS)}

    asked = []
    for _ in range(200):
        uri = luck.choice((server.uri, server.uri, *URIS))
        method, place, area = luck.choice(METHODS), at(), {"start": at(), "end": at()}
        about = {
            "textDocument": {"uri": uri},
            "position": place,
            "range": area,
            "newName": luck.choice(("n", "a: b\n")),
        }
        about |= {
            "context": {"diagnostics": [], "includeDeclaration": True},
            "options": {"tabSize": 2, "insertSpaces": True},
        }
        server.number += 1
        asked.append(server.number)
        server.send(id=server.number, method=f"textDocument/{method}", params=about)
        change = {
            "textDocument": {"uri": uri, "version": luck.choice(NUMBERS)},
            "contentChanges": [{"range": area, "text": ""}],
        }
        server.send(
            method=luck.choice(("textDocument/didChange", "textDocument/didSave", "$/cancelRequest")), params=change
        )
        if luck.random() < 0.1:
            document = {"uri": uri, "languageId": "yaml", "version": 1, "text": GAME}
            server.send(
                method=luck.choice(("textDocument/didOpen", "textDocument/didClose")), params={"textDocument": document}
            )
    for number in asked:
        assert {"result", "error"} & server.answer(number).keys()
    document = {"uri": server.uri, "languageId": "yaml", "version": 1, "text": GAME}
    server.send(method="textDocument/didOpen", params={"textDocument": document})
    server.lives()


def test_a_text_that_no_file_may_hold(server: Raw) -> None:
    """It is refused as the file would be, at once; what is written instead of it counts again."""
    for version, text in enumerate((GAME + "y" * 2_000_000, GAME + "# é\n" * 500_000), start=2):
        document = {"uri": server.uri, "version": version}
        server.send(
            method="textDocument/didChange", params={"textDocument": document, "contentChanges": [{"text": text}]}
        )
        about = {"textDocument": {"uri": server.uri}, "position": {"line": 3, "character": 1}}
        for method in METHODS:
            assert {"result", "error"} & server.ask(f"textDocument/{method}", about).keys()
        assert server.ask("textDocument/documentSymbol", about).get("result") in (None, [])
    document = {"uri": server.uri, "version": 9}
    server.send(method="textDocument/didChange", params={"textDocument": document, "contentChanges": [{"text": GAME}]})
    server.lives()


def test_it_ends_by_the_protocol(server: Raw) -> None:
    """After `shutdown` a request is refused; `exit` ends the server, and so does the end of what is sent."""
    assert "result" in server.ask("shutdown", None)
    at = {"textDocument": {"uri": server.uri}, "position": {"line": 0, "character": 0}}
    assert "error" in server.ask("textDocument/hover", at)
    server.send(method="exit", params=None)
    assert server.process.wait(20) == 0


def test_it_ends_with_its_input(server: Raw) -> None:
    server.raw(b"Content-Length: 500\r\n\r\n{")
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert server.process.wait(20) == 0
    assert server.process.stderr is not None
    assert b"Traceback" not in server.process.stderr.read()
