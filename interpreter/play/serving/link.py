"""One connection of a seat: it is sent its film at its own pace, and what it says is heard at ours.

Each link sends what it has not sent yet, so slow readers keep nobody waiting. All that is sent follows from the film of
its seat, from questions that all people are asked, and from what its own messages asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .messages import BadMessage, Kind, Message, read_message

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

MOST_MESSAGES = 20
"""In a row; then each has to wait `REST` seconds."""

REST = 0.1

MOST_WAITING = 100
"""So many messages wait for a slow reader at most, besides the frames; more are left out."""

REFUSED = 1008
"""The code by which a connection is closed whose sender does what our page never does."""

Json = dict[str, Any]

NOTHING_ASKED = Message("asked")
NOTHING_TO_SAY = Message("notice")
"""What holds for a page that has just been opened."""

Hear = Callable[["Link", Kind, Json], Awaitable[None]]


class Link:
    """A connection: how many frames it has, what it was told last, and a bell that rings when there is more."""

    def __init__(self, socket: WebSocket, seat: int, rest: float) -> None:
        self.socket, self.seat = socket, seat
        self.sent: int | None = None
        self.page = ""
        self._rest = rest
        self._bell = asyncio.Event()
        self._standing: dict[str, Message] = {"asked": NOTHING_ASKED, "notice": NOTHING_TO_SAY}
        self._told: list[Message] = []

    def ring(self) -> None:
        """Have it look whether there is something to send."""
        self._bell.set()

    def tell(self, message: Message) -> None:
        """Send a message, after those that wait."""
        if len(self._told) < MOST_WAITING:
            self._told.append(message)
        self.ring()

    async def send(self, frames: Callable[[int, int], list[Json]], standing: Callable[[int], list[Message]]) -> None:
        """Send what is new, whenever there is something, until the connection is closed.

        `frames` gives the frames of a seat from a number on, `standing` what holds now for a seat, each by its type.
        """
        from starlette.websockets import WebSocketDisconnect

        with suppress(RuntimeError, WebSocketDisconnect):
            while True:
                await self._bell.wait()
                self._bell.clear()
                if self.sent is not None:
                    new = frames(self.seat, self.sent)
                    if new:
                        first, self.sent = self.sent, self.sent + len(new)
                        await self.socket.send_json({"type": "frames", "from": first, "frames": new})
                    for message in standing(self.seat):
                        if self._standing.get(message.type) != message:
                            self._standing[message.type] = message
                            await self.socket.send_json(message.to_json())
                while self._told:
                    await self.socket.send_json(self._told.pop(0).to_json())

    async def listen(self, hear: Hear) -> None:
        """Hear messages until the connection ends, or somebody sends what our page never would."""
        from starlette.websockets import WebSocketDisconnect

        loop = asyncio.get_running_loop()
        credit, then = float(MOST_MESSAGES), loop.time()
        try:
            while True:
                text = await self.socket.receive_text()
                now = loop.time()
                credit, then = min(MOST_MESSAGES, credit + (now - then) / self._rest) - 1, now
                if credit < 0:
                    raise BadMessage
                kind, said = read_message(text)
                if (kind == "hello") != (self.sent is None):
                    raise BadMessage
                await hear(self, kind, said)
        except (BadMessage, KeyError):  # starlette raises KeyError for a message of bytes
            await self.refuse()
        except (WebSocketDisconnect, RuntimeError):
            pass

    async def refuse(self) -> None:
        """Close the connection for good."""
        with suppress(RuntimeError):
            await self.socket.close(REFUSED)
