"""A move: an action with its arguments, and its one text."""

from __future__ import annotations

from typing import Any

from ...diagnostics.record import dataclass
from ...engines.program.nodes import Choice
from .naming import MoveTexts, argument_texts
from .refusal import Refusal


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a move without its game: an outcome of chance, or a move from a pickle."""

    name: str
    arguments: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    path: str = ""


class Move:
    """A legal move: an action with its arguments. Two moves are equal if they have the same text and seat.

    `seat` is the one who makes it, from 0; `CHANCE` for an outcome of chance. A move may be copied and pickled, and
    then played where an equal move is legal. `raw` and `place` (among the legal moves, -1: not known) are internal.

    >>> move = load_game("go-fish").initial_state(seed=1).legal_moves[0]
    >>> move.text, move.action, move.arguments, move.parameters
    ('ask(p2, two)', 'ask', ('p2', 'two'), ('p', 'r'))
    """

    __slots__ = ("_choice", "_text", "_texts", "place", "raw", "seat")

    def __init__(
        self,
        texts: MoveTexts | None,
        choice: Choice | Told,
        seat: int,
        raw: tuple[Any, ...],
        text: str = "",
        place: int = -1,
    ) -> None:
        self._texts = texts
        self._choice = choice
        self._text = text
        self.seat = seat
        self.raw = raw
        self.place = place

    @property
    def action(self) -> str:
        """The name of the action; `chance` for an outcome of chance."""
        return self._choice.name

    @property
    def arguments(self) -> tuple[str, ...]:
        """The texts of the arguments, in the order of the spec."""
        if isinstance(self._choice, Told):
            return self._choice.arguments
        assert self._texts is not None
        return argument_texts(self._texts.layout, self._choice, self.raw[1:])

    @property
    def whole(self) -> tuple[str, ...]:
        """The arguments with what cards and symbols belong to, `main.ace`, as `Wordings` wants them."""
        if isinstance(self._choice, Told):
            return self._choice.arguments
        assert self._texts is not None
        return argument_texts(self._texts.layout, self._choice, self.raw[1:], whole=True)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in the order of the spec."""
        if isinstance(self._choice, Told):
            return self._choice.parameters
        return tuple(p.local.name for p in self._choice.parameters)

    @property
    def path(self) -> str:
        """The path of the action in the spec, such as `actions.give`; "" for an outcome of chance."""
        return self._choice.path

    @property
    def text(self) -> str:
        """The text of the move, as `give(ace, t2)`: what one types, and what traces and scenarios hold."""
        if not self._text and self._texts is not None:
            self._text = self._texts.of(self.raw)
        return self._text

    def __reduce__(self) -> tuple[Any, ...]:
        told = Told(self.action, self.arguments, self.parameters, self.path)
        return Move, (None, told, self.seat, self.raw, self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.seat, self.text) == (other.seat, other.text)

    def __hash__(self) -> int:
        return hash((self.seat, self.text))


class IllegalMove(ValueError):
    """Raised where a move is not legal here; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal,)
