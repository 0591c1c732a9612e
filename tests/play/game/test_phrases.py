"""The tool speaks each language whole: the same phrases, with the same parts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardwright.diagnostics.text import LANGUAGES
from cardwright.engines.program.layout import STATUSES
from cardwright.play.game.phrases import PHRASES, Phrasebook, phrase
from tests.structure.python_files import PACKAGE

ROOMS = ("play", "page", "print", "studies")
FILES = sorted((PACKAGE / "languages").glob("*.json"))


def sections(file: Path) -> list[tuple[str, ...]]:
    """Where each phrase stands in the file of a language."""
    rooms = json.loads(file.read_text(encoding="utf-8"))
    return [(room, name, phrase) for room in rooms for name, some in rooms[room].items() for phrase in some]


def test_each_language_is_a_file_with_all_phrases_in_the_same_order() -> None:
    assert tuple(file.stem for file in FILES) == LANGUAGES
    assert all(sections(file) == sections(FILES[0]) for file in FILES)
    assert tuple(dict.fromkeys(room for room, *_ in sections(FILES[0]))) == ROOMS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_phrases_have_the_same_parts_and_forms_in_each_language(room: str, language: str) -> None:
    book = Phrasebook(room)
    for name, text in book.phrases(language).items():
        english = book.phrases("en")[name]
        assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", english)), name
        assert text.count("|") == english.count("|"), name


def test_each_way_in_which_a_game_can_end_without_a_result_is_told() -> None:
    assert set(STATUSES) - {"running", "finished"} <= set(PHRASES.phrases("en"))


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("en", 0, "0 players"),
        ("en", 1, "1 player"),
        ("en", 2, "2 players"),
        ("fr", 0, "0 joueur"),
        ("fr", 1, "1 joueur"),
        ("fr", 2, "2 joueurs"),
    ],
)
def test_plurals(language: str, n: int, said: str) -> None:
    assert phrase(language, "players", n=n) == said
