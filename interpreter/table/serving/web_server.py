"""How long a server waits for a request, and for how many: whoever begins one and never ends it keeps nobody out.

A connection waits until a whole request has come, and again once it is answered; the page's own connection (a
WebSocket) is no such one any more. If too many wait, the ones that have waited longest make room, first those of the
address that opens another: so a page that is asked for at once always gets in.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from .connection import LONGEST

SECONDS = {True: 10.0, False: 60.0}
"""So long a connection may wait for the rest of its request, and so long an answer may take."""

MOST = 500
"""So many connections may wait."""


MOST_CONNECTIONS = 1000
"""So many connections are served at the same time."""

_WAITING: dict[Waiting, None] = {}
"""Those that wait, the one that has waited longest first."""


class Waiting(H11Protocol):
    """A connection of which no more is expected than is reasonable."""

    _limit: asyncio.TimerHandle | None = None
    _waits: bool | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request, and let those go for which there is no room."""
        super().connection_made(transport)
        own = [one for one in _WAITING if one._address == self._address]
        # So many connections of one address may wait
        for one in own[: len(own) + 1 - 100] or [*_WAITING][: len(_WAITING) + 1 - MOST]:
            one._end()
        self._look()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self._waits is not None:
            self._look()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request; what still answers its beginning finds nobody there, nor may two answers mix."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to whoever serves the page."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _look(self) -> None:
        """Begin to count anew if something else is waited for than before."""
        waits = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if waits != self._waits:
            self._forget()
            self._waits = waits
            if waits:
                _WAITING[self] = None
            self._limit = self.loop.call_later(SECONDS[waits], self._end)

    def _forget(self) -> None:
        _WAITING.pop(self, None)
        self._waits = None
        if self._limit is not None:
            self._limit.cancel()

    def _end(self) -> None:
        self._forget()
        self.transport.abort()


class Served(Protocol):
    """What can be served."""

    def app(self) -> Starlette:
        """The application."""


def serve(server: Served, listener: socket.socket) -> int:
    """Serve until Ctrl-C; the signal that ended it, 0 for none."""
    pressed: list[int] = []

    class Quiet(uvicorn.Server):
        """A server that ends in good order however often it is told to: all else would print what it was doing."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or bool(pressed)

    quiet: dict[str, Any] = {"access_log": False, "log_level": "error", "proxy_headers": False, "server_header": False}
    limits: dict[str, Any] = {
        "limit_concurrency": MOST_CONNECTIONS,
        "timeout_graceful_shutdown": 2,
        "ws_max_size": LONGEST,
    }
    config = uvicorn.Config(server.app(), http=Waiting, **quiet, **limits)
    ends = (signal.SIGINT, signal.SIGTERM)
    before = {one: signal.signal(one, lambda number, frame: pressed.append(number)) for one in ends}
    Quiet(config).run(sockets=[listener])
    for one, handler in before.items():
        signal.signal(one, handler)
    return pressed[0] if pressed else 0
