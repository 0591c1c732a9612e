"""Which name a path of a variant, or a word of a scenario, stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics.span import Span
from ..language.merge.paths import path_of, steps_of
from ..language.text.tree import Mapping, Node, Scalar, Sequence
from .keys import PATCHES
from .names import Index, Symbol, What, attribute
from .structure import uses_below

_SECTIONS: dict[str, tuple[What, ...]] = {
    "options": ("option",),
    "presets": ("preset",),
    "types": ("enumeration",),
    "quantities": ("quantity",),
    "permissions": ("permission",),
    "cards": ("deck",),
    "zones": ("zone",),
    "variables": ("variable",),
    "functions": ("function",),
    "effects": ("effect",),
    "phases": ("phase",),
    "actions": ("action",),
    "reactions": ("reaction",),
    "triggers": ("trigger",),
    "scoring": ("scoring",),
    "words": ("enumeration", "variable", "text"),
}
"""What the names directly below a section are."""

_LISTS: dict[tuple[str, str], tuple[What, ...]] = {
    ("phases", "offer"): ("action",),
    ("phases", "steps"): ("phase",),
    ("options", "excludes"): ("option",),
    ("cards", "active_in"): ("zone",),
    ("result", "measures"): ("variable",),
}
"""What the names in a list are, by section and key."""

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def symbol_at(path: tuple[str, ...], index: Index) -> Symbol | None:
    """The name at the end of a path of a game.

    >>> symbol_at(("zones", "hand"), Index())
    """
    match path:
        case (section, name) if section in _SECTIONS:
            found = index.find(name, *_SECTIONS[section])
            return found or (index.member(name, "symbol", "card", "attribute") if section == "words" else None)
        case ("types", enumeration, name):
            return _declared(Symbol("symbol", name, enumeration), index)
        case ("presets", _, "set", name):
            return index.find(name, "option")
        case ("cards", deck, "attributes" | "variables" | "back", name):
            return attribute(deck, name, index)
        case ("cards", deck, "list", name):
            return _declared(Symbol("card", name, deck), index)
        case ("cards", deck, "list", _, name):
            return attribute(deck, name, index)
        case ("scoring", scoring, "categories", name):
            return _declared(Symbol("category", name, scoring), index)
        case (section, _, key, name) if (section, key) in _LISTS:
            return index.find(name, *_LISTS[section, key])
        case (*_, _, _):
            return _declared(Symbol("condition", path[-1], ".".join(path)), index)
        case _:
            return None


def _declared(symbol: Symbol, index: Index) -> Symbol | None:
    return symbol if symbol in index.declared else None


Uses = Iterator[tuple[Span, Symbol]]


def uses_in_game(tree: Mapping, index: Index) -> Uses:
    """The names in the paths of a variant, or of what a game changes of its parts, and those in tables and braces."""
    for entry in tree.entries:
        if entry.key.text not in PATCHES:
            yield from uses_below((entry.key.text,), entry.value, index)
    for section in PATCHES:
        node = tree.get(section)
        if node is not None:
            yield from _patches(node, (), index)


def _patches(node: Node, above: tuple[str, ...], index: Index) -> Uses:
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


def _steps(path: Scalar, above: tuple[str, ...], index: Index) -> Uses:
    steps = steps_of(path)
    names = path_of(steps)
    for i, step in enumerate(steps):
        symbol = symbol_at((*above, *names[: i + 1]), index)
        if symbol is not None:
            start, end = step.start, step.start + len(step.name)
            yield path.at(start, end), symbol


# Scenarios


def uses_in_scenarios(tree: Mapping, index: Index) -> Uses:
    """The names that scenarios mention, but for those in expressions."""
    scenarios = tree.get("scenarios")
    for _, body in scenarios if isinstance(scenarios, Mapping) else ():
        if isinstance(body, Mapping):
            yield from _scenario(body, index)


def _scenario(body: Mapping, index: Index) -> Uses:
    for key, value in body:
        match key:
            case "options":
                yield from _options(value, index)
            case "preset":
                yield from _texts(value, index, "preset")
            case "given":
                yield from _given(value, index)
            case "when":
                for step in value.items if isinstance(value, Sequence) else ():
                    yield from _step(step, index)
            case "legal":
                yield from _moves(value, index)
            case "illegal":
                yield from _illegal(value, index)
            case "sees":
                for _, seen in value if isinstance(value, Mapping) else ():
                    yield from _contents(seen, index)
            case _:
                continue


def _given(node: Node, index: Index) -> Uses:
    if not isinstance(node, Mapping):
        return
    at = node.get("at")
    yield from _texts(at.get("phase") if isinstance(at, Mapping) else at, index, "phase")
    yield from _texts(node.get("rest"), index, "zone")
    yield from _contents(node, index)


def _contents(node: Node, index: Index) -> Uses:
    """Zones and variables, each below its name, with an owner or without; their cards and values."""
    for entry in node.entries if isinstance(node, Mapping) else ():
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


def _step(node: Node, index: Index) -> Uses:
    for entry in node.entries if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Scalar) and entry.key.text == "chance":
            yield from _values(entry.value, 0, index)
        elif isinstance(entry.value, Scalar) and entry.key.text != "check":
            yield from _move(entry.value, index)


def _moves(node: Node, index: Index) -> Uses:
    for text in _scalars(node):
        yield from _move(text, index)


def _illegal(node: Node, index: Index) -> Uses:
    if not isinstance(node, Mapping):
        yield from _moves(node, index)
        return
    for entry in node.entries:
        yield from _move(entry.key, index)
        if isinstance(entry.value, Scalar):
            found = [one for one in index.declared if one.what == "condition" and one.name == entry.value.text]
            yield from [(entry.value.span, found[0])] if len(found) == 1 else []


def _move(text: Scalar, index: Index) -> Uses:
    """`give(ace, t2)`: an action, and what it is done with."""
    match = _WORD.match(text.text)
    if match is None:
        return
    symbol = index.find(match[0], "action", "reaction")
    if symbol is not None:
        yield text.at(*match.span()), symbol
    yield from _values(text, match.end() if symbol is not None else 0, index)


def _values(text: Scalar, start: int, index: Index) -> Uses:
    for match in _WORD.finditer(text.text, start):
        symbol = index.member(match[0], "card", "symbol")
        if symbol is not None:
            yield text.at(*match.span()), symbol


def _options(node: Node, index: Index) -> Uses:
    for entry in node.entries if isinstance(node, Mapping) else ():
        symbol = index.find(entry.key.text, "option")
        if symbol is not None:
            yield entry.key.span, symbol
        for text in _scalars(entry.value):
            value = _declared(Symbol("symbol", text.text, entry.key.text), index)
            yield from [(text.span, value)] if value is not None else []


def _texts(node: Node | None, index: Index, what: What) -> Uses:
    for text in _scalars(node):
        symbol = index.find(text.text, what)
        if symbol is not None:
            yield text.span, symbol


def _scalars(node: Node | None) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from _scalars(item)
        case _:
            return
