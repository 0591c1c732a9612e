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


def limits(state: State, seat: int) -> tuple[int, list[tuple[int, Limit]]]:
    """How many limits on what lay in zones a seat has found, and those that do not hold, each with its step."""
    report = state.resample(seat, 0).sampling
    assert report is not None and not report.fallback
    book = state.history.entries()[0].beginning.kept[seat]
    assert isinstance(book, SeatBelief)
    found = [(number, one) for number, limits in book.limits.items() for one in limits if one.place >= 0 and one.at < 0]
    return len(found), [(number, one) for number, one in found if not holds(book, number, one)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "players", "seed", "decisions", "seat"),
    [
        ("go-fish", 2, 1, 53, 1),  # late, nearly all cards are known; a card of a rank may be the one just drawn
        ("love-letter", 4, 26, 43, 1),  # two hands were compared, which were the same
        ("love-letter", 4, 32, 36, 0),  # the same, where all that the hands have in common is another kind
    ],
)
def test_limits_hold_in_truth(name: str, players: int, seed: int, decisions: int, seat: int) -> None:
    many, wrong = limits(played(name, players, seed, decisions), seat)
    assert many >= 5 and wrong == []


@pytest.mark.thorough
@pytest.mark.sampled(40)
@pytest.mark.parametrize("seed", range(40, 60))
@pytest.mark.parametrize(("name", "players"), [("go-fish", 3), ("hearts", 4), ("love-letter", 3), ("love-letter", 4)])
def test_limits_hold_in_random_games(name: str, players: int, seed: int) -> None:
    state, luck = load_game(str(EXAMPLES / name / "game.yaml"), players=players).initial_state(seed=seed), Random(seed)
    while state.decisions < 20 + seed * 13 % 50 and not state.is_terminal:
        state.apply(luck.choice(state.legal_moves))
    assert limits(state, 0)[1] == []


@pytest.mark.thorough
def test_each_kind_that_may_not_come_is_found_though_others_are_tried_with_it() -> None:
    """Who got two of a rank, and laid no book, held one of this rank, not two."""
    state = played("go-fish", 2, 2, 30)
    state.resample(0, 0)
    book = state.history.entries()[0].beginning.kept[0]
    assert isinstance(book, SeatBelief)
    assert any(one.most == 1 for one in book.limits.get(25, ()))
