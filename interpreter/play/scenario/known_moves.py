"""Checks that the moves of a scenario exist in its game, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...language.spec.nodes import Spec
from ...language.text.tree import Scalar
from ..game.setup import Setup
from ..game.wording import key_of
from .nodes import Plays, Scenario
from .possible_moves import check_arguments


def check_moves(scenario: Scenario, spec: Spec, game: Setup | None, report: Report) -> bool:
    """Whether each move names an action or a reaction, or declines, with arguments that are possible (E814 to E816).

    Without a game, which it needs to know what is possible, only the names are checked.
    """
    names = [*spec.actions, *spec.reactions, "decline", "none"]
    before = report.errors
    for key, move in _moves(scenario):
        name = key_of(move.text).name
        if name and name not in names:
            path = f"{scenario.path}.{key}"
            report.add("E814", f"unknown action '{name}'", move.span, path=path, helps=did_you_mean(name, names))
    if report.errors > before or game is None:
        return report.errors == before
    return check_arguments(_moves(scenario), scenario, game, report)


def _moves(scenario: Scenario) -> Iterator[tuple[str, Scalar]]:
    """Each move that a scenario names, with the key under which it stands; what is only chosen has no action's name."""
    yield from (("when", step.move) for step in scenario.when if isinstance(step, Plays))
    yield from (("legal", move) for move in scenario.legal)
    yield from (("illegal", one.move) for one in scenario.illegal)
