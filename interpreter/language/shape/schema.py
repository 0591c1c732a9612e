"""What a file may hold, as it stands in the schemas of `grammar/`: keys, kinds of values, words, numbers.

A schema is JSON Schema of a simple sort, which editors understand too: whatever may stand in a place
is settled by its kind (a text, a mapping or a list), never by trying. `Shape` is one place of a
schema, made ready for checking; a shape without any of the three kinds takes everything.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

TEXT, MAPPING, LIST = "text", "mapping", "list"

_KINDS = {"object": MAPPING, "array": LIST}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TextShape:
    """A single text. `words` are the only ones possible, if any; `number`, `truth`, `pattern` say what it must be."""

    words: tuple[str, ...] = ()
    number: bool = False
    truth: bool = False
    pattern: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class MappingShape:
    """Keys and values. `fixed` are the keys of the language; `rest` is for names of the author's, None where there
    are none.

    `required` must be there; of `one_of` exactly one, of `some_of` at least one; a key of `needs` only together with
    the others. `patterns` are keys by their look, which `keys` describes. `only` is the one number of keys, or 0.
    """

    fixed: dict[str, Shape] = field(default_factory=dict)
    patterns: tuple[tuple[re.Pattern[str], Shape], ...] = ()
    rest: Shape | None = None
    required: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    some_of: tuple[str, ...] = ()
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    keys: str = ""
    least: int = 0
    most: int | None = None
    ordered: bool = False
    signatures: bool = False

    def value(self, key: str) -> Shape | None:
        """What stands below a key, or None if the key may not stand here."""
        if key in self.fixed:
            return self.fixed[key]
        return next((shape for pattern, shape in self.patterns if pattern.search(key)), self.rest)


@dataclass(frozen=True, slots=True)
class ListShape:
    """The items of a list, and how many there may be."""

    item: Shape
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand in one place.

    `title` names it with its article, `example` is one; `rules` is false for what is only told.
    """

    title: str = "a value"
    example: str = ""
    rules: bool = True
    text: TextShape | None = None
    mapping: MappingShape | None = None
    list: ListShape | None = None

    @property
    def anything(self) -> bool:
        """Whether everything may stand here."""
        return not (self.text or self.mapping or self.list)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Which kinds of values may stand here."""
        found = ((TEXT, self.text), (MAPPING, self.mapping), (LIST, self.list))
        return tuple(kind for kind, shape in found if shape or self.anything)


def folder() -> Path:
    """The folder with the schemas: inside the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "grammar"
    return inside if (inside / "spec.schema.json").is_file() else package.parent / "grammar"


@cache
def shape_of(name: str) -> Shape:
    """The shape of a whole file: `spec`, `variant` or `scenario`.

    >>> shape_of("spec").mapping.fixed["zones"].mapping.rest.title
    'a zone'
    """
    root = json.loads((folder() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return _Making(root.get("$defs", {})).shape(root)


class _Making:
    """Makes shapes from a schema; a part that is used in several places is made once."""

    def __init__(self, parts: Json) -> None:
        self.parts = parts
        self.made: dict[str, Shape] = {}

    def shape(self, schema: Json) -> Shape:
        """The shape of a schema, or of a part with a title or an example of its own."""
        reference = schema.get("$ref")
        if reference is None:
            return self._fresh(schema)
        if "title" in schema:
            return self._fresh({**self.parts[_name(reference)], "title": schema["title"]})
        if reference not in self.made:
            self.made[reference] = self._fresh(self.parts[_name(reference)])
        return self.made[reference]

    def _fresh(self, schema: Json) -> Shape:
        branches = [b for b in schema.get("anyOf", ()) if "type" in b or "$ref" in b]
        shapes: dict[str, TextShape | MappingShape | ListShape] = {}
        for branch in branches or [schema]:
            whole = self.parts[_name(branch["$ref"])] if "$ref" in branch else branch
            shapes |= self._by_kind(whole)
        return Shape(
            title=schema.get("title", "a value"),
            example=next(iter(schema.get("examples", ())), ""),
            rules=schema.get("x-rules", True),
            **{"text": None, "mapping": None, "list": None, **shapes},  # type: ignore[arg-type]
        )

    def _by_kind(self, schema: Json) -> dict[str, TextShape | MappingShape | ListShape]:
        types = schema.get("type", [])
        names = [types] if isinstance(types, str) else types
        if not names:
            return {}
        match _KINDS.get(names[0], TEXT):
            case "mapping":
                return {MAPPING: self._mapping(schema)}
            case "list":
                return {LIST: self._list(schema)}
            case _:
                return {TEXT: _text(schema, names)}

    def _mapping(self, schema: Json) -> MappingShape:
        rest = schema.get("additionalProperties", {})
        patterns = schema.get("patternProperties", {})
        return MappingShape(
            fixed={key: self.shape(value) for key, value in schema.get("properties", {}).items()},
            patterns=tuple((re.compile(look), self.shape(value)) for look, value in patterns.items()),
            rest=None if rest is False else self.shape(rest),
            required=tuple(schema.get("required", ())),
            one_of=_each_required(schema.get("oneOf", ())),
            some_of=_each_required(schema.get("anyOf", ())),
            needs={key: tuple(others) for key, others in schema.get("dependentRequired", {}).items()},
            keys=schema.get("x-keys", ""),
            least=schema.get("minProperties", 0),
            most=schema.get("maxProperties"),
            ordered=schema.get("x-ordered", False),
            signatures=schema.get("x-signatures", False),
        )

    def _list(self, schema: Json) -> ListShape:
        return ListShape(self.shape(schema["items"]), schema.get("minItems", 0), schema.get("maxItems"))


def _text(schema: Json, names: list[str]) -> TextShape:
    look = schema.get("pattern")
    return TextShape(
        words=tuple(str(word) for word in schema.get("enum", ())),
        number=names == ["integer"],
        truth=names == ["boolean"],
        pattern=re.compile(look) if look else None,
    )


def _each_required(branches: list[Json]) -> tuple[str, ...]:
    return tuple(key for branch in branches for key in branch.get("required", ()) if "type" not in branch)


def _name(reference: str) -> str:
    return reference.removeprefix("#/$defs/")


def shape_at(names: tuple[str, ...]) -> Shape | None:
    """What may stand at a path of a spec, or None where nothing can; inside a list that is an item.

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
