"""What is in a file, as schemas look at it: every value is a text until a schema says otherwise.

`3` is an integer and `true` a boolean where such is expected; an empty text, or a `null` without quotes, is no text.
"""

from __future__ import annotations

from collections.abc import Callable

from ..text.tree import Mapping, Node, Scalar
from ..text.whole import whole

Data = str | list["Data"] | dict[str, "Data"]
"""What jsonschema looks at: a tree without its positions."""


def data_of(node: Node) -> Data:
    """A tree as jsonschema knows data: mappings as dicts, lists as lists, and all else as it is written."""
    if isinstance(node, Scalar):
        return "" if node.is_nothing else node.text
    if isinstance(node, Mapping):
        return {entry.key.text: data_of(entry.value) for entry in node.entries}
    return [data_of(item) for item in node.items]


TYPES: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str) and bool(value.strip()),
    "integer": lambda value: isinstance(value, str) and whole(value) is not None,
    "boolean": lambda value: value in ("true", "false"),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
"""The types of schemas: what is of each."""
