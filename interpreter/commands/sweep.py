"""`cardwright sweep`: the same games by each setting of some options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import click

from ..diagnostics.diagnostic import SpecError
from ..play.game.game import Game
from ..play.game.load import configure
from ..play.game.rules import Rules
from ..play.game.texts import Wordings
from ..studies.checkpoints import Checkpoints
from ..studies.outcomes import Outcomes
from ..studies.racing import measured, rounds, verdict_of
from ..studies.rows import RowsError
from ..studies.rows import Rules as RulesText
from ..studies.sweep_page import sweep_page
from ..studies.sweeping import MOST, Wish, all_of, values_of, wish_of
from ..studies.sweeping_text import sweep_text
from .failure import CommandError
from .flags import GameFlags, option_values, playing, whole_number
from .opening import named_kinds, open_rules, seat_all, warn_if_slow
from .outcome import INTERRUPTED, Outcome, put_json
from .progress import with_progress
from .seating import bots
from .simulate import seeds_from
from .unended import unended
from .workers import Task, play_all
from .writing import check_writable, unwritable, write_whole

Setting = dict[str, str]
"""A value for each option that is swept over, as it was typed."""


@click.command(
    "sweep", epilog="Example: cardwright sweep mille-bornes --over target=500..1000:100 --want 'length<=90' --want fair"
)
@click.option(
    "--over", multiple=True, required=True, metavar="OPTION=VALUES", help="Values such as 500..1000:100 or a,b."
)
@click.option("--want", multiple=True, metavar="WISH", help="Such as 'length<=100', 'p1<=52%', 'ties<5%' or fair.")
@click.option(
    "--games", "-n", type=whole_number(1), default=1000, show_default=True, metavar="N", help="How many games each."
)
@bots
@click.option("--jobs", type=whole_number(1), default=1, show_default=True, metavar="N", help="How many processes.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="Write each setting as a line of JSON.")
@click.option("--resume", is_flag=True, help="Go on with the settings of --out that are not there yet.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Also write a page with maps.")
@playing
@click.pass_obj
def command(
    outcome: Outcome,
    flags: GameFlags,
    over: tuple[str, ...],
    want: tuple[str, ...],
    games: int,
    seats: str,
    fixed: bool,
    jobs: int,
    out: str | None,
    resume: bool,
    html: str | None,
) -> int:
    """Play the same games by each setting of some options, and say which is best.

    Each --over names an option and its values; all combinations are played. With
    --want it is said which settings do what is wanted, and which may; a setting
    is left as soon as that is certain.
    """
    named = named_kinds(seats)
    grid = _Grid.of(over, flags, named, outcome)
    wishes = _wishes(want, grid)
    warn_if_slow(flags, outcome)
    if resume and out is None:
        raise CommandError("E013", "--resume needs --out", "--resume", "name the file of the sweep that was stopped")
    kinds = seat_all(named, grid.games[0])
    study = {"rules": [RulesText.of(game).text for game in grid.games], "seats": list(kinds), "rotate": not fixed}
    study |= {"first": flags.seed or 0, "games": games, "wishes": [wish.text for wish in wishes]}
    if html is not None:
        check_writable(html)
    file, code = _open(out, study, resume), 0
    seeds = seeds_from(flags, games)
    with suppress(KeyboardInterrupt):
        code = INTERRUPTED
        for number, setting in enumerate(grid.settings):
            if number not in file.done:
                own = replace(flags, settings=grid.words(setting))
                task = Task(flags=own, kinds=kinds, rotate=not fixed)
                file.add(number, setting, _race(task, seeds, jobs, grid, wishes))
        code = 0
    result = _result(grid, wishes, file, games)
    if html is not None:
        write_whole(html, sweep_page(result, Wordings(grid.games[0].spec, flags.lang), flags.lang))
    if outcome.json:
        put_json(result)
    else:
        click.echo(sweep_text(result, flags.lang))
    return code or unended(file.all(), flags, outcome)


def _race(task: Task, seeds: range, jobs: int, grid: _Grid, wishes: list[Wish]) -> Outcomes:
    """Play a setting until it is certain what it does, or all its games have been played."""
    found = Outcomes()
    for part in rounds(seeds, bool(wishes)):
        for chunk in with_progress(play_all(task, [part], jobs), len(part)):
            found.merge(chunk.outcomes)
        own = measured(found, grid.sides, grid.side_of, wishes, len(grid.settings), len(seeds))
        if wishes and verdict_of(own, wishes) != "open":
            break
    return found


@dataclass(frozen=True, slots=True)
class _Grid:
    """The settings that the rules allow, each with its game; `left_out` are those that they do not allow."""

    settings: list[Setting]
    games: list[Game]
    left_out: list[Setting]
    shared: tuple[str, ...]

    @classmethod
    def of(cls, over: tuple[str, ...], flags: GameFlags, named: tuple[str, ...], outcome: Outcome) -> _Grid:
        """All combinations of values. Raises CommandError and SpecError for what no setting can have."""
        values = {name: _values(name, text, word) for (name, text), word in zip(_split(over), over, strict=True)}
        if len(values) < len(over):
            raise CommandError("E012", "--over names an option twice", over[-1], "give all its values at once")
        if prod(map(len, values.values())) > MOST:
            many = " × ".join(str(len(one)) for one in values.values())
            raise CommandError("E012", f"{many} settings are more than {MOST}", over[-1], "take fewer values")
        shared = flags.settings
        for name in values.keys() & option_values(shared).keys():
            raise CommandError("E012", f"--over and --set both give values of '{name}'", name, "leave one of them out")
        rules = open_rules(flags, outcome)
        settings: list[Setting] = []
        games: list[Game] = []
        left_out: list[Setting] = []
        for row in product(*values.values()):
            setting = dict(zip(values, row, strict=True))
            game = _configured(rules, {**option_values(shared), **setting}, flags, named, outcome)
            if game is None:
                left_out.append(setting)
            else:
                settings.append(setting)
                games.append(game)
        if not games:
            raise CommandError("E012", "the rules allow none of these settings", over[0], "see `cardwright options`")
        return cls(settings, games, left_out, shared)

    def words(self, setting: Setting) -> tuple[str, ...]:
        """The values of all options, as after `--set`."""
        return (*self.shared, *(f"{name}={value}" for name, value in setting.items()))

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        layout = self.games[0].layout
        many, letter = (layout.team_count, "t") if layout.teams else (self.games[0].players, "p")
        return tuple(f"{letter}{number + 1}" for number in range(many))

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.games[0].layout.teams or tuple(range(self.games[0].players))


def _split(over: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for word in over:
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals or not name or not text:
            raise CommandError(
                "E012", f"--over needs OPTION=VALUES, not '{word}'", word, "such as target=500..1000:100"
            )
        yield name, text


def _values(name: str, text: str, word: str) -> tuple[str, ...]:
    try:
        return values_of(text)
    except ValueError as error:
        raise CommandError("E012", f"--over {name}: {error}", word) from None


def _configured(
    rules: Rules, options: dict[str, str], flags: GameFlags, named: tuple[str, ...], outcome: Outcome
) -> Game | None:
    """The game with these options; None if they may not stand together."""
    players = flags.players or (len(named) if len(named) > 1 else None)
    source = outcome.line.source
    try:
        return configure(
            rules, players=players, options=options, preset=flags.preset, command_line=source, engine=flags.engine
        )
    except SpecError as error:
        if {one.code for one in error.report.diagnostics} <= {"E507", "E509"}:
            return None
        raise


def _wishes(want: tuple[str, ...], grid: _Grid) -> list[Wish]:
    found = []
    for text in want:
        try:
            found.append(wish_of(text, grid.sides))
        except ValueError as error:
            helps = "wishes: length<=100, p1<=52%, ties<=5%, fair, fair<=2%"
            raise CommandError("E012", f"--want {error}", text, helps) from None
    return found


def _open(out: str | None, study: dict[str, Any], resume: bool) -> Checkpoints:
    """The file of the settings. Raises CommandError if it cannot be written, or is of another sweep."""
    try:
        return Checkpoints(None if out is None else Path(out), study, resume=resume)
    except RowsError as error:
        helps = ("use the same flags as before", "or leave --resume out to begin again")
        raise CommandError("E018", f"'{out}' cannot be resumed: {error.message}", str(out), *helps) from None
    except OSError as error:
        raise unwritable(str(out), error) from None


def _result(grid: _Grid, wishes: list[Wish], file: Checkpoints, games: int) -> dict[str, Any]:
    """The object of JSON: a row for each setting that was played."""
    rows = []
    for number, setting in enumerate(grid.settings):
        if number in file.done:
            own = measured(file.done[number], grid.sides, grid.side_of, wishes, len(grid.settings), games)
            verdicts = [wish.judge(own.of(wish.name)) for wish in wishes]
            fits = all_of(verdicts) if wishes else None
            wanted = dict(zip([wish.text for wish in wishes], verdicts, strict=True))
            rows.append({"setting": setting, **own.to_json(), "wishes": wanted, "fits": fits})
    return {
        "game": grid.games[0].name,
        "players": grid.games[0].players,
        "games": games,
        "wishes": [wish.text for wish in wishes],
        "settings": rows,
        "not_allowed": grid.left_out,
        "left": len(grid.settings) - len(rows),
    }
