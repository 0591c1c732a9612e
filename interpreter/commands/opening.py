"""Loads the game on the command line, and gives bots to its seats."""

from __future__ import annotations

import click

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.how_many import how_many
from ..diagnostics.installing import installs
from ..play.game.engines import best_engine
from ..play.game.game import Game
from ..play.game.load import configure, load_rules
from ..play.game.rules import Rules
from ..play.players.registry import EXTERNAL, PLAYERS, UnknownPlayer, maker
from ..play.players.seats import seated
from .failure import CommandError
from .flags import GameFlags, option_values
from .naming_players import unknown_player
from .outcome import Outcome
from .reaching import check_reach

SLOWER = f"wasmtime is not installed, so the slower reference engine plays; {installs('fast')}"
"""What `warn_if_slow` prints."""


def open_rules(flags: GameFlags, outcome: Outcome | None = None, told: Report | None = None) -> Rules:
    """Load the rules of the game, for any players and options. Raises SpecError and CommandError.

    With `outcome`, warnings are shown, and wrong names where they stand on its command line. What is in `told` is not
    shown again, and what is shown is added there.
    """
    if flags.engine == "fast" and best_engine() != "fast":
        helps = (installs("fast"), "or leave `--engine` out")
        raise CommandError(
            "E014", "the fast engine needs wasmtime, which is not installed", "fast", *helps, label="not installed"
        )
    report = Report()
    command_line = outcome.line.source if outcome else None
    rules = load_rules(flags.game, flags.variant, flags.path, report, command_line=command_line)
    if rules is None:
        raise SpecError(report)
    if outcome:
        before = Report() if told is None else told
        new = Report([*before.diagnostics, *report.diagnostics]).once().diagnostics[len(before.diagnostics) :]
        before.diagnostics.extend(new)
        outcome.show_beside(Report([*new]))
    return rules


def open_game(
    flags: GameFlags, *, kinds: tuple[str, ...] = (), outcome: Outcome | None = None, told: Report | None = None
) -> Game:
    """Load the game; `outcome` and `told` as for `open_rules`. Raises SpecError and CommandError.

    Without `--players`, several `kinds` of player set the number of players.
    """
    rules = open_rules(flags, outcome, told)
    players = flags.players or (len(kinds) if len(kinds) > 1 else None)
    return configure(
        rules,
        players=players,
        options=option_values(flags.settings),
        preset=flags.preset,
        command_line=outcome.line.source if outcome else None,
        engine=flags.engine,
    )


def warn_if_slow(flags: GameFlags, outcome: Outcome) -> None:
    """Print a line on standard error if the slow engine plays and was not asked for, unless the output is JSON."""
    if flags.engine is None and best_engine() != "fast" and not outcome.json:
        click.echo(SLOWER, err=True)


def named_kinds(seats: str) -> tuple[str, ...]:
    """Split `--seats` into kinds of player. Raises CommandError for an unknown one."""
    kinds = tuple(kind.strip() for kind in seats.split(","))
    for kind in kinds:
        check_kind(kind)
    return kinds


def check_kind(kind: str, *others: str) -> None:
    """Raise CommandError for an unknown kind of player; `others` are allowed besides the bots."""
    known = (*PLAYERS, EXTERNAL, *others)
    if kind == "human" and kind not in known:
        raise CommandError(
            "E015",
            "people cannot play here, only bots",
            kind,
            "people play with `cardwright play GAME`",
            label="not a bot",
        )
    if kind in others:
        return
    try:
        maker(kind)
    except UnknownPlayer as error:
        raise unknown_player(error, kind, known) from None


def seat_all(kinds: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """A kind of player for each seat. Raises CommandError: too many, too few, a `reach` in vain."""
    check_reach(kinds, game)
    try:
        return seated(kinds, game.players)
    except ValueError:
        message = f"--seats names {how_many(len(kinds), 'player')}, but the game has {game.players}"
        raise CommandError("E016", message, ",".join(kinds), "name one kind per seat, or one for all seats") from None
