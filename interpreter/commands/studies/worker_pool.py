"""Plays many games, in this process or by other workers; the games are the same either way.

Games are played in chunks of seeds in a row (`commands/workers.py`). A game that kills whoever plays it is lost, and
the study goes on without it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import partial
from shlex import quote
from threading import local

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.text import how_many
from ...play.game.cycle_detection import cycle_of
from ...play.game.game import Game
from ...play.game.texts import Wordings
from ...play.players.playout import play_at_random, play_out
from ...play.players.registry import QUICK, RANDOM, make_players, rotated
from ...studies.measures.action_counts import ActionCounts
from ...studies.measures.observation import ObservedGame, watch
from ...studies.outcomes import Outcomes, at_random, first_seat
from ...studies.restricted_bots import players_again, players_for
from ..failure import CommandError
from ..flags import GameFlags
from ..match_setup import open_game
from ..outcome import UNENDED, Outcome
from ..transcript import cycle_lines
from ..workers import Workers, done_by

CHUNK = 10
"""The number of games in one task: small, so that little is lost when a process dies."""

WATCHED_CHUNK = 50
"""The number of games in one task if random players are watched."""

RANDOM_CHUNK = 200
"""The number of games in one task if all players are random; these are played inside the engine."""

FULL_WATCH_INTERVAL = 4
"""Of games with quick players that are watched, one in so many is watched in full, which takes ten times as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The game to play, and the kinds of player.

    They rotate over the seats if `rotate`. `watched` games are played decision by decision, with a record of what
    happens; `each` asks for the games themselves besides the counts. Of watched games one in `followed` is followed, to
    see how the chances move in it; 0 stands for none. Each deal is played so many `times`, with other choices.
    Without `full` no game is watched in full; `rules` asks which rules came to pass in those that are.
    `luck` asks what chance gave each seat of watched games, `first` who decides first in each.
    """

    flags: GameFlags
    kinds: tuple[str, ...]
    rotate: bool = True
    watched: bool = False
    each: bool = False
    followed: int = 0
    times: int = 1
    full: bool = True
    rules: bool = False
    luck: bool = False
    first: bool = False

    @property
    def at_random(self) -> bool:
        """Whether all players are random and nobody watches, so that the engine plays by itself."""
        return set(self.kinds) == {RANDOM} and not self.watched and self.times == 1

    def seated(self, seed: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        return rotated(self.kinds, seed) if self.rotate else self.kinds

    def size(self, *, here: bool) -> int:
        """How many games a chunk has, if it is played in this process or elsewhere."""
        if self.at_random:
            return RANDOM_CHUNK
        if set(self.kinds) == {RANDOM}:
            return WATCHED_CHUNK
        return 1 if here else CHUNK


@dataclass(slots=True)
class Chunk:
    """The games of some seeds in a row: how they ended, what was done, and the games themselves where wanted."""

    seeds: range
    outcomes: Outcomes
    games: list[ObservedGame] = field(default_factory=list)
    doings: ActionCounts = field(default_factory=ActionCounts)


class _Loaded(local):
    """The games that this thread has loaded, by their flags; a worker that others have begun outlives many studies."""

    def __init__(self) -> None:
        self.games: dict[GameFlags, Game] = {}


_loaded = _Loaded()


class OtherRules(Exception):
    """Raised by a worker whose files have other rules than those of the study."""


def play_all(task: Task, seeds: Iterable[range], workers: Workers) -> Iterator[Chunk]:
    """Play a game for each seed. Chunks arrive as they end, with several workers in no certain order.

    Raises CommandError (E041) where workers play by other rules.
    """
    drop_cached_game(task)  # its files may have changed since a study before
    wanted = cached_game(task).fingerprint if workers.spread else None
    try:
        yield from done_by(workers, partial(play_chunk, task, wanted), seeds, task.size(here=workers.here), lost_games)
    except OtherRules:
        why = f"a worker of the {workers.name} plays by other rules"
        helps = ("each worker needs the same version of cardwright, and the same files of the game",)
        raise CommandError("E041", why, workers.flag, *helps) from None


def lost_games(seeds: range) -> Chunk:
    """The chunk of a game that kills whoever plays it."""
    return Chunk(seeds, Outcomes(lost=[*seeds]))


def cached_game(task: Task) -> Game:
    """The game of a task, loaded the first time that this thread is asked for it."""
    if task.flags not in _loaded.games:
        _loaded.games[task.flags] = open_game(task.flags, kinds=task.kinds)
    return _loaded.games[task.flags]


def drop_cached_game(task: Task) -> None:
    """Load the game of a task anew when it is asked for next."""
    _loaded.games.pop(task.flags, None)


def play_chunk(task: Task, wanted: str | None, seeds: range) -> Chunk:
    """Play a game for each seed in this process. Raises OtherRules if the game has another fingerprint than is wanted.

    What was loaded long ago is loaded again before that is said.
    """
    if wanted is not None and cached_game(task).fingerprint != wanted:
        drop_cached_game(task)
        if cached_game(task).fingerprint != wanted:
            raise OtherRules
    game = cached_game(task)
    if task.at_random and not task.each:
        return Chunk(seeds, at_random(game, seeds, task.kinds))
    if task.at_random:
        firsts = [first_seat(game, seed) if task.first else None for seed in seeds]
        seated = zip(play_at_random(game, seeds), firsts, strict=True)
        games = [ObservedGame(played, task.kinds, first=first) for played, first in seated]
    else:
        games = [_play(game, task, seed, again) for seed in seeds for again in range(task.times)]
    chunk = Chunk(seeds, Outcomes(), games if task.each else [])
    for seen in games:
        chunk.outcomes.add(seen.played, seen.kinds)
        if seen.watched is not None:
            chunk.doings.add(seen.watched)
    return chunk


def _play(game: Game, task: Task, seed: int, again: int) -> ObservedGame:
    kinds = task.seated(seed)
    players = players_for(kinds, seed) if task.times == 1 else players_again(kinds, seed, again)
    if task.watched:
        fully = task.full and (not QUICK.issuperset(kinds) or seed % FULL_WATCH_INTERVAL == 0)
        followed = task.followed > 0 and seed % task.followed == 0
        return watch(game, players, kinds, seed=seed, fully=fully, rules=task.rules, followed=followed, luck=task.luck)
    return ObservedGame(play_out(game, players, seed=seed), kinds)


# Games that did not end by the rules, and what comes again and again in the first of them ---------

CYCLE_SECONDS = 10
"""How long a game that did not end is played once more, to see what comes again and again in it."""


def report_unfinished(found: Outcomes, flags: GameFlags, outcome: Outcome, task: Task | None = None) -> int:
    """Report on standard error which games did not end, and return the exit code. With the task that they were played
    for, the first of them is played once more to tell what goes round in it.
    """
    statuses = {status: many for status, many in found.statuses.items() if status != "finished"}
    if not statuses and not found.lost:
        return 0
    report = Report()
    if statuses:
        stuck, many, names = found.stuck, sum(statuses.values()), ", ".join(sorted(statuses))
        message = f"{many} of {how_many(found.games, 'game')} did not end by the rules ({names})"
        notes = [f"game with seed {at.seed}: {at.status} after {how_many(at.decisions, 'decision')}" for at in stuck]
        endless = [one.seed for one in stuck if one.status == "limit"]
        notes += _cycle_notes(endless[0], task) if endless and task is not None else []
        players = f" --players {flags.players}" if flags.players else ""
        same = f"cardwright run {quote(flags.named)}{flags.folders}{players}"
        helps = tuple(f"`{same} --seed {at.seed}`, with the same bots, shows the first of them" for at in stuck[:1])
        report.add("R720", message, None, notes=tuple(notes), helps=helps)
        report.diagnostics += found.errors
    if found.lost:
        seeds = ", ".join(map(str, found.lost[:5])) + (", …" if len(found.lost) > 5 else "")
        killed = "its process was killed" if len(found.lost) == 1 else "their processes were killed"
        message = f"{how_many(len(found.lost), 'game')} could not be played: {killed}"
        helps = ("a process may be killed because memory runs out: try fewer `--jobs`",)
        report.add("R721", message, None, notes=(f"seeds: {seeds}",), helps=helps)
    outcome.show_beside(report)
    return UNENDED


def _cycle_notes(seed: int, task: Task) -> list[str]:
    """What comes again and again in the game with this seed, which did not end by itself."""
    kinds = task.seated(seed)
    game = open_game(task.flags, kinds=kinds)
    players, until = make_players(kinds, seed), time.monotonic() + CYCLE_SECONDS
    cycle = cycle_of(
        game.initial_state(seed=seed, record=False),
        lambda state: players[state.current_seat].choose(state, state.legal_moves),
        lambda state: time.monotonic() < until,
    )
    first, *others = cycle_lines(cycle, Wordings(game.spec))
    return [f"game with seed {seed}: {first}", *(" ".join(line.split()) for line in others)]
