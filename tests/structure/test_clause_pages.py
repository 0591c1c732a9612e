"""The pages in docs/clauses are what `cardwright clauses GAME --markdown` prints today, with a picture of the table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "specs").glob("*/clauses.yaml"))


PICTURE = re.compile(r"!\[The table of [^\]]+\]\(\S+\)\n\n")


def page_of(game: str) -> Path:
    """The page of a game."""
    return ROOT / "docs" / "clauses" / f"{game}.md"


def made(game: str) -> str:
    """What the command prints today, with the picture that the page has above the first source."""
    words = [sys.executable, str(ROOT / "cli.py"), "clauses", game, "--markdown"]
    told = subprocess.run(words, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    pictures = PICTURE.findall(page_of(game).read_text(encoding="utf-8"))
    assert len(pictures) == 1, "a page shows the table of its game once, above the first source"
    return told.replace("\n## ", f"\n{pictures[0]}## ", 1)


@pytest.mark.parametrize("game", GAMES)
def test_page_is_up_to_date(game: str) -> None:
    page = page_of(game).read_text(encoding="utf-8")
    assert page == made(game), "`python -m tests.structure.test_clause_pages` makes it anew"


if __name__ == "__main__":
    for name in GAMES:
        page_of(name).write_text(made(name), encoding="utf-8")
