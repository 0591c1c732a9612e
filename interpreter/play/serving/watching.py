"""`--watch`: tables follow the rules as they are edited, and stay at the same decision, or say why they cannot.

Rules that cannot be read, or by which what has happened could not have happened, change nothing: the game goes on by
the rules it had, and its page says so until the next save. Why, only the terminal is told: it may name hidden cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from ...diagnostics.diagnostic import SpecError
from ...language.text.storage import NotWritten
from ..game.game import Game
from ..page.seat_text import SeatText, first_mistake
from .following import NotFollowed, followed
from .hall import Hall
from .table import RETRY, Table

EVERY = 0.15
"""How many seconds pass between two looks at the files."""


class Watcher:
    """Has the tables of a game follow its files.

    `stamps` tells how the files are now; `load` loads the game of a table, by its name, once more.
    """

    def __init__(
        self, hall: Hall, game: str, stamps: Callable[[], Mapping[str, Any]], load: Callable[[str, Game], Game]
    ) -> None:
        self._hall, self._game, self._stamps, self._load = hall, game, stamps, load

    async def watch(self) -> None:
        """Look at the files until the task is ended; what was saved counts when nothing changes for a moment."""
        before = now = await asyncio.to_thread(self._stamps)
        while True:
            await asyncio.sleep(EVERY)
            was, now = now, await asyncio.to_thread(self._stamps)
            if now != before and now == was:
                if await self._follow():
                    before = now
                else:
                    await asyncio.sleep(RETRY)

    async def _follow(self) -> bool:
        """Have each table go on by the rules as they are now; whether there was room to write that down."""
        room = True
        self._hall.chooser.forget()
        for name, table in self._hall.all_of(self._game):
            words = table.session.words
            try:
                await self._go_on(name, table)
                table.notice(None)
            except SpecError as error:
                table.notice(SeatText(words, "rules_wrong", rules=error))
                self._hall.tell_host(f"table '{name}': the rules cannot be read: {first_mistake(error)}")
            except NotWritten as error:
                table.unwritten(error)
                room = False
            except NotFollowed as error:
                table.notice(SeatText(words, "not_followed"))
                self._hall.tell_host(
                    f"table '{name}' cannot follow the new rules, line {error.line} of its record: {error}"
                )
        return room

    async def _go_on(self, name: str, table: Table) -> None:
        """Have a table go on by new rules. Raises SpecError and NotFollowed."""
        session = table.session
        game = await asyncio.to_thread(self._load, name, session.game)
        while game != session.game or game.spec != session.game.spec:
            lines, version = session.lines, session.version
            state = await asyncio.to_thread(followed, lines, game)
            if version == session.version:  # and nobody has moved meanwhile
                session.follow(state)
                table.changed(written=True)
