"""What a step tells of the cards of one place: of certain kinds at most so many lay there, or at least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....diagnostics.record import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """In a step at most so many cards of these kinds (bits) lay in a zone, those aside that left it or were shown; or,
    with `least`, so many at least lay there when it began. Where `place` is negative, ~place is the number of a travel.
    With `at` it is about one place of the zone, from 0: none of these kinds lay there when the step began.
    """

    place: int
    kinds: int
    most: int = 0
    least: int = 0
    at: int = -1


Limits = Mapping[int, Sequence[Limit]]
"""By the number of a step."""
