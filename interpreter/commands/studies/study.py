"""`cardwright study`: what many games tell about a game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.text import how_many
from ...play.game.game import Game
from ...play.game.texts import Wordings
from ...play.game.traces.reader import SIZE_LIMIT, differences, load_trace
from ...play.game.traces.recorder import Line
from ...play.game.traces.replay import game_of, replay
from ...studies.measures.observation import ObservedGame, watch_recorded
from ...studies.report.study_document import study_csv, study_document
from ...studies.rows import Suffix
from ...studies.study import PACE, Setting, Study
from ..failure import CommandError
from ..flags import SECONDS, GameFlags, bot_flags, comparison_flags, number_flag, referenced_game_flags
from ..match_setup import kinds_by_seat, open_game, parse_kinds, warn_if_slow
from ..outcome import INTERRUPTED, Outcome
from ..output_file import check_writable, show_result, write_whole
from ..positions import is_position
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
@click.option(
    "--pace",
    type=SECONDS,
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="How long people take for a choice, supposedly.",
)
@click.option("--csv", type=click.Path(dir_okay=False), metavar="FILE", help="Also write a row for each number.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Also write a page with plots.")
@comparison_flags
@click.pass_context
def command(
    context: click.Context,
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
    outcome: Outcome = context.obj
    for file, form in ((csv, "rows of CSV"), (html, "a page of HTML")):
        if file is not None:
            check_writable(file, form)
    started = time.monotonic()
    reject_row_files(words)
    named = ""
    if is_position(words[0]):
        reject_play_flags(context)
        game, seen = recorded_games(words, flags.path, course)
        study, code = Study(game, pace), 0
        for one in seen:
            study.add(one)
    else:
        if len(words) > 1:
            raise CommandError("E013", "study takes one game, or several traces", words[1], "see also `compare`")
        asked = StudyRequest(
            games=games,
            seats=seats,
            fixed=fixed,
            workers=workers,
            course=course,
            deals=deals,
            over=over,
            without=without,
        )
        study, game, code = run_study(words[0], flags, asked, pace, outcome)
        named = referenced_game_flags(words[0], flags).named
    found = study.to_json(time.monotonic() - started) | {"named": named or game.name}
    if csv is not None:
        write_whole(csv, study_csv(found))
    spoken = Wordings(game.spec, flags.lang)
    show_result(outcome, found, lambda: study_document(found, spoken, flags.lang), html)
    return code or report_unfinished(study.outcomes, flags, outcome)


# The games that are played: watched ones, deals that are played again, bots that do without something

PLAYS_PER_DEAL = 4
"""How often each deal is played to tell luck and play apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyRequest:
    """What is to be played, as on the command line of `study`."""

    games: int
    seats: str
    fixed: bool
    workers: Workers
    course: int
    deals: int | None
    over: tuple[str, ...]
    without: tuple[str, ...]


def run_study(
    word: str, shared: GameFlags, asked: StudyRequest, pace: float, outcome: Outcome
) -> tuple[Study, Game, int]:
    """Play the games that are asked for: the study of them, the game, and the exit code. Raises what `open_game` does.

    After Ctrl-C it is the study of those that were played.
    """
    flags = referenced_game_flags(word, shared)
    named = parse_kinds(asked.seats)
    grid = Grid.of(asked.over, flags, named, outcome) if asked.over else None
    game = grid.games[0] if grid else open_game(flags, kinds=named, outcome=outcome)
    warn_if_slow(flags, outcome)
    kinds = kinds_by_seat(named, game)
    if asked.deals and len(set(kinds)) > 1:
        helps = ("name one bot for all seats", "`compare --against` compares bots")
        raise CommandError("E016", "--deals tells luck and play apart among equals", "--deals", *helps)
    banned = forbidden_items(asked.without, kinds, game)
    followed = -(-asked.games // asked.course) if asked.course else 0
    task = Task(
        flags=flags, kinds=kinds, rotate=not asked.fixed, watched=True, each=True, rules=True, followed=followed
    )
    study, workers = Study(game, pace), asked.workers
    try:
        for setting, own, seeds in _parts(task, grid, seeds_from(flags, asked.games)):
            _play(study, own, seeds, workers, partial(study.add, setting=setting))
        plain = replace(task, watched=False, followed=0)
        if asked.deals:
            again = replace(plain, times=PLAYS_PER_DEAL)
            _play(study, again, seeds_from(flags, asked.deals), workers, study.add_again)
        play_ablation(study.without, plain, banned, seeds_from(flags, max(1, asked.games // 2)), workers)
    except KeyboardInterrupt:
        return study, game, INTERRUPTED
    return study, game, 0


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

APPLICABLE_FLAGS = ("words", "course", "pace", "csv", "html", "path", "lang", "format")
"""What still has a meaning where recorded games are studied."""


def reject_play_flags(context: click.Context) -> None:
    """Raise CommandError for a flag that says how games are to be played, since these have been."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name not in APPLICABLE_FLAGS:
            words = context.obj.line.words
            flag = next((one for one in parameter.opts if any(one == word.partition("=")[0] for word in words)), "")
            flag = flag or parameter.opts[0]
            raise CommandError("E013", f"{flag} has no effect on games that were recorded", flag, "leave it out")


def reject_row_files(names: Sequence[str]) -> None:
    """Raise CommandError for a file of `simulate --out`, which says how games ended and not how they were played."""
    for name in names:
        if _holds_rows(Path(name)):
            helps = (
                f"`cardwright merge {name}` tells what its games came to",
                "`cardwright study GAME --games N --seed S`, with the same bots, plays them again and studies them",
            )
            raise CommandError("E872", f"'{name}' holds a row for each game, not how it was played", name, *helps)


def _holds_rows(path: Path) -> bool:
    """Whether a file is one of those that `simulate --out` writes."""
    if not path.name.endswith(get_args(Suffix)) or not path.is_file():
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
        own, lines = _read(name, paths)
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


def _read(name: str, paths: Sequence[str]) -> tuple[Game, list[Line]]:
    """A trace and its game. Raises SpecError where the game does not go as it says."""
    report = Report()
    if (found := load_trace(name, report)) is None:
        raise SpecError(report)
    source, lines = found
    game = game_of(lines, paths, source)
    done = replay(lines, game, verify=False)
    differences(source, done.differences, report, same_rules=done.same_rules)
    if done.differences:
        raise SpecError(report)
    return game, lines


def _same(lines: Sequence[Line]) -> str | None:
    """What a game is known by: its seed and its moves; None without a seed, since people may play alike twice."""
    if lines[0].get("seed") is None:
        return None
    return json.dumps([lines[0]["seed"], *([line.get("seat"), line.get("move")] for line in lines[1:])], default=str)
