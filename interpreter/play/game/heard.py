"""What each seat has seen so far, kept up as play goes on: only what is new is worked out when somebody asks again.

Events are final once play has stopped, so what a seat has seen of them never changes.
"""

from __future__ import annotations

from ...engines.reference.machine import Machine
from .happenings import Happening, happenings


class Heard:
    """By seat (or `EVERYTHING`): how many events it has been told of, and what it saw of them.

    Where the past is `only` that of a seat, it is told of the events from a number on, and all others of those from
    another number on.
    """

    __slots__ = ("_told", "only")

    def __init__(
        self,
        told: dict[int, tuple[int, tuple[Happening, ...]]] | None = None,
        only: tuple[int, int, int] | None = None,
    ) -> None:
        self._told = {} if told is None else told
        self.only = only

    def copy(self) -> Heard:
        """The same, to be kept up with another position."""
        return Heard(self._told.copy(), self.only)

    def only_of(self, seat: int, m: Machine) -> Heard:
        """Nothing is told yet; of what has happened by now only this seat will be: what others saw of it, it does not
        know.
        """
        return Heard(only=(seat, self.first(seat, 0), len(m.events or ())))

    def first(self, seat: int, since: int) -> int:
        """The number of the first event that a seat is told of, of those from a number on."""
        if self.only is None:
            return since
        own, mine, others = self.only
        return max(since, mine if seat == own else others)

    def all(self, m: Machine, seat: int) -> tuple[Happening, ...]:
        """All that a seat has seen by now."""
        events = m.events or ()
        known, found = self._told.get(seat, (self.first(seat, 0), ()))
        if known < len(events):
            found = found + happenings(m, seat, known)
            self._told[seat] = len(events), found
        return found
