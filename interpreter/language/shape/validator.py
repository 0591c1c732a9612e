"""jsonschema, set to files in which every value is a text until its schema says otherwise (`values.py`).

jsonschema takes longer to import than most files take to check, so it is imported only where something is wrong. It
looks only into what does not fit its definition (`fitting.py`): in a large file with one mistake, at one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from .fitting import Suits, definitions_of
from .schema import schema_of
from .values import TYPES, Data

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


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
        {**Draft202012Validator.VALIDATORS, "enum": _enum, "$ref": partial(_reference, definitions_of(name))},
        type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many(
            {name: partial(_is_of, is_one) for name, is_one in TYPES.items()}
        ),
    )
    return ours(schema_of(name))


def _is_of(is_one: Callable[[object], bool], _: object, value: object) -> bool:
    return is_one(value)


def _reference(suits: Suits, own: Validator, wanted: str, value: Data, schema: object) -> Iterator[ValidationError]:
    """Look into a value that does not fit its definition."""
    from jsonschema import Draft202012Validator

    if not suits(wanted, value):
        yield from Draft202012Validator.VALIDATORS["$ref"](own, wanted, value, schema)


def _enum(_: Validator, words: Iterable[object], value: object, __: object) -> Iterator[ValidationError]:
    """Check the keyword `enum` on words as they are written: `1` is 1."""
    from jsonschema.exceptions import ValidationError

    if value not in [str(word) for word in words]:
        yield ValidationError(f"{value!r} is not one of {words!r}")
