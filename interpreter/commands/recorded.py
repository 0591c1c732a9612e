"""The recorded games on a command line, for `study`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.how_many import how_many
from ..language.text.load import read_source
from ..play.game.game import Game
from ..play.game.replay import game_of, replay
from ..play.game.trace import Line
from ..play.game.trace_lines import LARGEST, differences, read_trace
from ..studies.recorded import watch_recorded
from ..studies.rows import Suffix
from ..studies.watching import Seen
from .failure import CommandError

HELD = ("words", "course", "pace", "csv", "html", "path", "lang", "format")
"""What still has a meaning where recorded games are studied."""


def refuse_playing(context: click.Context) -> None:
    """Raise CommandError for a flag that says how games are to be played, since these have been."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name not in HELD:
            words = context.obj.line.words
            flag = next((one for one in parameter.opts if any(one == word.partition("=")[0] for word in words)), "")
            flag = flag or parameter.opts[0]
            raise CommandError("E013", f"{flag} has no effect on games that were recorded", flag, "leave it out")


def refuse_rows(names: Sequence[str]) -> None:
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
            first = json.loads(file.readline(LARGEST))
    except (OSError, ValueError):
        return False
    return isinstance(first, dict) and first.keys() >= {"seed", "rules", "end"}


def recorded_games(names: Sequence[str], paths: Sequence[str], followed: int) -> tuple[Game, list[Seen]]:
    """The game that all traces are of, and each of them, watched; in the first so many the chances are followed.

    Raises SpecError and CommandError. A trace that stops before the end of its game is left out, and that is said on
    standard error.
    """
    game, found, left_out = None, list[Seen](), list[str]()
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
    source = read_source(name, report, largest=LARGEST)
    lines = read_trace(source, report) if source is not None else None
    if source is None or lines is None:
        raise SpecError(report)
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
