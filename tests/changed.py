"""`python -m tests.changed`: the quick tests beside what has changed since main, which `make check` runs at its end.

What touches everything, as `tests/conftest.py` does, has no tests beside it: it is for `make test`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"

OTHERS = {
    "docs": ("manual", "compatibility/test_ledger.py"),
    "editors": ("editor",),
    "examples": ("test_scenarios.py",),
    "grammar": ("source/shape", "language/spec", "language/syntax"),
    "playground": ("playground",),
    "specs": ("test_scenarios.py",),
}
"""The tests of the folders that are neither of the package nor of its tests."""

FURTHER = {"interpreter/language/builtins/": "compiler/test_row_facts.py"}
"""Tests of what stands in a folder that lie elsewhere."""


def changed() -> list[str]:
    """The files that are not as they were where the work left main, or on main itself in the commit before; also those
    that git does not know. What others have brought to main since then is none of them.
    """
    new = _git("ls-files", "-z", "--others", "--exclude-standard")
    forks = [fork for main in ("origin/main", "main") for fork in _git("merge-base", "HEAD", main)]
    for base in (*forks, "HEAD^"):
        files = [*_git("diff", "-z", "--name-only", "--no-renames", base), *new]
        if files:
            return files
    return []


def _git(*words: str) -> list[str]:
    """The lines that git says, or what stands between its zeros; nothing if it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    said = done.stdout if done.returncode == 0 else ""
    return [one for one in said.replace("\n", "\0").split("\0") if one]


def beside(file: str) -> Iterator[Path]:
    """The tests of a file: itself, or those of its folder, or else of the nearest one above that has any; none where
    that would be all of them.

    >>> [path.relative_to(TESTS).as_posix() for path in beside("interpreter/language/typing/names/scope.py")]
    ['language/typing']
    """
    top, *inside = Path(file).parts
    match top:
        case "tests":
            test = ROOT / file
            yield from (test,) if test.name.startswith("test_") and test.is_file() else _nearest(test.parent)
        case "interpreter":
            yield from _nearest(TESTS.joinpath(*inside[:-1]))
            yield from (TESTS / test for folder, test in FURTHER.items() if file.startswith(folder))
        case _:
            yield from (TESTS / name for name in OTHERS.get(top, ()))


def _nearest(folder: Path) -> Iterator[Path]:
    while folder != TESTS and next(folder.rglob("test_*.py"), None) is None:
        folder = folder.parent
    if folder != TESTS:
        yield folder


def main() -> int:
    """Run them; the exit code of pytest."""
    found = {path for file in changed() for path in beside(file)} | {TESTS / "structure"}
    folders = sorted(str(one) for one in found if not found & set(one.parents))
    return int(pytest.main(["-n", "2", "--dist", "worksteal", "-m", "not thorough", *folders]))


if __name__ == "__main__":
    sys.exit(main())
