"""Puts the pages of the site together, in `build/pages`: those of `docs`, with a page for each family of codes.

`codes.md` is one page with all codes, as `explain --markdown` prints it. In the site it is a list of them, by family,
and the entries are on the pages of the families. Usage: `python docs/site/pages.py SOURCE TARGET`.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

FAMILIES = {
    "E0": "The command line",
    "E1": "Files, YAML and keys",
    "E2": "Names",
    "E3": "Expressions and types",
    "E4": "Variants and parts",
    "E5": "Options, players and positions",
    "E6": "Cards, zones and variables",
    "E7": "The flow of play",
    "E8": "Scenarios and traces",
    "R7": "Rules that fail in play",
    "W1": "Warnings: files",
    "W3": "Warnings: expressions",
    "W4": "Warnings: variants",
    "W5": "Warnings: what is allowed",
    "W6": "Warnings: texts and what is unused",
    "W7": "Warnings: play",
}
"""The first two signs of the codes of a page, and its title."""


def main(source: Path, target: Path) -> None:
    """Write the pages of the site anew."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    intro, *entries = re.split(r"^## ", (target / "codes.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    families: dict[str, list[str]] = {}
    for entry in entries:
        families.setdefault(entry[:2], []).append(entry)
    (target / "codes").mkdir()
    about, _, frame = intro.rstrip().partition("\nUnless an example")
    listed = [about.rstrip()]
    for family, own in families.items():
        title = FAMILIES.get(family, f"{family}…")
        their_game = "[the game that the examples are about](../codes.md#the-game-of-the-examples)"
        page = f"# {title}\n\n[All codes](../codes.md), and {their_game}.\n\n"
        page += "".join(f"## {entry}" for entry in own)
        (target / "codes" / f"{family.lower()}.md").write_text(page, encoding="utf-8")
        listed.append(f"## {title}\n\n| code | |\n|---|---|\n" + "\n".join(_row(family, entry) for entry in own))
    listed.append(f"## The game of the examples\n\nUnless an example{frame}")
    pages = "\n".join(f"codes/{family.lower()}" for family in families)
    listed.append(f"```{{toctree}}\n:hidden:\n\n{pages}\n```")
    (target / "codes.md").write_text("\n\n".join(listed) + "\n", encoding="utf-8")


def _row(family: str, entry: str) -> str:
    """A code in the list, which leads to its entry."""
    heading = entry.partition("\n")[0]
    code, _, title = heading.partition(": ")
    anchor = re.sub(r"[^a-z0-9_-]", "", heading.lower().replace(" ", "-"))
    return f"| [{code}](codes/{family.lower()}.md#{anchor}) | {title} |"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
