"""How a spec is read. The records of each `records/NAME.yaml` are in `NAME.txt`.

`python tests/language/spec/test_spec_records.py` rewrites them; check each difference before committing it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.spec.nodes import Spec
from cardwright.language.spec.read import read_spec
from cardwright.source.shape.first_version import modern
from cardwright.source.shape.validation import check_spec
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping
from tests.language.spec.spec_dump import dump
from tests.sound.sound_coverage import Keys

RECORDS = sorted((Path(__file__).parent / "records").glob("*.yaml"))
ROOT = Path(__file__).parents[3]
SPECS = sorted((ROOT / "specs").glob("*/game.yaml"))
MOST_KEYS = 112
"""The language shall have no more different keys than this: who needs one looks first for another that can carry it."""
FULL = Path(__file__).parent / "records" / "full.yaml"


def read(path: Path) -> tuple[Spec | None, Report]:
    report = Report()
    tree = compose(Source(path.name, path.read_text(encoding="utf-8")), report, mapping=True)
    assert isinstance(tree, Mapping)
    return read_spec(modern(tree, "spec", report), report), report


def written(path: Path) -> str:
    spec, report = read(path)
    assert spec is not None, report.diagnostics
    assert report.diagnostics == []
    return "\n".join(dump(spec)) + "\n"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    assert written(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_the_specs_of_the_package_are_read(path: Path) -> None:
    spec, report = read(path)
    assert report.diagnostics == []
    assert spec is not None and spec.name == path.parent.name


def test_each_key_of_the_schema_is_read() -> None:
    """It stands in a spec of the package, or in the one with every key, which is of the right shape."""
    full = compose(Source("full.yaml", FULL.read_text(encoding="utf-8")), report := Report(), mapping=True)
    assert isinstance(full, Mapping)
    full = check_spec(full, report)
    assert report.diagnostics == []
    shown = set[str]()
    for path in (*(ROOT / "specs").rglob("*.yaml"), *(ROOT / "examples").glob("*/game.yaml"), FULL):
        tree = yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CBaseLoader", yaml.BaseLoader))
        shown |= Keys().of(tree).found if isinstance(tree, dict) else set()
    assert sorted(key for key in Keys().all().found - shown if "=" not in key and ":" not in key) == []


def test_each_key_of_the_schema_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"```.*?```|`[^`\n]+`", manual, re.DOTALL))))
    keys = {key.rpartition(".")[2] for key in Keys().all().found if "=" not in key and ":" not in key}
    assert 100 < len(keys) <= MOST_KEYS and sorted(keys - named) == []


if __name__ == "__main__":
    for record in RECORDS:
        record.with_suffix(".txt").write_text(written(record), encoding="utf-8")
