"""jsonschema, set to files in which every value is a text until its schema says otherwise.

Its validator is the standard one but for two things: `3` is an integer and `true` a boolean where such is expected,
and an empty text is no text. jsonschema takes longer to import than most files take to check, so it is imported only
where something is wrong (`fitting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from ..text.tree import Mapping, Node, Scalar
from ..text.whole import whole
from .schema import schema_of

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

Data = str | list["Data"] | dict[str, "Data"]
"""What jsonschema looks at: a tree without its positions."""


def data_of(node: Node) -> Data:
    """A tree as jsonschema knows data: mappings as dicts, lists as lists, and all else as it is written."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {entry.key.text: data_of(entry.value) for entry in node.entries}
    return [data_of(item) for item in node.items]


def errors_in(data: Data, name: str) -> Iterator[ValidationError]:
    """What jsonschema finds wrong with the data of a `spec`, `variant` or `scenario` file."""
    return validator(name).iter_errors(data)


@cache
def validator(name: str) -> Validator:
    """The validator for `spec`, `variant` or `scenario` files."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import create

    ours = create(
        Draft202012Validator.META_SCHEMA,
        {**Draft202012Validator.VALIDATORS, "enum": _enum},
        type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many(
            {name: partial(_is_of, is_one) for name, is_one in TYPES.items()}
        ),
    )
    return ours(schema_of(name))


TYPES: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str) and bool(value.strip()),
    "integer": lambda value: isinstance(value, str) and whole(value) is not None,
    "boolean": lambda value: value in ("true", "false"),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
"""The types of schemas: what is of each."""


def _is_of(is_one: Callable[[object], bool], _: object, value: object) -> bool:
    return is_one(value)


def _enum(_: Validator, words: Iterable[object], value: object, __: object) -> Iterator[ValidationError]:
    """Check the keyword `enum` on words as they are written: `1` is 1."""
    from jsonschema.exceptions import ValidationError

    if value not in [str(word) for word in words]:
        yield ValidationError(f"{value!r} is not one of {words!r}")
