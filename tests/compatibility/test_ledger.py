"""The games that were written for the editions use all of the manual: whatever it lists is in two games at least.

What its tables list is read there; `features.txt` has the rest. So whoever adds to the language is told to
write a game with it into the next edition: README.md says how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
MANUAL = HERE.parents[1] / "docs" / "language.md"
GAMES = {
    spec.parent: "\n".join(path.read_text(encoding="utf-8") for path in sorted(spec.parent.rglob("*.yaml")))
    for spec in HERE.glob("*/written/*/game.yaml")
}
KEY = re.compile(r"[a-z_]+")
PATTERNS = {
    "function": r"\b{}\(",
    "after a dot": r"\.{}\b",
    "part": r"(part|^  \w+): {}\b",
    "line": r"^ *(do: |\|)?.*\b{}\b",
}
"""How a word of a table is found in a game, by the head of the table; other words are keys."""


def listed() -> Iterator[tuple[str, str]]:
    """Each word in the first column of a table of the manual, and how it is found."""
    head = ""
    text = MANUAL.read_text(encoding="utf-8")
    for line in re.sub(r"### Limits.*?### Properties", "", text, flags=re.DOTALL).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("|") else []
        if not cells:
            head = ""
        elif not head:
            head = cells[0]
        elif head in ("key", "function", "after a dot", "part", "line"):
            for code in re.findall(r"`([^`]+)`", cells[0]):
                word = re.search(r"\.(\w+)" if head == "after a dot" else r"[a-z][\w-]*", code)
                if word is not None:
                    name = word[1] if head == "after a dot" else word[0]
                    pattern = r"\bfor \w+ in" if name == "for" else PATTERNS.get(head, r"\b{}:( |$)").format(name)
                    if code != "advance(me, 3)":  # an example of an effect with a name
                        yield f"{head} {name}", pattern


FEATURES = dict(listed()) | {
    feature: pattern
    for feature, pattern in (
        line.split(" | ", 1)
        for line in (HERE / "features.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
}


def test_the_manual_lists_much() -> None:
    """Otherwise its tables were not found."""
    assert len(dict(listed())) > 120 and len(GAMES) >= 40


def test_two_games_use_it() -> None:
    """Whatever is listed here wants another game with it in the next edition; see README.md."""
    lacking = {}
    for feature, text in FEATURES.items():
        pattern = re.compile(text, re.MULTILINE)
        users = [spec.name for spec, game in GAMES.items() if pattern.search(game)]
        if len(users) < 2:
            lacking[feature] = users
    assert not lacking
