"""Counts the lines of code of the package, and fails above the ceiling that `.ci/ceiling` names.

    python .ci/budget.py [--against REVISION]

A line counts if it holds a token; comments, docstrings and blank lines do not. Of what is not Python (JavaScript,
styles, templates, phrases, examples) each line counts that is not blank. The tests stand apart: they have no ceiling.
The ceiling falls with each issue; it rises only by what an issue allows, in a commit that says so.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import tarfile
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CEILING = ROOT / ".ci" / "ceiling"
PACKAGE, TESTS = "interpreter", "tests"
DIVIDED = ("source", "language", "engines", "play", "table")
"""The wings whose rooms are counted one by one."""

DATA = (".js", ".ts", ".css", ".html", ".yaml", ".ftl", ".po", ".json")
BLANK = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip
WIDTHS = (12, 18, 20, 16)
DESCRIBED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Size(NamedTuple):
    """How much of each there is."""

    files: int = 0
    code: int = 0
    tokens: int = 0
    data: int = 0


@cache
def size(text: str) -> Size:
    """The size of a Python file. (Most files are as they were: each text is looked at once.)

    >>> size('''"Docs."\\n\\nx = (1,\\n     2)  # why\\n# so\\n''')
    Size(files=1, code=2, tokens=7, data=0)
    """
    described = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, DESCRIBED) and ast.get_docstring(node, clean=False) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    kinds = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in BLANK]
    tokens = [token for token in kinds if token.start[0] not in described]
    return Size(1, len({line for one in tokens for line in range(one.start[0], one.end[0] + 1)}), len(tokens))


def room(path: str) -> str:
    """What a file is counted under: its wing, or its room where the wing is divided."""
    names = path.split("/")[1:-1]
    return "/".join(names[: 2 if names and names[0] in DIVIDED else 1]) or "."


def sizes(files: Iterable[tuple[str, bytes]]) -> dict[str, Size]:
    """The size of each room, and of the tests as one."""
    found: dict[str, Size] = {}
    for path, content in files:
        name, suffix = TESTS if path.startswith(f"{TESTS}/") else room(path), PurePosixPath(path).suffix
        if suffix == ".py":
            one = size(content.decode("utf-8"))
        elif suffix in DATA and name != TESTS:
            one = Size(data=sum(not line.isspace() for line in content.decode("utf-8").splitlines(keepends=True)))
        else:
            continue
        found[name] = Size(*(a + b for a, b in zip(found.get(name, Size()), one, strict=True)))
    return found


def here() -> Iterator[tuple[str, bytes]]:
    """The files of this checkout."""
    for top in (PACKAGE, TESTS):
        for path in sorted((ROOT / top).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def of_revision(revision: str) -> Iterator[tuple[str, bytes]]:
    """The files of a commit; one from before there were tests has none."""
    tops = [top for top in (PACKAGE, TESTS) if _git("cat-file", "-e", f"{revision}:{top}").returncode == 0]
    if not tops:
        return
    with tarfile.open(fileobj=io.BytesIO(_git("archive", revision, *tops).stdout)) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content is not None:
                yield member.name, content.read()


def base() -> str | None:
    """What a change is compared with: the commit where it left main, or on main itself the one before; none outside a
    repository. What others have brought to main since then is not part of the change.
    """
    for main in ("origin/main", "main"):
        fork = _git("merge-base", "HEAD", main).stdout.decode().strip()
        if fork and _differs(fork):
            return fork
    return "HEAD^" if is_commit("HEAD^") else None


def _differs(revision: str) -> bool:
    """Whether anything that is counted is not as it was in a commit."""
    new = _git("ls-files", "--others", "--exclude-standard", "--", PACKAGE, TESTS).stdout
    return bool(new) or _git("diff", "--quiet", revision, "--", PACKAGE, TESTS).returncode == 1


def is_commit(revision: str) -> bool:
    """Whether the repository has such a commit."""
    return _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").returncode == 0


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    """What git says; where it is not installed that is nothing, as outside a repository."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        return subprocess.CompletedProcess(words, 127, b"", b"")


def table(now: dict[str, Size], before: dict[str, Size]) -> str:
    """A row for each room, with what has changed behind each number."""
    rows = [
        f"{'':28}"
        + "".join(f"{name:>{w}}" for name, w in zip(("files", "code", "tokens", "other"), WIDTHS, strict=True))
    ]
    for name in [*sorted((now.keys() | before.keys()) - {TESTS}), "all", TESTS]:
        if name == "all":
            new, old = (
                Size(
                    *(sum(column) for column in zip(*(one for key, one in which.items() if key != TESTS), strict=True))
                )
                for which in (now, before or {"": Size()})
            )
        else:
            new, old = now.get(name, Size()), before.get(name, Size())
        cells = (f"{a:,}" + (f" ({a - b:+,})" if before and a != b else "") for a, b in zip(new, old, strict=True))
        rows.append(f"{name:28}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True)))
    return "\n".join(rows)


def code(found: dict[str, Size]) -> int:
    """The lines of code of the package."""
    return sum(one.code for name, one in found.items() if name != TESTS)


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 above the ceiling."""
    parser = argparse.ArgumentParser(description="Count the lines of code, and compare them with the ceiling.")
    parser.add_argument("--against", metavar="REVISION", help="the commit to compare with; main if left out")
    against = parser.parse_args(words).against
    if against and not is_commit(against):
        parser.error(f"there is no commit {against!r} here")
    against = against or base()
    now, ceiling = sizes(here()), int(CEILING.read_text().split()[0])
    print(table(now, sizes(of_revision(against)) if against else {}))
    print(f"{code(now):,} lines of code; the ceiling is {ceiling:,}")
    if code(now) > ceiling:
        print("Above the ceiling: what can go for what came?")
    return int(code(now) > ceiling)


if __name__ == "__main__":
    raise SystemExit(main())
