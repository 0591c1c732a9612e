"""Files are written in one place (`source/text/storage.py`), where each step can be made to fail."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.structure.python_files import PACKAGE, python_files, tree_of

SEAM = "source/text/storage.py"

WRITES = frozenset(
    (
        *("write", "replace", "rename", "renames", "remove", "unlink", "link", "symlink", "mkdir", "makedirs", "rmdir"),
        *("truncate", "ftruncate", "fsync", "chmod", "fchmod", "mkfifo", "mknod", "sendfile", "pwrite", "writev"),
        *("copy", "copy2", "copyfile", "copyfileobj", "copytree", "move", "rmtree", "make_archive"),
    )
)
"""What `os` and `shutil` have for changing the disk."""

METHODS = {"write_text", "write_bytes", "mkdir", "unlink", "symlink_to", "hardlink_to", "rmdir", "rename"}
"""What a path has for it."""

MODULES = {"tempfile", "zipfile", "tarfile", "sqlite3", "shelve", "dbm", "fileinput"}
"""Modules of the standard library that write files by themselves."""

LIKELY = re.compile(rf"\b(?:os|shutil|open|{'|'.join((*METHODS, *MODULES))})\b")
"""What a file has in it that may write."""

OPENS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}

ELSEWHERE = {
    "commands/outcome.py: os.open": "the null device, in the place of a stream that nobody reads",
    "editor/server.py: open('wb')": "standard output, which is no file",
}
"""What is allowed outside of the seam, and why."""


def writers(tree: ast.AST, *, seam: bool = False) -> Iterator[str]:
    """The places of a file that change the disk by themselves; in the seam, those that do not pass `system`."""
    nodes = list(ast.walk(tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    passed = {id(node.args[0]) for node in calls if isinstance(node.func, ast.Name) and node.func.id == "system"}
    for node in nodes:
        if isinstance(node, ast.Attribute) and id(node) not in passed:
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if owner in ("os", "shutil") and node.attr in WRITES:
                yield f"{owner}.{node.attr}"
            elif owner != "os" and node.attr in METHODS:
                yield f".{node.attr}"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            yield from (name for name in names if name in MODULES)
    for call in calls:
        called = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if called in ("open", "fdopen"):
            flags = {one.attr for part in call.args for one in ast.walk(part) if isinstance(one, ast.Attribute)}
            if flags & OPENS and not seam:
                yield "os.open"
            if set(_mode(call)) & set("wax+"):
                yield f"open({_mode(call)!r})"


def _mode(call: ast.Call) -> str:
    """The mode in which something is opened, as `open(path, "w")`, `path.open("w")` or `gzip.open(path, "wt")`."""
    given = [*call.args[:2], *(one.value for one in call.keywords if one.arg == "mode")]
    texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return next((text for text in texts if text and set(text) <= set("rwaxbtU+")), "")


def test_files_are_written_in_one_place() -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}: {what}"
        for path in python_files()
        if path.relative_to(PACKAGE).as_posix() != SEAM and LIKELY.search(path.read_text(encoding="utf-8"))
        for what in writers(tree_of(path))
    }
    assert found == set(ELSEWHERE)


def test_each_of_its_steps_can_be_made_to_fail() -> None:
    assert list(writers(tree_of(PACKAGE / SEAM), seam=True)) == []


@pytest.mark.parametrize(
    "text",
    [
        "open(name, 'w')",
        "path.open('ab')",
        "open(name, mode='x')",
        "gzip.open(name, 'wt')",
        "path.write_text('x')",
        "os.replace(a, b)",
        "shutil.copyfile(a, b)",
        "os.open(name, os.O_WRONLY | os.O_CREAT)",
        "import tempfile",
        "write = os.write",
    ],
)
def test_other_ways_to_write_are_found(text: str) -> None:
    assert list(writers(ast.parse(text)))
    assert not list(writers(ast.parse("open(name, 'rb'); path.open(encoding='utf-8'); system(os.write, file, data)")))
