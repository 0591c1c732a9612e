"""Taking moves back: at once where nobody has learned anything, else where all agree; nothing is told by it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.game import Game, State
from cardwright.play.game.traces.recorder import Line, Recorder
from cardwright.play.game.traces.replay import play_line, replay
from cardwright.table.page import film as films
from cardwright.table.page.film import Film, film_of_trace
from cardwright.table.page.film_encoding import FrameDecoder, drawn
from cardwright.table.page.seat_text import SeatText
from cardwright.table.serving.persistence import GameRecord, lines_of
from cardwright.table.serving.session import Seating, TableSession, last_own, needs
from tests.laws.law_games import Case, each_once
from tests.table.serving.served import KEYS, Browser, serving, session_of


def play(session: TableSession, luck: random.Random, many: int) -> None:
    """Play some moves at random, each by whoever decides."""
    for _ in range(many):
        if not session.state.is_terminal:
            session.play_bot(luck.choice(session.state.legal_moves).text)


def shown(film: Film) -> dict[str, Any]:
    """The last table of a film, put together from its frames."""
    return FrameDecoder(film.frames).table


@pytest.mark.thorough
def test_a_secret_choice_is_taken_back_at_once() -> None:
    """The others have heard only that it was made; once all have chosen, they have to agree."""
    game = load_game("course-folle", players=3)
    session, _ = session_of(game, 4)
    first = session.state.current_seat
    before = session.state.fingerprint()
    session.play_bot(session.state.legal_moves[0].text)
    assert session.ask_undo(first) is None and session.question is None
    assert session.state.fingerprint() == before and session.state.current_seat == first
    play(session, random.Random(1), 3)
    assert session.ask_undo(first) is None and session.question is not None


def test_a_move_that_others_have_heard_of_needs_their_agreement(tmp_path: Path) -> None:
    """Whoever refuses leaves the move; if all agree, chance falls as it fell, and the trace is that of the game."""
    path = tmp_path / "evening.jsonl"
    game, kept = load_game("love-letter"), GameRecord(path)
    seating = Seating(bots={}, language="en", ending=lambda state: [state.status])
    session = TableSession(game.initial_state(seed=5), 5, seating, kept)
    kept.go_live()
    play(session, random.Random(3), 3)
    keeps = max(number for number, seat in enumerate(session.movers) if seat == 0)
    moves, lines = session.moves[keeps:], list(kept.lines)
    assert session.ask_undo(0) is None and session.ask_undo(1) is not None
    question = session.question
    assert question is not None and question.keeps == keeps
    assert (
        session.answer_undo(1, question.number, False) and session.question is None and session.moves[keeps:] == moves
    )
    session.ask_undo(0)
    assert session.question is not None and session.answer_undo(1, session.question.number, True)
    assert len(session.moves) == keeps and session.state.current_seat == 0
    assert [line for line in kept.lines if "move" in line] == [line for line in lines if "move" in line][:keeps]
    report = Report()
    written = lines_of(path, report)
    assert written is not None and replay(written, game, verify=False).differences == ()
    for move in moves:
        session.play_bot(move)
    assert kept.lines == lines
    for seat, film in session.films.items():
        assert shown(film)["blocks"] == drawn(session.state.table(seat))["blocks"]


def test_with_bots_alone_nobody_is_asked_and_they_answer_the_same() -> None:
    session, _ = session_of(load_game("love-letter", players=3), 7, (1, 2))
    while session.state.current_seat != 0:
        assert session.bot is not None
        session.play_bot(session.bot().choose(session.state, session.state.legal_moves).text)
    move, answers = session.state.legal_moves[0].text, []
    for _ in range(2):
        assert session.play(0, len(session.frames(0, 0)), move) is None
        while session.bot is not None:
            session.play_bot(session.bot().choose(session.state.clone(), session.state.legal_moves).text)
        answers.append(list(session.moves))
        assert session.ask_undo(0) is None and session.question is None
    assert answers[0] == answers[1]


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    session, _ = session_of(load_game("kuhn-poker"), 3)
    assert str(session.ask_undo(0)) == "You have no move to take back."


@pytest.mark.thorough
def test_a_far_move_is_taken_back() -> None:
    """Also one before the last position that was kept on the way."""
    session, _ = session_of(load_game("neko-racing"), 3)
    play(session, random.Random(2), 49)
    session.play_bot(session.state.legal_moves[0].text)
    seat, marks = session.movers[49], session.state.fingerprint()
    last = session.moves[49]
    play(session, random.Random(2), 4)
    back = [number for number, who in enumerate(session.movers) if who == seat][-1]
    session.ask_undo(seat)
    while session.question is not None:
        other = next(one for one in session.films if one not in session.question.agreed)
        session.answer_undo(other, session.question.number, True)
    assert len(session.moves) == back
    if back == 49:
        session.play_bot(last)
        assert session.state.fingerprint() == marks


def test_the_question_is_asked_and_answered_over_the_wire() -> None:
    session, _ = session_of(load_game("love-letter"), 1)
    with serving(session) as address:
        people = [Browser(address, KEYS[seat]) for seat in range(2)]
        mover = session.state.current_seat
        people[mover].wait()
        people[mover].move(people[mover].table["moves"][0]["text"])
        people[mover].send(type="undo")
        asked = _next(people[1 - mover], "asked")
        assert (
            asked["undo"] == 1 and not asked["yours"] and asked["text"].endswith("since the others have heard of it.")
        )
        assert _next(people[mover], "asked")["yours"]
        people[1 - mover].send(type="answer", undo=1, agrees=True)
        assert _next(people[mover], "asked")["undo"] == 0
        assert people[mover].log == [{"event": "undone", "text": f"player {mover + 1} has taken a move back."}]
        assert session.state.decisions == 0


def _next(browser: Browser, kind: str) -> dict[str, Any]:
    """The next message of a type."""
    while True:
        message = browser.hear()
        if message["type"] == kind:
            return message


# Nothing is told --------------------------------------------------------------------------------


@pytest.mark.sampled(10)
@pytest.mark.parametrize("case", each_once()[::3], ids=str)
def test_what_is_sent_after_an_undo_does_not_depend_on_hidden_cards(case: Case) -> None:
    """The same game with other hidden cards, a move taken back and another made, sends a seat the same bytes."""
    game, luck = case.game, random.Random(str(case))
    state = game.initial_state(seed=3)
    for _ in range(8):
        if not state.is_terminal:
            state.apply(luck.choice(state.legal_moves))
    if not state.decisions or state.is_terminal:
        return
    seat, asker = state.decisions % game.players, luck.randrange(game.players)
    keeps = last_own(_movers(lines(state)), asker)
    if keeps is not None:
        assert _sent(game, lines(state), seat, asker, keeps) == _sent(
            game, lines(state.resample(seat, seed=2)), seat, asker, keeps
        )


def lines(state: State) -> list[Line]:
    """The trace of a game up to a position."""
    recorder = Recorder(state)
    return [recorder.first, *recorder.lines(state)]


def _movers(trace: list[Line]) -> list[int]:
    return [int(line["seat"][1:]) - 1 for line in trace if "move" in line]


def _sent(game: Game, trace: list[Line], seat: int, asker: int, keeps: int) -> object:
    """What a seat is sent if all moves after the first few are taken back and made again, and why all must agree."""
    moves = [str(line["move"]) for line in trace if "move" in line]
    at = [number for number, line in enumerate(trace) if "move" in line][keeps]
    state, film = game.initial_state(seed=0, chance="explicit"), Film(seat, "fr", lambda _: [], moves=True)
    assert film_of_trace(trace, state, film) is None
    why = needs(state, moves, _movers(trace), keeps)
    back = game.initial_state(seed=0, chance="explicit")
    for line in trace[:at]:
        assert play_line(back, line) == ""
    film.put_back(back, SeatText(game.words("fr"), "undone", who=asker))
    assert film_of_trace(trace[at:], back, film) is None
    return why, film.frames


def test_a_film_goes_on_however_often_moves_are_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins anew before it is too long: what is held is bounded, and what is played is always seen."""
    monkeypatch.setattr(films, "MOST_FRAMES", 20)
    session, _ = session_of(load_game("golf-patience"), 5)
    made = session.films[0]
    for turn in range(60):
        together, before, begun = FrameDecoder(made.frames), len(made.frames), made.begun
        assert session.play(0, before, session.state.legal_moves[0].text) is None or session.state.is_terminal
        assert len(made.frames) <= 20 and (len(made.frames) > before or made.begun > begun)
        if made.begun > begun:
            assert "no longer shown" in FrameDecoder(made.frames).log[0]["text"]
        else:
            together.add(made.frames[-1])
            assert together.table == FrameDecoder(made.frames).table
        assert shown(made)["blocks"] == drawn(session.state.table(0))["blocks"], turn
        assert session.ask_undo(0) is None
    assert made.begun >= 5


def test_a_page_is_loaded_again_when_its_film_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "MOST_FRAMES", 9)
    session, _ = session_of(load_game("golf-patience"), 5)
    with serving(session) as address:
        page = Browser(address, KEYS[0])
        page.wait()
        for _ in range(4):
            assert page.move(page.table["moves"][0]["text"]) == ""
        page.send(type="move", at=len(page.frames), move=page.table["moves"][0]["text"])
        _next(page, "frames")
        while session.films[0].begun == 0:
            page.send(type="undo")
            while (told := page.hear())["type"] not in ("frames", "again"):
                pass
        assert told["type"] == "again"
        page.send(type="move", at=len(page.frames), move="pass")
        assert _next(page, "told")["text"] == "The game has gone on in the meantime."
        anew = Browser(address, KEYS[0])
        anew.wait()
        assert anew.id != page.id and len(anew.frames) < 9
        assert anew.move(anew.table["moves"][0]["text"]) == ""
        old = Browser(address, KEYS[0], page.frames, page.id)
        assert old.hear()["type"] == "again"
