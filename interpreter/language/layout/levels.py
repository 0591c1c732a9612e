"""Columns of blocks, and the new ones that take their places."""

from __future__ import annotations

from dataclasses import field

from ...diagnostics.record import dataclass


@dataclass(slots=True)
class Levels:
    """The blocks that are open, from the outermost: the column of each as written, and its new column."""

    open: list[tuple[int, int]] = field(default_factory=list)

    def enter(self, column: int) -> int:
        """The new column of a line that is written in this one: two more than that of the block around it."""
        while self.open and self.open[-1][0] > column:
            self.open.pop()
        if not self.open or self.open[-1][0] < column:
            self.open.append((column, 2 * len(self.open)))
        return self.open[-1][1]

    def set(self, column: int, new: int) -> None:
        """Say that the innermost open block is written in `column` and gets the column `new`."""
        while self.open and self.open[-1][1] >= new:
            self.open.pop()
        self.open.append((column, new))

    def of_comment(self, column: int, following: int | None, new: int | None = None) -> int:
        """The new column of a comment.

        It belongs to the line that follows (in the column `following`, its new one `new`), unless it is further in than
        that: then it belongs to the end of an open block.
        """
        if new is None:
            new = next((after for was, after in reversed(self.open) if following is not None and was <= following), 0)
            if following is not None and self.open and following > self.open[-1][0]:
                new = self.open[-1][1] + 2
        if following is not None and column <= following:
            return new
        return max([after for was, after in self.open if was <= column and after >= new], default=new)
