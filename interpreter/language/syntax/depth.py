"""Limits how deeply a text is nested: no author meets the limit, and later stages may recurse safely."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from .finding import Finding, Mistake

DEEPEST = 100
SHORT = 150
"""A text of at most this many characters is never nested too deeply, which saves walking most trees."""
_CHAINS = ("sum_", "prod", "and_", "or_")


def check_depth(tree: Tree[Token], text: str) -> None:
    """Raise `Mistake` if values or blocks are nested more than 100 levels deep.

    Each two parts of a sum or another chain count as a level, because the tree of a chain leans to the left.
    """
    if len(text) <= SHORT:
        return
    todo: list[tuple[Any, int]] = [(tree, 0)]
    while todo:
        node, depth = todo.pop()
        if isinstance(node, Tree):
            depth += len(node.children) // 2 if node.data in _CHAINS else 1
            todo.extend((child, depth) for child in reversed(node.children))
        elif depth > DEEPEST:
            start: int = node.start_pos or 0
            advice = ("give names to parts of it, with `let` or as functions",)
            raise Mistake(Finding("E301", "this is nested too deeply", start, start + len(node), helps=advice))
