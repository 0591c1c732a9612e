"""What is in a file, as schemas look at it: every value is a text until a schema says otherwise.

`3` is an integer and `true` a boolean where such is expected; an empty text, or a `null` without quotes, is no text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..text.tree import Mapping, Node, Scalar, Sequence
from ..text.whole import whole

Data = str | list["Data"] | dict[str, "Data"]
"""What jsonschema looks at: a tree without its positions."""


def data_of(node: Node, *, null: bool = False) -> Data:
    """A tree as jsonschema knows data: mappings as dicts, lists as lists, and all else as it is written.

    With `null` this word without quotes is a word like any other.
    """
    if isinstance(node, Scalar):
        return "" if node.is_nothing and not (null and node.text == NULL) else node.text
    if isinstance(node, Mapping):
        return {entry.key.text: data_of(entry.value, null=null) for entry in node.entries}
    return [data_of(item, null=null) for item in node.items]


def bare_nulls(node: Node, path: str = "", *, item: bool = False) -> Iterator[tuple[Scalar, str, bool]]:
    """Each `null` without quotes, where it stands, and whether as an item of a list, as a name does."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from bare_nulls(entry.value, f"{path}.{entry.key.text}" if path else entry.key.text)
    elif isinstance(node, Sequence):
        for one in node.items:
            yield from bare_nulls(one, path, item=True)
    elif node.is_nothing and node.text == NULL:
        yield node, path, item


NULL = "null"
"""What YAML reads as nothing, and some game calls a contract."""

TYPES: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str) and bool(value.strip()),
    "integer": lambda value: isinstance(value, str) and whole(value) is not None,
    "boolean": lambda value: value in ("true", "false"),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
"""The types of schemas: what is of each."""
