"""Lines above a scenario or a game: run it, or play from it, in a terminal of the editor.

The commands have the words of a command line as their arguments, so a client only has to open a terminal with them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp

from ..diagnostics.span import Span
from ..language.text.tree import Entry, Mapping
from .analysis import Analysis
from .desk import Desk

RUN = "cardwright.run"
"""The command that runs a command line in a terminal; the client knows it."""


def lenses(desk: Desk, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """What can be run from a document."""
    analysis = desk.analysis(params.text_document.uri)
    if analysis is None or analysis.tree is None:
        return []
    return [
        lsp.CodeLens(desk.places.range(span), lsp.Command(title=title, command=RUN, arguments=[command_line(*words)]))
        for span, title, words in _lenses(analysis, analysis.tree)
    ]


def command_line(*words: str) -> list[str]:
    """The words that run a verb with the Python that runs this server."""
    return [sys.executable, "-m", "cardwright", *words]


Lens = tuple[Span, str, tuple[str, ...]]


def _lenses(analysis: Analysis, tree: Mapping) -> Iterator[Lens]:
    path = str(Path(analysis.path).resolve())
    match analysis.kind:
        case "spec" | "variant":
            at = tree.entries[0].key.span
            yield at, "play", ("play", path)
            yield at, "run with bots", ("run", path)
            yield at, "validate", ("validate", path)
        case "scenarios":
            yield tree.entries[0].key.span, "run all scenarios", ("test", path)
            scenarios = tree.get("scenarios")
            for entry in scenarios.entries if isinstance(scenarios, Mapping) else ():
                yield from _scenario(entry, path)
        case _:
            return


def _scenario(entry: Entry, path: str) -> Iterator[Lens]:
    name = entry.key.text
    yield entry.key.span, "run", ("test", path, "-k", name)
    yield entry.key.span, "play from here", ("play", "--from", f"{path}@{name}")
