"""How a spec is read. The records of each `records/NAME.yaml` are in `NAME.txt`.

`python tests/language/spec/test_spec_records.py` rewrites them; check each difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.spec.nodes import Spec
from cardwright.language.spec.read import read_spec
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping
from tests.language.spec.spec_dump import dump

RECORDS = sorted((Path(__file__).parent / "records").glob("*.yaml"))
SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*/game.yaml"))


def read(path: Path) -> tuple[Spec | None, Report]:
    report = Report()
    tree = compose(Source(path.name, path.read_text(encoding="utf-8")), report, mapping=True)
    assert isinstance(tree, Mapping)
    return read_spec(tree, report), report


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


if __name__ == "__main__":
    for record in RECORDS:
        record.with_suffix(".txt").write_text(written(record), encoding="utf-8")
