"""Strategies in a tree: what they are worth, the best answer to them, and how much anybody could gain.

A strategy is a row of probabilities for each information set, one for each of its moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
from ...play.game.decider import CHANCE, NOBODY
from .growing import Tree

Strategy = Sequence[Sequence[float]]
"""For each information set the probability of each of its moves."""


def uniform(tree: Tree) -> list[list[float]]:
    """Each move as likely."""
    return [[1 / len(one.moves)] * len(one.moves) for one in tree.information]


def values(tree: Tree, strategy: Strategy) -> tuple[float, ...]:
    """What each seat gets on average if all play by a strategy."""
    found: list[tuple[float, ...]] = [()] * len(tree.who)
    for at in reversed(range(len(tree.who))):
        if tree.who[at] == NOBODY:
            found[at] = tree.returns[at]
            continue
        shares = tree.odds[at] if tree.who[at] == CHANCE else strategy[tree.sets[at]]
        below = tree.after[at]
        found[at] = tuple(
            sum(share * found[child][seat] for share, child in zip(shares, below, strict=True))
            for seat in range(tree.players)
        )
    return found[0]


@dataclass(frozen=True, slots=True)
class Answer:
    """The best that a seat can do against a strategy of the others: what it gets, and its move in each of its sets."""

    value: float
    moves: dict[int, int]


def best_answer(tree: Tree, strategy: Strategy, seat: int) -> Answer:
    """The best answer of a seat to a strategy of the others, by what it can know.

    Its decisions are settled from the last to the first: in each information set the move is taken that is worth most
    on average over the positions in it, each by how likely chance and the others lead there.
    """
    reach = _reach(tree, strategy, seat)
    levels = _levels(tree, seat)
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
        for at in reversed(others):
            worth[at] = _worth(tree, strategy, worth, at, seat)
    return Answer(worth[0], moves)


def _worth(tree: Tree, strategy: Strategy, worth: Sequence[float], at: int, seat: int) -> float:
    """What a position is worth in which another decides."""
    who = tree.who[at]
    if who == NOBODY:
        return tree.returns[at][seat]
    shares = tree.odds[at] if who == CHANCE else strategy[tree.sets[at]]
    return sum(share * worth[child] for share, child in zip(shares, tree.after[at], strict=True))


def _reach(tree: Tree, strategy: Strategy, seat: int) -> list[float]:
    """How likely chance and the others lead to each position, if the seat itself does all to get there."""
    reach = [1.0] * len(tree.who)
    for at, who in enumerate(tree.who):
        if who == NOBODY:
            continue
        own = [1.0] * len(tree.after[at])
        shares = own if who == seat else tree.odds[at] if who == CHANCE else strategy[tree.sets[at]]
        for share, child in zip(shares, tree.after[at], strict=True):
            reach[child] = reach[at] * share
    return reach


def _levels(tree: Tree, seat: int) -> list[tuple[list[int], list[int]]]:
    """The positions by how often the seat has decided before: those in which it decides, and all others."""
    depth = [0] * len(tree.who)
    levels: list[tuple[list[int], list[int]]] = []
    for at, who in enumerate(tree.who):
        while len(levels) <= depth[at]:
            levels.append(([], []))
        levels[depth[at]][who != seat].append(at)
        for child in tree.after[at]:
            depth[child] = depth[at] + (who == seat)
    return levels


def gains(tree: Tree, strategy: Strategy) -> tuple[float, ...]:
    """How much each seat could gain a game by playing better than the strategy, if the others keep to it.

    Where none gains anything the strategy is an equilibrium (J. Nash, 1950).
    """
    now = values(tree, strategy)
    return tuple(max(0.0, best_answer(tree, strategy, seat).value - now[seat]) for seat in range(tree.players))
