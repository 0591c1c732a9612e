"""`python -m tests.changed`: the quick tests beside what has changed since main, which `make check` runs at its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"


def changed() -> list[str]:
    """The files that differ from main, or on main itself from the commit before; also those that git does not know."""
    new = _git("ls-files", "--others", "--exclude-standard")
    for base in ("origin/main", "main", "HEAD^"):
        files = [*_git("diff", "--name-only", base), *new]
        if files:
            return files
    return []


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def beside(file: str) -> Iterator[Path]:
    """The tests of a file: itself, or the folder that is called like its own, or else the nearest one above that.

    >>> [path.relative_to(TESTS).as_posix() for path in beside("interpreter/language/typing/names/scope.py")]
    ['language/typing']
    """
    path = Path(file)
    match path.parts[0]:
        case "tests":
            test = ROOT / path
            yield test if test.name.startswith("test_") and test.exists() else test.parent
        case "interpreter":
            folder = TESTS.joinpath(*path.parts[1:-1])
            while not folder.is_dir():
                folder = folder.parent
            if folder != TESTS:
                yield folder
        case "specs" | "examples":
            yield TESTS / "test_scenarios.py"
        case "docs":
            yield TESTS / "manual"


def main() -> int:
    """Run them; the exit code of pytest."""
    found = {path for file in changed() for path in beside(file)} | {TESTS / "structure"}
    folders = sorted(str(one) for one in found if not found & set(one.parents))
    return int(pytest.main(["-n", "2", "--dist", "worksteal", "-m", "not thorough", *folders]))


if __name__ == "__main__":
    sys.exit(main())
