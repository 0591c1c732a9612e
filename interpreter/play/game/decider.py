"""Who decides in a position: a seat, chance, or nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CHANCE = -1
"""`State.current_seat` where chance decides."""

NOBODY = -2
"""`State.current_seat` where the game is over."""

EVERYTHING = -3
"""Stands for a seat that sees everything, in `State.events`."""


@dataclass(frozen=True, slots=True)
class Decider:
    """Who decides. `seat` counts from 0; it is None unless `kind` is `seat`.

    >>> str(Decider("seat", 1)), str(Decider("chance"))
    ('p2', 'chance')
    """

    kind: Literal["seat", "chance", "nobody"]
    seat: int | None = None

    @classmethod
    def of(cls, seat: int) -> Decider:
        """The decider for a `State.current_seat`."""
        if seat == CHANCE:
            return cls("chance")
        return cls("nobody") if seat == NOBODY else cls("seat", seat)

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"p{self.seat + 1}"
