"""Cardwright: card games written as data, and one interpreter that plays them.

    from cardwright import load_game

Importing the package loads nothing yet; each name below is loaded when it is first used. `docs/python.md` tells the
whole interface.

| name | |
|---|---|
| `load_game` | loads a game by name or path |
| `Game`, `State`, `Move` | a game, a position of it, and what may be done there |
| `Decider`, `CHANCE`, `NOBODY` | who decides in a position |
| `Happening`, `EVERYTHING` | what a seat has seen happen; stands for a seat that sees everything |
| `Results`, `Batch` | the results of many games; positions that are played together |
| `SpecError`, `IllegalMove` | what is raised, with everything that is wrong |
| `Report`, `Diagnostic`, `Refusal` | what these tell: mistakes of a spec, and why a move is not legal |
| `Chance`, `Engine`, `Policy`, `Reason`, `Status`, `What` | closed sets of words, for annotations |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics.diagnostic import Diagnostic as Diagnostic
    from .diagnostics.diagnostic import Report as Report
    from .diagnostics.diagnostic import SpecError as SpecError
    from .engines.program.layout import Status as Status
    from .play.game.decider import CHANCE as CHANCE
    from .play.game.decider import EVERYTHING as EVERYTHING
    from .play.game.decider import NOBODY as NOBODY
    from .play.game.decider import Decider as Decider
    from .play.game.engines import Engine as Engine
    from .play.game.game import Batch as Batch
    from .play.game.game import Chance as Chance
    from .play.game.game import Game as Game
    from .play.game.game import State as State
    from .play.game.happenings import Happening as Happening
    from .play.game.happenings import What as What
    from .play.game.loading.load import load_game as load_game
    from .play.game.move import IllegalMove as IllegalMove
    from .play.game.move import Move as Move
    from .play.game.move import Reason as Reason
    from .play.game.move import Refusal as Refusal
    from .play.game.results import Policy as Policy
    from .play.game.results import Results as Results

_PLACES = {
    "Batch": ".play.game.game",
    "CHANCE": ".play.game.decider",
    "Chance": ".play.game.game",
    "Decider": ".play.game.decider",
    "Diagnostic": ".diagnostics.diagnostic",
    "EVERYTHING": ".play.game.decider",
    "Engine": ".play.game.engines",
    "Game": ".play.game.game",
    "Happening": ".play.game.happenings",
    "IllegalMove": ".play.game.move",
    "Move": ".play.game.move",
    "NOBODY": ".play.game.decider",
    "Policy": ".play.game.results",
    "Reason": ".play.game.move",
    "Refusal": ".play.game.move",
    "Report": ".diagnostics.diagnostic",
    "Results": ".play.game.results",
    "SpecError": ".diagnostics.diagnostic",
    "State": ".play.game.game",
    "Status": ".engines.program.layout",
    "What": ".play.game.happenings",
    "load_game": ".play.game.loading.load",
}
"""The module that holds each public name."""

__all__ = sorted(_PLACES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Load a public name, and cache it in the module."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(_PLACES[name], __name__), name)
    return globals()[name]
