"""The legal moves of a position: a sequence whose moves become objects only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index
from typing import Any, SupportsIndex, overload

from ...engines.program.nodes import AskBlock
from ...engines.reference.machine import Code, RawMove
from .decider import Decider
from .move import Move
from .naming import MoveTexts
from .refusal import Refusal


class Moves(Sequence[Move]):
    """All moves that a seat may make, in the order of the spec; equal to a tuple of the same moves.

    >>> moves = load_game("go-fish").initial_state(seed=1).legal_moves
    >>> len(moves), moves[0].text, [move.action for move in moves[:2]]
    (4, 'ask(p2, two)', ['ask', 'ask'])
    """

    __slots__ = ("_ask", "_code", "_made", "_many", "_rows", "_seat")

    def __init__(self, code: Code, ask: AskBlock, seat: int, rows: Sequence[RawMove] | None) -> None:
        self._code, self._ask, self._seat = code, ask, seat
        self._rows: Sequence[RawMove] = () if rows is None else rows
        self._many = len(self._rows)
        self._made: dict[int, Move] | None = None

    def __len__(self) -> int:
        return self._many

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple(self[n] for n in range(*place.indices(self._many)))
        if type(place) is not int:
            if not isinstance(place, SupportsIndex):
                raise TypeError(f"a place among the legal moves must be an int or a slice, not {place!r}")
            place = index(place)
        place += self._many if place < 0 else 0
        if self._made is None:
            self._made = {}
        found = self._made.get(place)
        if found is None:
            if not 0 <= place < self._many:
                raise IndexError(f"legal moves are numbered from 0 to {self._many - 1}")
            raw = self._rows[place]
            found = Move(self._naming(), self._ask.choices[raw[0]], self._seat, raw, place=place)
            self._made[place] = found
        return found

    def _naming(self) -> MoveTexts:
        return self._code.once(MoveTexts, self._ask)

    def __iter__(self) -> Iterator[Move]:
        return (self[place] for place in range(self._many))

    def texts(self) -> list[str]:
        """The texts of all of them."""
        return list(map(self._naming().of, self._rows))

    def raw(self, move: object) -> tuple[RawMove, int] | None:
        """A move as the engines have it, and its place, if it is one of these very objects, or a place among them."""
        if type(move) is int:
            return (self._rows[move], move) if 0 <= move < self._many else None
        if isinstance(move, Move) and self._made is not None and self._made.get(move.place) is move:
            return move.raw, move.place
        return None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves):
            other = tuple(other)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)


def texts_of(moves: Sequence[Move]) -> list[str]:
    """The texts of all legal moves."""
    return moves.texts() if isinstance(moves, Moves) else [move.text for move in moves]


def refuse_other_seat(moves: Sequence[Move], move: Move) -> Refusal | None:
    """Why a move is not legal although one of the same text is: another seat would make it. None for all others."""
    here = next((one.seat for one in moves if one.text == move.text), None)
    if here is None:
        return None
    own, other = (str(Decider.of(seat)) for seat in (here, move.seat))
    message = f"this is a move of {other}, and {own} decides here; to play the like for {own}, give its text"
    return Refusal(move=move.text, message=message, reason="unclear")
