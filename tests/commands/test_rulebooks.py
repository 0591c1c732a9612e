"""The rulebooks of the four games have all chapters, in both languages, and leave no gap where a value would stand."""

from __future__ import annotations

import json

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer

GAMES = ("course-folle", "mille-bornes", "neko-racing", "on-the-trail")
NEEDED = {
    "en": {
        "Who wins",
        "Setting up",
        "Course of the game",
        "What players may do",
        "Special cases",
        "Examples",
        "Glossary",
    },
    "fr": {
        "Qui gagne",
        "Mise en place",
        "Déroulement",
        "Ce que l’on peut faire",
        "Cas particuliers",
        "Exemples",
        "Lexique",
    },
}


@pytest.mark.parametrize("lang", NEEDED)
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_is_whole(game: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("rules", game, "--lang", lang, "--format", "json"))) == 0
    book = json.loads(capsys.readouterr().out)
    chapters = {chapter["title"]: chapter["entries"] for chapter in book["chapters"]}
    assert chapters.keys() >= NEEDED[lang]
    for entry in (entry for entries in chapters.values() for entry in entries):
        told = [entry["title"], entry["text"], *entry["items"]]
        assert not [text for text in told if "…" in text or "{" in text], entry["key"]
        if entry["key"].startswith(("actions.", "reactions.", "rulebook.", "examples.", "scoring.")):
            assert entry["text"] or entry["items"], f"{entry['key']} is not told"
