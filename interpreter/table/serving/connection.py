"""One connection of a seat: it is sent its film at its own pace, and what it says is heard at ours.

Each link sends what it has not sent yet, so slow readers keep nobody waiting. All that is sent follows from the film of
its seat, from questions that all people are asked, and from what its own messages asked for.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.record import dataclass
from ..page.seat_text import SeatText

if TYPE_CHECKING:
    from starlette.websockets import WebSocket


# What a browser may send, read strictly: one JSON object of a known type, with its keys and no others.
#
#     {"type": "hello", "table": "3f…", "have": 12}             the first message: how many frames there are already
#     {"type": "move", "at": 13, "move": "discard(ace)"}       a move, by whoever has seen so many frames
#     {"type": "why", "at": 13, "card": "ace"}                 what this card is no part of now, and why
#     {"type": "undo"}                                           to take back one's last move
#     {"type": "answer", "undo": 2, "agrees": true}              what one says to another's wish to do so
#     {"type": "rematch", "turned": true}                        when a game is over: another, each a seat further on
#
# The answers are, also without being asked:
#
#     {"type": "frames", "from": 12, "frames": […]}              the frames from number 12 on
#     {"type": "told", "text": "…"}                              something to be shown
#     {"type": "barred", "card": "ace", "text": "…",             to `why`: all reasons, and the moves with this card
#      "moves": [{"label": "…", "why": "…"}]}                    that only the position bars
#     {"type": "asked", "undo": 2, "text": "…", "yours": false}  somebody would like to take a move back; `undo` is 0
#                                                                when nobody does, or when one has answered
#     {"type": "next", "link": "/seat/…"}                        where the seat plays on, once somebody has asked for it
#     {"type": "notice", "text": "…"}                            what keeps the table from going on, or an empty text
#     {"type": "again"}                                          to whoever has the page of another server: load
#                                                                it again

Kind = Literal["hello", "move", "why", "undo", "answer", "rematch"]

LONGEST = 4096
"""The most bytes of a message."""

KEYS: dict[Kind, dict[str, type]] = {
    "hello": {"table": str, "have": int},
    "move": {"at": int, "move": str},
    "why": {"at": int, "card": str},
    "undo": {},
    "answer": {"undo": int, "agrees": bool},
    "rematch": {"turned": bool},
}
"""The keys of each type of message, with the types of their values."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a seat is sent besides its frames; `undo` and `yours` are about a question that was asked, `link` is that of
    the seat at the next table, `moves` are those with a card that are barred, each with the reason.
    """

    type: Literal["told", "barred", "asked", "notice", "again", "next"]
    text: SeatText | None = None
    undo: int = 0
    yours: bool = False
    link: str = ""
    card: str = ""
    moves: Sequence[tuple[SeatText, SeatText]] = ()

    def to_json(self) -> dict[str, Any]:
        """The message as it is sent."""
        if self.type == "next":
            return {"type": self.type, "link": self.link}
        if self.type == "barred":
            moves = [{"label": str(label), "why": str(why)} for label, why in self.moves]
            return {"type": self.type, "card": self.card, "text": str(self.text or ""), "moves": moves}
        text = {} if self.type == "again" else {"text": str(self.text or "")}
        asked = {"undo": self.undo, "yours": self.yours} if self.type == "asked" else {}
        return {"type": self.type, **text, **asked}


class BadMessage(Exception):
    """Raised for anything else; whoever sends it is not our page."""


def read_message(text: str) -> tuple[Kind, dict[str, Any]]:
    """The type of a message and what it says. Raises BadMessage."""
    message = read_object(text, LONGEST)
    kind = message.pop("type", None)
    for known, keys in KEYS.items():
        if kind == known and {key: type(value) for key, value in message.items()} == keys:
            return known, message
    raise BadMessage


def read_object(text: str, longest: int) -> dict[str, Any]:
    """A JSON object of so many bytes at most, whose texts can be sent back. Raises BadMessage."""
    if len(text.encode("utf-8", "surrogatepass")) > longest:
        raise BadMessage
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # half a character, written as \\ud800, is no text
    except (ValueError, RecursionError):
        raise BadMessage from None
    if not isinstance(found, dict):
        raise BadMessage
    return found


MOST_MESSAGES = 20
"""In a row; then each has to wait `REST` seconds."""

REST = 0.1


REFUSED = 1008
"""The code by which a connection is closed whose sender does what our page never does."""

Json = dict[str, Any]

NOTHING_ASKED = Message("asked")
NOTHING_TO_SAY = Message("notice")
NO_NEXT = Message("next")
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
        self._standing: dict[str, Message] = {"asked": NOTHING_ASKED, "notice": NOTHING_TO_SAY, "next": NO_NEXT}
        self._told: list[Message] = []

    def ring(self) -> None:
        """Have it look whether there is something to send."""
        self._bell.set()

    def tell(self, message: Message) -> None:
        """Send a message, after those that wait."""
        # So many messages wait for a slow reader at most, besides the frames; more are left out
        if len(self._told) < 100:
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
