"""What stands where in a file: each key and value in order, and in which language it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ...diagnostics.record import dataclass
from ...source.shape.first_version import value_shape
from ...source.shape.patch_syntax import segments
from ...source.shape.schema import Language, Shape, shape_at, shape_of
from ...source.text.tree import Mapping, Node, Scalar

FileKind = Literal["spec", "variant", "part", "scenarios", "clauses", ""]
"""The kinds of files that are laid out; "" is any other YAML."""

Part = Literal["key", "dash", "value", "open", "word"]
"""A key or a dash of a block, a value after one of them, an opening bracket, or a text within brackets."""


@dataclass(frozen=True, slots=True)
class Region:
    """Something that the author has written, in its order.

    `start` is its offset (-1 for a dash, which is looked for); `indent` is its column if it begins a line, for an
    opening bracket that of the line that it stands on.
    """

    part: Part
    start: int
    indent: int
    scalar: Scalar | None = None
    language: Language = ""


@dataclass(frozen=True, slots=True)
class _Patch:
    """The paths of a variant's changes: names of the game that it changes."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cases:
    """The changes of a part by case: below the names of its parameters, and below their arguments."""

    depth: int = 0


_Place = Shape | _Patch | _Cases | None

CHANGED = ("override", "add")
"""Keys below which there are paths and values of a spec."""


def regions_of(tree: Node, kind: FileKind) -> Iterator[Region]:
    """Everything that a file says, in order, with its new column; an empty value is left out."""
    names: dict[FileKind, str] = {"spec": "spec", "variant": "variant", "part": "part", "scenarios": "scenario"}
    yield from _node(tree, shape_of(names[kind]) if kind in names else None, 0, False, kind)


def _node(node: Node, place: _Place, indent: int, flow: bool, root: FileKind = "") -> Iterator[Region]:
    """`indent` is the column of the block that this node is, or within brackets that of the line around it."""
    if isinstance(node, Scalar):
        if node.span.end > node.span.start:
            shape = shape_at(place.names) if isinstance(place, _Patch) else place
            language = shape.language if isinstance(shape, Shape) else ""
            yield Region("word" if flow else "value", node.span.start, indent, node, language)
        return
    opens = _first(node) == ("{" if isinstance(node, Mapping) else "[")
    if opens:
        yield Region("open", node.span.start, indent)
    inside = flow or opens
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield Region("word" if inside else "key", entry.key.span.start, indent, entry.key)
            below: _Place = _below(place, entry.key.text)
            if root in ("spec", "variant") and entry.key.text in CHANGED:
                below = _Patch()
            elif root == "part" and entry.key.text == "cases":
                below = _Cases()
            yield from _node(entry.value, below, _deeper(entry.value, indent, inside), inside)
        return
    around = shape_at(place.names) if isinstance(place, _Patch) else place
    item = around.list.item if isinstance(around, Shape) and around.list else None
    for one in node.items:
        if not inside:
            yield Region("dash", -1, indent)
        yield from _node(one, item, _deeper(one, indent, inside), inside)


def _first(node: Node) -> str:
    """The character with which a node begins."""
    return node.span.source.text[node.span.start : node.span.start + 1]


def _deeper(node: Node, indent: int, flow: bool) -> int:
    """The column of a value: within brackets and for brackets that of the line, otherwise two more."""
    return indent if flow or not isinstance(node, Scalar) and _first(node) in ("{", "[") else indent + 2


def _below(place: _Place, key: str) -> _Place:
    match place:
        case _Patch(names=names):
            return _Patch((*names, *(name for name, _ in segments(key))))
        case _Cases(depth=depth):
            return _Cases(depth + 1) if depth < 2 else _Patch() if key in CHANGED else None
        case Shape():
            return value_shape(place, key)
        case _:
            return None
