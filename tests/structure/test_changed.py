"""`make check` runs the tests beside what has changed, and never all of them."""

from __future__ import annotations

import doctest
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import changed
from tests.changed import TESTS, beside


def test_examples() -> None:
    found = doctest.testmod(changed)
    assert found.attempted and not found.failed


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("tests/structure/test_changed.py", ["structure/test_changed.py"]),
        ("tests/structure/test_removed.py", ["structure"]),
        ("tests/engines/program/small_games.py", ["engines/program"]),
        ("tests/laws/specs/deal.yaml", ["laws"]),
        ("tests/removed/deep/help.py", []),
        ("tests/conftest.py", []),
        ("interpreter/language/typing/check.py", ["language/typing"]),
        ("interpreter/commands/removed/one.py", ["commands"]),
        ("interpreter/py.typed", []),
        ("interpreter/language/builtins/row.py", ["language/builtins", "compiler/test_row_facts.py"]),
        ("grammar/spec.schema.json", ["source/shape", "language/spec", "language/syntax"]),
        ("specs/mille-bornes/game.yaml", ["test_scenarios.py"]),
        ("README.md", []),
    ],
)
def test_beside(file: str, tests: list[str]) -> None:
    assert [path.relative_to(TESTS).as_posix() for path in beside(file)] == tests


def test_every_folder_of_others_has_its_tests() -> None:
    for folder, tests in (*changed.OTHERS.items(), *((folder, (test,)) for folder, test in changed.FURTHER.items())):
        assert (changed.ROOT / folder).is_dir() and all((TESTS / one).exists() for one in tests)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is new, committed or not, and not what others have brought to main since the work left it."""
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))

    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(("git", *who, *words), cwd=tmp_path, check=True, capture_output=True)

    def commit(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", "--all")
        git("commit", "--message", name)

    (tmp_path / "new").write_text("alone")
    assert changed.changed() == []
    git("init", "--initial-branch", "main")
    assert changed.changed() == ["new"]
    commit("first")
    commit("second")
    assert changed.changed() == ["second"], "on main it is the last commit"
    git("checkout", "-b", "work")
    commit("mine")
    git("checkout", "main")
    commit("theirs")
    git("checkout", "work")
    assert changed.changed() == ["mine"]
    (tmp_path / "first").rename(tmp_path / "carte à jouer")
    assert changed.changed() == ["first", "mine", "carte à jouer"]
