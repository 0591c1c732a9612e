"""One card from the beginning of a story on: its lifeline, and what becomes of two that exchange their later parts."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from ....diagnostics.record import dataclass
from ....engines.program.nodes import Program
from ....engines.reference.machine import Code

FAR = 2**60
"""A time after all others."""

Marks = tuple[tuple[int, int], ...]
"""What was seen of a card: at which times, and which kinds it may be by that, as bits."""


@dataclass(slots=True, eq=False)
class Run:
    """Lifelines whose order means nothing."""

    lines: list[Line]


@dataclass(slots=True, eq=False)
class Line:
    """One card: the kinds that it may be, and why (`marks`: time and bits); the runs it lay in (run, from, to); its
    travels. `number` is its place among all lifelines."""

    group: int
    kinds: int
    marks: Marks
    stays: list[tuple[Run, int, int]] = field(default_factory=list)
    travels: list[int] = field(default_factory=list)
    number: int = -1

    @property
    def open(self) -> bool:
        """Whether it may still be of several kinds."""
        return self.kinds & (self.kinds - 1) != 0

    def narrow(self, time: int, kinds: int) -> None:
        """From what is seen at a time, it is one of these kinds."""
        self.marks += ((time, kinds),)
        self.kinds &= kinds


def marked(before: Marks, after: Marks, time: int) -> int:
    """The kinds that fit what was seen of one before a time and of another from then on, as bits."""
    kinds = -1
    for when, mask in before:
        if when < time:
            kinds &= mask
    for when, mask in after:
        if when >= time:
            kinds &= mask
    return kinds


def tails(one: Marks, two: Marks, time: int) -> tuple[Marks, Marks]:
    """What was seen of two that exchange all from a time on."""
    return (
        (*(m for m in one if m[0] < time), *(m for m in two if m[0] >= time)),
        (*(m for m in two if m[0] < time), *(m for m in one if m[0] >= time)),
    )


def stays(one: list[tuple[Run, int, int]], two: list[tuple[Run, int, int]], time: int) -> list[tuple[Run, int, int]]:
    """The runs one lay in before a time, then those the other lies in from then on; both lay in the same then."""
    before = [stay for stay in one if stay[1] < time]
    after = [stay for stay in two if stay[1] >= time]
    run, since, _ = before[-1]
    to = next(stay for stay in reversed(two) if stay[1] < time)[2]
    return [*before[:-1], (run, since, to), *after]


Back = tuple[tuple[str, Any], ...]
"""What the back of a card shows, by attribute."""


def no_backs(_code: Code, _program: Program) -> dict[Back, int]:
    """The kinds with a back, as bits; filled as backs are seen."""
    return {}


def kinds_with(code: Code, back: Back) -> int:
    """The kinds of which the back shows this, as bits."""
    rows = enumerate(code.layout.kinds)
    return sum(1 << n for n, row in rows if all(row.attributes.get(key) == value for key, value in back))
