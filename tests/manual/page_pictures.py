"""The page before and after: `python -m tests.manual.page_pictures` makes `docs/pictures/page-*.webp` anew.

Left, the page as it was before cards had faces, from the picture that was made then; right, the same step of the same
game as it is drawn now. It needs Chromium, and the history of the repository.
"""

from __future__ import annotations

import base64
import subprocess
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.manual.pictures import FOLDER
from tests.table.page.browser import Page, browser

GAMES = {
    "mille-bornes": (4, 7, 60),
    "on-the-trail": (2, 7, 40),
    "course-folle": (4, 7, 30),
    "neko-racing": (4, 7, 40),
    "hearts": (4, 1, 30),
    "contract-bridge": (4, 2, 60),
    "gin-rummy": (2, 7, 24),
    "hamlet": (3, 7, 60),
    "liars-dice": (3, 7, 8),
    "cribbage": (2, 1, 20),
}
"""Of each game the number of players, the seed and the step."""

BEFORE = "10a44ea7"
"""The commit with the first of these pictures."""

WIDTH, HEIGHT, HALF, BETWEEN = 1280, 800, 760, 8
QUALITY = 60


def make(page: Page, name: str, folder: Path) -> None:
    """Make one of the pictures."""
    players, seed, step = GAMES[name]
    words = ("run", name, "--players", f"{players}", "--seed", f"{seed}", "--seat", "p1", "--html")
    with redirect_stdout(None):
        assert answer(CommandLine((*words, str(folder / "game.html")))) == 0
    page.look_like(WIDTH, HEIGHT)
    page.open(f"{(folder / 'game.html').as_uri()}#{step}")
    page.settle()
    page.picture(folder / "after.png")
    old = subprocess.run(("git", "show", f"{BEFORE}:docs/pictures/page-{name}.webp"), capture_output=True, check=True)
    (folder / "before.webp").write_bytes(old.stdout)
    high, wide = HALF * HEIGHT // WIDTH, 2 * HALF + BETWEEN
    left = f'<div style="width: {HALF}px; height: {high}px; background: url(before.webp)"></div>'
    right = f'<img src="after.png" width="{HALF}" height="{high}">'
    beside = f"display: flex; gap: {BETWEEN}px; background: #808080; margin: 0"
    (folder / "both.html").write_text(f'<main style="{beside}"><section hidden></section>{left}{right}</main>')
    page.look_like(wide, high)
    page.open((folder / "both.html").as_uri())
    page.ask("document.body.style.margin = 0")
    page.settle()
    page.wait_for("document.images[0].complete")
    shot = page.call("Page.captureScreenshot", format="webp", quality=QUALITY)
    (FOLDER / f"page-{name}.webp").write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as profile,
        browser(Path(profile)) as page,
    ):
        for name in GAMES:
            make(page, name, Path(folder))
