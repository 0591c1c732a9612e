"""A move: an action with its arguments, and its one text."""

from __future__ import annotations

from typing import Any

from ...engines.program.layout import Layout
from ...engines.program.nodes import Choice
from .naming import argument_texts, move_text
from .refusal import Refusal


class Move:
    """A legal move: an action with its arguments. Two moves are equal if they have the same text and seat.

    `seat` is the one who makes it, from 0; `CHANCE` for an outcome of chance. `raw` is internal.

    >>> move.text, move.action, move.arguments, move.parameters
    ('attack(accident, t2)', 'attack', ('accident', 't2'), ('c', 't'))
    """

    __slots__ = ("_choice", "_layout", "_text", "raw", "seat")

    def __init__(self, layout: Layout, choice: Choice | None, seat: int, raw: tuple[Any, ...], text: str = "") -> None:
        self._layout = layout
        self._choice = choice
        self._text = text
        self.seat = seat
        self.raw = raw

    @property
    def action(self) -> str:
        """The name of the action; `chance` for an outcome of chance."""
        return self._choice.name if self._choice else "chance"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The texts of the arguments, in the order of the spec."""
        return argument_texts(self._layout, self._choice, self.raw[1:]) if self._choice else (self._text,)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in the order of the spec."""
        return tuple(p.local.name for p in self._choice.parameters) if self._choice else ()

    @property
    def path(self) -> str:
        """The path of the action in the spec, such as `actions.attack`; "" for an outcome of chance."""
        return self._choice.path if self._choice else ""

    @property
    def text(self) -> str:
        """The text of the move, as `attack(accident, t2)`: what one types, and what traces and scenarios hold."""
        if not self._text and self._choice:
            self._text = move_text(self._choice, self.arguments)
        return self._text

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
