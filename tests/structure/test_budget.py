"""The lines of code are counted as they say, and the package has no more of them than its ceiling allows."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _budget() -> Any:
    spec = importlib.util.spec_from_file_location("budget", ROOT / ".ci" / "budget.py")
    assert spec is not None and spec.loader is not None
    budget = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(budget)
    return budget


BUDGET = _budget()

TREE = {
    "interpreter/__init__.py": b'"""A package."""\n',
    "interpreter/play/game/state.py": b'"""Docs\n\nof several lines."""\n\n# why\nx = (\n    1,\n)\n',
    "interpreter/play/game/move.py": b'def f() -> None:\n    """Docs."""\n\n    return None  # so\n',
    "interpreter/table/page/table.css": b"a {\n\n  top: 0;\n}\n",
    "interpreter/studies/table/rows.py": b'TEXT = """one\n\nthree"""\n',
    "interpreter/studies/notes.txt": b"no code\n",
    "tests/play/test_state.py": b"assert True\n",
    "tests/play/game.yaml": b"spec: 1\n",
}


def test_examples() -> None:
    found = doctest.testmod(BUDGET)
    assert found.attempted and not found.failed


def test_a_tree_is_counted_by_rooms() -> None:
    """A room of its own where a wing is divided; of the tests only what is Python, as one."""
    assert BUDGET.sizes(TREE.items()) == {
        ".": (1, 0, 0, 0),
        "play/game": (2, 5, 15, 0),
        "table/page": (0, 0, 0, 3),
        "studies": (1, 3, 3, 0),
        "tests": (1, 1, 2, 0),
    }


def test_the_table_says_what_has_changed() -> None:
    now = BUDGET.sizes(TREE.items())
    before = BUDGET.sizes((path, content) for path, content in TREE.items() if "state" not in path)
    rows = {row.split()[0]: row.split()[1:] for row in BUDGET.table(now, before).splitlines()[1:]}
    assert rows["play/game"] == ["2", "(+1)", "5", "(+3)", "15", "(+6)", "0"]
    assert rows["table/page"] == ["0", "0", "0", "3"]
    assert rows["all"] == ["4", "(+1)", "8", "(+3)", "18", "(+6)", "3"]
    assert rows["tests"] == ["1", "(+1)", "1", "(+1)", "2", "(+2)", "0"]
    alone = BUDGET.table(now, {}).splitlines()
    assert len(alone) == len(rows) + 1 and "(" not in "".join(alone)


@pytest.mark.parametrize(("ceiling", "code"), [(8, 0), (7, 1)])
def test_above_the_ceiling_it_fails(
    ceiling: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The eight lines of the tree without its tests; outside a repository nothing is compared."""
    for path, content in TREE.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    (tmp_path / "ceiling").write_text(f"{ceiling}\n")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setattr(BUDGET, "ROOT", tmp_path)
    monkeypatch.setattr(BUDGET, "CEILING", tmp_path / "ceiling")
    assert BUDGET.main([]) == code
    assert f"8 lines of code; the ceiling is {ceiling}\n" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        BUDGET.main(["--against", "nowhere"])
    assert "there is no commit 'nowhere'" in capsys.readouterr().err


@pytest.mark.thorough
def test_the_package_is_below_its_ceiling() -> None:
    """`make check` counts by itself; this is for whoever runs all tests."""
    ceiling = int((ROOT / ".ci" / "ceiling").read_text().split()[0])
    assert BUDGET.code(BUDGET.sizes(one for one in BUDGET.here() if one[0].startswith("interpreter/"))) <= ceiling
