"""Bots at their decisions: each thinks in a thread of its own, and takes a time that tells nothing.

What a bot looks at depends on its hidden cards, and so may the time that it needs. Its move therefore comes a pace
after its turn began, however soon it was found. A bot that needs longer is given twice as many paces, and from then on
every bot of its kind in this process takes that many, at whatever table and for whatever move. After `CALM` thoughts
in a row for which half as many would have done, it is half as many again. So the time tells no more than that one of
all these thoughts was long, or none of many: a few bits in the life of a server, and not of which table or move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ..game.state import State
from ..players.player import Player

AT_ONCE = 4
"""So many bots think at the same time; the others wait for their turn."""


CALM = 30
"""After so many thoughts in a row that needed no more than half of the time, the bots of a kind take half of it."""


class Thinking:
    """Has bots think, at a pace of so many seconds."""

    def __init__(self, pace: float) -> None:
        self._pace = pace
        self._paces: dict[str, int] = {}
        self._calm: dict[str, int] = {}
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="bot")

    async def move(self, kind: str, bot: Callable[[], Player], state: State) -> str:
        """The move that a bot of a kind chooses, when its time is up; it begins and ends in its thread."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        twin = state.clone()
        chosen = await loop.run_in_executor(self._threads, lambda: bot().choose(twin, twin.legal_moves).text)
        taken = loop.time() - started
        await asyncio.sleep(self.due(kind, taken) - taken)
        return chosen

    def due(self, kind: str, taken: float) -> float:
        """After how many seconds a move is made that was found after `taken` seconds.

        >>> thinking = Thinking(pace=1.0)
        >>> thinking.due("search", 0.1), thinking.due("search", 2.5), thinking.due("search", 0.1)
        (1.0, 4.0, 4.0)
        """
        if self._pace <= 0:
            return taken
        paces = self._paces.get(kind, 1)
        calm = self._calm.get(kind, 0) + 1 if taken * 2 <= paces * self._pace else 0
        if calm > CALM and paces > 1:
            paces, calm = paces // 2, 0
        while paces * self._pace < taken:
            paces *= 2
        self._paces[kind], self._calm[kind] = paces, calm
        return paces * self._pace

    def close(self) -> None:
        """Let no more bots think."""
        self._threads.shutdown(wait=False, cancel_futures=True)
