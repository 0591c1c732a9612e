"""Warns of a game in which nobody can win (W661); only of one that is checked with a trial, as whole games are."""

from __future__ import annotations

from ..diagnostics.diagnostic import Report
from ..language.spec.nodes import Spec

RESULT = "say who wins, for example: `result: {winners: best(p for p in players by p.points)}`"


def check_winners(spec: Spec, report: Report) -> None:
    """Report a game of several players whose `result` is missing, or has nothing that makes anybody win."""
    result = spec.result
    if max(spec.players) < 2 or (result and (result.winners or result.returns or result.score)):
        return
    report.add("W661", "no `result`: nobody can win", spec.span, helps=(RESULT,))
