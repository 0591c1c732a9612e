"""Addresses and ranges: from the places of the language to those of an editor, and back."""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp

from ..diagnostics.record import dataclass
from ..diagnostics.span import Span
from ..language.merge.catalogue import shown
from .positions import Encoding, lines_of


@dataclass(slots=True)
class Places:
    """How an editor addresses files, and counts in their lines. `uris` are those of files that are open."""

    encoding: Encoding = "utf-16"
    uris: dict[str, str] = field(default_factory=dict)

    def range(self, span: Span) -> lsp.Range:
        """The range of a span in the text that it was read from."""
        return lines_of(span.source.text, self.encoding).range(span.start, span.end)

    def location(self, span: Span) -> lsp.Location:
        """The file and the range of a span."""
        return lsp.Location(self.uri(span.source.file), self.range(span))

    def uri(self, file: str) -> str:
        """The address of a file."""
        return self.uris.get(os.path.realpath(file)) or Path(os.path.realpath(file)).as_uri()


def path_of(uri: str) -> str:
    """The path of a file as people read it, relative to where the server runs if it is below; else the address itself.

    >>> path_of("untitled:Untitled-1")
    'untitled:Untitled-1'
    """
    parts = urlsplit(uri)
    path = unquote(parts.path)
    if parts.scheme != "file" or "\0" in path:
        return uri
    if os.name == "nt":
        path = path.lstrip("/").replace("/", "\\")
    return str(shown(Path(path)))
