"""What scenarios say of players and teams that the game does not have."""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Report
from ...engines.program.layout import Layout
from ...language.text.tree import Scalar
from ..game.naming import cell_text, zone_text
from .values import side, some

TURN = ("turn.player", "turn.next")
"""The variables that hold whose turn it is, and who has the first turn of a phase."""

ENTERING = "entering"
"""The variable that no spec has, but each position that a scenario gives."""

_SIDE = re.compile(r"[pt][0-9]+\Z")


def is_strange(name: str, layout: Layout) -> bool:
    """Whether this is how a player or a team is called, but none of this game."""
    return _SIDE.match(name) is not None and side(name, layout) is None


def no_player(name: str) -> str:
    """The message about a player or a team that the game does not have."""
    return f"'{name}' is not a {'team' if name.startswith('t') else 'player'} of this game"


def the_players(layout: Layout) -> str:
    """The help that says which players and teams there are."""
    teams = f", the teams t1 to t{layout.team_count}" if layout.team_count else ""
    return f"the players are p1 to p{layout.players}{teams}"


def what_there_is(layout: Layout) -> str:
    """The note that lists zones and variables by name; of those that each player, team or number has, the first."""
    zones = [zone_text(layout.zones[numbers[0]]) for numbers in layout.families.values()]
    variables = [cell_text(cell, 0) for name, cell in layout.variables.items() if "." not in name and name != ENTERING]
    return f"zones: {some(zones)}" + (f"; variables: {some(variables)}" if variables else "")


def check_player(seat: Scalar, layout: Layout, report: Report, path: str) -> bool:
    """Whether this is a player of the game; if not, that is reported (E811)."""
    found = side(seat.text, layout)
    if found is not None and found[0] == "player":
        return True
    report.add("E811", no_player(seat.text), seat.span, path=path, helps=(the_players(layout),))
    return False
