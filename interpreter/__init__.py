"""Cardwright: card games written as data, and one interpreter that plays them.

    from cardwright import load_game

Importing the package loads nothing yet; each name below is loaded when it is first used.

| name | |
|---|---|
| `load_game` | loads a game by name or path |
| `Game`, `State`, `Move` | a game, a position of it, and what may be done there |
| `Decider`, `CHANCE`, `NOBODY` | who decides in a position |
| `EVERYTHING` | in `State.events`, instead of a seat: nothing is hidden |
| `SpecError`, `IllegalMove` | what is raised, with everything that is wrong |
| `Chance`, `Engine`, `Status` | the types of `chance=…`, `engine=…` and `State.status` |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics.diagnostic import SpecError as SpecError
    from .play.game.decider import CHANCE as CHANCE
    from .play.game.decider import EVERYTHING as EVERYTHING
    from .play.game.decider import NOBODY as NOBODY
    from .play.game.decider import Decider as Decider
    from .play.game.engines import Engine as Engine
    from .play.game.game import Chance as Chance
    from .play.game.game import Game as Game
    from .play.game.load import load_game as load_game
    from .play.game.move import IllegalMove as IllegalMove
    from .play.game.move import Move as Move
    from .play.game.state import State as State
    from .play.game.state import Status as Status

_PLACES = {
    "CHANCE": ".play.game.decider",
    "Chance": ".play.game.game",
    "Decider": ".play.game.decider",
    "EVERYTHING": ".play.game.decider",
    "Engine": ".play.game.engines",
    "Game": ".play.game.game",
    "IllegalMove": ".play.game.move",
    "Move": ".play.game.move",
    "NOBODY": ".play.game.decider",
    "SpecError": ".diagnostics.diagnostic",
    "State": ".play.game.state",
    "Status": ".play.game.state",
    "load_game": ".play.game.load",
}
"""The module that holds each public name."""

__all__ = sorted(_PLACES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Load a public name, and cache it in the module."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(_PLACES[name], __name__), name)
    return globals()[name]
