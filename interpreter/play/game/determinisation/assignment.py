"""Assignment of kinds to cards: a bipartite matching with capacities, shuffled by random swaps.

Trajectories that may be few kinds come first; a kind is drawn by how many cards of it are left. Where that leads
nowhere, earlier ones give way (augmenting paths). Then pairs exchange their kinds again and again where both may, so
that each dealing that fits becomes about as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from ....diagnostics.record import dataclass
from ....engines.position import ProgramTables
from .observations import Limit, ObservedStep
from .random_stream import RandomStream
from .trajectories import NoAssignment, Trajectories
from .trajectory import InitialRuns, Trajectory, each_card

DRAWS = 4
"""So often a card is drawn from all that are left, before only those are looked at that fit."""


def assign_kinds(ways: Trajectories, luck: RandomStream | None = None, *, every: bool = True) -> list[int]:
    """The kind of each trajectory, in the order of `ways.lines`; by luck of its own, or that of the trajectories.

    Unless `every` one is wanted, the kind of a card that has never gone anywhere may be left out (-1). Raises
    NoAssignment where the kinds do not go round.
    """
    luck = luck or ways.luck
    found = ways.ledger.sure.copy()
    for one in ways.ledger.to_deal():
        if one is None:
            raise NoAssignment
        if one.tied:
            # Deal the kinds of one group: last to trajectories that can be any of them
            stock, fixed = one.stock, set(map(id, one.tied))
            everything = sum(1 << kind for kind in stock)
            tied = sorted(luck.mixed(one.tied), key=lambda line: (line.kinds & everything).bit_count())
            held: dict[int, list[Trajectory]] = {kind: [] for kind in stock}
            left = list(one.cards)
            for line in tied:
                kind = _taken(left, line.kinds, luck)
                if kind >= 0:
                    _give(line, kind, held, found)
                elif _augment(line, stock, held, luck, found, set()):
                    left = each_card({kind: many - len(held[kind]) for kind, many in stock.items()})
                else:
                    raise NoAssignment
            free = [line.number for line in one.lines if id(line) not in fixed]
            _deal_freely(free, len(free), left, luck, found)
            _shuffle_assignment(one.lines, tied, luck, found)
        else:
            numbers = [line.number for line in one.lines] if every else one.gone
            _deal_freely(numbers, len(one.lines), one.cards, luck, found)
    return found


def _taken(left: list[int], kinds: int, luck: RandomStream) -> int:
    """Take one of the cards that are left and of these kinds, each as likely, and return its kind; -1 if there is none.

    Most trajectories may be nearly any card, so it is drawn again a few times before all are looked at.
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


def _deal_freely(numbers: Sequence[int], many: int, cards: Sequence[int], luck: RandomStream, found: list[int]) -> None:
    """Deal these cards to trajectories that may be any of them, of so many in all; each card is given by its kind."""
    if len(cards) != many:
        raise NoAssignment
    if not numbers:
        return
    rest, share = list(cards), luck.share
    for number in numbers:
        place = int(share() * many)
        many -= 1
        found[number], rest[place] = rest[place], rest[many]


def _give(line: Trajectory, kind: int, held: dict[int, list[Trajectory]], found: list[int]) -> None:
    held[kind].append(line)
    found[line.number] = kind


def _augment(
    line: Trajectory,
    stock: dict[int, int],
    held: dict[int, list[Trajectory]],
    luck: RandomStream,
    found: list[int],
    asked: set[int],
) -> bool:
    """Whether a kind can be had for a trajectory, by others moving on; then it is done."""
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


def _shuffle_assignment(
    lines: Sequence[Trajectory], tied: Sequence[Trajectory], luck: RandomStream, found: list[int]
) -> None:
    """Exchange kinds between trajectories of which one is not free, where both may."""
    if not tied:
        return
    few, many = len(tied), len(lines)
    # So many exchanges are tried for each trajectory
    turns = 4 * few
    share = luck.shares(2 * turns)
    for _ in range(turns):
        one, two = tied[int(share() * few)], lines[int(share() * many)]
        first, second = found[one.number], found[two.number]
        if one.kinds >> second & 1 and two.kinds >> first & 1:
            found[one.number], found[two.number] = second, first


# The cards that a seat does not know dealt anew before a step, so that the step can show what it showed.
#
# Which cards may have gone where in the step is drawn each time, too, but where all that may have gone are alike: there
# it is drawn once, and only the kinds are dealt anew, which costs much less.

Pairs = Sequence[tuple[Trajectory, Trajectory]]


@dataclass(slots=True)
class SampledDeal:
    """The cards dealt anew before a step: their trajectories through it, those of each place that may be of several
    kinds, and the kind of each. Of each kind `firsts` tells the first one of its sort (`equivalence_classes`)."""

    places: dict[int, list[Trajectory]]
    open: dict[int, list[Trajectory]]
    ends: list[list[Trajectory]]
    lines: list[Trajectory]
    kinds: dict[Trajectory, int]
    firsts: Sequence[int]
    _counts: dict[int, Counter[int]] = field(default_factory=dict)

    def breaks(self, limit: Limit) -> bool:
        """Whether more cards lie in a place than a limit lets lie there."""
        return sum(limit.kinds >> self.kinds[line] & 1 for line in self.places[limit.place]) > limit.most

    def sort(self, line: Trajectory) -> int:
        """The sort of a card."""
        return self.firsts[self.kinds[line]]

    def most_in(self, place: int) -> Counter[int]:
        """How many cards of each sort lie in a place."""
        found = self._counts.get(place)
        if found is None:
            kinds, firsts = self.kinds, self.firsts
            found = self._counts[place] = Counter([firsts[kinds[line]] for line in self.places[place]])
        return found

    def may_exchange(self, one: Trajectory, two: Trajectory) -> bool:
        """Whether two cards may exchange their kinds."""
        able = one.kinds >> self.kinds[two] & two.kinds >> self.kinds[one] & 1
        return one.group == two.group and able == 1

    def exchanged(self, pairs: Pairs) -> SampledDeal | None:
        """The same, but with the kinds of some pairs exchanged; None where they are of different decks, or
        were shuffled in between, or what was seen forbids it.
        """
        kinds = self.kinds.copy()
        for one, two in pairs:
            kinds[one], kinds[two] = kinds[two], kinds[one]
        fits = all(self.may_exchange(one, two) for one, two in pairs)
        return SampledDeal(self.places, self.open, self.ends, self.lines, kinds, self.firsts) if fits else None


@dataclass(slots=True)
class DealConstraints:
    """Which cards went where in the step: before it by places (~n: what went as its travel n), those of
    them that may be of several kinds, and after it."""

    ways: Trajectories
    places: dict[int, list[Trajectory]]
    open: dict[int, list[Trajectory]]
    ends: list[list[Trajectory]]


class DealSampler:
    """Deals before one step; `many` cards lie anywhere, and of each kind `firsts` tells the sort."""

    def __init__(
        self,
        code: ProgramTables,
        start: InitialRuns,
        step: ObservedStep,
        luck: RandomStream,
        many: int,
        firsts: Sequence[int],
    ) -> None:
        self.code, self.start, self.step, self.luck = code, start, step, luck
        self.many, self.firsts = many, firsts
        self._ways: dict[tuple[bool | Limit, ...], DealConstraints] = {}

    def dealt(self, limits: Sequence[Limit], *, as_shown: bool = False) -> SampledDeal | None:
        """The cards dealt anew within these limits; None where that fails. `as_shown` is as for trajectories."""
        key: tuple[bool | Limit, ...] = (as_shown, *limits)
        try:
            one = self._ways.get(key) or self._drawn(limits, as_shown)
            kinds = dict(zip(one.ways.lines, assign_kinds(one.ways), strict=True))
        except NoAssignment:
            self._ways.pop(key, None)
            return None
        if one.ways.alike:
            self._ways[key] = one
        return SampledDeal(one.places, one.open, one.ends, one.ways.lines[: self.many], kinds, self.firsts)

    def _drawn(self, limits: Sequence[Limit], as_shown: bool) -> DealConstraints:
        """Raises NoAssignment."""
        ways = Trajectories(self.code, self.start, self.luck)
        ways.as_shown = as_shown
        before = [ways.located_in(zone) for zone in range(len(ways.zones))]
        times = ways.follow(self.step, limits)
        at = {time: line for line in ways.lines for time in line.travels}
        places = {~number: [at[time]] for number, time in enumerate(times)}
        places |= {zone: [line for line in lines if not line.travels] for zone, lines in enumerate(before)}
        unsure = {place: [line for line in lines if line.open] for place, lines in places.items()}
        return DealConstraints(ways, places, unsure, [ways.located_in(zone) for zone in range(len(ways.zones))])
