"""The cards that a seat does not know dealt anew before a step, so that the step can show what it showed.

Which cards may have gone where in the step is drawn each time, too, but where all that may have gone are alike: there
it is drawn once, and only the kinds are dealt anew, which costs much less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import reduce
from operator import and_

from ....diagnostics.record import dataclass
from ....engines.reference.machine import Code
from .fitting import fit
from .lifelines import Dead, Lifelines
from .limit import Limit
from .line import Line
from .luck import Luck
from .lying import Start
from .story import Step

Pairs = Sequence[tuple[Line, Line]]


@dataclass(slots=True)
class Dealing:
    """The cards dealt anew before a step: their lifelines through it, those of each place that may be of several
    kinds, and the kind of each. Of each kind `firsts` tells the first one of its sort (`sorts.py`). `freed` are the
    kinds that some lifelines may be, as bits, where that is more than they say."""

    places: dict[int, list[Line]]
    open: dict[int, list[Line]]
    ends: list[list[Line]]
    lines: list[Line]
    kinds: dict[Line, int]
    firsts: Sequence[int]
    freed: Mapping[Line, int] = field(default_factory=dict)
    _counts: dict[int, Counter[int]] = field(default_factory=dict)

    def breaks(self, limit: Limit) -> bool:
        """Whether more or fewer cards lie in a place than a limit lets lie there."""
        many = sum(limit.kinds >> self.kinds[line] & 1 for line in self.places[limit.place])
        return many < limit.least if limit.least else many > limit.most

    def sort(self, line: Line) -> int:
        """The sort of a card."""
        return self.firsts[self.kinds[line]]

    def most_in(self, place: int) -> Counter[int]:
        """How many cards of each sort lie in a place."""
        found = self._counts.get(place)
        if found is None:
            kinds, firsts = self.kinds, self.firsts
            found = self._counts[place] = Counter([firsts[kinds[line]] for line in self.places[place]])
        return found

    def may_exchange(self, one: Line, two: Line) -> bool:
        """Whether two cards may exchange their kinds."""
        return one.group == two.group and self._may_be(one, self.kinds[two]) and self._may_be(two, self.kinds[one])

    def _may_be(self, line: Line, kind: int) -> bool:
        return bool(self.freed.get(line, line.kinds) >> kind & 1)

    def exchanged(self, pairs: Pairs) -> Dealing | None:
        """The same, but with the kinds of some pairs exchanged; None where they are of different decks, or
        were shuffled in between, or what was seen forbids it.
        """
        kinds = self.kinds.copy()
        for one, two in pairs:
            kinds[one], kinds[two] = kinds[two], kinds[one]
        fits = all(
            one.group == two.group and self._may_be(one, kinds[one]) and self._may_be(two, kinds[two])
            for one, two in pairs
        )
        return Dealing(self.places, self.open, self.ends, self.lines, kinds, self.firsts, self.freed) if fits else None

    def without(self, limit: Limit) -> Dealing:
        """The same, but its cards were dealt within a limit that says what does not lie in a place: that does not bind
        those who exchange them.
        """
        here, asked = self.places[limit.place], ~limit.kinds
        freed = {line: reduce(and_, (kinds for _, kinds in line.marks if kinds != asked), -1) for line in here}
        open = self.open | {limit.place: [line for line in here if freed[line] & (freed[line] - 1)]}
        return Dealing(self.places, open, self.ends, self.lines, self.kinds, self.firsts, freed)


@dataclass(slots=True)
class Way:
    """Which cards went where in the step: before it by places (~n: what went as its travel n), those of
    them that may be of several kinds, and after it."""

    ways: Lifelines
    places: dict[int, list[Line]]
    open: dict[int, list[Line]]
    ends: list[list[Line]]


class Dealings:
    """Deals before one step; `many` cards lie anywhere, and of each kind `firsts` tells the sort."""

    def __init__(self, code: Code, start: Start, step: Step, luck: Luck, many: int, firsts: Sequence[int]) -> None:
        self.code, self.start, self.step, self.luck = code, start, step, luck
        self.many, self.firsts = many, firsts
        self._ways: dict[tuple[bool | Limit, ...], Way] = {}

    def dealt(self, limits: Sequence[Limit], *, as_shown: bool = False) -> Dealing | None:
        """The cards dealt anew within these limits; None where that has led nowhere. `as_shown` is as for lifelines."""
        key: tuple[bool | Limit, ...] = (as_shown, *limits)
        try:
            one = self._ways.get(key) or self._drawn(limits, as_shown)
            kinds = dict(zip(one.ways.lines, fit(one.ways), strict=True))
        except Dead:
            self._ways.pop(key, None)
            return None
        if one.ways.alike:
            self._ways[key] = one
        return Dealing(one.places, one.open, one.ends, one.ways.lines[: self.many], kinds, self.firsts)

    def _drawn(self, limits: Sequence[Limit], as_shown: bool) -> Way:
        """Raises Dead."""
        ways = Lifelines(self.code, self.start, self.luck)
        ways.as_shown = as_shown
        before = [ways.lying(zone) for zone in range(len(ways.zones))]
        times = ways.follow(self.step, limits)
        at = {time: line for line in ways.lines for time in line.travels}
        places = {~number: [at[time]] for number, time in enumerate(times)}
        places |= {zone: [line for line in lines if not line.travels] for zone, lines in enumerate(before)}
        unsure = {place: [line for line in lines if line.open] for place, lines in places.items()}
        return Way(ways, places, unsure, [ways.lying(zone) for zone in range(len(ways.zones))])
