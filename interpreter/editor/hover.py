"""What an editor shows about the word under the pointer, and about the parameters of a call that is being written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Span
from ..diagnostics.text import DEFAULT_LANGUAGE, localized
from ..language.builtins.definitions import SPELLED
from ..language.builtins.table import EFFECTS, spelled
from ..language.layout.regions import regions_of
from ..language.spec import nodes as spec
from ..language.syntax import nodes as syn
from ..source.merge.paths import KeyPath, entry_at, node_at, path_of, steps_of, without_parameters
from ..source.text.files import load
from ..source.text.tree import Entry, Mapping, Node, Scalar, entries_of
from .paths import PATCHES, described, in_game
from .positions import PathScalar, scalar_at
from .references import declaration, file_of
from .symbols import Symbol, SymbolIndex
from .workspace import Analysis, Workspace, files_of, game_file

LONGEST_VALUE = 200
"""A value with more characters is not shown as a whole."""

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def hover(desk: Workspace, analysis: Analysis, params: lsp.HoverParams) -> lsp.Hover | None:
    """What there is to say about the word at a position."""
    if analysis.tree is None:
        return None
    offset = desk.lines(params.text_document.uri).offset(params.position)
    found = desk.index(analysis).at(analysis.source.file, offset)
    span: Span | None
    if found is not None:
        span, symbol = found
        text = "\n\n".join(_name(desk, analysis, symbol, span))
    else:
        spot = scalar_at(analysis.tree, offset)
        span, text = _other_text(analysis, spot, offset) if spot is not None else (None, "")
    if not text or span is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), desk.places.range(span))


# Names -----------------------------------------------------------------------------------------


def _name(desk: Workspace, analysis: Analysis, symbol: Symbol, span: Span) -> Iterator[str]:
    index = desk.index(analysis)
    record = index.records.get(symbol)
    kind = {"text": "text for people", "local": "name in this rule"}.get(symbol.what, symbol.what)
    type = type_of(analysis, symbol, span, record)
    of = f" of `{symbol.of}`" if symbol.what not in ("local", "condition") and symbol.of else ""
    yield f"**{kind}** `{symbol.name}`{of}" + (f": {type}" if type else "")
    yield from _texts(record)
    declared = declaration(desk, analysis, symbol)
    if declared is not None:
        if symbol.what in ("option", "variable", "function", "quantity", "enumeration", "condition"):
            yield from _value_text(index, symbol, analysis)
        yield f"{file_of(declared.source)}, line {declared.line}"
    yield from _changes(desk, analysis, symbol)


def type_of(analysis: Analysis, symbol: Symbol, span: Span, record: object) -> str:
    """The type of a name in the notation of the language; empty for what has none."""
    world = analysis.world
    match record:
        case spec.VariableSpec() if world is not None:
            types = {**world.variables, **{n: t for deck in world.card_variables.values() for n, t in deck.items()}}
            owner = f", of each {record.of.text}" if record.of else ""
            return f"{types.get(symbol.name, '')}{owner}"
        case spec.ZoneSpec():
            owner = f", of each {record.of.text}" if record.of else ""
            return f"{record.order or 'heap'} of {record.holds.text} cards{owner}"
        case spec.OptionSpec():
            limits = f" from {record.low} to {record.high}" if record.low is not None else ""
            return f"{', '.join(one.text for one in record.symbols) or record.type}{limits}"
        case spec.FunctionSpec() | spec.EffectSpec():
            head = record.signature.span.text
            typed = world.functions.get(symbol.name) if world is not None else None
            return f"`{head}`" + (f" → {typed.body.type}" if typed and isinstance(record, spec.FunctionSpec) else "")
        case spec.Quantity():
            return "integer" + (f", of each {record.of.text}" if record.of else "")
        case syn.SignatureParameter():
            return record.type.span.text
        case spec.Enumeration() | spec.AttributeSpec() if record.symbols:
            return ", ".join(one.text for one in record.symbols)
    if symbol.what in ("local", "attribute"):
        place = (span.source.file, span.start)
        for note in analysis.notes:
            word = note.node.name if isinstance(note.node, syn.AttributeAccess) else note.node
            if isinstance(word, syn.Name | syn.Word) and (word.span.source.file, word.span.start) == place:
                return str(note.value.type)
    return ""


def _texts(record: object) -> Iterator[str]:
    about = getattr(record, "about", None)
    if isinstance(about, spec.About):
        for texts in (about.label, about.text):
            if texts:
                yield localized(texts, DEFAULT_LANGUAGE)
        if about.rule:
            yield f"rulebook: {about.rule}"


def path_to(symbol: Symbol, record: object) -> KeyPath:
    """The path of a declaration in its game; empty if it has none."""
    path = symbol.of if symbol.what == "condition" else getattr(record, "path", "")
    return tuple(without_parameters(name) for name in path.split(".")) if isinstance(path, str) and path else ()


def _value_text(index: SymbolIndex, symbol: Symbol, analysis: Analysis) -> Iterator[str]:
    """The value that a declaration has in this file, with what it replaced."""
    tree = analysis.rules.assembled.tree if analysis.rules is not None else analysis.tree
    path = path_to(symbol, index.records.get(symbol))
    above = node_at(tree, path[:-1]) if tree is not None and path else None
    entry = entry_at(above, path[-1]) if isinstance(above, Mapping) else None
    if entry is None:
        return
    text = entry.value.span.text.strip()
    if text and len(text) <= LONGEST_VALUE:
        yield f"```yaml\n{entry.key.text}: {text}\n```"
    for old in _replaced(entry):
        span = old.value.span
        yield f"was `{span.text.strip()[:LONGEST_VALUE]}` ({span.source.name}:{span.line})"


def _replaced(entry: Entry) -> Iterator[Entry]:
    yield from entry.was
    for below in entries_of(entry.value):
        yield from _replaced(below)


def _changes(desk: Workspace, analysis: Analysis, symbol: Symbol) -> Iterator[str]:
    """What the variants of a game make of a name, seen from the game."""
    game = game_file(analysis)
    path = path_to(symbol, desk.index(analysis).records.get(symbol))
    if game is None or analysis.kind != "spec" or not path:
        return
    for variant in files_of(game)[0]:
        tree = load(variant, Report())
        for node in (tree.get(section) for section in PATCHES if tree is not None):
            for span in _set_below(node, (), path):
                text = span.text.strip()
                shown = f": `{text}`" if len(text) <= 60 and "\n" not in text else ""
                yield f"changed by {file_of(span.source)}, line {span.line}{shown}"


def _set_below(node: Node | None, above: KeyPath, path: KeyPath) -> Iterator[Span]:
    """The values that a section of a variant gives to what lies at a path or below it."""
    for entry in entries_of(node):
        here = (*above, *path_of(steps_of(entry.key)))
        if here[: len(path)] == path:
            yield entry.value.span
        elif path[: len(here)] == here:
            yield from _set_below(entry.value, here, path)


# What is built in ------------------------------------------------------------------------------


def _other_text(analysis: Analysis, spot: PathScalar, offset: int) -> tuple[Span | None, str]:
    """The documentation of a key of the language, or of a word of a rule."""
    if spot.is_key:
        keys = spot.keys
        if len(keys) > 1 and keys[0] in PATCHES:
            return spot.scalar.span, described("spec", in_game(analysis.kind, keys) or ())
        return spot.scalar.span, described(analysis.kind, keys)
    assert analysis.tree is not None
    kind = analysis.kind if analysis.kind != "trace" else ""
    languages = {id(stop.scalar): stop.language for stop in regions_of(analysis.tree, kind) if stop.scalar is not None}
    if languages.get(id(spot.scalar)):
        return _word(spot.scalar, offset)
    return spot.scalar.span, described(analysis.kind, spot.keys)


def _word(scalar: Scalar, offset: int) -> tuple[Span | None, str]:
    for match in _WORD.finditer(scalar.text):
        span = scalar.at(*match.span())
        if span.start <= offset <= span.end:
            after_dot = scalar.text[: match.start()].rstrip()[-1:] == "."
            call = scalar.text[match.end() :].lstrip()[:1] == "("
            return span, "\n\n".join(built_in(match[0], after_dot, call))
    return None, ""


def built_in(word: str, after_dot: bool, call: bool) -> Iterator[str]:
    """What the language says of a word of its own."""
    if after_dot:
        for row in spelled("property", word):
            yield f"`{row.parameters[0]}.{word}` → {row.result}\n\n{row.about}"
        return
    for row in (*spelled("function", word), *spelled("name", word)) if call else spelled("name", word):
        yield f"`{row.signature}`\n\n{row.about}"
    for fold in (one for one in SPELLED.values() if call and one.spelling == word):
        keys = " by KEYS" if fold.keys else ""
        yield f"`{word}({fold.body} for x in LIST{keys})` → {fold.result}\n\n{fold.about}"
    if word in EFFECTS:
        yield f"`{EFFECTS[word].form}`\n\n{EFFECTS[word].about}"
    for row in spelled("operator", word):
        yield f"`{row.signature}`\n\n{row.about}"
    if word in WORDS:
        yield WORDS[word]


WORDS = {
    "me": "The player whose turn it is, or who decides.",
    "it": "The owner in `start`, `scoring` and `result`; the card in a card's rule.",
    "turn": "`turn.player`: the player whose turn it is.",
    "round": "`round.number`: the round, from 1. `round.complete`: whether each player has had their turn.",
    "none": "No value: `x is none`, `x else y`.",
    "may": "Whether a permission is given, or an action possible: `may me.play`.",
    "let": "`let NAME = VALUE`: a name for a value.",
    "if": "`if CONDITION:` … `else:`, or `VALUE if CONDITION else VALUE`.",
    "repeat": "`repeat NUMBER:` so often.",
    "while": "`while CONDITION at most NUMBER:` as long as it holds.",
    "for": "`for NAME in LIST:` once for each; `EXPRESSION for NAME in LIST if CONDITION` goes through a list.",
}
"""Words of the language that are in no table."""


# The parameters of a call while its arguments are written --------------------------------------

TRIGGERS = ["(", ","]

_CALL = re.compile(r"([a-z_][a-z0-9_]*)\s*$")


def signature(desk: Workspace, analysis: Analysis, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """The ways in which the function around a position may be called."""
    uri = params.text_document.uri
    analysis = desk.sound(uri) or analysis
    found = _open_call(desk.documents[uri].text[: desk.lines(uri).offset(params.position)])
    if found is None:
        return None
    name, argument = found
    index = desk.index(analysis)
    ways = list(_overloads(name, index))
    symbol = index.find(name, "function", "effect")
    record = index.records.get(symbol) if symbol is not None else None
    if symbol is not None and isinstance(record, spec.FunctionSpec | spec.EffectSpec):
        text = type_of(analysis, symbol, record.signature.span, record).replace("`", "")
        names = [f"{one.type.span.text} {one.name.text}" for one in record.signature.parameters]
        ways.insert(0, _overload(text, names, ""))
    return lsp.SignatureHelp(ways, 0, argument) if ways else None


def _open_call(before: str) -> tuple[str, int] | None:
    """The name of the call around the end of a text, and the number of the argument that is written."""
    depth = argument = 0
    for at in range(len(before) - 1, max(len(before) - 1000, -1), -1):
        char = before[at]
        if char in ")]":
            depth += 1
        elif char in "([" and depth:
            depth -= 1
        elif char == "(":
            match = _CALL.search(before[:at])
            return (match[1], argument) if match else None
        elif char == "," and not depth:
            argument += 1
        elif char == "[":
            argument = 0
    return None


def _overloads(name: str, index: SymbolIndex) -> Iterator[lsp.SignatureInformation]:
    for row in spelled("function", name):
        yield _overload(row.signature, list(row.parameters), row.about)
    for fold in (one for one in SPELLED.values() if one.spelling == name):
        keys = " by KEYS" if fold.keys else ""
        yield _overload(f"{name}({fold.body} for x in LIST{keys}) -> {fold.result}", [], fold.about)
    if name in EFFECTS and "(" in EFFECTS[name].form:
        yield _overload(EFFECTS[name].form, [], EFFECTS[name].about)
    symbol = index.find(name, "action", "permission")
    record = index.records.get(symbol) if symbol is not None else None
    names = None
    if isinstance(record, spec.Action | spec.Reaction):
        names = [pick.name.text for pick in record.choose]
    elif isinstance(record, spec.Permission):
        names = [one.span.text for one in record.takes]
    if names is not None:
        yield _overload(f"{name}({', '.join(names)})", names, "")


def _overload(text: str, parameters: list[str], about: str) -> lsp.SignatureInformation:
    return lsp.SignatureInformation(text, about or None, [lsp.ParameterInformation(one) for one in parameters])
