"""The host's disk is full: no move is lost, everybody is told, and the game goes on when there is room."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.play.players.registry import PLAYERS
from cardwright.source.text import storage
from cardwright.table.serving import app, table
from cardwright.table.serving.lobby import TableChoice
from cardwright.table.serving.persistence import GameRecord, past_of
from cardwright.table.serving.session import Seating, TableSession
from tests.laws.faulty_disk import Disk
from tests.table.serving.served import KEYS, Browser, hall_of, serving

FULL = os.strerror(errno.ENOSPC)


class Filling:
    """A disk with room for so many writes (None: all); half of what is written then is there, as on a real one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        monkeypatch.setattr(storage, "system", self)

    def __call__(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Do a step of the operating system."""
        if self.room is not None and call is os.write:
            self.room -= 1
            if self.room < 0:
                os.write(args[0], bytes(args[1])[: len(args[1]) // 2])
                raise OSError(errno.ENOSPC, FULL)
        return call(*args, **options)


def kept_session(path: Path, game: str = "love-letter", bots: tuple[int, ...] = ()) -> TableSession:
    """A game of two that is kept in a file."""
    kept = GameRecord(path)
    seating = Seating(bots=dict.fromkeys(bots, PLAYERS["first"]), language="en", ending=lambda state: [state.status])
    session = TableSession(load_game(game).initial_state(seed=5), 5, seating, kept)
    session.seeded = False  # nobody here has to be reminded of the seed
    kept.go_live()
    return session


def test_a_move_that_cannot_be_written_was_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, disk = tmp_path / "evening.jsonl", Filling(monkeypatch)
    session = kept_session(path)
    with serving(session) as address:
        people = [Browser(address, KEYS[seat]) for seat in (0, 1)]
        mover, waiting = people if session.state.current_seat == 0 else people[::-1]
        mover.wait()
        waiting.hear()
        before, move = path.read_bytes(), mover.table["moves"][0]["text"]
        disk.room = 0
        for _ in range(3):
            told = mover.move(move)
            assert told == f"The host's disk takes no more ({FULL}): this was not kept. Try again."
        notice = waiting.hear()
        assert notice["type"] == "notice" and "the game waits" in notice["text"] and FULL in notice["text"]
        assert session.state.decisions == 0 and path.read_bytes() == before
        disk.room = None
        assert mover.move(move) == ""
        heard = [waiting.hear(), waiting.hear()]
        assert heard[0]["type"] == "frames" and heard[1] == {"type": "notice", "text": ""}
        session.ask_undo(session.movers[-1])
        question = session.question
        assert question is not None
        disk.room, written, version = 0, path.read_bytes(), session.version
        with pytest.raises(storage.NotWritten, match=FULL):
            session.answer_undo(1 - question.seat, question.number, True)
        assert (path.read_bytes(), session.version, session.question) == (written, version, question)
        disk.room = None
        assert session.answer_undo(1 - question.seat, question.number, True) and session.moves == []
    past = past_of(path, session.game, Report())
    assert past is not None and past.moves == () and os.listdir(tmp_path) == ["evening.jsonl"]
    told = capsys.readouterr().err
    assert told.count(f"{path}: {FULL}: the game waits") == 1


def test_a_bot_waits_for_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "RETRY", 0.05)
    path, disk = tmp_path / "evening.jsonl", Filling(monkeypatch)
    session = kept_session(path, "kuhn-poker", bots=(1,))
    with serving(session) as address:
        person = Browser(address, KEYS[0])
        person.wait()
        disk.room = 1
        assert person.move(person.table["moves"][0]["text"]) == ""
        while "the game waits" not in person.hear().get("text", ""):
            pass
        disk.room = None
        while person.hear() != {"type": "notice", "text": ""}:
            pass
        person.wait()
    past = past_of(path, session.game, Report())
    assert past is not None and past.moves == tuple(session.moves)


def test_rules_are_followed_when_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without being saved once more; until then everybody is told, and the record is that of the old rules."""
    monkeypatch.setattr(app, "RETRY", 0.05)
    path, disk, now = tmp_path / "evening.jsonl", Filling(monkeypatch), {"rules": 1}
    session, hall = kept_session(path), hall_of()
    hall.put("first", one := table.GameTable(session, KEYS, ("human", "human"), hall.thinking))
    new = load_game("love-letter", options={"tokens_to_win": 3})
    watcher = app.Watcher(hall, "love-letter", lambda: dict(now), lambda name, old: new)

    def told() -> str:
        return next(str(said.text or "") for said in one._standing(0) if said.type == "notice")

    async def edited() -> None:
        task = asyncio.create_task(watcher.watch())
        await asyncio.sleep(2 * app.EVERY)
        disk.room, now["rules"], before = 0, 2, path.read_bytes()
        while not told():
            await asyncio.sleep(0.01)
        assert FULL in told() and path.read_bytes() == before and session.game != new
        disk.room = None
        while told():
            await asyncio.sleep(0.01)
        assert session.game == new and path.read_bytes() != before
        task.cancel()

    asyncio.run(asyncio.wait_for(edited(), 20))


def test_a_terminal_that_takes_nothing_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages for the host may go to a file on the disk that is full: bots and `--watch` go on all the same."""
    session, hall, chooses = kept_session(tmp_path / "evening.jsonl", "kuhn-poker", bots=(0, 1)), hall_of(), []

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, FULL)

    def choose(*given: object) -> object:
        chooses.append(given)
        raise ValueError("this bot fails")

    report = Report()
    report.add("E100", "here is a mistake", None)

    def load(name: str, game: object) -> Any:
        raise SpecError(report)

    async def served() -> None:
        one = hall.put("first", table.GameTable(session, {}, ("first", "first"), hall.thinking, 0.1, hall.tell_host))
        monkeypatch.setattr(hall.thinking, "move", choose)
        one.open()
        for many in (1, 2):
            while len(chooses) < many:
                await asyncio.sleep(0.01)
            assert await app.Watcher(hall, "kuhn-poker", dict, load)._follow()
            one.changed()
        await one.close()

    monkeypatch.setattr(sys, "stderr", Full())
    asyncio.run(asyncio.wait_for(served(), 20))


def test_a_table_that_cannot_be_kept_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whatever step its files fail."""
    game, hall, failed = load_game("love-letter"), hall_of(tmp_path), 0
    choice = TableChoice(
        game="love-letter", variants=(), preset="", options={}, players=2, seats=("human", "human"), language="en"
    )
    while not hall.tables:
        disk = Disk(failed + 1, "EDQUOT")
        with disk.here():
            try:
                hall.open(choice, game)
            except storage.NotWritten:
                assert hall.tables == {}
                failed += 1
            else:
                failed += disk.failed  # the name of a file could not be brought to the disk, but the file was
                if disk.failed:
                    hall = hall_of(tmp_path)
    assert failed > 8
    hall.thinking.close()
