"""What may be written at the cursor: keys and words of the language, names of the game, paths of variants.

In rules the names in scope are found by trying: the text with a word at the cursor is checked, and what that word could
be is asked for where it stands. If the rule is not one yet even so, the last rules that could be read help.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, replace
from itertools import islice
from pathlib import Path

from lsprotocol import types as lsp

from ..commands.selection import ICON_ENDINGS, visible_files
from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source, Span
from ..diagnostics.suggest import language_names
from ..diagnostics.text import shown_in
from ..language.builtins.definitions import SPELLED
from ..language.builtins.table import EFFECTS, spelled, spellings
from ..language.ir import nodes as ir
from ..language.ir.types import Type
from ..language.spec.texts import icons
from ..language.syntax import nodes as syn
from ..language.syntax.parse import parse_expression
from ..language.typing.expressions.members import has
from ..language.typing.names.scope import NameScope
from ..language.typing.names.world import READABLE
from ..source.merge.catalogue import texts
from ..source.merge.paths import node_at, without_parameters
from ..source.text.files import open_text, read_head
from ..source.text.tree import Scalar, entries_of
from .document_features import LOOKS
from .paths import PATCHES, REFERENCES, described, in_game, is_by_language, keys_at, language_at, words_at
from .positions import CursorContext, context_at
from .symbols import SymbolIndex, SymbolKind
from .workspace import Analysis, Document, Workspace, analyse, files_of, game_file

Kind = lsp.CompletionItemKind

MOST_CANDIDATES = 400
"""At most so many are offered."""

_TYPES = ("integer", "boolean", "player", "team", "list of")


def completions(desk: Workspace, analysis: Analysis, params: lsp.CompletionParams) -> lsp.CompletionList:
    """All that may be written at a position."""
    uri = params.text_document.uri
    offset = desk.lines(uri).offset(params.position)
    place = context_at(desk.documents[uri].text, offset)
    in_rule = not place.key and _language(analysis, place)
    start = offset - len(place.begun.rpartition("-")[2] if in_rule else place.begun)
    where = lsp.Range(desk.lines(uri).position(start), params.position)
    found = list(_candidates(desk, uri, analysis, place, offset))
    unique = {(one.name, one.kind): one for one in reversed(found)}
    items = [_item(one, where) for one in reversed(unique.values())]
    return lsp.CompletionList(len(items) > MOST_CANDIDATES, items[:MOST_CANDIDATES])


def _item(offer: Candidate, where: lsp.Range) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=offer.name,
        kind=offer.kind,
        detail=offer.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, offer.about) if offer.about else None,
        sort_text=f"{offer.rank}{offer.name}",
        text_edit=lsp.TextEdit(where, offer.written or offer.name),
    )


def _language(analysis: Analysis, place: CursorContext) -> str:
    keys = place.keys
    if analysis.kind == "scenarios" and (keys[2:3] == ("then",) or keys[-1:] == ("check",)):
        return "expression"
    if place.key and not place.siblings and place.written and language_at(analysis.kind, keys):
        return ""
    return language_at(analysis.kind, keys)


def _candidates(
    desk: Workspace, uri: str, analysis: Analysis, place: CursorContext, offset: int
) -> Iterator[Candidate]:
    sound = desk.sound(uri) or analysis
    index, language = desk.index(sound), _language(analysis, place)
    if place.key:
        yield from _keys(desk, analysis, sound, place)
    elif language:
        document = desk.documents[uri]
        found: CompletionContext | None = probe_word(desk, document, sound, place, offset)
        if re.search(r"\.\s*[a-z0-9_]*$", document.text[:offset]):
            yield from member_candidates(found) if found is not None else ()
            return
        yield from value_candidates(found, index)
        if language == "effect":
            yield from statement_candidates()
    else:
        yield from (Candidate(word, Kind.Value) for word in words_at(analysis.kind, place.keys))
        yield from _references(desk, analysis, sound, index, place)


# Keys ------------------------------------------------------------------------------------------


def _keys(desk: Workspace, analysis: Analysis, sound: Analysis, place: CursorContext) -> Iterator[Candidate]:
    if place.keys[:1] and place.keys[0] in PATCHES and analysis.kind in ("variant", "spec"):
        yield from _paths(desk, analysis, sound, place)
        return
    for key, about in keys_at(analysis.kind, place.keys).items():
        if key not in place.siblings:
            yield Candidate(key, Kind.Property, about=about, written=f"{key}: ")
    if is_by_language(analysis.kind, place.keys):
        title = analysis.tree.get("title") if analysis.tree is not None else None
        for language in shown_in(texts(title)):
            if language not in place.siblings:
                about = language_names().get(language, "")
                yield Candidate(language, Kind.Property, detail=about, written=f"{language}: ")
    index = desk.index(sound)
    match place.keys:
        case ("presets", _, "options"):
            yield from _candidates_of_kinds(index, ("option",))
        case ("words",):
            yield from _candidates_of_kinds(index, ("symbol", "variable"))
        case _ if analysis.kind != "scenarios":
            return
        case ("scenarios", _, "options"):
            yield from _candidates_of_kinds(index, ("option",))
        case ("scenarios", _, "given") | ("scenarios", _, "sees", _):
            for one in _candidates_of_kinds(index, ("zone", "variable")):
                owner = getattr(one.record, "of", None)
                yield one if owner is None else replace(one, name=f"{owner.text[0]}1.{one.name}")
        case ("scenarios", _, "moves" | "when"):
            yield from (Candidate(word, Kind.Keyword, written=f"{word}: ") for word in ("p1", "p2", "chance", "check"))


def _paths(desk: Workspace, analysis: Analysis, sound: Analysis, place: CursorContext) -> Iterator[Candidate]:
    """The next names of a path of the game that a variant changes."""
    *before, last = (place.written or "").split(".")
    keys = (*place.keys, ".".join(before)) if before else place.keys
    path = in_game(analysis.kind, keys) or ()
    # The tree of the game that the variant changes, with all that its parts bring.
    game = game_file(analysis) or game_file(sound)
    made = desk.sound_file(game) if game is not None else sound
    tree = made.rules.assembled.tree if made.rules is not None else made.tree
    for entry in entries_of(node_at(tree, path) if tree is not None else None):
        inner = (*path, without_parameters(entry.key.text))
        text = entry.value.span.text.strip()
        short = text if len(text) <= 50 and "\n" not in text else ""
        yield Candidate(inner[-1], Kind.Field, about=described("spec", inner), detail=short)
    if place.keys[0] in ("add", "override"):
        for key, about in keys_at("spec", path).items():
            yield Candidate(key, Kind.Property, about=about, rank=SORT_ORDER["key"])


# Values ----------------------------------------------------------------------------------------


def _candidates_of_kinds(index: SymbolIndex, kinds: Iterable[SymbolKind]) -> Iterator[Candidate]:
    for symbol in index.declared:
        if symbol.what in kinds:
            yield Candidate(symbol.name, Kind.Reference, detail=symbol.what, record=index.records.get(symbol))


def _references(
    desk: Workspace, analysis: Analysis, sound: Analysis, index: SymbolIndex, place: CursorContext
) -> Iterator[Candidate]:
    """Names that a key of the structure refers to."""
    keys = place.keys
    if keys[:1] == ("begin",):
        yield from _candidates_of_kinds(index, ("phase",))
    if keys[:1] in (("extends",), ("after",), ("game",)) or keys[2:3] == ("variants",):
        yield from _files(desk, analysis)
    inner = in_game(analysis.kind, keys) or ()
    for key in inner[1:]:
        kinds = REFERENCES.get((inner[0], key))
        if kinds is not None:
            yield from _candidates_of_kinds(index, kinds)
    if inner[:1] == ("table",) and inner[-1] == "icon":
        yield from (Candidate(name, Kind.Value) for name in icons())
        folder = Path(analysis.path).parent
        files = (file for _, some in visible_files(folder) for file in some if file.suffix in ICON_ENDINGS)
        some = islice(files, MOST_CANDIDATES)
        yield from (Candidate(file.relative_to(folder).as_posix(), Kind.File) for file in some)
    if inner[-1:] == ("type",):
        yield from (Candidate(word, Kind.TypeParameter) for word in _TYPES)
    if place.keys[:1] == ("remove",):
        yield from _paths(desk, analysis, sound, place)
    if keys[:1] == ("scenarios",):
        yield from _in_scenario(index, place)


def _in_scenario(index: SymbolIndex, place: CursorContext) -> Iterator[Candidate]:
    match place.keys[2:]:
        case ("preset",):
            yield from _candidates_of_kinds(index, ("preset",))
        case ("given", "at" | "phase") | ("given", "at", "phase"):
            yield from _candidates_of_kinds(index, ("phase",))
        case ("given", "rest"):
            yield from _candidates_of_kinds(index, ("zone",))
        case ("illegal", _):
            yield from _candidates_of_kinds(index, ("condition",))
        case ("moves" | "when", "check"):
            return
        case ("moves" | "when", _) | ("legal" | "illegal",):
            kinds: tuple[SymbolKind, ...] = ("card", "symbol") if "(" in place.written else ("action", "reaction")
            yield from _candidates_of_kinds(index, kinds)
        case ("given" | "sees", *_):
            yield from _candidates_of_kinds(index, ("card", "symbol"))


def _files(desk: Workspace, analysis: Analysis) -> Iterator[Candidate]:
    """The names of the game around, and of its variants."""
    game = game_file(analysis)
    for path in (game, *files_of(game)[0]) if game is not None else ():
        head = read_head(path, ("game", "variant")) if path != analysis.path else {}
        yield from (Candidate(name.span.text, Kind.File, detail=key) for key, name in head.items())


# Rules: what one may say at the cursor, from what is in scope there ----------------------------

SORT_ORDER = {"local": "0", "name": "2", "built in": "4", "key": "6", "word": "8"}
"""In which order things are offered."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be written; `written` if that is more than its name."""

    name: str
    kind: lsp.CompletionItemKind
    _: KW_ONLY
    about: str = ""
    detail: str = ""
    written: str = ""
    rank: str = SORT_ORDER["name"]
    record: object = None


_VALUES: tuple[SymbolKind, ...] = (
    "option", "variable", "zone", "quantity", "function", "enumeration", "symbol", "deck", "card",
)  # fmt: skip
"""What a value may begin with, of all that is declared."""


def member_candidates(found: CompletionContext) -> Iterator[Candidate]:
    """What there is after a dot."""
    if found.space is not None:
        yield from (Candidate(name, Kind.Variable, detail=str(value.type)) for name, value in found.space.items())
    elif found.target is None:
        yield from (Candidate(name.partition(".")[2], Kind.Property, detail=name) for name in READABLE)
    else:
        world, spec = found.scope.world, found.scope.world.spec
        for name in has(found.target, found.scope):
            rows, zone = spelled("property", name), spec.zones.get(name)
            declared = zone is not None or name in spec.variables or name in spec.quantities
            about = rows[0].about if rows and not declared else ""
            type = f"{zone.order or 'heap'} of {zone.holds.text} cards" if zone else str(world.variables.get(name, ""))
            detail = type or (rows[0].result if rows else "")
            yield Candidate(name, Kind.Method if about else Kind.Field, about=about, detail=detail)


def value_candidates(found: CompletionContext | None, index: SymbolIndex) -> Iterator[Candidate]:
    """What a value may begin with."""
    local = SORT_ORDER["local"]
    if found is not None:
        for name, value in found.scope.names.items():
            yield Candidate(name, Kind.Variable, detail=str(value.type), rank=local)
        persons = (("me", found.scope.me), ("it", found.scope.it))
        yield from (Candidate(name, Kind.Keyword, rank=local) for name, one in persons if one is not None)
        yield from (Candidate(name, Kind.Module, rank=local) for name in found.scope.spaces)
    for symbol in index.declared:
        owner = getattr(index.records.get(symbol), "of", None)
        owned = owner is not None and symbol.what in ("zone", "variable", "quantity")
        if symbol.what in _VALUES and not owned:
            kind = lsp.CompletionItemKind[LOOKS[symbol.what][1]]
            yield Candidate(symbol.name, kind, detail=symbol.what + (f" of {symbol.of}" if symbol.of else ""))
    for name in spellings("function"):
        rows = spelled("function", name)
        yield Candidate(name, Kind.Function, detail=rows[0].signature, about=rows[0].about, rank=SORT_ORDER["built in"])
    for fold in SPELLED.values():
        if (name := fold.spelling) != "list":
            detail = f"{name}(… for x in LIST{' by KEYS' if fold.keys else ''}) -> {fold.result}"
            yield Candidate(name, Kind.Function, detail=detail, about=fold.about, rank=SORT_ORDER["built in"])
    yield from (Candidate(name, Kind.Keyword, rank=SORT_ORDER["built in"]) for name in spellings("name"))
    words = ("turn", "round", "none", "true", "false", "not", "and", "or", "may", "if", "else", "in", "for", "is")
    yield from (Candidate(word, Kind.Keyword, rank=SORT_ORDER["word"]) for word in words)


def statement_candidates() -> Iterator[Candidate]:
    """What a line of an effect may begin with."""
    for row in EFFECTS.values():
        yield Candidate(row.verb, Kind.Keyword, detail=row.form, about=row.about, rank=SORT_ORDER["built in"])
    forms = {
        "for": "for NAME in LIST: …",
        "if": "if CONDITION: …",
        "repeat": "repeat NUMBER: …",
        "while": "while CONDITION at most NUMBER: …",
    }
    for word, form in forms.items():
        yield Candidate(word, Kind.Keyword, detail=form, rank=SORT_ORDER["built in"])


# What may stand at the cursor of a rule: a word is put there, and the rule is checked with it --

PROBE_WORD = "zzz_"
"""What is put where no word has been begun."""

_ENDINGS = ("", ")", "]", " to me", ":\n{}  end turn", "):\n{}  end turn")
"""What may have to follow so that a rule that is being written is one, with its indentation."""

_CHAIN = re.compile(r"([a-z_][a-z0-9_]*(?:\([^()]*\)|\[[^\[\]]*\]|\.[a-z_][a-z0-9_]*)*)\.\s*[a-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class CompletionContext:
    """What can be used at the cursor; after a dot, what stands before it: its type, or the names of a space."""

    scope: NameScope
    target: Type | None = None
    space: dict[str, ir.Expr] | None = None


def probe_word(
    desk: Workspace, document: Document, sound: Analysis, place: CursorContext, offset: int
) -> CompletionContext | None:
    """What can be used at an offset of a document; None if nothing is known of it."""
    text = document.text
    word = re.search(r"[a-z_][a-z0-9_]*$", text[:offset])
    begun = word[0] if word else ""
    rest = re.match(r"[a-z0-9_]*", text[offset:])
    end = offset + (rest.end() if rest else 0)
    indent = re.search(r"^[ ]*", text[:offset].rpartition("\n")[2])
    for ending in _ENDINGS:
        put = ("" if begun else PROBE_WORD) + text[offset:end] + ending.format(indent[0] if indent else "")
        try:  # what would be known of the document if this were its text
            open_text(document.path, (text[:offset] + put + text[end:]).removeprefix("\ufeff"))
            made = analyse(document.path, desk.paths, desk.new_cache())
        finally:
            open_text(document.path, text.removeprefix("\ufeff"))
        found = _context_of_probe(made, offset - len(begun))
        if found is not None:
            return found
    return _context_of_sound_text(sound, place, text[:offset])


def _context_of_probe(made: Analysis, start: int) -> CompletionContext | None:
    """What was noted of the word that begins at an offset."""
    types: dict[int, Type] = {}

    def begins(span: Span) -> bool:
        return span.start == start and span.source.file == made.source.file

    for note in made.notes:
        types[id(note.node)] = note.value.type
        scope = note.scope
        match note.node:
            case syn.AttributeAccess(name=name, target=target) if begins(name.span):
                if isinstance(target, syn.Name) and target.id not in scope.names and target.id in scope.spaces:
                    return CompletionContext(scope, None, scope.spaces[target.id])
                return CompletionContext(scope, types.get(id(target)))
            case syn.Name(span=span) | syn.CallExpression(target=None, name=syn.Word(span=span)) if begins(span):
                return CompletionContext(scope)
    return None


def _context_of_sound_text(sound: Analysis, place: CursorContext, before: str) -> CompletionContext | None:
    """The same from the last rules that could be read: the scope of the rule in which the cursor is."""
    path = ".".join(place.keys)
    here = [note.scope for note in sound.notes if note.scope.path and path.startswith(note.scope.path)]
    if not sound.notes:
        return None
    # Of the scopes of this rule the innermost has the most names; without one, any scope knows what is declared.
    scope = max(here, key=lambda one: (len(one.path), len(one.names)), default=sound.notes[-1].scope)
    chain = _CHAIN.search(before)
    if chain is None:
        return CompletionContext(scope)
    span = Span(Source("", chain[1]), 0, len(chain[1]))
    node = parse_expression(Scalar(chain[1], span, "plain", range(span.end + 1)), Report())
    if node is None:
        return CompletionContext(scope)
    if isinstance(node, syn.Name) and node.id in scope.spaces:
        return CompletionContext(scope, None, scope.spaces[node.id])
    return CompletionContext(scope, scope.typed(node).type)
