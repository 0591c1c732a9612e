"""Runs scenarios: builds the position, plays the moves, and checks what must hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...language.shape.check import check_scenarios
from ...language.text.load import load
from ..game.refusal import Refusal
from ..game.rules import Rules
from ..game.state import State
from ..game.wording import key_of
from .begin import Shelf, begin, report_in_scenario
from .ending import check_ending
from .evaluate import Judge
from .foreseen import where_it_begins
from .known_moves import check_moves
from .nodes import Check, Illegal, Scenario, ScenarioFile
from .play import Play, listed
from .read import read_scenarios
from .sees import look
from .ungiven import with_ungiven


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """The result of one scenario, with everything that is wrong in `report`."""

    file: str
    name: str
    report: Report

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return not self.report.errors


def read_file(path: str | Path, report: Report) -> ScenarioFile | None:
    """Read the scenarios of a file; None with errors in `report`."""
    tree = load(path, report)
    if tree is None:
        return None
    before = report.errors
    check_scenarios(tree, report)
    return None if report.errors > before else read_scenarios(tree, report)


def run_file(file: ScenarioFile, shelf: Shelf, *, only: str | None = None) -> Iterator[ScenarioResult]:
    """Run the scenarios of a file one by one; with `only`, those whose name contains that text."""
    for scenario in file.scenarios:
        if only is None or only.lower() in scenario.name.lower():
            yield run_scenario(scenario, file, shelf)


def run_scenario(scenario: Scenario, file: ScenarioFile, shelf: Shelf) -> ScenarioResult:
    """Run one scenario."""
    report = Report()
    rules = shelf.load(file.game, scenario.variants, report)
    if rules is not None:
        try:
            _run(scenario, rules, shelf, report)
            if shelf.observer is not None:
                shelf.observer.run(rules, scenario)
        except SpecError as error:
            report_in_scenario(report, error.report.diagnostics, {}, scenario.span)
    return ScenarioResult(file.game.span.source.name, scenario.name, report)


def check_scenario(scenario: Scenario, file: ScenarioFile, shelf: Shelf) -> Report:
    """Check a scenario without playing it: names, values, the position, moves, the types of expressions."""
    report = Report()
    rules = shelf.load(file.game, scenario.variants, report)
    if rules is None:
        return report
    layout = where_it_begins(scenario, rules, shelf) or _begun(scenario, rules, shelf, report)
    judge = Judge(rules.checked, report, scenario.path)
    for check in (*(step for step in scenario.when if isinstance(step, Check)), *scenario.then):
        understood = judge.understand(check)
        if understood is not None and layout is not None:
            judge.names(check, understood[0], layout)
    return report


def _begun(scenario: Scenario, rules: Rules, shelf: Shelf, report: Report) -> Layout | None:
    """Begin a scenario, and report what is wrong with its position and its moves; its layout, if it can be begun."""
    state = None
    try:
        state = begin(scenario, rules, shelf, report)
    except SpecError as error:
        report_in_scenario(report, error.report.diagnostics, {}, scenario.span)
    check_moves(scenario, rules.spec, state.game if state else None, report)
    return None if state is None else state.game.layout


def _run(scenario: Scenario, rules: Rules, shelf: Shelf, report: Report) -> None:
    state = begin(scenario, rules, shelf, report)
    if not check_moves(scenario, rules.spec, state.game if state else None, report) or state is None:
        return
    judge = Judge(rules.checked, report, scenario.path)
    play = Play(state, report, scenario.path, judge.check)
    played = play.all(scenario.when)
    # A scenario may also be about a given position alone, from which play need not be able to go on.
    alone = scenario.given is not None and not (scenario.when or scenario.legal or scenario.illegal)
    if state.error is not None and not alone and not (scenario.end and scenario.end.text == "error"):
        report.diagnostics.append(with_ungiven(state.error, scenario.given, state))
    if not played:
        return
    for check in scenario.then:
        judge.check(state, check)
    _legal(scenario, state, report)
    for illegal in scenario.illegal:
        refusal = _illegal(illegal, state, report, scenario.path)
        if refusal is not None and shelf.observer is not None:
            shelf.observer.refused(rules, refusal)
    for seen in scenario.sees:
        look(seen, state, report, f"{scenario.path}.sees")
    check_ending(scenario, state, report)


def _legal(scenario: Scenario, state: State, report: Report) -> None:
    keys = {key_of(move.text) for move in state.legal_moves}
    for move in scenario.legal:
        if key_of(move.text) not in keys:
            refusal = state.why_not(move.text, seeing_all=True)
            assert refusal is not None
            report.add(
                "E851",
                f"'{move.text}' is not legal here: {refusal.message}",
                move.span,
                path=f"{scenario.path}.legal",
                notes=(f"legal moves: {listed(state.legal_moves)}",),
                helps=refusal.helps,
            )


def _illegal(illegal: Illegal, state: State, report: Report, path: str) -> Refusal | None:
    """Check that a move is not legal, and why; the reason, if it is not."""
    move, wanted, path = illegal.move, illegal.condition, f"{path}.illegal"
    if key_of(move.text) in {key_of(one.text) for one in state.legal_moves}:
        report.add("E852", f"'{move.text}' is legal here", move.span, path=path)
        return None
    refusal = state.why_not(move.text, seeing_all=True)
    if refusal is not None and wanted is not None and wanted.text not in refusal.conditions:
        failing = ", ".join(refusal.conditions)
        why = f"conditions that do not hold: {failing}" if failing else refusal.message
        report.add(
            "E853",
            f"'{move.text}' is illegal, but not because of '{wanted.text}'",
            wanted.span,
            path=path,
            notes=(why,),
            helps=did_you_mean(wanted.text, refusal.conditions),
        )
    return refusal
