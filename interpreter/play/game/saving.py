"""A position as bytes: the digest of the rules, how chance is played, and the cells of the state.

The text is JSON: `{"digest", "explicit", "steps", "cells", "history"}`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ...engines.program.layout import PC, STATUS, STATUSES
from ...engines.reference.machine import Machine
from .history import History

if TYPE_CHECKING:
    from .game import Game


def save_cells(digest: str, m: Machine, history: History) -> bytes:
    """The position as bytes, with its history."""
    kept = {"digest": digest, "explicit": m.explicit, "steps": m.steps, "cells": list(m.state)}
    kept["history"] = history.to_json()
    return json.dumps(kept, separators=(",", ":")).encode("ascii")


def load_cells(game: Game, saved: bytes) -> tuple[Machine, History | None]:
    """The table with a position that was saved, and its history. Raises ValueError if it is not one of this game."""
    try:
        kept = json.loads(saved)
        digest, explicit, steps, cells = kept["digest"], kept["explicit"], kept["steps"], kept["cells"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("these bytes are not a saved position") from None
    if digest != game.fingerprint:
        raise ValueError("the position was saved with other rules, options or players")
    sound = isinstance(cells, list) and all(type(cell) is int for cell in cells)
    fits = sound and len(cells) == game.layout.size
    if not fits or not 0 <= cells[STATUS] < len(STATUSES) or not 0 <= cells[PC] < len(game.program.blocks):
        raise ValueError("the saved position does not fit the game")
    history = History.from_json(kept["history"]) if "history" in kept else None
    return game.executor.stand(cells, explicit=bool(explicit), steps=int(steps), record=True), history
