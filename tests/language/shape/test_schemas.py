"""The schemas are JSON Schema, settle everything by the kind of a value, and are what the checker goes by."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.language.merge.catalogue import find_games, specs_folder
from cardwright.language.shape.check import check_scenarios, check_spec
from cardwright.language.shape.schema import folder, shape_at
from cardwright.language.text.load import load
from cardwright.language.text.tree import Mapping, Node, Scalar

NAMES = ("spec", "variant", "scenario")
KINDS = {"object": "mapping", "array": "list"}


def schema(name: str) -> Any:
    return json.loads((folder() / f"{name}.schema.json").read_text(encoding="utf-8"))


def parts(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from parts(child)


def as_editors_see_it(node: Node) -> Any:
    """The data an editor makes of a file: numbers and truths are no texts there."""
    if isinstance(node, Scalar):
        plain = {"true": True, "false": False}.get(node.text, node.text) if node.style == "plain" else node.text
        digits = node.style == "plain" and node.text.lstrip("-").isdigit()
        return int(node.text) if digits else plain
    if isinstance(node, Mapping):
        return {key: as_editors_see_it(value) for key, value in node}
    return [as_editors_see_it(item) for item in node.items]


@pytest.mark.parametrize("name", NAMES)
def test_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_branches_differ_in_kind(name: str) -> None:
    root = schema(name)
    for part in parts(root):
        branches = [b for b in part.get("anyOf", ()) if isinstance(b, dict) and ("type" in b or "$ref" in b)]
        kinds = []
        for branch in branches:
            whole = root["$defs"][branch["$ref"].removeprefix("#/$defs/")] if "$ref" in branch else branch
            types = whole["type"] if isinstance(whole["type"], list) else [whole["type"]]
            found = {KINDS.get(one, "text") for one in types}
            assert len(found) == 1
            kinds += found
        assert len(kinds) == len(set(kinds)), branches


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere(name: str) -> None:
    root = schema(name)
    used = {part["$ref"].removeprefix("#/$defs/") for part in parts(root) if isinstance(part.get("$ref"), str)}
    assert used == set(root.get("$defs", {}))


@pytest.mark.parametrize("game", [game.path for game in find_games().games])
def test_games_pass_here_and_in_an_editor(game: str) -> None:
    report = Report()
    tree = load(game, report)
    assert tree is not None
    check_spec(tree, report)
    assert render(report) == ""
    jsonschema.Draft202012Validator(schema("spec")).validate(as_editors_see_it(tree))


@pytest.mark.parametrize("path", sorted(specs_folder().glob("*/scenarios/*.yaml")), ids=lambda path: path.stem)
def test_scenarios_pass(path: Path) -> None:
    report = Report()
    tree = load(path, report)
    assert tree is not None
    check_scenarios(tree, report)
    assert render(report) == ""


def test_a_long_spec_takes_no_time() -> None:
    tree = load(specs_folder() / "mille-bornes" / "game.yaml", Report())
    assert tree is not None
    check_spec(tree, Report())
    start = time.process_time()
    check_spec(tree, Report())
    assert time.process_time() - start < 0.06


def test_jsonschema_is_never_needed() -> None:
    code = "import cardwright.language.merge.assemble, sys; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_place_of_a_spec() -> None:
    assert shape_at(("phases", "play", "offer", "go")) is not None
    assert shape_at(("phases", "play", "ofer")) is None
