"""A number for the rules of a game: the same rules have the same, whatever the labels, the layout and the comments.

Left out is all that is only told to people (labels, texts, places in the rulebook, sources), and the order of keys
where it has no meaning. What that is stands in the schema: `x-rules`, `x-ordered`.
"""

from __future__ import annotations

import hashlib
import json

from ..shape.schema import Shape, shape_of
from ..text.plain_rule import plain_rule
from ..text.tree import Mapping, Node, Scalar, Sequence

Plain = str | list["Plain"]


def digest(tree: Mapping) -> str:
    """The digest of a merged spec, 64 hexadecimal digits.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> one, other = ("spec: 1\\ntitle: Race\\ngame: race", "game: race # fast\\nspec: 1\\ntitle: {en: Run}")
    >>> digest(compose(Source("", one), Report())) == digest(compose(Source("", other), Report()))
    True
    """
    return hashlib.sha256(json.dumps(_plain(tree, shape_of("spec")), ensure_ascii=True).encode()).hexdigest()


def _plain(node: Node, shape: Shape | None) -> Plain:
    """The rules in a node as lists and texts only, in an order of their own."""
    match node:
        case Scalar():
            return plain_rule(node.text)
        case Sequence():
            item = shape.list.item if shape and shape.list else None
            return ["list", *(_plain(child, item) for child in node.items)]
        case Mapping():
            return _mapping(node, shape)


def _mapping(node: Mapping, shape: Shape | None) -> Plain:
    keys = shape.mapping if shape else None
    pairs: list[tuple[str, Plain]] = []
    for name, value in node:
        below = keys.value(name) if keys else None
        if below is None or below.rules:
            pairs.append((name, _plain(value, below)))
    only = keys.required if keys and shape and shape.text else ()
    if len(only) == 1 and [name for name, _ in pairs] == [*only]:
        return pairs[0][1]  # `{that: c, en: …}` is the condition `c`, `{points: p, label: …}` the points `p`
    if not (keys and keys.ordered):
        pairs.sort(key=lambda pair: pair[0])
    return ["mapping", *([name, value] for name, value in pairs)]
