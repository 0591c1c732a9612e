"""Whether a file is as its schema says: most are, and this says so without jsonschema, which takes long to load.

It knows the keywords that our schemas have, as jsonschema understands them (`validator.py`), but only yes and no. Where
the answer is no, or a schema has another keyword, jsonschema is asked what is wrong, if anything.
`tests/language/shape/test_fitting.py` holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from .schema import Json, schema_of
from .validator import TYPES, Data

SILENT = frozenset(("$schema", "$id", "$comment", "$defs", "title", "description", "examples"))
"""Keywords that ask for nothing; nor do those that begin with `x-`."""


def fits(data: Data, name: str) -> bool:
    """Whether the data of a `spec`, `variant`, `scenario` or `part` file certainly has no error.

    >>> fits({"variant": "short", "extends": "race", "title": "Short"}, "variant"), fits(["short"], "variant")
    (True, False)
    """
    return _fitting(name)(data)


@cache
def _fitting(name: str) -> Callable[[Data], bool]:
    root = schema_of(name)
    definitions = root.get("$defs", {})

    def asked(keyword: str, wanted: Any, schema: Json, data: Any) -> bool:
        match keyword:
            case "$ref":
                return suits(definitions[wanted.removeprefix("#/$defs/")], data)
            case "anyOf":
                return any(suits(branch, data) for branch in wanted)
            case "oneOf":
                return sum(suits(branch, data) for branch in wanted) == 1
            case "items":
                return not isinstance(data, list) or all(suits(wanted, item) for item in data)
            case "properties":
                return not isinstance(data, dict) or all(suits(wanted[key], data[key]) for key in wanted.keys() & data)
            case "patternProperties":
                return not isinstance(data, dict) or all(
                    suits(one, data[key]) for look, one in wanted.items() for key in data if re.search(look, key)
                )
            case "additionalProperties":
                return not isinstance(data, dict) or all(suits(wanted, data[key]) for key in _others(schema, data))
        return keyword in _PLAIN and _PLAIN[keyword](wanted, data)

    def suits(schema: Json | bool, data: Any) -> bool:
        if isinstance(schema, bool):
            return schema
        return all(
            asked(keyword, wanted, schema, data)
            for keyword, wanted in schema.items()
            if keyword not in SILENT and not keyword.startswith("x-")
        )

    return lambda data: suits(root, data)


def _others(schema: Json, data: dict[str, Data]) -> list[str]:
    """The keys of which a schema says nothing by name or look."""
    named, looks = schema.get("properties", {}), schema.get("patternProperties", {})
    return [key for key in data if key not in named and not any(re.search(look, key) for look in looks)]


def _has_type(wanted: str | list[str], data: Data) -> bool:
    return any(one in TYPES and TYPES[one](data) for one in ([wanted] if isinstance(wanted, str) else wanted))


_PLAIN: dict[str, Callable[[Any, Any], bool]] = {
    "type": _has_type,
    "enum": lambda words, data: data in [str(word) for word in words],
    "pattern": lambda look, data: not TYPES["string"](data) or bool(re.search(look, data)),
    "minItems": lambda least, data: not isinstance(data, list) or len(data) >= least,
    "maxItems": lambda most, data: not isinstance(data, list) or len(data) <= most,
    "minProperties": lambda least, data: not isinstance(data, dict) or len(data) >= least,
    "maxProperties": lambda most, data: not isinstance(data, dict) or len(data) <= most,
    "required": lambda keys, data: not isinstance(data, dict) or all(key in data for key in keys),
    "dependentRequired": lambda needs, data: (
        not isinstance(data, dict) or all(one in data for key, keys in needs.items() if key in data for one in keys)
    ),
}
"""What keywords ask that look no deeper: whether a value is as is wanted."""
