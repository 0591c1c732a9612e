"""Rules that were loaded in full are kept on disk, so that the next command need not do so again.

What is kept counts only while all that was read is the same (`language/text/kept_answers.py`). Nothing is told less
often than without it: warnings are told again, and what has errors is never kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.record import dataclass
from ...language.text.disk import Answers
from ...language.text.kept_answers import keep, recall
from .rules import Playable

RULES = "rules"
"""The ending of a file of kept rules."""

NEVER_KEPT = ("W773", "W413")
"""Warnings that depend on what was loaded before, or on the speed of the machine."""

Named = tuple[str, Sequence[str], Sequence[str]]
"""How a game is named: its name, variants, and folders with more games."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Rules, and what was told when they were loaded."""

    playable: Playable
    warnings: tuple[Diagnostic, ...]


def kept_rules(named: Named, report: Report) -> Playable | None:
    """The rules of a game if they are kept and nothing has changed since; their warnings go to the report."""
    found = recall(RULES, _words(named), hold=True)
    if not isinstance(found, Kept):
        return None
    report.diagnostics += found.warnings
    return found.playable


def keep_rules(named: Named, playable: Playable, warnings: Sequence[Diagnostic], answers: Answers) -> None:
    """Keep rules without errors for the next time."""
    if may_be_kept(warnings):
        keep(RULES, _words(named), Kept(playable, tuple(warnings)), answers)


def may_be_kept(found: Sequence[Diagnostic]) -> bool:
    """Whether what was told is no error, and would be the same the next time."""
    return not any(one.severity == "error" or one.code in NEVER_KEPT for one in found)


def _words(named: Named) -> list[str]:
    name, variants, paths = named
    return [name, str(len(variants)), *variants, *paths]
