"""What colours rules in editors without the language server knows all words, and where effects stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cardwright.language.syntax.findings import ALL_WORDS, CALLED
from tests.sound.sound_coverage import Keys

FILE = Path(__file__).parents[2] / "editors" / "vscode" / "syntaxes" / "rules.tmLanguage.json"
GRAMMAR = json.loads(FILE.read_text(encoding="utf-8"))["repository"]


def test_every_word_has_a_colour() -> None:
    looks = [one for one in GRAMMAR["rule"]["patterns"] if one["name"].startswith(("keyword.", "constant.language"))]
    words = {word for one in looks for word in re.findall(r"[a-z]+", one["match"].replace("\\b", " "))}
    assert words >= set(ALL_WORDS) - set(CALLED)


def test_every_key_of_an_effect_begins_a_block() -> None:
    """But for named effects, whose keys are their names."""
    begins = re.search(r"\(([a-z_|]+)\)\(:\)", GRAMMAR["block"]["begin"])
    assert begins is not None
    places = {place for place, language in Keys().all().places.items() if language == "effect"} - {"effects"}
    assert set(begins[1].split("|")) == {place.rpartition(".")[2] for place in places}
