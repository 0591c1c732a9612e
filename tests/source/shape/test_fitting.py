"""What `fits` says of a file is what jsonschema says: of files as they are, and with something else in one place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from cardwright.diagnostics.diagnostic import Report
from cardwright.source.shape.schema import schema_of
from cardwright.source.shape.validation import Data, data_of, errors_in, fits, validator
from cardwright.source.text.files import load

TESTS = Path(__file__).resolve().parents[2]
SPECS = TESTS.parent / "specs"
FILES = {
    "spec": [SPECS / "neko-racing" / "game.yaml", *sorted((TESTS / "laws" / "specs").glob("*.yaml"))[:5]],
    "variant": sorted((SPECS / "mille-bornes" / "variants").glob("*.yaml"))[:3],
    "scenario": sorted((SPECS / "mille-bornes" / "scenarios").glob("*.yaml"))[:2],
    "part": sorted((SPECS / "parts").glob("*.yaml"))[:3],
}
OTHERS: tuple[Data, ...] = ("", "3", "-1", "true", "2..4", "a b", [], ["a"], ["1", "2", "3"], {}, {"by": "a"})
CORPUS = Path(__file__).parent / "corpus"
CHANGES = 12
"""How many things are tried in each file."""


def data_in(path: Path) -> Data:
    tree = load(str(path), Report())
    assert tree is not None
    return data_of(tree)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Each list and mapping within data, with each of its keys."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield data, key
        yield from places(value)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", FILES)
def test_with_something_else_in_one_place(name: str) -> None:
    chance, agreed = Random(7), set()
    for path in FILES[name]:
        data = data_in(path)
        if isinstance(data, dict) and data.get("spec") == "1":
            continue  # its definition is that of version 2, in which it is read
        assert fits(data, name) and not [*errors_in(data, name)]
        for _ in range(CHANGES):
            owner, key = chance.choice([*places(data)])
            before = owner[key]
            owner[key] = chance.choice(OTHERS)
            agreed.add(verdict(data, name))
            owner[key] = before
            if isinstance(owner, dict):
                del owner[key]
                agreed.add(verdict(data, name))
                owner[key] = before
    assert agreed == {True, False}


@pytest.mark.parametrize("name", [*FILES, "uses"])
def test_files_with_mistakes(name: str) -> None:
    verdicts = [verdict(data_in(path), name) for path in sorted(CORPUS.glob("*.yaml"))]
    assert not all(verdicts)


def test_a_step_for_two() -> None:
    """The only keyword that nothing above asks: a step has one key."""
    step: dict[str, Data] = {"p1": "go"}
    data: Data = {"game": "race", "scenarios": {"Two go": {"moves": [step]}}}
    assert verdict(data, "scenario")
    step["p2"] = "go"
    assert not verdict(data, "scenario")


def verdict(data: Data, name: str) -> bool:
    """What both say; and what is looked into has the mistakes that the whole has."""
    said, found = fits(data, name), [*everywhere(name).iter_errors(data)]
    assert said == (not found), f"{name}: {data}"
    assert [told(one) for one in errors_in(data, name)] == [told(one) for one in found]
    return said


@cache
def everywhere(name: str) -> Any:
    """jsonschema as we use it, but looking into all values."""
    deep = extend(type(validator(name)), {"$ref": Draft202012Validator.VALIDATORS["$ref"]})  # type: ignore[no-untyped-call]
    return deep(schema_of(name))


def told(error: ValidationError) -> tuple[object, ...]:
    return error.message, tuple(error.absolute_path), error.validator, tuple(map(told, error.context or ()))
