"""Groups of cards: both engines find the same, in as many steps, and what an independent count finds.

The outside facts are those of the games: a show of cribbage is worth 29 at most, and never 19, 25, 26 or 27.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from cardwright import load_game
from cardwright.engines.program.make import make_program
from cardwright.engines.reference.machine import Machine
from cardwright.language.builtins.definitions import CardGroup, Keyed, best_disjoint, runs, sets, stretches, subsets
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER, MOST, PLAYER, list_of
from tests.compiler.lockstep import Pair, play_both
from tests.engines.program import small_games as g

GAMES = Path(__file__).parents[1] / "language" / "typing" / "games"
Card = tuple[int, int]
"""The suit and the rank of a card, from 0."""


def pair_of(name: str, **options: int) -> Pair:
    game = load_game(str(GAMES / name / "game.yaml"), options=options)
    return Pair(game.program)


def cards_in(m: Machine, zone: str) -> list[Card]:
    layout = m.code.layout
    suit, rank = (m.code.attribute(f"main.{name}", "card", 0) for name in ("suit", "rank"))
    return [(suit[card], rank[card]) for card in m.cards(layout.families[zone][0])]


def positions(pair: Pair, seed: int, variable: str, zones: tuple[str, ...]) -> list[tuple[int, list[list[Card]]]]:
    """What a game computes at each of its decisions, and the cards that it computes it from."""
    m = pair.slow.start(seed, explicit=False, record=False)
    found = []
    while m.moves:
        m.play(m.moves[0])
        assert m.error is None
        value = m.state[pair.code.layout.variables[variable].address]
        found.append((value, [cards_in(m, zone) for zone in zones]))
    return found


# Counted in another way ------------------------------------------------------------------


def show(held: list[Card], up: Card) -> int:
    """The points of a show: fifteens and pairs two by two, the longest run by the numbers of equal ranks."""
    five = [*held, up]
    points = sum(2 for n in range(6) for s in combinations(five, n) if sum(min(10, r + 1) for _, r in s) == 15)
    points += sum(2 for (_, a), (_, b) in combinations(five, 2) if a == b)
    many = Counter(r for _, r in five)
    for length in (5, 4, 3):
        starts = [r for r in range(13) if all(many[r + i] for i in range(length))]
        if starts:
            for start in starts:
                ways = 1
                for i in range(length):
                    ways *= many[start + i]
                points += ways * length
            break
    if len({s for s, _ in held}) == 1:
        points += 5 if up[0] == held[0][0] else 4
    return points + sum(1 for s, r in held if r == 10 and s == up[0])


def is_meld(cards: tuple[Card, ...]) -> bool:
    if len({r for _, r in cards}) == 1:
        return True
    ranks = sorted(r for _, r in cards)
    return len({s for s, _ in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def deadwood(hand: list[Card]) -> int:
    """The least that is left of a hand: with the first card left over, or in any set or run with other cards."""
    if not hand:
        return 0
    first, *others = hand
    least = min(10, first[1] + 1) + deadwood(others)
    for n in range(2, len(others) + 1):
        for more in combinations(others, n):
            if is_meld((first, *more)):
                least = min(least, deadwood([c for c in others if c not in more]))
    return least


# The games --------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_show_is_worth_what_its_parts_are() -> None:
    pair, seen = pair_of("cribbage-show"), set()
    for seed in range(15):
        for points, (held, up) in positions(pair, seed, "points", ("hand", "starter")):
            assert points == show(held, up[0]), (held, up)
            seen.add(points)
        play_both(pair, seed, decisions=40)
    assert max(seen) <= 29
    assert not seen & {19, 25, 26, 27}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [1, 7, 10, 11])
def test_the_deadwood_is_the_least_that_can_be_left(size: int) -> None:
    pair = pair_of("gin-hand", hand_size=size)
    for seed in range(4):
        for left, (hand,) in positions(pair, seed, "left", ("hand",)):
            assert left == deadwood(hand), hand
        play_both(pair, seed, decisions=40)


@pytest.mark.thorough
def test_large_hands_in_lockstep() -> None:
    """Half the deck holds sets and runs everywhere: the search turns back early enough, or stops at the same step."""
    for size in (16, 20, 26):
        play_both(pair_of("gin-hand", hand_size=size), 1, decisions=40)


# What the builtins mean -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_the_search_finds_the_best(seed: int) -> None:
    luck = Random(seed)
    groups: list[tuple[CardGroup, int]] = [
        (tuple(luck.sample(range(9), luck.randrange(0, 5))), luck.randrange(-3, 12)) for _ in range(luck.randrange(10))
    ]
    best = 0
    for chosen in product((False, True), repeat=len(groups)):
        laid = [g for g, yes in zip(groups, chosen, strict=True) if yes and g[0]]
        cards = [card for cards, _ in laid for card in cards]
        if len(cards) == len(set(cards)):
            best = max(best, sum(worth for _, worth in laid))
    assert best_disjoint(groups, lambda steps: None) == best


@pytest.mark.parametrize("seed", range(30))
def test_runs_are_the_longest_that_there_are(seed: int) -> None:
    luck = Random(seed)
    rows: list[Keyed] = [((luck.randrange(2), luck.randrange(6)), n) for n in range(luck.randrange(8))]
    key = {n: keys for keys, n in rows}

    def is_run(items: CardGroup) -> bool:
        return all(
            key[a][0] == key[b][0] and key[a][1] + 1 == key[b][1] for a, b in zip(items, items[1:], strict=False)
        )

    def is_longest(items: CardGroup) -> bool:
        (suit, low), (_, high) = key[items[0]], key[items[-1]]
        return not {(suit, low - 1), (suit, high + 1)} & {keys for keys, _ in rows}

    ordered = [n for _, n in sorted(rows)]
    every = subsets(ordered, range(1, len(rows) + 1))
    assert set(runs(rows)) == {items for items in every if is_run(items) and is_longest(items)}
    assert len(list(runs(rows))) == len(set(runs(rows)))
    assert sorted(n for one in sets(rows) for n in one) == sorted(key)
    assert all(len({key[n] for n in one}) == 1 for one in sets(rows))
    assert len(list(sets(rows))) == len(set(key.values()))


def test_sizes_that_there_are_not_give_nothing() -> None:
    assert list(subsets((1, 2), (-1, 3, 0))) == [()]
    assert list(stretches((1, 2), (-1, 0, 3))) == []


# Errors and steps -------------------------------------------------------------------------

NUMBERS, NESTED = list_of(INTEGER), list_of(list_of(INTEGER))
X, ONE = g.local(7, "x", INTEGER), g.local(8, "one", list_of(g.CARD))
HERE = g.op("add", g.var("wide"), g.number(1))
"""1, but nobody knows before the play."""

FAILS: dict[str, tuple[str, ir.Expr]] = {
    "all subsets of many": (
        "R700",
        g.op("size", ir.Apply("all_subsets", (g.op("range", HERE, g.number(40)),), NESTED, g.AT)),
    ),
    "large subsets of more": (
        "R700",
        g.op(
            "size",
            ir.Apply("subsets", (g.op("range", HERE, g.number(70)), g.const((35,), NUMBERS)), NESTED, g.AT),
        ),
    ),
    "runs through many equal numbers": (
        "R700",
        g.op(
            "size",
            g.fold("runs", X, (X, g.op("range", HERE, g.number(60))), by=(g.op("div", X, g.number(4)),), type=NESTED),
        ),
    ),
    "groups that are worth too much": (
        "R702",
        g.fold(
            "apart",
            g.op("subtract", g.number(MOST), HERE),
            (ONE, ir.Apply("all_subsets", (g.op("cards_of", g.zone_of("pile")),), list_of(list_of(g.CARD)), g.AT)),
            by=(ONE,),
            type=INTEGER,
        ),
    ),
}


@pytest.mark.parametrize(("code", "expr"), FAILS.values(), ids=FAILS)
def test_what_goes_wrong_does_so_in_both(code: str, expr: ir.Expr) -> None:
    for made in (
        g.game(g.set_("wide", expr), variables=(g.variable("wide"),), winners=None, score=None),
        g.game(variables=(g.variable("wide"),), winners=None, score=(g.local(9, "it", PLAYER), expr)),
    ):
        pair = Pair(make_program(made, players=2, options={}))
        table = pair.fast.start(1, explicit=False, record=False)
        assert table.error is not None and table.error.code == code
        play_both(pair, 1)


MANY = """\
spec: 1
game: many
title: "Many"
players: 2
cards: {main: {list: {ace: {copies: COPIES}}}}
zones: {hand: {holds: main, start: listed, shows: all}}
variables: {n: {type: integer, start: 0}}
begin: play
phases: {play: {do: "n = apart(count(g) for g in stretches(hand, 1))"}}
"""


@pytest.mark.parametrize(("cards", "referred"), [(63, 0), (64, 1)])
def test_more_cards_than_a_word_has_bits(cards: int, referred: int, tmp_path: Path) -> None:
    """With them the compiled engine leaves the search to the reference engine; with fewer it does it alone."""
    path = tmp_path / "game.yaml"
    path.write_text(MANY.replace("COPIES", str(cards)), encoding="utf-8")
    pair = Pair(load_game(str(path)).program)
    table = pair.fast.start(1, explicit=False, record=False)
    assert (table.error, table.referred) == (None, referred)
    assert table.state[pair.code.layout.variables["n"].address] == cards


def test_the_steps_of_a_search() -> None:
    """A group counts 1 and its length, each look 1, each group looked at 1: here the root, with and without it."""
    steps: list[int] = []
    assert best_disjoint([((1, 2), 5)], steps.append) == 5
    assert sum(steps) == (1 + 2) + 1 + (1 + 1) + 1
