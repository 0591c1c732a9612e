"""How a command answers: results on standard output, everything else on standard error, or all of it as JSON.

With `--format json` standard output holds JSON whichever way a command ends: its result, or
the object `{"diagnostics": […], "errors": N, "warnings": N}`.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

import click

from ..diagnostics.codes import COULD_NOT_START
from ..diagnostics.diagnostic import Report
from ..diagnostics.machine import to_github, to_json
from ..diagnostics.render import render
from .command_line import NAME, CommandLine

FINE, FINDINGS, NO_START, UNENDED, DEFECT, NOTHING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
"""The exit codes."""

FORMATS = ("text", "json", "github")
"""How commands answer: for people, as JSON, and (where files are checked) as notes that GitHub shows beside the
lines.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is needed to answer a command line: the line itself, and in which of `FORMATS` it is answered."""

    line: CommandLine
    form: str = "text"

    @classmethod
    def of(cls, line: CommandLine) -> Outcome:
        """Looks for `--format` in the words, before they are understood: it holds for mistakes in them too."""
        pairs = [
            *zip(line.words, (*line.words[1:], ""), strict=False),
            *(word.split("=", 1) for word in line.words if "=" in word),
        ]
        asked = [value for flag, value in pairs if flag == "--format" and value in FORMATS]
        return cls(line, asked[-1] if asked else "text")

    @property
    def json(self) -> bool:
        """Whether all that is answered is JSON."""
        return self.form == "json"

    def tell(self, report: Report) -> None:
        """Show what was found; nothing if nothing was."""
        if self.json:
            put_json(to_json(report))
        elif self.form == "github":
            click.echo(to_github(report), nl=False)
        elif report.diagnostics:
            colour = sys.stderr is not None and sys.stderr.isatty() and not os.environ.get("NO_COLOR")
            click.echo(render(report, colour=colour), err=True, nl=False)

    def fail(self, report: Report) -> int:
        """Show why a command could not do its work.

        The exit code: 1 for mistakes in a file, 2 for those of the command line.
        """
        self.tell(report)
        return FINDINGS if any(_in_a_file(d.code, d.span) for d in report.diagnostics) else NO_START

    def interrupted(self) -> int:
        """Leave after Ctrl-C."""
        if not self.json:
            click.echo("\ninterrupted", err=True)
        return INTERRUPTED


def put_json(value: Any, *, indent: int | None = 2) -> None:
    """Write one JSON value to standard output; `indent` None keeps it on one line."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=indent))


def _in_a_file(code: str, span: Any) -> bool:
    """Whether this is a mistake that stands in a file that could be read."""
    return code[0] != "W" and code not in COULD_NOT_START and span is not None and span.source.name != NAME
