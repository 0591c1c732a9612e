"""Semantic colours: what each word of a rule is, so that an editor can colour rules within YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from ..language.builtins.table import EFFECTS, FOLDS, spellings
from ..language.layout.stops import stops
from ..language.syntax.names import RESERVED
from ..language.text.tree import Scalar
from .analysis import Analysis
from .desk import Desk
from .names import What
from .positions import Lines

TYPES = (
    "keyword",
    "function",
    "variable",
    "parameter",
    "property",
    "enumMember",
    "enum",
    "class",
    "struct",
    "method",
    "event",
    "number",
    "operator",
    "comment",
    "namespace",
)

LEGEND = lsp.SemanticTokensLegend(list(TYPES), ["declaration", "defaultLibrary"])

_OF: dict[What, str] = {
    "action": "method",
    "attribute": "property",
    "card": "enumMember",
    "card variable": "property",
    "category": "property",
    "condition": "property",
    "deck": "class",
    "effect": "function",
    "enumeration": "enum",
    "function": "function",
    "game": "namespace",
    "group": "namespace",
    "local": "parameter",
    "option": "variable",
    "permission": "property",
    "phase": "namespace",
    "preset": "namespace",
    "quantity": "property",
    "reaction": "event",
    "scoring": "namespace",
    "symbol": "enumMember",
    "text": "variable",
    "trigger": "event",
    "variable": "variable",
    "variant": "namespace",
    "zone": "struct",
}
"""How each kind of name is coloured."""

_BUILT_IN = 2
"""The modifier `defaultLibrary`."""

_PIECE = re.compile(
    r"(?P<comment>#[^\n]*)|(?P<word>[a-z_][a-z0-9_]*)|(?P<number>\d+)|(?P<sign>==|!=|<=|>=|\+=|-=|\.\.|[-+*=<>])"
)

_KEYWORDS = frozenset(
    (
        *RESERVED,
        *EFFECTS,
        "for",
        "in",
        "if",
        "elif",
        "else",
        "repeat",
        "while",
        "at",
        "most",
        "where",
        "by",
        "from",
        "to",
    )
) | {"top", "bottom", "position", "of", "any", "some", "optional", "except", "alike", "forbid", "allow", "when", "turn"}

_FUNCTIONS = frozenset((*spellings("function"), *FOLDS, "symbol", "kinds", "score", "activate", "say"))

_NAMES = frozenset((*spellings("name"), "me", "it", "turn", "round"))

Token = tuple[int, int, str, int]
"""Where it begins and ends, what it is, and its modifiers."""


def tokens(desk: Desk, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """The colours of a document, each from the end of the one before."""
    analysis = desk.analysis(params.text_document.uri)
    if analysis is None or analysis.tree is None:
        return lsp.SemanticTokens([])
    lines = desk.lines(params.text_document.uri)
    return lsp.SemanticTokens(list(_encoded(_tokens(desk, analysis), lines)))


def _tokens(desk: Desk, analysis: Analysis) -> list[Token]:
    found: dict[int, Token] = {}
    file = analysis.source.file
    for (name, start, end), (_, symbol) in desk.index(analysis).uses.items():
        if name == file:
            found[start] = (start, end, _OF[symbol.what], 0)
    assert analysis.tree is not None
    kind = analysis.kind if analysis.kind != "trace" else ""
    for stop in stops(analysis.tree, kind):
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
        elif word in _KEYWORDS:
            yield span.start, span.end, "keyword", 0


def _encoded(found: list[Token], lines: Lines) -> Iterator[int]:
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
