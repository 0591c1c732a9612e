"""What each seat has seen so far, kept up as play goes on: only what is new is worked out when somebody asks again.

Events are final once play has stopped, so what a seat has seen of them never changes.
"""

from __future__ import annotations

from ...engines.reference.machine import Machine
from .happenings import Happening, happenings


class Heard:
    """By seat (or `EVERYTHING`): how many events it has been told of, and what it saw of them."""

    __slots__ = ("_told",)

    def __init__(self, told: dict[int, tuple[int, tuple[Happening, ...]]] | None = None) -> None:
        self._told = {} if told is None else told

    def copy(self) -> Heard:
        """The same, to be kept up with another position."""
        return Heard(self._told.copy())

    def all(self, m: Machine, seat: int) -> tuple[Happening, ...]:
        """All that a seat has seen by now."""
        events = m.events or ()
        known, found = self._told.get(seat, (0, ()))
        if known < len(events):
            found = found + happenings(m, seat, known)
            self._told[seat] = len(events), found
        return found
