"""The flags that verbs share: which game, with which variants and options, for how many players, with which bots."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import Any

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.suggest import did_you_mean, meant_language
from ..diagnostics.text import DEFAULT_LANGUAGE, nearest, shown_in
from ..play.game.engines import ENGINES, Engine
from ..source.merge.catalogue import GAME_FILE, GameFile, check_paths, find_games, is_path, read_game
from ..source.text.literals import parse_integer
from .failure import CommandError
from .outcome import FORMATS, Outcome

LAST_SEED = 10**18 - 1
"""The largest possible seed."""

SHORT_SEED = 4
"""A seed that is picked at random has so many bytes, so that it is short enough to type again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFlags:
    """A game and how to play it, as given on the command line.

    `settings` are the texts after `--set`. What was not given is None.
    """

    game: str = ""
    path: tuple[str, ...]
    variant: tuple[str, ...]
    preset: str | None
    settings: tuple[str, ...]
    players: int | None
    seed: int | None = None
    lang: str = DEFAULT_LANGUAGE
    engine: Engine | None = None

    @property
    def named(self) -> str:
        """The game and how it is played as one word, GAME+VARIANT@PRESET,OPTION=VALUE, which means the same again."""
        variants = "".join(f"+{variant}" for variant in self.variant)
        preset = f"@{self.preset}" if self.preset else ""
        return f"{self.game}{variants}{preset}" + "".join(f",{one}" for one in self.settings)

    @property
    def folders(self) -> str:
        """What else a command line needs to find that game."""
        return path_flags(self.path)

    @property
    def around(self) -> tuple[str, ...]:
        """The folders in which a record of it finds its game and its variants, which it calls by their names."""
        return (*self.path, *(os.path.dirname(one) or "." for one in self.variant if is_path(one)))


def path_flags(paths: Iterable[str], known: Collection[Path] = ()) -> str:
    """Folders with more games, but for those that are known anyway, for a command line that is told."""
    return "".join(f" --path {quote(one)}" for one in dict.fromkeys(paths) if Path(one).resolve() not in known)


def seed_or_random(flags: GameFlags) -> int:
    """The seed that was given, else a random one."""
    return int.from_bytes(os.urandom(SHORT_SEED), "big") if flags.seed is None else flags.seed


Command = Callable[..., Any]


Flag = Callable[[Command], Command]
"""Adds a flag to a command."""


def _format(*words: str, about: str) -> Flag:
    # `Outcome` reads its value before anything else, so the command does not get it.
    return click.option("--format", type=click.Choice(words), default="text", expose_value=False, help=about)


format_flag = _format("text", "json", about="Output for people, or JSON.")
"""Adds `--format`."""

report_format_flag = _format(*FORMATS, about="Output for people, JSON, GitHub annotations, or SARIF.")
"""Adds `--format` to a verb that checks files; GitHub can show diagnostics beside the lines."""

path_flag = click.option("--path", multiple=True, metavar="DIR", help="A folder with more games and variants.")
"""Adds `--path`."""

trace_rules_flag = click.option(
    "--game", "rules", metavar="GAME", help="The game of the trace, if its name is not enough."
)
"""Adds `--game`, for a trace whose game cannot be found by its name alone."""


def number_flag(*names: str, least: int = 1, most: int | None = None, default: int | None = None, about: str) -> Flag:
    """Add a flag for a whole number within these limits; None if it is not given and has no default."""
    type, shown = WholeNumber(min=least, max=most), default is not None
    return click.option(*names, type=type, default=default, show_default=shown, metavar="N", help=about)


def file_flag(*names: str, about: str) -> Flag:
    """Add a flag for a file that is written; None if it is not given."""
    return click.option(*names, type=click.Path(dir_okay=False), metavar="FILE", help=about)


def seconds_flag(*names: str, default: float, about: str) -> Flag:
    """Add a flag for a number of seconds, from 0 to a day: `10`, `0.3`."""
    return click.option(*names, type=SECONDS, default=default, show_default=True, metavar="SECONDS", help=about)


def variant_flag(*names: str, about: str) -> Flag:
    """Add `--variant`, which may be repeated."""
    complete = completion_of("variants")
    return click.option("--variant", *names, multiple=True, metavar="NAME|PATH", help=about, shell_complete=complete)


class WholeNumber(click.IntRange):
    """A whole number in plain digits: not `010`, `+5`, `1_000`, ` 5` or digits of other scripts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Fails for a text that is not one, or out of range."""
        if isinstance(value, str) and parse_integer(value) is None:
            self.fail(f"{value!r} is not a whole number in plain digits", param, ctx)
        return super().convert(value, param, ctx)


class PlainDecimal(click.FloatRange):
    """A number in plain digits, the first group of a `pattern`; `needs` says what is asked for."""

    def __init__(self, pattern: str, needs: str, **limits: Any) -> None:
        super().__init__(**limits)
        self._pattern, self._needs = pattern, needs

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Fails for a text that is not one, or out of range."""
        found = re.fullmatch(self._pattern, str(value), re.ASCII)
        number = float(found[1]) if found else None
        if number is None or (self.max is not None and number > self.max) or (self.min_open and number == self.min):
            self.fail(f"needs {self._needs}, not '{value}'", param, ctx)
        return number


SECONDS = PlainDecimal(r"([0-9]{1,5}(?:\.[0-9]{1,6})?)", "a number of seconds such as `10` or `0.3`", min=0, max=86_400)

PERCENT = PlainDecimal(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%?", "a share from 0 to 100, such as `90`", min=0, max=100)
"""The type of a share from 0 to 100, with or without a `%`: `90`, `92.5%`."""

PART = PlainDecimal(
    r"([0-9]{1,2}(?:\.[0-9]{1,12})?)%", "a percentage between 0% and 100% such as `0.5%`", min=0, min_open=True
)
"""The type of a share that is not all, and not nothing: `1%`."""

DISTANCE = PlainDecimal(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)", "a number above 0 such as `0.01`", min=0, min_open=True)
"""The type of a number above 0: `0.01`, `5`."""


def completion_of(what: str) -> Callable[..., Any]:
    """What completes an argument in the shell: a function of `completion.py`, which is loaded only for that."""
    return lambda *given: getattr(import_module(".completion", __package__), what)(*given)


def lang_flag(default: str | None = DEFAULT_LANGUAGE) -> Flag:
    """Add `--lang`; what it names must be spoken (`check_language`)."""
    about, complete = f"The language of what is shown (default: {DEFAULT_LANGUAGE}).", completion_of("languages")
    return click.option("--lang", default=default, metavar="LANG", help=about, shell_complete=complete)


language_flag = lang_flag()
"""Adds `--lang`."""


def check_language(lang: str, *titles: Mapping[str, str]) -> None:
    """Raise CommandError for a language that neither the tool speaks nor a game with one of these titles."""
    known = shown_in(*titles)
    if nearest(lang, known) is None:
        helps = (*meant_language(lang), f"languages: {', '.join(known)}")
        raise CommandError("E012", f"nothing is told in '{lang}' here", lang, *helps, label="no texts in it")


_GAME: tuple[Flag, ...] = (
    click.argument("game", metavar="GAME", shell_complete=completion_of("games")),
    variant_flag(about="A variant to play with (repeatable)."),
    click.option(
        "--preset", metavar="NAME", help="A named set of option values.", shell_complete=completion_of("presets")
    ),
    click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        help="The value of an option (repeatable).",
        shell_complete=completion_of("settings"),
    ),
    number_flag("--players", about="How many players."),
    path_flag,
)

_PLAY: tuple[Flag, ...] = (
    number_flag("--seed", least=0, most=LAST_SEED, about="The seed of the random numbers."),
    language_flag,
    click.option(
        "--engine", type=click.Choice(ENGINES), help="The engine that plays (default: the fastest installed)."
    ),
)


def game_flags(command: Command) -> Command:
    """Add GAME and the flags that settle its rules. The command gets them as one `GameFlags`, `flags`."""
    return format_flag(_with_game_flags(command, _GAME))


def game_flags_in_formats(*words: str, about: str) -> Flag:
    """Add what `game_flags` adds, with a `--format` of its own, which the command gets as `form`; None if not given."""
    choice = click.option("--format", "form", type=click.Choice(words), help=about)
    return lambda command: choice(_with_game_flags(command, _GAME))


def play_flags(command: Command) -> Command:
    """Add GAME, the flags that settle its rules, and those for playing it; see `game_flags`."""
    return format_flag(_with_game_flags(command, (*_GAME, *_PLAY)))


def optional_game_flags(command: Command) -> Command:
    """Add what `play_flags` adds, where the game may be left out; `flags.game` is then empty."""
    game = click.argument("game", metavar="[GAME]", default="", shell_complete=completion_of("games"))
    return format_flag(_with_game_flags(command, (game, *_GAME[1:], *_PLAY)))


def comparison_flags(command: Command) -> Command:
    """Add the flags of `play_flags`, without GAME: the command names its games itself, and `flags.game` is empty."""
    return format_flag(_with_game_flags(command, (*_GAME[1:], *_PLAY)))


def _with_game_flags(command: Command, parts: tuple[Flag, ...]) -> Command:
    @wraps(command)
    def with_flags(**given: Any) -> Any:
        flags = GameFlags(**{one.name: given.pop(one.name) for one in fields(GameFlags) if one.name in given})
        return command(flags=referenced_game_flags(flags.game, flags) if flags.game else flags, **given)

    with_parameters: Command = with_flags
    for part in reversed(parts):
        with_parameters = part(with_parameters)
    return with_parameters


def referenced_game_flags(word: str, shared: GameFlags) -> GameFlags:
    """The flags of GAME+VARIANT@PRESET,OPTION=VALUE, on top of those that are given beside it. Raises CommandError."""
    named = parse_game_reference(word)
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
            which = what if what == given else f"{what} '{given}'"
            raise CommandError("E013", f"{which} has no effect here", given, *helps)


def option_values(
    settings: tuple[str, ...], flag: str = "--set", form: str = "OPTION=VALUE", example: str = "hand_size=5"
) -> dict[str, str]:
    """Split each `OPTION=VALUE` into the name of an option and the text of its value.

    Raises CommandError if there is no `=`, or if one option gets two different values.
    """
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name or not value:
            raise CommandError("E012", f"{flag} needs {form}, not '{setting}'", setting, f"for example `{example}`")
        if values.get(name, value) != value:
            message = f"{flag} gives '{name}' two values, {values[name]} and {value}"
            raise CommandError("E012", message, setting, "name each option once")
        values[name] = value
    return values


# A game as one word ----------------------------------------------------------------------------
#
# Every verb takes a game with its variants, a preset and options like this. A word that is the path of a file or a
# folder is just that, whatever signs are in it, and so is a position of a recorded game, TRACE@N.


@dataclass(frozen=True, slots=True)
class GameReference:
    """What such a word says; without a preset it is empty."""

    game: str
    variants: tuple[str, ...] = ()
    preset: str = ""
    settings: tuple[str, ...] = ()


def parse_game_reference(word: str) -> GameReference:
    """Take such a word apart. Raises CommandError.

    >>> parse_game_reference("hearts+jack,target=50")
    GameReference(game='hearts', variants=('jack',), preset='', settings=('target=50',))
    """
    if _is_path(word) or word.rpartition("@")[0].endswith(".jsonl"):
        return GameReference(word)
    named, *settings = word.split(",")
    named, at, preset = named.partition("@")
    game, *variants = (part.strip() for part in named.split("+"))
    if not game or not all(variants) or (at and not preset) or not all(settings):
        form = "GAME+VARIANT@PRESET,OPTION=VALUE"
        raise CommandError("E012", f"'{word}' is not {form}", word, "for example mille-bornes+parker,target=700")
    return GameReference(game, tuple(variants), preset, tuple(settings))


def with_variants(word: str) -> GameReference:
    """The same for verbs that show a game for all its options: GAME+VARIANT. Raises CommandError."""
    found = parse_game_reference(word)
    if found.preset or found.settings:
        helps = ("leave the preset and the options out: this is about all of them",)
        raise CommandError("E012", f"'{word}' is not GAME+VARIANT", word, *helps)
    return found


def _is_path(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long, or with a character that no path has
        return False


def game_file(game: str, paths: tuple[str, ...], report: Report, outcome: Outcome) -> GameFile | None:
    """The game with this name or path; None with E400 in `report` if there is none."""
    check_paths(paths, report)
    path = Path(game)
    for candidate in (path / GAME_FILE, path):
        if candidate.is_file() and (found := read_game(candidate)) is not None:
            return found
    catalogue = find_games(paths)
    named = catalogue.games_called(game)
    if named:
        return named[0]
    names, span = [one.name for one in catalogue.games], outcome.line.find(game) or outcome.line.whole
    bare = parse_game_reference(game).game
    only = (f"write `{bare}`: this is about the game without variants and options",) if bare in names else ()
    notes, helps = ("available games: " + ", ".join(names),), did_you_mean(game, names) or only
    report.add("E400", f"unknown game '{game}'", span, label="no game of this name", notes=notes, helps=helps)
    return None


def bot_flags(command: Command) -> Command:
    """Add `--seats` and `--fixed-seats`: which bots play, and whether they change seats from game to game."""
    about = "Keep the bots on their seats; otherwise they move up by one seat with each seed."
    fixed = click.option("--fixed-seats", "fixed", is_flag=True, help=about)
    about = "Bots, one per seat or one for all, separated by commas."
    return click.option("--seats", default="random", show_default=True, metavar="KINDS", help=about)(fixed(command))
