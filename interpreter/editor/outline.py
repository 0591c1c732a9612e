"""The outline of a file: its sections, and the names that they declare."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from ..commands.selection import Kind as FileKind
from ..language.shape.schema import shape_of
from ..language.text.tree import Entry, Mapping
from .desk import Desk
from .keys import SCHEMAS
from .places import Places

Kind = lsp.SymbolKind

_KINDS = {
    "options": Kind.Constant,
    "presets": Kind.Object,
    "types": Kind.Enum,
    "cards": Kind.Class,
    "zones": Kind.Struct,
    "variables": Kind.Variable,
    "functions": Kind.Function,
    "effects": Kind.Function,
    "quantities": Kind.Property,
    "permissions": Kind.Property,
    "phases": Kind.Module,
    "actions": Kind.Method,
    "reactions": Kind.Event,
    "triggers": Kind.Event,
    "scoring": Kind.Number,
    "scenarios": Kind.Method,
}
"""What the names in a section look like in an outline."""

DEEP = ("list", "attributes", "categories")
"""Keys within a declaration whose own names are shown, too."""


def outline(desk: Desk, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The sections of a document, with what is in them."""
    analysis = desk.analysis(params.text_document.uri)
    if analysis is None or analysis.tree is None:
        return []
    return [_section(entry, analysis.kind, desk.places) for entry in analysis.tree.entries]


def _section(entry: Entry, kind: FileKind, places: Places) -> lsp.DocumentSymbol:
    name = entry.key.text
    inner = entry.value.entries if isinstance(entry.value, Mapping) and _has_names(name, kind) else ()
    below = [_symbol(one, _KINDS.get(name, Kind.Field), [*_deeper(one, places)], places) for one in inner]
    return _symbol(entry, Kind.Namespace if below else Kind.Key, below, places)


def _has_names(section: str, kind: FileKind) -> bool:
    """Whether a section holds names of the author."""
    schema = SCHEMAS.get(kind)
    shape = shape_of(schema).mapping if schema is not None else None
    below = shape.value(section) if shape is not None else None
    return below is None or below.mapping is None or below.mapping.rest is not None


def _deeper(entry: Entry, places: Places) -> Iterator[lsp.DocumentSymbol]:
    for inner in entry.value.entries if isinstance(entry.value, Mapping) else ():
        if inner.key.text in DEEP and isinstance(inner.value, Mapping):
            yield from (_symbol(one, Kind.EnumMember, [], places) for one in inner.value.entries)


def _symbol(entry: Entry, kind: lsp.SymbolKind, below: list[lsp.DocumentSymbol], places: Places) -> lsp.DocumentSymbol:
    key = entry.key.span
    end = entry.value.span
    whole = key.until(end) if end.source is key.source and end.start >= key.start else key
    return lsp.DocumentSymbol(
        name=entry.key.text or "?",
        kind=kind,
        range=places.range(whole),
        selection_range=places.range(key),
        children=below or None,
    )
