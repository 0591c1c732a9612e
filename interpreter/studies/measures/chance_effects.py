"""What chance does to a game: how much the deal decides, what dealt cards are worth, and how each draw helped.

What a side wins varies from game to game. That is taken apart into three sums of squares, over all sides:

| part | |
|---|---|
| the seat | how far the sides are from an even share, on average |
| the deal | how much what a side can expect varies from deal to deal: all that the seed decides, whatever is played |
| the play | the rest: how much games of the same deal differ, by what is played and by what chance makes of it |

The components of variance of a one-way layout with random effects (Searle, Casella and McCulloch, Variance Components,
1992, section 3.6), each as a share of all three; intervals by the jackknife over deals (Efron and Stein, The Annals of
Statistics 9, 1981). A share that comes out below 0 by chance is told as 0.

Deals that differ from the others may be so rare that none was played, or one or two, of which the jackknife knows
nothing. If there are at most so many of them (`differs_at_most`), they change a component by no more than that: what a
side wins in games of one deal varies by 1 at most, over all sides. No interval is narrower.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import fsum, inf, sqrt
from typing import Any

from ...diagnostics.record import dataclass
from ...play.game.game import Game, State
from ...play.game.move import Move
from ...play.game.notation import kind_names
from ...play.players.lookahead import Evaluation
from ...play.players.player import PlayerRandom
from ..statistics import intervals
from ..statistics.intervals import mean

FEWEST = 20
"""How many deals are needed to say anything."""

PARTS = ("seat", "deal", "play")

Shares = tuple[float, ...]
"""What each side has of the victory in a game."""


@dataclass(slots=True)
class VarianceShares:
    """The games of each deal, as what each side has won."""

    deals: dict[int, list[Shares]] = field(default_factory=dict)

    def add(self, seed: int, shares: Shares) -> None:
        """Take a game into account."""
        self.deals.setdefault(seed, []).append(shares)

    def to_json(self) -> dict[str, Any] | None:
        """As an object of JSON; None if there are too few deals, or nothing differs."""
        most = max(map(len, self.deals.values()), default=0)
        rows = [games for games in self.deals.values() if len(games) == most]
        found = parts_of(rows) if most > 1 and len(rows) >= FEWEST else None
        if found is None:
            return None
        return {"deals": len(rows), "times": most} | {
            name: one.to_json() for name, one in zip(PARTS, found, strict=True)
        }


def parts_of(
    deals: Sequence[Sequence[Shares]], level: float = intervals.LEVEL
) -> tuple[intervals.Estimate, intervals.Estimate, intervals.Estimate] | None:
    """The shares of the seat, the deal and the play; None where all games went alike. All deals are as often played."""
    whole = _Sums.of(deals)
    if whole.parts() is None:
        return None
    each = [(whole - _Sums.of([games])).parts() for games in deals]
    n, found = len(deals), []
    own, least = whole.parts(), intervals.differs_at_most(len(deals), intervals.corrected(len(PARTS), level))
    assert own is not None and least is not None
    for number, value in enumerate(own):
        left = [value if one is None else one[number] for one in each]
        middle = fsum(left) / n
        half = intervals.t_quantile((1 + intervals.corrected(len(PARTS), level)) / 2, n - 1)
        half *= sqrt((n - 1) / n * fsum((one - middle) ** 2 for one in left))
        half = max(half, least / whole.total())
        kept = min(1.0, max(0.0, value))
        found.append(
            intervals.within(intervals.Estimate(kept, min(kept, value) - half, max(kept, value) + half, n), 0.0, 1.0)
        )
    return found[0], found[1], found[2]


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums over deals, from which the parts follow; one deal can be taken out again."""

    deals: int
    times: int
    means: tuple[float, ...]
    squares: tuple[float, ...]
    inside: float

    @classmethod
    def of(cls, deals: Sequence[Sequence[Shares]]) -> _Sums:
        """The sums over deals that were all played as often."""
        times, sides = len(deals[0]), len(deals[0][0])
        average = [[fsum(game[side] for game in games) / times for side in range(sides)] for games in deals]
        inside = fsum(
            (game[side] - own[side]) ** 2
            for games, own in zip(deals, average, strict=True)
            for game in games
            for side in range(sides)
        )
        means = tuple(fsum(own[side] for own in average) for side in range(sides))
        squares = tuple(fsum(own[side] ** 2 for own in average) for side in range(sides))
        return cls(len(deals), times, means, squares, inside)

    def __sub__(self, other: _Sums) -> _Sums:
        means = tuple(a - b for a, b in zip(self.means, other.means, strict=True))
        squares = tuple(a - b for a, b in zip(self.squares, other.squares, strict=True))
        return _Sums(self.deals - other.deals, self.times, means, squares, self.inside - other.inside)

    def parts(self) -> tuple[float, float, float] | None:
        """The three shares, as they come out; None where nothing varies."""
        total = self.total()
        seat, deal, play = self._components()
        return (seat / total, deal / total, play / total) if total > 1e-12 else None

    def total(self) -> float:
        """The three components together."""
        return fsum(self._components())

    def _components(self) -> tuple[float, float, float]:
        n = self.deals
        means = [total / n for total in self.means]
        even = fsum(means) / len(means)
        between = fsum(square - n * mean * mean for square, mean in zip(self.squares, means, strict=True)) / (n - 1)
        play = self.inside / (n * (self.times - 1))
        deal = between - play / self.times
        return fsum((mean - even) ** 2 for mean in means) - between / n, deal, play


# What the cards are worth that each side was dealt before the first decision.
#
# Who gets which card is left to chance there, and nobody has decided anything yet. So if those who were dealt a card
# win more often, the card is the reason: here a difference is not a mere association. Sides may be dealt different
# numbers of cards, always or by chance, and win more or less often for that or for other reasons; so what a side wins
# is compared with what it wins on average where each side was dealt as many cards. Games of which there are few of a
# kind do not count: from them that average is not known. What a lot decides besides, such as who gets the aces, is not
# told apart.

Dealt = Counter[tuple[int, str]]
"""How many cards of a kind each side (by its number) was dealt."""


Sizes = frozenset[tuple[int, int]]
"""How many cards each side (by its number) was dealt."""


def initial_hands(state: State) -> Dealt:
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
class DealtCards:
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
        # What each side wins on average, where each was dealt so many cards
        # So many games with the same numbers of cards are needed to know what a side wins then
        usual = {
            sizes: tuple(fsum(own) / won.total() for own in zip(*won.elements(), strict=True))
            for sizes, won in self._won.items()
            if won.total() >= 10
        }
        return [self._row(kind, usual, intervals.corrected(questions)) for kind in sorted(self.many)]

    def _row(self, kind: str, usual: Mapping[Sizes, Shares], level: float) -> dict[str, Any]:
        counts = Counter(self.many[kind])
        counts[0] += self.games - counts.total()
        copies, share = mean(+counts), intervals.rate(self.many[kind].total(), self.games)
        groups: Counter[intervals.SideCounts] = Counter()
        left = Counter({(sizes, shares): n for sizes in usual for shares, n in self._won[sizes].items()})
        for (having, sizes, shares), many in self._who[kind].items():
            if sizes in usual:
                groups[_group(having, shares, usual[sizes])] += many
                left[sizes, shares] -= many
        for (sizes, shares), many in left.items():
            if many:
                groups[_group(frozenset(), shares, usual[sizes])] += many
        found = intervals.association(groups, level) if any(len(one) > 1 for one in usual.values()) else None
        return {
            "name": kind,
            "uses": None if copies is None else intervals.within(copies, 0, inf).to_json(),
            "games": intervals.json_of(share),
            "difference": intervals.json_of(found),
            "settled": 0 if found is None else found.settled,
        }


def _group(having: frozenset[int], shares: Shares, usual: Shares) -> intervals.SideCounts:
    """A game: what those who had the card won, and what they do on average; the same for the others."""
    won, due = (fsum(part[side] for side in having) for part in (shares, usual))
    rest = (round(fsum(shares) - won, 9), round(due, 9), round(fsum(usual) - due, 9))
    return intervals.SideCounts(len(having), round(won, 9), len(usual) - len(having), *rest)


# The luck of a game: how much better than usual each seat was served by chance, draw by draw.
#
# Whenever chance has had its say (the deal, a card that is drawn), a number that tells how the seats stand is looked
# at: what the spec calls `value`, else its score, else how far everybody has come. From that the average of the same
# number is taken away when chance has its say again, `AGAIN` times, from the same position after the same move. What is
# left is luck: 0 on average, whoever plays and however well, because a move is settled before chance answers it. So the
# luck of all draws, added up, is 0 on average, too, whatever the number is; the better it tells who will win, the more
# of the luck of the game it catches.
#
# Players who draw lots among their moves (`Drawing`: bots at random) are chance as well. After their moves the average
# is over the lots that they might have drawn, with whatever chance answers to each: given the position, the move that
# was made is one lot like all others, so what is left is 0 on average again.
#
# This is AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, AIVAT: A New Variance Reduction Technique for Agent
# Evaluation in Imperfect Information Games, AAAI 2018), after the advantage sums of Zinkevich, Bowling, Bard, Kan and
# Billings (Optimal Unbiased Estimators for Evaluating Agent Performance, AAAI 2006), in a form that is sound for any
# game: the position is known here as it is, with all hidden cards, so there is one history to look at where AIVAT adds
# up all that agree with what was public. The lots of other bots stay in: bots that think would have to think again for
# each lot, which costs more games than it saves, and programs do not tell theirs. Averages over outcomes are estimated,
# not added up: that is as unbiased, and costs about one part in `AGAIN` of what is gained.

AGAIN = 8
"""How often chance has its say again."""

Lucks = tuple[float, ...]
"""For each seat, by how much chance made it stand better, in the unit of the number that is looked at."""


class DrawEffects:
    """Adds up the luck of a game while it is played: `play` makes each move."""

    def __init__(self, state: State, seed: int) -> None:
        """The game at its first decision, and the seed that dealt it."""
        game = state.game
        self._standing, self._row = Evaluation(game), _row(game)
        self._luck = PlayerRandom(seed, game.players)
        self._sides = game.layout.teams or tuple(range(game.players))
        self._sums = [0.0] * game.players
        self._count(state, [game.initial_state(seed=self._luck.seed(), record=False) for _ in range(AGAIN)])

    def play(self, state: State, move: Move, lots: Sequence[Move] = ()) -> None:
        """Make a move, and look whether chance had its say after it, or before: one of `lots` was drawn, each of them
        as likely.
        """
        before, drawn = state.clone(), state.game.layout.drawn(state.machine.numbers)
        state.apply(move)
        if len(lots) > 1 or state.game.layout.drawn(state.machine.numbers) != drawn:
            others = lots if len(lots) > 1 else (move,)
            self._count(state, [self._again(before, other) for other in self._others(others)])

    def _others(self, lots: Sequence[Move]) -> Sequence[Move]:
        """`AGAIN` moves or a few less, each of the lots as likely: each as often as the others if there are few."""
        if len(lots) <= AGAIN:
            return [*lots] * (AGAIN // len(lots))
        return [self._luck.one_of(lots) for _ in range(AGAIN)]

    def _again(self, before: State, move: Move) -> State:
        state = before.clone()
        state.machine.reseed(self._luck.seed())
        state.apply(move)
        return state

    def _count(self, found: State, others: list[State]) -> None:
        usual = [self._leads(other) for other in others]
        for seat, lead in enumerate(self._leads(found)):
            self._sums[seat] += lead - fsum(one[seat] for one in usual) / len(usual)

    def _leads(self, state: State) -> list[float]:
        """How far each seat is ahead of those of other sides, on average."""
        row = self._standing.of(state)[self._row]
        return [_lead(row, seat, self._sides) for seat in range(len(row))]

    def found(self) -> Lucks:
        """The luck so far."""
        return tuple(round(one, 9) for one in self._sums)


def _lead(row: tuple[float, ...], seat: int, sides: tuple[int, ...]) -> float:
    others = [number for number, side in zip(row, sides, strict=True) if side != sides[seat]]
    return row[seat] - (fsum(others) / len(others) if others else 0.0)


def _row(game: Game) -> int:
    """Which row of the standing is looked at: where there is neither a value nor a score, how far everybody came."""
    return 0 if game.exhibit.value is not None or game.program.score is not None else 1
