"""What the cards are worth that each side was dealt before the first decision.

Who gets which card is left to chance there, and nobody has decided anything yet. So if those who were dealt a card win
more often, the card is the reason: here a difference is not a mere association. Sides may be dealt different numbers of
cards, always or by chance, and win more or less often for that or for other reasons; so what a side wins is compared
with what it wins on average where each side was dealt as many cards. Games of which there are few of a kind do not
count: from them that average is not known. What a lot decides besides, such as who gets the aces, is not told apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from math import fsum, inf
from typing import Any

from ..diagnostics.record import dataclass
from ..play.game.naming import kind_names
from ..play.game.state import State
from .intervals import Estimate, Group, association, corrected, mean, rate, within

Dealt = Counter[tuple[int, str]]
"""How many cards of a kind each side (by its number) was dealt."""

Shares = tuple[float, ...]
"""What each side has of the victory."""

Sizes = frozenset[tuple[int, int]]
"""How many cards each side (by its number) was dealt."""

FEWEST = 10
"""So many games with the same numbers of cards are needed to know what a side wins then."""


def dealt_to(state: State) -> Dealt:
    """What each side has in its own zones at the first decision."""
    layout, cells, code = state.game.layout, state.machine.state, state.machine.code
    names = code.once(kind_names, code.program)
    side_of = layout.teams or tuple(range(state.game.players))
    found: Dealt = Counter()
    for zone in layout.zones:
        if zone.owner_kind in ("player", "team"):
            side = zone.owner if zone.owner_kind == "team" else side_of[zone.owner]
            for card in cells[zone.address + 1 : zone.address + 1 + cells[zone.address]]:
                found[side, names[layout.kind_of[card]]] += 1
    return found


@dataclass(slots=True)
class Given:
    """Games by who was dealt which kind of card, and who won."""

    games: int = 0
    many: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    _who: defaultdict[str, Counter[tuple[frozenset[int], Sizes, Shares]]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    _won: defaultdict[Sizes, Counter[Shares]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, dealt: Dealt, won: Mapping[int, Fraction] | None) -> None:
        """Count a game."""
        self.games += 1
        total: Counter[str] = Counter()
        many: Counter[int] = Counter()
        having: defaultdict[str, set[int]] = defaultdict(set)
        for (side, kind), copies in dealt.items():
            total[kind] += copies
            many[side] += copies
            having[kind].add(side)
        for kind, copies in total.items():
            self.many[kind][copies] += 1
        if won is None:
            return
        shares = tuple(float(won[side]) for side in sorted(won))
        sizes = frozenset(many.items())
        self._won[sizes][shares] += 1
        for kind, sides in having.items():
            self._who[kind][frozenset(sides), sizes, shares] += 1

    def rows(self, questions: int) -> list[dict[str, Any]]:
        """A row for each kind of card, as objects of JSON like those of what was done."""
        usual = self._usual()
        return [self._row(kind, usual, corrected(questions)) for kind in sorted(self.many)]

    def _usual(self) -> dict[Sizes, Shares]:
        """What each side wins on average, where each was dealt so many cards."""
        return {
            sizes: tuple(fsum(own) / won.total() for own in zip(*won.elements(), strict=True))
            for sizes, won in self._won.items()
            if won.total() >= FEWEST
        }

    def _row(self, kind: str, usual: Mapping[Sizes, Shares], level: float) -> dict[str, Any]:
        counts = Counter(self.many[kind])
        counts[0] += self.games - counts.total()
        copies, share = mean(+counts), rate(self.many[kind].total(), self.games)
        found = self._difference(kind, usual, level)
        return {
            "name": kind,
            "uses": None if copies is None else within(copies, 0, inf).to_json(),
            "games": None if share is None else share.to_json(),
            "difference": None if found is None else found.to_json(),
            "settled": 0 if found is None else found.settled,
        }

    def _difference(self, kind: str, usual: Mapping[Sizes, Shares], level: float) -> Estimate | None:
        groups: Counter[Group] = Counter()
        left = Counter({(sizes, shares): n for sizes in usual for shares, n in self._won[sizes].items()})
        for (having, sizes, shares), many in self._who[kind].items():
            if sizes in usual:
                groups[_group(having, shares, usual[sizes])] += many
                left[sizes, shares] -= many
        for (sizes, shares), many in left.items():
            if many:
                groups[_group(frozenset(), shares, usual[sizes])] += many
        return association(groups, level) if any(len(one) > 1 for one in usual.values()) else None


def _group(having: frozenset[int], shares: Shares, usual: Shares) -> Group:
    """A game: what those who had the card won, and what they do on average; the same for the others."""
    won, due = (fsum(part[side] for side in having) for part in (shares, usual))
    rest = (round(fsum(shares) - won, 9), round(due, 9), round(fsum(usual) - due, 9))
    return Group(len(having), round(won, 9), len(usual) - len(having), *rest)
