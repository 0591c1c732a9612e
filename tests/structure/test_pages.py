"""The pages for developers name files, functions and tests that exist, and every law has its test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TOP = ("interpreter/", "tests/", "grammar/", "docs/", "specs/", "examples/", "benchmarks/", "editors/", ".ci/")
CODE = re.compile(r"`((?:[^`]|`(?:else|me)`)+)`")
LAW = re.compile(r"^\*\*(\d+)\. .*?(?=^\*\*\d|^## |\Z)", re.MULTILINE | re.DOTALL)


def named(page: str) -> list[str]:
    """The paths on a page, `folder/file` or `folder/file::name in it`, but no placeholders such as `specs/NAME`."""
    text = re.sub(r"^```.*?^```", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [one for one in CODE.findall(text) if one.startswith(TOP) and "NAME" not in one]


@pytest.mark.parametrize("page", ["developers.md", "engine.md", "libraries.md", "semantics.md"])
def test_what_a_page_names_exists(page: str) -> None:
    for one in named(page):
        path, _, name = one.partition("::")
        assert list(ROOT.glob(path)), f"{path} does not exist"
        assert not name or _holds(ROOT / path, name), f"{path} has no {name}"


def _holds(path: Path, name: str) -> bool:
    text = path.read_text(encoding="utf-8")
    return f"def {name}(" in text if path.suffix == ".py" else f'"{name}":' in text


def test_sizes_of_what_we_write() -> None:
    """The lines of files on the page of libraries, as `370` or `60 of 390`, are nearly those that the files have."""
    text = (DOCS / "libraries.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \| (?:[\d,]+ of )?([\d,]+) \|", text.partition("## What we write")[2], re.MULTILINE)
    assert len(rows) > 30
    for what, said in rows:
        paths = [path for one in re.findall(r"`([\w/*]+\.\w+)`", what) for path in (ROOT / "interpreter").glob(one)]
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
        number = int(said.replace(",", ""))
        assert 0.85 * number - 10 <= lines <= 1.15 * number + 10, f"{what}: {lines} lines, the page says {said}"


def test_every_law_has_its_code_and_its_test() -> None:
    text = (DOCS / "semantics.md").read_text(encoding="utf-8")
    laws = {int(match[1]): match[0] for match in LAW.finditer(text)}
    assert list(laws) == list(range(1, len(laws) + 1))
    for number, law in laws.items():
        made, held = (re.search(rf"^- {word} .*$", law, re.MULTILINE) for word in ("made in", "held by"))
        assert made and held, f"law {number}"
        assert all((ROOT / path).is_file() for path in re.findall(r"`(interpreter/[^`]*)`", made[0]))
        assert "`tests/" in held[0], f"law {number} has no test"


def test_functions_are_where_the_laws_say() -> None:
    text = (DOCS / "semantics.md").read_text(encoding="utf-8")
    for path, names in re.findall(r"`(interpreter/[\w/]+\.py)` \(([^)]*)\)", text):
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(
                rf"^ *(?:def {name}\(|{name}(?:: .*)? = )", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE
            ), f"{path}: {name}"


def test_a_law_names_its_stories() -> None:
    """A law that stories of small games are about names one of their files."""
    text = (DOCS / "semantics.md").read_text(encoding="utf-8")
    laws = {int(match[1]): match[0] for match in LAW.finditer(text)}
    for path in (ROOT / "tests/laws/cases").glob("*.yaml"):
        for number in re.findall(r"^  law: (\d+)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert "tests/laws/cases/" in laws[int(number)], f"law {number} has stories in {path.name}"
