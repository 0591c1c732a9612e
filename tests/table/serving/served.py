"""A table that is served over real connections, and a seat at it."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.descriptions.rules import rules_at_table
from cardwright.play.game.game import Game, State
from cardwright.play.players.registry import PLAYERS
from cardwright.source.merge.catalogue import find_games
from cardwright.table.page.film_encoding import FrameDecoder
from cardwright.table.serving.app import Server
from cardwright.table.serving.connection import LONGEST
from cardwright.table.serving.hall import Hall
from cardwright.table.serving.lobby import PACES, USUAL_PACE, Chooser
from cardwright.table.serving.persistence import GameRecord
from cardwright.table.serving.session import Seating, TableSession
from cardwright.table.serving.table import GameTable

pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")
uvicorn: Any = pytest.importorskip("uvicorn", reason="uvicorn is not installed; it is in the extra `serve`")
client: Any = pytest.importorskip("websockets.sync.client", reason="websockets is not installed; see the extra `serve`")

KEYS = {0: "a-key-for-the-first-seat", 1: "a-key-for-the-second-seat"}
PATIENCE = 20


class Browser:
    """A seat at a table: it puts its frames together as the page does."""

    def __init__(self, address: str, key: str, have: Sequence[dict[str, Any]] = (), table: str = "") -> None:
        self.address, self.frames, self._together = address, list(have), FrameDecoder()
        self._put(self.frames)
        self.id = table or page_of(address, key)["table"]
        self.socket = ExitStack().enter_context(connection(address, key, f"http://{address}"))
        self.send(type="hello", table=self.id, have=len(self.frames))

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message, its frames put on the others."""
        message = json.loads(self.socket.recv(PATIENCE))
        if message["type"] == "frames":
            assert message["from"] == len(self.frames)
            self.frames += message["frames"]
            self._put(message["frames"])
        return dict(message)

    @property
    def table(self) -> dict[str, Any]:
        """The table as it is now; empty before the first frame."""
        return self._together.table

    @property
    def log(self) -> list[dict[str, Any]]:
        """What has happened in the last frame."""
        return self._together.log

    def _put(self, frames: Sequence[dict[str, Any]]) -> None:
        for frame in frames:
            self._together.add(frame)

    def wait(self) -> None:
        """Wait until it is this seat's turn, or the game is over."""
        while not self.table or not (self.table["moves"] or self.table["status"] != "running"):
            self.hear()

    def move(self, text: str) -> str:
        """Make a move; why it was refused, or an empty text."""
        before = len(self.frames)
        self.send(type="move", at=before, move=text)
        while len(self.frames) == before:
            message = self.hear()
            if message["type"] == "told":
                return str(message["text"])
        return ""


def connection(address: str, key: str, origin: str | None) -> Any:
    """A connection as a browser opens it from a page of some origin."""
    return client.connect(f"ws://{address}/seat/{key}/play", origin=origin, max_size=None, proxy=None)


def fetch(address: str, path: str, **headers: str) -> tuple[int, str]:
    """The status and the text of a page."""
    request = urllib.request.Request(f"http://{address}{path}", headers=headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def page_of(address: str, key: str) -> dict[str, Any]:
    """The data in the page of a seat."""
    status, text = fetch(address, f"/seat/{key}")
    assert status == 200
    return dict(json.loads(text.partition('id="page">')[2].partition("</script>")[0]))


def session_of(
    game: Game, seed: int, bots: Sequence[int] = (), moves: Sequence[str] = (), language: str = "en"
) -> tuple[TableSession, GameRecord]:
    """A game at a table whose other seats are people's."""
    kept = GameRecord(None)
    seating = Seating(
        bots=dict.fromkeys(bots, PLAYERS["random"]), language=language, ending=lambda state: [state.status]
    )
    session = TableSession(game.initial_state(seed=seed), seed, seating, kept, moves)
    session.seeded = False  # nobody here has to be reminded of the seed
    return session, kept


def hall_of(folder: Path | None = None, pace: float = 0, rest: float = 1e-9) -> Hall:
    """A hall with the games of the package."""
    chooser, host = Chooser(find_games(), (), {}), "the-key-of-the-host"
    book, paces = partial(rules_at_table, own={}, paths=()), dict.fromkeys(PACES, pace)
    given: dict[str, Any] = {"host": host, "folder": folder, "rest": rest, "paces": paces, "book": book}
    return Hall(chooser, USUAL_PACE, lambda language: _status, **given)


def _status(state: State) -> list[str]:
    return [state.status]


@contextmanager
def serving(session: TableSession, rest: float = 1e-9, pace: float = 0) -> Iterator[str]:
    """Serve one table in a thread, and give its address."""
    hall = hall_of(rest=rest, pace=pace)
    kinds = tuple("random" if seat in session.seating.bots else "human" for seat in range(session.game.players))
    keys = {seat: KEYS.get(seat, f"a-key-for-seat-number-{seat}") for seat in session.films}
    hall.put("first", GameTable(session, keys, kinds, hall.thinking, rest))
    with serving_hall(hall) as address:
        yield address


@contextmanager
def serving_hall(hall: Hall) -> Iterator[str]:
    """Serve all tables of a hall in a thread, and give its address."""
    with serving_app(Server(hall, frozenset(("localhost",)), "en").app()) as address:
        yield address


@contextmanager
def serving_app(app: Any) -> Iterator[str]:
    """Serve an application in a thread, and give its address."""
    from cardwright.table.serving.web_server import Waiting  # needs uvicorn

    config = uvicorn.Config(
        app,
        port=0,
        http=Waiting,
        log_level="error",
        access_log=False,
        ws_max_size=LONGEST,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < end and thread.is_alive()
        time.sleep(0.005)
    try:
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
