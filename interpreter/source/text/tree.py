"""The located tree: a YAML text in which every node knows the characters it was written with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span

Style = Literal["plain", "single", "double", "literal", "folded"]
"""How a scalar is written: without quotes, in `'` or `"`, or as a block after `|` or `>`."""


NOTHING = ("null", "Null", "NULL", "~")
"""How YAML says that a key has no value. Whoever means the word itself puts it into quotes."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single text. Nothing is guessed: `on`, `010` and `1:30` are just these texts.

    `text` is the value after YAML's quoting and folding; `offsets[i]` is the source offset of character i of `text`,
    and `offsets[len(text)]` the offset after the last one.
    """

    text: str
    span: Span
    style: Style
    offsets: range | tuple[int, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether no text stands here, or, without quotes, a word of YAML for that."""
        return not self.text.strip() or self.style == "plain" and self.text in NOTHING

    def at(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`."""
        first = self.offsets[min(start, len(self.text))]
        last = self.offsets[min(max(end - 1, start), len(self.text))]
        return Span(self.span.source, first, max(last + (end > start), first))

    def part(self, start: int, end: int) -> Scalar:
        """The text from `start` to `end`, with its own location.

        >>> whole = Scalar("any of hand", Span(Source("a", "any of hand"), 0, 11), "plain", range(12))
        >>> whole.part(7, 11).span.column
        8
        """
        return Scalar(self.text[start:end], self.at(start, end), self.style, self.offsets[start : end + 1])


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping and its value; `was` is what variants have replaced, oldest first."""

    key: Scalar
    value: Node
    was: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with values, in the order in which they were written; no key occurs twice."""

    entries: tuple[Entry, ...]
    span: Span
    _by_key: dict[str, Entry] = field(default_factory=dict, init=False, repr=False, compare=False)

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        entry = self.entry(key)
        return entry.value if entry else None

    def entry(self, key: str) -> Entry | None:
        """The entry of a key, or None."""
        if not self._by_key:
            self._by_key.update({entry.key.text: entry for entry in reversed(self.entries)})
        return self._by_key.get(key)

    def __iter__(self) -> Iterator[tuple[str, Node]]:
        return ((e.key.text, e.value) for e in self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    span: Span


Node = Scalar | Mapping | Sequence


# What there is of a node that may be something else than is needed: its shape is reported elsewhere.


def entries_of(node: Node | None) -> tuple[Entry, ...]:
    """The entries of a mapping; none of anything else."""
    return node.entries if isinstance(node, Mapping) else ()


def child(node: Node | None, key: str) -> Node | None:
    """The value of a key; None if it is not there, or this is no mapping."""
    return node.get(key) if isinstance(node, Mapping) else None


def text_of(node: Node | None) -> str:
    """A text; empty for anything else."""
    return node.text if isinstance(node, Scalar) else ""


def items_of(node: Node | None) -> tuple[Scalar, ...]:
    """The texts in a list; none of anything else."""
    return texts_of(node) if isinstance(node, Sequence) else ()


def texts_of(node: Node | None) -> tuple[Scalar, ...]:
    """The texts in a list, or the only one that is written without brackets."""
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar))


def scalars(node: Node | None, *, keys: bool = False) -> Iterator[Scalar]:
    """All texts in a node, however deep, in their order; with `keys` those of mappings, too.

    >>> from ...diagnostics.span import Source
    >>> none = Span(Source("", ""), 0, 0)
    >>> one, two = (Scalar(text, none, "plain", range(1)) for text in ("one", "two"))
    >>> [found.text for found in scalars(Mapping((Entry(one, Sequence((two,), none)),), none), keys=True)]
    ['one', 'two']
    """
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from scalars(item, keys=keys)
        case Mapping():
            for entry in node.entries:
                if keys:
                    yield entry.key
                yield from scalars(entry.value, keys=keys)


def moved(node: Node, source: Source, by: int = 0) -> Node:
    """The same node in another source, in which all offsets are greater by a number."""
    span = Span(source, node.span.start + by, node.span.end + by)
    match node:
        case Scalar(offsets=range() as at) if by:
            return Scalar(node.text, span, node.style, range(at.start + by, at.stop + by, at.step))
        case Scalar():
            offsets = tuple([at + by for at in node.offsets]) if by else node.offsets
            return Scalar(node.text, span, node.style, offsets)
        case Sequence():
            return Sequence(tuple([moved(item, source, by) for item in node.items]), span)
        case Mapping():
            return Mapping(tuple([moved_entry(entry, source, by) for entry in node.entries]), span)


def moved_entry(entry: Entry, source: Source, by: int = 0) -> Entry:
    """The same of an entry."""
    key = moved(entry.key, source, by)
    assert isinstance(key, Scalar)
    return Entry(key, moved(entry.value, source, by))
