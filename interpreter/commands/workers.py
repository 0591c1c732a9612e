"""Plays many games, in this process or in several; the games are the same either way."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice

from ..game.game import Game
from ..players.playout import Played, play_out
from ..players.seats import make_players
from .flags import GameFlags
from .opening import open_game

CHUNK = 10
"""So many games a process plays at a time: small, so that little is lost when one dies."""

AHEAD = 2
"""So many tasks are handed out for each process at a time."""

ATTEMPTS = 3
"""So often the games that a dead process has left are tried again."""


@dataclass(frozen=True, slots=True)
class Task:
    """Which game is to be played, and by whom."""

    flags: GameFlags
    kinds: tuple[str, ...]


_opened: dict[Task, Game] = {}
"""The game that this process has loaded."""


def play_all(task: Task, seeds: Sequence[int], jobs: int) -> Iterator[Played]:
    """One game a seed, each told as soon as it has been played; in no certain order with several jobs."""
    if jobs == 1:
        for seed in seeds:
            yield _play(task, seed)
        return
    left = [tuple(seeds[i : i + CHUNK]) for i in range(0, len(seeds), CHUNK)]
    for attempt in range(ATTEMPTS):
        done: list[tuple[int, ...]] = []
        try:
            for chunk, games in _in_processes(task, left, jobs):
                done.append(chunk)
                yield from games
            return
        except BrokenProcessPool:
            if attempt == ATTEMPTS - 1:
                raise
            left = [chunk for chunk in left if chunk not in done]


def _in_processes(
    task: Task, chunks: Sequence[tuple[int, ...]], jobs: int
) -> Iterator[tuple[tuple[int, ...], list[Played]]]:
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        waiting = iter(chunks)
        running: dict[Future[list[Played]], tuple[int, ...]] = {}
        while True:
            for chunk in islice(waiting, AHEAD * jobs - len(running)):
                running[pool.submit(_play_chunk, task, chunk)] = chunk
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that reports; the others just stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(task: Task, seeds: Sequence[int]) -> list[Played]:
    return [_play(task, seed) for seed in seeds]


def _play(task: Task, seed: int) -> Played:
    if task not in _opened:
        _opened[task] = open_game(task.flags, kinds=task.kinds)
    return play_out(_opened[task], make_players(task.kinds, seed), seed=seed)
