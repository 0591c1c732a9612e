"""Cards that are laid otherwise, and positions that are made one, by shorter ways than their canonical forms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cardwright import CHANCE, State, load_game
from cardwright.engines.cells import BAG, PIN
from cardwright.engines.invariants import canonical
from cardwright.engines.position import Position
from cardwright.play.game.determinisation.deal_sampling import hides_more, replace_cards, sample_initial_table, start_of
from cardwright.play.game.determinisation.exact_belief import Belief, StateMerging
from cardwright.play.game.determinisation.rejection_sampling import DealLayout
from cardwright.play.game.history import Beginning

TESTS = Path(__file__).parents[2]
EXAMPLES = TESTS.parent / "examples"
SPECS = TESTS / "laws" / "specs"

GAMES = [
    ("mille-bornes", 4),
    ("on-the-trail", 2),
    (str(EXAMPLES / "hearts" / "game.yaml"), 4),
    (str(EXAMPLES / "gin-rummy" / "game.yaml"), 2),
    (str(EXAMPLES / "sky-lights" / "game.yaml"), 2),  # variables of cards
    (str(SPECS / "announced.yaml"), 2),  # a move is remembered that names cards
    (str(SPECS / "ripostes.yaml"), 2),
    (str(SPECS / "mixed_in.yaml"), 2),
]


def positions(name: str, players: int, many: int) -> Iterator[State]:
    """The positions at the first decisions of some random games."""
    for seed in range(3):
        state, luck = load_game(name, players=players).initial_state(seed=seed), Random(seed)
        while not state.is_terminal and state.decisions < many:
            if state.current_seat != CHANCE:
                yield state.clone()
            state.apply(luck.choice(state.legal_moves))


def table(state: State, luck: Random) -> Position:
    """The position, now and then with a card in a bag of which the place has become certain."""
    m = state.machine.code.at(list(state.machine.state), explicit=True)
    know = m.code.know_at
    for zone in m.code.layout.zones:
        cards = m.cards(zone.number)
        joined = [place for place in range(2, len(cards) - 1) if all(_bag(m, cards[place + n]) for n in (-1, 0, 1))]
        if joined and not m.code.heap[zone.number] and luck.random() < 0.5:
            m.state[know + cards[luck.choice(joined)]] |= PIN
    return m


def _bag(m: Position, card: int) -> bool:
    return bool(m.state[m.code.know_at + card] & BAG)


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_cards_laid_otherwise(name: str, players: int) -> None:
    """They make a position that is the same to the rules as one with each card in its place."""
    luck, changed = Random(1), 0
    for state in positions(name, players, 20):
        m = table(state, luck)
        code, cells = m.code, m.state.copy()
        if hides_more(m):
            continue
        beginning = Beginning(0, True, tuple(cells))
        _, order = start_of(code, beginning, state.current_seat)
        for share in (0.1, 1.0):
            dealt = [number for number in range(len(order)) if luck.random() < share]
            laying, kinds = DealLayout(m, order, dealt), mixed(order, m, dealt, luck)
            wanted = sample_initial_table(code, beginning, order, kinds, state.current_seat, 1)
            found = list(laying.cells(kinds))
            assert canonical(code, found) == canonical(code, list(wanted.state))
            changed += found != cells
        assert m.state == cells
    assert changed > 10


def mixed(order: tuple[int, ...], m: Position, dealt: list[int], luck: Random) -> list[int]:
    """The kinds of the cards, those that are dealt exchanged with others of them that began in the same place."""
    homes = m.code.layout.home
    kinds = [m.kind_of[card] for card in order]
    for home in set(homes):
        places = [number for number in dealt if homes[order[number]] == home]
        for one, two in pairwise(luck.sample(places, len(places))):
            kinds[one], kinds[two] = kinds[two], kinds[one]
    return kinds


def exchanged(m: Position, card: int) -> Position:
    """The position with a card exchanged for the next one in the same zone."""
    twin, now = m.clone(), list(range(len(m.kind_of)))
    cards = list(m.cards(m.where(card)))
    other = (cards + cards)[cards.index(card) + 1]
    if m.code.layout.home[card] == m.code.layout.home[other]:
        now[card], now[other] = other, card
    replace_cards(twin, now)
    return twin


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_as_many_positions_are_left_as_there_are_canonical_forms(name: str, players: int) -> None:
    for number, state in enumerate(positions(name, players, 5)):
        guesses = [state.resample(state.current_seat, seed) for seed in range(6)]
        guesses += [guess.clone() for guess in guesses[:2]]
        tables = [guess.machine.plain() for guess in guesses]
        tables += [exchanged(m, card) for m in tables[:1] for card in range(len(m.kind_of))]
        forms = {canonical(m.code, list(m.state), stream=False) for m in tables}
        found = StateMerging(number).merged([Belief(m, 1 / len(tables), None) for m in tables])
        assert {canonical(one.m.code, list(one.m.state), stream=False) for one in found} == forms
        assert len(found) == len(forms)
        assert sum(one.weight for one in found) == pytest.approx(1)
