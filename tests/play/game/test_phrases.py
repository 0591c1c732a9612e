"""The tool speaks each language whole: the same phrases, with the same parts."""

from __future__ import annotations

import re

import pytest

from cardwright.diagnostics.text import LANGUAGES
from cardwright.engines.program.layout import STATUSES
from cardwright.play.game.phrases import PHRASES, phrase
from cardwright.studies.report import wording

TABLES = {"": PHRASES, "studies": wording.BOOK.phrases}


@pytest.mark.parametrize(("table", "name"), [(table, name) for table, phrases in TABLES.items() for name in phrases])
def test_every_language_has_the_phrase_with_its_parts_and_forms(table: str, name: str) -> None:
    forms = TABLES[table][name]
    assert tuple(forms) == LANGUAGES
    parts = [sorted(set(re.findall(r"\{(\w+)\}", text))) for text in forms.values()]
    assert parts[0] == parts[1]
    assert len({text.count("|") for text in forms.values()}) == 1


def test_each_way_in_which_a_game_can_end_without_a_result_is_told() -> None:
    assert set(STATUSES) - {"running", "finished"} <= set(PHRASES)


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
