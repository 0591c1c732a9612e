"""Paper, and where cards lie on it: three by three cards of 63 × 88 mm in the middle of a sheet, with cutting marks.

All lengths are in millimetres from the upper left corner. A mark is a short line outside of the cards, at the end of
each line along which one cuts. It keeps `GAP` away from the cards, so that nothing of it is left on them, and ends
before the edge of the sheet, where printers cannot print: Letter, the lower paper, leaves 7.7 mm above the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

WIDTH, HEIGHT = 63, 88
"""The size of a card."""

COLUMNS = ROWS = 3
PER_SHEET = COLUMNS * ROWS

GAP, MARK = 0.5, 3
"""How far a mark is away from the cards, and how long it is."""

PaperName = Literal["A4", "letter"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright; `name` is what CSS calls it."""

    name: str
    width: float
    height: float

    @property
    def left(self) -> float:
        """Where the first column of cards begins."""
        return round((self.width - COLUMNS * WIDTH) / 2, 2)

    @property
    def top(self) -> float:
        """Where the first row of cards begins."""
        return round((self.height - ROWS * HEIGHT) / 2, 2)

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """The cutting marks, each from (x, y) to (x, y)."""
        far_x, far_y = self.left + COLUMNS * WIDTH, self.top + ROWS * HEIGHT
        for column in range(COLUMNS + 1):
            x = self.left + column * WIDTH
            yield (x, self.top - GAP - MARK, x, self.top - GAP)
            yield (x, far_y + GAP, x, far_y + GAP + MARK)
        for row in range(ROWS + 1):
            y = self.top + row * HEIGHT
            yield (self.left - GAP - MARK, y, self.left - GAP, y)
            yield (far_x + GAP, y, far_x + GAP + MARK, y)


PAPERS: dict[PaperName, Paper] = {"A4": Paper("A4", 210, 297), "letter": Paper("letter", 215.9, 279.4)}
