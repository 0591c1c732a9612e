"""What changes from one game to another: each rule that differs, and each text that players read about one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import product

from ...diagnostics.record import dataclass
from ...diagnostics.text import DEFAULT_LANGUAGE, localized
from ..shape.schema import shape_at
from ..text.literals import parse_integer
from ..text.tree import Mapping, Node, Scalar, Sequence, child, items_of
from .catalogue import texts
from .paths import KeyPath, entry_at, node_at, without_parameters

FOR_PEOPLE = frozenset(("label", "text", "rule", "title", "about", "source", "decline", "nobody"))
"""Keys that change no rule."""

IN_WORDS = ("label", "text", "decline", "nobody")
"""Keys that change no rule, but what a player reads about one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: its path in the spec, and the values before and after (None: not there)."""

    path: KeyPath
    before: str | None
    after: str | None


def differences(
    before: Mapping, after: Mapping, lang: str = DEFAULT_LANGUAGE, *, apart: Set[str] = FOR_PEOPLE
) -> tuple[Difference, ...]:
    """All rules that differ, and all texts about them in a language; first those of the second game, in its order.

    `apart` are keys that are not compared, besides the names of games.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> texts = (f"options: {{hand: {{default: {n}}}}}" for n in (5, 6))
    >>> one, two = (compose(Source("a", text), Report(), mapping=True) for text in texts)
    >>> differences(one, two)
    (Difference(path=('options', 'hand', 'default'), before='5', after='6'),)
    """
    made = {
        ("cards", deck, "list", name)
        for tree in (before, after)
        for deck in _names(tree.get("cards"))
        for name in generated_kinds(tree, deck)
    }
    return tuple(_between(before, after, (), lang, made, apart))


def _between(
    old: Node | None, new: Node | None, path: KeyPath, lang: str, made: Set[KeyPath], apart: Set[str]
) -> Iterator[Difference]:
    if _goes_in(old, new, path) or (path in made or _named_things(path)) and _mappings(old, new):
        for name in _names(new, old):
            below = (*path, name)
            if path and name in IN_WORDS:
                yield from _texts(_part(old, name), _part(new, name), below, lang)
            elif name not in apart and (path or name not in ("game", "spec", "words")):
                yield from _between(_part(old, name), _part(new, name), below, lang, made, apart)
        return
    one, two = _written(old, path), _written(new, path)
    if one != two:
        yield Difference(path, one, two)


def _texts(old: Node | None, new: Node | None, path: KeyPath, lang: str) -> Iterator[Difference]:
    one, two = in_language(old, lang) or None, in_language(new, lang) or None
    if one != two:
        yield Difference(path, one, two)


def _goes_in(old: Node | None, new: Node | None, path: KeyPath) -> bool:
    """Whether two values are compared part by part: both are mappings, or they are named conditions."""
    match path:
        case (_, _, "when", _):
            return False
        case ("actions" | "reactions", _, "when"):
            return _mappings(old, new)
        case _:
            return isinstance(old, Mapping) and isinstance(new, Mapping)


def _named_things(path: KeyPath) -> bool:
    """Whether what lies here are things of the author's own, each of which is told by itself if all of them are new."""
    match path:
        case (_,):
            shape = shape_at(path)
            return shape is not None and shape.mapping is not None and shape.mapping.rest is not None
        case ("cards", _, "list") | ("scoring", _, "categories"):
            return True
        case _:
            return False


def _mappings(*nodes: Node | None) -> bool:
    return all(node is None or isinstance(node, Mapping) for node in nodes)


def _names(*nodes: Node | None) -> list[str]:
    """The keys of some mappings, each once; functions and effects without what they take."""
    return list(
        dict.fromkeys(
            without_parameters(e.key.text) for node in nodes if isinstance(node, Mapping) for e in node.entries
        )
    )


def _part(node: Node | None, name: str) -> Node | None:
    entry = entry_at(node, name) if isinstance(node, Mapping) else None
    return entry.value if entry is not None else None


def _written(node: Node | None, path: KeyPath = ()) -> str | None:
    """A value in one line; of a mapping the rules in it, of a named condition its expression."""
    match node:
        case None:
            return None
        case Scalar():
            return " ".join(node.text.split())
        case Sequence():
            return ", ".join(_written(item) or "" for item in node.items)
        case Mapping() if node.get("when") is not None or len(path) == 4 and path[2] == "when":
            return _written(_part(node, "when"))
        case Mapping():
            parts = [(e.key.text, _written(e.value) or "") for e in node.entries if e.key.text not in FOR_PEOPLE]
            return ", ".join(f"{key}: {value}" for key, value in parts)


def in_language(node: Node | None, lang: str) -> str:
    """A text for people in a language, or in one that it has; "" where there is none."""
    found = texts(node)
    found.pop("when", None)  # the condition whose reason the text is
    return localized(found, lang).strip()


def text_at(tree: Mapping, path: KeyPath, lang: str) -> str:
    """The text for people at a path, such as a label, in a language; "" where there is none."""
    return in_language(node_at(tree, path), lang)


def written_at(tree: Mapping, path: KeyPath) -> str | None:
    """The value at a path in one line; None where there is none."""
    return _written(node_at(tree, path), path)


# The kinds of card that a deck generates by `each`, as the merged file says it: for those who compare two files.
#
# Nothing is checked here: what `each` may hold, `language.spec.read_cards` says.

RANGE = re.compile(r"\s*(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})\s*", re.ASCII)

MOST = 2000
"""At most this many kinds are generated; more are an error elsewhere."""


def generated_kinds(tree: Mapping, deck: str) -> dict[str, dict[str, str]]:
    """The attributes by which each generated kind of a deck is named, by its name; none without `each`.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> text = "{types: {suit: [hearts]}, cards: {main: {each: {suit: suit, rank: 7..8}}}}"
    >>> list(generated_kinds(compose(Source("a", text), Report(), mapping=True), "main").items())[1]
    ('hearts_8', {'suit': 'hearts', 'rank': '8'})
    """
    each = child(child(tree.get("cards"), deck), "each")
    if not isinstance(each, Mapping) or not each.entries:
        return {}
    varied = [(name, _values(tree, node)) for name, node in each]
    number = 1
    for _, values in varied:
        number *= len(values)
    if not 0 < number <= MOST:
        return {}
    names = [name for name, _ in varied]
    ways = product(*(values for _, values in varied))
    return {"_".join(way): dict(zip(names, way, strict=True)) for way in ways}


def _values(tree: Mapping, node: Node) -> list[str]:
    if isinstance(node, Sequence):
        return [
            str(parse_integer(one.text) if parse_integer(one.text) is not None else one.text) for one in items_of(node)
        ]
    if not isinstance(node, Scalar):
        return []
    if match := RANGE.fullmatch(node.text):
        low, high = int(match[1]), int(match[2])
        return [str(number) for number in range(low, min(high, low + MOST) + 1)]
    return [one.text for one in items_of(child(tree.get("types"), node.text))]
