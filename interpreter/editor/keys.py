"""What the schemas say of a key: its description, and which keys and words there are at a path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ..commands.selection import Kind
from ..language.merge.paths import bare
from ..language.shape.patch import segments
from ..language.shape.schema import schema_of

Schema = dict[str, Any]

SCHEMAS: dict[Kind, str] = {"spec": "spec", "variant": "variant", "part": "part", "scenarios": "scenario"}
"""The name of the schema of each kind of file."""

PATCHES = ("override", "add", "remove", "insert")
"""Keys below which there are paths of a spec."""


@cache
def _root(name: str) -> Schema:
    return schema_of(name)


def in_game(kind: Kind, keys: tuple[str, ...]) -> tuple[str, ...] | None:
    """The path of a game that keys of a file lead to; None if they lead to none, as in a scenario.

    >>> in_game("variant", ("override", "options.target.default"))
    ('options', 'target', 'default')
    """
    if keys and keys[0] in PATCHES and kind in ("variant", "spec"):
        return tuple(bare(name) for key in keys[1:] for name, _ in segments(key))
    if kind in ("spec", "part"):
        return tuple(bare(key) for key in keys)
    return None


def schemas_at(kind: Kind, keys: tuple[str, ...]) -> list[Schema]:
    """The schemas of what may stand at a path of a file, one for each kind of value."""
    name = SCHEMAS.get(kind)
    if name is None:
        return []
    if keys[1:] and keys[0] in PATCHES and kind in ("variant", "spec"):
        name, keys = "spec", in_game(kind, keys) or ()
    root = _root(name)
    here = [*_branches(root, root)]
    for key in keys:
        here = [branch for one in here for below in _below(one, key, root) for branch in _branches(below, root)]
    return here


def described(kind: Kind, keys: tuple[str, ...]) -> str:
    """What the schema says of the value at a path: its description, and an example."""
    found = schemas_at(kind, keys)
    about = next((one["description"] for one in found if "description" in one), "")
    title = next((one["title"] for one in found if "title" in one), "")
    example = next((one["examples"][0] for one in found if one.get("examples")), "")
    parts = [about or title, f"For example: `{example}`" if example else ""]
    return "\n\n".join(part for part in parts if part)


def keys_at(kind: Kind, keys: tuple[str, ...]) -> dict[str, str]:
    """The keys of the language at a path, each with its description."""
    name = SCHEMAS.get(kind, "spec")
    root = _root("spec" if keys[1:] and keys[0] in PATCHES else name)
    found: dict[str, str] = {}
    for one in schemas_at(kind, keys):
        for key, value in one.get("properties", {}).items():
            target = _resolved(value, root)
            found.setdefault(key, value.get("description") or target.get("description") or target.get("title", ""))
    return found


def words_at(kind: Kind, keys: tuple[str, ...]) -> list[str]:
    """The words that the language has at a path, if only a few are possible."""
    return [str(word) for one in schemas_at(kind, keys) for word in one.get("enum", ())]


def language_at(kind: Kind, keys: tuple[str, ...]) -> str:
    """What a text at a path is written in: `effect`, `expression`, or nothing of these."""
    found = schemas_at(kind, keys)
    return next((str(one["x-language"]) for one in found if "x-language" in one), "")


def _branches(schema: Schema, root: Schema) -> Iterator[Schema]:
    """A schema and what it refers to, one for each kind of value; what is said above counts for each."""
    whole: Schema = {**_resolved(schema, root), **{key: value for key, value in schema.items() if key != "$ref"}}
    above: Schema = {key: whole[key] for key in ("description", "title", "examples", "x-language") if key in whole}
    branches = [one for one in whole.get("anyOf", ()) if "type" in one or "$ref" in one]
    for branch in branches:
        for one in _branches(branch, root):
            yield {**one, **above}
    if not branches:
        yield whole


def _resolved(schema: Schema, root: Schema) -> Schema:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    found: Schema = root["$defs"][str(reference).rpartition("/")[2]]
    return found


def _below(schema: Schema, key: str, root: Schema) -> Iterator[Schema]:
    """What may stand below a key; of a list, below a key of an item."""
    if key in schema.get("properties", {}):
        yield schema["properties"][key]
    elif "items" in schema:
        for one in _branches(schema["items"], root):
            yield from _below(one, key, root)
    elif isinstance(schema.get("additionalProperties"), dict):
        yield schema["additionalProperties"]
    else:
        yield from list(schema.get("patternProperties", {}).values())[:1]
