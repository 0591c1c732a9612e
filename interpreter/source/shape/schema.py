"""The schemas of `grammar/`, and a view of them for those who ask what may be at a path of a spec.

jsonschema checks files against the schemas (`validation.py`). Messages and the merging of variants need more than
its verdict: what a value is called, which keys there are, whether their order counts. That is a `Shape`. Where a
schema allows values of several kinds (a text, a mapping, a list), there is one branch for each kind.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.record import dataclass
from ..text.disk import shipped
from ..text.tree import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Kind = Literal["text", "mapping", "list"]

Language = Literal["effect", "expression", ""]
"""What a text is written in: the language of rules, or plain words."""

Json = dict[str, Any]


def kind_of(node: Node) -> Kind:
    """Which of the three kinds of values a node is."""
    return "text" if isinstance(node, Scalar) else "mapping" if isinstance(node, Mapping) else "list"


def kind_of_type(types: str | list[str]) -> Kind:
    """The kind of values that a `type` of a schema describes: numbers and booleans are texts in a file.

    >>> kind_of_type("object"), kind_of_type(["string", "integer"])
    ('mapping', 'text')
    """
    match types if isinstance(types, str) else types[0]:
        case "object":
            return "mapping"
        case "array":
            return "list"
        case _:
            return "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingShape:
    """The keys of a mapping.

    `fixed` are the keys of the language, `patterns` keys by their look (which `keys` describes in words), `rest` is
    for the author's own names: None where there are none. Keys that are `required` must be there; `ordered` means
    that their order counts, `signatures` that they are heads of functions or effects.
    """

    fixed: dict[str, Shape] = field(default_factory=dict)
    patterns: tuple[tuple[re.Pattern[str], Shape], ...] = ()
    rest: Shape | None = None
    required: tuple[str, ...] = ()
    keys: str = ""
    ordered: bool = False
    signatures: bool = False

    @property
    def by_language(self) -> bool:
        """Whether names of languages are among the keys."""
        return self.keys.startswith("a language")

    def value(self, key: str) -> Shape | None:
        """The shape of the value of a key, or None if there is no such key."""
        if key in self.fixed:
            return self.fixed[key]
        return next((shape for pattern, shape in self.patterns if pattern.search(key)), self.rest)


@dataclass(frozen=True, slots=True)
class ListShape:
    """The items of a list."""

    item: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What may be at one path of a file.

    `title` is what messages call it, with its article, `about` its description; `example` is one, or empty, `sample`
    also one of a single kind. `rules` is false for what is for people only; `language` says what a text is written in,
    and `words` which texts the language has here, if only a few are possible. Of `text`, `mapping` and `list`, those
    are set that are allowed; if none is, everything is.
    """

    title: str
    about: str
    example: str
    sample: str
    rules: bool
    language: Language
    words: tuple[str, ...]
    text: bool
    mapping: MappingShape | None
    list: ListShape | None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Which kinds of values are allowed."""
        allowed: tuple[tuple[Kind, object], ...] = (("text", self.text), ("mapping", self.mapping), ("list", self.list))
        return tuple(kind for kind, shape in allowed if shape) or ("text", "mapping", "list")


@cache
def schema_text(name: str) -> str:
    """The schema of `spec`, `variant`, `scenario` or `part` files, as JSON.

    `uses` is for what of a spec is read before all else, as what it brings in makes the rest complete.
    """
    if name == "uses":
        spec = json.loads(schema_text("spec"))
        return json.dumps(
            {
                "title": spec["title"],
                "type": "object",
                "properties": {key: spec["properties"][key] for key in USING},
                "$defs": spec["$defs"],
            }
        )
    text = (shipped("grammar") / f"{name}.schema.json").read_text(encoding="utf-8")
    return _complete(text) if name == "part" else text


USING = ("uses", "override", "add", "remove", "insert")
"""The keys of a spec by which it brings in parts, and changes what they bring."""

_ONLY_OF_SPECS = ("preset",)
_ELSEWHERE = "spec.schema.json#"


def _complete(text: str) -> str:
    """The schema of parts with all that it takes from the schema of specs."""
    part, spec = json.loads(text), json.loads(schema_text("spec"))
    for key, value in part["properties"].items():
        reference = value.get("$ref", "")
        if reference.startswith(f"{_ELSEWHERE}/properties/"):
            part["properties"][key] = spec["properties"][reference.rpartition("/")[2]]
    taken = {name: one for name, one in spec["$defs"].items() if name not in _ONLY_OF_SPECS}
    return json.dumps({**part, "$defs": {**taken, **part["$defs"]}}).replace(_ELSEWHERE, "#")


def schema_of(name: str) -> Json:
    """The schema by which files are checked; an editor sees a spec without what its parts bring, so its asks less."""
    root = json.loads(schema_text(name))
    return {**root, "required": root["x-required"]} if "x-required" in root else root


@cache
def shape_of(name: str) -> Shape:
    """The shape of a whole file: `spec`, `variant`, `scenario` or `part`.

    >>> shape_of("spec").mapping.fixed["zones"].mapping.rest.title
    'a zone'
    """
    root = schema_of(name)
    return _ShapeBuilder(root.get("$defs", {})).shape(root)


class _ShapeBuilder:
    """Builds shapes from a schema; a definition that is used in several places is built once."""

    def __init__(self, definitions: Json) -> None:
        self.definitions = definitions
        self.built: dict[str, Shape] = {}

    def shape(self, schema: Json) -> Shape:
        """The shape of a schema, or of a definition, which may have another title and description where it is used."""
        reference = schema.get("$ref")
        if reference is None:
            return self._build(schema)
        if reference not in self.built:
            self.built[reference] = self._build(self._resolved(schema))
        shape = self.built[reference]
        if not schema.keys() & {"title", "description", "examples"}:
            return shape
        title, about = schema.get("title", shape.title), schema.get("description", shape.about)
        return replace(shape, title=title, about=about, sample=_first(schema.get("examples")) or shape.sample)

    def _build(self, schema: Json) -> Shape:
        branches = [branch for branch in schema.get("anyOf", ()) if "type" in branch or "$ref" in branch] or [schema]
        resolved = [self._resolved(branch) for branch in branches]
        by_kind = {kind_of_type(branch["type"]): branch for branch in resolved if "type" in branch}
        mapping, items = by_kind.get("mapping"), by_kind.get("list")
        return Shape(
            title=schema.get("title", "a value"),
            about=schema.get("description", ""),
            example=_first(schema.get("examples")),
            sample=_first([text for one in (schema, *resolved) for text in one.get("examples", ())]),
            rules=schema.get("x-rules", True),
            language=schema.get("x-language", ""),
            words=tuple(str(word) for branch in resolved for word in branch.get("enum", ())),
            text="text" in by_kind,
            mapping=self._mapping(mapping) if mapping else None,
            list=ListShape(self.shape(items["items"])) if items else None,
        )

    def _resolved(self, schema: Json) -> Json:
        reference = schema.get("$ref")
        return schema if reference is None else self.definitions[reference.removeprefix("#/$defs/")]

    def _mapping(self, schema: Json) -> MappingShape:
        rest = schema.get("additionalProperties", {})
        patterns = schema.get("patternProperties", {})
        return MappingShape(
            fixed={key: self.shape(value) for key, value in schema.get("properties", {}).items()},
            patterns=tuple((re.compile(look), self.shape(value)) for look, value in patterns.items()),
            rest=None if rest is False else self.shape(rest),
            required=tuple(schema.get("required", ())),
            keys=schema.get("x-keys", ""),
            ordered=schema.get("x-ordered", False),
            signatures=schema.get("x-signatures", False),
        )


def _first(examples: Iterable[object] | None) -> str:
    return str(next(iter(examples or ()), ""))


def shape_at(names: tuple[str, ...]) -> Shape | None:
    """What may be at a path of a spec, or None if there is no such path; the names of items in lists count too.

    >>> shape_at(("options", "target", "default")).title
    'a value by number of players'
    """
    shape: Shape | None = shape_of("spec")
    for name in names:
        if shape is None:
            return None
        if shape.mapping:
            shape = shape.mapping.value(name)
        elif shape.list:
            shape = shape.list.item
        else:
            return None
    return shape


# Where a file fails its schema: the errors of jsonschema by the value that they are about, in the order of the file.
#
# jsonschema says which keyword of the schema a value at a path fails. From that alone, and never from its messages,
# comes what our messages need: the node with its position, the key that it belongs to, what the schema calls it.

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
