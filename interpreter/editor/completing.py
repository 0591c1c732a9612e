"""What may be written at the cursor: keys and words of the language, names of the game, paths of variants.

In rules the names in scope are found by trying: the text with a word at the cursor is checked, and what that word could
be is asked for where it stands. If the rule is not one yet even so, the last rules that could be read help.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from ..language.merge.paths import bare, entry_at
from ..language.text.head import read_head
from ..language.text.tree import Mapping, Node
from .analysis import Analysis
from .cursor import Place, place_at
from .desk import Desk
from .game_files import files_of, game_file
from .keys import PATCHES, described, in_game, keys_at, language_at, words_at
from .names import Index, What
from .offering import CASES, Offer, members, statements, values
from .trying import Tried, try_word

Kind = lsp.CompletionItemKind

MOST = 400
"""At most so many are offered."""

_REFERENCES: dict[tuple[str, str], tuple[What, ...]] = {
    ("zones", "holds"): ("deck",),
    ("zones", "refill"): ("zone",),
    ("phases", "offer"): ("action",),
    ("phases", "steps"): ("phase",),
    ("scoring", "into"): ("variable",),
    ("triggers", "after"): ("action", "effect"),
    ("reactions", "instead_of"): ("action", "effect"),
    ("variables", "type"): ("enumeration", "deck"),
    ("cards", "active_in"): ("zone",),
    ("options", "excludes"): ("option",),
    ("result", "measures"): ("variable",),
}
"""Which names are meant below a key, by section."""

_TYPES = ("integer", "boolean", "player", "team", "list of")


def completions(desk: Desk, params: lsp.CompletionParams) -> lsp.CompletionList:
    """All that may be written at a position."""
    uri = params.text_document.uri
    document = desk.documents.get(uri)
    analysis = desk.analysis(uri)
    if document is None or analysis is None:
        return lsp.CompletionList(False, [])
    offset = desk.lines(uri).offset(params.position)
    place = place_at(document.text, offset)
    start = offset - len(place.begun.rpartition("-")[2] if _in_rule(analysis, place) else place.begun)
    where = lsp.Range(desk.lines(uri).position(start), params.position)
    found = list(_offers(desk, uri, analysis, place, offset))
    unique = {(one.name, one.kind): one for one in reversed(found)}
    items = [_item(one, where) for one in reversed(unique.values())]
    return lsp.CompletionList(len(items) > MOST, items[:MOST])


def _item(offer: Offer, where: lsp.Range) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=offer.name,
        kind=offer.kind,
        detail=offer.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, offer.about) if offer.about else None,
        sort_text=f"{offer.rank}{offer.name}",
        text_edit=lsp.TextEdit(where, offer.written or offer.name),
    )


def _in_rule(analysis: Analysis, place: Place) -> bool:
    return not place.key and bool(_language(analysis, place))


def _language(analysis: Analysis, place: Place) -> str:
    keys = place.keys
    if analysis.kind == "scenarios" and (keys[2:3] == ("then",) or keys[-1:] == ("check",)):
        return "expression"
    if place.key and not place.siblings and place.written and language_at(analysis.kind, keys):
        return ""
    return language_at(analysis.kind, keys)


def _offers(desk: Desk, uri: str, analysis: Analysis, place: Place, offset: int) -> Iterator[Offer]:
    sound = desk.sound(uri) or analysis
    index = desk.index(sound)
    if place.key:
        yield from _keys(desk, analysis, sound, place)
        return
    language = _language(analysis, place)
    if language:
        yield from _rule(desk, uri, sound, place, offset, language)
        return
    yield from (Offer(word, Kind.Value) for word in words_at(analysis.kind, place.keys))
    yield from _references(desk, analysis, sound, index, place)


# Keys


def _keys(desk: Desk, analysis: Analysis, sound: Analysis, place: Place) -> Iterator[Offer]:
    if place.keys[:1] and place.keys[0] in PATCHES and analysis.kind in ("variant", "spec"):
        yield from _paths(desk, analysis, sound, place)
        return
    for key, about in keys_at(analysis.kind, place.keys).items():
        if key not in place.siblings:
            yield Offer(key, Kind.Property, about=about, written=f"{key}: ")
    if analysis.kind == "scenarios":
        yield from _names_in_scenario(desk.index(sound), place)
    match place.keys:
        case ("presets", _, "set"):
            yield from _named(desk.index(sound), ("option",))
        case ("words",):
            yield from _named(desk.index(sound), ("symbol", "variable"))


def _names_in_scenario(index: Index, place: Place) -> Iterator[Offer]:
    match place.keys:
        case ("scenarios", _, "options"):
            yield from _named(index, ("option",))
        case ("scenarios", _, "given") | ("scenarios", _, "sees", _):
            for one in _named(index, ("zone", "variable")):
                owner = getattr(one.record, "of", None)
                yield one if owner is None else one.at(f"{owner.text[0]}1.{one.name}")
        case ("scenarios", _, "when"):
            yield from (Offer(word, Kind.Keyword, written=f"{word}: ") for word in ("p1", "p2", "chance", "check"))


def _paths(desk: Desk, analysis: Analysis, sound: Analysis, place: Place) -> Iterator[Offer]:
    """The next names of a path of the game that a variant changes."""
    *before, last = (place.written or "").split(".")
    keys = (*place.keys, ".".join(before)) if before else place.keys
    path = in_game(analysis.kind, (keys[0], *keys[1:])) or ()
    tree = _base(desk, analysis, sound)
    node: Node | None = tree
    for name in path:
        entry = entry_at(node, name) if isinstance(node, Mapping) else None
        node = entry.value if entry is not None else None
    if isinstance(node, Mapping):
        for entry in node.entries:
            inner = (*path, bare(entry.key.text))
            yield Offer(bare(entry.key.text), Kind.Field, about=described("spec", inner), detail=_short(entry.value))
    if place.keys[0] in ("add", "override"):
        for key, about in keys_at("spec", path).items():
            yield Offer(key, Kind.Property, about=about, rank=CASES["key"])


def _base(desk: Desk, analysis: Analysis, sound: Analysis) -> Mapping | None:
    """The tree of the game that a variant changes, with all that its parts bring."""
    game = game_file(analysis) or game_file(sound)
    made = desk.sound_file(game) if game is not None else sound
    return made.rules.assembled.tree if made.rules is not None else made.tree


def _short(node: Node) -> str:
    text = node.span.text.strip()
    return text if len(text) <= 50 and "\n" not in text else ""


# Values


def _named(index: Index, kinds: Iterable[What]) -> Iterator[Offer]:
    for symbol in index.declared:
        if symbol.what in kinds:
            yield Offer(symbol.name, Kind.Reference, detail=symbol.what, record=index.records.get(symbol))


def _references(desk: Desk, analysis: Analysis, sound: Analysis, index: Index, place: Place) -> Iterator[Offer]:
    """Names that a key of the structure refers to."""
    keys = place.keys
    if keys[:1] == ("begin",):
        yield from _named(index, ("phase",))
    if keys[:1] in (("extends",), ("after",), ("game",)) or keys[2:3] == ("variants",):
        yield from _files(desk, analysis)
    inner = in_game(analysis.kind, keys) or ()
    for key in inner[1:]:
        kinds = _REFERENCES.get((inner[0], key))
        if kinds is not None:
            yield from _named(index, kinds)
    if inner[-1:] == ("type",):
        yield from (Offer(word, Kind.TypeParameter) for word in _TYPES)
    if place.keys[:1] == ("remove",):
        yield from _paths(desk, analysis, sound, place)
    if keys[:1] == ("scenarios",):
        yield from _in_scenario(index, place)


def _in_scenario(index: Index, place: Place) -> Iterator[Offer]:
    match place.keys[2:]:
        case ("preset",):
            yield from _named(index, ("preset",))
        case ("given", "at" | "phase") | ("given", "at", "phase"):
            yield from _named(index, ("phase",))
        case ("given", "rest"):
            yield from _named(index, ("zone",))
        case ("illegal", _):
            yield from _named(index, ("condition",))
        case ("when", "check"):
            return
        case ("when", _) | ("legal" | "illegal",):
            kinds: tuple[What, ...] = ("card", "symbol") if "(" in place.written else ("action", "reaction")
            yield from _named(index, kinds)
        case ("given" | "sees", *_):
            yield from _named(index, ("card", "symbol"))


def _files(desk: Desk, analysis: Analysis) -> Iterator[Offer]:
    """The names of the game around, and of its variants."""
    game = game_file(analysis)
    for path in (game, *files_of(game)[0]) if game is not None else ():
        head = read_head(path, ("game", "variant")) if path != analysis.path else {}
        yield from (Offer(name.span.text, Kind.File, detail=key) for key, name in head.items())


# Rules


def _rule(desk: Desk, uri: str, sound: Analysis, place: Place, offset: int, language: str) -> Iterator[Offer]:
    document = desk.documents[uri]
    tried: Tried | None = try_word(desk, document, sound, place, offset)
    after_dot = bool(re.search(r"\.\s*[a-z0-9_]*$", document.text[:offset]))
    if after_dot:
        yield from members(tried) if tried is not None else ()
        return
    yield from values(tried, desk.index(sound))
    if language == "effect":
        yield from statements()
