"""Every example in a docstring is true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import cardwright

PACKAGE = Path(cardwright.__file__).parent

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))


def name(path: Path) -> str:
    return ".".join(("cardwright", *path.relative_to(PACKAGE).with_suffix("").parts))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", MODULES, ids=name)
def test_examples(path: Path) -> None:
    """They may use the names of their module, and `load_game`."""
    if "editor" in path.parts:
        pytest.importorskip("pygls")
    found = doctest.testmod(import_module(name(path)), extraglobs={"load_game": cardwright.load_game})
    assert found.attempted and not found.failed
