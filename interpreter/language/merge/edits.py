"""Changing one place of a tree: the answer is a new tree, and what was there before is kept in `Entry.was`."""

from __future__ import annotations

from collections.abc import Callable

from ..text.tree import Entry, Mapping, Node, Scalar
from .paths import Path, entry_at


def replaced(old: Entry, value: Node, key: Scalar | None = None) -> Entry:
    """An entry with another value, which remembers the old one.

    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> from ...diagnostics.diagnostic import Report
    >>> tree = compose(Source("a.yaml", "x: 1\\ny: 2"), Report())
    >>> new = replaced(tree.entries[0], tree.entries[1].value)
    >>> new.value.text, [old.value.text for old in new.was]
    ('2', ['1'])
    """
    return Entry(key or old.key, value, (*old.was, Entry(old.key, old.value)))


def change(tree: Mapping, path: Path, edit: Callable[[Mapping], Mapping]) -> Mapping:
    """The tree in which the mapping at a path is edited. The mapping must be there."""
    if not path:
        return edit(tree)
    entry = entry_at(tree, path[0])
    assert entry is not None and isinstance(entry.value, Mapping)
    return with_entry(tree, entry, Entry(entry.key, change(entry.value, path[1:], edit), entry.was))


def with_entry(tree: Mapping, old: Entry, new: Entry) -> Mapping:
    """A mapping in which one entry is another, in the same place."""
    return Mapping(tuple(new if entry is old else entry for entry in tree.entries), tree.span)


def with_added(tree: Mapping, new: Entry) -> Mapping:
    """A mapping with one more entry, at its end."""
    return Mapping((*tree.entries, new), tree.span)


def without(tree: Mapping, old: Entry) -> Mapping:
    """A mapping without one entry."""
    return Mapping(tuple(entry for entry in tree.entries if entry is not old), tree.span)
