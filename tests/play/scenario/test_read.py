"""Scenario files are read into records, and what the schema cannot express is checked."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.play.scenario.nodes import ChanceOutcome, Check, PlayerMove, Scenario
from cardwright.play.scenario.reader import read_scenarios
from cardwright.source.shape.first_version import modern
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

FULL = """\
game: race
scenarios:
  "All there is":
    rule: "page 3"
    players: 2
    options: {asking: ask}
    variants: [short]
    preset: quick
    given:
      at: {phase: play, turn: p1}
      p1.hand: [red, blue]
      pile: []
      rest: discard
      t1.total: 40
    when:
      - p1: attack(red, t2)
      - chance: blue
      - check: t1.total == 40
      - p2: decline
    then:
      one: count(p2.hand) == 6
      two: true
    legal: [discard(blue)]
    illegal:
      attack(red, t2): can_be_stopped
    end: finished
    returns: [1, 0]
"""


def read(text: str) -> tuple[list[Scenario], list[tuple[str, str]]]:
    report = Report()
    tree = compose(Source("a.yaml", text), report, mapping=True)
    assert isinstance(tree, Mapping)
    file = read_scenarios(modern(tree, "scenario", report), report)
    return list(file.scenarios), [(d.code, d.span.text if d.span else "") for d in report.diagnostics]


def test_everything() -> None:
    (scenario,), found = read(FULL)
    assert found == []
    assert (scenario.name, scenario.rule) == ("All there is", "page 3")
    assert scenario.players and scenario.players.text == "2"
    assert [(k.text, v.text) for k, v in scenario.options] == [("asking", "ask")]
    assert [v.text for v in scenario.variants] == ["short"]
    assert scenario.preset and scenario.preset.text == "quick"
    given = scenario.given
    assert given and given.turn and given.rest
    assert (given.phase.text, given.turn.text, given.rest.text) == ("play", "p1", "discard")
    assert [(c.zone.text, [k.text for k in c.cards]) for c in given.cards] == [
        ("p1.hand", ["red", "blue"]),
        ("pile", []),
    ]
    assert [(s.name.text, s.value.text) for s in given.settings] == [("t1.total", "40")]
    kinds = [type(step) for step in scenario.when]
    assert kinds == [PlayerMove, ChanceOutcome, Check, PlayerMove]
    assert [check.name for check in scenario.then] == ["one", "two"]
    assert [move.text for move in scenario.legal] == ["discard(blue)"]
    assert [(i.move.text, i.condition and i.condition.text) for i in scenario.illegal] == [
        ("attack(red, t2)", "can_be_stopped")
    ]
    assert scenario.end and scenario.end.text == "finished"
    assert [value.text for value in scenario.returns] == ["1", "0"]


def one(*lines: str) -> str:
    return "game: race\nscenarios:\n  A case:\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (one("then: true"), []),
        (one("legal: go"), []),
        (one("when:", "  - check: 'true'"), []),
        (one("players: 2"), [("E801", "A case")]),
        (one("when:", "  - p1: go"), [("E801", "A case")]),
        (one("given: {pile: []}", "then: true"), [("E802", "given")]),
    ],
)
def test_what_a_schema_cannot_express(text: str, found: list[tuple[str, str]]) -> None:
    assert read(text)[1] == found
