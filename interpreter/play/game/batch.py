"""Many positions of one game that are played together: whoever chooses the moves sees arrays of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NoReturn, SupportsIndex, get_args

from ...diagnostics.record import dataclass
from ...engines.engine import Playouts
from ...engines.program.derived_values import Sides, sides_of
from ...engines.program.layout import RUNNING, STATUSES, Status
from ...engines.program.nodes import Program
from .arguments import at_least, in_order, seed_of, several, whole
from .move import Move, Moves
from .state import State

if TYPE_CHECKING:
    from .game import Game


KEPT = 64
"""So many steps are kept before those that no running game needs are looked for."""


class Batch:
    """Positions of one game, each at a decision or at its end; `Game.batch` deals them.

    They have places from 0 on, and all arrays have an entry a place: of NumPy where it is installed, else of the
    standard library. An array tells how the positions stood when it was asked for, and never changes.

    >>> batch = load_game("kuhn-poker").batch(3, seed=1)
    >>> batch.step([0, 0, 0])  # each plays its first legal move
    >>> batch.seats.tolist(), batch.lengths.tolist()
    ([1, 1, 1], [1, 1, 1])
    """

    def __init__(self, game: Game, n: int, seed: int = 0) -> None:
        self.game = game
        self._many = at_least("n", n, 1)
        self._next = seed_of(seed, self._many)
        self._numpy: Any = import_module("numpy") if find_spec("numpy") else None
        self._together = game.executor.together(self._many)
        self._steps: list[array[int]] = []
        self._since = [0] * self._many
        self._dropped, self._most = 0, KEPT
        self._deal(range(self._many))

    def __len__(self) -> int:
        """How many positions there are."""
        return self._many

    def __repr__(self) -> str:
        return f"<batch of {self._many} positions of {self.game.name}: {self.running} are running>"

    # How they stand

    @property
    def counts(self) -> Any:
        """How many legal moves each has, as integers; 0 where the game is over."""
        return self._whole(self._together.columns.counts)

    @property
    def seats(self) -> Any:
        """The seat that decides in each, from 0, as integers; `NOBODY` (-2) where the game is over."""
        return self._whole(self._together.columns.seats)

    @property
    def ends(self) -> Any:
        """The status of each as an integer, as in `Results.ends`: 0 while it is running (`statuses` has words)."""
        return self._whole(self._together.columns.ends)

    @property
    def lengths(self) -> Any:
        """The decisions made so far in each, as integers."""
        return self._whole(self._together.columns.lengths)

    @property
    def seeds(self) -> Any:
        """The seed of the game at each place, as integers."""
        return self._whole(self._together.columns.seeds)

    @property
    def returns(self) -> Any:
        """The result of each seat in each, as fractions: a row a place, or one flat array without NumPy.

        Zeros while the game is running.
        """
        held = bytes(self._together.columns.returns)
        if self._numpy is None:
            return array("d", held)
        return self._numpy.frombuffer(held, "f8").reshape(self._many, self.game.players)

    @property
    def statuses(self) -> tuple[Status, ...]:
        """How each stands, in words: `running`, `finished`, `limit` or `error`."""
        return tuple(STATUSES[end] for end in self._together.columns.ends)

    @property
    def running(self) -> int:
        """How many games are not over yet."""
        ends = self._together.columns.ends
        if self._numpy is not None:
            return self._many - int(self._numpy.count_nonzero(ends))
        return ends.tolist().count(RUNNING)

    def _whole(self, column: memoryview) -> Any:
        return array("q", bytes(column)) if self._numpy is None else self._numpy.frombuffer(bytes(column), "i8")

    # Playing

    def step(self, chosen: Sequence[int] | Any) -> None:
        """Play a move in each game that is running, and go on to its next decision.

        `chosen` has an integer a place: the number of a legal move, from 0. Where the game is over it does not count.
        Raises ValueError for a number that is none of a legal move, or if there are not as many as places; then
        nothing is played. Raises TypeError for what are no integers.

        >>> batch = load_game("kuhn-poker").batch(3)
        >>> batch.step([0] * len(batch))
        """
        # What was chosen, as integers of 64 bits
        if self._numpy is None or not isinstance(chosen, self._numpy.ndarray):
            try:
                numbers = array("q", [whole("chosen", one) for one in in_order("chosen", chosen)])
            except OverflowError:
                raise ValueError("chosen must be the numbers of legal moves; one is far too large") from None
        else:
            given = chosen
            if given.dtype.kind not in "iu":
                raise TypeError(f"chosen must be integers, not {given.dtype}")
            numbers = array("q", given.astype("i8").tobytes())
            if given.ndim != 1:
                raise ValueError(f"chosen must have one row, not {given.ndim}")
        if len(numbers) != self._many:
            raise ValueError(f"chosen must have an integer for each of {self._many} places, not {len(numbers)}")
        wrong = self._together.step(numbers)
        if wrong >= 0:
            count = self._together.columns.counts[wrong]
            raise ValueError(f"place {wrong}: legal moves are numbered from 0 to {count - 1}, not {numbers[wrong]}")
        self._steps.append(self._short(numbers))
        if len(self._steps) > self._most:
            # Forget the steps that no game needs any more
            useless = min(self._since) - self._dropped
            del self._steps[:useless]
            self._dropped += useless
            self._most = 2 * len(self._steps) + KEPT

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """A batch is neither copied nor pickled, for it lies in the memory of its engine."""
        raise TypeError("a batch cannot be copied or pickled; its positions can, see `state`")

    def _short(self, numbers: array[int]) -> array[int]:
        """The same in less room."""
        if self._numpy is None:
            low, high = min(numbers), max(numbers)
        else:
            held = self._numpy.frombuffer(numbers, "i8")
            low, high = int(held.min()), int(held.max())
        if low < 0 or high > 0xFFFF:
            return numbers
        return array("H", numbers if self._numpy is None else held.astype("u2").tobytes())

    def deal(self, places: Iterable[int] | None = None) -> tuple[int, ...]:
        """Deal anew: at all places where the game is over, or at these. The places where it has been done.

        Each new game takes the next seed: the first n had the seeds from `seed` to `seed + n - 1`, the next takes
        `seed + n`. So it is `Game.initial_state` with the seed that `seeds` tells. Raises ValueError for a place that
        there is not, or when no seeds are left.

        >>> load_game("kuhn-poker").batch(3).deal()  # none is over yet
        ()
        """
        found = self._over() if places is None else sorted({self._place(place) for place in several("places", places)})
        seed_of(self._next, len(found))
        if found:
            self._deal(found)
        return tuple(found)

    def _over(self) -> list[int]:
        ends = self._together.columns.ends
        if self._numpy is not None:
            return [int(place) for place in self._numpy.flatnonzero(ends)]
        return [place for place, end in enumerate(ends.tolist()) if end != RUNNING]

    def _deal(self, places: Sequence[int]) -> None:
        first, self._next = self._next, self._next + len(places)
        self._together.deal((place, first + number) for number, place in enumerate(places))
        for place in places:
            self._since[place] = self._dropped + len(self._steps)

    # Looking at one of them

    def legal_moves(self, place: int) -> Sequence[Move]:
        """The legal moves at a place, in the order of their numbers; empty where the game is over.

        Raises ValueError for a place that there is not.

        >>> [move.text for move in load_game("kuhn-poker").batch(3).legal_moves(0)]
        ['check', 'bet']
        """
        place = self._place(place)
        ask = self._together.ask(place)
        if ask is None:
            return ()
        seat = self._together.columns.seats[place]
        return Moves(self.game.code, ask, seat, self._together.rows(place))

    def state(self, place: int) -> State:
        """The position at a place as a state of its own, with its history: to look at, or to play on by itself.

        The game is played again for it. Raises ValueError for a place that there is not.
        """
        place = self._place(place)
        columns = self._together.columns
        state = self.game.initial_state(columns.seeds[place])
        first = self._since[place] - self._dropped
        for step in self._steps[first : first + columns.lengths[place]]:
            state.apply(step[place])
        return state

    def _place(self, place: int) -> int:
        place = whole("place", place)
        if not 0 <= place < self._many:
            raise ValueError(f"place must be from 0 to {self._many - 1}, not {place}")
        return place


# The results of many games as arrays: those of NumPy if it is installed, else those of the standard library.

Policy = Literal["random"]
"""How moves are chosen in playouts."""

POLICIES: tuple[Policy, ...] = get_args(Policy)


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """How many games went.

    `returns` has a row per game and a column per seat; without NumPy it is a flat array, game after game. `lengths`
    holds the number of decisions of each game, `ends` how each ended, as a number (`statuses` has it in words).
    `winners` are the winning sides of each game; `ended` counts how many games ended in which way. `program` and
    `named`, from which the winners are worked out, are internal.

    >>> results = load_game("mille-bornes").playouts(2, seed=1)
    >>> results.winners  # p2 has won the first game, p1 the second
    (((1,),), ((0,),))
    """

    returns: Any
    lengths: Any
    ends: Any
    program: Program = field(repr=False)
    named: Any = field(repr=False)

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def winners(self) -> tuple[Sides, ...]:
        """The winning sides of each game, as `State.winners` has them: none for a game that no rule has ended."""
        players = self.program.players
        flat = self.returns.reshape(-1).tolist() if hasattr(self.returns, "reshape") else self.returns
        return tuple(
            sides_of(self.program, int(named), flat[game * players : (game + 1) * players])
            if status == "finished"
            else ()
            for game, (named, status) in enumerate(zip(self.named, self.statuses, strict=True))
        )

    @property
    def statuses(self) -> tuple[Status, ...]:
        """How each game ended, in words: `finished`, `limit` or `error`."""
        return tuple(STATUSES[end] for end in self.ends)

    def ended(self) -> dict[str, int]:
        """The number of games for each way to end, such as `{"finished": 998, "limit": 2}`."""
        ends = list(self.ends)
        return {status: ends.count(n) for n, status in enumerate(STATUSES) if n in ends}


def as_arrays(found: Playouts, program: Program) -> Results:
    """Wrap the arrays of an engine for users, without copying them."""
    numpy = _numpy()
    if numpy is None:
        arrays = (found.returns, found.lengths, found.ends, found.winners)
    else:
        returns, lengths, ends, named = (
            numpy.frombuffer(flat, dtype=kind) if flat else numpy.zeros(0, kind)
            for flat, kind in ((found.returns, "f8"), (found.lengths, "i8"), (found.ends, "i1"), (found.winners, "i8"))
        )
        arrays = (returns.reshape(-1, found.players), lengths, ends, named)
    returns, lengths, ends, named = arrays
    return Results(returns=returns, lengths=lengths, ends=ends, program=program, named=named)


@cache
def _numpy() -> Any:
    """NumPy, or None where it is not installed; to look for it takes as long as a hundred games."""
    return import_module("numpy") if find_spec("numpy") else None
