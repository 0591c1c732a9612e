"""What is shown on the table, and how good a position looks to bots, for one set of options and one number of players.

It stands beside the program and is no part of it: it changes no rule, no fingerprint and no compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.game import Game
from ...language.ir.table import Sight
from .make import called_functions
from .rename import from_zero, lone_expr
from .setting import setting
from .specialise import Specialiser


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The values of a table, by name, and the functions that they call.

    `value` says how good a position looks for a player, the local; None if the spec does not say.
    """

    sights: dict[str, Sight]
    functions: dict[str, ir.Function]
    value: tuple[ir.Local, ir.Expr] | None = None


def nothing_shown() -> Exhibit:
    """The exhibit of a game that shows nothing beside the cards."""
    return Exhibit({}, {})


def make_exhibit(
    game: Game,
    sights: Sequence[Sight],
    value: tuple[ir.Local, ir.Expr] | None = None,
    *,
    players: int,
    options: dict[str, int],
) -> Exhibit:
    """The values of the table and of a position, with options and the number of players as numbers."""
    specialiser = Specialiser(game, setting(game, players, options))
    found = {sight.name: _specialised(sight, specialiser) for sight in sights}
    if value is not None:
        value = lone_expr((value[0], specialiser.expr(value[1], {})))
    read = [*(sight.value for sight in found.values()), *([value[1]] if value else [])]
    return Exhibit(found, called_functions(read, specialiser), value)


def _specialised(sight: Sight, specialiser: Specialiser) -> Sight:
    value = specialiser.expr(sight.value, {})
    it = sight.it
    if it is None:
        value = from_zero().expr(value)
    else:
        it, value = lone_expr((it, value))
    return Sight(name=sight.name, owner=sight.owner, it=it, value=value, shows=sight.shows)
