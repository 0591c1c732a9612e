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


def fit(ways: Lifelines, luck: Luck | None = None) -> list[int]:
    """The kind of each lifeline, in the order of `ways.lines`; by luck of its own, or that of the lifelines. Raises Dead
    where the kinds do not go round.
    """
    found: dict[int, int] = {}
    groups: dict[int, list[Line]] = {}
    for line in ways.lines:
        groups.setdefault(line.group, []).append(line)
    for group, lines in groups.items():
        _deal(lines, dict(ways.stock[group]), luck or ways.luck, found)
    return [found[id(line)] for line in ways.lines]


def _deal(lines: Sequence[Line], stock: dict[int, int], luck: Luck, found: dict[int, int]) -> None:
    """Deal the kinds of one group: first to those that can be one kind only, last to those that can be any."""
    for line in lines:
        if line.kinds & (line.kinds - 1) == 0:
            kind = found[id(line)] = line.kinds.bit_length() - 1
            stock[kind] = stock.get(kind, 0) - 1
            if stock[kind] < 0:
                raise Dead
    stock = {kind: many for kind, many in stock.items() if many}
    everything = sum(1 << kind for kind in stock)
    free, tied = list[Line](), list[Line]()
    lines = [line for line in lines if line.kinds & (line.kinds - 1)]
    for line in lines:
        (free if line.kinds & everything == everything else tied).append(line)
    tied = sorted(luck.mixed(tied), key=lambda line: (line.kinds & everything).bit_count())
    held: dict[int, list[Line]] = {kind: [] for kind in stock}
    for line in tied:
        _place(line, stock, held, luck, found)
    rest = luck.mixed([kind for kind, many in stock.items() for _ in range(many - len(held[kind]))])
    if len(rest) != len(free):
        raise Dead
    for line, kind in zip(free, rest, strict=True):
        found[id(line)] = kind
    _stir(lines, tied, luck, found)


def _place(line: Line, stock: dict[int, int], held: dict[int, list[Line]], luck: Luck, found: dict[int, int]) -> None:
    """Give a lifeline a kind, and others another where that is needed."""
    left = [(kind, many - len(held[kind])) for kind, many in stock.items() if line.kinds >> kind & 1]
    left = [(kind, many) for kind, many in left if many > 0]
    if left:
        kind = luck.weighed(left)[0] if len(left) > 1 else left[0][0]
        _give(line, kind, held, found)
    elif not _augment(line, stock, held, luck, found, set()):
        raise Dead


def _give(line: Line, kind: int, held: dict[int, list[Line]], found: dict[int, int]) -> None:
    held[kind].append(line)
    found[id(line)] = kind


def _augment(
    line: Line,
    stock: dict[int, int],
    held: dict[int, list[Line]],
    luck: Luck,
    found: dict[int, int],
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


def _stir(lines: Sequence[Line], tied: Sequence[Line], luck: Luck, found: dict[int, int]) -> None:
    """Exchange kinds between lifelines of which one is not free, where both may."""
    if not tied:
        return
    for _ in range(SWEEPS * len(tied)):
        one, two = luck.one_of(tied), luck.one_of(lines)
        first, second = found[id(one)], found[id(two)]
        if one.kinds >> second & 1 and two.kinds >> first & 1:
            found[id(one)], found[id(two)] = second, first
