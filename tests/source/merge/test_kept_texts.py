"""A variant that changes what a text describes, and keeps the text, is warned: see kept_texts.yaml."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.diagnostic import Diagnostic, Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.source.merge.assembly import assemble
from cardwright.source.merge.conflicts import EditLog
from cardwright.source.merge.merge import merge
from cardwright.source.merge.stale_texts import check_stale_texts
from cardwright.source.merge.variants import in_order
from cardwright.source.shape.first_version import modern
from cardwright.source.shape.validation import check_variant
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

SPECS = Path(__file__).parents[3] / "specs"
PAGE = yaml.safe_load(Path(__file__).with_name("kept_texts.yaml").read_text(encoding="utf-8"))


def read(name: str, text: str) -> Mapping:
    report = Report()
    tree = compose(Source(name, text), report, mapping=True)
    assert isinstance(tree, Mapping), render(report)
    if name == "game.yaml":
        tree = modern(tree, "spec", report)
    else:
        check_variant(tree, report)
    assert not report.diagnostics, render(report)
    return tree


def said(game: Mapping, *variants: Mapping) -> Report:
    report = Report()
    touches = EditLog(report)
    tree = merge(game, list(variants), report, touches)
    assert not report.diagnostics, render(report)
    check_stale_texts(tree, in_order("race", list(variants), Report()), touches.applied, report)
    return report


def shown(found: Diagnostic) -> str:
    listed = re.search(r"still_true: \[(.*)\]", " ".join(found.helps))
    return f"{found.code} {found.message}: {listed[1] if listed else found.span.text if found.span else ''}"


@pytest.mark.parametrize("case", PAGE["cases"], ids=[case["case"] for case in PAGE["cases"]])
def test_what_is_said_of_the_texts(case: dict[str, Any]) -> None:
    variants = [read("v.yaml", f'variant: v\nextends: race\ntitle: "V"\n{case["variant"]}')]
    if "other" in case:
        variants.append(read("w.yaml", f'variant: w\nextends: v\ntitle: "W"\n{case["other"]}'))
    assert [shown(found) for found in said(read("game.yaml", PAGE["game"]), *variants).diagnostics] == case["says"]


def test_the_whole_message() -> None:
    variant = 'variant: v\nextends: race\ntitle: "V"\nadd:\n  actions.drive.when.late: round.number > 1\n'
    assert render(said(read("game.yaml", PAGE["game"]), read("v.yaml", variant))) == (
        "warning[W411]: variant 'v' adds 'actions.drive.when.late', but keeps 2 texts that may tell of it\n"
        "  --> v.yaml:5:28\n"
        "   |\n"
        " 5 |   actions.drive.when.late: round.number > 1\n"
        "   |                            ^^^^^^^^^^^^^^^^ do they still hold?\n"
        "   |\n"
        "  ::: game.yaml:33:5\n"
        "   |\n"
        '33 |     text: "Lay a distance card."\n'
        "   |     ---- a text\n"
        "   |\n"
        "  ::: game.yaml:37:30\n"
        "   |\n"
        '37 |   rest: {when: may me.drive, text: "Wait, though you could drive."}\n'
        "   |                              ---- a text\n"
        "   |\n"
        "   = help: give it a new text: `override: {actions.drive.text: …}`\n"
        "   = help: or, if it still holds, say so:\n"
        "           `still_true: [actions.drive.text, actions.rest.text]`\n"
        "\n"
        "1 warning\n"
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", sorted(SPECS.glob("*/variants/*.yaml")), ids=lambda path: path.stem)
def test_the_texts_of_all_games_have_been_read_again(path: Path) -> None:
    report = Report()
    made = assemble(str(path), (), (), report)
    assert made is not None
    check_stale_texts(made.tree, made.patches, made.touches, report)
    assert render(report) == ""


def test_the_text_that_is_shown_is_the_one_that_holds() -> None:
    game = read("game.yaml", PAGE["game"])
    new = read("v.yaml", 'variant: v\nextends: race\ntitle: "V"\noverride: {actions.drive.text: "Draw a card."}')
    late = read("w.yaml", 'variant: w\nextends: v\ntitle: "W"\nadd: {actions.drive.when.late: round.number > 1}')
    others = said(game, new, late).diagnostics[0].others
    assert [f"{one.span}" for one in others] == ["v.yaml:4:32", "game.yaml:37:30"]
