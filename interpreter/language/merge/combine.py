"""Lays what a game writes itself beside what its parts bring: each name comes from one of them, none is replaced."""

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
    """Two trees as one, in which what the first says comes first. What both say, and not the same, is E425."""
    entries = list(first.entries)
    places = {bare(entry.key.text): number for number, entry in enumerate(entries)}
    for entry in second.entries:
        name = bare(entry.key.text)
        if name in places:
            old = entries[places[name]]
            entries[places[name]] = Entry(old.key, _both(old, entry, report, (*path, name)), old.was)
        else:
            entries.append(entry)
    return Mapping(tuple(entries), second.span)


def _both(old: Entry, new: Entry, report: Report, path: KeyPath) -> Node:
    """The value of a key in both trees. Only sections hold names side by side; what bears a name is one whole."""
    one, other = old.value, new.value
    holds_names = len(path) == 1 or (len(path) == 2 and path[0] == "table")
    if holds_names and isinstance(one, Mapping) and isinstance(other, Mapping):
        return combined(one, other, report, path)
    if path in JOINED:
        known = {item.text for item in _items(one) if isinstance(item, Scalar)}
        return Sequence((*_items(one), *(item for item in _items(other) if _name(item) not in known)), other.span)
    if not same(one, other, shape_at(path)) or old.key.text != new.key.text:
        _clash(old, new, report, ".".join(path))
    return one


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _name(item: Node) -> str | None:
    return item.text if isinstance(item, Scalar) else None


def _clash(old: Entry, new: Entry, report: Report, path: str) -> None:
    if new.key.span.source.used is None:
        helps = (f"to change it, write `override: {{{path}: …}}`, to add to it, `add: {{{path}.…: …}}`",)
    elif path.startswith("words."):
        helps = ("symbols and attributes keep their names in every use, so both uses must say the same of them",)
    else:
        helps = ("keep the names of the two parts apart: `as: NAME` puts NAME_ before all names of one",)
    place, old_place = _place(new), _place(old)
    others = [] if str(place) == str(old_place) else [Label(old_place, "the part says this")]
    if old_place.source.used is not None:
        others.append(Label(old_place.source.used, "this use brings it" if others else "used here first"))
    report.add(
        "E425",
        f"a part brings '{path}' already",
        place,
        others=tuple(others),
        helps=helps,
        path=path,
    )


def _place(entry: Entry) -> Span:
    """Where an entry is shown: its value if that is on one line, otherwise its key."""
    value = entry.value
    return value.span if isinstance(value, Scalar) and "\n" not in value.span.text else entry.key.span
