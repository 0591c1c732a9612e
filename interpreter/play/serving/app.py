"""The server of a table: a page for each seat, and a connection over which it gets its frames and sends its moves.

Each seat has a secret key in its link; without it there is nothing to see. What a seat is sent is its film, so bots,
slow readers and other seats do not matter: each connection sends what it has not sent yet, at its own pace.

Other sites cannot reach the table through a browser: a name in `Host` must be that of this server, which keeps foreign
names that point here out, and `Origin` must be the page itself. Messages are bounded in size, number and form.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, assert_never
from urllib.parse import urlsplit

from ..page.page import live_page
from ..page.phrases import say
from .messages import BadMessage, read_message
from .session import Session

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.websockets import WebSocket

MOST_CONNECTIONS = 8
"""Of one seat; the oldest makes room for a new one."""

MOST_MESSAGES = 20
"""In a row; then each has to wait `REST` seconds."""

REST = 0.1

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer; the page itself says what it may load."""

REFUSED = 1008
"""The code by which a connection is closed whose sender does what our page never does."""


class Link:
    """One connection of a seat: how many frames it has, and a bell that rings when there are more."""

    def __init__(self, socket: WebSocket, seat: int) -> None:
        self.socket, self.seat = socket, seat
        self.sent: int | None = None
        self.bell = asyncio.Event()


class Server:
    """Serves one session. `names` are those by which this machine may be called, besides its addresses."""

    def __init__(
        self, session: Session, keys: Mapping[int, str], names: frozenset[str], *, pace: float, rest: float = REST
    ) -> None:
        """`pace` is how many seconds a bot takes for a move at least, `rest` how many a seat waits between messages."""
        self._session, self._keys, self._names = session, keys, names
        self._pace, self._rest = pace, rest
        self._id = secrets.token_hex(8)
        self._links: list[Link] = []
        self._turn = asyncio.Event()
        self._busy = asyncio.Lock()

    def app(self) -> Starlette:
        """The application, for uvicorn or a test."""
        from starlette.applications import Starlette
        from starlette.responses import PlainTextResponse
        from starlette.routing import Route, WebSocketRoute

        async def nothing(request: Request) -> Response:
            return PlainTextResponse(say(self._session.words.language, "no_table"), 404, HEADERS)

        routes = [
            Route("/seat/{key}", self._page, methods=["GET"]),
            WebSocketRoute("/seat/{key}/play", self._connect),
            Route("/{path:path}", nothing, methods=["GET"]),
        ]
        return Starlette(routes=routes, lifespan=self._running)

    @asynccontextmanager
    async def _running(self, app: Starlette) -> AsyncIterator[None]:
        bots = asyncio.create_task(self._play_bots())
        yield
        bots.cancel()
        with suppress(asyncio.CancelledError):
            await bots

    # Who may come in --------------------------------------------------------------------------

    def _seat(self, key: str) -> int | None:
        """The seat that a key opens. All keys are compared, so that the time tells nothing."""
        found = [seat for seat, own in self._keys.items() if secrets.compare_digest(own.encode(), key.encode())]
        return found[0] if found else None

    def _is_ours(self, host: str | None) -> bool:
        """Whether `Host` calls this machine by an address or by a name of its own."""
        name = urlsplit(f"//{host or ''}").hostname or ""
        try:
            return bool(ipaddress.ip_address(name))
        except ValueError:
            return name in self._names

    async def _page(self, request: Request) -> Response:
        from starlette.responses import HTMLResponse, PlainTextResponse

        seat = self._seat(request.path_params["key"])
        if not self._is_ours(request.headers.get("host")):
            return PlainTextResponse("unknown host\n", 400, HEADERS)
        if seat is None:
            return PlainTextResponse(say(self._session.words.language, "no_table"), 404, HEADERS)
        return HTMLResponse(live_page(self._id, seat, self._session.words), headers=HEADERS)

    async def _connect(self, socket: WebSocket) -> None:
        seat, host = self._seat(socket.path_params["key"]), socket.headers.get("host")
        own_page = urlsplit(socket.headers.get("origin", "")).netloc == host
        if seat is None or not own_page or not self._is_ours(host):
            await socket.close(REFUSED)
            return
        await socket.accept()
        link = Link(socket, seat)
        own = [one for one in self._links if one.seat == seat]
        self._links.append(link)
        if len(own) >= MOST_CONNECTIONS:
            await self._drop(own[0])
        sender = asyncio.create_task(self._send(link))
        try:
            await self._listen(link)
        finally:
            sender.cancel()
            if link in self._links:
                self._links.remove(link)

    async def _drop(self, link: Link) -> None:
        self._links.remove(link)
        with suppress(RuntimeError):
            await link.socket.close(REFUSED)

    # What is sent and heard -------------------------------------------------------------------

    async def _send(self, link: Link) -> None:
        """Send a link what it does not have yet, whenever there is something, until it is closed."""
        from starlette.websockets import WebSocketDisconnect

        with suppress(RuntimeError, WebSocketDisconnect):
            while True:
                await link.bell.wait()
                link.bell.clear()
                frames = [] if link.sent is None else self._session.frames(link.seat, link.sent)
                if link.sent is not None and frames:
                    first, link.sent = link.sent, link.sent + len(frames)
                    await link.socket.send_json({"type": "frames", "from": first, "frames": frames})

    async def _listen(self, link: Link) -> None:
        """Hear messages until the connection ends, or somebody sends what our page never would."""
        from starlette.websockets import WebSocketDisconnect

        loop = asyncio.get_running_loop()
        credit, then = float(MOST_MESSAGES), loop.time()
        try:
            while True:
                text = await link.socket.receive_text()
                now = loop.time()
                credit, then = min(MOST_MESSAGES, credit + (now - then) / self._rest) - 1, now
                if credit < 0:
                    raise BadMessage
                await self._hear(link, text)
        except (BadMessage, KeyError):  # starlette raises KeyError for a message of bytes
            with suppress(RuntimeError):
                await link.socket.close(REFUSED)
        except (WebSocketDisconnect, RuntimeError):
            pass

    async def _hear(self, link: Link, text: str) -> None:
        kind, said = read_message(text)
        told: str | None = None
        if (kind == "hello") != (link.sent is None):
            raise BadMessage
        match kind:
            case "hello":
                there = len(self._session.frames(link.seat, 0))
                if said["table"] != self._id or not 0 <= said["have"] <= there:
                    await link.socket.send_json({"type": "again"})
                    return
                link.sent = said["have"]
                link.bell.set()
            case "move":
                async with self._busy:
                    told = self._session.play(link.seat, said["at"], said["move"])
                self._tell()
            case "why":
                async with self._busy:
                    told = self._session.why_not(link.seat, said["at"], said["card"])
            case _:
                assert_never(kind)
        if told:
            await link.socket.send_json({"type": "told", "text": told})

    def _tell(self) -> None:
        """Ring all bells, and let a bot move if it is its turn."""
        for link in self._links:
            link.bell.set()
        self._turn.set()

    # Bots -------------------------------------------------------------------------------------

    async def _play_bots(self) -> None:
        """Play the moves of bots. A bot thinks in a thread of its own, so that pages are served meanwhile."""
        loop = asyncio.get_running_loop()
        while True:
            bot, state = self._session.bot, self._session.state
            if bot is None:
                await self._turn.wait()
                self._turn.clear()
                continue
            started = loop.time()
            async with self._busy:
                move = await asyncio.to_thread(bot.choose, state.clone(), state.legal_moves)
            await asyncio.sleep(max(0.0, self._pace - (loop.time() - started)))
            async with self._busy:
                self._session.play_bot(move.text)
            self._tell()


def seat_links(address: str, keys: Mapping[int, str]) -> dict[str, Any]:
    """The link of each person's seat, by the name of the seat."""
    return {f"p{seat + 1}": f"{address}/seat/{key}" for seat, key in keys.items()}
