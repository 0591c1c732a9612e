"""Variables that hold lists: how many elements each may have.

`room` is computed from options and the number of players, as ranges are. A list has room for one element at least, and
for no more than a list that outlives a decision.
"""

from __future__ import annotations

from ...language.ir.game import Game
from .bounds import MOST
from .families import settled
from .setting import misfit
from .specialise import Specialiser


def rooms(game: Game, specialiser: Specialiser) -> dict[str, int]:
    """The room of each variable that holds a list. Raises `SpecError`: E571 not constant, E578 impossible."""
    found: dict[str, int] = {}
    for key, variable in game.variables.items():
        if variable.room is not None:
            found[key] = room = settled(specialiser, variable.room, f"the room of '{variable.name}'")
            if not 1 <= room <= MOST:
                message = f"the room of '{variable.name}' must be from 1 to {MOST}, but it is {room}"
                misfit("E578", message, variable.room.span)
    return found
