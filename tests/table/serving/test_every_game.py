"""Every game of the package is played to its end, by keyboard in a real browser and in text; bots have the other seats.

Options make the games short, and the languages take turns.
"""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game.texts import Wordings
from cardwright.source.merge.catalogue import find_games
from tests.table.page import browser, hands
from tests.table.serving import spoken
from tests.table.serving.served import KEYS, Browser, serving, session_of

SHORT: dict[str, dict[str, object]] = {
    "belote": {"target": 100},
    "blackjack": {"hands": 2},
    "contract-bridge": {"deals": 1},
    "crazy-eights": {"target": 1},
    "cribbage": {"target": 61},
    "gin-rummy": {"hands": 1, "target": 50},
    "hamlet": {"piles": 4},
    "hearts": {"target": 10},
    "lamplighters": {"last_night": 1, "cans": 1},
    "liars-dice": {"dice": 2},
    "limit-holdem": {"hands": 2},
    "low-tide": {"hands": 1},
    "love-letter": {"tokens_to_win": 2},
    "market-day": {"days": 1},
    "masked-ball": {"stalls": 2},
    "mille-bornes": {"match_to": 0},
    "oh-hell": {"first_size": 3},
    "president": {"hands": 1},
    "scopa": {"target": 5},
    "spades": {"target": 100},
    "uphill": {"target": 100},
}

GAMES = [(game.name, ("en", "fr")[at % 2]) for at, game in enumerate(find_games().games)]

FOUR = [(name, "en" if language == "fr" else "fr") for name, language in GAMES if Path("specs", name).exists()]
"""The four games in the other language."""

WIDEST = 80

FIRST = 6
"""So many moves are made by keyboard at the beginning of a game."""

THEN = 6
"""Of those after them every one of so many; the others come over another connection of the same seat."""


class Numbers(io.StringIO):
    """Somebody who types small numbers for ever."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._luck = random.Random(name)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return f"{self._luck.randint(1, 4)}\n"


@pytest.mark.sampled(29)
@pytest.mark.parametrize(("name", "language"), [*GAMES, *FOUR])
def test_a_game_is_played_in_text(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the numbers of moves alone; each line fits the screen, and the last ones tell how it ended."""
    monkeypatch.setattr("sys.stdin", Numbers(name))
    settings = [word for key, value in SHORT.get(name, {}).items() for word in ("--set", f"{key}={value}")]
    assert answer(CommandLine(("play", name, "--seed", "4", "--lang", language, *settings))) == 0
    lines = re.sub(r"^(p\d> )+", "", capsys.readouterr().out, flags=re.MULTILINE).splitlines()
    assert [line for line in lines if len(line) > WIDEST] == []
    assert lines[-1].endswith((".", "!")) and lines[-1] != Wordings(None, language).say("left")


@pytest.mark.sampled(50)
@pytest.mark.parametrize(("name", "language"), GAMES)
def test_a_game_is_played_by_keyboard(page: browser.Page, name: str, language: str) -> None:
    """From its beginning to its end; the page follows the moves that are made elsewhere, and everything is read out."""
    game = load_game(name, options=SHORT.get(name))
    session, _ = session_of(game, 4, range(1, game.players), language=language)
    luck, made = random.Random(name), 0
    page.call("Accessibility.enable")
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for(hands.MOVABLE)
        begun = len(session.frames(0, 0))
        page.ask(spoken.LISTENS)
        assert spoken.faults(page) == []
        page.call("Accessibility.disable")
        elsewhere = Browser(address, KEYS[0])
        while _both_wait(page, elsewhere):
            if made < FIRST or made % THEN == 0:
                hands.move_by_keys(page, luck)
            else:
                assert elsewhere.move(luck.choice(elsewhere.table["moves"])["text"]) == ""
            made += 1
        heard = page.ask("window.heard")
        page.leave()
    assert session.state.status == "finished" and page.complaints == []
    assert spoken.missed(heard, session.frames(0, 0), begun, language) == []


def _both_wait(page: browser.Page, elsewhere: Browser) -> bool:
    """Wait until it is the seat's turn or the game is over, and the page shows it; whether there is a move to make."""
    while len(elsewhere.frames) <= hands.steps(page):
        elsewhere.hear()
    elsewhere.wait()
    page.wait_for(f"Number(document.querySelector('#steps input').max) >= {len(elsewhere.frames) - 1}")
    over = elsewhere.table["status"] != "running"
    page.wait_for("document.querySelector('.told.result') !== null" if over else hands.MOVABLE)
    return not over
