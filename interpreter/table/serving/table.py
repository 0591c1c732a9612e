"""A table: one session, the connections of its seats, and its bots, which play whenever it is their turn.

All that changes the session happens in the event loop, one thing after the other; bots think on copies in threads. So
a bot that thinks keeps nobody from asking why, and no other table from going on.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, assert_never

from ...play.game.game import State
from ...play.players.player import Player
from ...source.text.storage import NotWritten
from ..page.seat_text import SeatText
from .connection import NOTHING_ASKED, REST, Kind, Link, Message
from .lobby import PACES, USUAL_PACE
from .session import TableSession

if TYPE_CHECKING:
    from starlette.websockets import WebSocket


MOST_CONNECTIONS = 8
"""Of one seat; the oldest makes room for a new one."""

MOST_THINKING = 4
"""So many bots think at the same time; the others wait for their turn."""

RETRY = 2.0
"""After so many seconds a bot tries again to make a move that could not be written."""

Json = dict[str, Any]


def tell_terminal(text: str) -> None:
    """Tell whoever runs the server what no seat may hear; without a word where standard error takes nothing."""
    with suppress(OSError, AttributeError, ValueError):  # it may be closed, or on the disk that is full
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


class GameTable:
    """Serves one session. `keys` open its seats; `kinds` names who sits on each seat.

    `tell_host` is told what no seat may hear; `pace` is that of its bots. `rematch` opens another table for the same
    people, each a seat further on if so, and gives the link of each seat of this table.
    """

    def __init__(
        self,
        session: TableSession,
        keys: Mapping[int, str],
        kinds: tuple[str, ...],
        thinking: BotPacing,
        rest: float = REST,
        tell_host: Callable[[str], None] = tell_terminal,
        pace: str = USUAL_PACE,
    ) -> None:
        self.pace = pace
        self.rematch: Callable[[bool], Mapping[int, str]] | None = None
        self._next: Mapping[int, str] = {}
        self.session, self.keys, self.kinds = session, dict(keys), kinds
        self._id = secrets.token_hex(8)
        self._thinking, self._rest, self._tell_host = thinking, rest, tell_host
        self._links: list[Link] = []
        self._turn = asyncio.Event()
        self._notice: SeatText | None = None
        self._not_kept: SeatText | None = None
        self._bots: asyncio.Task[None] | None = None

    def id_of(self, seat: int) -> str:
        """What the page of a seat is known by: another, so that it is loaded again, once its film has begun anew, or
        the rules are others, and with them the faces of cards.
        """
        return f"{self._id}{self.session.films[seat].begun + self.session.editions:x}"

    # Opening and closing

    def open(self) -> None:
        """Let the bots play from now on."""
        self._bots = asyncio.create_task(self._play_bots())

    async def close(self) -> None:
        """Stop the bots, and close all connections."""
        if self._bots is not None:
            self._bots.cancel()
            with suppress(asyncio.CancelledError):
                await self._bots
        for link in list(self._links):
            await link.refuse()
        with suppress(OSError):
            self.session.sync()

    def here(self, seat: int) -> bool:
        """Whether somebody has the page of a seat open."""
        return any(link.seat == seat for link in self._links)

    # Connections

    async def serve(self, socket: WebSocket, seat: int) -> None:
        """Serve a connection of a seat until it ends."""
        link = Link(socket, seat, self._rest)
        link.page = self.id_of(seat)
        own = [one for one in self._links if one.seat == seat]
        self._links.append(link)
        if len(own) >= MOST_CONNECTIONS:
            self._links.remove(own[0])
            await own[0].refuse()
        sender = asyncio.create_task(link.send(self.session.frames, lambda seat: list(self._standing(seat))))
        try:
            await link.listen(self._hear)
        finally:
            sender.cancel()
            if link in self._links:
                self._links.remove(link)

    async def _hear(self, link: Link, kind: Kind, said: Json) -> None:
        try:
            told = self._done(link, kind, said)
        except NotWritten as error:
            self.unwritten(error)
            told = SeatText(self.session.words, "not_written", disk=error)
        if told is not None:
            link.tell(Message("told", told))

    def _done(self, link: Link, kind: Kind, said: Json) -> SeatText | None:
        """Do what somebody wishes; the answer to them alone, if there is one. Raises NotWritten."""
        told: SeatText | None = None
        session = self.session
        match kind:
            case "hello":
                there = len(session.frames(link.seat, 0))
                if said["table"] != link.page or not 0 <= said["have"] <= there:
                    link.tell(Message("again"))
                    return None
                link.sent = said["have"]
                link.ring()
            case "move":
                told = session.play(link.seat, said["at"], said["move"])
                self.changed(written=not told)
            case "why":
                found = session.why_not(link.seat, said["at"], said["card"])
                if isinstance(found, SeatText):
                    return found
                link.tell(Message("barred", found.text, card=found.card, moves=found.moves))
            case "undo":
                told = session.ask_undo(link.seat)
                self.changed(written=not told and session.question is None)
            case "answer":
                question, agrees = session.question, said["agrees"]
                heard = session.answer_undo(link.seat, said["undo"], agrees)
                if heard and question is not None and not agrees:
                    own = link.seat == question.seat
                    self.tell_all(SeatText(session.words, "withdrawn" if own else "disagrees", who=link.seat))
                self.changed(written=heard and agrees and session.question is None)
            case "rematch":
                if session.state.is_terminal and self.rematch is not None:
                    self._next = self._next or self._played_again(said["turned"])
                    told = None if self._next else SeatText(session.words, "no_rematch")
                    self.changed()
            case _:
                assert_never(kind)
        return told

    def _played_again(self, turned: bool) -> Mapping[int, str]:
        assert self.rematch is not None
        try:
            return self.rematch(turned)
        except NotWritten as error:
            self._tell_host(f"{error.filename}: {error.strerror}: no other table can be opened")
            return {}

    def _standing(self, seat: int) -> Iterator[Message]:
        """What holds now: the question that a seat is asked, and what keeps the table from going on.

        Where nothing does, players are reminded of a seed.
        """
        question, words = self.session.question, self.session.words
        open = question is not None and (seat == question.seat or seat not in question.agreed)
        if question is not None and open:
            own = seat == question.seat
            asked = SeatText(words, "undo_waits" if own else "undo_wish", who=question.seat)
            why = SeatText(words, "undo_moved" if question.why == "moved" else "undo_heard")
            yield Message("asked", asked + why, question.number, own)
        else:
            yield NOTHING_ASKED
        seeded = SeatText(words, "chance_known") if self.session.seeded else None
        yield Message("next", link=self._next.get(seat, ""))
        yield Message("notice", self._not_kept or self._notice or seeded)

    def changed(self, *, written: bool = False) -> None:
        """Ring all bells, and let a bot move if it is its turn; what was `written` shows that there is room again.

        A page whose film has begun anew is loaded again.
        """
        if written:
            self._not_kept = None
        for link in self._links:
            if link.page != self.id_of(link.seat):
                link.page, link.sent = self.id_of(link.seat), link.sent and sys.maxsize  # none of the new frames
                link.tell(Message("again"))
            link.ring()
        self._turn.set()

    def tell_all(self, text: SeatText) -> None:
        """Show a line to everybody who is here."""
        for link in self._links:
            link.tell(Message("told", text))

    def notice(self, text: SeatText | None) -> None:
        """Show everybody what keeps the table from going on, until it is told otherwise."""
        self._notice = text
        self.changed()

    def unwritten(self, error: NotWritten) -> None:
        """Tell everybody, and whoever runs the server, that the game cannot be kept; it stays where it is."""
        if not self._not_kept:
            self._tell_host(f"{error.filename}: {error.strerror}: the game waits until it can be written again")
        self._not_kept = SeatText(self.session.words, "waits_for_room", disk=error)
        self.changed()

    # Bots

    async def _play_bots(self) -> None:
        """Play the moves of bots. What a bot has thought out counts only if the position is still the same."""
        while True:
            session = self.session
            bot, version = session.bot, session.version
            if bot is None:
                await self._turn.wait()
                self._turn.clear()
                continue
            try:
                kind = self.kinds[session.state.current_seat]
                move = await self._thinking.move(kind, bot, session.state, self.pace)
                if version == session.version:
                    session.play_bot(move)
                    self._not_kept = None
            except NotWritten as error:
                self.unwritten(error)
                await asyncio.sleep(RETRY)
            except Exception as error:  # whatever is wrong with a bot, its table has to say so
                self.notice(SeatText(session.words, "bot_fails"))
                self._tell_host(f"the bot {self.kinds[session.state.current_seat]} cannot go on: {_why(error)}")
                self._turn.clear()
                await self._turn.wait()
            self.changed()


def _why(error: Exception) -> str:
    return str(getattr(error, "message", "")) or str(error) or type(error).__name__


# Bots at their decisions: each thinks in a thread of its own, and takes a time that tells nothing.
#
# What a bot looks at depends on its hidden cards, and so may the time that it needs. Its move therefore comes a pace
# after its turn began, however soon it was found. A bot that needs longer is given twice as many paces, and from then
# on every bot of its kind at this pace takes that many, at whatever table and for whatever move. After `CALM`
# thoughts in a row for which half as many would have done, it is half as many again. So the time tells no more than
# that one of all these thoughts was long, or none of many: a few bits in the life of a server, and not of which table
# or move.


CALM = 30
"""After so many thoughts in a row that needed no more than half of the time, the bots of a kind take half of it."""


class BotPacing:
    """Has bots think, each at the pace of its table; a pace is so many seconds."""

    def __init__(self, seconds: Mapping[str, float] = PACES) -> None:
        self._seconds = seconds
        self._paces: dict[tuple[str, str], int] = {}
        self._calm: dict[tuple[str, str], int] = {}
        self._threads = ThreadPoolExecutor(MOST_THINKING, thread_name_prefix="bot")

    async def move(self, kind: str, bot: Callable[[], Player], state: State, pace: str) -> str:
        """The move that a bot of a kind chooses, when its time is up; it begins and ends in its thread."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        twin = state.clone()
        chosen = await loop.run_in_executor(self._threads, lambda: bot().choose(twin, twin.legal_moves).text)
        taken = loop.time() - started
        await asyncio.sleep(self.due(kind, taken, pace) - taken)
        return chosen

    def due(self, kind: str, taken: float, pace: str = USUAL_PACE) -> float:
        """After how many seconds a move is made that was found after `taken` seconds.

        >>> thinking = BotPacing()
        >>> thinking.due("search", 0.1), thinking.due("search", 2.5), thinking.due("search", 0.1)
        (1.0, 4.0, 4.0)
        """
        seconds, alike = self._seconds[pace], (kind, pace)
        if seconds <= 0:
            return taken
        paces = self._paces.get(alike, 1)
        calm = self._calm.get(alike, 0) + 1 if taken * 2 <= paces * seconds else 0
        if calm > CALM and paces > 1:
            paces, calm = paces // 2, 0
        while paces * seconds < taken:
            paces *= 2
        self._paces[alike], self._calm[alike] = paces, calm
        return paces * seconds

    def close(self) -> None:
        """Let no more bots think."""
        self._threads.shutdown(wait=False, cancel_futures=True)
