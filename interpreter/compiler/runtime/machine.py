"""A position whose game is compiled: it looks like `reference.position`, and plays by calling the module.

The position is held in the few bytes of `program.compact_layout`; to play, it is copied into the module and back. Its
cells are worked out by the module when somebody asks for them. A position that is none of the game, as an error of the
rules may leave one, is held as its cells. Legal moves stay numbers until somebody looks at them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeVar, cast

from ...engines.cells import below, loose
from ...engines.engine import EventSource
from ...engines.events import Event
from ...engines.host import IN_WEBASSEMBLY, free_chain
from ...engines.position import Outcomes, Position, RawMove
from ...engines.program.bounds import CELL
from ...engines.program.layout import PC, RUNNING, STATUS
from ...engines.program.nodes import AskBlock, PickOne, SettleTop
from ...engines.reference.chance import weights
from ...engines.reference.position import ReferenceCode, ReferencePosition, alike
from ..builder.memory_map import TELLINGS, Control
from .compiled_program import CellPosition, CompiledModules, HeldNumbers, header_of, on_numbers, with_header
from .engine import Instance
from .move_rows import Rows

MachineCall = Literal["go", "play", "decide"]
"""What the module of a table is asked to do."""

NOBODY = -1
"""No seat watches."""

_EXPLICIT, _GIVEN, _HELD = Control.EXPLICIT // CELL, Control.GIVEN // CELL, Control.HELD // CELL
_LISTED, _MANY, _MOVES, _SEAT = (
    Control.LISTED // CELL,
    Control.MANY // CELL,
    Control.MOVES // CELL,
    Control.SEAT // CELL,
)
_STEPS, _TOLD = Control.STEPS // CELL, Control.TOLD // CELL

Found = TypeVar("Found")


class FastMachine(ReferencePosition):
    """One position of a compiled game; see `ReferencePosition` for what its parts mean.

    `referred` counts how often the reference executor has played instead. `_rows` are the legal moves as the module has
    listed them. `_own` is False while the recording is shared with a clone, and must be copied before it replays more.
    """

    __slots__ = (
        "_log",
        "_moves",
        "_outcomes",
        "_own",
        "_position",
        "_recording",
        "_rows",
        "_watch",
        "compiled",
        "recorded",
        "referred",
    )

    def __init__(self, compiled: CompiledModules, position: bytes, *, explicit: bool, record: bool) -> None:
        code = compiled.code
        self.compiled = compiled
        self.code = code
        self._position = position
        self.players = code.players
        self.team_of = code.team_of
        self.members = code.members
        self.kind_of = code.kind_of
        self.steps = 0
        self.limit = compiled.program.steps_limit
        self.lately = None
        self.explicit = explicit
        self._moves: tuple[RawMove, ...] | None = None
        self._outcomes: Outcomes | None = None
        self.error = None
        self._rows: Rows | None = None
        self.recorded = record
        self._log: Log = None
        self._recording: EventLog | None = None
        self._own = True
        self._watch: SeatWatch | None = None
        self.referred = 0

    def clone(self) -> FastMachine:
        """A second table with the same position and the same past."""
        twin = FastMachine.__new__(FastMachine)
        twin.compiled = self.compiled
        twin.code = self.code
        twin._position = self._position
        twin.players = self.players
        twin.team_of = self.team_of
        twin.members = self.members
        twin.kind_of = self.kind_of
        twin.steps = self.steps
        twin.limit = self.limit
        twin.lately = self.lately
        twin.explicit = self.explicit
        twin._moves = self._moves
        twin._outcomes = self._outcomes
        twin.error = self.error
        twin._rows = self._rows
        twin.recorded = self.recorded
        twin._log = self._log
        twin._recording = self._recording
        twin._watch = self._watch
        twin.referred = self.referred
        self._own = twin._own = False
        return twin

    if IN_WEBASSEMBLY:

        def __del__(self) -> None:
            free_chain(self, "_log", itemgetter(0))

    # The position -------------------------------------------------------------------------

    @property
    def position(self) -> bytes:
        """The position as it is held."""
        return self._position

    @property
    def numbers(self) -> Sequence[int]:
        """The first cells: the header, the variables, the slots, the triggers that wait."""
        forms, position = self.compiled.number_forms, self._position
        return (
            HeldNumbers(forms, position)
            if forms and type(position) is not CellPosition
            else memoryview(position).cast("q")
        )

    @property
    def state(self) -> list[int]:
        """All cells, worked out by the module; they can only be read. Set them to change the position."""
        return cast(list[int], self.compiled.cells(self._position))

    @state.setter
    def state(self, cells: Sequence[int]) -> None:
        """Let this be the position. What it offers is not computed again."""
        self._position = self.compiled.held(cells if isinstance(cells, array) else array("q", cells))

    @property
    def status(self) -> int:
        """How the game stands: the lowest byte of the cell says it."""
        return self._position[CELL * STATUS]

    def altered(self, cells: Sequence[int]) -> FastMachine:
        """A second table like this one, but with other cells."""
        twin = self.clone()
        twin.state = cast(list[int], cells)
        return twin

    def worths(self) -> Sequence[int] | None:
        """What the position is worth to each seat."""
        return self.compiled.worths(self._position)

    def reseed(self, seed: int) -> None:
        """Let the random numbers to come be others."""
        self._position = self.compiled.reseeded(self._position, seed)

    def on_numbers(self, compute: Callable[[ReferencePosition], Found]) -> Found:
        """What is computed from the position, without working out its cells if the numbers are enough."""
        return on_numbers(self, self.compiled, compute)

    # Playing ------------------------------------------------------------------------------

    def go(self) -> None:
        """Play on from where play stands, until a decision."""
        if self.recorded and self._recording is None:
            self._recording = EventLog(partial(self.compiled.cells, self._position), self.steps)
        if self.status != RUNNING:
            return
        if self.numbers[PC] not in self.compiled.entries or not self._called("go", 0):
            self._refer(ReferencePosition.go)

    def play(self, move: RawMove, place: int = -1) -> None:
        """Play a legal move, and on to the next decision; `place` is its place among them, if that is known."""
        if self.recorded:
            self._log = (self._log, "play", move)
        if not self._called("play", move, place):
            self._refer(lambda other: other.play(move))

    def decide(self, value: int) -> None:
        """Let chance give this kind of card or this element, and play on."""
        if self.recorded:
            self._log = (self._log, "decide", value)
        if not self._called("decide", value):
            self._refer(lambda other: other.decide(value))

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1, from the random stream of the position."""
        if self.recorded:
            self._log = (self._log, "pick", many)
        header = header_of(self._position)
        found = below(header, many)
        self._position = with_header(self._position, header)
        return found

    def _called(self, name: MachineCall, given: Any, at: int = -1) -> bool:
        """Call the module with this position, and take what it makes of it; False if it cannot, or has trapped.

        A move is handed over as a row of the list of legal moves in memory; an outcome as an argument.
        """
        compiled, position, watch = self.compiled, self._position, self._watch
        if type(position) is CellPosition:
            return False
        instance = compiled.watched
        with instance.lock:
            control = instance.control
            if name == "play":
                if at < 0 or self._rows is None or instance.rows is not self._rows:
                    at = self._put(instance, given)
                    if at < 0:
                        return False
                given = at
            control[_GIVEN] = given
            instance.held[: len(position)] = position
            control[_STEPS], control[_EXPLICIT] = self.steps, self.explicit
            if watch is not None:
                told = watch.seen[1:] if watch.seen and name == "decide" else (0, 0)
                control[_SEAT], control[_MANY], control[_TOLD] = watch.seat, *told
            instance.rows = None
            if not instance.call(name):
                return False
            self._position = instance.held[: control[_HELD]].tobytes()
            self.steps, many = control[_STEPS], control[_MOVES]
            self._moves = self._outcomes = self._rows = None
            if many:
                form = compiled.forms[instance.header[PC]]
                first = control[_LISTED] >> 3
                instance.rows = self._rows = Rows(form, instance.memory[first : first + many * form.cells].tobytes())
            if watch is not None:
                self._watch = read_watch(instance, watch)
        return True

    def _put(self, instance: Instance, move: RawMove) -> int:
        """Where the module finds a move: row 0, where it is stored now; -1 if it does not fit."""
        flat = self.compiled.forms[self.numbers[PC]].row(move)
        if flat is None:
            return -1
        instance.put(instance.control[_LISTED], flat)
        return 0

    def _refer(self, play: Callable[[ReferencePosition], None]) -> None:
        """Let the reference executor play instead, from the same position."""
        self.referred += 1
        other = self.plain()
        play(other)
        self.take(other)

    def plain(self) -> ReferencePosition:
        """The same position on a table of the reference executor, which records no events."""
        other = self.code.at(list(self.state), explicit=self.explicit)
        other.steps = self.steps
        other.moves, other.outcomes, other.error = self.moves, self.outcomes, self.error
        return other

    def take(self, other: Position) -> None:
        """Take over the position of a table of the reference executor."""
        self.state = other.state
        self.steps = other.steps
        self._rows = None
        if self._watch is not None:
            self._watch = self._watch._replace(seen=None)
        self._moves, self._outcomes, self.error = other.moves, other.outcomes, other.error

    def twin_at(self, position: bytes, rows: Rows | None, steps: int) -> FastMachine:
        """A second table, with a position to which the module has played by itself."""
        twin = self.clone()
        twin._position, twin._rows, twin.steps = position, rows, steps
        twin._moves = twin._outcomes = twin.error = None
        twin.events = None
        twin._log, twin._own, twin.referred = None, True, 0
        twin.watch(self.seat)
        return twin

    # Being watched ------------------------------------------------------------------------

    @property
    def listed(self) -> Rows | None:
        """The legal moves as the module has listed them, if it has; `moves` are the same."""
        return self._rows

    @property
    def seat(self) -> int:
        """Who watches."""
        return NOBODY if self._watch is None else self._watch.seat

    def watch(self, seat: int, *, notes: bool = False) -> None:
        """From now on note after each move what a seat sees, and what it was told since the decision before; with
        `notes` each time when it is told something, too.
        """
        self._watch = None if seat == NOBODY else SeatWatch(seat, noted=[] if notes else None)

    @property
    def seen(self) -> tuple[int, int, int] | None:
        """What the seat that watches saw where play stopped last, how often it was told something, and what, as numbers
        (`search.view_hash`, `cards.disclosure`); None where the reference executor has played.
        """
        return None if self._watch is None else self._watch.seen

    @property
    def noted(self) -> list[int]:
        """What it was told by each time, from nothing on, if notes are taken."""
        return (self._watch and self._watch.noted) or []

    # What the position offers -------------------------------------------------------------

    @property
    def moves(self) -> tuple[RawMove, ...] | None:
        """The legal moves; None where chance decides."""
        if self._moves is None and self._rows is not None:
            self._moves = self._rows.all()
        elif self._moves is None and self.status != RUNNING:
            self._moves = ()
        return self._moves

    @moves.setter
    def moves(self, moves: tuple[RawMove, ...] | None) -> None:
        """Set the moves that the reference executor has listed."""
        self._moves = moves

    @property
    def rows(self) -> Sequence[RawMove] | None:
        """The same, each worked out when it is looked at."""
        return self.moves if self._rows is None else self._rows

    def asked(self) -> tuple[AskBlock, int] | None:
        """The decision at which play has stopped, and who decides; None where chance does, or the game is over."""
        return super().asked() if self._rows is None else self._rows.form.asked(self._position)

    @property
    def outcomes(self) -> Outcomes | None:
        """What chance may give here, each outcome with its weight; None where it does not decide."""
        if self._outcomes is None and self.explicit and self._rows is None and self.status == RUNNING:
            with self.aside():
                self._outcomes = weighted_outcomes(self)
        return self._outcomes

    @outcomes.setter
    def outcomes(self, outcomes: Outcomes | None) -> None:
        """Set the outcomes that the reference executor has computed."""
        self._outcomes = outcomes

    # Events -------------------------------------------------------------------------------

    def remember(self, past: EventSource) -> None:
        """Let this be what happened before."""
        cells = partial(self.compiled.cells, self._position)
        self._record(EventLog(cells, self.steps, past=past))

    def recall(self, shadow: Position, *, recorded: bool) -> None:
        """Let the past of this table be the events of a table of the reference executor with the same position."""
        if recorded:
            self._record(EventLog(partial(self.compiled.cells, self._position), self.steps, shadow=shadow))

    def _record(self, recording: EventLog) -> None:
        self.recorded, self._recording, self._log, self._own = True, recording, None, True

    @property
    def events(self) -> list[Event] | None:
        """All events so far, oldest first; None if they are not recorded."""
        recording = self._recording
        if recording is None:
            return None
        if not self._own and not recording.reaches(self._log):
            self._recording, self._own = recording.twin(), True
            recording = self._recording
        return recording.events(self.code, self._log, explicit=self.explicit)

    @events.setter
    def events(self, events: list[Event] | None) -> None:
        """Go on from these events, or stop recording with None."""
        if events is None:
            self.recorded, self._recording, self._log = False, None, None
        else:
            shadow = self.plain()
            shadow.events = list(events)
            self.recall(shadow, recorded=True)


# What happened on a table of a compiled game: a log of what was done, and its events once somebody asks for them.
#
# Events are not recorded while a game is played. The reference executor replays what was done since they were last
# asked for, from `cells` on:
#
#     cells   │  play   decide   pick   play
#       └──────────── log ───────────┘
#     shadow: a table of the reference executor that has replayed the log up to `replayed`, with the events of that
# part
#
# An entry of the log is `(the entry before, what was done, what with)`, so a clone shares all that came before for
# nothing. It shares the shadow, too, until one of the two replays more.

Logged = Literal["play", "decide", "pick"]
"""What is noted to be replayed: what of a position was called."""

Log = tuple[Any, Logged, Any] | None
"""The last entry of a log, on which the earlier ones hang; None for nothing."""


class EventLog:
    """Where a log begins, and how far its events are known; `past` is what happened before, `shadow` has its events."""

    __slots__ = ("_cells", "_past", "_replayed", "_shadow", "_steps")

    def __init__(
        self,
        cells: Callable[[], Sequence[int]],
        steps: int,
        *,
        past: EventSource | None = None,
        shadow: Position | None = None,
    ) -> None:
        self._cells, self._steps, self._past = cells, steps, past
        self._shadow = shadow
        self._replayed: Log = None

    if IN_WEBASSEMBLY:

        def __del__(self) -> None:
            free_chain(self, "_replayed", itemgetter(0))

    def twin(self) -> EventLog:
        """A second one, to replay more."""
        twin = EventLog(self._cells, self._steps, past=self._past)
        twin._shadow = None if self._shadow is None else self._shadow.clone()
        twin._replayed = self._replayed
        return twin

    def reaches(self, log: Log) -> bool:
        """Whether the events of a log are known, and nothing needs to be replayed."""
        return self._shadow is not None and self._replayed is log

    def events(self, code: ReferenceCode, log: Log, *, explicit: bool) -> list[Event] | None:
        """All events up to the end of a log that goes on from here."""
        if self._shadow is None:
            self._shadow = self._shadow_at_start(code, explicit)
        for what, given in self._since(log):
            getattr(self._shadow, what)(given)
        self._replayed = log
        return self._shadow.events

    def _shadow_at_start(self, code: ReferenceCode, explicit: bool) -> Position:
        shadow = code.at(list(self._cells()), explicit=explicit, record=True)
        shadow.steps = self._steps
        if self._past is not None:
            if isinstance(code.block(shadow.state).end, SettleTop | PickOne):
                shadow.go()  # it stays where it is, and what chance may decide there is known again
                shadow.steps = self._steps
            shadow.events = list(self._past.events or ())
        else:
            shadow.go()
        return shadow

    def _since(self, log: Log) -> list[tuple[Logged, Any]]:
        """What is not replayed yet, oldest first."""
        found: list[tuple[Logged, Any]] = []
        while log is not None and log is not self._replayed:
            before, what, given = log
            found.append((what, given))
            log = before
        return found[::-1]


# What chance may give where a compiled game has stopped for it, each outcome with its weight.


def weighted_outcomes(m: ReferencePosition) -> Outcomes | None:
    """The outcomes; None where chance does not decide."""
    end = m.code.block(m.state).end
    if isinstance(end, SettleTop):
        return weights([m.kind_of[card] for card in loose(m.code, m.state, *m.spot(end))])
    return weights(m.code.once(alike, end)(m, m.value(end.source, {}))) if isinstance(end, PickOne) else None


# What a seat that watches a table of a compiled game sees and is told, as numbers.


class SeatWatch(NamedTuple):
    """Who watches a table: what the seat sees where play has stopped, how often it was told something, and what, as
    numbers (None where the reference executor has played); and what it was told by each time, if notes are taken.
    """

    seat: int
    seen: tuple[int, int, int] | None = None
    noted: list[int] | None = None


def read_watch(instance: Instance, watch: SeatWatch) -> SeatWatch:
    """What the seat that watches sees and was told."""
    control = instance.control
    instance.call("look")
    seen = control[Control.LOOK // CELL], control[Control.MANY // CELL], control[Control.TOLD // CELL]
    if watch.noted is None:
        return SeatWatch(watch.seat, seen)
    many = min(seen[1] + 1, TELLINGS)
    return SeatWatch(watch.seat, seen, instance.cells_at(instance.memory_map.told, many).tolist())
