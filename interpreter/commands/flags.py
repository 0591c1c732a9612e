"""The flags that verbs share: which game, with which variants and options, for how many players."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from importlib import import_module
from typing import Any

import click

from ..diagnostics.record import dataclass
from ..language.text.languages import LANGUAGES
from ..language.text.whole import whole
from ..play.game.engines import ENGINES, Engine
from .failure import CommandError
from .named_game import named_game
from .outcome import FORMATS

LAST_SEED = 10**18 - 1
"""The largest possible seed."""

SHORT_SEED = 4
"""A seed that is picked at random has so many bytes, so that it is short enough to type again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFlags:
    """A game and how to play it, as given on the command line.

    `settings` are the texts after `--set`. What was not given is None.
    """

    game: str
    path: tuple[str, ...]
    variant: tuple[str, ...]
    preset: str | None
    settings: tuple[str, ...]
    players: int | None
    seed: int | None
    lang: str
    engine: Engine | None

    @property
    def named(self) -> str:
        """The game and how it is played as one word, GAME+VARIANT@PRESET,OPTION=VALUE, which means the same again."""
        variants = "".join(f"+{variant}" for variant in self.variant)
        preset = f"@{self.preset}" if self.preset else ""
        return f"{self.game}{variants}{preset}" + "".join(f",{one}" for one in self.settings)


def some_seed(flags: GameFlags) -> int:
    """The seed that was given, else a random one."""
    return int.from_bytes(os.urandom(SHORT_SEED), "big") if flags.seed is None else flags.seed


Command = Callable[..., Any]


def _format(*words: str, about: str) -> Callable[[Command], Command]:
    choice = click.Choice(words)
    return click.option("--format", type=choice, default="text", expose_value=False, help=about)


def output_format(command: Command) -> Command:
    """Add `--format`. `Outcome` reads its value before anything else, so the command does not get it."""
    return _format("text", "json", about="Output for people, or JSON.")(command)


def report_format(command: Command) -> Command:
    """Add `--format` to a verb that checks files; GitHub can show diagnostics beside the lines."""
    return _format(*FORMATS, about="Output for people, JSON, GitHub annotations, or SARIF.")(command)


def search_path(command: Command) -> Command:
    """Add `--path`."""
    return click.option("--path", "path", multiple=True, metavar="DIR", help="A folder with more games and variants.")(
        command
    )


def rules_of_trace(command: Command) -> Command:
    """Add `--game`, for a trace whose game cannot be found by its name alone."""
    return click.option("--game", "rules", metavar="GAME", help="The game of the trace, if its name is not enough.")(
        command
    )


def language(command: Command) -> Command:
    """Add `--lang`."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default="en", help="The language of the game's own words."
    )(command)


def whole_number(low: int, high: int | None = None) -> click.IntRange:
    """The type of a whole number that is at least `low`, and at most `high` if that is given."""
    return WholeNumber(min=low, max=high)


class WholeNumber(click.IntRange):
    """A whole number in plain digits: not `010`, `+5`, `1_000`, ` 5` or digits of other scripts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Fails for a text that is not one, or out of range."""
        if isinstance(value, str) and whole(value) is None:
            self.fail(f"{value!r} is not a whole number in plain digits", param, ctx)
        return super().convert(value, param, ctx)


class Seconds(click.FloatRange):
    """The type of a number of seconds, from 0 to a day, in plain digits: `10`, `0.3`."""

    def __init__(self) -> None:
        super().__init__(min=0, max=86_400)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Fails for a text that is not one, or out of range."""
        text = str(value)
        if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text, re.ASCII) or float(text) > 86_400:
            self.fail(f"needs a number of seconds such as `10` or `0.3`, not '{text}'", param, ctx)
        return float(text)


class Percent(click.FloatRange):
    """The type of a share from 0 to 100, in plain digits, with or without a `%`: `90`, `92.5%`."""

    def __init__(self) -> None:
        super().__init__(min=0, max=100)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The share. Fails for a text that is not one, or out of range."""
        text = str(value).removesuffix("%").strip()
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", text, re.ASCII) or float(text) > 100:
            self.fail(f"needs a share from 0 to 100, such as `90`, not '{value}'", param, ctx)
        return float(text)


class Distance(click.FloatRange):
    """The type of a number above 0, in plain digits: `0.01`, `5`."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Fails for a text that is not one, or 0."""
        text = str(value)
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text, re.ASCII) or float(text) == 0:
            self.fail(f"needs a number above 0 such as `0.01`, not '{text}'", param, ctx)
        return float(text)


def completing(what: str) -> Callable[..., Any]:
    """What completes an argument in the shell: a function of `completion.py`, which is loaded only for that."""
    return lambda *given: getattr(import_module(".completion", __package__), what)(*given)


_GAME: tuple[Callable[[Command], Command], ...] = (
    click.argument("game", metavar="GAME", shell_complete=completing("games")),
    click.option(
        "--variant",
        "variant",
        multiple=True,
        metavar="NAME|PATH",
        help="A variant to play with (repeatable).",
        shell_complete=completing("variants"),
    ),
    click.option(
        "--preset", metavar="NAME", help="A named set of option values.", shell_complete=completing("presets")
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        help="The value of an option (repeatable).",
        shell_complete=completing("settings"),
    ),
    click.option("--players", type=whole_number(1), metavar="N", help="How many players."),
    search_path,
)

_PLAY: tuple[Callable[[Command], Command], ...] = (
    click.option("--seed", type=whole_number(0, LAST_SEED), metavar="N", help="The seed of the random numbers."),
    language,
    click.option(
        "--engine", type=click.Choice(ENGINES), help="The engine that plays (default: the fastest installed)."
    ),
)


def which_game(command: Command) -> Command:
    """Add GAME and the flags that settle its rules. The command gets them as one `GameFlags`, `flags`."""
    return output_format(_gathered(command, _GAME))


def game_in_formats(*words: str, about: str) -> Callable[[Command], Command]:
    """Add what `which_game` adds, with a `--format` of its own, which the command gets as `form`; None if not given."""
    choice = click.option("--format", "form", type=click.Choice(words), help=about)
    return lambda command: choice(_gathered(command, _GAME))


def playing(command: Command) -> Command:
    """Add GAME, the flags that settle its rules, and those for playing it; see `which_game`."""
    return output_format(_gathered(command, (*_GAME, *_PLAY)))


def playing_or_not(command: Command) -> Command:
    """Add what `playing` adds, where the game may be left out; `flags.game` is then empty."""
    game = click.argument("game", metavar="[GAME]", default="", shell_complete=completing("games"))
    return output_format(_gathered(command, (game, *_GAME[1:], *_PLAY)))


def comparing(command: Command) -> Command:
    """Add the flags of `playing`, without GAME: the command names its games itself, and `flags.game` is empty."""
    return output_format(_gathered(command, (*_GAME[1:], *_PLAY)))


def _gathered(command: Command, parts: tuple[Callable[[Command], Command], ...]) -> Command:
    @wraps(command)
    def with_flags(
        *,
        game: str = "",
        path: tuple[str, ...],
        variant: tuple[str, ...],
        preset: str | None,
        settings: tuple[str, ...],
        players: int | None,
        seed: int | None = None,
        lang: str = "en",
        engine: Engine | None = None,
        **others: Any,
    ) -> Any:
        flags = GameFlags(
            game=game,
            path=path,
            variant=variant,
            preset=preset,
            settings=settings,
            players=players,
            seed=seed,
            lang=lang,
            engine=engine,
        )
        return command(flags=contender(game, flags) if game else flags, **others)

    with_parameters: Command = with_flags
    for part in reversed(parts):
        with_parameters = part(with_parameters)
    return with_parameters


def contender(word: str, shared: GameFlags) -> GameFlags:
    """The flags of GAME+VARIANT@PRESET,OPTION=VALUE, on top of those that are given beside it. Raises CommandError."""
    named = named_game(word)
    if named.preset and shared.preset:
        helps = ("leave one of them out",)
        raise CommandError("E013", f"'{word}' names a preset, and --preset another one", word, *helps)
    for name in option_values(named.settings).keys() & option_values(shared.settings).keys():
        raise CommandError("E012", f"'{word}' and --set both give a value of '{name}'", word, "leave one of them out")
    return replace(
        shared,
        game=named.game,
        variant=(*shared.variant, *named.variants),
        preset=named.preset or shared.preset,
        settings=(*shared.settings, *named.settings),
    )


def refuse_settings(flags: GameFlags) -> None:
    """Raise CommandError for a flag that a verb about all players and options would ignore."""
    refused = [("the preset", flags.preset), *(("the option", one) for one in flags.settings)]
    players = ("--players", "--players") if flags.players else ("", None)
    for what, given in (*refused, players):
        if given:
            helps = ("leave it out: this shows the game for all numbers of players and all options",)
            told = what if what == given else f"{what} '{given}'"
            raise CommandError("E013", f"{told} has no effect here", given, *helps)


def option_values(settings: tuple[str, ...], flag: str = "--set") -> dict[str, str]:
    """Split each `OPTION=VALUE` into the name of an option and the text of its value.

    Raises CommandError if there is no `=`, or if one option gets two different values.
    """
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name or not value:
            raise CommandError(
                "E012", f"{flag} needs OPTION=VALUE, not '{setting}'", setting, "for example `hand_size=5`"
            )
        if values.get(name, value) != value:
            raise CommandError("E012", f"{flag} gives '{name}' two values, {values[name]} and {value}", setting)
        values[name] = value
    return values
