"""`cardwright simulate`: plays many games with bots and summarises them."""

from __future__ import annotations

import time
from typing import Any

import click

from ..diagnostics.how_many import how_many
from ..play.game.game import Game
from ..play.game.texts import Wordings
from ..play.players.registry import RANDOM
from ..studies.rows import count
from ..studies.summary import summary
from ..studies.summary_text import summary_text
from .cluster import cluster_flag, play_on_cluster
from .failure import CommandError
from .flags import LAST_SEED, GameFlags, playing, whole_number
from .keeping import Kept, keep, keeping_flags
from .opening import named_kinds, open_game, seat_all, warn_if_slow
from .outcome import INTERRUPTED, Outcome, put_json
from .progress import with_progress
from .screen import breaking_width
from .seating import bots
from .shards import Shard, shard_flag
from .unended import unended
from .workers import Chunk, Task, play_all


@click.command("simulate", epilog="Example: cardwright simulate mille-bornes --games 200 --seats greedy,random")
@click.option(
    "--games", "-n", type=whole_number(1), default=100, show_default=True, metavar="N", help="How many games."
)
@bots
@click.option("--details", is_flag=True, help="Also points and uses of actions, where random bots play: much slower.")
@click.option("--jobs", type=whole_number(1), default=1, show_default=True, metavar="N", help="How many processes.")
@cluster_flag
@keeping_flags
@shard_flag
@playing
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    games: int,
    seats: str,
    fixed: bool,
    details: bool,
    jobs: int,
    cluster: str | None,
    out: str | None,
    resume: bool,
    shard: Shard | None,
) -> int:
    """Play many games with bots and summarise them.

    Game number k (from 0) uses the seed --seed + k (--seed defaults to 0), so
    `cardwright run GAME --seed K` plays it again. Ctrl-C stops early and reports
    the games played so far.
    """
    if cluster is not None and jobs > 1:
        raise CommandError("E013", "--jobs is for this machine, and has no effect with --cluster", "--jobs")
    named = named_kinds(seats)
    game = open_game(flags, kinds=named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = seat_all(named, game)
    seeds = seeds_from(flags, games)
    seeds = seeds if shard is None else shard.of(seeds)
    alike = set(kinds) == {RANDOM}
    task = Task(flags=flags, kinds=kinds, rotate=not fixed, watched=details or not alike, each=out is not None)
    started, code = time.monotonic(), 0
    with keep(out, game, task, seeds, resume=resume) as kept:
        found = _Found(kept)
        try:
            chunks = play_all(task, kept.left, jobs) if cluster is None else play_on_cluster(task, kept.left, cluster)
            for chunk in with_progress(chunks, sum(map(len, kept.left))):
                found.add(chunk)
        except KeyboardInterrupt:
            code = INTERRUPTED
        kept.finished = not code
    result = found.result(game, time.monotonic() - started)
    if outcome.json:
        put_json(result)
    else:
        seated = kinds if fixed or len(set(kinds)) == 1 else ()
        words = Wordings(game.spec, flags.lang) if "details" in result else None
        click.echo(summary_text(result, seated, flags.lang, breaking_width(), words))
    if code:
        click.echo(f"interrupted after {result['games']} of {how_many(len(seeds), 'game')}", err=True)
        return code
    return unended(found.outcomes, flags, outcome, task)


class _Found:
    """What the games have come to so far, with those that were played before the study was taken up again."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self.outcomes = count(kept.rows())
        self.doings = kept.doings()

    def add(self, chunk: Chunk) -> None:
        """Count a chunk, and keep its games."""
        self._kept.add(chunk)
        self.outcomes.merge(chunk.outcomes)
        self.doings.merge(chunk.doings)

    def result(self, game: Game, seconds: float) -> dict[str, Any]:
        """The object of JSON."""
        result = summary(game.name, game.players, self.outcomes, seconds)
        if self.doings.games and self.doings.games == self.outcomes.games:
            result["details"] = self.doings.to_json()
        return result


def seeds_from(flags: GameFlags, games: int) -> range:
    """The seeds of so many games. Raises CommandError if there are not so many."""
    first = flags.seed or 0
    if first + games - 1 > LAST_SEED:
        raise CommandError("E012", f"{games} games from seed {first} go beyond the last seed, {LAST_SEED}", str(first))
    return range(first, first + games)
