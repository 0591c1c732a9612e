r"""Positions: as an editor counts them, as addresses and ranges, and the keys that lead to the cursor.

An editor ends lines at `\n`, `\r\n` and `\r` only. YAML knows more line ends, so its line numbers are never used
here: all is reckoned from offsets in characters.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp

from ..diagnostics.record import dataclass
from ..diagnostics.span import LINE_END, Span
from ..source.merge.catalogue import display_path
from ..source.text.tree import Mapping, Node, Scalar, Sequence

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile("\r\n|[\r\n]")


class LineIndex:
    """The lines of one text.

    >>> LineIndex("a: 🂡b").position(5).character
    6
    """

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text, self.encoding = text, encoding
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def position(self, offset: int) -> lsp.Position:
        """The place of an offset; one beyond the text is its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return lsp.Position(line, self._units(self.text[self.starts[line] : offset]))

    def offset(self, position: lsp.Position) -> int:
        """The offset of a place; one beyond a line is its end, one beyond the text the end of that."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        line = self.line(position.line)
        if line.isascii() or self.encoding == "utf-32":
            return start + min(position.character, len(line))
        units = 0
        for i, char in enumerate(line):
            if units >= position.character:
                return start + i
            units += self._units(char)
        return start + len(line)

    def line(self, number: int) -> str:
        """The text of a line, counted from 0, without its end."""
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def range(self, start: int, end: int) -> lsp.Range:
        """The range between two offsets."""
        return lsp.Range(self.position(start), self.position(end))

    def _units(self, text: str) -> int:
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > "\uffff" for char in text)


@lru_cache(maxsize=64)
def line_index_of(text: str, encoding: Encoding = "utf-16") -> LineIndex:
    """The lines of a text; those of the last texts are remembered."""
    return LineIndex(text, encoding)


# Addresses and ranges: from the places of the language to those of an editor, and back ----------


@dataclass(slots=True)
class LocationConverter:
    """How an editor addresses files, and counts in their lines. `uris` are those of files that are open."""

    encoding: Encoding = "utf-16"
    uris: dict[str, str] = field(default_factory=dict)

    def range(self, span: Span) -> lsp.Range:
        """The range of a span in the text that it was read from."""
        return line_index_of(span.source.text, self.encoding).range(span.start, span.end)

    def location(self, span: Span) -> lsp.Location:
        """The file and the range of a span."""
        return lsp.Location(self.uri(span.source.file), self.range(span))

    def uri(self, file: str) -> str:
        """The address of a file."""
        return self.uris.get(os.path.realpath(file)) or Path(os.path.realpath(file)).as_uri()


def path_of_uri(uri: str) -> str:
    """The path of a file as people read it, relative to where the server runs if it is below; else the address itself.

    >>> path_of_uri("untitled:Untitled-1")
    'untitled:Untitled-1'
    """
    parts = urlsplit(uri)
    path = unquote(parts.path)
    if parts.scheme != "file" or "\0" in path:
        return uri
    if os.name == "nt":
        path = path.lstrip("/").replace("/", "\\")
    return str(display_path(Path(path)))


# Where in a file the cursor is: the keys that lead there, and whether a key or a value is written
#
# While something is being typed a text is seldom YAML, so the place is read from indentation and brackets alone. All
# that matters of the text before the cursor is which keys are open there.

_KEY = re.compile(
    r"""(?P<dashes>(?:-[ ]+)*)(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s"'#{}\[\],][^\n#"{}\[\]]*?)[ ]*:(?=[ \n]|$)"""
)
_WORD = re.compile(r"[\w-]*$")
_BLOCK = re.compile(r"[|>][+-]?[0-9]?[ ]*(#.*)?$")

MOST_LINES = 2000
"""How far back brackets are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorContext:
    """A place in a file. `keys` lead there; of a value they include its own key.

    `begun` is the word before the cursor, `written` the whole of the value or the key before the cursor. `key` says
    that a key is written, or what may still become one; `siblings` are the keys beside it, in a block.
    """

    keys: tuple[str, ...]
    key: bool
    begun: str
    written: str
    siblings: tuple[str, ...] = ()


def context_at(text: str, offset: int) -> CursorContext:
    """Where the cursor is in a text that may be broken.

    >>> context_at("zones:\\n  hand: {of: pl", 22).keys
    ('zones', 'hand', 'of')
    """
    before = text[:offset]
    lines = LINE_END.split(before)[-MOST_LINES:]
    line = lines[-1]
    begun = _WORD.search(line)
    word = begun[0] if begun else ""
    opened, rest = _open_brackets(lines)
    if rest is not None:
        keys, key, written = _in_brackets(opened, rest)
        return CursorContext(keys=keys, key=key, begun=word, written=written)
    keys, key, written = _in_block(lines)
    siblings = _siblings(text, offset, line) if key else ()
    return CursorContext(keys=keys, key=key, begun=word, written=written, siblings=siblings)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _outline(lines: list[str]) -> list[tuple[int, str, str]]:
    """The keys that are open after some lines: indentation, key, and what follows the key on its line."""
    found: list[tuple[int, str, str]] = []
    for line in lines:
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        indent = _indent(line)
        if found and _BLOCK.search(found[-1][2]) and indent > found[-1][0]:
            continue
        match = _KEY.match(bare)
        while found and (found[-1][0] > indent or (found[-1][0] == indent and not bare.startswith("- "))):
            found.pop()
        if match:
            indent += len(match["dashes"])
            while found and found[-1][0] >= indent:
                found.pop()
            found.append((indent, match["key"].strip("\"'"), bare[match.end() :].strip()))
    return found


def _open_brackets(lines: list[str]) -> tuple[tuple[str, ...], str | None]:
    """The keys around the brackets in which the cursor is, and the text from the first bracket on; None if in none."""
    for back in range(1, min(len(lines), 60) + 1):
        match = _KEY.match(lines[-back].lstrip(" "))
        if match is None and back < len(lines) and not lines[-back].lstrip(" ").startswith("- "):
            continue
        rest = "\n".join([lines[-back].lstrip(" ")[match.end() if match else 2 :], *lines[len(lines) - back + 1 :]])
        if rest.lstrip()[:1] not in ("{", "["):
            break
        if sum((char in "{[") - (char in "}]") for char in _unquoted(rest)) > 0:  # not all are closed
            keys = [key for _, key, _ in _outline(lines[: len(lines) - back + 1])]
            return tuple(keys), rest.lstrip()
        if back > 1 or match:
            break
    return tuple(key for _, key, _ in _outline(lines)), None


def _unquoted(text: str) -> Iterator[str]:
    quote = ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        else:
            yield char


def _in_brackets(outer: tuple[str, ...], text: str) -> tuple[tuple[str, ...], bool, str]:
    """The keys at the end of a text in brackets, whether a key is expected there, and what of it is written."""
    stack: list[tuple[str, str]] = []
    since, quote, key = 0, "", ""
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and not text[since:i].strip():
            quote = char
        elif char in "{[":
            stack.append((char, key))
            since, key = i + 1, ""
        elif char in "}]" and stack:
            key = stack.pop()[1]
        elif char == "," and stack:
            since, key = i + 1, ""
        elif char == ":" and stack and stack[-1][0] == "{" and not key and text[i + 1 : i + 2] in (" ", ""):
            key = text[since:i].strip().strip("\"'")
            since = i + 1
    names = (*outer, *(name for _, name in stack if name), *((key,) if key else ()))
    expects = bool(stack) and stack[-1][0] == "{" and not key
    return names, expects, text[since:].lstrip().lstrip("\"'")


def _in_block(lines: list[str]) -> tuple[tuple[str, ...], bool, str]:
    """The same for the end of lines outside of brackets."""
    line = lines[-1]
    bare, indent = line.lstrip(" "), _indent(line)
    outline = _outline(lines[:-1])
    if outline and _BLOCK.search(outline[-1][2]) and indent > outline[-1][0]:  # within a block of text
        return tuple(key for _, key, _ in outline), False, bare
    match = _KEY.match(bare)
    if match:
        return tuple(key for _, key, _ in _outline(lines)), False, bare[match.end() :].lstrip().lstrip("\"'")
    dash = bare.startswith("- ") or bare == "-"
    above = [one for one in outline if one[0] < indent or (dash and one[0] <= indent)]
    continued = bool(above) and bool(above[-1][2]) and not above[-1][2].startswith(("{", "["))
    return tuple(key for _, key, _ in above), not dash and not continued, bare.removeprefix("- ").lstrip()


def _siblings(text: str, offset: int, line: str) -> tuple[str, ...]:
    """The keys beside a line of a block, as its indentation tells."""
    indent, found = _indent(line), []
    for lines in (LINE_END.split(text[:offset])[-2::-1], LINE_END.split(text[offset:])[1:]):
        for one in lines:
            if not one.strip() or one.lstrip().startswith("#"):
                continue
            if _indent(one) < indent:
                break
            match = _KEY.match(one.lstrip(" ")) if _indent(one) == indent else None
            if match:
                found.append(match["key"].strip("\"'"))
    return tuple(found)


# In a file that is YAML ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PathScalar:
    """What is written at an offset of a file that is YAML: a key or a text, and the keys that lead there."""

    keys: tuple[str, ...]
    scalar: Scalar
    is_key: bool


def scalar_at(tree: Node, offset: int) -> PathScalar | None:
    """The key or the text at an offset; None between them."""
    return next((one for one in path_scalars(tree) if one.scalar.span.start <= offset <= one.scalar.span.end), None)


def path_scalars(node: Node, keys: tuple[str, ...] = ()) -> Iterator[PathScalar]:
    """All keys and texts of a tree, in order."""
    match node:
        case Scalar():
            yield PathScalar(keys, node, False)
        case Mapping():
            for entry in node.entries:
                inner = (*keys, entry.key.text)
                yield PathScalar(inner, entry.key, True)
                yield from path_scalars(entry.value, inner)
        case Sequence():
            for item in node.items:
                yield from path_scalars(item, keys)
