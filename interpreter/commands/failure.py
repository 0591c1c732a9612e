"""Errors of the command line as diagnostics, and internal errors on one line."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

import click
from click.core import ParameterSource

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Span
from ..diagnostics.suggest import did_you_mean
from ..play.players.fault import ExternalFault, Fault
from ..source.merge.catalogue import GameCatalogue, VariantFile, find_games, is_path, own_games, read_game
from ..source.text.storage import NotWritten
from .outcome import BUG, NO_START, CommandLine, Outcome, flush_errors

_PACKAGE = Path(__file__).resolve().parents[1]

TRACEBACK = "CARDWRIGHT_TRACEBACK"
"""The environment variable that asks for the traceback of an internal error."""


UsageProblem = tuple[str, str, Span | None, str, tuple[str, ...]]
"""Code, message, span, label and helps of an error of the command line."""


class CommandError(click.UsageError):
    """Raised by a command that cannot do what it is asked for; shown as a diagnostic at the word `about`."""

    def __init__(self, code: str, message: str, about: str, *helps: str, label: str = "") -> None:
        super().__init__(message)
        self.code, self.about, self.helps, self.label = code, about, helps, label


def refuse_flags(names: Collection[str], why: str, *helps: str) -> None:
    """Raise CommandError (E013) for the first parameter of the verb that was typed and has one of these names.

    `why` says where it has no effect; `{flag}` in a help stands for the flag.
    """
    context = click.get_current_context()
    words = {word.partition("=")[0] for word in context.obj.line.words}
    for one in context.command.params:
        if one.name in names and context.get_parameter_source(one.name) is ParameterSource.COMMANDLINE:
            called = one.opts if isinstance(one, click.Option) else [str(one.metavar).strip("[]")]
            flag = next((name for name in called if name in words), called[0])
            about = flag if isinstance(one, click.Option) else context.params[one.name]
            advice = (text.replace("{flag}", flag) for text in helps)
            raise CommandError("E013", f"{flag} has no effect {why}", about, *advice)


def report_usage(error: click.UsageError, outcome: Outcome) -> int:
    """Report an error of the command line at the word it is about."""
    report = Report()
    code, message, span, label, helps = _explain(error, outcome.line)
    verb = error.ctx.info_name if error.ctx and error.ctx.parent else ""
    if isinstance(error, click.BadOptionUsage) and not outcome.line.words[0].startswith("-"):
        verb = outcome.line.words[0]  # click does not say where it happened
    lists = f"`cardwright {verb} --help` lists its arguments and flags" if verb else ""
    helps = (*helps, lists or "`cardwright --help` lists the verbs")
    report.add(code, message, span or outcome.line.whole, label=label, helps=helps)
    outcome.show(report)
    return NO_START


def _explain(error: click.UsageError, line: CommandLine) -> UsageProblem:
    """Code, message, span, label and helps for an error that click or a command has raised."""
    match error:
        case CommandError():
            flags = ("--seats", "--seat") if error.code in ("E015", "E016", "E263") else ()
            return error.code, error.message, line.find(error.about, *flags), error.label, error.helps
        case click.NoSuchOption():
            names = [flag for p in error.ctx.command.params for flag in p.opts] if error.ctx else []
            long = [flag for flag in names if flag.startswith("--")]
            name, near = error.option_name, did_you_mean(error.option_name, long)
            if name[:2] != "--" and (whole := next((one for one in line.words if one.startswith(name)), "")):
                near = tuple(f"write `{flag}`" for flag in long if flag == f"-{whole}")
            return "E011", f"unknown flag '{name}'", line.find(name), "not a flag of this verb", near
        case click.MissingParameter():
            option = isinstance(error.param, click.Option)
            name = (error.param.opts[0] if option else error.param.human_readable_name) if error.param else "something"
            return "E013", f"{name} is missing", None, "", ()
        case click.BadParameter():
            return _bad_value(error, line)
        case click.BadOptionUsage():
            flag, span = error.option_name, line.find(error.option_name)
            if any(word.startswith(f"{flag}=") for word in line.words):
                return "E013", f"{flag} takes no value", span, "remove the value", ()
            return "E013", f"{flag} needs a value", span, "a value must follow", ()
        case _:
            return _surplus(error, line) or ("E013", _plain(error.message), None, "", ())


_SURPLUS = re.compile(r"[Gg]ot unexpected extra arguments? \((.*)\)")

_PAIRS = {"--set": "OPTION=VALUE", "--over": "OPTION=VALUES", "--seat": "N=KIND"}
"""Flags whose value is a pair, joined by `=`."""


def _surplus(error: click.UsageError, line: CommandLine) -> UsageProblem | None:
    """One word too many; if it is the value of an option that was set with a blank instead of `=`, how to write it."""
    match = _SURPLUS.match(error.message)
    words = match[1].split(" ") if match else []
    for number, flag in enumerate(line.words[:-2] if words else ()):
        name, *rest = line.words[number + 1 : number + 4]
        value = next((part for one in rest if (part := one.strip("="))), "")
        if flag in _PAIRS and rest and rest[0] in words and value and "=" not in name.rstrip("="):
            helps = (f"write `{flag} {name.rstrip('=')}={value}`",)
            return "E012", f"{flag} needs {_PAIRS[flag]} as one word", line.after((flag,)), "a blank follows", helps
    if match is None:
        return None
    many, meant = "arguments" if len(words) > 1 else "argument", tuple[str, ...]()
    at = len(line.words) - 1 - line.words[::-1].index(words[0]) if words[0] in line.words else 0
    if len(words) == 1 and at >= 2 and error.ctx is not None:  # it stands right after the game
        paths = [value for flag, value in zip(line.words, line.words[1:], strict=False) if flag == "--path"]
        flags = [flag for one in error.ctx.command.params for flag in one.opts]
        meant = surplus_word_hints(words[0], line.words[1], flags, paths)
    return "E013", f"got unexpected extra {many} ({match[1]})", line.find(words[0]), "", meant


def _bad_value(error: click.BadParameter, line: CommandLine) -> UsageProblem:
    param = error.param
    if param is None:
        return "E012", _plain(error.message), None, "", ()
    span = line.after(param.opts)
    near = did_you_mean(span.text, param.type.choices) if span and isinstance(param.type, click.Choice) else ()
    flag = param.opts[0]
    if span and isinstance(param.type, click.IntRange):
        low, high = param.type.min, param.type.max
        limits = f"of at least {low}" if high is None else f"from {low} to {high}"
        return "E012", f"{flag} needs an integer {limits}, but got '{span.text}'", span, "", ()
    if span and isinstance(param.type, click.Choice):
        helps = (*near, f"values: {', '.join(map(str, param.type.choices))}")
        given = span.text.strip("'\"")
        return "E012", f"{flag} has no value '{given}'", span, "not a valid value", helps
    return "E012", f"{flag}: {_plain(error.message)}", span, "not a valid value", near


def _plain(message: str) -> str:
    """A message of click in our style: no capital at the start, no full stop at the end."""
    text = message.strip().rstrip(".")
    return text[:1].lower() + text[1:]


class OutputError(Exception):
    """Raised if the output cannot be written."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def report_output_error(error: OSError, outcome: Outcome) -> int:
    """Report that the output could not be written, unless its reader has just stopped reading, as `head` does."""
    if isinstance(error, BrokenPipeError):
        return 0
    list(flush_errors())  # what waits there would fail once more at the end
    report = Report()
    report.add("E017", f"the output cannot be written: {error.strerror or error}", None)
    with suppress(OSError):  # standard error may be full as well
        outcome.show_beside(report)
    return NO_START


def report_file_error(error: OSError, outcome: Outcome) -> int:
    """Report that a file or folder could not be read, or written."""
    report = Report()
    name = str(error.filename)
    denied = isinstance(error, PermissionError)
    why = "permission denied" if denied else error.strerror
    helps = ("change the permissions of the file or its folder",) if denied else ()
    code, what = ("E017", "written") if isinstance(error, NotWritten) else ("E100", "read")
    report.add(code, f"'{name}' cannot be {what}: {why}", Span.of_file(name), helps=helps)
    outcome.show(report)
    return NO_START


def report_bug(error: Exception, outcome: Outcome) -> int:
    """Report an internal error on one line, and how to file it; where the system gives no more memory, that."""
    import traceback  # loads tokenizers: 1 ms of each start

    report, said = Report(), " ".join(str(error).split())[:200]
    if isinstance(error, MemoryError):
        helps = ("raise the limit (`ulimit -v`), or play with `--engine reference`, which takes less",)
        report.add("E014", said or "there is not enough memory", None, helps=helps)
        outcome.show(report)
        return NO_START
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    where = f"{Path(ours[-1].filename).relative_to(_PACKAGE).as_posix()}:{ours[-1].lineno}" if ours else "?"
    message = f"internal error: {type(error).__name__}: {said} ({where})"
    command = f"this is a bug in cardwright: please report this line, the command `{outcome.line.source.text}`"
    report.add("E090", message, None, helps=(f"{command} and the spec; {TRACEBACK}=1 shows the traceback",))
    outcome.show(report)
    return BUG


# What a surplus word, or a variant where a game is needed, was meant as ------------------------


def variants_near(game: str, paths: Collection[str]) -> tuple[GameCatalogue, Sequence[VariantFile]]:
    """What there is in some folders and beside a game, which is named as on the command line, and its variants."""
    home = Path(game if Path(game).exists() else re.split("[+@,]", game)[0])
    folders = [*paths, *(str(one) for one in (home, home.parent) if is_path(game) or home.exists())]
    known = find_games([one for one in dict.fromkeys(folders) if Path(one).is_dir()])
    file = next((one for one in (own_games(home) if home.is_dir() else [home]) if one.is_file()), None)
    found = read_game(file) if file else None
    return known, known.variants_of(found.name if found else str(home))


def is_variant_of(word: str, game: str, paths: Collection[str] = ()) -> bool:
    """Whether a word is the name of a variant of this game, and of no game."""
    known, variants = variants_near(game, paths)
    return not known.games_called(word) and word in {one.name for one in variants}


def surplus_word_hints(word: str, game: str, flags: Collection[str], paths: Collection[str] = ()) -> tuple[str, ...]:
    """Which flag a surplus word after a game was meant for: a number of games, or a variant."""
    if "--games" in flags and word.isdigit() and int(word) > 0:
        return (f"write `--games {word}`",)
    if "--variant" in flags and is_variant_of(word, game, paths):
        return (f"'{word}' is a variant: write `--variant {word}`",)
    return ()


def external_player_error(fault: ExternalFault) -> CommandError:
    """The diagnostic for a program that does not play on."""
    code, advice = _PLAYER_ADVICE[fault.fault]
    return CommandError(
        code, fault.message, fault.command, *(f"it said: {line}" for line in fault.told.splitlines()), advice
    )


_PLAYER_ADVICE: dict[Fault, tuple[str, str]] = {
    "missing": ("E035", "the first word is a program on the path, or a file that may be run"),
    "slow": ("E036", "`external:time=2s:COMMAND` sets another limit"),
    "ended": ("E037", "it has to read lines until its input ends"),
    "nonsense": ("E038", 'an answer is a line such as `{"move": "pass"}`, and nothing else may be printed'),
    "gave up": ("E039", 'it said so itself, by `{"error": …}`'),
}
