"""Whatever passes the check of the shape can be read: an author never meets a failure of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.shape.check import check_spec
from cardwright.spec.read import read_spec
from cardwright.text.compose import compose
from cardwright.text.tree import Entry, Mapping, Node, Sequence

FULL = Path(__file__).parent / "records" / "full.yaml"
STRANGE = ["''", "a of b", "[a, -5]", "{that: a}"]


def composed(text: str) -> Mapping:
    tree = compose(Source("case.yaml", text), Report(), mapping=True)
    assert isinstance(tree, Mapping)
    return tree


def changed(node: Node, other: Node) -> Iterator[Node]:
    """The tree with one node replaced by another, or left out; each node in turn."""
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


@pytest.mark.parametrize("strange", STRANGE)
def test_what_has_the_right_shape_can_be_read(strange: str) -> None:
    other = composed(f"x: {strange}").get("x")
    assert other is not None
    for tree in changed(composed(FULL.read_text(encoding="utf-8")), other):
        report = Report()
        if isinstance(tree, Mapping):
            check_spec(tree, report)
            if not report.errors:
                assert (read_spec(tree, report) is None) == (report.errors > 0)
