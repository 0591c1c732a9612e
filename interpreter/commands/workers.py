"""Plays many games, in this process or in several; the games are the same either way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import parent_process
from threading import Thread

from ..play.game.game import Game
from ..play.players.playout import Played, play_at_random, play_out
from ..play.players.registry import RANDOM
from ..play.players.seats import make_players
from .flags import GameFlags
from .opening import open_game

CHUNK = 10
"""The number of games in one task: small, so that little is lost when a process dies."""

RANDOM_CHUNK = 200
"""The number of games in one task if all players are random; these are played inside the engine."""

AHEAD = 2
"""The number of tasks per process that are handed out in advance."""

ATTEMPTS = 3
"""How often to try; games that a dead process has left unfinished are played again."""


@dataclass(frozen=True, slots=True)
class Task:
    """The game to play, and the kind of player at each seat."""

    flags: GameFlags
    kinds: tuple[str, ...]

    @property
    def at_random(self) -> bool:
        """Whether all players are random."""
        return set(self.kinds) == {RANDOM}


_cache: dict[Task, Game] = {}
"""The games that this process has loaded."""


def play_all(task: Task, seeds: range, jobs: int) -> Iterator[Played]:
    """Play a game for each seed. Games arrive as they end: with several jobs, in no certain order."""
    size = RANDOM_CHUNK if task.at_random else CHUNK if jobs > 1 else 1
    left = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    if jobs == 1:
        for chunk in left:
            yield from _play_chunk(task, chunk)
        return
    for attempt in range(ATTEMPTS):
        done: list[range] = []
        try:
            for chunk, games in _in_processes(task, left, jobs):
                done.append(chunk)
                yield from games
            return
        except BrokenProcessPool:
            if attempt == ATTEMPTS - 1:
                raise
            left = [chunk for chunk in left if chunk not in done]


def _in_processes(task: Task, chunks: Sequence[range], jobs: int) -> Iterator[tuple[range, list[Played]]]:
    pool = ProcessPoolExecutor(jobs, initializer=_begin)
    try:
        waiting = iter(chunks)
        running: dict[Future[list[Played]], range] = {}
        while True:
            for chunk in islice(waiting, AHEAD * jobs - len(running)):
                running[pool.submit(_play_chunk, task, chunk)] = chunk
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Ignore Ctrl-C: the process that reports handles it, and stops the others. End when that process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that has started this one, however it ends, and end as well."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_chunk(task: Task, seeds: range) -> list[Played]:
    if task not in _cache:
        _cache[task] = open_game(task.flags, kinds=task.kinds)
    game = _cache[task]
    if task.at_random:
        return play_at_random(game, seeds)
    return [play_out(game, make_players(task.kinds, seed), seed=seed) for seed in seeds]
