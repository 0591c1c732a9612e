"""A position with its past, as plain values: what a pickle of a state holds beside its game.

`saving` is for files: text that other versions can refuse, checked when it is read. A pickle is for another process of
the same version, and nothing of the position is lost in it: the events so far, and the error of the rules.
"""

from __future__ import annotations

from array import array

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.record import dataclass
from ...engines.reference.event import Event
from ...engines.reference.machine import Machine, Outcomes, RawMove
from .setup import Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """The parts of a `Machine` that belong to the position; `cells` are integers of 64 bits."""

    cells: bytes
    explicit: bool
    steps: int
    moves: tuple[RawMove, ...] | None
    outcomes: Outcomes | None
    events: list[Event] | None
    error: Diagnostic | None


def pack(m: Machine) -> Packed:
    """A position of any engine as plain values."""
    return Packed(
        cells=array("q", m.state).tobytes(),
        explicit=m.explicit,
        steps=m.steps,
        moves=m.moves,
        outcomes=m.outcomes,
        events=m.events,
        error=m.error,
    )


def unpack(game: Setup, packed: Packed) -> Machine:
    """The position for the engine of a game, where nothing needs to be computed again."""
    m = Machine(game.code, array("q", packed.cells).tolist(), explicit=packed.explicit, record=False)
    m.steps, m.error = packed.steps, packed.error
    m.moves, m.outcomes = packed.moves, packed.outcomes
    m.events = None if packed.events is None else list(packed.events)
    return game.executor.receive(m)
