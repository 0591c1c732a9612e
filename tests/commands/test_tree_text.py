"""A merged spec is printed as YAML that reads as the same again, and says where each value comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.tree_text import tree_origins, tree_values, tree_yaml
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.text.compose import compose
from cardwright.text.tree import Entry, Mapping

SPECS = sorted((Path(__file__).parents[2] / "specs").glob("**/*.yaml"))

TEXTS = [
    'a: 1\nb: "1"\nc: true\nd: "yes"\n',
    "a: |\n  one\n    two\n\n  three\nb: |-\n  one\n  two\n",
    'a: "tab\\tand\\nline"\nb: " blank before"\nc: ""\n',
    "a: [x, y]\nb: [1..3, x]\nc: []\nd: {}\n",
    "a:\n  - b: 1\n    c: [2]\n  - [x, 'y, z']\n",
    "'a: b': 'c # d'\n",
    "a: >\n  folded\n  text\n\n  more\n",
]


def read(text: str, name: str = "a.yaml") -> Mapping:
    tree = compose(Source(name, text), Report(), mapping=True)
    assert isinstance(tree, Mapping)
    return tree


@pytest.mark.parametrize("text", [*TEXTS, *(path.read_text() for path in SPECS)])
@pytest.mark.parametrize("origins", [False, True])
def test_what_is_printed_reads_the_same(text: str, origins: bool) -> None:
    tree = read(text)
    assert tree_values(read(tree_yaml(tree, origins=origins))) == tree_values(tree)


def test_origins() -> None:
    old, new = read("a: {b: 6}\n", "base.yaml"), read("\na: {b: 5}\n", "more.yaml")
    before, after = old.entries[0].value, new.entries[0].value
    assert isinstance(before, Mapping) and isinstance(after, Mapping)
    inner = after.entries[0]
    merged = Mapping((Entry(new.entries[0].key, Mapping((Entry(inner.key, inner.value, before.entries),), after.span)),), new.span)
    assert tree_yaml(merged, origins=True) == "a:\n  b: 5  # more.yaml:2, was 6 (base.yaml:1)\n"
    assert tree_origins(merged) == {
        "a.b": [
            {"value": "5", "file": "more.yaml", "line": 2, "column": 8},
            {"value": "6", "file": "base.yaml", "line": 1, "column": 8},
        ]
    }
