"""Opens the game that the command line names, and seats the bots."""

from __future__ import annotations

import secrets

import click

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.span import Source
from ..diagnostics.suggest import did_you_mean
from ..play.game.engines import best_engine
from ..play.game.game import Game
from ..play.game.load import Rules, configure, load_rules
from ..play.players.registry import PLAYERS
from ..play.players.seats import seated
from .failure import Refusal
from .flags import GameFlags, option_values
from .outcome import Outcome

LARGEST_SEED = 2**32
"""A seed that is taken by chance is smaller than this, so that it is quickly typed again."""

SLOWER = "wasmtime is not installed, so the reference engine plays, which is slower; `pip install cardwright[fast]`"
"""What `tell_engine` says."""


def open_rules(flags: GameFlags, command_line: Source | None = None) -> Rules:
    """The rules that the command line names, for any players and options. Raises `SpecError`, `Refusal`."""
    if flags.engine == "fast" and best_engine() != "fast":
        helps = ("`pip install cardwright[fast]` installs it", "or leave `--engine` out")
        raise Refusal(
            "E014", "the fast engine needs wasmtime, which is not installed", "fast", *helps, label="not there"
        )
    report = Report()
    rules = load_rules(flags.game, flags.variant, flags.path, report, command_line=command_line)
    if rules is None:
        raise SpecError(report)
    return rules


def open_game(flags: GameFlags, *, kinds: tuple[str, ...] = (), command_line: Source | None = None) -> Game:
    """The game that the command line names. Raises `SpecError`, `Refusal`.

    Several `kinds` of player say how many there are, if nothing else does.
    """
    rules = open_rules(flags, command_line)
    players = flags.players or (len(kinds) if len(kinds) > 1 else None)
    return configure(
        rules,
        players=players,
        options=option_values(flags.settings),
        preset=flags.preset,
        command_line=command_line,
        engine=flags.engine,
    )


def tell_engine(flags: GameFlags, outcome: Outcome) -> None:
    """One line on standard error for whoever names no engine and gets the slow one, unless all that is answered is
    JSON.
    """
    if flags.engine is None and best_engine() != "fast" and not outcome.json:
        click.echo(SLOWER, err=True)


def named_kinds(seats: str) -> tuple[str, ...]:
    """The kinds of player that `--seats` names. Raises `Refusal` for one that there is not."""
    kinds = tuple(kind.strip() for kind in seats.split(","))
    for kind in kinds:
        check_kind(kind)
    return kinds


def check_kind(kind: str, *others: str) -> None:
    """Raises `Refusal` for a kind of player that there is not; `others` exist besides the bots."""
    known = (*PLAYERS, *others)
    if kind == "human" and kind not in known:
        raise Refusal(
            "E015", "no person can play here", kind, "a person plays with `cardwright play GAME`", label="not a bot"
        )
    if kind not in known:
        helps = (*did_you_mean(kind, known), f"there are: {', '.join(known)}")
        raise Refusal("E015", f"unknown kind of player '{kind}'", kind, *helps, label="no player is called so")


def seat_all(kinds: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """A kind of player for each seat of the game. Raises `Refusal` where there are more or fewer."""
    try:
        return seated(kinds, game.players)
    except ValueError:
        message = f"--seats names {len(kinds)} players, and {game.players} play"
        raise Refusal("E016", message, ",".join(kinds), "name one kind for each seat, or one for all") from None


def some_seed(flags: GameFlags) -> int:
    """The seed that was given, else any."""
    return secrets.randbelow(LARGEST_SEED) if flags.seed is None else flags.seed
