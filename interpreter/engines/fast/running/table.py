"""A table whose game is compiled: it looks like that of the reference executor, and plays by calling the module.

The position is `state`, the same cells, in memory of its own; to play, it is copied into the module and back. Legal
moves stay numbers until somebody looks at them.

Events are not recorded while a game is played. They are recovered when somebody asks for them: the reference executor
replays what was done since they were last asked for.

    _begin                                  state
      │  play   decide   pick   play          │
      └──────────────── _log ─────────────────┘
    _shadow: a table of the reference executor that has replayed a part of the log, and has the events of that part
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Literal, assert_never, cast

from ....diagnostics.diagnostic import Diagnostic
from ...program.layout import PC, RUNNING, STATUS
from ...program.nodes import SlotList
from ...reference.event import Event
from ...reference.executor import Past
from ...reference.machine import Machine, Outcomes, RawMove
from ...reference.stream import below
from ...reference.walk import decide, play, run
from ..building.memory import CELL, EXPLICIT, LOOK, MANY, MOVES, SEAT, STEPS, TELLINGS, TOLD
from .compiled import Compiled, Rows
from .engine import Instance, Trapped
from .outcomes import weighed

TableCall = Literal["go", "play", "decide"]
"""What the module of a table is asked to do."""

Logged = Literal["play", "decide", "pick"]
"""What is noted to be replayed."""


NOBODY = -1
"""No seat watches."""

_EXPLICIT, _LOOK, _MANY, _MOVES, _SEAT, _STEPS, _TOLD = (
    at // CELL for at in (EXPLICIT, LOOK, MANY, MOVES, SEAT, STEPS, TOLD)
)


class FastTable(Machine):
    """One position of a compiled game; see `Machine` for what its parts mean.

    `referred` counts how often the reference executor has played instead. `_own` is False while the shadow is shared
    with a clone, and must be cloned before it replays more.
    """

    __slots__ = (
        "_begin",
        "_error",
        "_listed",
        "_log",
        "_moves",
        "_outcomes",
        "_noted",
        "_own",
        "_past",
        "_seat",
        "_seen",
        "_shadow",
        "compiled",
        "referred",
    )

    def __init__(self, compiled: Compiled, cells: bytearray, *, explicit: bool, record: bool) -> None:
        code = compiled.code
        self.compiled = compiled
        self.code = code
        self.state = cast(list[int], memoryview(cells).cast("q"))
        self.players = code.players
        self.team_of = code.team_of
        self.members = code.members
        self.kind_of = code.kind_of
        self.steps = 0
        self.limit = compiled.program.steps_limit
        self.explicit = explicit
        self.open_events = []

        self._moves: tuple[RawMove, ...] | None = None
        self._outcomes: Outcomes | None = None
        self._error: Diagnostic | None = None
        self._listed: bytes | None = None
        self._log: list[tuple[Logged, Any]] | None = [] if record else None
        self._begin: tuple[bytes, int] | None = None
        self._shadow: Machine | None = None
        self._past: Past | None = None
        self._own = True
        self._seat = NOBODY
        self._noted: list[int] | None = None
        self._seen: tuple[int, int, int] | None = None
        self.referred = 0

    def clone(self) -> FastTable:
        """A second table with the same position and the same past."""
        twin = FastTable.__new__(FastTable)
        twin.compiled = self.compiled
        twin.code = self.code
        twin.state = cast(list[int], memoryview(bytearray(cast(memoryview, self.state))).cast("q"))
        twin.players = self.players
        twin.team_of = self.team_of
        twin.members = self.members
        twin.kind_of = self.kind_of
        twin.steps = self.steps
        twin.limit = self.limit
        twin.explicit = self.explicit
        twin.open_events = []

        twin._moves = self._moves
        twin._outcomes = self._outcomes
        twin._error = self._error
        twin._listed = self._listed
        twin._log = None if self._log is None else self._log.copy()
        twin._begin = self._begin
        twin._shadow = self._shadow
        twin._past = self._past
        twin._seat = self._seat
        twin._seen = self._seen
        twin._noted = self._noted
        twin.referred = self.referred
        self._own = twin._own = False
        return twin

    # Playing ------------------------------------------------------------------------------

    def go(self) -> None:
        """Play on from where play stands, until a decision."""
        if self._log is not None and self._begin is None:
            self._begin = (bytes(cast(memoryview, self.state)), self.steps)
        if self.state[STATUS] != RUNNING:
            return
        if self.state[PC] not in self.compiled.entries:
            self._refer("go", None)
        else:
            self._call("go", None)

    def play(self, move: RawMove, place: int = -1) -> None:
        """Play a legal move, and on to the next decision; `place` is its place among them, if that is known."""
        if self._log is not None:
            self._log.append(("play", move))
        self._call("play", move, place)

    def decide(self, value: int) -> None:
        """Let chance give this kind of card or this element, and play on."""
        if self._log is not None:
            self._log.append(("decide", value))
        self._call("decide", value)

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1, from the random stream of the position."""
        if self._log is not None:
            self._log.append(("pick", many))
        return below(self.state, many)

    def _call(self, name: TableCall, given: Any, at: int = -1) -> None:
        """Call the module with this position, and take what it makes of it.

        A move is handed over as a row of the list of legal moves in memory; an outcome as an argument.
        """
        instance, state = self.compiled.watched, cast(memoryview, self.state)
        with instance.lock:
            number = state[PC]
            instance.state[:] = state
            control = instance.control
            control[_STEPS], control[_EXPLICIT] = self.steps, self.explicit
            if self._seat != NOBODY:
                told = self._seen[1:] if self._seen and name == "decide" else (0, 0)
                control[_SEAT], control[_MANY], control[_TOLD] = self._seat, *told
            if name == "play":
                given_there = self._put(instance, number, given, at)
                if given_there < 0:
                    self._refer(name, given)
                    return
            try:
                instance.call(name, given_there if name == "play" else given or 0)
            except Trapped:
                instance.rows = None
                self._refer(name, given)
                return
            state[:] = instance.state
            self.steps, many = control[_STEPS], control[_MOVES]
            self._moves = self._outcomes = self._listed = None
            if many:
                size = many * self.compiled.strides[state[PC]]
                self._listed = bytes(instance.cells_at(instance.memory_map.moves, size))
            instance.rows = self._listed
            if self._seat != NOBODY:
                self._look(instance)

    def _look(self, instance: Instance) -> None:
        """Note what the seat that watches sees and was told."""
        control = instance.control
        instance.call("look", self._seat)
        self._seen = control[_LOOK], control[_MANY], control[_TOLD]
        if self._noted is not None:
            many = min(self._seen[1] + 1, TELLINGS)
            self._noted = instance.cells_at(instance.memory_map.told, many).tolist()

    def _put(self, instance: Instance, number: int, move: RawMove, at: int) -> int:
        """Where the module finds a move: its row in the list that is there already, or 0, where it is stored now; -1 if
        it does not fit.
        """
        if at >= 0 and self._listed is not None and instance.rows is self._listed:
            return at
        flat: list[int] = [move[0]]
        for parameter, value in zip(self.compiled.asks[number].choices[move[0]].parameters, move[1:], strict=True):
            if isinstance(parameter.slot, SlotList):
                if len(value) > parameter.slot.capacity:
                    return -1
                flat += (len(value), *value, *([0] * (parameter.slot.capacity - len(value))))
            else:
                flat.append(value)
        instance.rows = None
        instance.cells_at(instance.memory_map.moves, len(flat))[:] = memoryview(array("q", flat))
        return 0

    def _refer(self, name: TableCall, given: Any) -> None:
        """Let the reference executor play instead, from the same position."""
        self.referred += 1
        other = self.plain()
        match name:
            case "go":
                run(other)
            case "play":
                play(other, given)
            case "decide":
                decide(other, given)
            case _:
                assert_never(name)
        self.take(other)

    def plain(self) -> Machine:
        """The same position on a table of the reference executor, which records no events."""
        other = Machine(self.code, list(self.state), explicit=self.explicit, record=False)
        other.steps = self.steps
        other.moves, other.outcomes, other.error = self.moves, self.outcomes, self.error
        return other

    def take(self, other: Machine) -> None:
        """Take over the position of a table of the reference executor."""
        cast(memoryview, self.state)[:] = memoryview(array("q", other.state))
        self.steps = other.steps
        self._listed = self._seen = None
        self._moves, self._outcomes, self._error = other.moves, other.outcomes, other.error

    def twin_at(self, cells: memoryview, listed: bytes | None, steps: int) -> FastTable:
        """A second table, with a position to which the module has played by itself."""
        twin = FastTable(self.compiled, bytearray(cells), explicit=self.explicit, record=False)
        twin._seat, twin._listed, twin.steps = self._seat, listed, steps
        return twin

    # Being watched ------------------------------------------------------------------------

    @property
    def listed(self) -> bytes | None:
        """The legal moves as the module has listed them, if it has; `moves` are the same."""
        return self._listed

    @property
    def seat(self) -> int:
        """Who watches."""
        return self._seat

    def watch(self, seat: int) -> None:
        """From now on note after each move what a seat sees, and what it was told since the decision before."""
        self._seat = seat

    def take_notes(self) -> None:
        """From now on note each time when it is told something, too."""
        self._noted = []

    @property
    def seen(self) -> tuple[int, int, int] | None:
        """What the seat that watches saw where play stopped last, how often it was told something, and what, as numbers
        (`rules.looking`, `cards.telling`); None where the reference executor has played.
        """
        return self._seen

    @property
    def noted(self) -> list[int]:
        """What it was told by each time, from nothing on, if notes are taken."""
        return self._noted or []

    # What the position offers -------------------------------------------------------------

    @property
    def moves(self) -> tuple[RawMove, ...] | None:
        """The legal moves; None where chance decides."""
        if self._moves is None and self._listed is not None:
            self._moves = self.compiled.rows(self.state[PC], self._listed)
        elif self._moves is None and self.state[STATUS] != RUNNING:
            self._moves = ()
        return self._moves

    @moves.setter
    def moves(self, moves: tuple[RawMove, ...] | None) -> None:
        """Set the moves that the reference executor has listed."""
        self._moves = moves

    @property
    def rows(self) -> Sequence[RawMove] | None:
        """The same, each worked out when it is looked at."""
        if self._moves is None and self._listed is not None:
            return Rows(self.compiled, self.state[PC], self._listed)
        return self.moves

    @property
    def outcomes(self) -> Outcomes | None:
        """What chance may give here, each outcome with its weight; None where it does not decide."""
        if self._outcomes is None and self.explicit and self.state[STATUS] == RUNNING and self._listed is None:
            with self.aside():
                self._outcomes = weighed(self)
        return self._outcomes

    @outcomes.setter
    def outcomes(self, outcomes: Outcomes | None) -> None:
        """Set the outcomes that the reference executor has computed."""
        self._outcomes = outcomes

    @property
    def error(self) -> Diagnostic | None:
        """The error of the game, if the rules went wrong."""
        return self._error

    @error.setter
    def error(self, error: Diagnostic | None) -> None:
        """Set the error that the reference executor has met."""
        self._error = error

    # Events -------------------------------------------------------------------------------

    def remember(self, past: Past) -> None:
        """Let this be what happened before."""
        self._past, self._log, self._begin = past, [], (bytes(cast(memoryview, self.state)), self.steps)

    @property
    def recorded(self) -> bool:
        """Whether what happens is remembered."""
        return self._log is not None

    def recall(self, shadow: Machine, *, recorded: bool) -> None:
        """Let the past of this table be the events of a table of the reference executor with the same position."""
        if recorded:
            self._shadow, self._own, self._log = shadow, True, []
            self._begin = (bytes(cast(memoryview, self.state)), self.steps)

    @property
    def events(self) -> list[Event] | None:
        """All events so far, oldest first; None if they are not recorded."""
        if self._log is None or self._begin is None:
            return None
        if self._shadow is None:
            cells, steps = self._begin
            self._shadow, self._own = (
                Machine(self.code, memoryview(cells).cast("q").tolist(), explicit=self.explicit),
                True,
            )
            self._shadow.steps = steps
            if self._past is not None:
                self._shadow.events = list(self._past.events or ())
            else:
                run(self._shadow)
        if self._log:
            if not self._own:
                self._shadow, self._own = self._shadow.clone(), True
            for what, given in self._log:
                _replay(self._shadow, what, given)
            self._log = []
        return self._shadow.events

    @events.setter
    def events(self, events: list[Event] | None) -> None:
        """Start recording, or stop with None; what is given is not kept."""
        self._log = None if events is None else []


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
