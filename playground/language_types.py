"""The types of `lsprotocol` that this package uses, as classes that are cheap to define.

Its module defines some 600 classes with `attrs`, which takes a browser longer than to start Python. Of its source those
classes are kept that the editor and the studio name, as records of `cardwright.diagnostics.record`: fields, defaults,
order and comparison are the same, but nothing is validated.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

HEAD = """\
from __future__ import annotations
import enum, functools
from dataclasses import field
from typing import *
from cardwright.diagnostics.record import dataclass
"""


def names_used(package: Path) -> set[str]:
    """The names of types that the editor and the studio use."""
    files = [*(package / "editor").glob("*.py"), *(package / "studio").glob("*.py")]
    return {name for file in files for name in re.findall(r"\blsp\.([A-Z]\w*)", file.read_text(encoding="utf-8"))}


def reduced(source: str, used: set[str]) -> str:
    """The source of a module with the classes of these names."""
    kept = [_record(one) for one in ast.parse(source).body if _names(one) & used]
    return HEAD + "\n".join(ast.unparse(one) for one in kept) + "\n"


def _names(one: ast.stmt) -> set[str]:
    match one:
        case ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]):
            return {name}
    return set()


def _record(one: ast.stmt) -> ast.stmt:
    """A class of `attrs` as a record; anything else as it is."""
    if isinstance(one, ast.ClassDef):
        one.decorator_list = [
            ast.Name("dataclass") if ast.unparse(decorator) == "attrs.define" else decorator
            for decorator in one.decorator_list
        ]
        one.body = [_field(each) for each in one.body]
    return one


def _field(one: ast.stmt) -> ast.stmt:
    if isinstance(one, ast.AnnAssign) and isinstance(one.value, ast.Call):
        assert ast.unparse(one.value.func) == "attrs.field", ast.unparse(one)
        given = {key.arg: key.value for key in one.value.keywords}
        assert given.keys() <= {"default", "validator"}, ast.unparse(one)
        one.value = given.get("default")
    return one
