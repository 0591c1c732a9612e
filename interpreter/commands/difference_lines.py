"""The lines of an effect that differs, side by side: on the left as they were, on the right as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from ..language.merge.differences import Difference, node_below
from ..language.text.tree import Mapping, Scalar
from ..play.game.phrases import phrase

WIDEST = 60
"""A line that is longer is continued below."""

AROUND = 1
"""So many equal lines are shown before and after those that differ."""

LINES = frozenset(("do", "start", "finish", "otherwise"))
"""Keys that hold lines of effects."""

Row = tuple[str, str]


def has_lines(difference: Difference) -> bool:
    """Whether it is lines of an effect that differ."""
    path = difference.path
    return path[0] == "effects" or (path[-1] in LINES and path[0] in ("actions", "reactions", "phases", "triggers"))


def rows(difference: Difference, before: Mapping, after: Mapping) -> list[Row]:
    """The lines that differ, as they were and as they are, with the equal ones around them; `…` where some are missing.

    >>> from ..diagnostics.diagnostic import Report
    >>> from ..diagnostics.span import Source
    >>> from ..language.text.compose import compose
    >>> texts = (f"effects: {{pay: \\"a = 1\\\\nb = {n}\\"}}" for n in (5, 6))
    >>> one, two = (compose(Source("a", text), Report(), mapping=True) for text in texts)
    >>> rows(Difference(("effects", "pay"), "", ""), one, two)
    [('a = 1', 'a = 1'), ('b = 5', 'b = 6')]
    """
    old, new = (_lines(tree, difference) for tree in (before, after))
    found: list[Row] = []
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(AROUND):
        if found:
            found.append(("…", "…"))
        for _, a, b, c, d in group:
            left, right = old[a:b], new[c:d]
            most = max(len(left), len(right))
            found += zip(left + [""] * (most - len(left)), right + [""] * (most - len(right)), strict=True)
    return found


def side_by_side(found: list[Row], lang: str) -> Iterator[str]:
    """The rows as lines of text, with a heading in a language."""
    rows_ = [(phrase(lang, "lines_before"), phrase(lang, "lines_now")), *found]
    width = min(max(len(left) for left, _ in rows_), WIDEST)
    for left, right in rows_:
        lefts, rights = _cut(left), _cut(right)
        for i in range(max(len(lefts), len(rights))):
            one, two = (part[i] if i < len(part) else "" for part in (lefts, rights))
            yield f"    {one.ljust(width)}  │ {two}".rstrip()


def _lines(tree: Mapping, difference: Difference) -> list[str]:
    node = node_below(tree, difference.path)
    return node.text.strip("\n").split("\n") if isinstance(node, Scalar) else []


def _cut(line: str) -> list[str]:
    return [line[at : at + WIDEST] for at in range(0, len(line), WIDEST)] or [""]
