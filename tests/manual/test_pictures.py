"""The pictures of the documentation are what `cardwright picture` draws today, and each is on a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.manual.pictures import FOLDER, PICTURES, ROOT, make


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_up_to_date(name: str, tmp_path: Path) -> None:
    made = tmp_path / "made.svg"
    make(name, made)
    kept = FOLDER / f"{name}.svg"
    assert kept.exists() and kept.read_bytes() == made.read_bytes(), "`python -m tests.manual.pictures` makes it anew"


def test_each_picture_is_on_a_page() -> None:
    pages = " ".join(page.read_text(encoding="utf-8") for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
    assert [name for name in PICTURES if f"pictures/{name}.svg" not in pages] == []
