"""The table of codes: every row is used, every use has a row, every explanation says something."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import cardwright.diagnostics.codes as table
from cardwright.diagnostics.codes import codes, severity_of, stages

PACKAGE = Path(table.__file__).parents[1]
USES = re.compile(r"[\"']([ERW]\d{3})[\"']")


@cache
def used() -> dict[str, str]:
    """Each code that occurs in the package outside the table, and a file that uses it."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path != Path(table.__file__):
            found.update(dict.fromkeys(USES.findall(path.read_text(encoding="utf-8")), path.name))
    return found


def test_every_row_is_used() -> None:
    assert sorted(set(codes()) - set(used())) == []


def test_every_use_has_a_row() -> None:
    assert {code: where for code, where in used().items() if code not in codes()} == {}


def test_no_code_is_defined_twice() -> None:
    """Of two rows with one code, the later would win silently, in a stage and among all."""
    text = Path(table.__file__).with_name("codes.json").read_text(encoding="utf-8")
    assert len(re.findall(r'^"[ERW]', text, re.MULTILINE)) == sum(map(len, stages().values())) == len(codes())


def test_rows() -> None:
    for code, row in codes().items():
        assert re.fullmatch(r"[ERW]\d{3}", code)
        assert severity_of(code) == ("warning" if code.startswith("W") else "error"), code
        assert 3 <= len(row.title) <= 60 and row.title == row.title.strip() and not row.title.endswith("."), code
        assert len(row.about) > 20 and row.about.endswith((".", "`", ")")), code
        assert "  " not in row.about and "\n" not in row.about, code
