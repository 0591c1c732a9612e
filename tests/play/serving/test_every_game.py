"""Every game of the package is played to its end by keyboard in a real browser; bots have the other seats.

Options make the games short. The languages take turns. What a page is to those who do not see it is looked at on the
way (`spoken`).
"""

from __future__ import annotations

import random

import pytest
from served import KEYS, serving, session_of

from cardwright import load_game
from cardwright.language.merge.catalogue import find_games

browser = pytest.importorskip("browser")
hands = pytest.importorskip("hands")

SHORT: dict[str, dict[str, object]] = {
    "blackjack": {"hands": 2},
    "contract-bridge": {"deals": 1},
    "crazy-eights": {"target": 1},
    "cribbage": {"target": 61},
    "gin-rummy": {"hands": 1, "target": 50},
    "hamlet": {"piles": 4},
    "hearts": {"target": 10},
    "liars-dice": {"dice": 2},
    "limit-holdem": {"hands": 2},
    "love-letter": {"tokens_to_win": 2},
    "market-day": {"days": 1},
    "mille-bornes": {"match_to": 0},
    "oh-hell": {"first_size": 3},
    "president": {"hands": 1},
    "scopa": {"target": 5},
    "spades": {"target": 100},
}

GAMES = [game.name for game in find_games().games]


@pytest.mark.parametrize(("name", "language"), [(name, ("en", "fr")[at % 2]) for at, name in enumerate(GAMES)])
def test_a_game_is_played_by_keyboard(page: browser.Page, name: str, language: str) -> None:
    game = load_game(name, options=SHORT.get(name))
    session, _ = session_of(game, 4, range(1, game.players), language=language)
    luck, over = random.Random(name), "document.querySelector('.told.result') !== null"
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[0]}")
        while True:
            page.wait_for(f"{hands.MOVABLE} || {over}")
            if page.ask(over):
                break
            hands.move_by_keys(page, luck)
        page.leave()
    assert session.state.status == "finished" and page.complaints == []
