"""The pages in docs/clauses are what `cardwright clauses GAME --markdown` prints today, with a picture of the table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "specs").glob("*/clauses.yaml"))


@pytest.mark.parametrize("game", GAMES)
def test_page_is_up_to_date(game: str) -> None:
    made = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "clauses", game, "--markdown"],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    ).stdout
    page, picture = ROOT / "docs" / "clauses" / f"{game}.md", re.compile(r"!\[The table of [^\]]+\]\(\S+\)\n\n")
    told, pictures = picture.subn("", page.read_text(encoding="utf-8"))
    assert pictures == 1, "a page shows the table of its game above the first source"
    assert told == made, (
        f"rebuild it, and put the picture back: python cli.py clauses {game} --markdown > docs/clauses/{game}.md"
    )
