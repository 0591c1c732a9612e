"""Misspelt keys are put right, so that later stages can look at what stands below them.

Where the message about an unknown key says which one was meant, the rest of the file is read as if that stood there:
what is below it is checked too, and nothing that mentions it seems to be missing. Places stay those of what is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Span
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence

Meant = dict[tuple[str, int], str]
"""The keys that were meant, by the file and the place of what is written instead."""

_MEANT = re.compile(r"did you mean '([^']+)'\?")


def mended(tree: Mapping, found: Iterable[Diagnostic]) -> tuple[Mapping, list[Diagnostic], list[Span]]:
    """The tree with the keys that were meant, the mistakes that are left, and where keys were put right.

    A key is only put right where its mapping has none of this name yet, or one from elsewhere that it can be joined to.
    """
    found = list(found)
    meant = {(one.span.source.file, one.span.start): _meant(one) for one in found if one.span and one.code == "E160"}
    done: list[Span] = []
    whole = _with(tree, {at: key for at, key in meant.items() if key}, done)
    assert isinstance(whole, Mapping)
    places = {(span.source.file, span.start) for span in done}
    left = [o for o in found if o.code != "E160" or not o.span or (o.span.source.file, o.span.start) not in places]
    return whole, left, done


def _meant(found: Diagnostic) -> str:
    match = _MEANT.fullmatch(found.helps[0]) if found.helps else None
    return match[1] if match else ""


def _with(node: Node, meant: Meant, done: list[Span]) -> Node:
    match node:
        case Mapping() if meant:
            return _one_of_each(Mapping(tuple(_entry(one, node, meant, done) for one in node.entries), node.span))
        case Sequence() if meant:
            return Sequence(tuple(_with(one, meant, done) for one in node.items), node.span)
        case _:
            return node


def _entry(entry: Entry, within: Mapping, meant: Meant, done: list[Span]) -> Entry:
    key, value = entry.key, _with(entry.value, meant, done)
    right = meant.get((key.span.source.file, key.span.start), "")
    there = within.get(right)
    if right and (there is None or _apart(there, value)):
        done.append(key.span)
        key = Scalar(right, key.span, "plain", (key.span.start,) * (len(right) + 1))
    return Entry(key, value, entry.was)


def _apart(one: Node, other: Node) -> bool:
    """Whether two sections, one of them from a part, have no name in common, so that they can be one."""
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return False
    return not {key for key, _ in one} & {key for key, _ in other}


def _one_of_each(tree: Mapping) -> Mapping:
    """A mapping in which each key is there once: with all that stands below it anywhere."""
    found: dict[str, Entry] = {}
    for entry in tree.entries:
        first = found.setdefault(entry.key.text, entry)
        if first is not entry and isinstance(first.value, Mapping) and isinstance(entry.value, Mapping):
            value = Mapping((*first.value.entries, *entry.value.entries), first.value.span)
            found[entry.key.text] = Entry(first.key, value, first.was)
    return Mapping(tuple(found.values()), tree.span)
