"""The games that `study` plays: those it watches, deals that are played again, and bots that do without something."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics.record import dataclass
from ..play.game.game import Game
from ..studies.given_options import Setting
from ..studies.studying import Study
from .failure import CommandError
from .flags import GameFlags, contender
from .forbidding import play_without, to_forbid
from .grid import Grid
from .opening import named_kinds, open_game, seat_all, warn_if_slow
from .outcome import INTERRUPTED, Outcome
from .progress import with_progress
from .shards import Shard
from .simulate import seeds_from
from .workers import Task, in_order, play_all

TIMES = 4
"""How often each deal is played to tell luck and play apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be played, as on the command line of `study`."""

    games: int
    seats: str
    fixed: bool
    jobs: int
    course: int
    deals: int | None
    over: tuple[str, ...]
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """The games that are played with one setting of the options that are shared out."""

    setting: Setting
    task: Task
    seeds: range


def studied(word: str, shared: GameFlags, asked: Asked, pace: float, outcome: Outcome) -> tuple[Study, Game, int]:
    """Play the games that are asked for: the study of them, the game, and the exit code. Raises what `open_game` does.

    After Ctrl-C it is the study of those that were played.
    """
    flags = contender(word, shared)
    named = named_kinds(asked.seats)
    grid = Grid.of(asked.over, flags, named, outcome) if asked.over else None
    game = grid.games[0] if grid else open_game(flags, kinds=named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = seat_all(named, game)
    if asked.deals and len(set(kinds)) > 1:
        helps = ("name one bot for all seats", "`compare --against` compares bots")
        raise CommandError("E016", "--deals tells luck and play apart among equals", "--deals", *helps)
    banned = to_forbid(asked.without, kinds, game)
    followed = -(-asked.games // asked.course) if asked.course else 0
    task = Task(
        flags=flags, kinds=kinds, rotate=not asked.fixed, watched=True, each=True, rules=True, followed=followed
    )
    study, jobs = Study(game, pace), asked.jobs
    try:
        for part in _parts(task, grid, seeds_from(flags, asked.games)):
            _watch(study, part, jobs)
        plain = replace(task, watched=False, followed=0)
        if asked.deals:
            _play_again(study, replace(plain, times=TIMES), seeds_from(flags, asked.deals), jobs)
        play_without(study.without, plain, banned, seeds_from(flags, max(1, asked.games // 2)), jobs)
    except KeyboardInterrupt:
        return study, game, INTERRUPTED
    return study, game, 0


def _parts(task: Task, grid: Grid | None, seeds: range) -> list[_Part]:
    """The games, shared out evenly among the settings of the options."""
    if grid is None:
        return [_Part({}, task, seeds)]
    many = len(grid.settings)
    return [
        _Part(
            setting,
            replace(task, flags=replace(task.flags, settings=grid.words(setting))),
            Shard(number, many).of(seeds),
        )
        for number, setting in enumerate(grid.settings, 1)
    ]


def _watch(study: Study, part: _Part, jobs: int) -> None:
    chunks = with_progress(play_all(part.task, [part.seeds], jobs), len(part.seeds))
    for chunk in in_order(chunks, part.seeds.start):
        for seen in chunk.games:
            study.add(seen, part.setting)
        study.outcomes.lost += chunk.outcomes.lost


def _play_again(study: Study, task: Task, seeds: range, jobs: int) -> None:
    for chunk in in_order(with_progress(play_all(task, [seeds], jobs), len(seeds)), seeds.start):
        for seen in chunk.games:
            study.add_again(seen)
        study.outcomes.lost += chunk.outcomes.lost
