"""What is left out of the playground is not needed there, and what is changed means the same."""

from __future__ import annotations

import dataclasses
import enum
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import attrs
import pytest
from lsprotocol import types as lsp

from playground import build, language_types
from tests.structure.test_package import ROOT

PROGRAM = "import sys; import cardwright.studio.session; print(*sorted(sys.modules))"

PARTS = {"attr", "lsprotocol", *(name.lower().removeprefix("py").replace("-", "_") for name in build.PACKAGES)}
"""What modules of the packages are called."""

HERE_ALONE = {"cython_runtime", "sitecustomize", "wasmtime"}
"""What compiled parts of packages bring along here, and the host."""


def test_a_session_imports_only_what_is_bundled() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded & set(build.STANDARD_LIBRARY_LEFT_OUT) == set()
    others = {name for name in loaded if not name.startswith("_")} - sys.stdlib_module_names
    assert others <= {"cardwright"} | PARTS | HERE_ALONE, others
    modules = {name.replace(".", "/") for name in done.stdout.split() if name.startswith("cardwright.")}
    assert not [name for name in modules if f"{name}.py".startswith(build.LEFT_OUT)]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The types of the language server protocol as they are in the playground."""
    made = ModuleType("reduced")
    monkeypatch.setitem(sys.modules, "reduced", made)
    source = Path(lsp.__file__).read_text(encoding="utf-8")
    exec(language_types.reduced(source, language_types.names_used(ROOT / "interpreter")), vars(made))
    return made


def test_types_of_the_language_server_protocol(types: ModuleType) -> None:
    """The fields of the types that are used, with their defaults, and the values of enumerations."""
    used = language_types.names_used(ROOT / "interpreter")
    assert len(used) > 40
    for name in used:
        real, own = getattr(lsp, name), getattr(types, name)
        if isinstance(real, type) and issubclass(real, enum.Enum):
            assert [(one.name, one.value) for one in own] == [(one.name, one.value) for one in real]
        elif isinstance(real, type):
            fields = [(one.name, one.default) for one in attrs.fields(real)]
            others = [(one.name, one.default) for one in dataclasses.fields(own)]
            same = {dataclasses.MISSING: attrs.NOTHING}
            assert fields == [(key, same.get(default, default)) for key, default in others], name


def test_places_in_texts_compare_as_those_of_the_protocol(types: ModuleType) -> None:
    for kind in (lsp, types):
        place, span = kind.Position, kind.Range
        assert place(1, 2) == place(1, 2) != place(1, 3)
        assert sorted([place(2, 0), place(1, 9)]) == [place(1, 9), place(2, 0)]
        assert span(place(0, 1), place(2, 3)) == span(place(0, 1), place(2, 3))
        assert span(end=place(2, 3), start=place(0, 1)).end.character == 3
