"""A position as bytes, and as the plain values of a pickle: cells with a checksum, and the history that led there.

The text is JSON, `{"game", "explicit", "steps", "cells", "history", "sum"}`. A saved position is checked whole before
it is played on: it must belong to this very program, be undamaged, and be a position at all
(`engines.invariants`).
"""

from __future__ import annotations

import json
from array import array
from hashlib import sha256
from typing import Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.record import dataclass
from ...engines.events import Event
from ...engines.invariants import invariant_violation, without_dead_cells
from ...engines.position import Outcomes, Position, RawMove
from .history import History
from .setup import Setup


def save_cells(game: Setup, m: Position, history: History) -> bytes:
    """The position as bytes, with its history."""
    cells = without_dead_cells(m.code, list(m.state))
    kept = {"game": game.positions_fingerprint, "explicit": m.explicit, "steps": m.steps, "cells": cells}
    kept["history"] = history.to_json()
    text = _text(kept)
    return b'%s,"sum":"%s"}' % (text[:-1], _digest(text).encode("ascii"))


def _sum(kept: dict[str, Any]) -> str:
    return _digest(_text(kept))


def _text(kept: dict[str, Any]) -> bytes:
    return json.dumps(kept, separators=(",", ":"), sort_keys=True).encode("ascii")


def _digest(text: bytes) -> str:
    return sha256(text).hexdigest()[:16]


def load_cells(game: Setup, saved: bytes) -> tuple[Position, History]:
    """The table with a position that was saved, and its history.

    Raises TypeError for what is not bytes, ValueError for a position of another game, a damaged one, or one that breaks
    the laws of positions.
    """
    if not isinstance(game, Setup):
        raise TypeError(f"game must be a Game, not {game!r}")
    if not isinstance(saved, bytes | bytearray | memoryview):
        raise TypeError(f"saved must be bytes, not {type(saved).__name__}")
    try:
        kept = json.loads(bytes(saved))
    except (ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict) or set(kept) != {"game", "explicit", "steps", "cells", "history", "sum"}:
        raise ValueError("these bytes are not a saved position")
    if kept["game"] != game.positions_fingerprint:
        raise ValueError("the position was saved with other rules, options or players, or by another version")
    # It fits to the text, which ends with it, or, where somebody has written the text otherwise, to what it says
    checksum = kept.pop("sum")
    text, _, _ = bytes(saved).rpartition(b',"sum":"')
    if checksum not in (_digest(text + b"}"), _sum(kept)):
        raise ValueError("the saved position is damaged: its checksum is wrong")
    explicit, steps, cells = kept["explicit"], kept["steps"], kept["cells"]
    numbers = isinstance(cells, list) and all(type(cell) is int for cell in cells)
    if not numbers or type(explicit) is not bool or type(steps) is not int:
        raise ValueError("these bytes are not a saved position")
    wrong = invariant_violation(game.code, cells) or (
        None if 0 <= steps <= game.program.steps_limit else f"it has {steps} steps"
    )
    if wrong:
        raise ValueError(f"the saved position is not one of this game: {wrong}")
    return game.executor.resume(cells, explicit=explicit, steps=steps, record=True), History.from_json(kept["history"])


# A position with its past, as plain values: what a pickle of a state holds beside its game.
#
# `save_cells` is for files: text that other versions can refuse, checked when it is read. A pickle is for another
# process of the same version, and nothing of the position is lost in it: the events so far, the error of the rules.


@dataclass(frozen=True, slots=True, kw_only=True)
class PickledPosition:
    """The parts of a `Position` that belong to the position; `cells` are integers of 64 bits."""

    cells: bytes
    explicit: bool
    steps: int
    moves: tuple[RawMove, ...] | None
    outcomes: Outcomes | None
    events: list[Event] | None
    error: Diagnostic | None


def pack(m: Position) -> PickledPosition:
    """A position of any engine as plain values."""
    return PickledPosition(
        cells=array("q", m.state).tobytes(),
        explicit=m.explicit,
        steps=m.steps,
        moves=m.moves,
        outcomes=m.outcomes,
        events=m.events,
        error=m.error,
    )


def unpack(game: Setup, packed: PickledPosition) -> Position:
    """The position for the engine of a game, where nothing needs to be computed again."""
    m = game.code.at(array("q", packed.cells).tolist(), explicit=packed.explicit)
    m.steps, m.error = packed.steps, packed.error
    m.moves, m.outcomes = packed.moves, packed.outcomes
    m.events = None if packed.events is None else list(packed.events)
    return game.executor.receive(m)
