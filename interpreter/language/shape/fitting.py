"""Whether a file is as its schema says: most are, and this says so without jsonschema, which takes long to load.

It knows the keywords that our schemas have, as jsonschema understands them (`validator.py`), but only yes and no. Where
the answer is no, or a schema has another keyword, jsonschema is asked what is wrong, if anything.
`tests/language/shape/test_fitting.py` holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from .schema import Json, schema_of
from .values import TYPES, Data

SILENT = frozenset(("$schema", "$id", "$comment", "$defs", "title", "description", "examples"))
"""Keywords that ask for nothing; nor do those that begin with `x-`."""

ENTRIES = ("properties", "patternProperties", "additionalProperties")
"""Keywords that belong together, as each says of which keys the next one speaks."""


def fits(data: Data, name: str) -> bool:
    """Whether the data of a `spec`, `variant`, `scenario` or `part` file certainly has no error.

    >>> fits({"variant": "short", "extends": "race", "title": "Short"}, "variant"), fits(["short"], "variant")
    (True, False)
    """
    return _fitting(name)(data)


Check = Callable[[Any], bool]


Suits = Callable[[str, Data], bool]
"""Whether a value certainly has no error by a definition, given by its reference."""


def definitions_of(name: str) -> Suits:
    """Asks the same of the definitions of a schema."""
    fitting = _fitting_of(name)
    return lambda reference, data: fitting.reference(reference)(data)


@cache
def _fitting(name: str) -> Check:
    return _fitting_of(name).check(schema_of(name))


@cache
def _fitting_of(name: str) -> _Fitting:
    return _Fitting(schema_of(name).get("$defs", {}))


class _Fitting:
    """Makes a check of each schema, once; that of a definition when it is first asked for, as definitions go round."""

    def __init__(self, definitions: Json) -> None:
        self._definitions = definitions
        self._defined: dict[str, Check] = {}

    def check(self, schema: Json | bool) -> Check:
        """Whether a value is as a schema says."""
        if isinstance(schema, bool):
            return lambda data: schema
        checks = [
            self._asked(keyword, wanted)
            for keyword, wanted in schema.items()
            if keyword not in SILENT and keyword not in ENTRIES and not keyword.startswith("x-")
        ]
        if any(keyword in schema for keyword in ENTRIES):
            checks.append(self._entries(schema))
        return checks[0] if len(checks) == 1 else lambda data: all([one(data) for one in checks])

    def _asked(self, keyword: str, wanted: Any) -> Check:
        match keyword:
            case "$ref":
                return self.reference(wanted)
            case "anyOf":
                branches = [self.check(branch) for branch in wanted]
                return lambda data: any(branch(data) for branch in branches)
            case "oneOf":
                branches = [self.check(branch) for branch in wanted]
                return lambda data: sum(branch(data) for branch in branches) == 1
            case "items":
                item = self.check(wanted)
                return lambda data: not isinstance(data, list) or all(map(item, data))
        return partial(_PLAIN[keyword], wanted) if keyword in _PLAIN else lambda data: False

    def _entries(self, schema: Json) -> Check:
        """The values of a mapping: of keys that are named, of keys that look like a pattern, and of all others."""
        fixed = {key: self.check(one) for key, one in schema.get("properties", {}).items()}
        looks = [(re.compile(look), self.check(one)) for look, one in schema.get("patternProperties", {}).items()]
        rest = self.check(schema.get("additionalProperties", True))

        def entries(data: Any) -> bool:
            if not isinstance(data, dict):
                return True
            for key, value in data.items():
                found = [one for look, one in looks if look.search(key)]
                found += [fixed[key]] if key in fixed else []
                if not all(one(value) for one in found or (rest,)):
                    return False
            return True

        return entries

    def reference(self, wanted: str) -> Check:
        """Whether a value is as a definition says."""
        name = wanted.removeprefix("#/$defs/")

        def check(data: Any) -> bool:
            if name not in self._defined:
                self._defined[name] = self.check(self._definitions[name])
            return self._defined[name](data)

        return check


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
