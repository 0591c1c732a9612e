"""A small game on the disk, and an editor: a real client of the language server, which runs as a process of its own."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

T = TypeVar("T")

GAME = """\
spec: 1
game: dash
title: "Dash"
players: 2
options:
  goal: {type: integer, range: [1, 30], default: 10, label: "Points to win"}
types: {colour: [red, green]}
cards:
  main:
    attributes: {hue: colour, worth: integer}
    list:
      rose: {hue: red, worth: 2, copies: 5}
      leaf: {hue: green, worth: 1, copies: 5}
zones:
  pile: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: {owner: all, all: count}}
  gone: {holds: main, order: stack, shows: all}
variables:
  points: {of: player, type: integer, range: [0, 60], start: 0}
functions:
  gain(main c): c.worth * 2 if c.hue == red else c.worth
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 3 from pile to p.hand
    turns: {until: any(p.points >= goal for p in players) or pile.empty}
    offer: [lay]
actions:
  lay:
    label: {en: "Lay {c} 🂡"}
    choose: {c: me.hand}
    do: |
      me.points += gain(c)
      move c to gone
      draw 1 from pile to me.hand
result: {winners: best(p for p in players by p.points)}
"""

VARIANT = """\
variant: long-dash
extends: dash
title: "A long dash"
override:
  options.goal.default: 20
  actions.lay.do: |
    me.points += gain(c) + 1
    move c to gone
    draw 1 from pile to me.hand
"""

SCENARIOS = """\
game: dash
scenarios:
  "A red card counts twice":
    given:
      at: {phase: play, turn: p1}
      p1.hand: [rose, leaf]
      p2.hand: [leaf]
      rest: pile
    when:
      - p1: lay(rose)
    then:
      twice: p1.points == 4
      gone: gone.top == rose
"""


class Editor:
    """A client that waits for the answers of the server. Files are named by their paths in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.shown: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.times: Counter[tuple[str, int | None]] = Counter()
        self.logs: list[str] = []
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.client = LanguageClient("a test", "1")
        self._news = threading.Condition()
        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._published(params))
        self.client.feature(lsp.WINDOW_LOG_MESSAGE)(lambda params: self.logs.append(params.message))
        self.wait(self.client.start_io(sys.executable, "-m", "cardwright", "lsp"))
        uri = folder.as_uri()
        self.told = self.wait(
            self.client.initialize_async(
                lsp.InitializeParams(
                    capabilities=lsp.ClientCapabilities(),
                    root_uri=uri,
                    workspace_folders=[lsp.WorkspaceFolder(uri, folder.name)],
                )
            )
        )
        self.send(self.client.initialized, lsp.InitializedParams())

    def wait(self, answer: Coroutine[Any, Any, T]) -> T:
        """The answer to a request."""
        return asyncio.run_coroutine_threadsafe(answer, self.loop).result(30)

    def send(self, message: Any, params: Any) -> None:
        """Send a message that has no answer."""
        self.loop.call_soon_threadsafe(message, params)

    def ask(self, request: str, params: Any) -> Any:
        """The answer to a request, by its name in the client without `_async`."""
        return self.wait(getattr(self.client, f"{request}_async")(params))

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def document(self, name: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri(name))

    def open(self, name: str, text: str | None = None) -> list[lsp.Diagnostic]:
        """Open a file, or write a text into it that is not saved; what is wrong with it."""
        text = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        if name in self.texts:
            return self.change(name, text)
        self.texts[name], self.versions[name] = text, 1
        item = lsp.TextDocumentItem(self.uri(name), "yaml", 1, text)
        self.send(self.client.text_document_did_open, lsp.DidOpenTextDocumentParams(item))
        return self.checked(name)

    def change(self, name: str, text: str) -> list[lsp.Diagnostic]:
        """Give a file another text; what is wrong with it then."""
        self.write(name, text)
        return self.checked(name)

    def write(self, name: str, text: str) -> None:
        """Give a file another text."""
        self.texts[name] = text
        self.edit(name, lsp.TextDocumentContentChangeWholeDocument(text))

    def edit(self, name: str, *changes: lsp.TextDocumentContentChangeEvent) -> None:
        """Send some changes."""
        self.versions[name] += 1
        where = lsp.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        self.send(self.client.text_document_did_change, lsp.DidChangeTextDocumentParams(where, changes))

    def checked(self, name: str) -> list[lsp.Diagnostic]:
        """What is wrong with a file once names and types were looked at, too: that is what is shown second."""
        with self._news:
            assert self._news.wait_for(lambda: self.times[self.uri(name), self.versions[name]] > 1, 20), self.logs
            return list(self.shown[self.uri(name)].diagnostics)

    def until(self, name: str, holds: Any) -> list[lsp.Diagnostic]:
        """What is wrong with a file as soon as that holds."""

        def there() -> bool:
            found = self.shown.get(self.uri(name))
            return found is not None and found.version == self.versions[name] and holds(list(found.diagnostics))

        with self._news:
            assert self._news.wait_for(there, 20), self.logs
            return list(self.shown[self.uri(name)].diagnostics)

    def position(self, name: str, mark: str, plus: int = 0) -> lsp.Position:
        """The place of a text in a file, as editors count."""
        before = self.texts[name][: self.texts[name].index(mark) + plus]
        line = before.rpartition("\n")[2]
        return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def at(self, name: str, mark: str, plus: int = 0) -> dict[str, Any]:
        """The same as the parameters of a request."""
        return {"text_document": self.document(name), "position": self.position(name, mark, plus)}

    def stop(self) -> None:
        self.wait(self.client.shutdown_async(None))
        self.send(self.client.exit, None)
        self.wait(self.client.stop())  # type: ignore[no-untyped-call]
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)

    def _published(self, params: lsp.PublishDiagnosticsParams) -> None:
        with self._news:
            self.shown[params.uri] = params
            self.times[params.uri, params.version] += 1
            self._news.notify_all()


def write_game(folder: Path) -> Path:
    """Write the small game, a variant and scenarios."""
    for name, text in {
        "dash/game.yaml": GAME,
        "dash/variants/long-dash.yaml": VARIANT,
        "dash/scenarios/laying.yaml": SCENARIOS,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder
