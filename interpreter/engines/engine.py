"""Engines: what plays the positions of a program, one by one, many at once, and in trees that look ahead."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any, Protocol

from ..diagnostics.record import dataclass
from .events import Event
from .position import Position, RawMove
from .program.layout import DECISIONS, STATUS
from .program.nodes import AskBlock


class EventSource(Protocol):
    """What happened before a position, told when it is asked for."""

    @property
    def events(self) -> list[Event] | None:
        """All events, oldest first."""


class Executor(Protocol):
    """Plays positions of one program."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    def start(self, seed: int, *, explicit: bool, record: bool) -> Position:
        """The position of the first decision."""

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Position:
        """A position with these cells, at the decision or chance where play stops; `steps` have been counted so far."""

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play `n` whole games at random from a position on; game k has the seed `seed + k`."""

    def together(self, many: int) -> PositionBatch:
        """So many positions that are played together; nothing is dealt yet."""

    def tree(self, settings: TreeSettings) -> SearchTree:
        """A tree to look ahead with, which nothing has been added to; whoever asks for it must close it."""

    def rehearse(self, m: Position, seat: int, *, notes: bool = False) -> Position:
        """A second table with a position, which the seat watches; chance is a player. With `notes` each time when it is
        told something is noted.
        """

    def replay_steps(
        self, m: Position, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        """Play these steps of a script from a position on, as far as they go plainly; `kinds` are planned for all cards
        that go from the first of them on. None where they must be played one by one.
        """

    def adopt(self, m: Position, like: Position, past: EventSource) -> Position:
        """A position that was rehearsed, with a past of its own, which is recorded if that of `like` is; `m` is used
        up.
        """

    def receive(self, m: Position) -> Position:
        """A reference position with its own events, as a position of this executor; `m` is used up."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of games: the returns of all `players` of the first game, then of the second, and so on.

    `winners` are those that the spec names, as sets of seats (`program.derived_values`), `lengths` numbers of
    decisions, `ends` indices of statuses (`program.layout.STATUSES`).
    """

    players: int
    returns: array[float] = field(default_factory=lambda: array("d"))
    winners: array[int] = field(default_factory=lambda: array("q"))
    lengths: array[int] = field(default_factory=lambda: array("q"))
    ends: array[int] = field(default_factory=lambda: array("b"))

    def add(self, m: Position) -> None:
        """Add the result of a game that has ended."""
        self.returns.extend(m.returns())
        self.winners.append(m.winning_seats())
        self.lengths.append(m.state[DECISIONS])
        self.ends.append(m.state[STATUS])


# Many positions of one game, each played to its next decision in turn.
#
# What all have in common is in columns, an entry a position, so that whoever chooses the moves need not look at one
# position after the other.

NOBODY = -2
"""In the place of a seat: the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchColumns:
    """How the positions stand: the number of legal moves, the seat that decides, the status, the decisions made, the
    seed, the winners that the spec names as a set of seats (`program.derived_values`); and the returns of all seats,
    position after position. Integers of 64 bits, and fractions.
    """

    counts: memoryview[int]
    seats: memoryview[int]
    ends: memoryview[int]
    lengths: memoryview[int]
    seeds: memoryview[int]
    winners: memoryview[int]
    returns: memoryview[float]


class PositionBatch(Protocol):
    """Positions that are played together."""

    @property
    def columns(self) -> BatchColumns:
        """How they stand now. The views change, and may be read until the next call."""

    def deal(self, places: Iterable[tuple[int, int]]) -> None:
        """Deal at these places anew, each with its seed, and play on to the first decision."""

    def step(self, chosen: array[int]) -> int:
        """Play the moves with these numbers; what is given for a game that is over does not count.

        Returns -1; or else the first place where there is no such move, and then nothing is played.
        """

    def rows(self, place: int) -> Sequence[RawMove]:
        """The legal moves at a place."""

    def ask(self, place: int) -> AskBlock | None:
        """The decision at a place; None where the game is over."""


# Trees that look ahead (`reference.uct`).

DEEPEST = 64
"""So many branches are taken in a dive at most."""

ROOM = 1 << 15
"""So many branches are made at most. After that dives go down those that are there."""

MOST_FIRST = 1024
"""So many first moves are tried in turn at most."""

MOST_PICKS = 9
"""So many moves are picked at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSettings:
    """How a tree grows; `reference.uct` says what each number does. `players` is that of seats, `delay` None means
    never.
    """

    players: int
    curiosity: float
    width: float
    delay: int | None = None
    room: int = ROOM
    reach: int | None = None
    picks: int = 1


Knows = Sequence[int] | None
"""What each seat knows where the tree begins, as a number; None where its tree is one for all that it may know."""


class SearchTree(Protocol):
    """A tree of one engine."""

    def simulate(self, cells: Sequence[int], many: int, seed: int, guess: int, knows: Knows = None) -> None:
        """Look ahead so often from a guessed position at a decision. `guess` is its number; dive k has `seed + k`."""

    def each(
        self,
        cells: Sequence[int],
        places: Sequence[int],
        times: int,
        seat: int,
        seed: int,
        guess: int,
        knows: Knows = None,
    ) -> list[float]:
        """Look ahead so often from each of these legal moves (at most `MOST_FIRST`), in turn; what each brings a seat.

        The dives number k of all of them have `seed + k`, so that they differ by nothing else.
        """

    def tally(self, cells: Sequence[int], knows: Knows = None) -> tuple[int, ...]:
        """How often each legal move of the first decision was taken, in the order of the moves of this position."""

    def close(self) -> None:
        """Give the tree up."""


# A replay script: a history as one seat saw it, with what an engine must know to compare it by itself.
#
# `play.game.determinisation` writes scripts, and says what playing them plainly means (`plainly`).

HIDDEN = -(2**64)
"""Stands for an argument, or an element of one, that the seat did not get to know: rules have no number so small."""

Part = int | tuple[int, ...]
"""What is known of an argument: a number, cards by their kinds; numbers in any order; `HIDDEN` for what is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One step, from a decision to the next.

    `plain` says that it may be played plainly. `who` decided (-1: it is the beginning); `own` is the number of the
    choice, -1 where only its `name` is known, -2 where it may be any move. `parts` are the arguments. Where
    `unknown_to` are the seats (bits) that did not know the hidden cards before the step either. Where
    `at_chance` the step ends where chance decides for time number `chances`. `travels` are the cards that went: the
    zone, how many lay there, the place (-1: all went), the kind (-1: not seen). `seen` is what the seat saw at the end
    and `heard` what it was told by each time, both as the executor tells it. `unseen_of` is the number of the step in
    whose travels cards that are picked now go.
    """

    plain: bool
    who: int
    own: int
    name: str
    parts: tuple[Part, ...]
    unknown_to: int
    at_chance: bool
    chances: int
    travels: Sequence[tuple[int, int, int, int]]
    seen: object
    heard: Sequence[object]
    unseen_of: int


@dataclass(slots=True)
class ReplayScript:
    """The cues of a story; `kept` is what an executor has made of them, and `changed` are the numbers of those that are
    others since then."""

    cues: list[ReplayStep] = field(default_factory=list)
    kept: Any = None
    changed: list[int] = field(default_factory=list)

    def put(self, number: int, cue: ReplayStep) -> None:
        """One more cue, or another one in the place of one."""
        if number < len(self.cues):
            self.cues[number] = cue
            self.changed.append(number)
        else:
            self.cues.append(cue)


ReplayOutcome = tuple[RawMove | None, tuple[int, ...]]
"""A step that was played: the move, and what chance decided."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """How far a script was played: the position there, how many steps, and the first so many of these, worked out when
    somebody asks.

    `failed` says that the next one has been tried plainly, and does not go on as it was seen; `drawn` is the
    number of the first step in which something was drawn by the seed (-1: all went as planned).
    """

    m: Position
    steps: int
    failed: bool
    drawn: int
    played: Callable[[int], Sequence[ReplayOutcome]]
