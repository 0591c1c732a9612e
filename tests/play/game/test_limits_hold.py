"""What determinisations take for told by a move holds in the true position, for that is one of the possible ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardwright import State, load_game
from cardwright.play.game.determinisation.belief import SeatBelief
from cardwright.play.game.determinisation.observations import Limit

EXAMPLES = Path(__file__).parents[3] / "examples"


def holds(book: SeatBelief, number: int, limit: Limit) -> bool:
    """Whether a limit on the cards that lie in a zone in a step holds in truth."""
    before, after = book.turns[number].before, book.turns[number].after
    here = before.cards(limit.place)
    if not limit.least:
        shown = {one.kind for one in book.told.steps[number].travels if one.source == limit.place and one.target < 0}
        here = [card for card in here if card in after.cards(limit.place) and before.kind_of[card] not in shown]
    many = sum(limit.kinds >> before.kind_of[card] & 1 for card in here)
    return many >= limit.least if limit.least else many <= limit.most


def played(name: str, players: int, seed: int, decisions: int) -> State:
    state = load_game(str(EXAMPLES / name / "game.yaml"), players=players).initial_state(seed=seed)
    luck = Random(seed)
    while state.decisions < decisions:
        state.apply(luck.choice(state.legal_moves))
    return state


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "players", "seed", "decisions"),
    [
        ("go-fish", 2, 1, 53),  # late, nearly all cards are known; a card of a rank may be the one that was just drawn
        ("love-letter", 4, 26, 43),  # two hands were compared, which were the same
    ],
)
def test_limits_hold_in_truth(name: str, players: int, seed: int, decisions: int) -> None:
    state = played(name, players, seed, decisions)
    report = state.resample(1, 0).sampling
    assert report is not None and not report.fallback
    book = state.history.entries()[0].beginning.kept[1]
    assert isinstance(book, SeatBelief)
    found = [(number, one) for number, limits in book.limits.items() for one in limits if one.place >= 0 and one.at < 0]
    assert len(found) >= 5
    assert [(number, one) for number, one in found if not holds(book, number, one)] == []


@pytest.mark.thorough
def test_each_kind_that_may_not_come_is_found_though_others_are_tried_with_it() -> None:
    """Who got two of a rank, and laid no book, held one of this rank, not two."""
    state = played("go-fish", 2, 2, 30)
    state.resample(0, 0)
    book = state.history.entries()[0].beginning.kept[0]
    assert isinstance(book, SeatBelief)
    assert any(one.most == 1 for one in book.limits.get(25, ()))
