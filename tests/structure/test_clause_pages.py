"""The pages in docs/clauses are what `cardwright clauses GAME --markdown` prints today."""

from __future__ import annotations

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
    page = ROOT / "docs" / "clauses" / f"{game}.md"
    assert page.read_text(encoding="utf-8") == made, (
        f"rebuild it: python cli.py clauses {game} --markdown > docs/clauses/{game}.md"
    )
