"""What is known of a file that is open: its kind, its tree, what is wrong with it, and what its rules mean.

All of this is made anew when a text has changed that it was read from. `Analysis.notes` are all expressions that were
typed for it, from which definitions, types and names in scope are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ..commands.checking import check_file, check_further, check_rules
from ..commands.selection import Kind, Selected, kind_of_source
from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.span import Source
from ..diagnostics.suggest import limited
from ..language.merge.assemble import Assembled, assemble
from ..language.spec.nodes import Spec
from ..language.spec.read import read_spec
from ..language.text.known import compose_known
from ..language.text.load import read_source
from ..language.text.tree import Mapping
from ..language.typing.names.scope import Noted, noting
from ..language.typing.names.world import World
from ..play.game.in_full import type_rules
from ..play.game.load import rules_of
from ..play.game.rules import Rules
from ..play.scenario.begin import Shelf


@dataclass(kw_only=True, slots=True)
class Analysis:
    """What was found out about a file. `rules` are None if they have errors, `tree` if the text is not YAML.

    `assembled` and `read` are what the first look has made of a spec or a variant, as far as it could.
    """

    path: str
    kind: Kind
    source: Source
    tree: Mapping | None
    report: Report
    notes: list[Noted] = field(default_factory=list)
    rules: Rules | None = None
    assembled: Assembled | None = None
    read: Spec | None = None

    @property
    def world(self) -> World | None:
        """All declarations, as far as they could be read; None if nothing was typed."""
        return self.notes[-1].scope.world if self.notes else None

    @property
    def spec(self) -> Spec | None:
        """The records of the game, as far as they could be read."""
        if self.rules is not None:
            return self.rules.spec
        return self.world.spec if self.world is not None else self.read


def first_look(path: str, paths: Sequence[str]) -> Analysis:
    """What is wrong with a file before names and types are looked at: its YAML, its keys, the grammar of its rules.

    It takes a third of the time of all of it.
    """
    made = _begun(path)
    if made.kind in ("spec", "variant") and not made.report.errors:
        made.assembled = assemble(path, (), paths, made.report)
        if made.assembled is not None:
            made.read = read_spec(made.assembled.tree, made.report)
    made.report = made.report.once()
    return made


def _begun(path: str) -> Analysis:
    report = Report()
    source = read_source(path, report) or Source(path, "")
    tree = compose_known(source, Report())
    return Analysis(path=path, kind=kind_of_source(source), source=source, tree=tree, report=report)


def analyse_further(seen: Analysis) -> Analysis | None:
    """What `analyse` finds if it is quick, from the first look; None if that could not put the game together."""
    if seen.assembled is None:
        return None
    report = Report([*seen.report.diagnostics])
    made = Analysis(path=seen.path, kind=seen.kind, source=seen.source, tree=seen.tree, report=report)
    with noting() as made.notes, limited():
        loaded = type_rules(seen.assembled, seen.read, seen.report.diagnostics, report)
        made.rules = rules_of(loaded) if loaded is not None else None
        check_further(made.rules, seen.path, report, quick=True)
    made.report = report.once()
    return made


def analyse(path: str, paths: Sequence[str], shelf: Shelf, *, seconds: float = 0, quick: bool = True) -> Analysis:
    """Check a file as `validate` does; what is `quick` leaves out options, numbers of players and trial play."""
    made = _begun(path)
    report, kind = made.report, made.kind
    if report.errors:
        return made
    with noting() as made.notes:
        if kind in ("spec", "variant"):
            made.rules = check_rules(path, paths, report, seconds, quick=quick)
        else:
            check_file(Selected(path, kind), paths, shelf, report, quick=quick)
    made.report = report.once()
    return made
