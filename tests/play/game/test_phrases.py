"""The tool speaks each language whole: the same phrases, with the same parts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardwright.diagnostics.text import LANGUAGES
from cardwright.engines.program.layout import STATUSES
from cardwright.play.game.phrases import PHRASES, Phrasebook, phrase, plural_form
from cardwright.table.page.page import text_of
from tests.structure.python_files import PACKAGE

ROOMS = ("language", "play", "page", "print", "studies", "studio")
FILES = sorted((PACKAGE / "languages").glob("*.json"))


def sections(file: Path) -> list[tuple[str, ...]]:
    """Where each phrase stands in the file of a language."""
    rooms = json.loads(file.read_text(encoding="utf-8"))
    return [(room, name, phrase) for room in rooms for name, some in rooms[room].items() for phrase in some]


def test_each_language_is_a_file_with_all_phrases_in_the_same_order() -> None:
    assert sorted(file.stem for file in FILES) == sorted(LANGUAGES)
    assert all(sections(file) == sections(FILES[0]) for file in FILES)
    assert tuple(dict.fromkeys(room for room, *_ in sections(FILES[0]))) == ROOMS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_phrases_have_the_same_parts_and_forms_in_each_language(room: str, language: str) -> None:
    book = Phrasebook(room)
    for name, text in book.phrases(language).items():
        english = book.phrases("en")[name]
        assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", english)), name
        forms = book.phrases(language)["plurals"].count(": ") + 1 if "|" in english else 1
        assert text.count("|") == forms - 1, name


SEVERAL = {
    "not_shown": "2000",
    "last_decisions": "1000",
    "ask_all": "one card is chosen by itself",
    "too_many": "200",
    "sprt_ahead": "twenty pairs at least",
    "sprt_not_ahead": "twenty pairs at least",
    "all_rows": "a table of a few is shown in full",
    "link_copied": "a link is longer",
}
"""Phrases with a number that is never one, and why."""


def test_what_may_be_one_has_a_word_for_one() -> None:
    """`1 decision`, and not `1 decisions`."""
    texts = {name: text for room in ROOMS for name, text in Phrasebook(room).phrases("en").items()}
    plural = {name for name, text in texts.items() if "|" not in text and re.search(r"\{n\} \w+s\b", text)}
    assert plural == set(SEVERAL)


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


RULES = {
    "ja": "",
    "pl": "one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14",
    "ru": "one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14",
    "ar": "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99",
    "lv": "zero: n % 10 = 0 or n % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11",
    "sl": "one: n % 100 = 1; two: n % 100 = 2; few: n % 100 = 3,4",
}
"""Rules of CLDR for whole numbers, of more kinds than the languages of the tool have."""

OF_NUMBERS = {
    "ja": {0: "other", 1: "other", 7: "other"},
    "pl": {0: "other", 1: "one", 2: "few", 4: "few", 5: "other", 12: "other", 21: "other", 22: "few", 112: "other"},
    "ru": {0: "other", 1: "one", 11: "other", 21: "one", 22: "few", 13: "other", 111: "other", 124: "few"},
    "ar": {0: "zero", 1: "one", 2: "two", 3: "few", 10: "few", 11: "many", 99: "many", 100: "other", 103: "few"},
    "lv": {0: "zero", 1: "one", 10: "zero", 11: "zero", 21: "one", 22: "other", 111: "zero"},
    "sl": {0: "other", 1: "one", 2: "two", 3: "few", 4: "few", 5: "other", 101: "one", 203: "few"},
}


def forms_by(language: str) -> list[tuple[int, int]]:
    """So many things, and which form is for them, as CLDR has it."""
    named = [rule.partition(":")[0] for rule in RULES[language].split("; ") if rule]
    return [(n, [*named, "other"].index(name)) for n, name in OF_NUMBERS[language].items()]


@pytest.mark.parametrize("language", RULES)
def test_plurals_of_any_language(language: str) -> None:
    assert [(n, plural_form(RULES[language], n)) for n, _ in forms_by(language)] == forms_by(language)


@pytest.mark.parametrize("language", RULES)
def test_the_page_finds_the_same_forms(language: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    asked = [n for n, _ in forms_by(language)]
    words = {"plurals": RULES[language], "what": "|".join(map(str, range(6)))}
    say = f"{asked}.map((n) => phrase({json.dumps(words)}, 'what', {{ n }}))"
    script = f"{text_of('element.js')}\nconsole.log(JSON.stringify({say}));"
    done = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [str(form) for _, form in forms_by(language)]
