"""The command `cardwright`: finds the verb, and reports whatever goes wrong in the same way.

Exit codes: 0 fine, 1 findings, 2 could not start, 3 some games did not end, 4 internal error,
5 nothing selected, 130 interrupted.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from ..diagnostics.diagnostic import SpecError
from ..diagnostics.suggest import did_you_mean, instead
from ..play.players.fault import ExternalFault
from .failure import (
    CommandError,
    OutputError,
    external_player_error,
    report_bug,
    report_file_error,
    report_output_error,
    report_usage,
)
from .outcome import CommandLine, Outcome, closed_pipe_safe, escape_unencodable, flush_errors
from .verbs import VERBS, load

HELP = """A language for card games: rules as YAML, variants as configuration, one
interpreter that plays, explains and tests them.

GAME is the name of a game from `cardwright list`, or the path of a spec.

\b
Example:
  cardwright run mille-bornes --seats random,greedy --seed 7
"""


GARBAGE = 200_000
"""So many new records are made before the interpreter looks for garbage: what a stage makes stays, so that looking for
it again and again would take an eighth of the time: 40 ms where a large game is checked.
"""

INTERACTIVE = (["play"], ["console"])
"""The verbs that are over when nobody reads what they say; all others go on to the end."""


class Verbs(click.Group):
    """The group of all verbs. A verb is loaded when it is used, so that `--help` and `list` start at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb, or None."""
        return load(cmd_name) if cmd_name in VERBS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the verb as click does, but suggest a similar one for a misspelt verb."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            verb = next((one for one in args[1:] if one in VERBS), "")
            known = instead("verb", args[0]) or did_you_mean(args[0], VERBS)
            near = (f"the verb comes first: `cardwright {verb} {args[0]}`",) if verb else known
            raise CommandError("E010", f"unknown verb '{args[0]}'", args[0], *near, label="no such verb")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Invoke as click does, but report an output that cannot be written ourselves."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.filename is not None:  # not the output, but a file that could not be opened
                raise
            raise OutputError(error) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs from the table, without loading them."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.about) for name, verb in VERBS.items()])


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib import metadata  # takes as long to load as a small game

        click.echo(f"cardwright {metadata.version('cardwright')}")
        ctx.exit(0)


@click.group(
    cls=Verbs,
    help=HELP,
    subcommand_metavar="VERB …",
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the version."
)
@click.pass_context
def cardwright(ctx: click.Context) -> None:
    """Run before the verb; without a verb, show the help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


def main(words: Sequence[str] | None = None) -> None:
    """Run a command line, by default that of the process, and exit with its code."""
    gc.set_threshold(GARBAGE)
    line = CommandLine.of(sys.argv[1:] if words is None else words)
    # First the escapes: a stream that outlives its reader is a copy, with the treatment of errors that it finds.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        escape_unencodable(stream)
    if [*line.words[:1]] not in INTERACTIVE:
        sys.stdout, sys.stderr = closed_pipe_safe(sys.stdout), closed_pipe_safe(sys.stderr)
    code = answer(line)
    for error in flush_errors():
        code = code if isinstance(error, BrokenPipeError) else report_output_error(error, Outcome.of(line))
    sys.exit(code)


def answer(line: CommandLine) -> int:
    """Run a command line and return its exit code."""
    outcome = Outcome.of(line)
    try:
        return _answered(line, outcome)
    except OSError as error:  # the help, or the report of a failure, could not be written
        return report_output_error(error, outcome)


def _answered(line: CommandLine, outcome: Outcome) -> int:
    try:
        _check_words(line)
        result = cardwright.main(list(line.words), "cardwright", standalone_mode=False, obj=outcome)
        return result if isinstance(result, int) else 0
    except click.UsageError as error:
        return report_usage(error, outcome)
    except ExternalFault as error:
        return report_usage(external_player_error(error), outcome)
    except SpecError as error:
        return outcome.fail(error.report)
    except (KeyboardInterrupt, click.Abort):
        return outcome.interrupted()
    except OutputError as error:
        return report_output_error(error.cause, outcome)
    except OSError as error:
        if error.filename is None:  # not a file that could not be opened, but the output
            raise
        return report_file_error(error, outcome)
    except Exception as error:  # anything unforeseen is a bug of ours, and reported on one line
        return outcome.interrupted() if _interrupted(error) else report_bug(error, outcome)


def _check_words(line: CommandLine) -> None:
    """Refuse an empty word, such as an unset variable of a shell, which as a path would be the current folder.

    Likewise a null character, which no path holds; no shell passes one on, but a program that calls `main` may.
    """
    empty = next((word for word in line.words if not word or re.fullmatch("--[^=]+=", word)), None)
    if empty is not None:
        helps = ("if it comes from a variable of the shell, that one is not set",)
        raise CommandError("E013", "an argument is empty", empty, *helps, label="" if not empty else "nothing follows")
    word = next((word for word in line.words if "\0" in word), None)
    if word is not None:
        raise CommandError("E012", "no word of a command line can hold a null character", word, label="it is in here")


def _interrupted(error: BaseException | None) -> bool:
    """Whether an error began with Ctrl-C: one that falls into the making of a class reaches us as a RuntimeError."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None
