"""The pictures of the documentation: `python -m tests.manual.pictures` makes them anew in `docs/pictures`.

Each is made by `cardwright picture`, of a game that comes with the package or stands on a page.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn: a game of the package, or what stands in the block number `block` of a page, in YAML."""

    words: Sequence[str]
    page: str = ""
    block: int = 0


def of_cookbook(name: str, *, players: int, after: int, seed: int) -> Shown:
    """The game on a page of the cookbook after some moves of bots, as player 1 sees it."""
    words = ("", "--players", f"{players}", "--after", f"{after}", "--seat", "p1", "--seed", f"{seed}")
    return Shown(words, f"cookbook/{name}.md")


PICTURES = {
    "clauses-course-folle": Shown(("course-folle", "--after", "9", "--seat", "p2", "--seed", "4")),
    "clauses-mille-bornes": Shown(("mille-bornes", "--after", "46", "--seat", "p2", "--seed", "5")),
    "clauses-neko-racing": Shown(("neko-racing", "--after", "43", "--seat", "p1", "--seed", "1")),
    "clauses-on-the-trail": Shown(("on-the-trail", "--after", "40", "--seat", "p1", "--seed", "2")),
    "cookbook-auctions": of_cookbook("auctions", players=3, after=8, seed=2),
    "cookbook-climbing": of_cookbook("climbing", players=3, after=2, seed=6),
    "cookbook-drafting": of_cookbook("drafting", players=3, after=12, seed=3),
    "cookbook-grids": of_cookbook("grids", players=2, after=11, seed=2),
    "cookbook-hidden-roles": of_cookbook("hidden-roles", players=4, after=8, seed=4),
    "cookbook-markets": of_cookbook("markets", players=3, after=9, seed=5),
    "cookbook-reactions": of_cookbook("reactions", players=2, after=7, seed=6),
    "cookbook-tracks": of_cookbook("tracks", players=3, after=9, seed=7),
    "cookbook-tricks": of_cookbook("tricks", players=3, after=5, seed=1),
    "scenario": Shown(("@An attack needs",), "scenarios.md"),
    "shelf-cribbage": Shown(("cribbage", "--after", "8", "--seat", "p1", "--seed", "3")),
    "shelf-sky-lights": Shown(("sky-lights", "--after", "10", "--seat", "p1", "--seed", "6")),
    "table": Shown(("", "--after", "2", "--seat", "p1", "--seed", "1"), "table.md"),
    "tour-high-card": Shown(("", "--after", "2", "--seed", "1"), "tour.md", 0),
    "tour-red-and-black": Shown(("", "--players", "3", "--after", "8", "--seed", "26"), "tour.md", 1),
}


def make(name: str, out: Path) -> None:
    """Make one of the pictures."""
    shown = PICTURES[name]
    position, *flags = shown.words
    with tempfile.TemporaryDirectory() as folder:
        if shown.page:
            file = Path(folder) / "game.yaml"
            text = (ROOT / "docs" / shown.page).read_text(encoding="utf-8")
            file.write_text(re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[shown.block])
            position = f"{file}{position}"
        assert answer(CommandLine(("picture", position, *flags, "--out", str(out)))) == 0


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        make(name, FOLDER / f"{name}.svg")
