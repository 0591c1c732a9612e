"""The output of a command: results on standard output, everything else on standard error, or all of it as JSON.

With `--format json` standard output holds JSON no matter how a command ends: its result, or the object
`{"diagnostics": […], "errors": N, "warnings": N}`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, assert_never, get_args

import click

from ..diagnostics.allowing import without_allowed
from ..diagnostics.codes import COULD_NOT_START
from ..diagnostics.diagnostic import Report
from ..diagnostics.machine import to_github, to_json
from ..diagnostics.record import dataclass
from ..diagnostics.render import ordered, render
from ..diagnostics.sarif import to_sarif
from ..diagnostics.span import Span
from .command_line import NAME, CommandLine

FINE, FINDINGS, NO_START, UNENDED, BUG, NOTHING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
"""The exit codes."""

Format = Literal["text", "json", "github", "sarif"]
"""The formats of output: for people, JSON, and, for verbs that check files, annotations that GitHub shows, and SARIF,
the JSON of tools that collect findings.
"""

_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")

FORMATS: tuple[Format, ...] = get_args(Format)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command needs for its output: the command line, and the format."""

    line: CommandLine
    form: Format = "text"

    @classmethod
    def of(cls, line: CommandLine) -> Outcome:
        """Look for `--format` in the words before click parses them, because it also applies to errors in them."""
        pairs = [
            *zip(line.words, (*line.words[1:], ""), strict=False),
            *(word.split("=", 1) for word in line.words if "=" in word),
        ]
        values = [value for flag, value in pairs if flag == "--format"]
        asked = [one for value in values for one in FORMATS if one == value]
        return cls(line, asked[-1] if asked else "text")

    @property
    def json(self) -> bool:
        """Whether standard output must be JSON."""
        return self.form == "json"

    @property
    def machine(self) -> bool:
        """Whether standard output is for another program that reads one document."""
        return self.form in ("json", "sarif")

    def show(self, report: Report) -> None:
        """Print the diagnostics of a report, each once; for people nothing if there are none.

        If nobody reads any more, that is no reason to fail in another way.
        """
        with suppress(BrokenPipeError):
            found = (replace(one, span=self.line.typed(one.span)) for one in report.once().diagnostics)
            self._show(without_allowed(Report([*found])))

    def _show(self, report: Report) -> None:
        match self.form:
            case "json":
                put_json(to_json(report))
            case "github":
                click.echo(to_github(report), nl=False)
            case "sarif":
                put_json(to_sarif(report))
            case "text":
                if report.diagnostics:
                    colour = sys.stderr is not None and sys.stderr.isatty() and not os.environ.get("NO_COLOR")
                    click.echo(render(report, colour=colour) + _hint(report), err=True, nl=False)
            case _:
                assert_never(self.form)

    def show_beside(self, report: Report) -> None:
        """Print diagnostics that come beside a result, on standard error in every format."""
        Outcome(self.line).show(report)

    def fail(self, report: Report) -> int:
        """Print why a command failed, and return the exit code: 1 for errors in a file, 2 for the command line."""
        self.show(report)
        return FINDINGS if any(_in_a_file(d.code, d.span) for d in report.diagnostics) else NO_START

    def interrupted(self) -> int:
        """Say that Ctrl-C was pressed, and return the exit code."""
        if not self.json:
            click.echo("\ninterrupted", err=True)
        return INTERRUPTED


def _hint(report: Report) -> str:
    """Where to read more about a code, once for a whole report, if anything in a file is wrong."""
    placed = [one for one in ordered(report.diagnostics) if one.span is not None and one.span.source.text]
    found = [one for one in placed if one.span and one.span.source.name != NAME]
    first = next((one.code for one in found if one.severity == "error"), found[0].code if found else "")
    return f"more about a code: cardwright explain {first}\n" if first else ""


def put_json(value: Any, *, indent: int | None = 2) -> None:
    """Print a JSON value on standard output; with `indent=None` on one line."""
    put_json_text(json.dumps(value, ensure_ascii=False, indent=indent))


def put_json_text(text: str) -> None:
    """Print JSON on standard output, with JSON's own escapes for what cannot be written there."""
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "utf-8")
    except UnicodeEncodeError:
        text = _NOT_ASCII.sub(lambda match: json.dumps(match[0])[1:-1], text)
    click.echo(text)


def _in_a_file(code: str, span: Span | None) -> bool:
    """Whether this is an error in a file that could be read."""
    return code[0] != "W" and code not in COULD_NOT_START and span is not None and span.source.name != NAME
