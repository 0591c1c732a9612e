"""Who decides in a position: a seat, chance, or nobody."""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

from ...diagnostics.record import dataclass
from .arguments import at_least, one_of

CHANCE = -1
"""`State.current_seat` where chance decides."""

NOBODY = -2
"""`State.current_seat` where the game is over."""

EVERYTHING = -3
"""Stands for a seat that sees everything, in `State.events`."""


Kind = Literal["seat", "chance", "nobody"]


@dataclass(frozen=True, slots=True)
class Decider:
    """Who decides. `seat` counts from 0; it is None unless `kind` is `seat`.

    >>> str(Decider("seat", 1)), str(Decider("chance"))
    ('p2', 'chance')
    """

    kind: Kind
    seat: int | None = None

    def __post_init__(self) -> None:
        one_of("kind", self.kind, get_args(Kind))
        if self.kind == "seat":
            at_least("seat", self.seat, 0)
        elif self.seat is not None:
            raise ValueError(f"seat must be None where {self.kind} decides, not {self.seat!r}")

    @classmethod
    def of(cls, seat: int) -> Decider:
        """The decider for a `State.current_seat`."""
        return decider_of(at_least("seat", seat, NOBODY))

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"p{self.seat + 1}"


@cache
def decider_of(seat: int) -> Decider:
    """The same for a number that is known to be one."""
    if seat == CHANCE:
        return Decider("chance")
    return Decider("nobody") if seat == NOBODY else Decider("seat", seat)
