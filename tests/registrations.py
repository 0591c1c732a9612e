"""`python -m tests.registrations [TABLE…]`: which rows of the package's tables does no quick test miss?

In a copy of the checkout each row of each table that a module writes down is taken away in turn, and the quick tests
beside the module run until one fails. A row that none misses is printed: it says nothing, or a test is missing. All
tables take hours; `TABLE` is a part of a name such as `play/hunting/laws.py:LAWS`.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.changed import ROOT, beside
from tests.structure.python_files import PACKAGE, python_files

LEAST = 3
"""Tables with fewer rows are no tables."""

Table = ast.Dict | ast.Tuple | ast.List | ast.Set


def tables(tree: ast.Module) -> Iterator[tuple[str, Table]]:
    """The tables that a module writes down, by their names."""
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                inside = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else value
                if isinstance(inside, Table) and len(rows_of(inside)) >= LEAST:
                    yield name, inside


def rows_of(table: Table) -> list[ast.expr]:
    """The rows of a table, of a dictionary the values."""
    return table.values if isinstance(table, ast.Dict) else table.elts


def without_row(text: str, name: str, row: int) -> tuple[str, str]:
    """The text of a module without a row of a table, and that row.

    >>> without_row("A = {1: 'x', 2: 'y', 3: 'z'}", "A", 1)
    ("A = {1: 'x', 3: 'z'}", "2: 'y'")
    """
    tree = ast.parse(text)
    table = dict(tables(tree))[name]
    taken = ast.unparse(rows_of(table).pop(row))
    if isinstance(table, ast.Dict):
        key = table.keys.pop(row)
        taken = f"{'**' if key is None else ast.unparse(key) + ': '}{taken}"
    return ast.unparse(tree), taken


class Copy:
    """A copy of the checkout in which rows are taken away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        left_out = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", "node_modules")
        shutil.copytree(ROOT, self.folder, ignore=left_out)
        types = self.folder / "build" / "types"
        types.mkdir(parents=True)
        (types / "cardwright").symlink_to("../../interpreter")
        self.environment = {**os.environ, "PYTHONPATH": str(types)}

    def missed(self, file: str, name: str, row: int) -> tuple[bool, str]:
        """Whether a quick test fails without a row; and that row."""
        module = self.folder / "interpreter" / file
        whole = module.read_text(encoding="utf-8")
        text, taken = without_row(whole, name, row)
        found = [str(test.relative_to(ROOT)) for test in beside(f"interpreter/{file}")] or ["tests/structure"]
        words = [sys.executable, "-m", "pytest", "-x", "-n0", "-p", "no:cacheprovider", "-m", "not thorough", *found]
        module.write_text(text, encoding="utf-8")
        done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, check=False)
        module.write_text(whole, encoding="utf-8")
        return done.returncode != 0, taken


def main(parts: list[str]) -> int:
    """Print each row that no test misses; 1 if there are any."""
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for path in python_files():
            file = path.relative_to(PACKAGE).as_posix()
            for name, table in tables(ast.parse(path.read_text(encoding="utf-8"))):
                if parts and not any(part in f"{file}:{name}" for part in parts):
                    continue
                for row in range(len(rows_of(table))):
                    missed, taken = copy.missed(file, name, row)
                    if not missed:
                        print(f"{file}:{name}: {taken}", flush=True)
                        left += 1
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
