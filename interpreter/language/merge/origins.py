"""Reports, for each value of a merged game, the file and line that set it, and what was there before."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .paths import KeyPath, bare


@dataclass(frozen=True, slots=True)
class Origin:
    """A value of a merged game. `was` is what was there before, oldest first, as (value, location)."""

    path: KeyPath
    value: str
    span: Span
    was: tuple[tuple[str, Span], ...] = ()

    def __str__(self) -> str:
        """`options.target.default = 500  (short.yaml:4, was 700 at game.yaml:23)`"""
        before = "".join(f", was {value} at {_line(span)}" for value, span in reversed(self.was))
        return f"{'.'.join(self.path)} = {self.value}  ({_line(self.span)}{before})"


def origins(tree: Mapping) -> Iterator[Origin]:
    """All values of a tree with their origins, in order. A list of texts is one value.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> print(*origins(compose(Source("a.yaml", "zones: {hand: {of: player}}"), Report(), mapping=True)))
    zones.hand.of = player  (a.yaml:1)
    """
    yield from _below(tree, (), ())


def origin_of(entry: Entry, path: KeyPath) -> Origin:
    """The origin of one value."""
    was = tuple((written(old.value), old.value.span) for old in entry.was)
    return Origin(path, written(entry.value), entry.value.span, was)


def written(node: Node) -> str:
    """A value on one line; of a text of several lines, the first."""
    match node:
        case Scalar():
            lines = node.text.strip().split("\n")
            return lines[0] + (" …" if len(lines) > 1 else "")
        case Sequence():
            return f"[{', '.join(written(item) for item in node.items)}]"
        case Mapping():
            return "{" + ", ".join(f"{key}: {written(value)}" for key, value in node) + "}"


def _below(tree: Mapping, path: KeyPath, was: tuple[Entry, ...]) -> Iterator[Origin]:
    for entry in tree.entries:
        below = (*path, bare(entry.key.text))
        # Origins are listed for single values, so each value reports what the mapping around it has replaced.
        complete = Entry(entry.key, entry.value, (*was, *entry.was))
        if isinstance(entry.value, Mapping) and entry.value.entries:
            yield from _below(entry.value, below, complete.was)
        else:
            yield origin_of(complete, below)


def _line(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
