"""Cardwright: card games written as data, and one interpreter that plays them.

    from cardwright import load_game

Importing the package alone loads nothing; what is named below is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics.diagnostic import SpecError as SpecError
    from .play.game.game import Game as Game
    from .play.game.load import load_game as load_game
    from .play.game.move import IllegalMove as IllegalMove
    from .play.game.move import Move as Move
    from .play.game.state import CHANCE as CHANCE
    from .play.game.state import NOBODY as NOBODY
    from .play.game.state import State as State

_PLACES = {
    "CHANCE": ".play.game.state",
    "Game": ".play.game.game",
    "IllegalMove": ".play.game.move",
    "Move": ".play.game.move",
    "NOBODY": ".play.game.state",
    "SpecError": ".diagnostics.diagnostic",
    "State": ".play.game.state",
    "load_game": ".play.game.load",
}

__all__ = sorted(_PLACES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Load what is asked for, and keep it."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(_PLACES[name], __name__), name)
    return globals()[name]
