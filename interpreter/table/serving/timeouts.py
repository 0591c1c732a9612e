"""How long a server waits for a request, and for how many: whoever begins one and never ends it keeps nobody out.

A connection waits until a whole request has come, and again once it is answered; the page's own connection (a
WebSocket) is no such one any more. If too many wait, the ones that have waited longest make room, first those of the
address that opens another: so a page that is asked for at once always gets in.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = {True: 10.0, False: 60.0}
"""So long a connection may wait for the rest of its request, and so long an answer may take."""

MOST = 500
"""So many connections may wait."""


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
