"""What texts for people name in braces: `Play for {worth(t) + c.worth} of {target} points`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..text.tree import Mapping, Node, Scalar

BRACES = re.compile(r"\{([^{}]*)\}")
"""A value in braces."""


def texts_of(node: Node | None, leave: str = "") -> Iterator[Scalar]:
    """A text for people in each of its languages; what stands below the key `leave` is no text."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        yield from (e.value for e in node.entries if isinstance(e.value, Scalar) and e.key.text != leave)
