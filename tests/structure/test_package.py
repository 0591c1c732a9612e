"""The wheel contains what is in the tree, and works from any folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from cardwright.language.syntax import table

ROOT = Path(__file__).resolve().parents[2]
PARTS = {
    "interpreter": "cardwright",
    "grammar": "cardwright/grammar",
    "specs": "cardwright/specs",
    "examples": "cardwright/examples",
}
"""Folders of the tree, and where they are installed."""

DATA = {
    "interpreter": (".py", ".typed", ".yaml", ".json", ".js", ".css", ".html", ".txt"),
    "grammar": (".lark", ".json", ".table"),
    "specs": (".yaml",),
    "examples": (".yaml",),
}
"""The kinds of files in them that are installed."""


def project() -> dict[str, Any]:
    """What `pyproject.toml` says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked(folder: str) -> list[Path]:
    """The files of a folder that are installed."""
    return sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in DATA[folder] or p.name.endswith(DATA[folder]))


def test_every_folder_is_a_package() -> None:
    folders = {path.parent.relative_to(ROOT / "interpreter") for path in (ROOT / "interpreter").rglob("*.py")}
    data = {f"cardwright.{name}" for name in ("grammar", "specs", "examples")}
    named = {".".join(("cardwright", *folder.parts)) for folder in folders} | data
    assert set(project()["tool"]["setuptools"]["packages"]) == named


def test_the_parse_table_is_up_to_date() -> None:
    """If not: `python -m cardwright.language.syntax.table`."""
    grammar = (ROOT / "grammar" / "effect.lark").read_text(encoding="utf-8")
    assert table.load(ROOT / "grammar" / "effect.table", grammar) is not None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without network access from a copy of everything in the package."""
    try:
        found = version("setuptools")
    except PackageNotFoundError:
        found = "0"
    if int(found.split(".")[0]) < 77:
        pytest.skip(f"setuptools {found} cannot build the wheel; 77 or newer can (it is in the extra `test`)")
    copy = tmp_path_factory.mktemp("tree")
    for folder in PARTS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, copy / name)
    target = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-q",
        "-w",
        str(target),
        ".",
    ]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(target.glob("*.whl"))


@pytest.mark.thorough
def test_the_wheel_holds_the_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    expected = {
        f"{installed}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, installed in PARTS.items()
        for path in tracked(folder)
    }
    assert inside == expected


@pytest.mark.thorough
def test_the_wheel_works_elsewhere(wheel: Path, tmp_path: Path) -> None:
    """Unpacked outside the tree, it finds its games and grammar, and plays."""
    home = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home)
    program = (
        f"import sys; sys.path.insert(0, {str(home)!r})\n"
        "import cardwright\n"
        "from cardwright.source.merge.catalogue import find_games\n"
        "names = [game.name for game in find_games().games]\n"
        "state = cardwright.load_game(names[0]).initial_state(seed=1)\n"
        "state.apply(0)\n"
        "print(cardwright.__file__, *names)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    file, *names = done.stdout.split()
    assert Path(file).is_relative_to(home)
    assert names == sorted(
        path.parent.name for folder in ("specs", "examples") for path in (ROOT / folder).glob("*/game.yaml")
    )


def test_the_command_runs_from_another_folder(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "cli.py"), "list"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(
        path.parent.name in done.stdout
        for folder in ("specs", "examples")
        for path in (ROOT / folder).glob("*/game.yaml")
    )


def test_nothing_is_said_to_come_from_a_package_index() -> None:
    """Cardwright is on none: what says how to install it names a clone (`'.[fast]'`) or the file of a wheel."""
    folders = ("docs", "interpreter", "editors", "README.md", "CONTRIBUTING.md")
    listed = subprocess.run(("git", "ls-files", *folders), cwd=ROOT, capture_output=True, text=True, check=True)
    wrong = re.compile(r"pip\s+install\s+[\"'`]*cardwright(?!-)", re.ASCII)
    texts = {name: (ROOT / name).read_bytes() for name in listed.stdout.splitlines()}
    assert [name for name, text in texts.items() if wrong.search(text.decode("utf-8", "ignore"))] == []
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [name for name in extras if f"`{name}`" not in page] == []
