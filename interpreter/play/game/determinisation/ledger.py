"""Which lifelines can be of one kind only, and how many cards of each kind are left for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from ....diagnostics.record import dataclass
from .line import Line


@dataclass(frozen=True, slots=True)
class Share:
    """What is to be dealt by itself: open lifelines of one group, those of them that cannot be every kind that is left
    for them, the numbers of those that have gone somewhere, how many cards of each kind are left, and the kind of each
    of these.
    """

    lines: list[Line]
    tied: list[Line]
    gone: list[int]
    stock: dict[int, int]
    cards: list[int]


class Ledger:
    """Kept up as lifelines are narrowed.

    `stock` counts the cards of each kind in each group. `sure` is by number the kind of each lifeline that can be one
    only, else -1; `open` are the others by group. What `to_deal` has worked out of a group is kept until one of its
    lifelines changes; whoever narrows one otherwise than by its number, or lets it travel, says so (`changed`).
    """

    def __init__(self, stock: Mapping[int, Mapping[int, int]]) -> None:
        self.stock = dict(stock)
        self.sure: list[int] = []
        self.open: dict[int, dict[int, Line]] = {group: {} for group in stock}
        self._shares: Sequence[Share | None] | None = None
        self._kept: dict[int, Sequence[Share | None]] = {}
        self._bound: dict[tuple[int, int], int] = {}
        self._held: dict[int, int] = {}

    def changed(self, group: int) -> None:
        """A lifeline of this group is another than before."""
        self._shares = None
        self._kept.pop(group, None)

    def begin(self, lines: Sequence[Line]) -> None:
        """All lifelines of a beginning; the same as adding them one by one."""
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

    def add(self, line: Line) -> None:
        """One more lifeline, which gets its number."""
        line.number = len(self.sure)
        self.sure.append(-1)
        self.open.setdefault(line.group, {})[line.number] = line
        self.changed(line.group)

    def count(self, line: Line, by: int) -> None:
        """A lifeline can be of one kind only from now on, or no longer."""
        self._change(line.group, line.kinds, by)
        if by > 0:
            self.sure[line.number] = line.kinds.bit_length() - 1
            del self.open[line.group][line.number]
        else:
            self.sure[line.number] = -1
            self.open[line.group][line.number] = line

    def contradicted(self, line: Line, was: int) -> None:
        """A lifeline that was sure can be nothing any more."""
        self._change(line.group, was, -1)

    def _change(self, group: int, kinds: int, by: int) -> None:
        self.changed(group)
        self._bound[group, kinds] = self._bound.get((group, kinds), 0) + by
        self._held[kinds] = self._held.get(kinds, 0) + by

    def any_sure(self, kinds: int) -> bool:
        """Whether some lifeline is of just this kind."""
        return bool(self._held.get(kinds))

    def to_deal(self) -> Sequence[Share | None]:
        """What is to be dealt; None where there are too few cards of a kind."""
        if self._shares is None:
            for group, lines in self.open.items():
                if group not in self._kept:
                    self._kept[group] = self._shares_of(group, lines.values())
            self._shares = [one for group in self.open for one in self._kept[group]]
        return self._shares

    def _shares_of(self, group: int, lines: Collection[Line]) -> list[Share | None]:
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
        shares: list[Share | None] = []
        for part in parts:
            ours = [line for line in lines if line.kinds & part] if len(parts) > 1 else list(lines)
            shares.append(_share(ours, {kind: many for kind, many in stock.items() if part >> kind & 1}, part))
        dealt = sum(len(one.lines) for one in shares if one is not None)
        return shares if dealt == len(lines) and sum(parts) == everything else [None]

    def spare(self, group: int, mask: int) -> bool:
        """Whether a card of a kind (as a bit) is left that is not yet some lifeline's."""
        return self.stock[group].get(mask.bit_length() - 1, 0) > self._bound.get((group, mask), 0)


def _share(lines: list[Line], stock: dict[int, int], everything: int) -> Share:
    tied = [line for line in lines if line.kinds & everything != everything]
    return Share(lines, tied, [line.number for line in lines if line.travels], stock, each_card(stock))


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
