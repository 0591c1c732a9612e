"""Strategies against which nobody gains much, by counterfactual regret minimisation.

CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): the seats take turns; each adds up,
for every move of every information set, how much better it would have done with it, and then plays the moves in
proportion to what it regrets, regrets below 0 being forgotten. The average of what was played, later rounds counting
more, tends to an equilibrium where two seats play for the same sum. With more seats, or another sum, that is not
proven; `strategies.gains` tells how near an equilibrium it is in any case.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...play.game.decider import CHANCE, NOBODY
from .growing import Tree
from .strategies import Strategy, uniform


def rounds(tree: Tree) -> Iterator[list[list[float]]]:
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
                    strategy[at] = _shares(regrets[at])
        yield [_shares(row) for row in sums]


def _round(
    tree: Tree, strategy: Strategy, regrets: list[list[float]], sums: list[list[float]], seat: int, weight: int
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


def _reaches(tree: Tree, strategy: Strategy, seat: int) -> tuple[list[float], list[float]]:
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


def _shares(row: list[float]) -> list[float]:
    """The row in proportion; all equal if there is nothing in it."""
    total = sum(row)
    return [one / total for one in row] if total > 0 else [1 / len(row)] * len(row)
