"""`--out FILE` and `--resume`: keeps a row of each game, and takes up a study that was stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..diagnostics.installing import installs
from ..language.text.storage import NotWritten, check_free
from ..play.game.game import Game
from ..studies.doings import Doings
from ..studies.kept_doings import from_kept, to_kept
from ..studies.rows import SUFFIXES, Row, RowsError, Rules, Suffix, lost_row, parquet_missing, row_of, suffix_of
from ..studies.unfinished import ENDING, Unfinished
from .failure import CommandError
from .workers import Chunk, Task
from .writing import damaged_lines, keep_others, sole_writer, unwritable

Command = Callable[..., Any]


def keeping_flags(command: Command) -> Command:
    """Add `--out` and `--resume`."""
    about = "Write a row a game, as .csv, .jsonl (both also .gz) or .parquet."
    resume = click.option("--resume", is_flag=True, help="Go on with the games of --out that were stopped.")
    return click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help=about)(resume(command))


class Kept:
    """The rows of a study; without a file there are none. `left` are the seeds that have to be played.

    `finished` says, at the end, whether all of them were.
    """

    def __init__(self, file: Unfinished | None, game: Game, task: Task, seeds: range) -> None:
        self._file, self._game, self._task = file, game, task
        self.left = [seeds] if file is None else file.left(seeds)
        self.finished = False

    def rows(self) -> Iterator[Row]:
        """The rows of the games that were played before."""
        if self._file is not None:
            yield from self._file.rows()

    def doings(self) -> Doings:
        """What the players did in these games."""
        found = Doings()
        for kept in self._file.doings() if self._file is not None else ():
            found.merge(from_kept(kept))
        return found

    def add(self, chunk: Chunk) -> None:
        """Write down the games of a chunk."""
        if self._file is None:
            return
        rules = Rules.of(self._game)
        rows = [row_of(seen, rules) for seen in chunk.games]
        rows += [lost_row(seed, self._task.seated(seed), rules) for seed in chunk.outcomes.lost]
        self._file.add(chunk.seeds.start, rows, to_kept(chunk.doings))


@contextmanager
def keep(out: str | None, game: Game, task: Task, seeds: range, *, resume: bool) -> Iterator[Kept]:
    """Keep the rows of the games in a file, if one is named; it is written at the end, also after Ctrl-C.

    Raises CommandError if the file cannot be written, or if there is nothing to resume.
    """
    if out is None:
        if resume:
            raise CommandError(
                "E013", "--resume needs --out", "--resume", "name the file of the study that was stopped"
            )
        yield Kept(None, game, task, seeds)
        return
    suffix = suffix_for(out)
    try:
        check_free(out)
        keep_others(out, ROWS if suffix == ".jsonl" else "")
        with sole_writer(str(_unfinished(Path(out))), out):
            file = _open(Path(out), game, task, seeds, resume=resume)
            kept = Kept(file, game, task, seeds)
            yield kept
            file.close(Path(out), suffix, finished=kept.finished)
    except RowsError as error:
        message = f"'{_unfinished(Path(out))}' cannot be used: {error.message}"
        raise CommandError("E018", message, out, "`--resume` plays what is damaged again") from None
    except NotWritten as error:
        path = _unfinished(Path(out))
        helps = (f"the games that '{path}' holds are not lost: make room, then `--resume` goes on",)
        raise unwritable(out, error, *(helps if path.exists() else ())) from None


def _unfinished(target: Path) -> Path:
    return target.with_name(target.name + ENDING)


ROWS = '{"seed":'
"""So a file of rows in JSON begins."""


def suffix_for(out: str) -> Suffix:
    """The format that the name of a file asks for. Raises CommandError if there is none, or it needs pyarrow."""
    suffix = suffix_of(out)
    if suffix is None:
        raise CommandError("E012", f"'{out}' has no format that is known", out, f"endings: {', '.join(SUFFIXES)}")
    if parquet_missing(suffix):
        helps = (installs("parquet"), "or write .jsonl.gz")
        raise CommandError("E012", "Parquet needs pyarrow, which is not installed", out, *helps)
    return suffix


def _open(target: Path, game: Game, task: Task, seeds: range, *, resume: bool) -> Unfinished:
    study = {
        "rules": Rules.of(game).text,
        "engine": game.engine,
        "seats": list(task.kinds),
        "rotate": task.rotate,
        "watched": task.watched,
        "first": seeds.start,
        "games": len(seeds),
    }
    path = _unfinished(target)
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
