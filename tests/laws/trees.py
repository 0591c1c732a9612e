"""Trees of specs, changed a little: entries in another order, other numbers, other words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from cardwright.diagnostics.diagnostic import Report
from cardwright.engines.program.make import make_program
from cardwright.engines.program.nodes import Program
from cardwright.language.spec.option_values import settle_options
from cardwright.language.spec.read import read_spec
from cardwright.language.typing.check import type_spec
from cardwright.source.shape.validation import check_spec
from cardwright.source.text.tree import Entry, Mapping, Node, Scalar, Sequence
from tests.laws.law_games import rules_of

Path = tuple[int, ...]


def mappings(node: Node, path: Path = (), names: str = "") -> Iterator[tuple[Path, str, Mapping]]:
    """Every mapping of a tree, with the way to it by number and by name."""
    match node:
        case Mapping(entries=entries):
            yield path, names, node
            for i, entry in enumerate(entries):
                yield from mappings(entry.value, (*path, i), f"{names}.{entry.key.text}".lstrip("."))
        case Sequence(items=items):
            for i, item in enumerate(items):
                yield from mappings(item, (*path, i), f"{names}[{i}]")
        case Scalar():
            pass


def scalars(node: Node, path: Path = (), names: str = "") -> Iterator[tuple[Path, str, Scalar]]:
    """Every value of a tree that is a single text, with the way to it."""
    match node:
        case Mapping(entries=entries):
            for i, entry in enumerate(entries):
                yield from scalars(entry.value, (*path, i), f"{names}.{entry.key.text}".lstrip("."))
        case Sequence(items=items):
            for i, item in enumerate(items):
                yield from scalars(item, (*path, i), f"{names}[{i}]")
        case Scalar():
            yield path, names, node


def changed(node: Node, path: Path, change: Callable[[Any], Node]) -> Node:
    """The tree with another node at the end of a way."""
    if not path:
        return change(node)
    first, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        entries = list(node.entries)
        entries[first] = Entry(entries[first].key, changed(entries[first].value, rest, change), entries[first].was)
        return replace(node, entries=tuple(entries))
    assert isinstance(node, Sequence)
    items = list(node.items)
    items[first] = changed(items[first], rest, change)
    return replace(node, items=tuple(items))


def program_of(tree: Node, players: int | None = None) -> Program | None:
    """The program of a tree with its usual options, or None where the tree is not a sound spec."""
    report = Report()
    assert isinstance(tree, Mapping)
    tree = check_spec(tree, report)
    spec = None if report.errors else read_spec(tree, report)
    checked = None if spec is None else type_spec(spec, report)
    if spec is None or checked is None or report.errors:
        return None
    many = players or min(spec.players)
    values = settle_options(spec, many, {}, None, report)
    if values is None:
        return None
    return make_program(checked.game, players=many, options=values)


@cache
def tree_of(path: str, variants: tuple[str, ...]) -> Mapping:
    """The merged tree of a spec."""
    return rules_of(path, variants).assembled.tree
