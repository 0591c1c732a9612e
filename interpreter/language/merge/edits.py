"""Changes one part of a tree: the result is a new tree, and `Entry.was` remembers the old value."""

from __future__ import annotations

from collections.abc import Callable

from ..text.tree import Entry, Mapping, Node, Scalar
from .paths import KeyPath, entry_at


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


def change(tree: Mapping, path: KeyPath, edit: Callable[[Mapping], Mapping]) -> Mapping:
    """Edit the mapping at a path, which must exist."""
    if not path:
        return edit(tree)
    entry = entry_at(tree, path[0])
    assert entry is not None and isinstance(entry.value, Mapping)
    return with_entry(tree, entry, Entry(entry.key, change(entry.value, path[1:], edit), entry.was))


def with_entry(tree: Mapping, old: Entry, new: Entry) -> Mapping:
    """Replace an entry, at the same position."""
    return Mapping(tuple(new if entry is old else entry for entry in tree.entries), tree.span)


def with_added(tree: Mapping, new: Entry) -> Mapping:
    """Add an entry at the end."""
    return Mapping((*tree.entries, new), tree.span)


def without(tree: Mapping, old: Entry) -> Mapping:
    """Remove an entry."""
    return Mapping(tuple(entry for entry in tree.entries if entry is not old), tree.span)
