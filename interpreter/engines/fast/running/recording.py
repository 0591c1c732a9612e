"""What happened on a table of a compiled game: a log of what was done, and its events once somebody asks for them.

Events are not recorded while a game is played. The reference executor replays what was done since they were last asked
for, from `cells` on:

    cells   │  play   decide   pick   play
      └──────────── log ───────────┘
    shadow: a table of the reference executor that has replayed the log up to `replayed`, with the events of that part

An entry of the log is `(the entry before, what was done, what with)`, so a clone shares all that came before for
nothing. It shares the shadow, too, until one of the two replays more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, assert_never

from ...program.nodes import PickOne, SettleTop
from ...reference.event import Event
from ...reference.executor import Past
from ...reference.machine import Code, Machine
from ...reference.walk import decide, play, run

Logged = Literal["play", "decide", "pick"]
"""What is noted to be replayed."""

Log = tuple[Any, Logged, Any] | None
"""The last entry of a log, on which the earlier ones hang; None for nothing."""


class Recording:
    """Where a log begins, and how far its events are known; `past` is what happened before, `shadow` has its events."""

    __slots__ = ("_cells", "_past", "_replayed", "_shadow", "_steps")

    def __init__(
        self,
        cells: Callable[[], Sequence[int]],
        steps: int,
        *,
        past: Past | None = None,
        shadow: Machine | None = None,
    ) -> None:
        self._cells, self._steps, self._past = cells, steps, past
        self._shadow = shadow
        self._replayed: Log = None

    def twin(self) -> Recording:
        """A second one, to replay more."""
        twin = Recording(self._cells, self._steps, past=self._past)
        twin._shadow = None if self._shadow is None else self._shadow.clone()
        twin._replayed = self._replayed
        return twin

    def reaches(self, log: Log) -> bool:
        """Whether the events of a log are known, and nothing needs to be replayed."""
        return self._shadow is not None and self._replayed is log

    def events(self, code: Code, log: Log, *, explicit: bool) -> list[Event] | None:
        """All events up to the end of a log that goes on from here."""
        if self._shadow is None:
            self._shadow = self._begun(code, explicit)
        for what, given in self._since(log):
            _replay(self._shadow, what, given)
        self._replayed = log
        return self._shadow.events

    def _begun(self, code: Code, explicit: bool) -> Machine:
        shadow = Machine(code, list(self._cells()), explicit=explicit)
        shadow.steps = self._steps
        if self._past is not None:
            if isinstance(code.block(shadow.state).end, SettleTop | PickOne):
                run(shadow)  # it stays where it is, and what chance may decide there is known again
                shadow.steps = self._steps
            shadow.events = list(self._past.events or ())
        else:
            run(shadow)
        return shadow

    def _since(self, log: Log) -> list[tuple[Logged, Any]]:
        """What is not replayed yet, oldest first."""
        found: list[tuple[Logged, Any]] = []
        while log is not None and log is not self._replayed:
            before, what, given = log
            found.append((what, given))
            log = before
        return found[::-1]


def _replay(shadow: Machine, what: Logged, given: Any) -> None:
    match what:
        case "play":
            play(shadow, given)
        case "decide":
            decide(shadow, given)
        case "pick":
            shadow.pick(given)
        case _:
            assert_never(what)
