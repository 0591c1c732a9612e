"""The tree of a text in a few characters, without locations, for comparing two trees.

c.number > 3        (> (. c number) 3)
move c to discard   MoveStatement(c, -, -, Destination('', -, discard))
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from cardwright.diagnostics.span import Span
from cardwright.language.syntax.nodes import (
    AttributeAccess,
    Binary,
    Boolean,
    Choose,
    Integer,
    Name,
    Nothing,
    Unary,
    Word,
)


def dump(node: Any) -> str:
    """A node, a word, a text or a tuple of them."""
    match node:
        case None:
            return "-"
        case str():
            return repr(node)
        case bool():
            return str(node)
        case tuple():
            return "[" + ", ".join(dump(part) for part in node) + "]"
        case Word():
            return node.text
        case Name():
            return node.id
        case Integer() | Boolean():
            return str(node.value)
        case Nothing():
            return "none"
        case AttributeAccess():
            return f"(. {dump(node.target)} {node.name.text})"
        case Binary():
            return f"({node.operator} {dump(node.left)} {dump(node.right)})"
        case Unary():
            return f"({node.operator} {dump(node.operand)})"
    parts = [getattr(node, field.name) for field in fields(node)]
    if isinstance(node, Choose):
        parts = [*parts[:-1], *(["secretly"] if node.secretly else [])]
    return f"{type(node).__name__}(" + ", ".join(dump(part) for part in parts if not isinstance(part, Span)) + ")"
