"""The layout of files: cases before and after, and the laws on every file that comes with the package."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardwright.commands.selection import KEYS, Selected, select
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.layout.formatter import format_source
from cardwright.language.layout.regions import FileKind
from cardwright.source.merge.assembly import digests
from cardwright.source.text.composer import compose

ROOT = Path(__file__).resolve().parents[3]
CASES = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
FILES = [one for one in select([str(ROOT / "specs"), str(ROOT / "examples")], Report()) if one.kind != "trace"]
NAMES = [Path(one.path).relative_to(ROOT).as_posix() for one in FILES]


def laid_out(text: str, kind: str) -> str:
    kinds: dict[str, FileKind] = {one: one for one in KEYS.values() if one != "trace"}
    report = Report()
    new = format_source(Source("a.yaml", text), kinds[kind], report)
    assert new is not None, report.diagnostics
    return new


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = CASES[name]
    after = case.get("after", case["before"])
    assert laid_out(case["before"], case["kind"]) == after
    assert laid_out(after, case["kind"]) == after


def test_what_cannot_be_laid_out_is_left_alone() -> None:
    report = Report()
    assert format_source(Source("a.yaml", 'text: "one\u2028    two"\n'), "spec", report) is None
    assert [one.code for one in report.diagnostics] == ["E107"]


def test_line_breaks_of_a_block_become_ordinary_ones() -> None:
    assert laid_out("text: |\n    one\u2028    two\n", "spec") == "text: |\n  one\n  two\n"


def test_mistakes_are_reported() -> None:
    report = Report()
    assert format_source(Source("a.yaml", "a: [1\n"), "spec", report) is None
    assert [one.code for one in report.diagnostics] == ["E116"]


@cache
def text_of(one: Selected) -> str:
    return Path(one.path).read_text(encoding="utf-8")


@pytest.mark.sampled(11)
@pytest.mark.parametrize("one", FILES, ids=NAMES)
def test_the_files_of_the_package_are_laid_out(one: Selected) -> None:
    assert laid_out(text_of(one), one.kind) == text_of(one)


@pytest.mark.sampled(17)
@pytest.mark.parametrize("one", FILES[::2], ids=NAMES[::2])
def test_other_layouts_of_the_same_file(one: Selected) -> None:
    """However a file is indented, quoted and spread over lines, it is laid out the same, up to empty lines."""
    text = scattered(text_of(one), random.Random(NAMES[FILES.index(one)]))
    new = laid_out(text, one.kind)
    assert laid_out(new, one.kind) == new
    assert _full(new) == _full(text_of(one))
    if one.kind == "spec":
        trees = [compose(Source("a.yaml", t), Report(), mapping=True) for t in (text, new, text_of(one))]
        assert len({digests(tree)[0] for tree in trees if tree}) == 1


def _full(text: str) -> list[str]:
    """The lines of a text that are not empty, without what may be a table by chance, and without the indentation of the
    further lines of an expression, which is kept."""
    lines = [re.sub(r"(?<=\S) +# ", "  # ", line) for line in _without_tables(text).splitlines() if line]
    return [re.sub(r"^ +(?=(?:or|and|if|for|else)\b)", "", line) for line in lines]


def _without_tables(text: str) -> str:
    """A text in which no columns are aligned, since other widths make other tables."""
    return re.sub("(?<={) +", "", re.sub("(?<=[:,]) +(?=.)", " ", text))


def scattered(text: str, chance: random.Random) -> str:
    """The same file in another layout."""
    columns = [(-1, 0)]  # of the blocks around a line: as written, and in the new text
    result: list[str] = []
    for line in _without_tables(text).split("\n"):
        content = line.lstrip(" ")
        column = len(line) - len(content)
        if not content:
            result.append(line)
            continue
        while columns[-1][0] > column:
            columns.pop()
        if columns[-1][0] < column:
            columns.append((column, columns[-1][1] + chance.randint(1, 5) if columns[-1][0] >= 0 else 0))
        if chance.random() < 0.2 and result and re.match(r"[\w\"]", content):
            result.append("")
        content = re.sub(r"(?<=\S): (?=[\"\[{])", lambda _: ":" + " " * chance.randint(1, 3), content)
        if not content.startswith("#"):
            content = re.sub(r"\"([^\"'\\:]*)\"(?=[,}]|$)", lambda m: chance.choice([f"'{m[1]}'", m[0]]), content)
        result.append(" " * columns[-1][1] + content + " " * chance.randint(0, 2))
        if content.startswith("- "):
            columns.append((column + 2, columns[-1][1] + 2))  # the block that begins behind the dash
    return chance.choice(["\n", "\r\n"]).join(result)
