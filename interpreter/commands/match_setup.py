"""Loads the game on the command line, and gives bots and people to its seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

import click

from ..diagnostics.diagnostic import Report, SpecError
from ..diagnostics.suggest import did_you_mean
from ..diagnostics.text import how_many, install_hint
from ..engines.program.derived_values import has_value
from ..play.game.engines import best_engine
from ..play.game.game import Game
from ..play.game.loading.load import configure, load_rules
from ..play.game.loading.rules import Rules
from ..play.players.registry import (
    BUDGETS,
    EXTERNAL,
    LARGEST,
    PARAMETERS,
    PLAYERS,
    RANDOM,
    SMALLEST,
    UnknownPlayer,
    maker,
    seated,
)
from ..source.text.literals import parse_count, parse_integer
from ..studies.restricted_bots import action_names
from .failure import CommandError
from .flags import GameFlags, check_language, option_values
from .outcome import Outcome

SLOW_ENGINE_NOTE = f"wasmtime is not installed, so the slower reference engine plays; {install_hint('fast')}"
"""What `warn_if_slow` prints."""


def open_rules(flags: GameFlags, outcome: Outcome | None = None, shown: Report | None = None) -> Rules:
    """Load the rules of the game, for any players and options. Raises SpecError and CommandError.

    With `outcome`, warnings are shown, and wrong names where they stand on its command line. What is in `shown` is not
    shown again, and what is shown is added there.
    """
    if flags.engine == "fast" and best_engine() != "fast":
        helps = (install_hint("fast"), "or leave `--engine` out")
        message = "the fast engine needs wasmtime, which is not installed"
        raise CommandError("E014", message, "fast", *helps, label="not installed")
    report = Report()
    command_line = outcome.line.source if outcome else None
    rules = load_rules(flags.game, flags.variant, flags.path, report, command_line=command_line)
    if rules is None:
        raise SpecError(report)
    check_language(flags.lang, rules.spec.title)
    if outcome:
        before = Report() if shown is None else shown
        new = Report([*before.diagnostics, *report.diagnostics]).once().diagnostics[len(before.diagnostics) :]
        before.diagnostics.extend(new)
        outcome.show_beside(Report([*new]))
    return rules


def open_game(
    flags: GameFlags, *, kinds: tuple[str, ...] = (), outcome: Outcome | None = None, shown: Report | None = None
) -> Game:
    """Load the game; `outcome` and `shown` as for `open_rules`. Raises SpecError and CommandError."""
    return configured_game(open_rules(flags, outcome, shown), flags, kinds, outcome)


def configured_game(
    rules: Rules,
    flags: GameFlags,
    kinds: tuple[str, ...] = (),
    outcome: Outcome | None = None,
    settings: tuple[str, ...] = (),
) -> Game:
    """The game by these rules, with the options of the flags and more `settings`. Raises SpecError and CommandError.

    Without `--players`, several `kinds` of player set the number of players.
    """
    players = flags.players or (len(kinds) if len(kinds) > 1 else None)
    options, line = option_values((*flags.settings, *settings)), outcome.line.source if outcome else None
    return configure(
        rules, players=players, options=options, preset=flags.preset, command_line=line, engine=flags.engine
    )


def warn_if_slow(flags: GameFlags, outcome: Outcome) -> None:
    """Print a line on standard error if the slow engine plays and was not asked for, unless the output is JSON."""
    if flags.engine is None and best_engine() != "fast" and not outcome.json:
        click.echo(SLOW_ENGINE_NOTE, err=True)


def parse_kinds(seats: str) -> tuple[str, ...]:
    """Split `--seats` into kinds of player. Raises CommandError for an unknown one."""
    kinds = tuple(kind.strip() for kind in seats.split(","))
    for kind in kinds:
        check_kind(kind)
    return kinds


def check_kind(kind: str, *others: str) -> None:
    """Raise CommandError for an unknown kind of player; `others` are allowed besides the bots."""
    known = (*PLAYERS, EXTERNAL, *others)
    if kind == "human" and kind not in known:
        helps = ("people play with `cardwright play GAME`",)
        raise CommandError("E015", "people cannot play here, only bots", kind, *helps, label="not a bot")
    if kind in others:
        return
    try:
        maker(kind)
    except UnknownPlayer as error:
        label = "no such kind" if error.wrong == "kind" else ""
        raise CommandError("E015", *_unknown_bot_text(error, kind, known), label=label) from None


def kinds_by_seat(kinds: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """A kind of player for each seat. Raises CommandError: too many, too few, a `reach` without effect."""
    check_bots(kinds, game)
    try:
        return seated(kinds, game.players)
    except ValueError:
        message = f"--seats names {how_many(len(kinds), 'player')}, but the game has {game.players}"
        raise CommandError("E016", message, ",".join(kinds), "name one kind per seat, or one for all seats") from None


PARAMETER_UNITS = {
    "ACTION": "lots",
    "delay": "decisions",
    "redeal": "guesses",
    "reach": "decisions",
    "picks": "moves",
}
"""What a parameter of a bot counts, if not what it is called by."""


def _unknown_bot_text(error: UnknownPlayer, kind: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Message, word and helps where a text names no bot."""
    name, word = kind.partition(":")[0], error.word
    match error.wrong:
        case "kind":
            helps = (*did_you_mean(name, known), f"kinds of player: {', '.join(known)}")
            return (f"unknown kind of player '{name}'", kind, *helps)
        case "parameter" if name == RANDOM:
            return (f"'{word}' says nothing", kind, "an action and its weight, for example `random:pass=5`")
        case "parameter" if word in PARAMETERS.get(name, {}):
            return (f"'{word}' has no value", kind, f"for example `{name}:{PARAMETERS[name][word]}`")
        case "parameter" if name in PARAMETERS:
            examples = " or ".join(f"`{name}:{example}`" for example in PARAMETERS[name].values())
            helps = (*did_you_mean(word.partition("=")[0], PARAMETERS[name]), f"for example {examples}")
            return (f"a bot `{name}` has no '{word}'", kind, *helps)
        case "parameter":
            return (f"a bot `{name}` has nothing to set", kind, f"write `{name}`")
        case "repeated" if error.key not in BUDGETS:
            return (f"'{error.key}' is set twice", kind, "say it once")
        case "repeated":
            return (f"'{word}' is one budget too many", kind, "a bot has one budget, in playouts or in time")
        case "value" if error.key == "time":
            unit = (f"did you mean `time={word}ms`?",) if word.isascii() and word.isdigit() and int(word) else ()
            return (f"'{word}' is no time", kind, *unit, "a time is a whole number of `ms` or `s`, such as `50ms`")
        case "value":
            some = f"a number from {SMALLEST[error.key]} to {LARGEST[error.key]}"
            example = f"{some}, for example `{name}:{PARAMETERS[name][error.key]}`"
            return (f"'{word}' is no number of {PARAMETER_UNITS.get(error.key, error.key)} for a bot", kind, example)
        case "command":
            return ("there is no command to be run", kind, "`external:COMMAND`, or `external:time=2s:COMMAND`")
        case _:
            assert_never(error.wrong)


def check_bots(kinds: Iterable[str], game: Game) -> None:
    """Raise CommandError for the first bot that goes by what this game does not have: an action, a worth of positions.

    `search:reach=6` counts how far each side is ahead by the `value` of the spec, and so does `search:picks=2`. Where
    there is none that could be used they would play as `search` does, so they are refused: nothing that is said of a
    bot is accepted and ignored.
    """
    for kind in kinds:
        name, *parameters = kind.split(":")
        said = ":".join(one for one in parameters if one.startswith(("reach=", "picks=")))
        if name == "search" and said and not has_value(game.program, game.exhibit):
            why, *helps = _reach_hints(game)
            message = f"`{said}` does nothing in {game.name}: {why}"
            raise CommandError("E263", message, kind, f"leave `{said}` out", *helps)
        known = action_names(game) if name == RANDOM and parameters else ()
        for action in (one.partition("=")[0] for one in parameters if known):
            if action not in known:
                meant = (*did_you_mean(action, known), f"its actions: {', '.join(known)}")
                raise CommandError("E015", f"{game.name} has no action '{action}'", kind, *meant)


def _reach_hints(game: Game) -> tuple[str, ...]:
    """Why nothing can be reached for, and what else can be done."""
    if game.exhibit.value is None:
        return "it does not say what a position is worth", "or say that in the game: `result: {…, value: …}`"
    if game.program.returns is not None:
        return ("it has `returns` of its own, so games are played to the end",)
    if game.program.winners is None:
        return ("it does not say who wins, so nobody is ahead", "or say that in the game: `result: {winners: …}`")
    return ("there is only one side, so nobody is ahead of another",)


# `--seat N=KIND`: who plays each seat where people play, a person or a bot ---------------------

HUMAN, BOT = "human", "random"

seat_flag = click.option(
    "--seat", "seats", multiple=True, metavar="N=KIND", help="Who plays a seat: human or a bot (repeatable)."
)
"""Adds `--seat`; the command gets what was given as `seats`."""


def players_by_seat(seats: tuple[str, ...], game: Game, before: Sequence[str] = ()) -> tuple[str, ...]:
    """Who plays each seat: as given, else who has sat there `before`. Raises CommandError."""
    kinds: dict[int, str] = {}
    for seat in seats:
        number, equals, kind = seat.partition("=")
        number = number.strip().removeprefix("p")
        if not equals or parse_integer(number) is None:
            raise CommandError("E012", f"--seat needs N=KIND, not '{seat}'", seat, "for example `--seat 1=human`")
        place = parse_count(number, 1, game.players)
        if place is None:
            message = f"unknown seat {number}: the game has {how_many(game.players, 'player')}"
            raise CommandError("E016", message, seat, label=f"must be 1 to {game.players}")
        check_kind(kind, HUMAN)
        check_bots((kind,), game)
        kinds[place] = kind
    for place, kind in enumerate(before, start=1):
        if place not in kinds:
            check_kind(kind, HUMAN)
            kinds[place] = kind
    free = [seat for seat in range(1, game.players + 1) if seat not in kinds]
    if HUMAN not in kinds.values():
        if not free:
            person, bots = "give a seat to a person: `--seat 1=human`", "`cardwright run --seats …`"
            helps = (person, f"or let the bots play by themselves: {bots}")
            raise CommandError("E016", "nobody is human at this table", seats[-1], *helps)
        kinds[free[0]] = HUMAN
    return tuple(kinds.get(seat, BOT) for seat in range(1, game.players + 1))
