"""A move: an action with its arguments, and its one text."""

from __future__ import annotations

from typing import Any

from ...engines.program.layout import Layout
from ...engines.program.nodes import Choice
from .naming import argument_texts, move_text
from .refusal import Refusal


class Move:
    """One thing that may be done. Equal moves have equal texts, and are made by the same seat.

    `seat` is who makes it (`CHANCE` for what chance decides), `action` its name, `arguments` their texts, `text` the
    whole: `str(move)`. `path` is where the action stands in the spec (empty for chance).
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
        """The name of the action; `chance` for what chance decides."""
        return self._choice.name if self._choice else "chance"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The texts of the arguments, in their order."""
        return argument_texts(self._layout, self._choice, self.raw[1:]) if self._choice else (self._text,)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in their order."""
        return tuple(p.local.name for p in self._choice.parameters) if self._choice else ()

    @property
    def path(self) -> str:
        """Where the action stands in the spec."""
        return self._choice.path if self._choice else ""

    @property
    def text(self) -> str:
        """The canonical text."""
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
