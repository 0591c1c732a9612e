"""What a game says for numbers of players that a variant no longer allows falls away: values, and whole presets.

It was right where it was written. A file that knows of the new numbers, because it sets them or comes after the one
that does, is held to them: what it says for other numbers stays, and is told later (W510, E510).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ..text.tree import Entry, Mapping, Node, Scalar
from ..text.tree import Sequence as List
from ..text.whole import RANGE, whole
from .edits import change
from .order import Ordered
from .paths import KeyPath, node_at


def narrowed(tree: Mapping, variants: Sequence[Ordered]) -> Mapping:
    """A merged game without what it says for numbers of players that its variants have taken away."""
    players = tree.entry("players")
    if players is None or not players.was:
        return tree
    known = _Known(players, variants)
    for path in _by_players(tree):
        values = node_at(tree, path)
        if isinstance(values, Mapping):
            tree = _without(tree, path, [one for one in values.entries if known.is_past(one.key.text, one)])
    presets = tree.get("presets")
    if isinstance(presets, Mapping):
        past = [one for one in presets.entries if known.is_past(_players_of(one.value), one)]
        if len(past) < len(presets.entries):
            return _without(tree, ("presets",), past)
        return Mapping(tuple(one for one in tree.entries if one.key.text != "presets"), tree.span)
    return tree


def _without(tree: Mapping, path: KeyPath, past: Sequence[Entry]) -> Mapping:
    """The tree without some entries of a mapping; if nothing would be left, all stay, for a later message."""
    at = node_at(tree, path)
    if not past or not isinstance(at, Mapping) or len(past) == len(at.entries):
        return tree
    kept = tuple(one for one in at.entries if one not in past)
    return change(tree, path, lambda mapping: Mapping(kept, mapping.span))


def _by_players(tree: Mapping) -> Iterator[KeyPath]:
    """The paths of all that may have a value for each number of players."""
    yield "teams", "number"
    options = tree.get("options")
    for entry in options.entries if isinstance(options, Mapping) else ():
        yield "options", entry.key.text, "default"


def _players_of(preset: Node) -> str:
    number = preset.get("players") if isinstance(preset, Mapping) else None
    return number.text if isinstance(number, Scalar) else ""


class _Known:
    """Which numbers of players each file knew of when it was written."""

    def __init__(self, players: Entry, variants: Sequence[Ordered]) -> None:
        self.variants = {one.tree.span.source.name: one for one in variants}
        steps = (*players.was, Entry(players.key, players.value))
        self.steps = [(self.variants.get(one.value.span.source.name), _numbers(one.value)) for one in steps]

    def is_past(self, text: str, written: Entry) -> bool:
        """Whether a number of players is gone by now, and all who have written an entry knew of it."""
        number = whole(text)
        if number is None or number in self.steps[-1][1]:
            return False
        return all(number in self._of(source) for source in {*_sources(written.key), *_sources(written.value)})

    def _of(self, source: str) -> Container[int]:
        """The numbers that hold for a file: those of the last one that it comes after, else those of the game."""
        own = self.variants.get(source)
        before = {own.name, *own.before} if own is not None else set()
        held = [numbers for variant, numbers in self.steps if variant is None or variant.name in before]
        return held[-1]


def _numbers(node: Node) -> Container[int]:
    """The numbers of players that are written: `3`, `2..4` or `[2, 4]`; what is none of them is told later."""
    if isinstance(node, Scalar) and (match := RANGE.fullmatch(node.text)):
        return range(int(match[1]), int(match[2]) + 1)
    items = node.items if isinstance(node, List) else (node,)
    found = (whole(item.text) for item in items if isinstance(item, Scalar))
    return frozenset(number for number in found if number is not None)


def _sources(node: Node) -> Iterator[str]:
    """The files of which something stands in a node."""
    if isinstance(node, Scalar):
        yield node.span.source.name
    for entry in node.entries if isinstance(node, Mapping) else ():
        yield entry.key.span.source.name
        yield from _sources(entry.value)
    for item in node.items if isinstance(node, List) else ():
        yield from _sources(item)
