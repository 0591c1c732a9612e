"""Links lead somewhere: to a file of the tree, and to a heading of it.

Links are those of every page in Markdown; mentions are names such as `docs/tour.md` anywhere in code, specs and
schemas. A place named by its heading alone (*Families*) is a heading, or the first words of a paragraph, of the same
page.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PLACES = ("interpreter", "grammar", "specs", "examples")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]*)\)")
MENTION = re.compile(r"docs/[a-z_/]+\.md")
BY_HEADING = re.compile(r"(?:see|under)\s+\*([^*]+)\*(?!\*| in \[)")


def text_of(path: Path) -> str:
    """A page without what stands in blocks of code."""
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page(page: Path) -> None:
    text = text_of(page)
    for link in LINK.findall(text):
        if link.startswith(("http:", "https:", "mailto:")):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{link} does not exist"
        assert not anchor or anchor in anchors(target), f"{link}: no such heading"
    places = {*re.findall(r"^#+ (.*)$", text, re.MULTILINE), *re.findall(r"^\*\*(.*?)\.\*\*", text, re.MULTILINE)}
    wanted = {" ".join(place.split()) for place in BY_HEADING.findall(text)}
    assert wanted <= places, f"no such places on the page: {sorted(wanted - places)}"


def test_every_page_has_its_place_on_the_site() -> None:
    """A page belongs to one list of an `index.md`."""
    lists = re.compile(r"^```\{toctree\}\n(?::[^\n]*\n)*\n(.*?)^```", re.MULTILINE | re.DOTALL)
    found = [
        (index.parent / f"{name}.md").relative_to(DOCS).as_posix()
        for index in DOCS.rglob("index.md")
        for names in lists.findall(index.read_text(encoding="utf-8"))
        for name in names.split()
    ]
    assert sorted([*found, "index.md"]) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


@pytest.mark.parametrize("folder", PLACES)
def test_pages_that_the_code_names(folder: str) -> None:
    for path in (ROOT / folder).rglob("*"):
        if path.suffix in (".py", ".yaml", ".json", ".lark", ".txt"):
            for name in MENTION.findall(path.read_text(encoding="utf-8")):
                assert (ROOT / name).is_file(), f"{path.relative_to(ROOT)} names {name}"
