"""What a determinisation cost, and how good it is."""

from __future__ import annotations

from typing import Literal

from ....diagnostics.record import dataclass
from ....engines.position import Position
from ..history import History

Way = Literal["exact", "sampled", "view"]
"""How a determinisation was found: drawn from all positions that may be; drawn and then played through; or, where no
attempt came through, only such that the seat's view is the same."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """`attempts` were made, of which `rejected` did not fit what the seat has seen; it took so many `seconds`.

    `exact` says that it is as likely as it is in truth, given what the seat has seen and that the others take each
    of their legal moves as likely. `fallback` says that it need not have been possible.
    """

    attempts: int
    rejected: int
    way: Way
    seconds: float

    @property
    def exact(self) -> bool:
        """Drawn with the true probabilities."""
        return self.way == "exact"

    @property
    def fallback(self) -> bool:
        """Agrees with what is seen now, but not with all that has happened."""
        return self.way == "view"


@dataclass(frozen=True, slots=True)
class Determinisation:
    """A position, with the history that led to it; without one where only the view is the same."""

    m: Position
    history: History | None
    report: Sampling
