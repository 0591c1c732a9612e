"""Trees with something strange in one place, each place in turn."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Entry, Mapping, Node, Sequence


def composed(text: str) -> Mapping:
    tree = compose(Source("case.yaml", text), Report(), mapping=True)
    assert isinstance(tree, Mapping)
    return tree


def changed(node: Node, other: Node) -> Iterator[Node]:
    """Copies of a tree with one node replaced or left out, each node in turn."""
    yield other
    match node:
        case Mapping():
            for i, entry in enumerate(node.entries):
                before, after = node.entries[:i], node.entries[i + 1 :]
                yield Mapping(before + after, node.span)
                for value in changed(entry.value, other):
                    yield Mapping((*before, Entry(entry.key, value), *after), node.span)
        case Sequence():
            for i, item in enumerate(node.items):
                for value in changed(item, other):
                    yield Sequence((*node.items[:i], value, *node.items[i + 1 :]), node.span)
