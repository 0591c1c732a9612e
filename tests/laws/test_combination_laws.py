"""What may be chosen of generated combinations is what a look at all sets of cards finds, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from cardwright import State, load_game
from tests.compiler.lockstep import pair_of, play_both

RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
UPHILL = Path(__file__).parents[2] / "examples" / "uphill" / "game.yaml"
Form = tuple[str, int, int]
"""What a combination is, how many cards it has, and how high it is."""


def form(cards: tuple[str, ...]) -> Form | None:
    """What some cards are by the rules of Uphill; None if they are no combination."""
    suits, ranks = {card.split("_")[0] for card in cards}, [RANKS.index(card.split("_")[1]) for card in cards]
    many, size = Counter(ranks), len(cards)
    follow = sorted(many) == list(range(min(many), max(many) + 1))
    if len(many) == 1:
        return ("bomb" if size == 4 else "alike", size, ranks[0])
    if size >= 5 and len(many) == size and follow:
        return ("bomb" if len(suits) == 1 else "row", size, min(many))
    if set(many.values()) == {2} and follow:
        return ("stairs", size, min(many))
    return ("house", size, many.most_common(1)[0][0]) if sorted(many.values()) == [2, 3] else None


def beats(one: Form, other: Form) -> bool:
    if "bomb" in (one[0], other[0]) and one[:2] != other[:2]:
        return one[0] == "bomb" and (other[0] != "bomb" or one[1] > other[1])
    return one[:2] == other[:2] and one[2] > other[2]


def possible(hand: list[str], last: tuple[str, ...]) -> set[frozenset[str]]:
    """All sets of cards of a hand that are a combination and beat the last one."""
    before, found = form(last) if last else None, set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            this = form(cards)
            if this is not None and (before is None or beats(this, before)):
                found.add(frozenset(cards))
    return found


def cards_of(text: str) -> list[str]:
    return text[text.index("[") + 1 : text.index("]")].split(", ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_they_are_those_that_beat_the_last_one(seed: int) -> None:
    state, luck = load_game(str(UPHILL)).initial_state(seed=seed), Random(seed)
    while not state.is_terminal and state.decisions < 40:
        if state.phase == "going_on":
            check(state)
        state.apply(luck.choice(state.legal_moves))


def check(state: State) -> None:
    seat = state.current_seat
    view = state.view(seat)
    hand, last = view["zones"][f"p{seat + 1}.hand"]["cards"], view["variables"]["last"]
    listed = [cards_of(move.text) for move in state.legal_moves if move.text.startswith("play")]
    assert len(listed) == len({frozenset(cards) for cards in listed})
    assert {frozenset(cards) for cards in listed} == possible(hand, tuple(last))


ALIKE = """\
spec: 1
game: alike
title: "Alike"
players: 2
cards: {main: {attributes: {suit: [red], worth: integer}, each: {suit: suit, worth: 1..4}, copies: 3}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases:
  deal:
    do: |
      for p in players:
        draw 6 from pile to p.hand
  play: {steps: [deal, lay]}
  lay: {turns: {}, offer: [lay]}
actions:
  lay:
    choose: {cs: "subsets(me.hand, 2..5) + [a + b for a in subsets(me.hand, 2) for b in subsets(me.hand - a, 1)]"}
    when: {seven: sum(c.worth for c in cs) == 7}
    do: end game
"""


@pytest.mark.parametrize("seed", range(5))
def test_lists_of_equal_cards_are_one_choice(seed: int, tmp_path: Path) -> None:
    """In whatever order they name them; and both engines list the same."""
    pair = pair_of(tmp_path, ALIKE)
    play_both(pair, seed)
    position = pair.slow.start(seed, explicit=False, record=False)
    kind, hand = position.kind_of, position.cards(pair.code.layout.families["hand"][0])
    worth = {number: int(row.id.rpartition("_")[2]) for number, row in enumerate(pair.code.layout.kinds)}
    wanted = {
        tuple(sorted(worth[kind[card]] for card in cards))
        for size in range(2, 6)
        for cards in combinations(hand, size)
        if sum(worth[kind[card]] for card in cards) == 7
    }
    listed = [tuple(sorted(worth[kind[card]] for card in move[1])) for move in position.moves or ()]
    assert len(listed) == len(set(listed)) and set(listed) == wanted
