"""Where a file fails its schema: the errors of jsonschema by the value that they are about, in the order of the file.

jsonschema says which keyword of the schema a value at a path fails. From that alone, and never from its messages,
comes what our messages need: the node with its position, the key that it belongs to, what the schema calls it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, Any

from ...diagnostics.record import dataclass
from ..text.tree import Mapping, Node, Scalar, Sequence
from .schema import Kind, Shape, kind_of_type

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


Path = tuple[str | int, ...]

UNKNOWN = "unknown"
"""Stands for a keyword where a key is unknown: `additionalProperties` fails once for all unknown keys of a mapping."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailingNode:
    """A value of a file that fails its schema.

    `failed` are the keywords that it fails, each with the error of jsonschema. `owner` is the key of the value, None
    for an item of a list and for the whole file; `parent` is the node that it is part of, `above` the key of that,
    `beside` the keys of the language there. `shape` is what the schema
    says about it; for an unknown key, what it says about the mapping. `order` sorts places as a file is read:
    whatever is wrong inside a value comes before what is wrong with the value as a whole.
    """

    node: Node
    parent: Node | None
    owner: Scalar | None
    above: Scalar | None
    shape: Shape
    beside: tuple[str, ...] = ()
    path: str
    order: tuple[float, ...]
    failed: dict[str, ValidationError]


def failing_nodes(tree: Mapping, shape: Shape, errors: Iterable[ValidationError]) -> list[FailingNode]:
    """The places of a file that the errors are about, in the order of the file."""
    found: defaultdict[Path, dict[str, ValidationError]] = defaultdict(dict)
    rows = _Rows()
    for error in errors:
        for keyword, one in _of_one_kind(error):
            path = tuple(one.absolute_path)
            found[path][keyword] = one
            if keyword == "additionalProperties":
                for key in _unknown_keys(_place(tree, shape, path, {}, rows)):
                    found[*path, key][UNKNOWN] = one
    places = (_place(tree, shape, path, failed, rows) for path, failed in found.items())
    return sorted(places, key=lambda place: place.order)


class _Rows:
    """The number of the entry of each key, for every mapping that was asked for: one may have thousands of keys."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[str | int, int]] = {}

    def number(self, mapping: Mapping, key: str | int) -> int:
        """The number of the entry with this key."""
        if id(mapping) not in self._rows:
            self._rows[id(mapping)] = {entry.key.text: i for i, entry in enumerate(mapping.entries)}
        return self._rows[id(mapping)][key]


def _of_one_kind(error: ValidationError) -> Iterator[tuple[str, ValidationError]]:
    """An error by its keyword; where kinds of values are the alternatives, the errors of the kind that was written.

    Beside a `type`, `anyOf` says of which keys one is needed. Elsewhere each of its branches is for another kind.
    """
    assert isinstance(error.validator, str) and isinstance(error.schema, dict)
    if error.validator != "anyOf" or "type" in error.schema:
        yield error.validator, error
        return
    branches: defaultdict[str | int, list[ValidationError]] = defaultdict(list)
    for one in error.context:
        branches[one.relative_schema_path[0]].append(one)
    for branch in branches.values():
        if not any(_is_of_another_kind(one) for one in branch):
            for one in branch:
                yield from _of_one_kind(one)
            return
    yield "type", error


def _is_of_another_kind(error: ValidationError) -> bool:
    """Whether this error of a branch says that all of the branch is for another kind of values."""
    if error.validator != "type" or error.relative_path:
        return False
    value: Any = error.instance
    kind: Kind = "text" if isinstance(value, str) else "mapping" if isinstance(value, dict) else "list"
    types: Any = error.validator_value
    return kind_of_type(types) != kind


def _place(tree: Mapping, shape: Shape, path: Path, failed: dict[str, ValidationError], rows: _Rows) -> FailingNode:
    node: Node = tree
    parent: Node | None = None
    owner: Scalar | None = None
    above: Scalar | None = None
    name = ""
    order: list[float] = []
    beside: tuple[str, ...] = ()
    for step in path:
        below: Shape | None = None
        parent, above, owner = node, owner, None
        beside = tuple(shape.mapping.fixed) if shape.mapping else ()
        match parent:
            case Mapping(entries=entries):
                index = rows.number(parent, step)
                entry = entries[index]
                node, owner = entry.value, entry.key
                name = f"{name}.{step}" if name else str(step)
                below = shape.mapping.value(owner.text) if shape.mapping else None
            case Sequence(items=items):
                assert isinstance(step, int)
                index, node = step, items[step]
                name = f"{name}[{step}]"
                below = shape.list.item if shape.list else None
            case Scalar():
                raise AssertionError("a text has no parts")
        shape = below or shape
        order.append(index)
    return FailingNode(
        node=node,
        parent=parent,
        owner=owner,
        above=above,
        shape=shape,
        beside=beside,
        path=name,
        order=(*order, inf),
        failed=failed,
    )


def _unknown_keys(place: FailingNode) -> Iterator[str]:
    assert isinstance(place.node, Mapping) and place.shape.mapping
    keys = place.shape.mapping
    return (entry.key.text for entry in place.node.entries if keys.value(entry.key.text) is None)
