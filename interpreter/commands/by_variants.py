"""`test --variant`: the scenarios of a game, played by the rules of variants that they do not name themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from ..language.text.tree import Scalar
from ..play.scenario.begin import Shelf
from ..play.scenario.nodes import ScenarioFile
from .command_line import NAME


def by_variants(file: ScenarioFile, variants: Sequence[str], shelf: Shelf, report: Report) -> ScenarioFile | None:
    """The same scenarios with these variants beside their own; None if the game has none such, with errors."""
    words = [Scalar(one, Span(Source(NAME, one), 0, len(one)), "plain", range(len(one) + 1)) for one in variants]
    before = report.errors
    shelf.load(file.game, tuple(words), report)  # what is wrong with them is said once, and not of each scenario
    if report.errors > before:
        return None
    return replace(file, scenarios=tuple(replace(one, variants=(*one.variants, *words)) for one in file.scenarios))
