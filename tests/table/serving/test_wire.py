"""All that goes over the wire to a seat, by every route of `serve`, follows from what the seat sees.

A table is brought to a position, and a second one to the same position with other hidden cards, other secret choices
and another past that led there, so that one seat cannot tell them apart (`State.resample`). Then the same is done at
both, by all people there: pages are loaded, connections lost, moves refused, cards asked about, moves taken back or
not, rules changed, bots fail, the server is started again. What the seat is sent is the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report, SpecError
from cardwright.play.game.chance import SecretChance
from cardwright.play.game.decider import NOBODY
from cardwright.play.game.game import Game, State
from cardwright.play.game.move import Move
from cardwright.play.game.traces.recorder import Line, Recorder, line_text
from cardwright.play.game.traces.replay import play_under_rules
from cardwright.source.merge.catalogue import find_games
from cardwright.table.page.film_encoding import FrameDecoder
from cardwright.table.serving.app import Server, Watcher
from cardwright.table.serving.hall import Hall
from cardwright.table.serving.persistence import followed
from cardwright.table.serving.table import GameTable
from tests.table.serving.served import hall_of

NAME = "first"
HOST = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
PATIENCE = 2000
"""So often the loop may turn while somebody waits for a thread."""

GAMES = [game.name for game in find_games().games]

TRIES = 20
"""So many guesses are made of what a seat does not see, until one is another past than the true one."""

GAMES_TRIED, LAST = 8, 25
"""So many games are begun, and after so many decisions no more positions are looked at."""

OPEN = ("golf-patience",)
"""Here nothing has happened that somebody does not know."""

QUICK = ("love-letter", "course-folle")
"""One where cards are guessed, and one where choices are secret until all have made them."""


BY_HAND = ("gin-rummy", "hearts", "mille-bornes", "neko-racing", "on-the-trail")

Pairs = Callable[[Game, random.Random], list[tuple[int, list[Line], list[Line]]]]


class Seat:
    """Whoever sits on a seat, and all bytes that have come: of pages, and of messages."""

    def __init__(self, hall: Hall, seat: int) -> None:
        self.app, self.seat, self.came = Server(hall, frozenset(("localhost",)), "en").app(), seat, list[Any]()
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def page(self) -> None:
        """Load the page."""
        scope = {"type": "http", "method": "GET", "path": f"/seat/{key(self.seat)}", "headers": HOST}
        await self.app({**scope, "query_string": b"", "root_path": ""}, self.said.get, self._hear)

    async def connect(self, table: GameTable, have: int) -> None:
        """Open a connection, having seen so many frames."""
        self.said = asyncio.Queue()
        scope = {"type": "websocket", "path": f"/seat/{key(self.seat)}/play", "headers": HOST, "subprotocols": []}
        coming = self.app({**scope, "query_string": b"", "root_path": ""}, self.said.get, self._hear)
        self.task = asyncio.ensure_future(coming)
        self.said.put_nowait({"type": "websocket.connect"})
        await self.say(type="hello", table=table.id_of(self.seat), have=have)

    async def say(self, **message: Any) -> None:
        """Send a message, and wait until all is quiet."""
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        await quiet()

    async def leave(self) -> None:
        """Lose the connection."""
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await self.task

    async def _hear(self, message: Any) -> None:
        self.came.append(message)


async def quiet() -> None:
    """Wait until nothing is left to be done in the loop."""
    for _ in range(40):
        await asyncio.sleep(0)


async def until(true: Callable[[], bool]) -> None:
    """Wait for a thread."""
    for _ in range(PATIENCE):
        if true():
            break
        await asyncio.sleep(0.005)
    assert true()
    await quiet()


def key(seat: int) -> str:
    """The key of a seat."""
    return f"the-key-of-the-seat-{seat}"


class Failing:
    """A bot that fails with all that it could know on its lips."""

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        raise ValueError(f"{[move.text for move in moves]} {state.view(state.current_seat)}")


def restarted(folder: Path, lines: Sequence[Line], kinds: Sequence[str], told: list[str]) -> Hall:
    """A hall that takes up a game from its folder."""
    folder.mkdir(exist_ok=True)
    (folder / f"{NAME}.jsonl").write_text("".join(f"{line_text(line)}\n" for line in lines), encoding="utf-8")
    keys = {f"p{seat + 1}": key(seat) for seat in range(len(kinds))}
    known = {**keys, "seats": kinds, "language": "fr", "secret": f"{5:064x}"}
    (folder / f"{NAME}.jsonl.keys").write_text(json.dumps(known), encoding="utf-8")
    hall = hall_of(folder)
    hall.tell_host = told.append
    hall.restore("en")
    for table in hall.tables.values():
        table._id = "0123456789abcdef"
    return hall


def pairs(game: Game, luck: random.Random) -> list[tuple[int, list[Line], list[Line]]]:
    """Seats, each with two records that it cannot tell apart and that are not the same, at the first such position."""
    for attempt in range(GAMES_TRIED):
        chance, state = SecretChance(luck.getrandbits(256)), game.initial_state(chance="explicit")
        chance.settle(state)
        first, found = luck.randrange(1, max(2, 16 >> attempt)), list[tuple[int, list[Line], list[Line]]]()
        while not state.is_terminal and not found and state.decisions < LAST:
            for seat in (
                {state.current_seat, (state.current_seat + 1) % game.players} if state.decisions >= first else ()
            ):
                others = (record(state.resample(seat, number)) for number in range(TRIES))
                other = next((one for one in others if one != record(state)), None)
                if other is not None:
                    found.append((seat, record(state), other))
            state.apply(luck.choice(state.legal_moves))
            chance.settle(state)
        if found:
            return found
    return []


def pairs_by_hand(game: Game, luck: random.Random) -> list[tuple[int, list[Line], list[Line]]]:
    """The same with nothing of the sampler's code: two of the cards that chance gave have changed places."""
    for _ in range(GAMES_TRIED):
        chance, state, found = SecretChance(luck.getrandbits(256)), game.initial_state(chance="explicit"), []
        chance.settle(state)
        for _ in range(luck.randrange(1, LAST)):
            if not state.is_terminal:
                state.apply(luck.choice(state.legal_moves))
                chance.settle(state)
        lines = record(state)
        drawn = [number for number, line in enumerate(lines) if "chance" in line]
        for seat in range(game.players) if len(drawn) > 1 else ():
            for _ in range(TRIES):
                other, (a, b) = [dict(line) for line in lines], luck.sample(drawn, 2)
                other[a]["outcome"], other[b]["outcome"] = lines[b]["outcome"], lines[a]["outcome"]
                twin = play_under_rules(other, game)
                if other != lines and twin.fails is None and seen(twin.state, seat) == seen(state, seat):
                    found.append((seat, lines, record(twin.state)))
                    break
        if found:
            return found[:2]
    return []


def seen(state: State, seat: int) -> list[Any]:
    """What a seat has seen so far, and whose turn it is."""
    return [state.view(seat), state.events(seat), state.decider]


def pairs_at_the_end(game: Game, luck: random.Random) -> list[tuple[int, list[Line], list[Line]]]:
    """The same for a game that is over, where some cards have never been shown."""
    for _ in range(TRIES):
        chance, state = SecretChance(luck.getrandbits(256)), game.initial_state(chance="explicit")
        chance.settle(state)
        while not state.is_terminal:
            state.apply(luck.choice(state.legal_moves))
            chance.settle(state)
        for seat in range(game.players):
            others = (record(state.resample(seat, number)) for number in range(TRIES))
            found = next((one for one in others if one != record(state)), None)
            if found is not None:
                return [(seat, record(state), found)]
    return []


def record(state: State) -> list[Line]:
    """The trace up to a position; nothing in it says by which number chance fell."""
    recorder = Recorder(state)
    return [{**recorder.first, "seed": None}, *recorder.lines(state)]


async def everything(game: Game, lines: list[Line], seat: int, folder: Path, told: list[str]) -> list[Any]:
    """All that comes to a seat while everybody does what can be done without a move that would show more."""
    people = ["human"] * game.players
    hall = restarted(folder, lines, people, told)
    own = Seat(hall, seat)
    await at_the_table(hall, game, own)
    await by_other_rules(hall, game, own, told)
    await hall.end()
    came = own.came
    state = followed(lines, game)
    if state.current_seat not in (seat, NOBODY):
        kinds = ["first" if one == state.current_seat else "human" for one in range(game.players)]
        came += await with_a_bot_that_fails(restarted(folder, lines, kinds, told), seat)
    action = "fly" if state.is_terminal else state.legal_moves[0].text.partition("(")[0]
    wrong = {"seat": str(state.decider), "move": f"{action}(moon)"}
    came += await shut(restarted(folder, [{**lines[0], "digest": "00"}, *lines[1:], wrong], people, told), seat)
    return came


async def at_the_table(hall: Hall, game: Game, own: Seat) -> None:
    """Pages, refusals, reasons, moves taken back or not, a connection that is lost."""
    table, seat = hall.tables[NAME], own.seat
    others = [Seat(hall, one) for one in range(game.players) if one != seat]
    for one in (own, *others):
        await one.page()
        await one.connect(table, 0)
    frames = len(table.session.frames(seat, 0))
    actions = {move["text"].partition("(")[0] for move in FrameDecoder(table.session.frames(seat, 0)).table["moves"]}
    for kind in list(game.layout.kinds)[:6]:
        await own.say(type="why", at=frames, card=kind.id)
        for action in ("fly", *sorted(actions)):
            await own.say(type="move", at=frames, move=f"{action}({kind.id}, moon)")
    for asker in (own, *others):
        for agree in (False, True):
            await asker.say(type="undo")
            question = table.session.question
            for one in (own, *others) if question is not None else ():
                if one is not asker or (not agree and not others):
                    await one.say(type="answer", undo=question.number if question else 0, agrees=agree)
    await own.leave()
    await own.connect(table, frames // 2)
    await own.leave()
    await own.connect(table, len(table.session.frames(seat, 0)))


async def by_other_rules(hall: Hall, game: Game, own: Seat, told: list[str]) -> None:
    """The files change while people play: to mistakes, to rules that cannot be followed, to rules that can."""
    table = hall.tables[NAME]
    report = Report()
    report.add("E100", "here is a mistake", None)
    other = load_game("kuhn-poker" if game.name != "kuhn-poker" else "leduc-poker")

    def mistaken(name: str, now: Game) -> Game:
        raise SpecError(report)

    for load in (mistaken, lambda name, now: other):
        before = len(told)
        await Watcher(hall, game.name, dict, load)._follow()
        await quiet()
        assert len(told) == before + 1
    table.session.follow(followed(table.session.lines, game))
    table.changed()
    await quiet()
    await own.say(type="undo")


async def with_a_bot_that_fails(hall: Hall, seat: int) -> list[Any]:
    """A seat has been handed over to a bot, and it fails."""
    table, own = hall.tables[NAME], Seat(hall, seat)
    hall.begin()
    await own.page()
    await own.connect(table, 0)
    await until(lambda: table._notice is not None)
    await own.leave()
    await hall.end()
    return own.came


async def shut(hall: Hall, seat: int) -> list[Any]:
    """The game cannot go on by rules that were changed while the server was down."""
    assert list(hall.lost) == [NAME]
    own = Seat(hall, seat)
    await own.page()
    return own.came


@pytest.mark.parametrize("name", ["kuhn-poker", pytest.param("leduc-poker", marks=pytest.mark.thorough)])
def test_nor_when_the_game_is_over(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was never shown stays hidden, however it ended."""
    game, told = load_game(name), list[str]()
    monkeypatch.setattr("cardwright.table.serving.hall.game_of", lambda *given: game)
    found = pairs_at_the_end(game, random.Random(name))
    for seat, *records in found:
        came = [asyncio.run(everything(game, lines, seat, tmp_path, told)) for lines in records]
        assert came[0] == came[1] and len(came[0]) > 20
    assert found


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("name", "how"),
    [
        *((name, pairs) if name in QUICK else pytest.param(name, pairs, marks=pytest.mark.thorough) for name in GAMES),
        ("love-letter", pairs_by_hand),
        *(pytest.param(name, pairs_by_hand, marks=pytest.mark.thorough) for name in BY_HAND),
    ],
)
def test_a_seat_is_sent_nothing_that_it_does_not_see(
    name: str, how: Pairs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.table.serving.hall.maker", lambda kind: lambda seat, luck: Failing())
    game, told = load_game(name), list[str]()
    monkeypatch.setattr("cardwright.table.serving.hall.game_of", lambda *given: game)
    found = how(game, random.Random(name))
    assert bool(found) == (name not in OPEN)
    for seat, *records in found:
        came = [asyncio.run(everything(game, lines, seat, tmp_path, told)) for lines in records]
        assert came[0] == came[1] and len(came[0]) > 20
    assert any("(moon)" in one for one in told) or not found
