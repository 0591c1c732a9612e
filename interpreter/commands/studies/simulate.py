"""`cardwright simulate`: plays many games with bots and summarises them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import click

from ...diagnostics.text import how_many, install_hint
from ...play.game.game import Game
from ...play.game.texts import Wordings
from ...play.players.registry import RANDOM
from ...source.text.storage import NotWritten, check_free
from ...studies.journal import ENDING, Unfinished
from ...studies.measures.action_counts import ActionCounts
from ...studies.outcomes import Outcomes, summary
from ...studies.report.summary_document import summary_document
from ...studies.rows import (
    SUFFIXES,
    RowSchema,
    RowsError,
    Suffix,
    count,
    lost_row,
    row_of,
)
from ..failure import CommandError, refuse_flags
from ..flags import LAST_SEED, GameFlags, bot_flags, file_flag, number_flag, play_flags
from ..match_setup import kinds_by_seat, open_game, parse_kinds, warn_if_slow
from ..outcome import INTERRUPTED, Outcome
from ..output_file import damaged_lines, exclusive_writer, keep_others, show_result, unwritable
from ..progress import with_progress
from ..workers import Workers, worker_flags
from .cluster import Cluster, Shard, cluster_flag, shard_flag
from .worker_pool import Task, play_all, report_unfinished

# `--out FILE` and `--resume`: a row of each game, also of a study that was stopped ---------------


@contextmanager
def open_result_file(
    out: str | None, game: Game, task: Task, seeds: range, *, resume: bool
) -> Iterator[Unfinished | None]:
    """Keep the rows of the games in a file, if one is named; it is written at the end, also after Ctrl-C.

    Raises CommandError if the file cannot be written, or if there is nothing to resume.
    """
    if out is None:
        refuse_flags(("resume",), "without --out", "name the file of the study that was stopped")
        yield None
        return
    suffix = suffix_for(out)
    path = Path(out).with_name(Path(out).name + ENDING)
    try:
        check_free(out)
        keep_others(out, ROWS if suffix == ".jsonl" else "")
        with exclusive_writer(str(path), out):
            file = _open_unfinished(Path(out), path, game, task, seeds, resume=resume)
            yield file
            file.close(Path(out), suffix)
    except RowsError as error:
        message = f"'{path}' cannot be used: {error.message}"
        raise CommandError("E018", message, out, "`--resume` plays what is damaged again") from None
    except NotWritten as error:
        helps = (f"the games that '{path}' holds are not lost: make room, then `--resume` goes on",)
        raise unwritable(out, error, *(helps if path.exists() else ())) from None


ROWS = '{"seed":'
"""So a file of rows in JSON begins."""


def suffix_for(out: str) -> Suffix:
    """The format that the name of a file asks for. Raises CommandError if there is none, or it needs pyarrow."""
    suffix = next((one for one in SUFFIXES if out.endswith(one)), None)
    if suffix is None:
        raise CommandError("E012", f"'{out}' has no format that is known", out, f"endings: {', '.join(SUFFIXES)}")
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        helps = (install_hint("parquet"), "or write .jsonl.gz")
        raise CommandError("E012", "Parquet needs pyarrow, which is not installed", out, *helps)
    return suffix


def _open_unfinished(target: Path, path: Path, game: Game, task: Task, seeds: range, *, resume: bool) -> Unfinished:
    study = {"rules": RowSchema.of(game).text, "engine": game.engine, "seats": list(task.kinds), "rotate": task.rotate}
    study |= {"watched": task.watched, "first": seeds.start, "games": len(seeds)}
    there = path.exists()
    if resume and not there:
        why = "it is complete" if target.exists() else f"there is no '{path}'"
        raise CommandError("E018", f"'{target}' has nothing to resume: {why}", str(target), "leave --resume out")
    if there and not resume:
        helps = ("`--resume` goes on with them", f"or remove '{path}'")
        raise CommandError("E018", f"'{path}' holds games of a study that was stopped", str(target), *helps)
    try:
        found = Unfinished(target, study, resume=resume)
        if found.damaged:
            click.echo(damaged_lines(str(path), found.damaged), err=True)
        return found
    except RowsError as error:
        where = f" (line {error.line})" if error.line else ""
        others = ("use the same flags as before",) if "another" in error.message else ()
        again = f"remove '{path}' to begin again"
        message = f"'{path}' cannot be resumed: {error.message}{where}"
        raise CommandError("E018", message, str(target), *others, f"or {again}" if others else again) from None


OUT_HELP = "Write a row a game, as .csv, .jsonl (both also .gz) or .parquet."


@click.command("simulate", epilog="Example: cardwright simulate mille-bornes --games 200 --seats greedy,random")
@number_flag("--games", "-n", default=100, about="How many games.")
@bot_flags
@click.option("--details", is_flag=True, help="Also points and uses of actions, where random bots play: much slower.")
@worker_flags
@cluster_flag
@file_flag("--out", about=OUT_HELP)
@click.option("--resume", is_flag=True, help="Go on with the games of --out that were stopped.")
@shard_flag
@play_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    games: int,
    seats: str,
    fixed: bool,
    details: bool,
    workers: Workers,
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
    if cluster is not None:
        refuse_flags(("jobs", "executor"), "with --cluster: it is for this machine")
        workers = Cluster(cluster)
    named = parse_kinds(seats)
    game = open_game(flags, kinds=named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = kinds_by_seat(named, game)
    seeds = seeds_from(flags, games)
    seeds = seeds if shard is None else shard.of(seeds)
    alike = set(kinds) == {RANDOM}
    task = Task(flags=flags, kinds=kinds, rotate=not fixed, watched=details or not alike, each=out is not None)
    started, code, rules = time.monotonic(), 0, RowSchema.of(game)
    with open_result_file(out, game, task, seeds, resume=resume) as file:
        outcomes, doings, left = Outcomes(), ActionCounts(), [seeds]
        if file is not None:  # what was played before counts
            outcomes, doings, left = count(file.rows()), file.doings(), file.left(seeds)
        try:
            for chunk in with_progress(play_all(task, left, workers), sum(map(len, left))):
                if file is not None:
                    rows = [row_of(seen, rules) for seen in chunk.games]
                    rows += [lost_row(seed, task.seated(seed), rules) for seed in chunk.outcomes.lost]
                    file.add(chunk.seeds.start, rows, chunk.doings)
                outcomes.merge(chunk.outcomes)
                doings.merge(chunk.doings)
        except KeyboardInterrupt:
            code = INTERRUPTED
        if file is not None:
            file.finished = not code
    result = summary(game.name, game.players, outcomes, time.monotonic() - started)
    if doings.games and doings.games == outcomes.games:
        result["details"] = doings.to_json()
    seated = kinds if fixed or len(set(kinds)) == 1 else ()
    words = Wordings(game.spec, flags.lang) if "details" in result else None
    show_result(outcome, result, lambda: summary_document(result, seated, flags.lang, words))
    if code:
        click.echo(f"interrupted after {result['games']} of {how_many(len(seeds), 'game')}", err=True)
        return code
    return report_unfinished(outcomes, flags, outcome, task)


def seeds_from(flags: GameFlags, games: int) -> range:
    """The seeds of so many games. Raises CommandError if there are not so many."""
    first = flags.seed or 0
    if first + games - 1 > LAST_SEED:
        raise CommandError("E012", f"{games} games from seed {first} go beyond the last seed, {LAST_SEED}", str(first))
    return range(first, first + games)
