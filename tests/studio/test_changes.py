"""What was changed in a game that cannot be saved is in the variant that is made of it: both are the same game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.diagnostics.text import LANGUAGES
from cardwright.source.merge.assembly import assemble
from cardwright.source.merge.differences import differences
from cardwright.source.text.composer import compose
from cardwright.studio.documents import with_changes
from cardwright.studio.session import StudioSession
from tests.structure.test_package import ROOT

GAME = ROOT / "specs" / "mille-bornes" / "game.yaml"

START = """spec: 2
variant: my-own
extends: mille-bornes
title: "My own"
override:
  title: "My own"
# add:      what does not exist yet, by its path
# remove:   a list of paths
# insert:   where names go in a list that is ordered
"""

KM = """      km_150:
        role: distance
        km: 150
        copies: 12
        label: {en: "150 km", fr: "150 km", de: "150 km"}
"""

CHANGES = {
    "a number": [("    range: 1..12\n    default: 6", "    range: 1..12\n    default: 7")],
    "a formula": [("is: 300 * count(it.coups)", "is: 400 * count(it.coups)")],
    "a card": [("      km_100:\n", KM + "      km_100:\n")],
    "an option that is gone": [("default: {2: 700, 3: 700, 4: 1000, 6: 700}", "default: {2: 500, 3: 700, 4: 1000}")],
    "a text in one language": [('fr: "500 au lieu de 300 pour', 'fr: "600 au lieu de 300 pour')],
    "where a rule comes from": [('rule: "003, deal"', 'rule: "our own"')],
    "what a game is about": [("cover the distance first, hold", "be first, hold")],
    "several": [
        ("    range: 1..12\n    default: 6", "    range: 1..12\n    default: 7"),
        ("      km_100:\n", KM + "      km_100:\n"),
        ("limits: {decisions: 50000, steps: 100000}", "limits: {decisions: 60000, steps: 100000}"),
    ],
    "an action in several lines": [("  discard:\n", "  discard:\n    # one\n")],
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_variant_is_the_changed_game(name: str, tmp_path: Path) -> None:
    before = after = GAME.read_text(encoding="utf-8")
    for old, new in CHANGES[name]:
        assert after.count(old) == 1, old
        after = after.replace(old, new)
    variant = tmp_path / "my-own.yaml"
    variant.write_text(with_changes(START, before, after), encoding="utf-8")
    report = Report()
    made = assemble(str(variant), (), (), report)
    base = assemble(str(GAME), (), (), Report())
    assert made is not None and base is not None and not report.errors, report.diagnostics
    then, now = (compose(Source("", text), Report(), mapping=True) for text in (before, after))
    assert then is not None and now is not None
    for language in LANGUAGES:
        one = differences(base.tree, made.tree, language, apart=frozenset())
        two = differences(then, now, language, apart=frozenset())
        assert {(change.path, change.after) for change in one if change.path[0] != "title"} == {
            (change.path, change.after) for change in two
        }


def test_a_text_that_is_no_yaml_changes_nothing() -> None:
    assert with_changes(START, "game: one\n", "game: [\n") == START


def test_who_makes_a_variant_of_a_changed_game_finds_the_change_in_it_and_the_game_as_it_was(tmp_path: Path) -> None:
    session = StudioSession({}, root=str(tmp_path))
    file = ":specs/mille-bornes/game.yaml"
    (change,) = CHANGES["a number"]
    text = session.request({"do": "open", "file": file})["text"].replace(*change)
    session.request({"do": "change", "file": file, "text": text})
    made = session.request({"do": "new", "what": "variant", "name": "my-own", "file": file})
    assert made["taken"] and "  options.hand_size.default: 7\n" in made["text"]
    assert session.request({"do": "open", "file": file})["saved"]
