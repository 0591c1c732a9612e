"""All orders of shuffled cards are equally likely: exactly with listed chance, nearly with seeds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import Game, State
from cardwright.play.game.loading.load import load_game
from tests.laws.law_games import SMALL, on_reference

ORDERS = 12
"""Four cards, two of them identical."""


@pytest.fixture(scope="module")
def game() -> Game:
    """Four cards are dealt, two of them identical; there is a die, and a choice of one in three."""
    return on_reference(load_game(str(SMALL / "deal.yaml")))


def outcome(state: State) -> tuple[str, int]:
    """The order in which the cards lie, and the die."""
    view = state.view(0)
    return " ".join(view["zones"]["row"]["cards"]), view["variables"]["die"]


def ends(state: State, chance: Fraction = Fraction(1)) -> Iterator[tuple[State, Fraction]]:
    """All positions that chance can reach, each with its probability."""
    if state.current_seat != CHANCE:
        yield state, chance
        return
    of = sum(weight for _, weight in state.chance_outcomes)
    for move, weight in state.chance_outcomes:
        after = state.clone()
        after.apply(move)
        yield from ends(after, chance * Fraction(weight, of))


def test_listed_chance_is_fair(game: Game) -> None:
    orders: dict[str, Fraction] = defaultdict(Fraction)
    dice: dict[int, Fraction] = defaultdict(Fraction)
    for state, chance in ends(game.initial_state(chance="explicit")):
        cards, die = outcome(state)
        orders[cards] += chance
        dice[die] += chance
    assert len(orders) == ORDERS and set(orders.values()) == {Fraction(1, ORDERS)}
    # A die of six, less one (twice in three) or less two, where it is more than that.
    assert {number: chance * 18 for number, chance in dice.items()} == {1: 6, 2: 4, 3: 3, 4: 3, 5: 2}


def test_a_seed_is_fair(game: Game) -> None:
    """Chi-square over 2400 seeds: with 11 degrees of freedom it is above 40 once in 30,000 times."""
    seeds = 2400
    found = Counter(outcome(game.initial_state(seed=seed))[0] for seed in range(seeds))
    expected = seeds / ORDERS
    assert len(found) == ORDERS
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 40
