"""What is known for certain of a small game: how large it is, what good play is worth, and what bots give away.

An equilibrium is a strategy for each seat from which nobody gains by leaving it alone. Where two seats play for the
same sum, what it is worth to a seat is the value of the game. The strategies that are found are not exact, but how far
they are off is: the best answer to them is worked out, so the value lies between what each seat can be held to and what
it can make sure of. A single player has no opponent, so there the best answer is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import islice
from random import Random
from typing import Any

from ...diagnostics.record import dataclass
from ...play.game.decider import CHANCE, NOBODY
from ...play.players.registry import RANDOM, maker
from ..statistics.intervals import LEVEL, Estimate
from .game_tree import GameTree, InformationSet

AGAIN = 200
"""So often the answers of a bot are drawn again."""


@dataclass(slots=True, kw_only=True)
class Solution:
    """A solved game. Values are returns: what each seat gets on average.

    `strategy` has a row for each information set, `gain` is what each seat could still gain, `low` and `high` bound the
    value for each seat where that is known. The bounds were to be no further apart than `asked`, within `most_rounds`.
    `bots` has for each kind of bot what a best answer in each seat gains
    against it.
    """

    name: str
    tree: GameTree
    strategy: Strategy
    rounds: int
    worth: tuple[float, ...]
    gain: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    asked: float | None
    most_rounds: int
    bots: dict[str, tuple[Estimate, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The numbers, with nine digits after the point; docs/studies.md lists the keys."""
        tree, seats = self.tree, [f"p{seat + 1}" for seat in range(self.tree.players)]
        kinds, sets = Counter(tree.who), Counter(one.seat for one in tree.information)
        return {
            "game": self.name,
            "players": tree.players,
            "positions": len(tree.who),
            "ends": kinds[NOBODY],
            "chance": kinds[CHANCE],
            "longest": tree.longest,
            "constant_sum": tree.is_constant_sum(),
            "information_sets": {name: sets[seat] for seat, name in enumerate(seats)},
            "random": _by_seat(seats, values(tree, uniform(tree))),
            "rounds": self.rounds,
            "within": {
                "asked": self.asked,
                "reached": _short(_apart(tree, self.gain)),
                "most_rounds": self.most_rounds,
            },
            "values": {
                name: {"value": _short(worth), "low": _short(low), "high": _short(high)}
                for name, worth, low, high in zip(seats, self.worth, self.low, self.high, strict=True)
            },
            "gains": _by_seat(seats, self.gain),
            "bots": {
                kind: {seat: one.to_json() for seat, one in zip(seats, row, strict=True)}
                for kind, row in self.bots.items()
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """The strategy: who decides in each information set, what it sees and has heard, how often it does what."""
        return [
            {
                "seat": f"p{one.seat + 1}",
                "sees": one.view,
                "heard": list(one.heard),
                "moves": {move: round(share, 6) for move, share in zip(one.moves, row, strict=True)},
            }
            for one, row in zip(self.tree.information, self.strategy, strict=True)
        ]


def _by_seat(seats: Sequence[str], row: Sequence[float]) -> dict[str, float | None]:
    return {name: _short(value) for name, value in zip(seats, row, strict=True)}


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 9) + 0.0


def solve(name: str, tree: GameTree, *, most_rounds: int, within: float, apart: float | None = None) -> Solution:
    """Look for strategies from which nobody gains more than a share `within` of the spread of the returns; or, if it is
    given, until the bounds of the value are no further `apart`, in returns. Where none are known, nobody gains more.
    """
    if tree.players == 1:
        return _solved_alone(name, tree, apart)
    numbers = [gain for at in tree.ends for gain in tree.returns[at]]
    wanted = within * (max(numbers) - min(numbers))
    # After so many rounds the strategies are looked at, and then each time they have doubled
    strategy, done, look, gained = uniform(tree), 0, 10, gains(tree, uniform(tree))
    going = rounds(tree)
    while done < most_rounds and (max(gained) > wanted if apart is None else _apart(tree, gained) > apart):
        many = min(look, most_rounds) - done
        *_, strategy = islice(going, many)
        done, look = done + many, look * 2
        gained = gains(tree, strategy)
    worth = values(tree, strategy)
    low, high = _bounds(tree, worth, gained)
    return Solution(
        name=name,
        tree=tree,
        strategy=strategy,
        rounds=done,
        worth=worth,
        gain=gained,
        low=low,
        high=high,
        asked=apart,
        most_rounds=most_rounds,
    )


def _apart(tree: GameTree, gained: Sequence[float]) -> float:
    """How far the bounds of the value are apart; where there are none, the most that a seat gains."""
    return sum(gained) if _has_bounds(tree) else max(gained)


def _solved_alone(name: str, tree: GameTree, asked: float | None) -> Solution:
    best = best_answer(tree, uniform(tree), 0)
    rows = [
        [float(move == best.moves[at]) for move in range(len(one.moves))] for at, one in enumerate(tree.information)
    ]
    worth = (best.value,)
    exact: dict[str, Any] = {"rounds": 0, "gain": (0.0,), "asked": asked, "most_rounds": 0}
    return Solution(name=name, tree=tree, strategy=rows, worth=worth, low=worth, high=worth, **exact)


def _has_bounds(tree: GameTree) -> bool:
    """Whether two seats play for the same sum, so that the game has a value."""
    return tree.players == 2 and tree.is_constant_sum()


def _bounds(
    tree: GameTree, worth: Sequence[float], gained: Sequence[float]
) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Between what the value lies for each of two seats that play for the same sum; nothing is known elsewhere."""
    if not _has_bounds(tree):
        return (None,) * tree.players, (None,) * tree.players
    return tuple(worth[seat] - gained[1 - seat] for seat in (0, 1)), tuple(
        worth[seat] + gained[seat] for seat in (0, 1)
    )


def given_away(tree: GameTree, kind: str, *, times: int, seed: int) -> tuple[Estimate, ...]:
    """What a best answer in each seat gains against bots of a kind on all others, and so also on its own seat.

    How a bot plays is found by asking it `times` times in each information set. How rough that is, is told by drawing
    these answers again, with repetition: the basic bootstrap interval (A. C. Davison and D. V. Hinkley, Bootstrap
    Methods and Their Application, 1997, section 5.2.1), which also takes back that a best answer makes use of what is
    chance in the answers. Nothing is known of a bot that gave the same answers each time. What `random` gives away is
    exact.
    """
    if kind == RANDOM:
        return tuple(Estimate(gain, gain, gain, 1) for gain in gains(tree, uniform(tree)))
    asked = [_asked(one, kind, times, seed) for one in tree.information]
    found, luck = gains(tree, [_shares(row) for row in asked]), Random(seed)
    again = [gains(tree, [_shares(_drawn_again(row, luck)) for row in asked]) for _ in range(AGAIN)]
    varied = any(max(row) < sum(row) for row in asked)
    return tuple(
        _roughly(gain, sorted(column)) if varied else Estimate(gain, None, None, 1)
        for gain, column in zip(found, zip(*again, strict=True), strict=True)
    )


def _asked(one: InformationSet, kind: str, times: int, seed: int) -> list[int]:
    """How often a bot picks each move."""
    picked = Counter[str]()
    for number in range(times if len(one.moves) > 1 else 1):
        bot = maker(kind)(one.seat, seed + number)
        picked[bot.choose(one.state.clone(), one.state.legal_moves).text] += 1
    return [picked[move] for move in one.moves]


def _drawn_again(row: Sequence[int], luck: Random) -> list[int]:
    """As many answers, each one of those that were given."""
    picked = Counter(luck.choices(range(len(row)), row, k=sum(row)))
    return [picked[move] for move in range(len(row))]


def _shares(row: Sequence[int]) -> list[float]:
    return [one / sum(row) for one in row]


def _roughly(found: float, again: Sequence[float]) -> Estimate:
    """A gain with its interval, from what it was with answers drawn again, in order; nobody gains less than 0."""
    cut = (1 - LEVEL) / 2
    low, high = again[int(cut * len(again))], again[-1 - int(cut * len(again))]
    return Estimate(found, max(0.0, 2 * found - high), max(found, 2 * found - low), 1)


# Strategies in a tree: what they are worth, the best answer to them, and how much anybody could gain.
#
# A strategy is a row of probabilities for each information set, one for each of its moves.

Strategy = Sequence[Sequence[float]]
"""For each information set the probability of each of its moves."""


def uniform(tree: GameTree) -> list[list[float]]:
    """Each move as likely."""
    return [[1 / len(one.moves)] * len(one.moves) for one in tree.information]


def values(tree: GameTree, strategy: Strategy) -> tuple[float, ...]:
    """What each seat gets on average if all play by a strategy."""
    found: list[tuple[float, ...]] = [()] * len(tree.who)
    for at in reversed(range(len(tree.who))):
        if tree.who[at] == NOBODY:
            found[at] = tree.returns[at]
            continue
        ways = list(zip(_odds(tree, strategy, at), tree.after[at], strict=True))
        found[at] = tuple(sum(share * found[child][seat] for share, child in ways) for seat in range(tree.players))
    return found[0]


def _odds(tree: GameTree, strategy: Strategy, at: int) -> Sequence[float]:
    """How likely each way from a position is taken, by chance or by whoever decides."""
    return tree.odds[at] if tree.who[at] == CHANCE else strategy[tree.sets[at]]


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best that a seat can do against a strategy of the others: what it gets, and its move in each of its sets."""

    value: float
    moves: dict[int, int]


def best_answer(tree: GameTree, strategy: Strategy, seat: int) -> BestResponse:
    """The best answer of a seat to a strategy of the others, by what it can know.

    Its decisions are settled from the last to the first: in each information set the move is taken that is worth most
    on average over the positions in it, each by how likely chance and the others lead there.
    """
    _, reach = _reaches(tree, strategy, seat)
    # The positions by how often the seat has decided before: those in which it decides, and all others
    depth = [0] * len(tree.who)
    levels: list[tuple[list[int], list[int]]] = []
    for at, who in enumerate(tree.who):
        while len(levels) <= depth[at]:
            levels.append(([], []))
        levels[depth[at]][who != seat].append(at)
        for child in tree.after[at]:
            depth[child] = depth[at] + (who == seat)
    worth = [0.0] * len(tree.who)
    moves: dict[int, int] = {}
    for own, others in reversed(levels):
        sums: dict[int, list[float]] = {}
        for at in own:
            row = sums.setdefault(tree.sets[at], [0.0] * len(tree.after[at]))
            for number, child in enumerate(tree.after[at]):
                row[number] += reach[at] * worth[child]
        for number, row in sums.items():
            moves[number] = row.index(max(row))
        for at in own:
            worth[at] = worth[tree.after[at][moves[tree.sets[at]]]]
        # Children have larger numbers than their parents, so backwards each child is known before it is asked for
        for at in reversed(others):
            if tree.who[at] == NOBODY:
                worth[at] = tree.returns[at][seat]
                continue
            ways = zip(_odds(tree, strategy, at), tree.after[at], strict=True)
            worth[at] = sum(share * worth[child] for share, child in ways)
    return BestResponse(worth[0], moves)


def gains(tree: GameTree, strategy: Strategy) -> tuple[float, ...]:
    """How much each seat could gain a game by playing better than the strategy, if the others keep to it.

    Where none gains anything the strategy is an equilibrium (J. Nash, 1950).
    """
    now = values(tree, strategy)
    return tuple(max(0.0, best_answer(tree, strategy, seat).value - now[seat]) for seat in range(tree.players))


# Strategies against which nobody gains much, by counterfactual regret minimisation.
#
# CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): the seats take turns; each adds up,
# for every move of every information set, how much better it would have done with it, and then plays the moves in
# proportion to what it regrets, regrets below 0 being forgotten. The average of what was played, later rounds counting
# more, tends to an equilibrium where two seats play for the same sum. With more seats, or another sum, that is not
# proven; `gains` tells how near an equilibrium it is in any case.


def rounds(tree: GameTree) -> Iterator[list[list[float]]]:
    """The average strategy after each round."""
    regrets = [[0.0] * len(one.moves) for one in tree.information]
    sums = [[0.0] * len(one.moves) for one in tree.information]
    strategy = uniform(tree)
    number = 0
    while True:
        number += 1
        for seat in range(tree.players):
            _round(tree, strategy, regrets, sums, seat, number)
            for at, one in enumerate(tree.information):
                if one.seat == seat:
                    strategy[at] = _in_proportion(regrets[at])
        yield [_in_proportion(row) for row in sums]


def _round(
    tree: GameTree, strategy: Strategy, regrets: list[list[float]], sums: list[list[float]], seat: int, weight: int
) -> None:
    """One round of a seat: its regrets, and what it has played, are added to what there was."""
    mine, others = _reaches(tree, strategy, seat)
    worth = [0.0] * len(tree.who)
    for at in reversed(range(len(tree.who))):
        who, below = tree.who[at], tree.after[at]
        if who == NOBODY:
            worth[at] = tree.returns[at][seat]
            continue
        number = tree.sets[at]
        shares = tree.odds[at] if who == CHANCE else strategy[number]
        value = sum(share * worth[child] for share, child in zip(shares, below, strict=True))
        worth[at] = value
        if who == seat:
            row, played, reach = regrets[number], sums[number], others[at]
            for move, child in enumerate(below):
                row[move] += reach * (worth[child] - value)
                played[move] += weight * mine[at] * shares[move]
    for number, one in enumerate(tree.information):
        if one.seat == seat:
            regrets[number] = [max(0.0, regret) for regret in regrets[number]]


def _reaches(tree: GameTree, strategy: Strategy, seat: int) -> tuple[list[float], list[float]]:
    """How likely each position is reached, as far as the seat makes it so, and as far as chance and the others do."""
    mine, others = [1.0] * len(tree.who), [1.0] * len(tree.who)
    for at, who in enumerate(tree.who):
        if who == NOBODY:
            continue
        shares = tree.odds[at] if who == CHANCE else strategy[tree.sets[at]]
        for share, child in zip(shares, tree.after[at], strict=True):
            mine[child] = mine[at] * share if who == seat else mine[at]
            others[child] = others[at] if who == seat else others[at] * share
    return mine, others


def _in_proportion(row: list[float]) -> list[float]:
    """The row in proportion; all equal if there is nothing in it."""
    total = sum(row)
    return [one / total for one in row] if total > 0 else [1 / len(row)] * len(row)
