"""Whether a scenario can be begun, found without making its program, which takes longer than all else that is checked.

What is declared is laid out, the position is put there, and each move is compared with every kind of move that the
rules have. Where all of this fits, the program would report nothing: in it some of these kinds are never on offer, and
the cells lie elsewhere. Where anything does not fit, or may not, the scenario is begun as if it were played
(`begin.py`), and whatever is wrong is reported there.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...engines.program.layout import Layout
from ..game.rules import Rules
from .begin import Shelf, settle
from .build import PositionBuilder
from .known_moves import check_known, moves_of
from .nodes import Scenario
from .possible_moves import all_possible


def where_it_begins(scenario: Scenario, rules: Rules, shelf: Shelf) -> Layout | None:
    """What is declared in the configuration of a scenario, if it can surely be begun; else None."""
    report, given = Report(), scenario.given
    options = settle(scenario, rules, report)
    if options is None or given is not None and (given.placed or given.phase.text not in rules.spec.phases):
        return None
    plan = shelf.plan(rules, "" if given is None else given.phase.text)
    layout = plan.layout(*options)
    if layout is None:
        return None
    if given is not None:
        PositionBuilder(layout, [0] * layout.size, report, scenario.path).build(given)
    if not check_known(scenario, rules.spec, layout, report) or report.diagnostics:
        return None
    return layout if all_possible(moves_of(scenario), plan.choices, layout) else None
