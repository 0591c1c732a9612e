"""How deeply a text is nested: a limit that no author meets, and that keeps every later stage safe."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from .finding import Finding, Mistake

DEEPEST = 100
SHORT = 150
"""A text of so few characters is never nested too deeply."""
_CHAINS = ("sum_", "prod", "and_", "or_")


def check_depth(tree: Tree[Token], text: str) -> None:
    """Raise `Mistake` if values or blocks are nested more than 100 deep; a sum of 100 parts counts as deep."""
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
            told = ("give parts of it a name: with `let`, or as a function",)
            raise Mistake(Finding("E301", "this is nested too deeply", start, start + len(node), helps=told))
