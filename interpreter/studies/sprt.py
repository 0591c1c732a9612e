"""Fishtest's test for matches of two bots: is the second ahead by the smallest difference that matters, or not at all?

Each deal is played twice, with seats changed, and what counts is the pair: by how much of a victory the second bot was
ahead, on average over its two games. That takes the luck of deal and seat out, and five results are possible where no
game is shared. The generalised sequential probability ratio test on these pairs (M. Van den Bergh, The generalized
sequential probability ratio test for the match score, 2019, which fishtest runs for Stockfish) compares two hypotheses:
the difference is 0, or it is `smallest`. After n pairs with mean m and variance v

    LLR = n · smallest · (2 m − smallest) / (2 v),

and the first time that it leaves the bounds ± log(19) the question is answered, wrongly in about 5 of 100
cases at most. A confidence sequence answers more (how large the difference is, at any time); this test needs fewer
games.
"""

from __future__ import annotations

from math import log
from typing import Any, Literal

from ..diagnostics.record import dataclass

BOUND = log(0.95 / 0.05)
"""Where the test ends, on either side."""

FEWEST = 25
"""How many pairs there are before the first look, since the variance is not known."""

Answer = Literal["ahead", "not_ahead", "open"]


@dataclass(slots=True)
class Sprt:
    """The test as it stands; `smallest` is a share of the victory, above 0."""

    smallest: float
    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    answer: Answer = "open"
    after: int = 0

    def add(self, ahead: float) -> None:
        """Take a pair into account: by how much of a victory the second bot was ahead, from -1 to 1."""
        self.n += 1
        self.total += ahead
        self.squares += ahead * ahead
        if self.answer == "open" and self.n >= FEWEST and abs(self.llr) >= BOUND:
            self.answer = "ahead" if self.llr > 0 else "not_ahead"
            self.after = self.n

    @property
    def llr(self) -> float:
        """The logarithm of how much more likely the pairs are with the difference than without it."""
        if not self.n:
            return 0.0
        middle = self.total / self.n
        # One pair of each kind more, so that equal pairs do not make the variance 0.
        variance = (self.squares + 2) / (self.n + 2) - (self.total / (self.n + 2)) ** 2
        return self.n * self.smallest * (2 * middle - self.smallest) / (2 * variance)

    def to_json(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {"answer": self.answer, "after": self.after or None, "llr": round(self.llr, 3), "bound": round(BOUND, 3)}
