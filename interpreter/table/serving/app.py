"""The server of a hall of tables: a page for the host, one for each seat, and a connection for each open page.

Each seat has a secret key in its link, and so has the host; without one there is nothing to see.

Other sites cannot reach the tables through a browser: a name in `Host` must be that of this server, which keeps foreign
names that point here out, and `Origin` must be the page itself. Messages are bounded in size, number and form.

What is sent may be compressed, each connection by itself: it holds only what one seat knows, so its size tells no more.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ...diagnostics.diagnostic import SpecError
from ...diagnostics.suggest import is_language
from ...diagnostics.text import LANGUAGES
from ...play.game.game import Game
from ...play.game.texts import Wordings
from ...source.text.storage import NotWritten
from ..page.page import host_page, live_page, lone_page
from ..page.phrases import say
from ..page.seat_text import SeatText, first_mistake
from .connection import REFUSED, BadMessage, read_object
from .hall import MOST_TABLES, Hall
from .lobby import CheckedChoice, read_choice
from .persistence import NotFollowed, followed
from .table import RETRY, GameTable

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.websockets import WebSocket


LONGEST_ORDER = 16_384
"""The most bytes of what the page of the host sends."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer; the page itself says what it may load."""

Json = dict[str, Any]


def is_ours(host: str | None, names: frozenset[str]) -> bool:
    """Whether `Host` calls this machine by an address or by one of its own `names`."""
    try:
        name = urlsplit(f"//{host or ''}").hostname or ""
    except ValueError:
        return False
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return name in names


def is_own_page(headers: Mapping[str, str], names: frozenset[str]) -> bool:
    """Whether a page of this server asks, and by a name of its own."""
    host = headers.get("host")
    return is_ours(host, names) and headers.get("origin") == f"http://{host}"


async def read_body(request: Request, longest: int) -> Json:
    """The object of JSON in a request, of so many bytes at most. Raises BadMessage, ClientDisconnect, UnicodeError."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > longest:
            raise BadMessage
    return read_object(body.decode("utf-8"), longest)


class Server:
    """Serves a hall. `names` are those by which this machine may be called, besides its addresses."""

    def __init__(self, hall: Hall, names: frozenset[str], language: str, watcher: Watcher | None = None) -> None:
        self._hall, self._names, self._language, self._watcher = hall, names, language, watcher
        self._looking = asyncio.Lock()

    def app(self) -> Starlette:
        """The application, for uvicorn or a test."""
        from starlette.applications import Starlette
        from starlette.routing import Route, WebSocketRoute

        async def nothing(request: Request) -> Response:
            return self._no_table()

        routes = [
            Route("/seat/{key}", self._page, methods=["GET"]),
            Route("/seat/{key}/rules", self._rules, methods=["GET"]),
            WebSocketRoute("/seat/{key}/play", self._connect),
            Route("/host/{key}", self._lobby, methods=["GET"]),
            Route("/host/{key}/{order}", self._order, methods=["POST"]),
            Route("/{path:path}", nothing, methods=["GET"]),
        ]
        return Starlette(routes=routes, lifespan=self._running)

    @asynccontextmanager
    async def _running(self, app: Starlette) -> AsyncIterator[None]:
        self._hall.begin()
        watching = asyncio.create_task(self._watcher.watch()) if self._watcher else None
        yield
        if watching is not None:
            watching.cancel()
        await self._hall.end()

    # Who may come in

    def _alone(self, text: SeatText, status: int) -> Response:
        """A page that says one thing."""
        from starlette.responses import HTMLResponse

        return HTMLResponse(lone_page(str(text), self._language), status, HEADERS)

    def _no_table(self) -> Response:
        return self._alone(SeatText(Wordings(None, self._language), "no_table"), 404)

    # Seats

    async def _page(self, request: Request) -> Response:
        from starlette.responses import HTMLResponse, PlainTextResponse

        if not is_ours(request.headers.get("host"), self._names):
            return PlainTextResponse("unknown host\n", 400, HEADERS)
        key = request.path_params["key"]
        found, shut = self._hall.seat(key), self._hall.why_shut(key)
        if found is None:
            return self._no_table() if shut is None else self._alone(shut, 410)
        table, seat = found
        page = live_page(table.id_of(seat), seat, table.session.words, rules=self._hall.book is not None)
        return HTMLResponse(page, headers=HEADERS)

    async def _rules(self, request: Request) -> Response:
        """The rulebook of the game at the table of a seat, made in a thread, so that nobody has to wait for it."""
        from starlette.responses import HTMLResponse, PlainTextResponse

        found = self._hall.seat(request.path_params["key"])
        if found is None or not is_ours(request.headers.get("host"), self._names):
            return PlainTextResponse("", 403, HEADERS)
        try:
            async with self._looking:
                return HTMLResponse(await asyncio.to_thread(self._hall.rules_of, found[0]), headers=HEADERS)
        except SpecError:  # somebody is editing them
            return PlainTextResponse("", 404, HEADERS)

    async def _connect(self, socket: WebSocket) -> None:
        found = self._hall.seat(socket.path_params["key"])
        if found is None or not is_own_page(socket.headers, self._names):
            await socket.close(REFUSED)
            return
        await socket.accept()
        table, seat = found
        await table.serve(socket, seat)

    # The host

    async def _lobby(self, request: Request) -> Response:
        from starlette.responses import HTMLResponse, PlainTextResponse

        if not is_ours(request.headers.get("host"), self._names):
            return PlainTextResponse("unknown host\n", 400, HEADERS)
        if not self._hall.is_host(request.path_params["key"]):
            return self._no_table()
        asked = request.query_params.get("lang")
        language = asked if asked in LANGUAGES else self._language
        return HTMLResponse(host_page(self._hall.page(language), language), headers=HEADERS)

    async def _order(self, request: Request) -> Response:
        from starlette.requests import ClientDisconnect
        from starlette.responses import JSONResponse, PlainTextResponse

        if not self._hall.is_host(request.path_params["key"]) or not is_own_page(request.headers, self._names):
            return PlainTextResponse("", 403, HEADERS)
        try:
            given = await read_body(request, LONGEST_ORDER)
            answer = await self._obey(request.path_params["order"], given)
        except (BadMessage, ClientDisconnect, UnicodeDecodeError):
            return PlainTextResponse("", 400, HEADERS)
        return JSONResponse(json.loads(json.dumps(answer)), headers=HEADERS)

    async def _obey(self, order: str, given: Json) -> Json:
        language = given.get("language")
        if not isinstance(language, str) or not is_language(language):
            raise BadMessage
        match order:
            case "tables":
                pass
            case "look":
                looked = await self._look(given)
                return {"form": self._hall.chooser.form(looked), "problems": looked.problems}
            case "open":
                return await self._open(given)
            case "shut":
                await self._hall.shut(str(given.get("table")))
            case _:
                raise BadMessage
        return {"tables": list(self._hall.listed(language))}

    async def _look(self, given: Json) -> CheckedChoice:
        """Load what is chosen, in a thread, so that nobody else has to wait for it."""
        choice = read_choice(given)
        async with self._looking:
            return await asyncio.to_thread(self._hall.chooser.look, choice)

    async def _open(self, given: Json) -> Json:
        looked = await self._look(given)
        language, problems = looked.choice.language, list(looked.problems)
        if looked.game is None or not looked.choice.seats or problems:
            return {"problems": problems or [{"text": say(language, "nobody_human"), "more": []}]}
        if len(self._hall.tables) >= MOST_TABLES:
            return {"problems": [{"text": say(language, "too_many", n=MOST_TABLES), "more": []}]}
        try:
            name = self._hall.open(looked.choice, looked.game)
        except OSError as error:
            return {"problems": [{"text": say(language, "not_kept", why=error.strerror), "more": []}]}
        return {"problems": [], "opened": name, "tables": list(self._hall.listed(language))}


# `--watch`: tables follow the rules as they are edited, and stay at the same decision, or say why they cannot.
#
# Rules that cannot be read, or by which what has happened could not have happened, change nothing: the game goes on by
# the rules it had, and its page says so until the next save. Why, only the terminal is told: it may name hidden cards.

EVERY = 0.15
"""How many seconds pass between two looks at the files."""


class Watcher:
    """Has the tables of a game follow its files.

    `stamps` tells how the files are now; `load` loads the game of a table, by its name, once more.
    """

    def __init__(
        self, hall: Hall, game: str, stamps: Callable[[], Mapping[str, Any]], load: Callable[[str, Game], Game]
    ) -> None:
        self._hall, self._game, self._stamps, self._load = hall, game, stamps, load

    async def watch(self) -> None:
        """Look at the files until the task is ended; what was saved counts when nothing changes for a moment."""
        before = now = await asyncio.to_thread(self._stamps)
        while True:
            await asyncio.sleep(EVERY)
            was, now = now, await asyncio.to_thread(self._stamps)
            if now != before and now == was:
                if await self._follow():
                    before = now
                else:
                    await asyncio.sleep(RETRY)

    async def _follow(self) -> bool:
        """Have each table go on by the rules as they are now; whether there was room to write that down."""
        room = True
        self._hall.chooser.forget()
        for name, table in self._hall.all_of(self._game):
            words = table.session.words
            try:
                await self._go_on(name, table)
                table.notice(None)
            except SpecError as error:
                table.notice(SeatText(words, "rules_wrong", rules=error))
                self._hall.tell_host(f"table '{name}': the rules cannot be read: {first_mistake(error)}")
            except NotWritten as error:
                table.unwritten(error)
                room = False
            except NotFollowed as error:
                table.notice(SeatText(words, "not_followed"))
                self._hall.tell_host(
                    f"table '{name}' cannot follow the new rules, line {error.line} of its record: {error}"
                )
        return room

    async def _go_on(self, name: str, table: GameTable) -> None:
        """Have a table go on by new rules. Raises SpecError and NotFollowed."""
        session = table.session
        game = await asyncio.to_thread(self._load, name, session.game)
        while game != session.game or game.spec != session.game.spec:
            lines, version = session.lines, session.version
            state = await asyncio.to_thread(followed, lines, game)
            if version == session.version:  # and nobody has moved meanwhile
                session.follow(state)
                table.changed(written=True)
