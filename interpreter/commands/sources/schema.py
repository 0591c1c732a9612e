"""`cardwright schema`: the JSON Schema of a kind of file, for editors that know nothing else of the language."""

from __future__ import annotations

import json
from typing import Literal, get_args

import click

from ...source.shape.schema import Json, schema_text
from ..outcome import FINE

Kind = Literal["spec", "variant", "part", "scenario"]


@click.command("schema", epilog="Example: cardwright schema spec > spec.schema.json")
@click.argument("kind", type=click.Choice(get_args(Kind)))
def command(kind: Kind) -> int:
    """Print the JSON Schema of specs, variants, parts or scenarios.

    It stands alone: it refers to no other file, and describes every key.
    """
    click.echo(json.dumps(published(kind), indent=2, ensure_ascii=False))
    return FINE


def published(kind: Kind) -> Json:
    """A schema as editors need it: each key has a description, if need be what messages call its value."""
    root: Json = json.loads(schema_text(kind))
    _describe(root, root.get("$defs", {}))
    return root


def _describe(schema: object, definitions: Json) -> None:
    if isinstance(schema, list):
        for one in schema:
            _describe(one, definitions)
    if not isinstance(schema, dict):
        return
    for value in schema.get("properties", {}).values():
        if "description" not in value:
            value["description"] = _about(value, definitions)
    for value in schema.values():
        _describe(value, definitions)


def _about(value: Json, definitions: Json) -> str:
    """A sentence about a value, from what it refers to."""
    target = definitions.get(str(value.get("$ref", "")).rpartition("/")[2], {})
    title = str(value.get("title") or target.get("description") or target.get("title") or "a value")
    return title if title.endswith(".") else f"{title[:1].upper()}{title[1:]}."
