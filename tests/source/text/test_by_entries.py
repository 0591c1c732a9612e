"""A text that is composed entry by entry is the text that is composed as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.source.text.composer import compose, compose_by_entries

ROOT = Path(__file__).parents[3]
FILES = [*sorted((ROOT / "specs").glob("*/game.yaml"))[:2], *sorted((ROOT / "specs" / "parts").glob("*.yaml"))[:3]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_tree_is_the_same(path: Path) -> None:
    source = Source(str(path), path.read_text(encoding="utf-8"))
    assert compose_by_entries(source) == compose(source, Report(), mapping=True) is not None


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\na: 2\n",  # a key twice
        "a: {b: 1\nc: 2}\n",  # brackets over the end of an entry
        'a: "b\nc: d"\n',  # a text over the end of an entry
        "a: &x 1\nb: *x\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n  b: 2\n",
        "a: 1\r\nb: 2\r\n",
        "{a: 1}\n",
        "- a\n",
        "",
    ],
)
def test_what_has_to_be_seen_as_a_whole_is_left(text: str) -> None:
    assert compose_by_entries(Source("a.yaml", text)) is None


@pytest.mark.parametrize("text", ["# first\na: |\n  x\n\n\nb: >-\n  y\n  # z\n# w\nc:\n- 1\n", "a: 'é🂡'\nb: [1,\n  2]"])
def test_blocks_comments_and_lists(text: str) -> None:
    source = Source("a.yaml", text)
    assert compose_by_entries(source) == compose(source, Report(), mapping=True) is not None
