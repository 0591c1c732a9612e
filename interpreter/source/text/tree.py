"""The located tree: a YAML text in which every node knows the characters it was written with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span

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
