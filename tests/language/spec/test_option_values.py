"""Values of options from defaults, presets and the command line."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.diagnostic import Diagnostic, Report
from cardwright.diagnostics.span import Source
from cardwright.diagnostics.text import localized
from cardwright.language.spec.nodes import Spec
from cardwright.language.spec.option_values import read_value, settle_options
from cardwright.language.spec.read import read_spec
from cardwright.source.shape.first_version import modern
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

GAME = """\
spec: 1
game: small
title: Small
players: [2, 3, 4]
begin: match
options:
  target: {type: integer, range: [-5, 40], step: 5, default: {4: 40, else: 20}}
  quick: {type: boolean, default: {3: true, else: false}}
  asking: {type: [never, ask, always], default: ask}
presets:
  far: {title: Far, set: {target: 35, asking: always}}
  four: {title: Four, set: {quick: true}, players: 4}
cards: {main: {list: {one: {}}}}
zones: {pile: {holds: main, start: shuffled}}
phases: {match: {do: shuffle pile}}
"""


@pytest.fixture(name="spec", scope="module")
def _spec() -> Spec:
    report = Report()
    tree = compose(Source("small.yaml", GAME), report, mapping=True)
    assert isinstance(tree, Mapping)
    spec = read_spec(modern(tree, "spec", report), report)
    assert spec is not None and not report.diagnostics
    return spec


SETTLED = [
    (2, {}, None, {"target": 20, "quick": 0, "asking": 1}),
    (3, {}, None, {"target": 20, "quick": 1, "asking": 1}),
    (4, {}, None, {"target": 40, "quick": 0, "asking": 1}),
    (2, {}, "far", {"target": 35, "quick": 0, "asking": 2}),
    (4, {}, "four", {"target": 40, "quick": 1, "asking": 1}),
    (2, {"target": "-5", "quick": "yes"}, "far", {"target": -5, "quick": 1, "asking": 2}),
    (3, {"quick": "false", "asking": "never"}, None, {"target": 20, "quick": 0, "asking": 0}),
]


@pytest.mark.parametrize(("players", "given", "preset", "expected"), SETTLED)
def test_settled(spec: Spec, players: int, given: dict[str, str], preset: str | None, expected: dict[str, int]) -> None:
    report = Report()
    assert settle_options(spec, players, given, preset, report) == expected
    assert report.diagnostics == []


MISTAKES = [
    (2, {"target": "45"}, None, ["E501 26 `45` option 'target' = 45 is out of range (-5 to 40)"]),
    (2, {"target": "12"}, None, ["E503 26 `12` option 'target' = 12 is between two steps (every 5 from -5)"]),
    (2, {"target": "1.5"}, None, ["E502 26 `1.5` option 'target' must be a whole number, not '1.5'"]),
    (2, {"target": ""}, None, ["E502 26 `` option 'target' must be a whole number, not ''"]),
    (2, {"target": "٣"}, None, ["E502 26 `٣` option 'target' must be a whole number, not '٣'"]),
    (2, {"quick": "1"}, None, ["E502 25 `1` option 'quick' cannot be '1'"]),
    (2, {"asking": "aks"}, None, ["E502 26 `aks` option 'asking' cannot be 'aks' did you mean 'ask'?"]),
    (2, {"tagret": "5"}, None, ["E500 19 `tagret` unknown option 'tagret' did you mean 'target'?"]),
    (5, {}, None, ["E510 11 `5` 'small' is not for 5 players"]),
    (2, {}, "fra", ["E506 22 `fra` unknown preset 'fra' did you mean 'far'?"]),
    (3, {}, "four", ["E513 22 `four` preset 'four' is for 4 players, not 3"]),
    (5, {"quick": "1"}, None, ["E510 11 `5` 'small' is not for 5 players", "E502 25 `1` option 'quick' cannot be '1'"]),
]


def shown(found: Diagnostic) -> str:
    assert found.span is not None and found.span.source.name == "<command line>"
    near = [f" {text}" for text in found.helps if text.startswith("did you mean")]
    return f"{found.code} {found.span.column} `{found.span.text}` {found.message}{''.join(near)}"


@pytest.mark.parametrize(("players", "given", "preset", "expected"), MISTAKES)
def test_mistakes(spec: Spec, players: int, given: dict[str, str], preset: str | None, expected: list[str]) -> None:
    report = Report()
    assert settle_options(spec, players, given, preset, report) is None
    assert [shown(found) for found in report.diagnostics] == expected


def test_mistakes_are_located_on_the_command_line(spec: Spec) -> None:
    report, line = Report(), Source("<command line>", "cardwright run small --players=7 --set target=99")
    assert settle_options(spec, 7, {"target": "99"}, None, report, command_line=line) is None
    assert [(d.span.source, d.span.column) for d in report.diagnostics if d.span] == [(line, 32), (line, 47)]


def test_the_declared_range_is_shown_too(spec: Spec) -> None:
    report = Report()
    assert read_value(spec.options["target"], "50", None, report) is None
    [found] = report.diagnostics
    assert found.label == "must be between -5 and 40"
    assert [(str(other.span), other.span.text) for other in found.others] == [("small.yaml:7:34", "[-5, 40]")]


def test_a_text_in_a_language() -> None:
    assert localized({"en": "Draw", "fr": "Piocher"}, "fr") == "Piocher"
    assert localized({"": "Draw"}, "fr") == "Draw"
    assert localized({"de": "Ziehen", "en": "Draw"}, "fr") == "Ziehen"
    assert localized({"en": "Draw", "pt-BR": "Comprar"}, "pt") == "Comprar"
    assert localized({"en": "Draw", "de": "Ziehen"}, "de-AT") == "Ziehen"
    assert localized({}, "fr", "draw") == "draw"
