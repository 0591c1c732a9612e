"""What chance brings at a table follows from its secret: also after a move was taken back, a restart, other rules."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import get_type_hints

import pytest

pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")

from cardwright import load_game
from cardwright.play.game.chance import new_secret
from cardwright.play.game.game import Game, State
from cardwright.play.game.traces.recorder import Recorder
from cardwright.play.players.registry import maker
from cardwright.source.text.storage import KEYS
from cardwright.table.page.film import Film
from cardwright.table.page.seat_text import SeatText
from cardwright.table.serving import connection
from cardwright.table.serving.connection import Link, Message
from cardwright.table.serving.hall import Hall
from cardwright.table.serving.lobby import TableChoice
from cardwright.table.serving.persistence import GameRecord
from cardwright.table.serving.session import Seating, TableSession
from cardwright.table.serving.table import GameTable
from tests.table.serving.served import hall_of, session_of

SEATING = Seating(bots={}, language="en", ending=lambda state: [state.status])


def opened(hall: Hall, game: Game, seats: tuple[str, ...] = ("human", "human")) -> tuple[str, TableSession]:
    """A table that was opened on the page of the host."""
    choice = TableChoice(
        game=game.name, variants=(), preset="", options={}, players=len(seats), seats=seats, language="en"
    )
    name = hall.open(choice, game)
    return name, hall.tables[name].session


def play(session: TableSession, many: int) -> None:
    """Make some moves, always the first one."""
    for _ in range(many):
        session.play_bot(session.state.legal_moves[0].text)


def take_back(session: TableSession, seat: int) -> None:
    """Take a seat's last move back, to which all agree."""
    assert session.ask_undo(seat) is None
    for other in session.films:
        if session.question is not None:
            session.answer_undo(other, session.question.number, True)


def test_a_table_has_no_seed_and_each_its_own_deal(tmp_path: Path) -> None:
    """The record says what chance gave; the secret stands beside it, for the owner of the files only."""
    hall, game = hall_of(tmp_path), load_game("love-letter")
    deals = {opened(hall, game)[1].state.fingerprint() for _ in range(8)}
    assert len(deals) > 6
    for path in tmp_path.glob("*.jsonl"):
        assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["seed"] is None
        kept = path.with_name(path.name + KEYS)
        secret = json.loads(kept.read_text(encoding="utf-8"))["secret"]
        assert kept.stat().st_mode & 0o077 == 0 and len(secret) == 64 and secret not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("lost", [False, True])
def test_after_a_restart_the_same_is_still_to_come(lost: bool, tmp_path: Path) -> None:
    """Unless the secret was lost: then the game goes on with another one. What was drawn stays drawn in any case."""
    hall, game = hall_of(tmp_path), load_game("love-letter")
    name, session = opened(hall, game)
    play(session, 3)
    stood, seat, frames = session.state.fingerprint(), session.movers[-1], session.frames(0, 0).copy()
    keys = tmp_path / f"{name}.jsonl{KEYS}"
    if lost:
        known = json.loads(keys.read_text(encoding="utf-8"))
        keys.write_text(json.dumps({key: one for key, one in known.items() if key != "secret"}), encoding="utf-8")
    later = hall_of(tmp_path)
    later.restore("en")
    again = later.tables[name].session
    assert again.state.fingerprint() == stood and again.frames(0, 0) == frames and not again.seeded
    for one in (session, again) if not lost else ():
        take_back(one, seat)
        play(one, 1)
        assert one.state.fingerprint() == stood
    assert not lost or again.ask_undo(seat) is not None
    for one in (session, again):
        play(one, 12)
    assert lost != (again.state == session.state)
    if lost:
        known = json.loads(keys.read_text(encoding="utf-8"))
        assert known["secret"] == f"{again.chance.secret:064x}" != f"{session.chance.secret:064x}"


@pytest.mark.parametrize("by", ["hand", "earlier version"])
def test_who_plays_by_a_seed_is_told(by: str, tmp_path: Path) -> None:
    """Whether the host has typed it, or the table was opened when each had a seed; both go on as they would have."""
    game = load_game("love-letter")
    path = tmp_path / "evening.jsonl"
    kept = GameRecord(path)
    session = TableSession(game.initial_state(seed=77), new_secret(), SEATING, kept)
    kept.go_live()
    play(session, 3)
    known = {"p1": "k" * 20, "p2": "j" * 20, "seats": ["human", "human"], "language": "en"}
    more = {"secret": "0" * 64, "seeded": True} if by == "hand" else {}
    path.with_name(path.name + KEYS).write_text(json.dumps(known | more), encoding="utf-8")
    hall = hall_of(tmp_path)
    hall.restore("en")
    table = hall.tables["evening"]
    assert table.session.state == session.state and table.session.seeded
    told = [str(one.text) for seat in (0, 1) for one in table._standing(seat) if one.type == "notice"]
    assert len(told) == 2 and all("follows from a number that the host knows" in one for one in told)
    assert opened(hall, game)[1].seeded is False


def test_that_a_seed_was_there_is_told_after_the_rules_have_changed(tmp_path: Path) -> None:
    """Its record no longer says so, but the cards that are on the table came from it."""
    game, path = load_game("love-letter"), tmp_path / "evening.jsonl"
    hall, kept = hall_of(tmp_path), GameRecord(path)
    session = TableSession(game.initial_state(seed=77), new_secret(), SEATING, kept)
    hall.add("evening", session, ("human", "human"), kept)
    recorder = Recorder(session.state)
    kept.rewrite([{**recorder.first, "seed": None}, *recorder.lines(session.state)])
    later = hall_of(tmp_path)
    later.restore("en")
    assert later.tables["evening"].session.seeded


def test_bots_have_luck_of_their_own() -> None:
    """They answer the same after a move was taken back; from one decision to the next they draw anew."""
    game = load_game("mille-bornes")
    seeds: list[int] = []

    def noting(seat: int, luck: int) -> object:
        seeds.append(luck)
        return maker("random")(seat, luck)

    seating = Seating(bots={0: noting, 1: noting}, language="en", ending=lambda state: [])  # type: ignore[dict-item]
    session = TableSession(game.initial_state(seed=3), 4711, seating, GameRecord(None))
    places = []
    for _ in range(60):
        assert session.bot is not None
        moves = [move.text for move in session.state.legal_moves]
        chosen = [session.bot().choose(session.state, session.state.legal_moves).text for _ in range(2)]
        assert chosen[0] == chosen[1]
        places.append((moves.index(chosen[0]), len(moves)))
        session.play_bot(chosen[0])
    assert max(at / many for at, many in places) > min((at + 1) / many for at, many in places)
    assert len(set(seeds)) == 60 and not {3, 4711} & set(seeds)


def test_only_what_is_made_for_seats_is_sent() -> None:
    """Every text on its way to a seat is a `SeatText`, and none is made of a text but the name of a phrase."""
    hints = [get_type_hints(one)["text"] for one in (GameTable.notice, GameTable.tell_all, Film.put_back, Message)]
    assert {str(hint).replace(" | None", "") for hint in hints} == {str(SeatText), _named(SeatText)}
    assert get_type_hints(Link.tell)["message"] is Message
    made = {**get_type_hints(SeatText.__init__), **get_type_hints(SeatText.refused), **get_type_hints(SeatText.barred)}
    assert str not in made.values() and "Literal" in str(made["phrase"])
    assert [file.name for file in Path("interpreter").rglob("*.py") if "SeatText._of(" in file.read_text()] == [
        "seat_text.py"
    ]
    sends = [line.strip() for line in inspect.getsource(connection).splitlines() if "send_" in line]
    assert [line for line in sends if ".to_json()" not in line] == [
        'await self.socket.send_json({"type": "frames", "from": first, "frames": new})'
    ]


def _named(one: type) -> str:
    return f"{one.__module__}.{one.__qualname__}"


def test_reasons_are_for_the_seat_that_decides() -> None:
    session, _ = session_of(load_game("love-letter"), 1)
    state: State = session.state
    other = 1 - state.current_seat
    assert str(session.why_not(other, len(session.frames(other, 0)), "guard")) == "It is not your turn."
    with pytest.raises(ValueError, match="the reasons are for seat"):
        SeatText.refused(state, other, ["play(guard)"], session.words)
