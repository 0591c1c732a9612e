"""Tests find the modules that they share in the folders that the settings of pytest name."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHARED = [path for path in sorted((ROOT / "tests").rglob("*.py")) if not path.name.startswith(("test_", "conftest"))]


def test_folders() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"][
        "pythonpath"
    ]
    assert sorted(named) == sorted({path.parent.relative_to(ROOT).as_posix() for path in SHARED})


def test_shared_modules_have_unique_names() -> None:
    assert [name for name, many in Counter(path.name for path in SHARED).items() if many > 1] == []
