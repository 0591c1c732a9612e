"""Which kind each card is: kinds are dealt to lifelines, as many of each as there are cards.

Lifelines that may be few kinds come first; a kind is drawn by how many cards of it are left. Where that leads nowhere,
earlier ones give way (augmenting paths). Then pairs exchange their kinds again and again where both may, so that each
dealing that fits becomes about as likely as any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from .lifelines import Dead, Lifelines
from .line import Line
from .luck import Luck

SWEEPS = 4
"""So many exchanges are tried for each lifeline."""


def fit(ways: Lifelines, luck: Luck | None = None, *, all: bool = True) -> list[int]:
    """The kind of each lifeline, in the order of `ways.lines`; by luck of its own, or that of the lifelines.

    Without `all` the kind of a card that has never gone anywhere may be left out (-1). Raises Dead where the kinds do
    not go round.
    """
    ledger, luck = ways.ledger, luck or ways.luck
    found = ledger.sure.copy()
    for group, lines in ledger.open.items():
        stock = ledger.left(group)
        if stock and min(stock.values()) < 0:
            raise Dead
        _deal(list(lines.values()), {kind: many for kind, many in stock.items() if many}, luck, found, all=all)
    return found


def _deal(lines: Sequence[Line], stock: dict[int, int], luck: Luck, found: list[int], *, all: bool) -> None:
    """Deal the kinds of one group that are left: last to lifelines that can be any of them."""
    everything = sum(1 << kind for kind in stock)
    tied = [line for line in lines if line.kinds & everything != everything]
    if not tied:
        _deal_freely(lines, stock, luck, found, all=all)
        return
    free = [line for line in lines if line.kinds & everything == everything]
    tied = sorted(luck.mixed(tied), key=lambda line: (line.kinds & everything).bit_count())
    held: dict[int, list[Line]] = {kind: [] for kind in stock}
    for line in tied:
        _place(line, stock, held, luck, found)
    _deal_freely(free, {kind: many - len(held[kind]) for kind, many in stock.items()}, luck, found, all=True)
    _stir(lines, tied, luck, found)


def _deal_freely(lines: Sequence[Line], stock: dict[int, int], luck: Luck, found: list[int], *, all: bool) -> None:
    """Deal these kinds to lifelines that may be any of them."""
    rest = [kind for kind, many in stock.items() for _ in range(many)]
    left = len(rest)
    if left != len(lines):
        raise Dead
    for line in lines:
        if all or line.travels:
            place = luck.below(left)
            left -= 1
            found[line.number], rest[place] = rest[place], rest[left]


def _place(line: Line, stock: dict[int, int], held: dict[int, list[Line]], luck: Luck, found: list[int]) -> None:
    """Give a lifeline a kind, and others another where that is needed."""
    left = [(kind, many - len(held[kind])) for kind, many in stock.items() if line.kinds >> kind & 1]
    left = [(kind, many) for kind, many in left if many > 0]
    if left:
        kind = luck.weighed(left)[0] if len(left) > 1 else left[0][0]
        _give(line, kind, held, found)
    elif not _augment(line, stock, held, luck, found, set()):
        raise Dead


def _give(line: Line, kind: int, held: dict[int, list[Line]], found: list[int]) -> None:
    held[kind].append(line)
    found[line.number] = kind


def _augment(
    line: Line,
    stock: dict[int, int],
    held: dict[int, list[Line]],
    luck: Luck,
    found: list[int],
    asked: set[int],
) -> bool:
    """Whether a kind can be had for a lifeline, by others moving on; then it is done."""
    for kind in luck.mixed([kind for kind in stock if line.kinds >> kind & 1 and kind not in asked]):
        asked.add(kind)
        if len(held[kind]) < stock[kind]:
            _give(line, kind, held, found)
            return True
        for other in luck.mixed(held[kind]):
            held[kind].remove(other)
            if _augment(other, stock, held, luck, found, asked):
                _give(line, kind, held, found)
                return True
            held[kind].append(other)
    return False


def _stir(lines: Sequence[Line], tied: Sequence[Line], luck: Luck, found: list[int]) -> None:
    """Exchange kinds between lifelines of which one is not free, where both may."""
    if not tied:
        return
    for _ in range(SWEEPS * len(tied)):
        one, two = luck.one_of(tied), luck.one_of(lines)
        first, second = found[one.number], found[two.number]
        if one.kinds >> second & 1 and two.kinds >> first & 1:
            found[one.number], found[two.number] = second, first
