"""The language server: takes what an editor sends, and answers it.

Everything runs in one thread, in steps: first the file that is being written is checked, then, when nobody types, all
that takes longer, and the other open files. A keystroke in between puts off the rest. A request that fails is answered
with nothing, and reported in the editor's log.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import sys
import traceback
from collections.abc import Callable, Generator
from functools import partial, wraps
from importlib import metadata
from typing import Any, BinaryIO, TypeVar, cast, get_args

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from .completion import completions
from .document_features import LEGEND, formatting, lenses, outline, tokens
from .findings import FIX_ALL, all_findings, code_actions, first_findings
from .hover import TRIGGERS, hover, signature
from .positions import Encoding, path_of_uri
from .references import RenameRefused, definition, highlights, prepare_rename, references, rename
from .workspace import Analysis, Workspace, rarely_collect

SYNTAX_DELAY = 0.004
"""How many seconds a text has to rest before it is checked, so that a burst of changes is checked once."""

TYPING_DELAY = 0.015
"""How many seconds nobody must have typed after that before names and types are looked at."""

IDLE_DELAY = 0.3
"""How many seconds nobody must have typed before the rest is checked."""

TRIAL_SECONDS = 0.1
"""For how many seconds a game is played at random when its file is opened or saved."""

Answer = TypeVar("Answer")


class _Protocol(LanguageServerProtocol):
    """The protocol as pygls has it, but for changes of texts: they are made by `Workspace`, which counts as editors do.

    And each request has an answer: what cannot be read, or comes after `shutdown`, is refused and not passed over.
    """

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message that an object is. Raises JsonRpcException, once it is refused."""
        try:
            return super().structure_message(data)
        except Exception as error:
            why = str(error.__cause__ or error)
            self._refuse(data.get("id"), data.get("method"), lsp.ErrorCodes.InvalidParams, why)
            raise

    def handle_message(self, message: Any) -> None:
        """Take a message, or refuse it."""
        for one in message if isinstance(message, list) else (message,):
            keys = ("jsonrpc", "id", "method")
            said = one if isinstance(one, dict) else {key: getattr(one, key, None) for key in keys}
            if isinstance(message, list) or said.get("jsonrpc") != self.VERSION:
                why = 'a message is one object with `jsonrpc`: "2.0"'
                self._refuse(said.get("id"), said.get("method"), lsp.ErrorCodes.InvalidRequest, why)
            elif self._shutdown and said["method"] != lsp.EXIT:
                self._refuse(said["id"], said["method"], lsp.ErrorCodes.InvalidRequest, "the server was shut down")
            else:
                super().handle_message(one)

    def _refuse(self, number: object, method: object, code: lsp.ErrorCodes, why: str) -> None:
        """Answer a request, if this is one, with an error."""
        if method is not None and isinstance(number, (int, str)) and not isinstance(number, bool):
            self._send_response(number, error=lsp.ResponseError(code, why))

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> Generator[Any, Any, Any]:
        """Leave it to the handler below."""
        handler = self.fm.features.get(lsp.TEXT_DOCUMENT_DID_CHANGE)
        if handler is not None:
            yield handler, (params,), None


class CardwrightServer(LanguageServer):
    """A server for one editor."""

    def __init__(self, paths: tuple[str, ...] = ()) -> None:
        super().__init__("cardwright", metadata.version("cardwright"), protocol_cls=_Protocol)
        self.desk = Workspace(paths)
        self.soon: dict[str, asyncio.Task[None]] = {}
        self.later: asyncio.Task[None] | None = None

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Put an error into the log of the editor; never a window in front of the author."""
        if not isinstance(error.__cause__, RenameRefused):
            self.log("".join(traceback.format_exception(error)))

    def log(self, text: str) -> None:
        """Write to the log of the editor."""
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Log, text))

    def show_first(self, uri: str) -> None:
        """Show what is wrong with a document at first sight, and what else was wrong with the rest of it before."""
        self._publish(uri, first_findings(self.desk, uri))

    def show(self, uri: str) -> None:
        """Check a document and show what is wrong with it."""
        self._publish(uri, all_findings(self.desk, uri))

    def _publish(self, uri: str, found: list[lsp.Diagnostic] | None) -> None:
        if found is not None:
            version = self.desk.documents[uri].version
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def changed(self, uri: str, *, played: bool = False) -> None:
        """Check a document soon, and all others later. What is played at random is so once nobody types."""
        for task in (self.soon.pop(uri, None), self.later):
            if task is not None:
                task.cancel()
        self.soon[uri] = asyncio.ensure_future(self._soon(uri))
        self.later = asyncio.ensure_future(self._later(uri, TRIAL_SECONDS if played else 0))

    async def _soon(self, uri: str) -> None:
        await asyncio.sleep(SYNTAX_DELAY)
        # Syntax takes a third of the time of all checks, and a keystroke cancels what comes after the next pause.
        self._safely(lambda: self.show_first(uri))
        await asyncio.sleep(TYPING_DELAY)
        self._safely(lambda: self.show(uri))
        self.soon.pop(uri, None)

    async def _later(self, uri: str, seconds: float) -> None:
        await asyncio.sleep(IDLE_DELAY)
        self._safely(lambda: self.desk.check_all(uri, seconds))
        self._safely(lambda: self.show(uri))
        gc.collect()
        for other in [one for one in self.desk.documents if one != uri]:
            await asyncio.sleep(0.01)
            self._safely(partial(self.show, other))

    def _safely(self, act: Callable[[], object]) -> None:
        try:
            act()
        except Exception as error:  # whatever an author has typed, the server goes on
            self.log("".join(traceback.format_exception(error)))


def make_server(paths: tuple[str, ...] = ()) -> CardwrightServer:
    """A server with all that it answers."""
    server = CardwrightServer(paths)
    _follow_texts(server)
    for answer, feature, options in ANSWERS:
        server.feature(feature, options)(_answering(server, answer))
    return server


ANSWERS: tuple[tuple[Callable[[Workspace, Analysis, Any], Any], str, Any], ...] = (
    (definition, lsp.TEXT_DOCUMENT_DEFINITION, None),
    (references, lsp.TEXT_DOCUMENT_REFERENCES, None),
    (highlights, lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, None),
    (hover, lsp.TEXT_DOCUMENT_HOVER, None),
    (prepare_rename, lsp.TEXT_DOCUMENT_PREPARE_RENAME, None),
    (rename, lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True)),
    (completions, lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", "("])),
    (signature, lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=TRIGGERS)),
    (code_actions, lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, FIX_ALL])),
    (formatting, lsp.TEXT_DOCUMENT_FORMATTING, None),
    (outline, lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None),
    (lenses, lsp.TEXT_DOCUMENT_CODE_LENS, None),
    (tokens, lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND),
)
"""What is answered, and by what."""


def serve(paths: tuple[str, ...] = ()) -> None:
    """Serve the editor at the standard input and output, until it goes. Nothing else is ever written to the output."""
    logging.disable(logging.CRITICAL)
    rarely_collect()
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "wb") as output, os.fdopen(os.dup(0), "rb") as given:
        os.dup2(2, 1)
        make_server(paths).start_io(cast(BinaryIO, MessageReader(given)), output)


def _answering(
    server: CardwrightServer, answer: Callable[[Workspace, Analysis, Any], Answer]
) -> Callable[[Any], Answer | None]:
    """A handler that answers nothing of what is not open, nor where something goes wrong; it logs why."""

    @wraps(answer)
    def handle(params: Any) -> Answer | None:
        try:
            analysis = server.desk.analysis(params.text_document.uri)
            return answer(server.desk, analysis, params) if analysis is not None else None
        except RenameRefused as why:
            raise JsonRpcException(message=str(why), code=lsp.LSPErrorCodes.RequestFailed.value) from why
        except Exception as error:  # a request must not end the server
            server.log("".join(traceback.format_exception(error)))
            return None

    return handle


def _follow_texts(server: CardwrightServer) -> None:
    """Follow what is open in the editor."""

    @server.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        places = server.desk.places
        agreed: object = server.workspace.position_encoding
        name = str(getattr(agreed, "value", agreed))
        places.encoding = next((one for one in get_args(Encoding) if one == name), "utf-16")
        server.desk.use_folders([path_of_uri(uri) for uri in server.workspace.folders])

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.desk.open(document.uri, document.text, document.version)
        server.changed(document.uri, played=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        server.desk.change(document.uri, params.content_changes, document.version)
        server.changed(document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.desk.forget()
        server.changed(params.text_document.uri, played=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.desk.close(uri)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.desk.forget()
        for uri in server.desk.documents:
            server.changed(uri)


# The messages in what an editor sends ----------------------------------------------------------
#
# Each has a header that says how long it is, and an empty line before it. A reader that believes every header waits
# for ever behind a wrong one. Here a header that makes no sense is passed over, up to the next one that does, so that
# one message is lost and not all that follow it.

MOST_BYTES = 64_000_000
"""A message may have so many bytes."""

LONGEST_HEADER = 100_000
"""So much is looked through at once for a header."""

_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,9})[ \t]*\r?\n", re.IGNORECASE)


class MessageReader:
    """Reads as pygls does, a header line by line and then the message; what it reads is always well framed."""

    def __init__(self, given: BinaryIO) -> None:
        self._given = given
        self._before = b""
        self._lines: list[bytes] = []
        self._message = b""

    def readline(self) -> bytes:
        """The next line of a header; nothing at the end."""
        if not self._lines:
            self._message = self._next()
            if not self._message:
                return b""
            self._lines = [b"Content-Length: %d\r\n" % len(self._message), b"\r\n"]
        return self._lines.pop(0)

    def read(self, _: int) -> bytes:
        """The message whose header was read."""
        return self._message

    def _next(self) -> bytes:
        """The next message; nothing at the end."""
        while (length := self._length()) is not None:
            message = self._taken(length)
            if len(message) < length:
                return b""
            if not message.rstrip().endswith((b"}", b"]")) or _LENGTH.search(message):
                cut = _end(message)  # it is shorter than its header says, and the next one has begun
                message, self._before = message[:cut], message[cut:] + self._before
            if message.strip():
                return message
        return b""

    def _length(self) -> int | None:
        """The length in the next header that makes sense, which is read up to its empty line; None at the end."""
        length, tail = None, b""
        while line := self._line():
            found = _LENGTH.search(tail + line)
            tail = b"" if line.endswith(b"\n") else (tail + line)[-LONGEST_HEADER:]
            if found is not None:
                length = int(found[1]) if int(found[1]) <= MOST_BYTES else None
            elif length is not None and not line.strip():
                return length
        return None

    def _line(self) -> bytes:
        if b"\n" in self._before:
            line, end, self._before = self._before.partition(b"\n")
            return line + end
        line, self._before = self._before, b""
        return line + self._given.readline(LONGEST_HEADER)

    def _taken(self, length: int) -> bytes:
        taken, self._before = self._before[:length], self._before[length:]
        return taken + (self._given.read(length - len(taken)) if len(taken) < length else b"")


def _end(message: bytes) -> int:
    """Where a message ends that may be shorter than its header says: behind its JSON, else before the next header."""
    text = message.decode("latin-1")
    try:
        return json.JSONDecoder().raw_decode(text, len(text) - len(text.lstrip()))[1]
    except (ValueError, RecursionError):
        found = _LENGTH.search(message)
        return len(message) if found is None else found.start()
