"""What an editor asks of a document as a whole: semantic colours, the outline, lenses above scenarios, formatting."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp

from ..commands.selection import Kind as FileKind
from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Span
from ..language.builtins.definitions import SPELLED
from ..language.builtins.table import spellings
from ..language.layout.formatter import format_source
from ..language.layout.regions import regions_of
from ..language.syntax.findings import ALL_WORDS, CALLED
from ..source.shape.schema import shape_of
from ..source.text.tree import Entry, Mapping, Scalar, entries_of
from .paths import SCHEMAS, SECTIONS
from .positions import LineIndex, LocationConverter, line_index_of
from .symbols import SymbolKind
from .workspace import Analysis, Workspace

TYPES = (
    "keyword", "function", "variable", "parameter", "property", "enumMember", "enum", "class", "struct", "method",
    "event", "number", "operator", "comment", "namespace",
)  # fmt: skip

LEGEND = lsp.SemanticTokensLegend(list(TYPES), ["declaration", "defaultLibrary"])

LOOKS: dict[SymbolKind, tuple[str, str]] = {
    "action": ("method", "Method"),
    "attribute": ("property", "Field"),
    "card": ("enumMember", "EnumMember"),
    "card variable": ("property", "Field"),
    "category": ("property", "Field"),
    "condition": ("property", "Field"),
    "deck": ("class", "Class"),
    "effect": ("function", "Function"),
    "enumeration": ("enum", "Enum"),
    "function": ("function", "Function"),
    "game": ("namespace", "Field"),
    "group": ("namespace", "Field"),
    "local": ("parameter", "Field"),
    "option": ("variable", "Constant"),
    "permission": ("property", "Property"),
    "phase": ("namespace", "Module"),
    "preset": ("namespace", "Object"),
    "quantity": ("property", "Property"),
    "reaction": ("event", "Event"),
    "scoring": ("namespace", "Number"),
    "symbol": ("enumMember", "EnumMember"),
    "text": ("variable", "Field"),
    "trigger": ("event", "Event"),
    "variable": ("variable", "Variable"),
    "variant": ("namespace", "Field"),
    "zone": ("struct", "Struct"),
}
"""How each kind of name is coloured, and its icon in lists."""
_BUILT_IN = 2
"""The modifier `defaultLibrary`."""

_PIECE = re.compile(
    r"(?P<comment>#[^\n]*)|(?P<word>[a-z_][a-z0-9_]*)|(?P<number>\d+)|(?P<sign>==|!=|<=|>=|\+=|-=|\.\.|[-+*=<>])"
)

_FUNCTIONS = frozenset((*spellings("function"), *SPELLED, *CALLED))

_NAMES = frozenset((*spellings("name"), "me", "it", "turn", "round"))

Token = tuple[int, int, str, int]
"""Where it begins and ends, what it is, and its modifiers."""


def tokens(desk: Workspace, analysis: Analysis, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """The colours of a document, each from the end of the one before."""
    if analysis.tree is None:
        return lsp.SemanticTokens([])
    lines = desk.lines(params.text_document.uri)
    return lsp.SemanticTokens(list(_encoded(_tokens(desk, analysis), lines)))


def _tokens(desk: Workspace, analysis: Analysis) -> list[Token]:
    found: dict[int, Token] = {}
    file = analysis.source.file
    for (name, start, end), (_, symbol) in desk.index(analysis).uses.items():
        if name == file:
            found[start] = (start, end, LOOKS[symbol.what][0], 0)
    assert analysis.tree is not None
    kind = analysis.kind if analysis.kind != "trace" else ""
    for stop in regions_of(analysis.tree, kind):
        if stop.language and stop.scalar is not None and stop.part != "key":
            for token in _words(stop.scalar):
                found.setdefault(token[0], token)
    return sorted(found.values())


def _words(scalar: Scalar) -> Iterator[Token]:
    for match in _PIECE.finditer(scalar.text):
        span = scalar.at(*match.span())
        word = match[0]
        if match["comment"]:
            yield span.start, span.end, "comment", 0
        elif match["number"]:
            yield span.start, span.end, "number", 0
        elif match["sign"]:
            yield span.start, span.end, "operator", 0
        elif scalar.text[: match.start()].endswith("."):
            yield span.start, span.end, "property", _BUILT_IN
        elif word in _FUNCTIONS and scalar.text[match.end() :].lstrip().startswith("("):
            yield span.start, span.end, "function", _BUILT_IN
        elif word in _NAMES:
            yield span.start, span.end, "variable", _BUILT_IN
        elif word in ALL_WORDS:
            yield span.start, span.end, "keyword", 0


def _encoded(found: list[Token], lines: LineIndex) -> Iterator[int]:
    line = character = last = 0
    for start, end, type, modifiers in found:
        at, until = lines.position(start), lines.position(end)
        if start < last or at.line != until.line or until.character <= at.character:
            continue
        if at.line != line:
            character = 0
        yield from (at.line - line, at.character - character, until.character - at.character)
        yield from (TYPES.index(type), modifiers)
        line, character, last = at.line, at.character, end


# The outline of a file: its sections, and the names that they declare ---------------------------

Kind = lsp.SymbolKind

NESTED_KEYS = ("list", "attributes", "categories")
"""Keys within a declaration whose own names are shown, too."""


def outline(desk: Workspace, analysis: Analysis, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The sections of a document, with what is in them."""
    if analysis.tree is None:
        return []
    return [_section(entry, analysis.kind, desk.places) for entry in analysis.tree.entries]


def _section(entry: Entry, kind: FileKind, places: LocationConverter) -> lsp.DocumentSymbol:
    name, schema = entry.key.text, SCHEMAS.get(kind)
    shape = shape_of(schema).mapping if schema is not None else None
    section = shape.value(name) if shape is not None else None
    has_names = section is None or section.mapping is None or section.mapping.rest is not None
    kinds: tuple[SymbolKind, ...] = ("action",) if name == "scenarios" else SECTIONS.get(name, ())
    icon = lsp.SymbolKind[LOOKS[kinds[0]][1]] if len(kinds) == 1 else Kind.Field
    below = []
    for one in entries_of(entry.value) if has_names else ():
        nested = [key.value for key in entries_of(one.value) if key.key.text in NESTED_KEYS]
        members = [_symbol(each, Kind.EnumMember, [], places) for node in nested for each in entries_of(node)]
        below.append(_symbol(one, icon, members, places))
    return _symbol(entry, Kind.Namespace if below else Kind.Key, below, places)


def _symbol(
    entry: Entry, kind: lsp.SymbolKind, below: list[lsp.DocumentSymbol], places: LocationConverter
) -> lsp.DocumentSymbol:
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


# Lenses: lines above a scenario or a game that run it, or play from it, in a terminal of the editor
#
# The commands have the words of a command line as their arguments, so a client only has to open a terminal with them.

RUN = "cardwright.run"
"""The command that runs a command line in a terminal; the client knows it."""


def lenses(desk: Workspace, analysis: Analysis, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """What can be run from a document."""
    if analysis.tree is None:
        return []
    python = (sys.executable, "-m", "cardwright")  # the Python that runs this server
    return [
        lsp.CodeLens(desk.places.range(span), lsp.Command(title, RUN, arguments=[[*python, *words]]))
        for span, title, words in _file_lenses(analysis, analysis.tree)
    ]


Lens = tuple[Span, str, tuple[str, ...]]


def _file_lenses(analysis: Analysis, tree: Mapping) -> Iterator[Lens]:
    path = str(Path(analysis.path).resolve())
    match analysis.kind:
        case "spec" | "variant":
            at = tree.entries[0].key.span
            yield at, "play", ("play", path)
            yield at, "run with bots", ("run", path)
            yield at, "validate", ("validate", path)
        case "scenarios":
            yield tree.entries[0].key.span, "run all scenarios", ("test", path)
            for entry in entries_of(tree.get("scenarios")):
                name = entry.key.text
                yield entry.key.span, "run", ("test", path, "-k", name)
                yield entry.key.span, "play from here", ("play", "--from", f"{path}@{name}")
        case _:
            return


# Formatting: the layout of `cardwright fmt`, as the lines that change ---------------------------


def formatting(desk: Workspace, analysis: Analysis, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The lines that lay a document out; none if it is laid out, or has mistakes that make it unclear."""
    kind = analysis.kind if analysis.kind != "trace" else ""
    new = format_source(analysis.source, kind, Report())
    before, after = _lines(analysis.source.text), _lines(analysis.source.text if new is None else new)
    edits = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            start, end = lsp.Position(a, 0), lsp.Position(b, 0)
            if b == len(before) and before and not before[-1].endswith(("\n", "\r")):
                end = lsp.Position(len(before) - 1, 2 * len(before[-1]))
            edits.append(lsp.TextEdit(lsp.Range(start, end), "".join(after[c:d])))
    return edits


def _lines(text: str) -> list[str]:
    """The lines of a text, each with its end, as editors count them."""
    starts = line_index_of(text).starts
    found = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return found if found[-1] else found[:-1]
