"""Stage 2: a file of YAML is checked against the language's own list of keys and kinds of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import Report
from ..text.literals import parse_integer
from ..text.tree import Mapping, Node, Scalar, Sequence, entries_of
from .first_version import modern
from .patch_syntax import check_patches
from .schema import USING, Json, schema_of, shape_of
from .schema_errors import explain_schema_errors

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


def check_spec(tree: Mapping, report: Report) -> Mapping:
    """Check the shape of a spec, as written or merged (E160 to E170); return what it says in the words of today.

    All mistakes are reported.

    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> report = Report()
    >>> _ = check_spec(compose(Source("a.yaml", "spec: 2\\ngame: A b"), report, mapping=True), report)
    >>> [found.code for found in report.diagnostics]
    ['E166', 'E161']
    """
    tree = modern(tree, "spec", report)
    _check(tree, "spec", report)
    return tree


def check_variant(tree: Mapping, report: Report) -> None:
    """Check the shape of a variant file: its keys, and how its patches are written.

    What the patches set is checked after merging, as a part of the spec (`check_spec`).
    """
    _check(tree, "variant", report)
    check_patches(tree, report)


def check_uses(tree: Mapping, report: Report) -> Mapping:
    """Check how a spec uses parts, before they are brought in, and return it in the words of today.

    The rest of it is checked afterwards (`check_spec`).
    """
    tree = modern(tree, "spec", report)
    _check(Mapping(tuple(entry for entry in tree.entries if entry.key.text in USING), tree.span), "uses", report)
    check_patches(tree, report)
    return tree


def check_part(tree: Mapping, report: Report) -> Mapping:
    """Check the shape of the file of a part, and return it in the words of today.

    What its parameters stand for is checked where it is used.
    """
    tree = modern(tree, "part", report)
    _check(tree, "part", report)
    for case in entries_of(tree.get("cases")):
        for changes in entries_of(case.value):
            if isinstance(changes.value, Mapping):
                check_patches(changes.value, report)
    return tree


def check_scenarios(tree: Mapping, report: Report) -> Mapping:
    """Check the shape of a file of scenarios, and return it in the words of today."""
    tree = modern(tree, "scenario", report)
    _check(tree, "scenario", report)
    return tree


def _check(tree: Mapping, name: str, report: Report) -> None:
    data = data_of(tree)
    if fits(data, name):
        return
    nulls = list(bare_nulls(tree))
    if not any(listed for _, _, listed in nulls):
        nulls = []  # nothing in the game has this name
    data = data_of(tree, null=bool(nulls))
    explain_schema_errors(tree, shape_of(name), list(errors_in(data, name)), report)
    wrong = {found.span for found in report.diagnostics}
    for node, path, _ in nulls:
        if node.span not in wrong:
            message, label = "`null` means nothing in YAML, and is taken for a name here", "a name in this game"
            report.add("W105", message, node.span, label=label, helps=('write `"null"`',), path=path)


# What is in a file, as schemas look at it: every value is a text until a schema says otherwise.
#
# `3` is an integer and `true` a boolean where such is expected; an empty text, or a `null` without quotes, is no text.

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
    "integer": lambda value: isinstance(value, str) and parse_integer(value) is not None,
    "boolean": lambda value: value in ("true", "false"),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
"""The types of schemas: what is of each."""


# Whether a file is as its schema says: most are, and this says so without jsonschema, which takes long to load.
#
# It knows the keywords that our schemas have, as jsonschema understands them (`errors_in`), but only yes and no.
# Where the answer is no, or a schema has another keyword, jsonschema is asked what is wrong, if anything.
# `tests/source/shape/test_fitting.py` holds the two together.

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


# jsonschema, set to files in which every value is a text until its schema says otherwise.
#
# jsonschema takes longer to import than most files take to check, so it is imported only where something is wrong. It
# looks only into what does not fit its definition (see above): in a large file with one mistake, at one place.


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
