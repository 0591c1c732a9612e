"""Paths of keys: what the schemas say at one, and which name a path of a variant or a word of a scenario stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from ..commands.selection import Kind
from ..diagnostics.span import Span
from ..language.spec.nodes import NAMED
from ..language.spec.texts import BRACES
from ..source.merge.paths import path_of, steps_of, without_parameters
from ..source.shape.patch_syntax import segments
from ..source.shape.schema import Shape, shape_of
from ..source.text.tree import Mapping, Node, Scalar, Sequence, child, entries_of
from .symbols import Symbol, SymbolIndex, SymbolKind, attribute

SECTIONS: dict[str, tuple[SymbolKind, ...]] = {
    **{section: (cast(SymbolKind, what),) for section, what in NAMED.items()},
    "cards": ("deck",),
    "words": ("enumeration", "variable", "text"),
}
"""What the names directly below a section are."""

REFERENCES: dict[tuple[str, str], tuple[SymbolKind, ...]] = {
    ("zones", "holds"): ("deck",),
    ("zones", "refill"): ("zone",),
    ("phases", "offer"): ("action",),
    ("phases", "steps"): ("phase",),
    ("scoring", "into"): ("variable",),
    ("triggers", "after"): ("action", "effect"),
    ("reactions", "instead_of"): ("action", "effect"),
    ("reactions", "with"): ("reaction",),
    ("variables", "type"): ("enumeration", "deck"),
    ("cards", "active_in"): ("zone",),
    ("options", "without"): ("option",),
    ("result", "shown"): ("variable",),
}
"""Which names are meant below a key, by section."""

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def symbol_at(path: tuple[str, ...], index: SymbolIndex) -> Symbol | None:
    """The name at the end of a path of a game.

    >>> symbol_at(("zones", "hand"), SymbolIndex())
    """
    match path:
        case (section, name) if section in SECTIONS:
            found = index.find(name, *SECTIONS[section])
            return found or (index.member(name, "symbol", "card", "attribute") if section == "words" else None)
        case ("types", enumeration, name):
            return _declared(Symbol("symbol", name, enumeration), index)
        case ("presets", _, "options", name):
            return index.find(name, "option")
        case ("cards", deck, "attributes" | "variables" | "back", name):
            return attribute(deck, name, index)
        case ("cards", deck, "list", name):
            return _declared(Symbol("card", name, deck), index)
        case ("cards", deck, "list", _, name):
            return attribute(deck, name, index)
        case ("scoring", scoring, "categories", name):
            return _declared(Symbol("category", name, scoring), index)
        case (section, _, key, name) if (section, key) in REFERENCES:
            return index.find(name, *REFERENCES[section, key])
        case (*_, _, _):
            return _declared(Symbol("condition", path[-1], ".".join(path)), index)
        case _:
            return None


def _declared(symbol: Symbol, index: SymbolIndex) -> Symbol | None:
    return symbol if symbol in index.declared else None


Uses = Iterator[tuple[Span, Symbol]]


def uses_in_game(tree: Mapping, index: SymbolIndex) -> Uses:
    """The names in the paths of a variant, or of what a game changes of its parts, and those in tables and braces."""
    for entry in tree.entries:
        if entry.key.text not in PATCHES:
            yield from uses_below((entry.key.text,), entry.value, index)
    for section in PATCHES:
        node = tree.get(section)
        if node is not None:
            yield from _patches(node, (), index)


def _patches(node: Node, above: tuple[str, ...], index: SymbolIndex) -> Uses:
    match node:
        case Mapping():
            for entry in node.entries:
                yield from _steps(entry.key, above, index)
                path = (*above, *path_of(steps_of(entry.key)))
                yield from uses_below(path, entry.value, index)
                yield from _patches(entry.value, path, index)
        case Sequence() if not above:
            for item in node.items:
                if isinstance(item, Scalar):
                    yield from _steps(item, above, index)
        case Scalar() if above and above[-1] in ("after", "before"):
            symbol = symbol_at((*above[:-2], node.text), index)
            if symbol is not None:
                yield node.span, symbol
        case _:
            return


def _steps(path: Scalar, above: tuple[str, ...], index: SymbolIndex) -> Uses:
    steps = steps_of(path)
    names = path_of(steps)
    for i, step in enumerate(steps):
        symbol = symbol_at((*above, *names[: i + 1]), index)
        if symbol is not None:
            yield path.at(step.start, step.start + len(step.name)), symbol


# Scenarios -------------------------------------------------------------------------------------


def uses_in_scenarios(tree: Mapping, index: SymbolIndex) -> Uses:
    """The names that scenarios mention, but for those in expressions."""
    for scenario in entries_of(tree.get("scenarios")):
        for entry in entries_of(scenario.value):
            yield from _in_scenario(entry.key.text, entry.value, index)


def _in_scenario(key: str, value: Node, index: SymbolIndex) -> Uses:
    match key:
        case "options":
            yield from _options(value, index)
        case "preset":
            yield from _texts(value, index, "preset")
        case "given":
            yield from _given(value, index)
        case "moves":
            for step in value.items if isinstance(value, Sequence) else ():
                yield from _step(step, index)
        case "illegal" if isinstance(value, Mapping):
            yield from _illegal(value, index)
        case "legal" | "illegal":
            for text in _scalars(value):
                yield from _move(text, index)
        case "sees":
            for seen in entries_of(value):
                yield from _contents(seen.value, index)
        case _:
            return


def _given(node: Node, index: SymbolIndex) -> Uses:
    at = child(node, "at")
    yield from _texts(child(at, "phase") if isinstance(at, Mapping) else at, index, "phase")
    yield from _texts(child(node, "rest"), index, "zone")
    yield from _contents(node, index)


def _contents(node: Node, index: SymbolIndex) -> Uses:
    """Zones and variables, each below its name, with an owner or without; their cards and values."""
    for entry in entries_of(node):
        if entry.key.text in ("at", "rest"):
            continue
        for match in _WORD.finditer(entry.key.text):
            of_card = entry.key.text[: match.start()].endswith(".")
            symbol = index.find(match[0], "zone", "variable") or index.member(match[0], "card")
            symbol = (index.member(match[0], "card variable") if of_card else None) or symbol
            if symbol is not None:
                yield entry.key.at(*match.span()), symbol
        for text in _scalars(entry.value):
            yield from _values(text, 0, index)


def _step(node: Node, index: SymbolIndex) -> Uses:
    for entry in entries_of(node):
        if isinstance(entry.value, Scalar) and entry.key.text == "chance":
            yield from _values(entry.value, 0, index)
        elif isinstance(entry.value, Scalar) and entry.key.text != "check":
            yield from _move(entry.value, index)


def _illegal(node: Mapping, index: SymbolIndex) -> Uses:
    for entry in node.entries:
        yield from _move(entry.key, index)
        if isinstance(entry.value, Scalar):
            found = [one for one in index.declared if one.what == "condition" and one.name == entry.value.text]
            yield from [(entry.value.span, found[0])] if len(found) == 1 else []


def _move(text: Scalar, index: SymbolIndex) -> Uses:
    """`give(ace, t2)`: an action, and what it is done with."""
    match = _WORD.match(text.text)
    if match is None:
        return
    symbol = index.find(match[0], "action", "reaction")
    if symbol is not None:
        yield text.at(*match.span()), symbol
    yield from _values(text, match.end() if symbol is not None else 0, index)


def _values(text: Scalar, start: int, index: SymbolIndex) -> Uses:
    for match in _WORD.finditer(text.text, start):
        symbol = index.member(match[0], "card", "symbol")
        if symbol is not None:
            yield text.at(*match.span()), symbol


def _options(node: Node, index: SymbolIndex) -> Uses:
    for entry in entries_of(node):
        symbol = index.find(entry.key.text, "option")
        if symbol is not None:
            yield entry.key.span, symbol
        for text in _scalars(entry.value):
            value = _declared(Symbol("symbol", text.text, entry.key.text), index)
            yield from [(text.span, value)] if value is not None else []


def _texts(node: Node | None, index: SymbolIndex, what: SymbolKind) -> Uses:
    for text in _scalars(node):
        symbol = index.find(text.text, what)
        if symbol is not None:
            yield text.span, symbol


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    for item in node.items if isinstance(node, Sequence) else ():
        yield from _scalars(item)


# Names whose position no later stage stores: keys of tables, values of options, in braces --------


def uses_below(path: tuple[str, ...], node: Node, index: SymbolIndex) -> Uses:
    """The names in what lies at a path of a game, a mapping whose keys are looked at, or a text."""
    match node:
        case Mapping():
            for entry in node.entries:
                here = (*path, entry.key.text)
                match here:
                    case ("cards", deck, "source" | "each", name) | ("cards", deck, "list", _, "source", name):
                        symbol = attribute(deck, name, index)
                    case ("words", name):
                        known = index.find(name, "enumeration", "variable")
                        symbol = known or index.member(name, "symbol", "attribute", "card")
                    case _:
                        symbol = None
                if symbol is not None and entry.key.span.text == entry.key.text:
                    yield entry.key.span, symbol
                yield from uses_below(here, entry.value, index)
        case Sequence():
            for item in node.items:
                yield from uses_below(path, item, index)
        case Scalar():
            yield from _uses_in_value(path, node, index)


def _uses_in_value(path: tuple[str, ...], text: Scalar, index: SymbolIndex) -> Uses:
    """The symbol that a text is, or the attributes that it names in braces."""
    match path:
        case ("options", of, "default", *_) | ("presets", _, "options", of) | ("cards", _, "each", of, *_):
            symbol = Symbol("symbol", text.text, of)
            if symbol in index.declared:
                yield text.span, symbol
        case ("cards", deck, *_) | ("table", "faces", deck, *_):
            for braces in BRACES.finditer(text.text):
                for word in _WORD.finditer(text.text, *braces.span(1)):
                    named = attribute(deck, word[0], index)
                    if named is not None:
                        yield text.at(*word.span()), named
        case _:
            return


# What the schemas say of a key: its description, and which keys and words there are at a path -----

SCHEMAS: dict[Kind, str] = {"spec": "spec", "variant": "variant", "part": "part", "scenarios": "scenario"}
"""The name of the schema of each kind of file."""

PATCHES = ("override", "add", "remove", "insert")
"""Keys below which there are paths of a spec."""


def in_game(kind: Kind, keys: tuple[str, ...]) -> tuple[str, ...] | None:
    """The path of a game that keys of a file lead to; None if they lead to none, as in a scenario.

    >>> in_game("variant", ("override", "options.target.default"))
    ('options', 'target', 'default')
    """
    if keys and keys[0] in PATCHES and kind in ("variant", "spec"):
        return tuple(without_parameters(name) for key in keys[1:] for name, _ in segments(key))
    if kind in ("spec", "part"):
        return tuple(without_parameters(key) for key in keys)
    return None


def shape_of_value(kind: Kind, keys: tuple[str, ...]) -> Shape | None:
    """What may stand at a path of a file, in which items of lists have no names; None if there is no such path."""
    name = SCHEMAS.get(kind)
    if keys[1:] and keys[0] in PATCHES and kind in ("variant", "spec"):
        name, keys = "spec", in_game(kind, keys) or ()
    shape = shape_of(name) if name is not None else None
    for key in keys:
        shape = _below(shape, key)
    return shape


def _below(shape: Shape | None, key: str) -> Shape | None:
    """What may stand below a key; of a list, below a key of an item."""
    if shape is None:
        return None
    found = shape.mapping.value(key) if shape.mapping else None
    return found or (_below(shape.list.item, key) if shape.list else None)


def described(kind: Kind, keys: tuple[str, ...]) -> str:
    """What the schema says of the value at a path: its description, and an example."""
    shape = shape_of_value(kind, keys)
    if shape is None:
        return ""
    parts = [shape.about or shape.title, f"For example: `{shape.sample}`" if shape.sample else ""]
    return "\n\n".join(part for part in parts if part)


def keys_at(kind: Kind, keys: tuple[str, ...]) -> dict[str, str]:
    """The keys of the language at a path, each with its description."""
    shape = shape_of_value(kind, keys)
    fixed = shape.mapping.fixed if shape is not None and shape.mapping is not None else {}
    return {key: one.about or one.title for key, one in fixed.items()}


def is_by_language(kind: Kind, keys: tuple[str, ...]) -> bool:
    """Whether a text for people is written by language at a path."""
    shape = shape_of_value(kind, keys)
    return shape is not None and shape.mapping is not None and shape.mapping.by_language


def words_at(kind: Kind, keys: tuple[str, ...]) -> tuple[str, ...]:
    """The words that the language has at a path, if only a few are possible."""
    shape = shape_of_value(kind, keys)
    return () if shape is None else shape.words


def language_at(kind: Kind, keys: tuple[str, ...]) -> str:
    """What a text at a path is written in: `effect`, `expression`, or nothing of these."""
    shape = shape_of_value(kind, keys)
    return "" if shape is None else shape.language
