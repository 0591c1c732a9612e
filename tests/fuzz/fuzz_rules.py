"""Changes a spec so that it often still loads: each part is exchanged for another of its sort."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from tests.fuzz.fuzz_corpus import shelves

Tree = Any
"""What JSON can hold: dicts, lists and texts."""

_WORD = re.compile(r"[A-Za-z_][\w]*|\d+|<=|>=|==|!=|\.\.|[-+*<>]")

ALIKE = (
    ("+", "-", "*"),
    ("<", "<=", ">", ">=", "==", "!="),
    ("and", "or"),
    ("div", "mod"),
    ("min", "max", "sum", "count"),
    ("any", "all"),
    ("top", "bottom"),
    ("first", "last", "only"),
    ("next", "previous"),
    ("draw", "move"),
    ("largest", "smallest"),
    ("reverse", "distinct", "sort"),
    ("largest", "smallest"),
    ("if", "unless"),
    ("empty", "size"),
)
"""Words of which each can often stand where another stands; besides, builtins that take the same."""

FEW, OFTEN = 10, 4
"""A word that fewer specs have is put in the place of others so many times as often."""


@cache
def alike() -> tuple[tuple[str, ...], ...]:
    """The groups of words of which each can often stand where another stands."""
    takes: dict[tuple[str, ...], list[str]] = {}
    for row in ROWS.values():
        if row.form in ("function", "property"):
            takes.setdefault((row.form, *row.parameters), []).append(row.spelling)
    for fold in FOLDS.values():
        takes.setdefault(("fold", str(fold.keys)), []).append(fold.spelling)
    return (*ALIKE, *(tuple(group) for group in takes.values() if len(group) > 1))


@cache
def weight(word: str) -> int:
    """How many times as often as others a word is put somewhere: what is new stands in few specs."""
    return OFTEN if sum(word.encode() in one.files[one.spec] for one in shelves()) < FEW else 1


VALUES: dict[str, tuple[str, ...]] = {
    "shows": ("all", "owner", "count", "none", "top"),
    "order": ("stack", "row", "none"),
    "start": ("shuffled", "all", "none", "0", "1"),
    "holds": (),
    "copies": ("0", "1", "2", "3", "20"),
    "limit": ("0", "1", "2", "5"),
    "decisions": ("1", "7", "40"),
    "steps": ("1", "20", "300"),
    "range": ("0..1", "0..3", "-2..2", "0..9223372036854775807"),
    "times": ("0", "1", "2", "5"),
}
"""Odd and usual values of some keys."""

Path = tuple[Any, ...]


def nodes(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, Tree]]:
    """Every node with the way to it."""
    yield path, tree
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from nodes(value, (*path, key))
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from nodes(value, (*path, i))


def with_node(tree: Tree, path: Path, new: Tree) -> Tree:
    """The tree with another node at the end of a way."""
    if not path:
        return new
    if isinstance(tree, dict):
        return {key: with_node(value, path[1:], new) if key == path[0] else value for key, value in tree.items()}
    return [with_node(value, path[1:], new) if i == path[0] else value for i, value in enumerate(tree)]


def mutated_rules(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """The spec after one to four small changes, sometimes after many."""
    for _ in range(luck.choices((1, 2, 3, 4, 12), (5, 4, 2, 1, 2))[0]):
        change = luck.choices((_word, _value, _part, _dropped, _order, _foreign), (9, 4, 5, 3, 3, 4))[0]
        tree = change(tree, others, luck)
    return tree


def _texts(tree: Tree) -> list[tuple[Path, str]]:
    return [(path, node) for path, node in nodes(tree) if isinstance(node, str) and not _is_prose(path)]


def _is_prose(path: Path) -> bool:
    return bool({"title", "about", "text", "label", "source", "en", "fr"} & set(map(str, path)))


def _word(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """One word of a rule becomes another of its sort."""
    path, text = luck.choice(_texts(tree))
    words = list(_WORD.finditer(text))
    if not words:
        return tree
    match = luck.choice(words)
    new = _like(match[0], tree, luck)
    return with_node(tree, path, text[: match.start()] + new + text[match.end() :])


def _like(word: str, tree: Tree, luck: Random) -> str:
    if word.isdigit():
        return luck.choice((str(int(word) + 1), str(max(0, int(word) - 1)), "0", "1", "2", "3", "100"))
    groups = [group for group in alike() if word in group]
    if groups:
        group = luck.choice(groups)
        return luck.choices(group, [weight(one) for one in group])[0]
    for section in ("zones", "variables", "actions", "phases", "functions", "quantities", "effects"):
        names = tree.get(section)
        if isinstance(names, dict) and word in names:
            other: str = luck.choice(list(names))
            return other
    if word in ("me", "turn", "player", "p", "all", "none"):
        return luck.choice(("me", "none", "turn.player", "next(me)", word))
    return luck.choice([match[0] for _, text in _texts(tree) for match in _WORD.finditer(text)])


def _value(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """A value becomes that of another key of the same name, or one that such keys can have."""
    path, _ = luck.choice(_texts(tree))
    key = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
    same = [node for other, node in _texts(tree) if other and other[-1] == key]
    new = luck.choice([*same, *VALUES.get(key, ()), "none", "1"])
    return with_node(tree, path, new)


def _part(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """A part is there twice, or in the place of another."""
    many = [(path, node) for path, node in nodes(tree) if isinstance(node, list | dict) and len(node) > 1]
    if not many:
        return tree
    path, node = luck.choice(many)
    if isinstance(node, list):
        at, to = luck.randrange(len(node)), luck.randrange(len(node))
        new = [*node[:at], *node[to : to + 1], *node[at + luck.randrange(2) :]]
        return with_node(tree, path, new)
    one, other = luck.sample(list(node), 2)
    return with_node(tree, path, {**node, one: node[other]})


def _dropped(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """A part is left out."""
    ways = [path for path, _ in nodes(tree) if len(path) > 1]
    path = luck.choice(ways)
    return _without(tree, path)


def _without(tree: Tree, path: Path) -> Tree:
    if len(path) > 1:
        if isinstance(tree, dict):
            return {k: _without(v, path[1:]) if k == path[0] else v for k, v in tree.items()}
        return [_without(v, path[1:]) if i == path[0] else v for i, v in enumerate(tree)]
    if isinstance(tree, dict):
        return {key: value for key, value in tree.items() if key != path[0]}
    return [value for i, value in enumerate(tree) if i != path[0]]


def _order(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """Parts in another order."""
    many = [(path, node) for path, node in nodes(tree) if isinstance(node, list | dict) and len(node) > 1]
    if not many:
        return tree
    path, node = luck.choice(many)
    parts = list(node.items()) if isinstance(node, dict) else list(node)
    luck.shuffle(parts)
    return with_node(tree, path, dict(parts) if isinstance(node, dict) else parts)


def _foreign(tree: Tree, others: list[Tree], luck: Random) -> Tree:
    """The value of a key comes from a key of the same name anywhere, in this spec or in another."""
    found = [(path, node) for path, node in nodes(tree) if path and isinstance(path[-1], str)]
    path, _ = luck.choice(found)
    same = [node for other in (tree, luck.choice(others)) for way, node in nodes(other) if way and way[-1] == path[-1]]
    return with_node(tree, path, luck.choice(same)) if same else tree
