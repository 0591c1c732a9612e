"""How the lifelines of one zone lie: which run each place belongs to.

The places of one run need not be next to each other: a card that was put into a shuffled pile at a place has a run of
its own, and the places above and below it still belong to one.

    place     1   2   3   4   5
    run       A   A   B   A   A        A: four lifelines, of which any may lie at each of its places
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....diagnostics.record import dataclass
from .line import FAR, Line, Run


@dataclass(slots=True)
class Stretch:
    """Places next to each other that belong to one run."""

    run: Run
    many: int


class Lying:
    """The places of one zone, from the top; a heap is one stretch, however many cards it has."""

    def __init__(self, stretches: list[Stretch], *, heap: bool) -> None:
        self.heap = heap
        self.stretches = stretches if stretches or not heap else [Stretch(Run([]), 0)]

    def runs(self) -> list[Run]:
        """The runs that lie here, each once."""
        return list({id(one.run): one.run for one in self.stretches}.values())

    def lines(self) -> list[Line]:
        """The lifelines in the order of the places; which of a run lies at which of its places means nothing."""
        if len(self.stretches) < 2:
            return list(self.stretches[0].run.lines) if self.stretches else []
        left: dict[int, Iterator[Line]] = {id(run): iter(run.lines) for run in self.runs()}
        return [next(left[id(one.run)]) for one in self.stretches for _ in range(one.many)]

    def find(self, place: int) -> Run | None:
        """The run to which a place (from 0) belongs; None outside."""
        found = self._find(place)
        return None if found is None else self.stretches[found[0]].run

    def _find(self, place: int) -> tuple[int, int] | None:
        """The number of the stretch, and how many of its places lie above this one."""
        if self.heap:
            return 0, 0
        for number, one in enumerate(self.stretches):
            if place < one.many:
                return number, place
            place -= one.many
        return None

    def remove(self, place: int) -> None:
        """A card has left: there is one place less."""
        found = self._find(place)
        if found is None or self.heap:
            return
        one = self.stretches[found[0]]
        one.many -= 1
        if not one.many:
            del self.stretches[found[0]]

    def insert(self, place: int, run: Run) -> None:
        """A place more, which belongs to this run: before the card at a place, or behind all."""
        found = self._find(place)
        if found is None:
            self.stretches.append(Stretch(run, 1))
            return
        number, above = found
        one = self.stretches[number]
        split = [Stretch(one.run, above), Stretch(run, 1), Stretch(one.run, one.many - above)]
        self.stretches[number : number + 1] = [part for part in split if part.many]

    def gather(self, run: Run) -> None:
        """All lie here in one run now."""
        self.stretches = [Stretch(run, len(run.lines))] if run.lines or self.heap else []


@dataclass(frozen=True, slots=True)
class Start:
    """How cards lie at the beginning, as far as a seat knows: zone by zone its stretches, each with a number (that of
    its run, where several belong to one) and its cards, each with its group and the bits of the kinds that it may be.
    `stock` counts the cards of each kind in each group."""

    zones: tuple[tuple[tuple[int, tuple[tuple[int, int], ...]], ...], ...]
    stock: Mapping[int, Mapping[int, int]]


def open_places(start: Start) -> set[int]:
    """The numbers of the places, zone by zone, of which a seat does not know the kind of the card."""
    kinds = [kinds for zone in start.zones for _, cards in zone for _, kinds in cards]
    return {number for number, one in enumerate(kinds) if one & (one - 1)}


def laid(stretches: Sequence[tuple[int, Sequence[tuple[int, int]]]], *, heap: bool) -> Lying:
    """The lifelines of a zone at the beginning: its stretches with the numbers of their runs, and of each card the
    group and the bits of the kinds that it may be."""
    runs: dict[int, Run] = {}
    found = list[Stretch]()
    for number, cards in stretches:
        run = runs.setdefault(number, Run([]))
        found.append(Stretch(run, len(cards)))
        stay, marks = (run, -1, FAR), {kinds: ((-1, kinds),) for _, kinds in cards}
        run.lines += [Line(group, kinds, marks[kinds], [stay]) for group, kinds in cards]
    return Lying(found, heap=heap)
