"""Later stages look at what is left of a game with mistakes, so that all mistakes are told at once."""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic, Report
from ...language.merge.rest import Rest
from ...language.spec.read import read_spec
from ...language.typing.check import type_spec

TELLING = ("E2", "E30", "E31", "E32", "E33", "E50")
"""The beginnings of the codes that are about one place alone: names, grammar, types, values of options.

What only the game as a whole shows, such as a phase that is never reached, may well follow from what is missing.
"""


def look_on(rest: Rest, report: Report) -> None:
    """Report what later stages find in the rest of a game, as far as it does not follow from what was taken out."""
    spec = None
    report.diagnostics += [one for one in rest.below if one not in report.diagnostics]
    for _ in range(2):
        own = Report()
        spec = read_spec(rest.tree, own)
        _tell(rest.sound(own.diagnostics), report)
        if spec is not None:
            break
        left = rest.without(own.diagnostics)
        if left is None:
            return
        rest = left
    if spec is not None:
        own = Report()
        type_spec(spec, own)
        _tell(rest.sound(own.diagnostics), report)


def _tell(found: list[Diagnostic], report: Report) -> None:
    report.diagnostics += [one for one in found if one.code.startswith(TELLING) and one not in report.diagnostics]
