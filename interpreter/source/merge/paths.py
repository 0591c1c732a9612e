"""Finds and replaces things in a tree by name: `actions.give.when.far_enough`, never by position.

Items of a list are found by their text, functions and named effects by the name before their parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ..shape.patch_syntax import segments
from ..shape.schema import shape_at
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, items_of

KeyPath = tuple[str, ...]
"""Keys from the top level down: `("options", "goal", "default")`."""

MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class PathStep:
    """One name of a written path: the path, and the range of the name in it."""

    scalar: Scalar
    start: int
    end: int

    @property
    def written(self) -> str:
        """The name as written, including parameters."""
        return self.scalar.text[self.start : self.end]

    @property
    def name(self) -> str:
        """The name without parameters."""
        return without_parameters(self.written)

    @property
    def span(self) -> Span:
        """The source location of the name."""
        return self.scalar.at(self.start, self.end)

    def word(self) -> Scalar:
        """The name as a scalar of its own."""
        return self.scalar.part(self.start, self.end)


Steps = tuple[PathStep, ...]


def steps_of(path: Scalar) -> Steps:
    """Split a written path into its names."""
    return tuple(PathStep(path, at, at + len(name)) for name, at in segments(path.text))


def path_of(steps: Steps) -> KeyPath:
    """The names of a path, without parameters and locations."""
    return tuple(step.name for step in steps)


def dotted(steps: Steps) -> str:
    """A path as messages name it: its names, with dots between them."""
    return ".".join(path_of(steps))


def without_parameters(key: str) -> str:
    """A key without the parameters of a function.

    >>> without_parameters("worth(team t)"), without_parameters("hand")
    ('worth', 'hand')
    """
    return key.split("(", 1)[0].strip()


def has_signatures(path: KeyPath) -> bool:
    """Whether the keys below a path are the heads of functions or effects."""
    shape = shape_at(path)
    return bool(shape and shape.mapping and shape.mapping.signatures)


def entry_at(tree: Mapping, name: str) -> Entry | None:
    """The entry of a name, with or without parameters."""
    return tree.entry(name) or next((e for e in tree.entries if without_parameters(e.key.text) == name), None)


def node_at(tree: Mapping, path: KeyPath) -> Node | None:
    """The node at a path, or None."""
    node: Node | None = tree
    for name in path:
        match node:
            case Mapping():
                entry = entry_at(node, name)
                node = entry.value if entry else None
            case Sequence():
                node = item_at(node, name)
            case _:
                return None
    return node


def item_at(node: Sequence, name: str) -> Scalar | None:
    """The item of a list that has this text, or None."""
    return next((item for item in items_of(node) if item.text == name), None)


def names_in(node: Node) -> list[str]:
    """The names directly in a mapping or list."""
    match node:
        case Mapping():
            return [without_parameters(entry.key.text) for entry in node.entries]
        case Sequence():
            return [item.text for item in items_of(node)]
        case Scalar():
            return []


def comma_separated(names: list[str]) -> str:
    """Names, separated by commas; if there are very many, only the first."""
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" … and {more} more" if more > 0 else "")


def paths_of_key(tree: Mapping, name: str, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths of all keys of a name."""
    for entry in tree.entries:
        below = (*path, without_parameters(entry.key.text))
        if below[-1] == name:
            yield below
        if isinstance(entry.value, Mapping):
            yield from paths_of_key(entry.value, name, below)


# Changes one part of a tree: the result is a new tree, and `Entry.was` remembers the old value.


def replaced(old: Entry, value: Node, key: Scalar | None = None) -> Entry:
    """An entry with another value, which remembers the old one.

    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
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
