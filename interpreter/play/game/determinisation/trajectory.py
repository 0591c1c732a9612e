"""The trajectory of one card from the beginning of a story on, how those of a zone lie, and what is left for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import reduce
from operator import or_
from typing import Any

from ....diagnostics.record import dataclass
from ....engines.position import ProgramTables
from ....engines.program.nodes import Program

FAR = 2**60
"""A time after all others."""

Marks = tuple[tuple[int, int], ...]
"""What was seen of a card: at which times, and which kinds it may be by that, as bits."""


@dataclass(slots=True, eq=False)
class ZoneRun:
    """Trajectories whose order means nothing."""

    lines: list[Trajectory]


@dataclass(slots=True, eq=False)
class Trajectory:
    """One card: the kinds that it may be, and why (`marks`: time and bits); the runs it lay in (run, from, to); its
    travels. `number` is its place among all trajectories."""

    group: int
    kinds: int
    marks: Marks
    stays: list[tuple[ZoneRun, int, int]] = field(default_factory=list)
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


Back = tuple[tuple[str, Any], ...]
"""What the back of a card shows, by attribute."""


def no_backs(_code: ProgramTables, _program: Program) -> dict[Back, int]:
    """The kinds with a back, as bits; filled as backs are seen."""
    return {}


def kinds_with(code: ProgramTables, back: Back) -> int:
    """The kinds of which the back shows this, as bits."""
    rows = enumerate(code.layout.kinds)
    return sum(1 << n for n, row in rows if all(row.attributes.get(key) == value for key, value in back))


# How the trajectories of one zone lie: which run each place belongs to.
#
# The places of one run need not be next to each other: a card that was put into a shuffled pile at a place has a run of
# its own, and the places above and below it still belong to one.
#
#     place     1   2   3   4   5
#     run       A   A   B   A   A        A: four trajectories, of which any may lie at each of its places


@dataclass(slots=True)
class RunSegment:
    """Places next to each other that belong to one run."""

    run: ZoneRun
    many: int


class ZoneRuns:
    """The places of one zone, from the top; a heap is one stretch, however many cards it has."""

    def __init__(self, stretches: list[RunSegment], *, heap: bool) -> None:
        self.heap = heap
        self.stretches = stretches if stretches or not heap else [RunSegment(ZoneRun([]), 0)]

    def runs(self) -> list[ZoneRun]:
        """The runs that lie here, each once."""
        return list({id(one.run): one.run for one in self.stretches}.values())

    def lines(self) -> list[Trajectory]:
        """The trajectories in the order of the places; which of a run lies at which of its places means nothing."""
        if len(self.stretches) < 2:
            return list(self.stretches[0].run.lines) if self.stretches else []
        left: dict[int, Iterator[Trajectory]] = {id(run): iter(run.lines) for run in self.runs()}
        return [next(left[id(one.run)]) for one in self.stretches for _ in range(one.many)]

    def find(self, place: int) -> ZoneRun | None:
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

    def insert(self, place: int, run: ZoneRun) -> None:
        """A place more, which belongs to this run: before the card at a place, or behind all."""
        found = self._find(place)
        if found is None:
            self.stretches.append(RunSegment(run, 1))
            return
        number, above = found
        one = self.stretches[number]
        split = [RunSegment(one.run, above), RunSegment(run, 1), RunSegment(one.run, one.many - above)]
        self.stretches[number : number + 1] = [part for part in split if part.many]

    def gather(self, run: ZoneRun) -> None:
        """All lie here in one run now."""
        self.stretches = [RunSegment(run, len(run.lines))] if run.lines or self.heap else []


@dataclass(frozen=True, slots=True)
class InitialRuns:
    """How cards lie at the beginning, as far as a seat knows: zone by zone its stretches, each with a number (that of
    its run, where several belong to one) and its cards, each with its group and the bits of the kinds that it may be.
    `stock` counts the cards of each kind in each group."""

    zones: tuple[tuple[tuple[int, tuple[tuple[int, int], ...]], ...], ...]
    stock: Mapping[int, Mapping[int, int]]


def open_places(start: InitialRuns) -> set[int]:
    """The numbers of the places, zone by zone, of which a seat does not know the kind of the card."""
    kinds = [kinds for zone in start.zones for _, cards in zone for _, kinds in cards]
    return {number for number, one in enumerate(kinds) if one & (one - 1)}


def initial_trajectories(stretches: Sequence[tuple[int, Sequence[tuple[int, int]]]], *, heap: bool) -> ZoneRuns:
    """The trajectories of a zone at the beginning: its stretches with the numbers of their runs, and of each card the
    group and the bits of the kinds that it may be."""
    runs: dict[int, ZoneRun] = {}
    found = list[RunSegment]()
    for number, cards in stretches:
        run = runs.setdefault(number, ZoneRun([]))
        found.append(RunSegment(run, len(cards)))
        stay, marks = (run, -1, FAR), {kinds: ((-1, kinds),) for _, kinds in cards}
        run.lines += [Trajectory(group, kinds, marks[kinds], [stay]) for group, kinds in cards]
    return ZoneRuns(found, heap=heap)


# Which trajectories can be of one kind only, and how many cards of each kind are left for the others.


@dataclass(frozen=True, slots=True)
class CapacityShare:
    """What is to be dealt by itself: open trajectories of one group, those of them that cannot be every kind that is
    left for them, the numbers of those that have gone somewhere, how many cards of each kind are left, and the kind of
    each of these.
    """

    lines: list[Trajectory]
    tied: list[Trajectory]
    gone: list[int]
    stock: dict[int, int]
    cards: list[int]


class Capacities:
    """Kept up as trajectories are narrowed.

    `stock` counts the cards of each kind in each group. `sure` is by number the kind of each trajectory that can be one
    only, else -1; `open` are the others by group. What `to_deal` has worked out of a group is kept until one of its
    trajectories changes; whoever narrows one otherwise than by its number, or lets it travel, says so (`changed`).
    """

    def __init__(self, stock: Mapping[int, Mapping[int, int]]) -> None:
        self.stock = dict(stock)
        self.sure: list[int] = []
        self.open: dict[int, dict[int, Trajectory]] = {group: {} for group in stock}
        self._shares: Sequence[CapacityShare | None] | None = None
        self._kept: dict[int, Sequence[CapacityShare | None]] = {}
        self._bound: dict[tuple[int, int], int] = {}
        self._held: dict[int, int] = {}

    def changed(self, group: int) -> None:
        """A trajectory of this group is another than before."""
        self._shares = None
        self._kept.pop(group, None)

    def begin(self, lines: Sequence[Trajectory]) -> None:
        """All trajectories of a beginning; the same as adding them one by one."""
        bound, held = Counter[tuple[int, int]](), Counter[int]()
        for number, line in enumerate(lines):
            kinds = line.kinds
            line.number = number
            if kinds & (kinds - 1):
                self.sure.append(-1)
                self.open[line.group][number] = line
            else:
                self.sure.append(kinds.bit_length() - 1)
                bound[line.group, kinds] += 1
                held[kinds] += 1
        self._bound, self._held = dict(bound), dict(held)

    def add(self, line: Trajectory) -> None:
        """One more trajectory, which gets its number."""
        line.number = len(self.sure)
        self.sure.append(-1)
        self.open.setdefault(line.group, {})[line.number] = line
        self.changed(line.group)

    def count(self, line: Trajectory, by: int) -> None:
        """A trajectory can be of one kind only from now on, or no longer."""
        self._change(line.group, line.kinds, by)
        if by > 0:
            self.sure[line.number] = line.kinds.bit_length() - 1
            del self.open[line.group][line.number]
        else:
            self.sure[line.number] = -1
            self.open[line.group][line.number] = line

    def contradicted(self, line: Trajectory, was: int) -> None:
        """A trajectory that was sure can be nothing any more."""
        self._change(line.group, was, -1)

    def _change(self, group: int, kinds: int, by: int) -> None:
        self.changed(group)
        self._bound[group, kinds] = self._bound.get((group, kinds), 0) + by
        self._held[kinds] = self._held.get(kinds, 0) + by

    def any_sure(self, kinds: int) -> bool:
        """Whether some trajectory is of just this kind."""
        return bool(self._held.get(kinds))

    def to_deal(self) -> Sequence[CapacityShare | None]:
        """What is to be dealt; None where there are too few cards of a kind."""
        if self._shares is None:
            for group, lines in self.open.items():
                if group not in self._kept:
                    self._kept[group] = self._shares_of(group, lines.values())
            self._shares = [one for group in self.open for one in self._kept[group]]
        return self._shares

    def _shares_of(self, group: int, lines: Collection[Trajectory]) -> list[CapacityShare | None]:
        """The parts of a group that have no kind in common, such as the colours where backs show them."""
        bound = self._bound
        left = {kind: many - bound.get((group, 1 << kind), 0) for kind, many in self.stock[group].items()}
        if left and min(left.values()) < 0:
            return [None]
        stock = {kind: many for kind, many in left.items() if many}
        everything = sum(1 << kind for kind in stock)
        masks = {line.kinds for line in lines}
        if all(kinds & everything == everything for kinds in masks):
            return [_share(list(lines), stock, everything)]
        parts = apart({kinds & everything for kinds in masks})
        shares: list[CapacityShare | None] = []
        for part in parts:
            ours = [line for line in lines if line.kinds & part] if len(parts) > 1 else list(lines)
            shares.append(_share(ours, {kind: many for kind, many in stock.items() if part >> kind & 1}, part))
        dealt = sum(len(one.lines) for one in shares if one is not None)
        return shares if dealt == len(lines) and sum(parts) == everything else [None]

    def spare(self, group: int, mask: int) -> bool:
        """Whether a card of a kind (as a bit) is left that is not yet some trajectory's."""
        return self.stock[group].get(mask.bit_length() - 1, 0) > self._bound.get((group, mask), 0)


def _share(lines: list[Trajectory], stock: dict[int, int], everything: int) -> CapacityShare:
    tied = [line for line in lines if line.kinds & everything != everything]
    return CapacityShare(lines, tied, [line.number for line in lines if line.travels], stock, each_card(stock))


def apart(masks: Iterable[int]) -> list[int]:
    """Sets of kinds, as bits, of which those are made one that have a kind in common.

    >>> [f"{one:b}" for one in apart([0b0011, 0b1000, 0b0110])]
    ['111', '1000']
    """
    found: list[int] = []
    for mask in sorted(masks):
        found, joined = [one for one in found if not one & mask], [one for one in found if one & mask]
        found.append(reduce(or_, joined, mask))
    return found


def each_card(stock: Mapping[int, int]) -> list[int]:
    """The kind of each card of a stock."""
    return [kind for kind, many in stock.items() for _ in range(many)]
