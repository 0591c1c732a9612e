"""What another version of a game means for what was written for the first: recorded games, scenarios, variants.

They name actions with what they choose, cards, phases, zones, variables, options and their values, and numbers of
players. What any of them name must still be there, and take as much; what is new disturbs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..language.merge.differences import Difference, node_below
from ..language.merge.paths import KeyPath
from ..language.text.tree import Mapping, Node, Scalar, Sequence

NAMED = ("actions", "reactions", "zones", "variables", "phases", "options", "presets")
"""Sections whose names scenarios and recorded games use."""


def breaking(found: tuple[Difference, ...], before: Mapping, after: Mapping) -> list[KeyPath]:
    """The paths of what scenarios and recorded games may name and what is gone, or takes something else."""
    return list(dict.fromkeys(path for one in found for path in _broken(one, before, after)))


def _broken(one: Difference, before: Mapping, after: Mapping) -> Iterator[KeyPath]:
    match one.path:
        case (section, name) if section in NAMED and one.after is None:
            yield section, name
        case ("cards", deck, "list", kind) if one.after is None:
            yield "cards", deck, "list", kind
        case ("actions" | "reactions", name, "choose", *_):
            yield one.path[0], name
        case ("variables" | "options", name, "type"):
            yield one.path[0], name
        case ("options", name, "range") if _narrower(one, before, after):
            yield "options", name
        case ("zones" | "variables", name, "of"):
            yield one.path[0], name
        case ("players",) if not _players(before) <= _players(after):
            yield ("players",)


def _narrower(one: Difference, before: Mapping, after: Mapping) -> bool:
    """Whether an option may have fewer values; where a bound is computed, that is supposed."""
    old, new = (_numbers(node_below(tree, one.path)) for tree in (before, after))
    return old is None or new is None or new[0] > old[0] or new[1] < old[1]


def _numbers(node: Node | None) -> tuple[int, int] | None:
    texts = [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    if len(texts) != 2 or not all(text.lstrip("-").isdecimal() for text in texts):
        return None
    return int(texts[0]), int(texts[1])


def _players(tree: Mapping) -> set[int]:
    """The numbers of players of a game."""
    node = tree.get("players")
    if isinstance(node, Sequence):
        return {int(item.text) for item in node.items if isinstance(item, Scalar) and item.text.isdecimal()}
    low, dots, high = node.text.partition("..") if isinstance(node, Scalar) else ("", "", "")
    if not low.strip().isdecimal():
        return set()
    return set(range(int(low), int(high if dots else low) + 1))
