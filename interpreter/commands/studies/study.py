"""`cardwright study`: what many games tell about a game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.text import how_many
from ...play.game.game import Game
from ...play.game.texts import Wordings
from ...play.game.traces.reader import SIZE_LIMIT
from ...play.game.traces.recorder import Line
from ...play.scenario.export import changed_options
from ...source.merge.catalogue import word_for
from ...studies.measures.observation import ObservedGame, watch_recorded
from ...studies.report.study_document import study_csv, study_document
from ...studies.rows import SUFFIXES
from ...studies.study import PACE, Setting, Study
from ..failure import CommandError, refuse_flags
from ..flags import GameFlags, bot_flags, comparison_flags, file_flag, number_flag, referenced_game_flags, seconds_flag
from ..match_setup import kinds_by_seat, open_game, parse_kinds, warn_if_slow
from ..outcome import INTERRUPTED, Outcome
from ..output_file import check_writable, show_result, write_whole
from ..positions import is_position, replayed
from ..progress import with_progress
from ..workers import Workers, in_order, worker_flags
from .cluster import Shard
from .experiment_design import Grid, forbidden_items, play_ablation
from .simulate import seeds_from
from .worker_pool import Task, play_all, report_unfinished

COURSE = 100
"""In how many games the chances are followed, unless the command line says otherwise."""


@click.command("study", epilog="Example: cardwright study mille-bornes --games 2000 --html study.html")
@click.argument("words", nargs=-1, required=True, metavar="GAME | TRACE…")
@number_flag("--games", "-n", default=1000, about="How many games.")
@bot_flags
@worker_flags
@number_flag("--course", least=0, default=COURSE, about="In how many of them the chances are followed.")
@number_flag("--deals", least=20, about="Also play so many deals several times, to tell luck and play apart.")
@click.option(
    "--over",
    multiple=True,
    metavar="OPTION=VALUES",
    help="Share the games out among settings of an option (repeatable), to tell what it does.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="ID",
    help="Also set the bot against itself without this action or card (repeatable; `actions`, `cards`: each).",
)
@seconds_flag("--pace", default=PACE, about="How long people take for a choice, supposedly.")
@file_flag("--csv", about="Also write a row for each number.")
@file_flag("--html", about="Also write a page with plots.")
@comparison_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    words: tuple[str, ...],
    games: int,
    seats: str,
    fixed: bool,
    workers: Workers,
    course: int,
    deals: int | None,
    over: tuple[str, ...],
    without: tuple[str, ...],
    pace: float,
    csv: str | None,
    html: str | None,
) -> int:
    """Study a game: who wins, how long it takes, what there is to decide, when it
    is decided.

    It also tells how often each action, card and rule came into play, and whether
    those whose it was won more often. That is an association, not a cause; for
    cards that were dealt, options that were shared out (--over) and players who
    do without something (--without) it is what these are worth. TRACE… are
    recorded games, of people or bots, that are studied in place of new ones.
    """
    for file, form in ((csv, "rows of CSV"), (html, "a page of HTML")):
        if file is not None:
            check_writable(file, form)
    started = time.monotonic()
    reject_row_files(words)
    if is_position(words[0]):
        play = {one.name for one in click.get_current_context().command.params if one.name} - APPLICABLE_FLAGS
        refuse_flags(play, "on games that were recorded", "leave it out")
        game, seen = recorded_games(words, flags.path, course)
        study, code, parts = Study(game, pace), 0, []
        if game.spec is not None:
            options = tuple("=".join(one) for one in changed_options(game, game.spec).items())
            word = word_for(game.name, game.spec.span.source.name, paths=flags.path)
            flags = replace(flags, game=word, variant=game.variants, settings=options)
        for one in seen:
            study.add(one)
    else:
        if len(words) > 1:
            raise CommandError("E013", "study takes one game, or several traces", words[1], "see also `compare`")
        flags, bots = referenced_game_flags(words[0], flags), parse_kinds(seats)
        grid = Grid.of(over, flags, bots, outcome) if over else None
        game = grid.games[0] if grid else open_game(flags, kinds=bots, outcome=outcome)
        warn_if_slow(flags, outcome)
        kinds = kinds_by_seat(bots, game)
        if deals and len(set(kinds)) > 1:
            helps = ("name one bot for all seats", "`compare --against` compares bots")
            raise CommandError("E016", "--deals tells luck and play apart among equals", "--deals", *helps)
        banned = forbidden_items(without, kinds, game)
        task = Task(flags=flags, kinds=kinds, rotate=not fixed, each=True, rules=True)
        watched = replace(task, watched=True, followed=-(-games // course) if course else 0)
        study, code = Study(game, pace), INTERRUPTED
        parts = [*_parts(watched, grid, seeds_from(flags, games))]
        with suppress(KeyboardInterrupt):  # then it is the study of the games that were played
            for setting, own, part in parts:
                _play(study, own, part, workers, partial(study.add, setting=setting))
            if deals:
                again = replace(task, times=PLAYS_PER_DEAL)
                _play(study, again, seeds_from(flags, deals), workers, study.add_again)
            play_ablation(study.without, task, banned, seeds_from(flags, max(1, games // 2)), workers)
            code = 0
    found = study.to_json(time.monotonic() - started) | {"named": flags.named}
    if csv is not None:
        write_whole(csv, study_csv(found))
    spoken = Wordings(game.spec, flags.lang)
    show_result(outcome, found, lambda: study_document(found, spoken, flags.lang, flags.folders), html)
    stuck = study.outcomes.stuck
    first = next((own.flags for _, own, part in parts if stuck and stuck[0].seed in part), flags)
    return code or report_unfinished(study.outcomes, first, outcome)


# The games that are played: watched ones, deals that are played again, bots that do without something

PLAYS_PER_DEAL = 4
"""How often each deal is played to tell luck and play apart."""


def _parts(task: Task, grid: Grid | None, seeds: range) -> Iterator[tuple[Setting, Task, range]]:
    """The games, shared out evenly among the settings of the options."""
    if grid is None:
        yield {}, task, seeds
        return
    for number, setting in enumerate(grid.settings, 1):
        own = replace(task, flags=replace(task.flags, settings=grid.words(setting)))
        yield setting, own, Shard(number, len(grid.settings)).of(seeds)


def _play(study: Study, task: Task, seeds: range, workers: Workers, add: Callable[[ObservedGame], None]) -> None:
    for chunk in in_order(with_progress(play_all(task, [seeds], workers), len(seeds)), seeds.start):
        for seen in chunk.games:
            add(seen)
        study.outcomes.lost += chunk.outcomes.lost


# Recorded games ----------------------------------------------------------------------------------

APPLICABLE_FLAGS = {"words", "course", "pace", "csv", "html", "path", "lang", "format"}
"""What still has a meaning where recorded games are studied."""


def reject_row_files(names: Sequence[str]) -> None:
    """Raise CommandError for a file of `simulate --out`, which says how games ended and not how they were played."""
    for name in names:
        if _holds_rows(Path(name)):
            helps = (
                f"`cardwright merge {quote(name)}` tells what its games came to",
                "`cardwright study GAME --games N --seed S`, with the same bots, plays them again and studies them",
            )
            raise CommandError("E872", f"'{name}' holds a row for each game, not how it was played", name, *helps)


def _holds_rows(path: Path) -> bool:
    """Whether a file is one of those that `simulate --out` writes."""
    if not path.name.endswith(SUFFIXES) or not path.is_file():
        return False
    if path.suffix != ".jsonl":
        return True
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline(SIZE_LIMIT))
    except (OSError, ValueError):
        return False
    return isinstance(first, dict) and first.keys() >= {"seed", "rules", "end"}


def recorded_games(names: Sequence[str], paths: Sequence[str], followed: int) -> tuple[Game, list[ObservedGame]]:
    """The game that all traces are of, and each of them, watched; in the first so many the chances are followed.

    Raises SpecError and CommandError. A trace that stops before the end of its game is left out, and that is said on
    standard error.
    """
    game, found, left_out = None, list[ObservedGame](), list[str]()
    known: dict[str, str] = {}
    for number, name in enumerate(names):
        report = Report()
        if (read := replayed(name, paths, report, verify=False)) is None or read.done.differences:
            raise SpecError(report)
        own, lines = read.game, read.lines
        first = known.setdefault(_same(lines) or name, name)
        if first != name or names.index(name) < number:
            helps = ("name each game once",)
            raise CommandError("E018", f"'{name}' is the same game as '{first}'", name, *helps)
        if game is None:
            game = own
        elif own.fingerprint != game.fingerprint:
            helps = ("study games by other rules, options or numbers of players one after the other",)
            raise CommandError("E018", f"'{name}' was played by other rules than '{names[0]}'", name, *helps)
        seen = watch_recorded(game, lines, number, followed=number < followed)
        if seen is None:
            left_out.append(name)
        else:
            found.append(seen)
    if game is None or not found:
        raise CommandError("E018", "none of these games was played to its end", names[0])
    if left_out:
        shown = ", ".join(left_out[:5]) + (", …" if len(left_out) > 5 else "")
        click.echo(f"left out, since not played to the end: {how_many(len(left_out), 'game')} ({shown})", err=True)
    return game, found


def _same(lines: Sequence[Line]) -> str | None:
    """What a game is known by: its seed and its moves; None without a seed, since people may play alike twice."""
    if lines[0].get("seed") is None:
        return None
    return json.dumps([lines[0]["seed"], *([line.get("seat"), line.get("move")] for line in lines[1:])], default=str)
