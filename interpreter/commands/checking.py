"""Checks a file of any of our kinds; everything that is wrong with it goes to the report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..diagnostics.diagnostic import Diagnostic, Report, SpecError
from ..language.merge.assemble import is_variant
from ..language.merge.catalogue import read_game
from ..language.shape.check import check_spec, check_variant
from ..language.text.load import load, read_source
from ..play.game.load import load_rules
from ..play.game.replay import game_of, read_trace, replay
from ..play.scenario.begin import Shelf
from ..play.scenario.clauses import clauses
from ..play.scenario.run import check_scenario, read_file
from .configurations import check_configurations
from .replay import line_of
from .selection import Selected


def check_file(one: Selected, paths: Sequence[str], shelf: Shelf, report: Report) -> None:
    """Check a spec, a variant, a scenario file or a trace, or say that a file is none of them."""
    match one.kind:
        case "spec" | "variant":
            _rules(one.path, paths, report)
        case "scenarios":
            _scenarios(one.path, shelf, report)
        case "clauses":
            _clauses(one.path, report)
        case "trace":
            _trace(one.path, paths, report)
        case _:
            tree = load(one.path, report)
            if tree is not None:
                (check_variant if is_variant(tree) else check_spec)(tree, report)


def _rules(path: str, paths: Sequence[str], report: Report) -> None:
    """A spec, or a variant with the game it changes."""
    own = Report()
    rules = load_rules(path, (), paths, own)
    if rules is not None:
        check_configurations(rules, own)
    merge(own.diagnostics, report)


def _scenarios(path: str, shelf: Shelf, report: Report) -> None:
    """Everything about scenarios that shows before they are played."""
    own = Report()
    file = read_file(path, own)
    if file is None:
        merge(own.diagnostics, report)
        return
    for scenario in file.scenarios:
        merge(check_scenario(scenario, file, shelf).diagnostics, own)
    merge(own.diagnostics, report)


def _clauses(path: str, report: Report) -> None:
    """The clauses of the game in the same folder, and the scenarios' citations of them."""
    own = Report()
    game = read_game(Path(path).with_name("game.yaml"))
    if game is None:
        load(path, own)
    else:
        clauses(game, own)
    merge(own.diagnostics, report)


def _trace(path: str, paths: Sequence[str], report: Report) -> None:
    """A trace is right if it can be played again."""
    source = read_source(path, report)
    lines = read_trace(source, report) if source else None
    if source is None or lines is None:
        return
    try:
        done = replay(lines, game_of(lines, paths, source))
    except SpecError as error:
        merge(error.report.diagnostics, report)
        return
    for number, what in done.differences:
        report.add("E870", f"the trace differs: {what}", line_of(source, number), label="here")


def merge(found: Sequence[Diagnostic], report: Report) -> None:
    """Add what is not in the report yet; a file that was read twice says the same twice."""
    told = {_said(one) for one in report.diagnostics}
    report.diagnostics += [one for one in found if _said(one) not in told]


def _said(one: Diagnostic) -> tuple[object, ...]:
    """What makes two findings one: code, message, file and place."""
    where = one.span and (one.span.source.name, one.span.start, one.span.end)
    return one.code, one.message, where
