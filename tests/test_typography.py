"""Texts for people are set as a printer would set them: French spaces and apostrophes, and no double spaces anywhere.

French puts a no-break space (U+00A0) before `:`, inside « » and between a number and its unit, a narrow one (U+202F)
before `;`, `!` and `?`, and writes the apostrophe ’. German has „ “ and the apostrophe ’, and the same no-break space
before a unit. English texts keep the plain apostrophe, as do the names that are typed. A failure shows the file, the
path and the text as it should be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.text import LANGUAGES
from cardwright.play.game.phrases import Phrasebook

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for pattern in (
        "specs/*/game.yaml",
        "specs/*/variants/*.yaml",
        "specs/parts/*.yaml",
        "examples/*/game.yaml",
        "examples/*/variants/*.yaml",
    )
    for path in ROOT.glob(pattern)
)
GAMES = [path for path in FILES if path.is_relative_to(ROOT / "specs")]

WIDE, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
BLANK = f"[ {WIDE}{NARROW}]*"
UNITS = "km|%|s|×"

Text = tuple[str, str, str]
"""The path of a text in its file, its language, and the text."""


def french(text: str) -> str:
    """The text as it should be set. A `?` that stands alone is a word, which one can type, and no question mark."""
    text = text.replace("'", "’")
    text = re.sub(rf"(?<=[^\s\[]){BLANK}:(?=\s|$)", f"{WIDE}:", text)
    text = re.sub(rf"«{BLANK}", f"«{WIDE}", text)
    text = re.sub(rf"{BLANK}»", f"{WIDE}»", text)
    text = re.sub(rf"(?<=[^\s\[«{WIDE}]){BLANK}([;!?])(?!\w)", rf"{NARROW}\1", text)
    text = re.sub(rf"\[{BLANK};", f"[{NARROW};", text)
    text = re.sub(rf"([\d}}]){BLANK}({UNITS})(?![\w’])", rf"\1{WIDE}\2", text)
    text = re.sub(rf"(\w|\}}){BLANK}×", rf"\1{WIDE}×", text)
    return single(text)


def english(text: str) -> str:
    """The text with plain apostrophes and single spaces."""
    return single(text.replace("’", "'"))


def german(text: str) -> str:
    """The text as it should be set."""
    text = re.sub(r'[“"]([^“”"„]*)[”"]', r"„\1“", text.replace("'", "’"))
    text = re.sub(rf"([\d}}]){BLANK}({UNITS})(?![\w’])", rf"\1{WIDE}\2", text)
    return single(re.sub(rf"{BLANK}([:;!])(?=\s|$)", r"\1", text))


def single(text: str) -> str:
    """The text without double spaces, at its ends or within its lines; the layout of a table of several lines is its
    own.
    """
    return text if "\n" in text else re.sub(" {2,}", " ", text)


def texts(node: Any, path: str = "") -> Iterator[Text]:
    """Every text of a file that is given by language."""
    if isinstance(node, list):
        for number, item in enumerate(node):
            yield from texts(item, f"{path}[{number}]")
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in LANGUAGES and isinstance(value, str):
                yield path, str(key), value
            else:
                yield from texts(value, f"{path}.{key}" if path else str(key))


def texts_of(file: Path) -> list[Text]:
    """Every text of a spec or a variant."""
    return list(texts(yaml.safe_load(file.read_text(encoding="utf-8"))))


def misprints(found: list[Text]) -> list[str]:
    """What should be set differently, one line a text."""
    rules = {"fr": french, "en": english, "de": german}
    return [
        f"{path}.{language}: write {ascii(right)}, not {ascii(text)}"
        for path, language, text in found
        if (right := rules[language](text)) != text
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_of_a_file(file: Path) -> None:
    wrong = misprints(texts_of(file))
    assert not wrong, f"\n{file.relative_to(ROOT)}:\n" + "\n".join(wrong)


def test_phrases_of_the_tool() -> None:
    phrases = [
        (name, language, text)
        for room in ("play", "page", "print", "studies")
        for language in LANGUAGES
        for name, text in Phrasebook(room).phrases(language).items()
        if not name.startswith(("plurals", "type_", "words_"))
    ]
    wrong = misprints(phrases)
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("file", GAMES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_text_is_there_in_each_language_of_its_game(file: Path) -> None:
    game = file if "variants" not in file.parts else file.parents[1] / "game.yaml"
    title = {language for path, language, _ in texts_of(game) if path == "title"}
    languages: dict[str, set[str]] = {}
    for path, language, _ in texts_of(file):
        languages.setdefault(path, set()).add(language)
    assert len(title) > 1
    assert [path for path, found in languages.items() if found != title] == []


@pytest.mark.parametrize(
    ("typed", "set_right"),
    [
        ("Jouer : l'as", f"Jouer{WIDE}: l’as"),
        ("« oui »", f"«{WIDE}oui{WIDE}»"),
        ("Prêt? Non ; jamais !", f"Prêt{NARROW}? Non{NARROW}; jamais{NARROW}!"),
        ("200 km et {n} km", f"200{WIDE}km et {{n}}{WIDE}km"),
        ("carte[ ; booster]", f"carte[{NARROW}; booster]"),
        ("duo ×2", f"duo{WIDE}×2"),
        ("tapez « ? » pour l’aide", f"tapez «{WIDE}?{WIDE}» pour l’aide"),
    ],
)
def test_how_french_is_set(typed: str, set_right: str) -> None:
    assert french(typed) == set_right
    assert french(set_right) == set_right


@pytest.mark.parametrize(
    ("typed", "set_right"),
    [
        ("geht's !", "geht’s!"),
        ('die Karte "Stau" spielen', "die Karte „Stau“ spielen"),
        ("Karten : 3", "Karten: 3"),
        ("200 km und {n} %", f"200{WIDE}km und {{n}}{WIDE}%"),
        ("„?“ zeigt die Hilfe", "„?“ zeigt die Hilfe"),
    ],
)
def test_how_german_is_set(typed: str, set_right: str) -> None:
    assert german(typed) == set_right
    assert german(set_right) == set_right
