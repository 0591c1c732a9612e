"""Reads what YAML takes for a list, and an author means as one expression: `[p for p in players]` without quotes."""

from __future__ import annotations

from .tree import Scalar, Sequence


def comprehension(node: Sequence) -> Scalar | None:
    """A comprehension in brackets, which YAML reads as a list of one text: the whole as it was written; else None."""
    if len(node.items) != 1 or not isinstance(node.items[0], Scalar):
        return None
    only, written = node.items[0], node.span.text
    if only.style != "plain" or " for " not in only.text or not written.startswith("["):
        return None
    start = node.span.start
    return Scalar(written, node.span, "plain", range(start, start + len(written) + 1))
