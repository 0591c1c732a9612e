"""A table is served over real connections: it is played to the end, interrupted, attacked, and taken up again."""

from __future__ import annotations

import random
import re
import socket
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.game import Game
from cardwright.play.game.traces.recorder import Line
from cardwright.table.page.film import Film, film_of_trace
from cardwright.table.serving import connection as protocol
from cardwright.table.serving import web_server
from cardwright.table.serving.connection import MOST_MESSAGES, BadMessage, read_message
from cardwright.table.serving.persistence import GameRecord, NotResumed, check_same, keys_of, past_of
from cardwright.table.serving.session import Seating, TableSession, barred
from tests.table.serving.served import KEYS, PATIENCE, Browser, connection, fetch, serving, session_of


def film(game: Game, trace: Sequence[Line], seat: int) -> list[dict[str, Any]]:
    """What a seat is to be sent."""
    made = Film(seat, "en", lambda state: [state.status], moves=True)
    assert film_of_trace(trace, game.initial_state(seed=0, chance="explicit"), made) is None
    return made.frames


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["mille-bornes", "course-folle", "neko-racing", "on-the-trail"])
def test_a_game_is_played_to_its_end(name: str) -> None:
    """One person against bots. All that comes over the wire is the film of that seat, which its laws are about."""
    game = load_game(name, preset="single_hand" if name == "mille-bornes" else None)
    session, kept = session_of(game, 4, range(1, game.players))
    luck = random.Random(4)
    with serving(session) as address:
        browser = Browser(address, KEYS[0])
        browser.wait()
        while browser.table["status"] == "running":
            assert browser.move(luck.choice(browser.table["moves"])["text"]) == ""
            browser.wait()
    assert session.state.status == "finished" and browser.table["status"] == "finished"
    assert browser.frames == film(game, kept.lines, 0)


def test_two_people_play_and_one_loses_the_connection() -> None:
    """Whoever comes back is sent what is missing; a page of another server has to be loaded again."""
    game = load_game("love-letter")
    session, kept = session_of(game, 1)
    with serving(session) as address:
        people = [Browser(address, KEYS[seat]) for seat in range(2)]
        for _ in range(4):
            mover = people[session.state.current_seat]
            mover.wait()
            mover.move(mover.table["moves"][0]["text"])
        people[1].socket.close()
        mover = people[0] if session.state.current_seat == 0 else people[1]
        again = Browser(address, KEYS[1], people[1].frames, people[1].id)
        second = Browser(address, KEYS[1])
        for one in (again, second):
            while len(one.frames) < len(session.frames(1, 0)):
                one.hear()
        assert again.frames == second.frames == film(game, kept.lines, 1)
        stranger = Browser(address, KEYS[1], table="another")
        assert stranger.hear() == {"type": "again"}


def test_what_may_not_be_done_is_told() -> None:
    game = load_game("on-the-trail")
    session, _ = session_of(game, 4)
    with serving(session) as address:
        first, second = (Browser(address, KEYS[seat]) for seat in range(2))
        first.wait()
        second.hear()
        assert second.move("stop") == "It is not your turn."
        assert first.move("fly(moon)").startswith("That is not allowed now: 'fly' is not on offer here")
        first.send(type="move", at=0, move=first.table["moves"][0]["text"])
        assert first.hear() == {"type": "told", "text": "The game has gone on in the meantime."}
        hand = next(zone for block in first.table["blocks"] for zone in block["zones"] if zone["id"] == "p1.hand")
        named = " ".join(move["text"] for move in first.table["moves"])
        for card in {card["card"] for card in hand["cards"]} - set(re.findall(r"\w+", named)):
            first.send(type="why", at=len(first.frames), card=card)
            assert (heard := first.hear())["type"] == "barred" and heard["card"] == card
            assert heard["text"].startswith("That is not allowed now: ")
        first.send(type="why", at=len(first.frames), card="moon(")
        assert first.hear() == {"type": "barred", "card": "moon(", "text": "", "moves": []}
        assert session.state.decisions == 0


def test_only_its_own_page_gets_in() -> None:
    game = load_game("kuhn-poker")
    session, _ = session_of(game, 3)
    with serving(session) as address, ExitStack() as stack:
        assert fetch(address, "/")[0] == fetch(address, "/seat/")[0] == fetch(address, "/seat/wrong")[0] == 404
        assert fetch(address, f"/seat/{KEYS[0]}", Host="evil.example")[0] == 400
        assert fetch(address, f"/seat/{KEYS[0]}", Host="localhost:80")[0] == 200
        good = f"http://{address}"
        for key, origin in ((KEYS[0], "http://evil.example"), (KEYS[0], None), (KEYS[0], "null"), ("wrong", good)):
            with pytest.raises(Exception, match="403"):
                stack.enter_context(connection(address, key, origin))


HOSTILE = (
    "",
    "[]",
    "null",
    '{"type": "move"}',
    '{"type": "hello", "table": "x", "have": 0}',
    '{"type": "move", "at": true, "move": "bet"}',
    '{"type": "move", "at": 1, "move": "bet", "seat": "p2"}',
    '{"type": ["move"], "at": 1, "move": "bet"}',
    r'{"type": "move", "at": 1, "move": "\ud800"}',
    "[" * 4000,
    "x" * 5000,
    b"\x00",
)


def test_whoever_sends_anything_else_is_cut_off_and_the_game_goes_on() -> None:
    session, _ = session_of(load_game("kuhn-poker"), 3)
    with serving(session, rest=9) as address:
        player = Browser(address, KEYS[0])
        for bad in (*HOSTILE, None):
            enemy = Browser(address, KEYS[1], table=player.id)
            enemy.hear()
            with pytest.raises(Exception, match="1008|1009"):
                for _ in range(1 if bad is not None else 4 * MOST_MESSAGES):
                    enemy.socket.send('{"type": "why", "at": 1, "card": "king"}' if bad is None else bad)
                while True:
                    enemy.socket.recv(PATIENCE)
        player.wait()
        assert player.move(player.table["moves"][0]["text"]) == ""
        assert session.state.decisions == 1


@pytest.mark.parametrize("text", [one for one in HOSTILE if isinstance(one, str) and "hello" not in one])
def test_messages_are_read_strictly(text: str) -> None:
    with pytest.raises(BadMessage):
        read_message(text)


# The game on disk ---------------------------------------------------------------------------------


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    """It has the same keys, and the same frames; a line that was cut off is left out, as if it had not been played."""
    game, path = load_game("love-letter"), tmp_path / "evening.jsonl"
    seating = Seating(bots={}, language="en", ending=lambda state: [state.status])
    kept = GameRecord(path)
    session, keys = TableSession(game.initial_state(seed=5), 5, seating, kept), keys_of(path, (0, 1))
    kept.go_live()
    for _ in range(4):
        seat = session.state.current_seat
        assert session.play(seat, len(session.frames(seat, 0)), session.state.legal_moves[0].text) is None
    path.write_text(path.read_text() + '{"n": 99, "sea')
    assert path.stat().st_mode & 0o077 == 0
    report = Report()
    past = past_of(path, game, report)
    assert past is not None and report.diagnostics == [] and keys_of(path, (0, 1)) == keys
    kept = GameRecord(path)
    later = TableSession(game.initial_state(seed=5), 5, seating, kept, past.moves)
    check_same(past, kept.lines)
    kept.go_live()
    assert [later.frames(seat, 0) for seat in (0, 1)] == [session.frames(seat, 0) for seat in (0, 1)]
    assert later.state == session.state and path.read_text().count("\n") == len(kept.lines)


def test_a_game_of_other_rules_does_not_go_on(tmp_path: Path) -> None:
    path, report = tmp_path / "evening.jsonl", Report()
    kept = GameRecord(path)
    seating = Seating(bots={}, language="en", ending=lambda state: [])
    TableSession(load_game("love-letter").initial_state(seed=5), 5, seating, kept)
    kept.go_live()
    with pytest.raises(NotResumed, match="`game` differs"):
        past_of(path, load_game("kuhn-poker"), report)
    with pytest.raises(NotResumed, match="`players` differs"):
        past_of(path, load_game("love-letter", players=3), report)
    assert past_of(tmp_path / "none.jsonl", load_game("love-letter"), report) is None


def test_whoever_never_ends_a_request_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly it comes on; a page that is open stays so, and an answer may take longer than a request."""
    monkeypatch.setitem(web_server.SECONDS, True, 0.4)
    session, _ = session_of(load_game("kuhn-poker"), 1)
    with serving(session) as address:
        one, (name, port) = Browser(address, KEYS[0]), address.split(":")
        for begun in (
            b"",
            b"GET / HTTP/1.1\r\nX",
            b"POST /host/x/open HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n",
        ):
            with socket.create_connection((name, int(port)), 10) as slow, suppress(ConnectionError):
                slow.settimeout(0.1)
                slow.sendall(begun)
                until = time.monotonic() + 5
                while time.monotonic() < until:
                    with suppress(TimeoutError):
                        if not slow.recv(65_536):
                            break
                    slow.sendall(b"x")
                else:
                    pytest.fail(f"{begun!r} is still waited for")
        one.send(type="why", at=99, card="x")
        while one.hear()["type"] != "told":
            pass
    assert not web_server._WAITING


def test_what_goes_wrong_in_the_middle_of_a_request_is_nobodys_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    """The terminal of the server is told nothing of it, whether the request is being answered or has been."""
    session, _ = session_of(load_game("kuhn-poker"), 1)
    with serving(session) as address:
        name, port = address.split(":")
        head = f"POST / HTTP/1.1\r\nHost: {address}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        for parts in ((head + b"zz\r\n",), (head, b"zz\r\n"), (head + b"1\r\na\r\n", b"1\r\na\r\n", b"-1\r\n")):
            with socket.create_connection((name, int(port)), 10) as sent, suppress(ConnectionError):
                for part in parts:
                    sent.sendall(part)
                    time.sleep(0.1)
                while sent.recv(65_536):
                    pass
        Browser(address, KEYS[0]).hear()
    assert capfd.readouterr().err == ""


BARRED: tuple[tuple[str, str, list[tuple[str, str]]], ...] = (
    ("mille-bornes", "km_50", [("Drive 50 km (50 of 700)", "your team is not rolling")]),
    ("mille-bornes", "red_light", [("Play Red light on team 2", "team 2 is not rolling")]),
    ("mille-bornes", "speed_limit", []),
    ("mille-bornes", "priority_vehicle", []),
    ("president", "ace", []),
    ("hearts", "hearts_two", []),
)
"""Of cards in hand, the moves that only the position bars: none against print, none by another value."""


@pytest.mark.parametrize(("name", "card", "expected"), BARRED)
def test_what_a_card_would_be_part_of_is_told(name: str, card: str, expected: list[tuple[str, str]]) -> None:
    state = load_game(name).initial_state(seed=3)
    found = barred(state, state.current_seat, card, state.game.words("en"))
    assert [(str(label), str(why)) for label, why in found.moves] == expected


def test_a_card_of_a_combination_tells_why_it_goes_over_nothing_alone() -> None:
    state = load_game("president", players=4).initial_state(seed=3)
    state.apply("play([ace])")
    found = barred(state, state.current_seat, "three", state.game.words("en"))
    assert [(str(label), str(why)) for label, why in found.moves] == [
        ("Play three", "this does not go over the last cards")
    ]


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("play(clubs_knight, [coins_six])", "So far: the cards do not add up to knight of clubs (6/9)."),
        ("play(clubs_knight, [coins_six, swords_three])", None),
        ("play(clubs_knight, [coins_knave])", None),
    ],
)
def test_what_a_begun_move_needs_is_counted(move: str, told: str | None) -> None:
    """What its conditions count, and compare that with; nothing of what is complete, or can never be chosen."""
    state = load_game("scopa", players=2).initial_state(seed=28)
    found = barred(state, state.current_seat, move, state.game.words("en"))
    assert (found.text and str(found.text), found.moves) == (told, [])


def test_the_page_of_the_table_lists_what_can_be_sent() -> None:
    """Each type of message from a page, with its keys, and each to it."""
    text = Path("docs/table.md").read_text(encoding="utf-8").partition("## Where a page has its frames from")[2]
    to_page, from_page = text.partition("\nFrom the page:")[::2]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", from_page.partition("| `type` |")[2], re.MULTILINE)
    listed = {kind: set(re.findall(r"`(\w+)`", keys)) for kind, keys in rows}
    assert listed == {kind: set(keys) for kind, keys in protocol.KEYS.items()}
    told = set(re.findall(r"^\| `(\w+)` \| ", to_page.partition("| `type` |")[2], re.MULTILINE))
    sent = re.findall(r"['\"](\w+)", str(protocol.Message.__annotations__["type"]))
    assert told == {*sent, "frames", "open", "lost"}
