"""Tokens of specs: words, numbers and signs, without comments and without what is only told to people.

    python benchmarks/tokens.py FOLDER…     each file, and their sum

The page on compatibility says with it what version 2 of the language has made of the specs of version 1.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from cardwright.diagnostics.diagnostic import Report
from cardwright.source.text.composer import compose
from cardwright.source.text.files import read_source
from cardwright.source.text.tree import Mapping, Node, Sequence

TOLD = frozenset(
    ("title", "about", "label", "text", "rulebook", "words", "rule", "source", "decline", "nobody", "example")
    + ("en", "fr", "de")
)
"""Keys whose values are for people."""

TOKEN = re.compile(r"\w+|\.\.|[-+=!<>]=|[^\w\s\"']")


def spans(node: Node | None) -> list[tuple[int, int]]:
    """From where to where a file has what is told to people."""
    found: list[tuple[int, int]] = []
    for entry in node.entries if isinstance(node, Mapping) else ():
        told = entry.key.text in TOLD
        found += [(entry.key.span.start, entry.value.span.end)] if told else spans(entry.value)
    for item in node.items if isinstance(node, Sequence) else ():
        found += spans(item)
    return found


def count(path: Path) -> int:
    """How many tokens a file has."""
    source = read_source(str(path), Report())
    assert source is not None
    text = source.text
    for start, end in reversed(spans(compose(source, Report(), mapping=True))):
        text = text[:start] + text[end:]
    return len(TOKEN.findall(re.sub(r"(?m)(^|\s)#.*$", "", text)))


if __name__ == "__main__":
    paths = sorted(path for folder in sys.argv[1:] for path in Path(folder).rglob("*.yaml"))
    counts = {path: count(path) for path in paths if "scenarios" not in path.parts}
    for path, tokens in counts.items():
        print(f"{tokens:6}  {path}")
    print(f"{sum(counts.values()):6}  all")
