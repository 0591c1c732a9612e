"""Names in places whose position no later stage keeps: keys of tables, values of options, what stands in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics.span import Span
from ..language.spec.braces import BRACES
from ..language.text.tree import Mapping, Node, Scalar, Sequence
from .names import Index, Symbol, attribute

Uses = Iterator[tuple[Span, Symbol]]

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def uses_below(path: tuple[str, ...], node: Node, index: Index) -> Uses:
    """The names in what lies at a path of a game, a mapping whose keys are looked at, or a text."""
    match node:
        case Mapping():
            for entry in node.entries:
                here = (*path, entry.key.text)
                symbol = _key(here, index)
                if symbol is not None and entry.key.span.text == entry.key.text:
                    yield entry.key.span, symbol
                yield from uses_below(here, entry.value, index)
        case Sequence():
            for item in node.items:
                yield from uses_below(path, item, index)
        case Scalar():
            yield from _value(path, node, index)


def _key(path: tuple[str, ...], index: Index) -> Symbol | None:
    """The attribute that a key names."""
    match path:
        case ("cards", deck, "source" | "each", name) | ("cards", deck, "list", _, "source", name):
            return attribute(deck, name, index)
        case ("words", name):
            return index.find(name, "enumeration", "variable") or index.member(name, "symbol", "attribute", "card")
        case _:
            return None


def _value(path: tuple[str, ...], text: Scalar, index: Index) -> Uses:
    """The symbol that a text is, or the attributes that it names in braces."""
    match path:
        case ("options", option, "default", *_) | ("presets", _, "set", option):
            symbol = Symbol("symbol", text.text, option)
            if symbol in index.declared:
                yield text.span, symbol
        case ("cards", _, "each", name, *_):
            symbol = Symbol("symbol", text.text, name)
            if symbol in index.declared:
                yield text.span, symbol
        case ("cards", deck, *_) | ("table", "faces", deck, *_):
            yield from _in_braces(deck, text, index)
        case _:
            return


def _in_braces(deck: str, text: Scalar, index: Index) -> Uses:
    for braces in BRACES.finditer(text.text):
        for word in _WORD.finditer(text.text, *braces.span(1)):
            symbol = attribute(deck, word[0], index)
            if symbol is not None:
                yield text.at(*word.span()), symbol
