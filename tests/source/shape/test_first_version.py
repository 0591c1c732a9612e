"""What version 1 of the language wrote otherwise means the same, is rewritten, and is refused in version 2."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.source.merge.assembly import digests
from cardwright.source.shape.first_calls import lists_of
from cardwright.source.shape.first_version import (
    first_texts,
    modern,
    modern_changes,
    reworded,
    reworded_in,
)
from cardwright.source.shape.schema import shape_of
from cardwright.source.shape.validation import data_of
from cardwright.source.text.composer import compose
from cardwright.source.text.literals import normalize_rule
from cardwright.source.text.tree import Mapping

CASES = yaml.safe_load(Path(__file__).with_suffix("").with_name("first_version.yaml").read_text("utf-8"))["cases"]
NAMES = [case["case"] for case in CASES]


def composed(text: str) -> Mapping:
    report = Report()
    tree = compose(Source("game.yaml", text), report, mapping=True)
    assert isinstance(tree, Mapping) and not report.diagnostics
    return tree


def without_version(tree: Mapping) -> Mapping:
    return Mapping(tuple(one for one in tree.entries if one.key.text != "spec"), tree.span)


def game_of(case: dict[str, Any]) -> Mapping | None:
    return modern(composed(f"spec: 1\n{case['game']}"), "spec", Report()) if "game" in case else None


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_text_is_rewritten(case: dict[str, Any]) -> None:
    """Comments and layout stay; what is rewritten says nothing in old words any more."""
    kind, game, text, before = "variant" if "game" in case else "spec", game_of(case), case["first"], ""
    while text != before:
        text, before = reworded(text, reworded_in(composed(text), kind, game)), text
    assert text == case["second"]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_both_forms_mean_the_same(case: dict[str, Any]) -> None:
    first, second = composed(f"spec: 1\n{case['first']}"), composed(f"spec: 2\n{case['second']}")
    game = game_of(case)
    if game is not None:
        (one, replaced), (two, _) = (modern_changes(tree, game, Report()) for tree in (first, second))
        assert replaced or data_of(without_version(one)) == data_of(without_version(two))
        return
    one, two = (modern(tree, "spec", report) for tree, report in ((first, Report()), (second, Report())))
    assert digests(one)[0] in digests(two)
    assert data_of(modern(two, "spec", Report())) == data_of(two)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_old_words_are_refused_in_the_second_version(case: dict[str, Any]) -> None:
    report, game = Report(), game_of(case)
    for text in (f"spec: 2\n{case['second']}", f"spec: 2\n{case['first']}"):
        assert not report.diagnostics
        tree = composed(text)
        _ = modern(tree, "spec", report) if game is None else modern_changes(tree, game, report)
    assert {one.code for one in report.diagnostics} == {"E170"} and all(
        "write `" in one.helps[0] for one in report.diagnostics
    )


def test_places_are_those_of_the_file() -> None:
    """A message about what was rewritten points at what is there."""
    tree = modern(composed("spec: 1\nvariables: {a: {type: integer, range: [0, fra]}}"), "spec", Report())
    variable = tree.get("variables").get("a")  # type: ignore[union-attr]
    (range_,) = [value for key, value in variable if key == "range"]  # type: ignore[union-attr]
    assert range_.text == "0..fra" and range_.part(3, 6).span.text == "fra"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("symbol(symbol(place(a), land), land) == kinds(main)[2]", "land[land[place(a)]] == main[2]"),
        ("land[2] is none", "land[2] is none"),
        ("k in main and count(land) > 2", "k in main and count(land) > 2"),
        ("gather main to pile", "gather main to pile"),
        ("not f(x)[1].can_activate", "not may activate(f(x)[1])"),
        ("top(c for c in top(p for p in players by p.n).hand by max(c.n, 2))", None),
        ("top(p for p in players_from(me) by p.n)", None),
        ("max(sum(c.n for c in p.hand) for p in players)", None),
    ],
)
def test_a_digest_is_looked_for_as_the_rule_was_written(old: str, new: str | None) -> None:
    rule, game = shape_of("spec").mapping, composed("cards: {main: {}}\ntypes: {land: [a, b]}")
    assert rule is not None
    spec = modern(composed(f"spec: 1\nfunctions:\n  f: {old}"), "spec", Report())
    (text,) = [value.text for _, value in spec.get("functions")]  # type: ignore[union-attr]
    assert new in (text, None)
    shape = rule.value("functions").mapping.value("f")  # type: ignore[union-attr]
    found = first_texts(normalize_rule(text), shape, lists_of(game))
    assert normalize_rule(old) in found and len(found) <= 2


def test_a_deck_is_a_list_without_types_too() -> None:
    shape = shape_of("spec").mapping.value("functions").mapping.value("f")  # type: ignore[union-attr]
    assert first_texts("count(main)", shape, lists_of(composed("cards: {main: {}}"))) == [
        "count(main)",
        "count(kinds(main))",
    ]
