"""The web server of the studio on one's own machine: its page, and a way to ask a session.

Only whoever has the key in the link gets anything, and only from a page of this server: the guards are those of
`cardwright serve` (`table/serving/app.py`). Requests are answered one after the other, in a thread, so that the server
itself never waits. Many games are played in a process of their own, so that nobody else waits for them either.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Iterator, MutableMapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from errno import EACCES
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..commands.selection import visible_files
from ..commands.workers import start_worker
from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Span
from ..source.merge.catalogue import ENDINGS
from ..source.text.disk import leads_out
from ..source.text.files import LARGEST, file_content
from ..source.text.storage import make_folder, remove, write
from ..table.serving.app import HEADERS, is_ours, is_own_page, read_body
from ..table.serving.connection import BadMessage
from .html import FILES, file_of, policy, studio_page
from .session import LONGEST, StudioSession

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

TYPES = {"js": "text/javascript", "css": "text/css", "txt": "text/plain"}
"""The types of the files of the page."""


def studio_server(folder: Path, key: str, language: str, paths: Sequence[str]) -> StudioServer:
    """What serves the studio of a folder to whoever has the key; `paths` are folders with more games."""
    aside = Aside(str(folder), tuple(paths))
    return StudioServer(session_of(str(folder), paths), aside, key, frozenset(("localhost",)), language)


def session_of(folder: str, paths: Sequence[str]) -> StudioSession:
    """A session about the files of a folder."""
    files = FolderFiles(Path(folder))
    return StudioSession(files, root=folder, paths=paths, stamp=files.stamp)


class Aside:
    """A process with a session of its own, which is started when something is asked of it first."""

    def __init__(self, folder: str, paths: tuple[str, ...]) -> None:
        self._given = (folder, paths)
        self._pool: ProcessPoolExecutor | None = None

    async def request(self, asked: dict[str, Any], texts: dict[str, str]) -> dict[str, Any]:
        """The answer to a request about files whose texts are these now; that of a process that was ended is empty."""
        if self._pool is None:
            # Not forked: another thread may hold a lock just then
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin_aside, self._given)
        try:
            return await asyncio.wrap_future(self._pool.submit(_asked_aside, asked, texts))
        except BrokenExecutor:
            return {"error": ""}

    def end(self) -> None:
        """End the process, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            for process in processes:
                process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)


_aside: list[StudioSession] = []
"""In that process, its session."""


def _begin_aside(folder: str, paths: tuple[str, ...]) -> None:
    start_worker()
    _aside.append(session_of(folder, paths))


def _asked_aside(asked: dict[str, Any], texts: dict[str, str]) -> dict[str, Any]:
    (session,) = _aside
    for name, text in texts.items():
        session.request({"do": "open", "file": name})
        session.request({"do": "change", "file": name, "text": text})
    return session.request(asked)


class StudioServer:
    """Serves the page of a session. `names` are those by which this machine may be called, besides its addresses."""

    def __init__(self, session: StudioSession, aside: Aside, key: str, names: frozenset[str], language: str) -> None:
        self._session, self._aside, self._key, self._names, self._language = session, aside, key, names, language
        self._asking = asyncio.Lock()

    def app(self) -> Starlette:
        """The application, for uvicorn or a test."""
        from starlette.applications import Starlette
        from starlette.routing import Route

        return Starlette(
            routes=[
                Route("/{key}/", self._page, methods=["GET"]),
                Route("/{key}/request", self._request, methods=["POST"]),
                Route("/{key}/{name}", self._file, methods=["GET"]),
                Route("/{path:path}", self._nothing, methods=["GET"]),
            ]
        )

    def end(self) -> None:
        """End what goes on aside."""
        self._aside.end()

    def _may(self, request: Request) -> bool:
        key = request.path_params["key"].encode("utf-8", "surrogatepass")
        return is_ours(request.headers.get("host"), self._names) and secrets.compare_digest(key, self._key.encode())

    async def _nothing(self, request: Request) -> Response:
        from starlette.responses import PlainTextResponse

        return PlainTextResponse(
            "there is nothing here: open the link that `cardwright studio` has printed\n", 404, HEADERS
        )

    async def _page(self, request: Request) -> Response:
        from starlette.responses import HTMLResponse

        if not self._may(request):
            return await self._nothing(request)
        headers = {**HEADERS, "Content-Security-Policy": f"{policy()}; frame-ancestors 'none'"}
        return HTMLResponse(studio_page(self._language), headers=headers)

    async def _file(self, request: Request) -> Response:
        from starlette.responses import Response

        name = request.path_params["name"]
        text = file_of(name) if self._may(request) and name in FILES else None
        if text is None:
            return await self._nothing(request)
        return Response(text, media_type=TYPES[name.rpartition(".")[2]], headers=HEADERS)

    async def _request(self, request: Request) -> Response:
        from starlette.requests import ClientDisconnect
        from starlette.responses import JSONResponse, PlainTextResponse

        if not self._may(request) or not is_own_page(request.headers, self._names):
            return PlainTextResponse("", 403, HEADERS)
        try:
            asked: dict[str, Any] = await read_body(request, 4 * LONGEST)
        except (BadMessage, ClientDisconnect, UnicodeDecodeError):
            return PlainTextResponse("", 400, HEADERS)
        answer: dict[str, Any] = {}
        match asked.get("do"):
            case "simulate":
                answer = await self._aside.request(asked, {} if asked.get("next") else self._session.texts())
            case "stop":
                await asyncio.to_thread(self.end)
            case _:
                async with self._asking:
                    answer = await asyncio.to_thread(self._session.request, asked)
        return JSONResponse(json.loads(json.dumps(answer, default=str)), headers=HEADERS)


# The files of a folder as texts by their names: what is put there is written to the disk.

MOST_FILES, MOST_FOLDERS = 2000, 1000
"""So many files of a folder are shown at most, and so many folders below it looked through."""


class FolderFiles(MutableMapping[str, str]):
    """The YAML files in a folder and below it, without hidden ones and links that lead out of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> str:
        """The text of a file as it is on the disk, whatever an editor has open."""
        path = self._folder / name
        inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self._folder))
        data = file_content(str(path), Report(), Span.of_file(name), LARGEST) if inside else None
        if data is None:
            raise KeyError(name)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise KeyError(name) from None

    def __setitem__(self, name: str, text: str) -> None:
        path = self._folder / name
        make_folder(path.parent)
        write(path, text)

    def __delitem__(self, name: str) -> None:
        remove(self._folder / name)
        if name in self:
            raise OSError(EACCES, os.strerror(EACCES), name)

    def __iter__(self) -> Iterator[str]:
        return (path.relative_to(self._folder).as_posix() for path in self._paths())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _paths(self) -> Iterator[Path]:
        left = MOST_FILES
        # So many folders are looked through, as somebody may have named one in which their whole work lies
        for folders, files in islice(visible_files(self._folder), MOST_FOLDERS):
            folders[:] = [one for one in folders if not one.startswith("__") and one not in ("build", "node_modules")]
            for path in files:
                if left and path.suffix in ENDINGS and path.is_file() and not leads_out(path, self._folder):
                    left -= 1
                    yield path

    def stamp(self) -> object:
        """How the files are now; another one once somebody has changed them."""
        found = {}
        for path in self._paths():
            with suppress(OSError):  # gone in the meantime
                about = path.stat()
                found[path] = (about.st_mtime_ns, about.st_size)
        return found
