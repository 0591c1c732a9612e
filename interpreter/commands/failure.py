"""Mistakes of the command line as diagnostics, and our own mistakes in one line."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from ..diagnostics.suggest import did_you_mean
from .command_line import CommandLine
from .outcome import DEFECT, NO_START, Outcome

_PACKAGE = Path(__file__).resolve().parents[1]

TRACEBACK = "CARDWRIGHT_TRACEBACK"
"""The environment variable that asks for the traceback of an internal error."""


class Refusal(click.UsageError):
    """Raised where a command finds that it was asked for something that cannot be: a diagnostic on the command line."""

    def __init__(self, code: str, message: str, about: str, *helps: str, label: str = "") -> None:
        super().__init__(message)
        self.code, self.about, self.helps, self.label = code, about, helps, label


def tell_usage(error: click.UsageError, outcome: Outcome) -> int:
    """Show a mistake of the command line at the word it is about."""
    report = Report()
    code, message, span, label, helps = _explain(error, outcome.line)
    verb = error.ctx.info_name if error.ctx and error.ctx.parent else ""
    more = f"`cardwright {verb} --help` lists what can be said" if verb else "`cardwright --help` lists the verbs"
    report.add(code, message, span or outcome.line.whole, label=label, helps=(*helps, more))
    outcome.tell(report)
    return NO_START


def _explain(error: click.UsageError, line: CommandLine) -> tuple[str, str, Span | None, str, tuple[str, ...]]:
    """Code, message, place, label and helps of a mistake that click (or a command) has found."""
    match error:
        case Refusal():
            return error.code, error.message, line.find(error.about), error.label, error.helps
        case NoSuchVerb():
            return "E010", f"unknown verb '{error.name}'", line.find(error.name), "no verb is called so", error.helps
        case click.NoSuchOption():
            names = [flag for p in error.ctx.command.params for flag in p.opts] if error.ctx else []
            near = did_you_mean(error.option_name, names)
            return (
                "E011",
                f"unknown flag '{error.option_name}'",
                line.find(error.option_name),
                "not a flag of this verb",
                near,
            )
        case click.MissingParameter():
            name = error.param.human_readable_name if error.param else "something"
            return "E013", f"{name} is missing", None, "", ()
        case click.BadParameter():
            return _bad_value(error, line)
        case click.BadOptionUsage():
            return "E013", _plain(error.message), line.find(error.option_name), "a value must follow", ()
        case _:
            return "E013", _plain(error.message), None, "", ()


def _bad_value(error: click.BadParameter, line: CommandLine) -> tuple[str, str, Span | None, str, tuple[str, ...]]:
    param = error.param
    if param is None:
        return "E012", _plain(error.message), None, "", ()
    span = line.after(param.opts)
    near = did_you_mean(span.text, param.type.choices) if span and isinstance(param.type, click.Choice) else ()
    return "E012", f"{param.opts[0]}: {_plain(error.message)}", span, "not a value for this", near


class NoSuchVerb(click.UsageError):
    """Raised for a verb that is not in the table."""

    def __init__(self, name: str, helps: tuple[str, ...], ctx: click.Context) -> None:
        super().__init__(f"there is no verb '{name}'", ctx)
        self.name, self.helps = name, helps


def _plain(message: str) -> str:
    """A message of click's in the manner of ours: no capital at the start, no full stop at the end."""
    text = message.strip().rstrip(".")
    return text[:1].lower() + text[1:]


class Unwritten(Exception):
    """Raised where the answer cannot be written to where it is sent."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def tell_unwritten(error: OSError, outcome: Outcome) -> int:
    """Say that the answer could not be written; nothing where the one who reads it has enough, as `head` has."""
    if isinstance(error, BrokenPipeError):
        return 0
    report = Report()
    report.add("E017", f"the answer cannot be written: {error.strerror or error}", None)
    Outcome(outcome.line).tell(report)  # on standard error, in JSON's case too
    return NO_START


def tell_unreadable(error: OSError, outcome: Outcome) -> int:
    """Say that the system does not let a file or a folder be read, such as one that lies in the way of what was asked
    for.
    """
    report = Report()
    name = str(error.filename)
    reason = "permission denied" if isinstance(error, PermissionError) else error.strerror
    helps = ("change the permissions of the file or its folder",) if isinstance(error, PermissionError) else ()
    report.add("E100", f"'{name}' cannot be read: {reason}", Span(Source(name, ""), 0, 0), helps=helps)
    outcome.tell(report)
    return NO_START


def tell_defect(error: Exception, outcome: Outcome) -> int:
    """Say in one line that we have made a mistake, and how to report it."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_PACKAGE)]
    where = f"{Path(ours[-1].filename).relative_to(_PACKAGE).as_posix()}:{ours[-1].lineno}" if ours else "?"
    report = Report()
    said = " ".join(str(error).split())[:200]
    report.add(
        "E090",
        f"internal error: {type(error).__name__}: {said} ({where})",
        None,
        helps=(
            f"this is a mistake of cardwright: please report this line with the command `{outcome.line.source.text}`"
            f" and the spec; {TRACEBACK}=1 shows where it happened",
        ),
    )
    outcome.tell(report)
    return DEFECT
