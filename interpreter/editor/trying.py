"""Finds out what may stand at the cursor of a rule: a word is put there, and the rule is checked with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source, Span
from ..language.ir import nodes as ir
from ..language.ir.types import Type
from ..language.syntax import nodes as syn
from ..language.syntax.parse import parse_expression
from ..language.text.open_texts import open_text
from ..language.text.tree import Scalar
from ..language.typing.names.scope import Noted, Scope
from .analysis import Analysis, analyse
from .cursor import Place
from .desk import Desk, Document

WORD = "zzz_"
"""What is put where no word has been begun."""

_ENDINGS = ("", ")", "]", " to me", ":\n{}  end turn", "):\n{}  end turn")
"""What may have to follow so that a rule that is being written is one, with its indentation."""

_CHAIN = re.compile(r"([a-z_][a-z0-9_]*(?:\([^()]*\)|\[[^\[\]]*\]|\.[a-z_][a-z0-9_]*)*)\.\s*[a-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class Tried:
    """What can be used at the cursor; after a dot, what stands before it: its type, or the names of a space."""

    scope: Scope
    target: Type | None = None
    space: dict[str, ir.Expr] | None = None


def try_word(desk: Desk, document: Document, sound: Analysis, place: Place, offset: int) -> Tried | None:
    """What can be used at an offset of a document; None if nothing is known of it."""
    text = document.text
    word = re.search(r"[a-z_][a-z0-9_]*$", text[:offset])
    begun = word[0] if word else ""
    rest = re.match(r"[a-z0-9_]*", text[offset:])
    end = offset + (rest.end() if rest else 0)
    indent = re.search(r"^[ ]*", text[:offset].rpartition("\n")[2])
    for ending in _ENDINGS:
        put = ("" if begun else WORD) + text[offset:end] + ending.format(indent[0] if indent else "")
        made = _analysed(desk, document, text[:offset] + put + text[end:])
        found = _at(made, offset - len(begun))
        if found is not None:
            return found
    return _remembered(sound, place, text[:offset])


def _analysed(desk: Desk, document: Document, text: str) -> Analysis:
    """What would be known of a document if this were its text."""
    try:
        open_text(document.path, text.removeprefix("\ufeff"))
        return analyse(document.path, desk.paths, desk.new_shelf())
    finally:
        open_text(document.path, document.text.removeprefix("\ufeff"))


def _at(made: Analysis, start: int) -> Tried | None:
    """What was noted of the word that begins at an offset."""
    types: dict[int, Type] = {}
    for note in made.notes:
        types[id(note.node)] = note.value.type
        node = note.node
        match node:
            case syn.Name(span=span) if _begins(span, made, start):
                return Tried(note.scope)
            case syn.Attribute(name=name) if _begins(name.span, made, start):
                return _after_dot(node, note, types)
            case syn.Call(target=None, name=name) if _begins(name.span, made, start):
                return Tried(note.scope)
            case _:
                continue
    return None


def _begins(span: Span, made: Analysis, start: int) -> bool:
    return span.start == start and span.source.file == made.source.file


def _after_dot(node: syn.Attribute, note: Noted, types: dict[int, Type]) -> Tried:
    target = node.target
    if isinstance(target, syn.Name) and target.id not in note.scope.names and target.id in note.scope.spaces:
        return Tried(note.scope, None, note.scope.spaces[target.id])
    return Tried(note.scope, types.get(id(target)))


def _remembered(sound: Analysis, place: Place, before: str) -> Tried | None:
    """The same from the last rules that could be read: the scope of the rule in which the cursor is."""
    scope = next(iter(_scopes(sound, place)), None)
    if scope is None:
        return None
    chain = _CHAIN.search(before)
    if chain is None:
        return Tried(scope)
    source = Source("", chain[1])
    node = parse_expression(
        Scalar(chain[1], Span(source, 0, len(chain[1])), "plain", range(len(chain[1]) + 1)), Report()
    )
    if node is None:
        return Tried(scope)
    if isinstance(node, syn.Name) and node.id in scope.spaces:
        return Tried(scope, None, scope.spaces[node.id])
    return Tried(scope, scope.typed(node).type)


def _scopes(sound: Analysis, place: Place) -> Iterator[Scope]:
    """Scopes of a rule, those with the most names first; else any."""
    path = ".".join(place.keys)
    here = [note.scope for note in sound.notes if note.scope.path and path.startswith(note.scope.path)]
    yield from sorted(here, key=lambda scope: (-len(scope.path), -len(scope.names)))
    yield from (note.scope for note in sound.notes[-1:])
