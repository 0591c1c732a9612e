"""The kinds of card that a deck generates by `each`, as the merged file says it: for those who compare two files.

Nothing is checked here: what `each` may hold, `language.spec.read_each` says.
"""

from __future__ import annotations

import re
from itertools import product

from ..text.tree import Mapping, Node, Scalar, Sequence
from ..text.whole import whole

RANGE = re.compile(r"\s*(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})\s*", re.ASCII)

MOST = 2000
"""At most this many kinds are generated; more are an error elsewhere."""


def generated(tree: Mapping, deck: str) -> dict[str, dict[str, str]]:
    """The attributes by which each generated kind of a deck is named, by its name; none without `each`.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> text = "{types: {suit: [hearts]}, cards: {main: {each: {suit: suit, rank: 7..8}}}}"
    >>> list(generated(compose(Source("a", text), Report(), mapping=True), "main").items())[1]
    ('hearts_8', {'suit': 'hearts', 'rank': '8'})
    """
    each = _below(_below(_below(tree, "cards"), deck), "each")
    if not isinstance(each, Mapping) or not each.entries:
        return {}
    varied = [(name, _values(tree, node)) for name, node in each]
    number = 1
    for _, values in varied:
        number *= len(values)
    if not 0 < number <= MOST:
        return {}
    names = [name for name, _ in varied]
    ways = product(*(values for _, values in varied))
    return {"_".join(way): dict(zip(names, way, strict=True)) for way in ways}


def _values(tree: Mapping, node: Node) -> list[str]:
    if isinstance(node, Sequence):
        return [str(whole(one.text) if whole(one.text) is not None else one.text) for one in _scalars(node)]
    if not isinstance(node, Scalar):
        return []
    if match := RANGE.fullmatch(node.text):
        low, high = int(match[1]), int(match[2])
        return [str(number) for number in range(low, min(high, low + MOST) + 1)]
    symbols = _below(_below(tree, "types"), node.text)
    return [one.text for one in _scalars(symbols)] if isinstance(symbols, Sequence) else []


def _scalars(node: Sequence) -> list[Scalar]:
    return [one for one in node.items if isinstance(one, Scalar)]


def _below(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None
