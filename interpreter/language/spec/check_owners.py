"""What belongs to a team needs teams."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Report
from ..syntax.nodes import Word
from .nodes import Permission, Quantity, Spec, Variable, Zone


def check_owners(spec: Spec, report: Report) -> None:
    """E514 for everything that is `of: team` (or `per: team`) in a game without teams."""
    if spec.teams:
        return
    for word, path in _owners(spec):
        if word.text == "team":
            helps = ("add `teams: {number: 2}`, or make it `player`",)
            report.add("E514", "this game has no teams", word.span, helps=helps, path=path)


def _owners(spec: Spec) -> Iterator[tuple[Word, str]]:
    owned: tuple[Zone | Variable | Quantity | Permission, ...] = (
        *spec.zones.values(),
        *spec.variables.values(),
        *spec.quantities.values(),
        *spec.permissions.values(),
    )
    for thing in owned:
        if thing.of:
            yield thing.of, thing.path
    for scoring in spec.scoring.values():
        yield scoring.per, scoring.path
