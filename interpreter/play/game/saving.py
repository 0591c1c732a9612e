"""A position as bytes: the digest of the rules, how chance is played, and the cells of the state.

The text is JSON: `{"digest", "explicit", "steps", "cells"}`.
"""

from __future__ import annotations

import json

from ...engines.program.layout import PC, STATUS, STATUSES
from ...engines.program.nodes import Program
from ...engines.reference.executor import Executor
from ...engines.reference.machine import Machine


def save_cells(digest: str, m: Machine) -> bytes:
    """The position as bytes."""
    saved = {"digest": digest, "explicit": m.explicit, "steps": m.steps, "cells": list(m.state)}
    return json.dumps(saved, separators=(",", ":")).encode("ascii")


def load_cells(program: Program, executor: Executor, saved: bytes) -> Machine:
    """Restore a position of this program. Raises ValueError if the bytes are not one of its positions.

    The cells are checked as far as the layout goes, so that a damaged file is refused here and does not fail later.
    """
    try:
        found = json.loads(saved)
        digest, explicit, steps, cells = found["digest"], found["explicit"], found["steps"], found["cells"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("these bytes are not a saved position") from None
    if digest != program.digest:
        raise ValueError("the position was saved with other rules, options or players")
    whole = isinstance(cells, list) and all(type(cell) is int for cell in cells)
    fits = whole and len(cells) == program.layout.size
    if not fits or not 0 <= cells[STATUS] < len(STATUSES) or not 0 <= cells[PC] < len(program.blocks):
        raise ValueError("the saved position does not fit the game")
    return executor.stand(cells, explicit=bool(explicit), steps=int(steps), record=True)
