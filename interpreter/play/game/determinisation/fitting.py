"""Which kind each card is: kinds are dealt to lifelines, as many of each as there are cards.

Lifelines that may be few kinds come first; a kind is drawn by how many cards of it are left. Where that leads nowhere,
earlier ones give way (augmenting paths). Then pairs exchange their kinds again and again where both may, so that each
dealing that fits becomes about as likely as any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from .ledger import Share, each_card
from .lifelines import Dead, Lifelines
from .line import Line
from .luck import Luck

SWEEPS = 4
"""So many exchanges are tried for each lifeline."""

DRAWS = 4
"""So often a card is drawn from all that are left, before only those are looked at that fit."""


def fit(ways: Lifelines, luck: Luck | None = None, *, every: bool = True) -> list[int]:
    """The kind of each lifeline, in the order of `ways.lines`; by luck of its own, or that of the lifelines.

    Unless `every` one is wanted, the kind of a card that has never gone anywhere may be left out (-1). Raises Dead
    where the kinds do not go round.
    """
    luck = luck or ways.luck
    found = ways.ledger.sure.copy()
    for one in ways.ledger.to_deal():
        if one is None:
            raise Dead
        if one.tied:
            _deal(one, luck, found)
        else:
            numbers = [line.number for line in one.lines] if every else one.gone
            _deal_freely(numbers, len(one.lines), one.cards, luck, found)
    return found


def _deal(one: Share, luck: Luck, found: list[int]) -> None:
    """Deal the kinds of one group: last to lifelines that can be any of them."""
    stock, fixed = one.stock, set(map(id, one.tied))
    everything = sum(1 << kind for kind in stock)
    tied = sorted(luck.mixed(one.tied), key=lambda line: (line.kinds & everything).bit_count())
    held: dict[int, list[Line]] = {kind: [] for kind in stock}
    left = list(one.cards)
    for line in tied:
        kind = _taken(left, line.kinds, luck)
        if kind >= 0:
            _give(line, kind, held, found)
        elif _augment(line, stock, held, luck, found, set()):
            left = each_card({kind: many - len(held[kind]) for kind, many in stock.items()})
        else:
            raise Dead
    free = [line.number for line in one.lines if id(line) not in fixed]
    _deal_freely(free, len(free), left, luck, found)
    _stir(one.lines, tied, luck, found)


def _taken(left: list[int], kinds: int, luck: Luck) -> int:
    """Take one of the cards that are left and of these kinds, each as likely, and return its kind; -1 if there is none.

    Most lifelines may be nearly any card, so it is drawn again a few times before all are looked at.
    """
    for _ in range(DRAWS if left else 0):
        place = luck.below(len(left))
        if kinds >> left[place] & 1:
            break
    else:
        able = [place for place, kind in enumerate(left) if kinds >> kind & 1]
        if not able:
            return -1
        place = able[luck.below(len(able))]
    left[place], left[-1] = left[-1], left[place]
    return left.pop()


def _deal_freely(numbers: Sequence[int], many: int, cards: Sequence[int], luck: Luck, found: list[int]) -> None:
    """Deal these cards to lifelines that may be any of them, of so many in all; each card is given by its kind."""
    if len(cards) != many:
        raise Dead
    if not numbers:
        return
    rest, share = list(cards), luck.share
    for number in numbers:
        place = int(share() * many)
        many -= 1
        found[number], rest[place] = rest[place], rest[many]


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
    few, many = len(tied), len(lines)
    turns = SWEEPS * few
    share = luck.shares(2 * turns)
    for _ in range(turns):
        one, two = tied[int(share() * few)], lines[int(share() * many)]
        first, second = found[one.number], found[two.number]
        if one.kinds >> second & 1 and two.kinds >> first & 1:
            found[one.number], found[two.number] = second, first
