"""`cardwright sweep`: the same games by each setting of some options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

import click

from ...play.game.texts import Wordings
from ...source.text.storage import NotWritten
from ...studies.journal import Checkpoints
from ...studies.outcomes import Outcomes
from ...studies.report.sweep_document import sweep_document
from ...studies.rows import RowSchema as RulesText
from ...studies.rows import RowsError
from ...studies.sweep import Measured, SweepTarget, all_of, measured, rounds, sweep_target, verdicts_of
from ..failure import CommandError, refuse_flags
from ..flags import GameFlags, bot_flags, file_flag, number_flag, play_flags
from ..match_setup import kinds_by_seat, parse_kinds, warn_if_slow
from ..outcome import INTERRUPTED, Outcome
from ..output_file import (
    check_form,
    check_writable,
    damaged_lines,
    exclusive_writer,
    show_result,
    unwritable,
)
from ..progress import with_progress
from ..workers import Workers, worker_flags
from .experiment_design import Grid
from .simulate import seeds_from
from .worker_pool import Task, play_all, report_unfinished


@click.command(
    "sweep", epilog="Example: cardwright sweep mille-bornes --over target=500..1000:100 --want 'length<=90' --want fair"
)
@click.option(
    "--over", multiple=True, required=True, metavar="OPTION=VALUES", help="Values such as 500..1000:100 or a,b."
)
@click.option(
    "--want", multiple=True, metavar="WISH", help="Such as 'length<=100', 'p1<=52%', fair, fairest, shortest."
)
@number_flag("--games", "-n", default=1000, about="How many games each.")
@bot_flags
@worker_flags
@file_flag("--out", about="Write each setting as a line of JSON.")
@click.option("--resume", is_flag=True, help="Go on with the settings of --out that are not there yet.")
@file_flag("--html", about="Also write a page with maps.")
@play_flags
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    over: tuple[str, ...],
    want: tuple[str, ...],
    games: int,
    seats: str,
    fixed: bool,
    workers: Workers,
    out: str | None,
    resume: bool,
    html: str | None,
) -> int:
    """Play the same games by each setting of some options, and say which is best.

    Each --over names an option and its values; all combinations are played. With
    --want it is said which settings do what is wanted, and which may; a setting
    is left as soon as that is certain. One wish may be for the best of all:
    fairest, shortest or longest.
    """
    named = parse_kinds(seats)
    grid = Grid.of(over, flags, named, outcome)
    wishes = _wishes(want, grid)
    warn_if_slow(flags, outcome)
    if out is None:
        refuse_flags(("resume",), "without --out", "name the file of the sweep that was stopped")
    else:
        check_form(out, "lines of JSON")
    if resume and not Path(str(out)).exists():
        raise CommandError(
            "E018", f"'{out}' has nothing to resume: there is no such file", str(out), "leave --resume out"
        )
    kinds = kinds_by_seat(named, grid.games[0])
    study = {"rules": [RulesText.of(game).text for game in grid.games], "seats": list(kinds), "rotate": not fixed}
    study |= {"first": flags.seed or 0, "games": games, "wishes": [wish.text for wish in wishes]}
    if html is not None:
        check_writable(html, "a page of HTML")
    seeds, code = seeds_from(flags, games), 0
    each = [replace(flags, settings=grid.words(one)) for one in grid.settings]
    tasks = [Task(flags=own, kinds=kinds, rotate=not fixed) for own in each]
    with _keep(out, study, resume, rounds(seeds, bool(wishes))) as file, suppress(KeyboardInterrupt):
        code = INTERRUPTED
        _race(tasks, seeds, workers, grid, wishes, file)
        code = 0
    result = _result(grid, wishes, file, games) | {"named": flags.named}
    words = Wordings(grid.games[0].spec, flags.lang)
    show_result(outcome, result, lambda: sweep_document(result, words, flags.lang), html)
    found = file.all()
    first = next((each[number] for number, one in file.done.items() if one.stuck[:1] == found.stuck[:1]), flags)
    return code or report_unfinished(found, first, outcome)


def _race(
    tasks: list[Task], seeds: range, workers: Workers, grid: Grid, wishes: list[SweepTarget], file: Checkpoints
) -> None:
    """Play each setting until it is certain what it does, or all its games have been played."""
    open_ones = list(range(len(tasks)))
    for look, part in enumerate(rounds(seeds, bool(wishes))):
        for number in open_ones:
            before = file.rounds.get(number, [])
            if len(before) <= look:
                found = Outcomes()
                if before:
                    found.merge(before[-1])
                for chunk in with_progress(play_all(tasks[number], [part], workers), len(part)):
                    found.merge(chunk.outcomes)
                file.add(number, grid.settings[number], found)
        now = {number: found[min(look, len(found) - 1)] for number, found in file.rounds.items()}
        verdicts = verdicts_of(_measured(now, grid, wishes, len(seeds)), wishes)
        open_ones = [number for number in open_ones if not wishes or all_of(verdicts[number]) == "open"]


def _measured(found: dict[int, Outcomes], grid: Grid, wishes: list[SweepTarget], games: int) -> dict[int, Measured]:
    return {
        number: measured(one, grid.sides, grid.side_of, wishes, len(grid.settings), games)
        for number, one in sorted(found.items())
    }


def _wishes(want: tuple[str, ...], grid: Grid) -> list[SweepTarget]:
    found = []
    for text in want:
        try:
            found.append(sweep_target(text, grid.sides))
        except ValueError as error:
            helps = "wishes: length<=100, p1<=52%, ties<=5%, fair, fair<=2%, fairest, shortest, longest"
            raise CommandError("E012", f"--want {error}", text, helps) from None
    best = [wish.text for wish in found if wish.limit is None]
    if len(best) > 1:
        raise CommandError("E012", f"only one setting can be the best, but --want says {' and '.join(best)}", best[-1])
    return found


@contextmanager
def _keep(out: str | None, study: dict[str, Any], resume: bool, parts: list[range]) -> Iterator[Checkpoints]:
    """The file of the settings, while they are played in these rounds.

    Raises CommandError if it cannot be written, or is of another sweep.
    """
    totals = list(accumulate(map(len, parts)))
    if out is None:
        yield Checkpoints(None, study, resume=False, totals=totals)
        return
    try:
        with exclusive_writer(out, out):
            file = Checkpoints(Path(out), study, resume=resume, totals=totals)
            if file.damaged:
                click.echo(damaged_lines(out, [file.damaged]), err=True)
            yield file
            file.close()
    except RowsError as error:
        if not resume:
            helps: tuple[str, ...] = ("`--resume` goes on with them", f"or remove '{out}'")
            raise CommandError("E018", f"'{out}' is not begun again: {error.message}", out, *helps) from None
        helps = ("use the same flags as before", "or leave --resume out to begin again")
        raise CommandError("E018", f"'{out}' cannot be resumed: {error.message}", out, *helps) from None
    except NotWritten as error:
        helps = ("the settings that it holds are not lost: make room, then `--resume` goes on",)
        raise unwritable(out, error, *helps) from None


def _result(grid: Grid, wishes: list[SweepTarget], file: Checkpoints, games: int) -> dict[str, Any]:
    """The object of JSON: a row for each setting that was played."""
    rows, found = [], _measured(file.done, grid, wishes, games)
    judged = verdicts_of(found, wishes)
    for number, own in found.items():
        fits = all_of(judged[number]) if wishes else None
        wanted = dict(zip([wish.text for wish in wishes], judged[number], strict=True))
        rows.append({"setting": grid.settings[number], **own.to_json(), "wishes": wanted, "fits": fits})
    return {
        "game": grid.games[0].name,
        "players": grid.games[0].players,
        "games": games,
        "wishes": [wish.text for wish in wishes],
        "settings": rows,
        "not_allowed": grid.left_out,
        "left": len(grid.settings) - len(rows),
    }
