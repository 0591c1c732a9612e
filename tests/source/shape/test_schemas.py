"""The schemas are JSON Schema, settle everything by the kind of a value, and say the same here and in an editor."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.source.merge.catalogue import shipped_folders
from cardwright.source.merge.parts import uses_parts
from cardwright.source.shape.schema import kind_of_type, schema_text, shape_at
from cardwright.source.shape.validation import check_part, check_scenarios, check_spec, check_uses, check_variant
from cardwright.source.text.files import load
from cardwright.source.text.tree import Mapping

NAMES = ("spec", "variant", "scenario", "part")


def check_game(tree: Mapping, report: Report) -> None:
    """Check a spec as far as that is possible before its parts are brought in."""
    (check_uses if uses_parts(tree) else check_spec)(tree, report)


CHECKS = {"spec": check_game, "variant": check_variant, "scenario": check_scenarios, "part": check_part}

KEYWORDS = {
    *("$ref", "additionalProperties", "anyOf", "dependentRequired", "enum", "items", "maxItems", "maxProperties"),
    *("minItems", "minProperties", "oneOf", "pattern", "patternProperties", "properties", "required", "type"),
}
"""The keywords that can fail, for each of which `explain.py` and `places.py` know what to say."""

REMARKS = {
    *("$comment", "$defs", "$id", "$schema", "description", "examples", "title"),
    *("x-empty", "x-keys", "x-language", "x-ordered", "x-required", "x-rules", "x-signatures"),
}
"""The keywords that describe and never fail."""

FOLDERS = {"variants": "variant", "scenarios": "scenario", "parts": "part"}
FILES = [
    (FOLDERS.get(path.parent.name, "spec"), path)
    for folder in shipped_folders()
    for path in sorted(folder.rglob("*.yaml"))
    if path.parent.name in FOLDERS or path.name == "game.yaml"
]
"""All shipped files that have a schema, each with its name."""


def schema(name: str) -> Any:
    return json.loads(schema_text(name))


def parts(part: Any) -> Iterator[dict[str, Any]]:
    """A schema with all that it consists of."""
    yield part
    for keyword in ("$defs", "properties", "patternProperties"):
        for below in part.get(keyword, {}).values():
            yield from parts(below)
    for below in (part.get("items"), part.get("additionalProperties"), *part.get("anyOf", ()), *part.get("oneOf", ())):
        if isinstance(below, dict):
            yield from parts(below)


def in_an_editor(value: Any) -> Any:
    """Data of YAML as editors check it: JSON has no keys but texts, so `2:` is the key "2"."""
    if isinstance(value, dict):
        return {str(key): in_an_editor(below) for key, below in value.items()}
    return [in_an_editor(item) for item in value] if isinstance(value, list) else value


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES)
def test_is_a_schema(name: str) -> None:
    assert schema(name)["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_all_that_can_fail_can_be_explained(name: str) -> None:
    assert {keyword for part in parts(schema(name)) for keyword in part} <= KEYWORDS | REMARKS


@pytest.mark.parametrize("name", NAMES)
def test_branches_differ_in_kind(name: str) -> None:
    root = schema(name)
    for part in parts(root):
        branches = [b for b in part.get("anyOf", ()) if "type" in b or "$ref" in b]
        assert not branches or "type" not in part
        kinds: list[str] = []
        for branch in branches:
            whole = root["$defs"][branch["$ref"].removeprefix("#/$defs/")] if "$ref" in branch else branch
            types = whole["type"] if isinstance(whole["type"], list) else [whole["type"]]
            found = {kind_of_type(one) for one in types}
            assert len(found) == 1
            kinds += found
        assert len(kinds) == len(set(kinds)), branches


@pytest.mark.parametrize("name", NAMES)
def test_alternatives_without_kinds_are_single_keys(name: str) -> None:
    for part in parts(schema(name)):
        groups = [*part.get("oneOf", ()), *(part.get("anyOf", ()) if "type" in part else ())]
        assert all(list(branch) == ["required"] and len(branch["required"]) == 1 for branch in groups)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_with_fractions_may_be_texts(name: str) -> None:
    """`1/3` is a number here but a text for JSON: where fractions may be, so may texts."""
    types = [part["type"] for part in parts(schema(name)) if "number" in part.get("type", ())]
    assert all("string" in one for one in types)


@pytest.mark.parametrize("name", NAMES)
def test_no_key_of_the_language_has_the_look_of_another(name: str) -> None:
    """JSON Schema would check its value twice, by the key and by the pattern."""
    for part in parts(schema(name)):
        for look in part.get("patternProperties", {}):
            bare = Draft202012Validator({"pattern": look})
            assert not any(bare.is_valid(key) for key in part.get("properties", {}))


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere(name: str) -> None:
    root = schema(name)
    used = {part["$ref"].removeprefix("#/$defs/") for part in parts(root) if "$ref" in part}
    assert used == set(root.get("$defs", {}))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda value: getattr(value, "stem", None))
def test_shipped_files_are_right_here(name: str, path: Path) -> None:
    report = Report()
    tree = load(path, report)
    assert tree is not None
    CHECKS[name](tree, report)
    assert render(report) == ""


@pytest.mark.sampled(18)
@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda value: getattr(value, "stem", None))
def test_shipped_files_are_right_in_an_editor(name: str, path: Path) -> None:
    """With a plain reader of YAML, the standard validator, and nothing of ours."""
    data = in_an_editor(yaml.safe_load(path.read_text(encoding="utf-8")))
    assert [error.message for error in Draft202012Validator(schema(name)).iter_errors(data)] == []


def test_a_long_spec_takes_no_time() -> None:
    tree = load(shipped_folders()[0] / "mille-bornes" / "game.yaml", Report())
    assert tree is not None
    check_spec(tree, Report())
    start = time.process_time()
    check_spec(tree, Report())
    assert time.process_time() - start < 0.06


def test_jsonschema_is_not_imported_before_something_is_checked() -> None:
    code = "import cardwright.source.merge.assembly, sys; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_path_of_a_spec() -> None:
    assert shape_at(("phases", "play", "offer", "go")) is not None
    assert shape_at(("phases", "play", "ofer")) is None
