"""Puts the pages of the site together, in `build/pages`: those of `docs`, with a page for each family of codes.

`codes.md` is one page with all codes, as `explain --markdown` prints it. In the site it is a list of them, by family,
and the entries are on the pages of the families. Where the playground is built it is a part of the site, and each
example that is a whole game, or a variant of one, has a link that opens it there.

Usage: `python docs/site/pages.py SOURCE TARGET [PLAYGROUND]`.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardwright.diagnostics.diagnostic import Report  # noqa: E402
from cardwright.play.game.loading.load import load_rules  # noqa: E402
from playground.links import link_of  # noqa: E402

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

OPEN = {"en": "Open it in the playground", "fr": "L’ouvrir dans le navigateur"}
"""What the links to the playground say."""

EXAMPLE = re.compile(r"^```yaml\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def main(source: Path, target: Path, playground: Path | None = None) -> None:
    """Write the pages of the site anew."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    if playground is not None:
        for page in target.rglob("*.md"):
            up = "../" * (len(page.relative_to(target).parts) - 1)
            language = "fr" if up and page.parent.name == "fr" else "en"
            page.write_text(linked(page.read_text(encoding="utf-8"), up, language), encoding="utf-8")
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


def linked(page: str, up: str, language: str) -> str:
    """A page with links to the playground below its examples; `up` leads to the top of the site.

    A variant of a game that the page shows before is opened together with it. What is wrong, or not whole, has none.
    """
    games: dict[str, str] = {}

    def with_link(found: re.Match[str]) -> str:
        files = _files_of(found[1], games)
        if not files or not _is_sound(files):
            return found[0]
        link = f"{up}playground/index.html#{link_of(files)}"
        return f'{found[0]}\n<p class="open"><a href="{link}">{OPEN[language]}</a></p>\n'

    return EXAMPLE.sub(with_link, page)


def _is_sound(files: dict[str, str]) -> bool:
    """Whether the first of these files can be played."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_text(text, encoding="utf-8")
        found = Report()
        load_rules(str(Path(folder) / next(iter(files))), (), (folder,), found, keep=False)
        return not found.errors


def _files_of(text: str, games: dict[str, str]) -> dict[str, str]:
    """The files that an example needs, if it is a whole one; what is a game is noted for others."""
    head = {key: value for key, value in re.findall(r"^(spec|game|variant|extends): *([\w-]+)", text, re.MULTILINE)}
    if "spec" in head and "game" in head:
        games[head["game"]] = text
        return {f"{head['game']}/game.yaml": text}
    if "variant" not in head or "extends" not in head:
        return {}
    of = head["extends"]
    if of in games:
        return {f"{of}/variants/{head['variant']}.yaml": text, f"{of}/game.yaml": games[of]}
    shipped = any((ROOT / folder / of / "game.yaml").is_file() for folder in ("specs", "examples"))
    return {f"{head['variant']}.yaml": text} if shipped else {}


def _row(family: str, entry: str) -> str:
    """A code in the list, which leads to its entry."""
    heading = entry.partition("\n")[0]
    code, _, title = heading.partition(": ")
    anchor = re.sub(r"[^a-z0-9_-]", "", heading.lower().replace(" ", "-"))
    return f"| [{code}](codes/{family.lower()}.md#{anchor}) | {title} |"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
