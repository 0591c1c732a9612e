"""Lays what a game writes itself on what its parts bring: names come together, and nothing is replaced."""

from __future__ import annotations

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ..shape.schema import shape_at
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .paths import KeyPath, bare
from .touches import same

JOINED: tuple[KeyPath, ...] = (("table", "without"),)
"""Lists of names to which each part and the game add theirs."""


def combined(first: Mapping, second: Mapping, report: Report, path: KeyPath = ()) -> Mapping:
    """Two trees as one, in which what the first says comes first. Another value at the same path is E425."""
    entries = list(first.entries)
    places = {bare(entry.key.text): number for number, entry in enumerate(entries)}
    for entry in second.entries:
        name = bare(entry.key.text)
        if name not in places:
            entries.append(entry)
            continue
        old = entries[places[name]]
        entries[places[name]] = Entry(old.key, _both(old, entry, report, (*path, name)), old.was)
    return Mapping(tuple(entries), second.span)


def _both(old: Entry, new: Entry, report: Report, path: KeyPath) -> Node:
    one, other = old.value, new.value
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return combined(one, other, report, path)
    if path in JOINED:
        return Sequence((*_items(one), *(item for item in _items(other) if not _has(one, item))), other.span)
    if not same(one, other, shape_at(path)) or old.key.text != new.key.text:
        _clash(old, new, report, ".".join(path))
    return one


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _has(node: Node, item: Node) -> bool:
    return any(same(one, item) for one in _items(node))


def _clash(old: Entry, new: Entry, report: Report, path: str) -> None:
    if _place(new).source.used is None:
        other = f"to change what the part brings, write `override: {{{path}: …}}`"
        helps: tuple[str, ...] = (other, "or choose another name")
    else:
        helps = ("give the names of one of the two parts a text before them: `as: NAME`",)
    report.add(
        "E425",
        f"'{path}' has a value already, which a part brings",
        _place(new),
        others=(Label(_place(old), "the value of the part"),),
        helps=helps,
        path=path,
    )


def _place(entry: Entry) -> Span:
    """Where the value of an entry is shown: itself if it is on one line, otherwise its key."""
    value = entry.value
    return value.span if isinstance(value, Scalar) and "\n" not in value.span.text else entry.key.span
