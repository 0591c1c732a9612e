"""A command line and its output: results on standard output, everything else on standard error, or all of it as JSON.

With `--format json` standard output holds JSON no matter how a command ends: its result, or the object
`{"diagnostics": […], "errors": N, "warnings": N}`.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TextIO, assert_never, get_args

import click

from ..diagnostics.codes import COULD_NOT_START
from ..diagnostics.diagnostic import Report
from ..diagnostics.record import dataclass
from ..diagnostics.render import ordered, render, report_to_json, to_github, to_sarif
from ..diagnostics.span import Source, Span
from ..diagnostics.suppression import without_suppressed

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


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
        joined = [word.split("=", 1) for word in line.words if "=" in word]
        pairs = [*zip(line.words, (*line.words[1:], ""), strict=False), *joined]
        asked = [form for flag, value in pairs if flag == "--format" for form in FORMATS if form == value]
        return cls(line, asked[-1] if asked else "text")

    @property
    def json(self) -> bool:
        """Whether standard output must be JSON."""
        return self.form == "json"

    @property
    def machine(self) -> bool:
        """Whether standard output is for another program that reads one document."""
        return self.form in ("json", "sarif")

    def answer(self, result: Any, text: Callable[[], str]) -> None:
        """Print what a command has found: the result as JSON, or the text for people."""
        if self.json:
            put_json(result)
        else:
            click.echo(text())

    def show(self, report: Report) -> None:
        """Print the diagnostics of a report, each once; for people nothing if there are none.

        If nobody reads any more, that is no reason to fail in another way.
        """
        with suppress(BrokenPipeError):
            found = (replace(one, span=self.line.typed(one.span)) for one in report.once().diagnostics)
            self._show(without_suppressed(Report([*found])))

    def _show(self, report: Report) -> None:
        match self.form:
            case "json":
                put_json(report_to_json(report))
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
        in_files = (one for one in report.diagnostics if one.span and one.span.source.name != COMMAND_NAME)
        found = any(one.severity == "error" and one.code not in COULD_NOT_START for one in in_files)
        return FINDINGS if found else NO_START

    def interrupted(self) -> int:
        """Say that Ctrl-C was pressed, and return the exit code."""
        if not self.json:
            click.echo("\ninterrupted", err=True)
        return INTERRUPTED


def _hint(report: Report) -> str:
    """Where to read more about a code, once for a whole report, if anything in a file is wrong."""
    placed = [one for one in ordered(report.diagnostics) if one.span is not None and one.span.source.text]
    found = [one for one in placed if one.span and one.span.source.name != COMMAND_NAME]
    first = next((one.code for one in found if one.severity == "error"), found[0].code if found else "")
    return f"more about a code: cardwright explain {first}\n" if first else ""


def show(lines: Iterable[str]) -> None:
    """Print lines of text as they come."""
    for line in lines:
        click.echo(line)


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


# The command line as a source text, so that a mistake in it is shown like any other ------------

COMMAND_NAME = "<command line>"
"""The name under which the command line is shown as a source."""


@dataclass(frozen=True)
class CommandLine:
    """The words after `cardwright`.

    >>> CommandLine(("run", "chess")).find("chess").text
    'chess'
    """

    words: tuple[str, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> CommandLine:
        """Make a command line of a list of words."""
        return cls(tuple(words))

    @cached_property
    def source(self) -> Source:
        """The line as one would type it again."""
        return Source(COMMAND_NAME, " ".join(["cardwright", *map(shlex.quote, self.words)]))

    @cached_property
    def whole(self) -> Span:
        """The span of the whole line."""
        return Span(self.source, 0, len(self.source.text))

    def find(self, text: str, *flags: str) -> Span | None:
        """Find a word; failing that, the last one that ends with the text, starts with it or contains it; else None.

        Of some `flags`, their values are looked through first.
        """
        if not text:
            return self._word(self.words.index("")) if "" in self.words else None
        value = self.after(flags) if flags else None
        at = re.search(rf"(?<![\w:]){re.escape(text)}(?![\w:])", value.text) if value else None
        if value and at:
            return Span(self.source, value.start + at.start(), value.start + at.end())
        for test in (str.__eq__, str.endswith, str.startswith, str.__contains__):
            for number in reversed(range(len(self.words))):
                if test(self.words[number], text):
                    return self._within(number, text)
        return None

    def after(self, flags: Sequence[str]) -> Span | None:
        """Find the value of a flag, the last one if the flag is repeated; None without the flag."""
        for number in reversed(range(len(self.words))):
            flag, equals, value = self.words[number].partition("=")
            if flag in flags and equals:
                return self._within(number, value) if value else self._word(number)
            if flag in flags and number + 1 < len(self.words):
                return self._word(number + 1)
        return None

    def typed(self, span: Span | None) -> Span | None:
        """A place in what was typed, where an earlier stage knew only a part of it; any other place as it is."""
        if span is None or span.source.name != COMMAND_NAME or span.source.text == self.source.text:
            return span
        return self.find(span.text) or self.whole

    def _word(self, number: int) -> Span:
        before = ["cardwright", *map(shlex.quote, self.words[:number])]
        start = len(" ".join(before)) + 1
        return Span(self.source, start, start + len(shlex.quote(self.words[number])))

    def _within(self, number: int, text: str) -> Span:
        word = self._word(number)
        at = word.text.rfind(text)
        return Span(self.source, word.start + at, word.start + at + len(text)) if at >= 0 else word


# Standard streams that never fail by themselves, so that the exit code tells the truth ----------
#
# A reader may stop reading, as `head` does: the command goes on. What the terminal cannot show, and what is typed but
# is no text in its encoding, becomes an escape such as `\udce9`: names of files may be any bytes.


def escape_unencodable(stream: TextIO | None) -> None:
    """From now on the stream reads and writes escapes for what its encoding does not have."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


class _ClosedPipeSafe(io.FileIO):
    """Writes until the reader closes the pipe, and from then on to nowhere."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return super().write(data)


def closed_pipe_safe(stream: TextIO | None) -> TextIO | None:
    """The same stream, but it is no error if its reader stops reading. Only for files and pipes, not for consoles."""
    if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return stream
    buffer: Any = stream.buffer
    if not isinstance(getattr(buffer, "raw", buffer), io.FileIO):  # without `raw` where Python is unbuffered
        return stream
    stream.flush()
    safe = io.BufferedWriter(_ClosedPipeSafe(stream.fileno(), "w", closefd=False))
    lines, through = stream.line_buffering, stream.write_through
    return io.TextIOWrapper(safe, stream.encoding, stream.errors, line_buffering=lines, write_through=through)


def flush_errors() -> Iterator[OSError]:
    """Write all that waits to be written; the error of each stream that fails, which writes to nowhere from then on."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # None if it was closed before we started
                stream.flush()
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            yield error


# How wide the screen is that a table is shown on -----------------------------------------------

USUAL_WIDTH = 80
"""The width of what is written to a file or a pipe, in cells."""

LEAST_WIDTH = 40
"""Tables do not become narrower than this."""


def screen_width() -> int:
    """The width in cells: that of the terminal, or what COLUMNS says; 80 where there is neither."""
    return wrap_width() or USUAL_WIDTH


def wrap_width() -> int | None:
    """The width in which sentences and tables are broken; None for a file or a pipe, where they are as they come."""
    on_screen = sys.stdout is not None and sys.stdout.isatty()
    if not on_screen and not os.environ.get("COLUMNS"):
        return None
    from shutil import get_terminal_size  # loads compression: 1 ms of each start

    return max(LEAST_WIDTH, get_terminal_size((USUAL_WIDTH, 24))[0])
