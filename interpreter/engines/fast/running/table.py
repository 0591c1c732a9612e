"""A table whose game is compiled: it looks like that of the reference executor, and plays by calling the module.

The position is `state`, the same cells, in memory of its own; to play, it is copied into the module and back. Legal
moves stay numbers until somebody looks at them. What happens is not recorded while it is played: who asks for it has
the moves played again by the reference executor, from where was asked last.
"""

from __future__ import annotations

from typing import Any, cast

from ....diagnostics.diagnostic import Diagnostic
from ....language.ir.types import NONE
from ...program.layout import PC, RUNNING, STATUS
from ...program.nodes import PickOne, SettleTop, SlotList
from ...reference.chance import bag, weights
from ...reference.event import Event
from ...reference.expressions import compile_expr
from ...reference.machine import Machine, RawMove
from ...reference.stream import below
from ...reference.walk import decide, play, run
from ..building.room import CELL, EXPLICIT, MOVES, STEPS
from .compiled import Compiled
from .engine import Instance, Trapped

Outcomes = tuple[tuple[int, int], ...]


class FastTable(Machine):
    """One position of a compiled game; see `Machine` for what its parts mean.

    `referred` counts how often the reference executor has played instead.
    """

    __slots__ = (
        "_begin",
        "_error",
        "_listed",
        "_log",
        "_moves",
        "_outcomes",
        "_own",
        "_past",
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
        self._log: list[tuple[str, Any]] | None = [] if record else None
        self._begin: tuple[list[int], int] | None = None
        self._shadow: Machine | None = None
        self._past: FastTable | None = None
        self._own = True
        self.referred = 0

    def clone(self) -> FastTable:
        """A second table with the same position."""
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
        twin.referred = self.referred
        self._own = twin._own = False
        return twin

    # Playing ------------------------------------------------------------------------------

    def go(self) -> None:
        """Play on from where the play stands."""
        if self._log is not None and self._begin is None:
            self._begin = (list(self.state), self.steps)
        if self.state[STATUS] != RUNNING:
            return
        if self.state[PC] not in self.compiled.entries:
            self._refer("go", None)
        else:
            self._call("go", 0, None)

    def play(self, move: RawMove) -> None:
        """Play a legal move."""
        if self._log is not None:
            self._log.append(("play", move))
        self._call("play", -1, move)

    def decide(self, value: int) -> None:
        """Chance gives this."""
        if self._log is not None:
            self._log.append(("decide", value))
        self._call("decide", value, value)

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1 by the random numbers of the position."""
        if self._log is not None:
            self._log.append(("pick", many))
        return below(self.state, many)

    def _call(self, name: str, argument: int, given: Any) -> None:
        instance = self.compiled.watched
        with instance.lock:
            number = self.state[PC]
            instance.state[:] = cast(memoryview, self.state)
            control = instance.control
            control[STEPS // CELL] = self.steps
            control[EXPLICIT // CELL] = self.explicit
            if argument < 0 and not self._put(instance, number, given):
                self._refer(name, given)
                return
            try:
                instance.call(name, max(argument, 0) if name == "play" else argument)
            except Trapped:
                self._refer(name, given)
                return
            cast(memoryview, self.state)[:] = instance.state
            self.steps = control[STEPS // CELL]
            many = control[MOVES // CELL]
            self._moves = self._outcomes = None
            self._listed = None
            if many:
                size = many * self.compiled.strides[self.state[PC]]
                self._listed = bytes(instance.cells_at(instance.room.moves, size))

    def _put(self, instance: Instance, number: int, move: RawMove) -> bool:
        """Write a move where the module looks for the first one; False if it does not fit."""
        flat: list[int] = [move[0]]
        for parameter, value in zip(self.compiled.asks[number].choices[move[0]].parameters, move[1:], strict=True):
            if isinstance(parameter.slot, SlotList):
                if len(value) > parameter.slot.capacity:
                    return False
                flat += (len(value), *value, *([0] * (parameter.slot.capacity - len(value))))
            else:
                flat.append(value)
        place = instance.cells_at(instance.room.moves, len(flat))
        for i, cell in enumerate(flat):
            place[i] = cell
        return True

    def _refer(self, name: str, given: Any) -> None:
        """The reference executor plays instead, from the same position."""
        self.referred += 1
        other = self.plain()
        if name == "go":
            run(other)
        elif name == "play":
            play(other, given)
        else:
            decide(other, given)
        self.take(other)

    def plain(self) -> Machine:
        """The same position on a table of the reference executor, without a record."""
        other = Machine(self.code, list(self.state), explicit=self.explicit, record=False)
        other.steps = self.steps
        other.moves, other.outcomes, other.error = self.moves, self.outcomes, self.error
        return other

    def take(self, other: Machine) -> None:
        """Everything as on a table of the reference executor."""
        for i, cell in enumerate(other.state):
            self.state[i] = cell
        self.steps = other.steps
        self._listed = None
        self._moves, self._outcomes, self._error = other.moves, other.outcomes, other.error

    # What the place offers ----------------------------------------------------------------

    @property
    def moves(self) -> tuple[RawMove, ...] | None:
        """The legal moves."""
        if self._moves is None and self._listed is not None:
            self._moves = self._read(self._listed)
        elif self._moves is None and self.state[STATUS] != RUNNING:
            self._moves = ()
        return self._moves

    @moves.setter
    def moves(self, moves: tuple[RawMove, ...] | None) -> None:
        """Kept as it is given."""
        self._moves = moves

    def _read(self, listed: bytes) -> tuple[RawMove, ...]:
        number = self.state[PC]
        size, widths = self.compiled.strides[number], self.compiled.widths[number]
        cells = memoryview(listed).cast("q").tolist()
        if widths is None:
            return tuple(self._with_lists(number, cells, at) for at in range(0, len(cells), size))
        return tuple([tuple(cells[at : at + widths[cells[at]]]) for at in range(0, len(cells), size)])

    def _with_lists(self, number: int, cells: list[int], at: int) -> RawMove:
        move: list[Any] = [cells[at]]
        place = at + 1
        for parameter in self.compiled.asks[number].choices[cells[at]].parameters:
            if isinstance(parameter.slot, SlotList):
                move.append(tuple(cells[place + 1 : place + 1 + cells[place]]))
                place += 1 + parameter.slot.capacity
            else:
                move.append(cells[place])
                place += 1
        return tuple(move)

    @property
    def outcomes(self) -> Outcomes | None:
        """What chance may give here, each with its weight."""
        if self._outcomes is None and self.explicit and self.state[STATUS] == RUNNING and self._listed is None:
            self._outcomes = self._weigh()
        return self._outcomes

    @outcomes.setter
    def outcomes(self, outcomes: Outcomes | None) -> None:
        """Kept as it is given."""
        self._outcomes = outcomes

    def _weigh(self) -> Outcomes | None:
        end = self.code.block(self.state).end
        with self.aside():
            if isinstance(end, SettleTop):
                zone = compile_expr(self.code, end.zone)(self, {})
                return weights([self.kind_of[card] for card in bag(self, zone, end.at)])
            if isinstance(end, PickOne):
                values = list(compile_expr(self.code, end.source)(self, {}))
                item = end.source.type.item
                return weights(self._alike(values) if item is not None and item.base == "card" else values)
        return None

    def _alike(self, cards: list[int]) -> list[int]:
        """The first of equal cards in the place of each of them."""
        twins, firsts = self.code.has_twins, dict[int, int]()
        for card in cards:
            if card != NONE and twins[card]:
                firsts.setdefault(self.kind_of[card], card)
        return [firsts[self.kind_of[card]] if card != NONE and twins[card] else card for card in cards]

    @property
    def error(self) -> Diagnostic | None:
        """What went wrong with the rules."""
        return self._error

    @error.setter
    def error(self, error: Diagnostic | None) -> None:
        """Kept as it is given."""
        self._error = error

    # What has happened --------------------------------------------------------------------

    def remember(self, other: FastTable) -> None:
        """What has happened so far is what has happened there."""
        if other._log is not None:
            self._past, self._log, self._begin = other.clone(), [], (list(self.state), self.steps)

    @property
    def recorded(self) -> bool:
        """Whether what happens is remembered."""
        return self._log is not None

    def recall(self, other: Machine, *, recorded: bool) -> None:
        """What has happened so far is what happened on a table of the reference executor in the same position."""
        if recorded:
            self._shadow, self._own, self._log = other, True, []
            self._begin = (list(self.state), self.steps)

    @property
    def events(self) -> list[Event] | None:
        """What has happened, oldest first; None where nobody wanted to know."""
        if self._log is None or self._begin is None:
            return None
        if self._shadow is None:
            cells, steps = self._begin
            self._shadow, self._own = Machine(self.code, list(cells), explicit=self.explicit), True
            self._shadow.steps = steps
            if self._past is not None:
                self._shadow.events = list(self._past.events or ())
            else:
                run(self._shadow)
        if self._log:
            if not self._own:
                self._shadow, self._own = self._shadow.clone(), True
            for what, given in self._log:
                if what == "pick":
                    self._shadow.pick(given)
                else:
                    (play if what == "play" else decide)(self._shadow, given)
            self._log = []
        return self._shadow.events

    @events.setter
    def events(self, events: list[Event] | None) -> None:
        """Kept as it is given."""
        self._log = None if events is None else []
