"""Runs a command line in this process, and judges what it says: exit code, JSON, places of diagnostics."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cardwright.commands.failure import TRACEBACK
from cardwright.commands.main import answer
from cardwright.commands.outcome import (
    BUG,
    COMMAND_NAME,
    FINDINGS,
    FINE,
    INTERRUPTED,
    NO_START,
    NOTHING,
    UNENDED,
    CommandLine,
)
from cardwright.commands.verbs import VERBS
from cardwright.diagnostics.span import Source
from tests.fuzz.fuzz_trial import Fault, Outcome

ALWAYS = {FINE, NO_START}
CODES: dict[str, set[int]] = {
    "list": {FINDINGS},
    "options": {FINDINGS},
    "validate": {FINDINGS, NOTHING},
    "fmt": {FINDINGS, NOTHING},
    "fix": {FINDINGS, NOTHING, INTERRUPTED},
    "new": {FINDINGS},
    "explain": {FINDINGS},
    "eval": {FINDINGS},
    "console": {FINDINGS},
    "graph": {FINDINGS},
    "rules": {FINDINGS},
    "run": {FINDINGS, UNENDED},
    "play": {FINDINGS, UNENDED, INTERRUPTED},
    "simulate": {FINDINGS, UNENDED},
    "study": {FINDINGS, UNENDED},
    "compare": {FINDINGS, UNENDED},
    "sweep": {FINDINGS, UNENDED},
    "solve": {FINDINGS, UNENDED},
    "merge": {FINDINGS, UNENDED},
    "replay": {FINDINGS},
    "test": {FINDINGS, NOTHING},
    "resolve": {FINDINGS},
    "diff": {FINDINGS},
    "cards": {FINDINGS},
    "clauses": {FINDINGS, NOTHING},
    "placeholders": {FINDINGS},
}
"""The exit codes of each verb besides `ALWAYS`, by docs/commands.md; what asks is interrupted where nobody answers."""

ANY = {FINDINGS, UNENDED, NOTHING, INTERRUPTED}
"""What a verb may exit with of which nothing more is known."""

_BUG = re.compile(r"internal error: (\w+): .*?\(([\w/.]+|\?)(?::(\d+))?\)", re.DOTALL)
_FRAME = re.compile(r'File ".*?/interpreter/([^"]+)", line \d+, in (\w+)')


@dataclass(frozen=True, kw_only=True)
class Said:
    """What a command has answered."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def json(self) -> bool:
        """Whether JSON was asked for, in words that can be understood."""
        return any(pair == ("--format", "json") for pair in zip(self.words, self.words[1:], strict=False))


def say(words: Sequence[str], typed: str = "") -> Said:
    """Run a command line in this process; `typed` is what it can read."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(typed), out, err
    try:
        with patch.dict(os.environ, {TRACEBACK: "1"}):
            code = answer(CommandLine.of(words))
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Said(words=tuple(words), code=code, out=_text(out), err=_text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8", "backslashreplace")


def judged(said: Said) -> Outcome:
    """The exit code as an outcome. Raises `Fault` for whatever no command may say."""
    verb = next((word for word in said.words if word in VERBS), "")
    shown = said.out + said.err
    told = said.err if said.code == FINE else shown  # `explain` may quote an internal error, with success
    if said.code == BUG or "internal error" in told or "Traceback (most recent" in told:
        raise Fault(_bug(shown), shown[-6000:])
    if said.code not in ALWAYS | CODES.get(verb, ANY if verb else set()):
        raise Fault(f"{verb} exits with {said.code}", shown[-3000:])
    if said.json and said.out != "unread":
        _check_json(said, verb)
    elif said.code in (NO_START, FINDINGS) and not shown.strip():
        raise Fault(f"{verb} exits with {said.code} without a word")
    return f"exit {said.code}"


def _bug(shown: str) -> str:
    """The kind of an internal error: its type, and the function of the package where it arose."""
    found, frames = _BUG.search(shown), _FRAME.findall(shown)
    where = f"{frames[-1][0]} {frames[-1][1]}" if frames else found[2] if found else "?"
    return f"E090 {found[1] if found else '?'} in {where}"


def _check_json(said: Said, verb: str) -> None:
    """Standard output is JSON, or a trace; diagnostics lie inside their files, and fit the exit code."""
    try:
        told: list[Any] = [json.loads(said.out)]
    except ValueError:
        try:
            told = [json.loads(line) for line in said.out.splitlines() if line]
        except ValueError as error:
            raise Fault(f"{verb}: not JSON", f"{error}\n{said.out[:3000]}") from None
    if not told:
        raise Fault(f"{verb}: no JSON", f"exit {said.code}\n{said.err[-3000:]}")
    for one in told:
        if isinstance(one, dict) and isinstance(one.get("diagnostics"), list):
            _check_report(one, said, verb)


def _check_report(report: dict[str, Any], said: Said, verb: str) -> None:
    for found in report["diagnostics"]:
        for place in (found, *found["others"]):
            _check_place(place, found["code"], said.words)
    _check_twice(report["diagnostics"])
    errors = sum(one["severity"] == "error" for one in report["diagnostics"])
    if errors != report.get("errors", errors):
        raise Fault(f"{verb}: errors are counted wrongly", said.out[:3000])
    if bool(errors) != (said.code in (FINDINGS, NO_START, UNENDED, NOTHING)) and verb in ("validate", "run", "resolve"):
        raise Fault(f"{verb} exits with {said.code}, errors or not: {bool(errors)}", said.out[:3000])


def _check_twice(found: list[dict[str, Any]]) -> None:
    """No mistake is told twice, not even by two names of one file."""
    keys = Counter(
        (one["code"], one["message"], os.path.realpath(one["file"]), one["line"], one["column"])
        for one in found
        if one["file"] is not None and "\0" not in one["file"]
    )
    twice = next((key for key, many in keys.items() if many > 1), None)
    if twice:
        raise Fault(f"{twice[0]}: told twice", str(twice))


def _check_place(place: dict[str, Any], code: str, words: Sequence[str]) -> None:
    """The place lies inside its file: lines and columns from 1, ends exclusive and not before the start."""
    if place["file"] is None:
        return
    lines = list(_lines_of(place["file"], words))
    ends = [(place["line"], place["column"]), (place["end_line"], place["end_column"])]
    for line, column in ends:
        if not (1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1):
            raise Fault(f"{code}: a place outside of its file", json.dumps(place))
    if ends[0] > ends[1]:
        raise Fault(f"{code}: a place that ends before it begins", json.dumps(place))


def _lines_of(name: str, words: Sequence[str]) -> Iterator[str]:
    """The lines of a source, each with its line break; what cannot be read has a single place, at its start."""
    file = Path(name)
    try:
        text = file.read_bytes().decode("utf-8-sig", "replace") if file.is_file() else ""
    except (OSError, ValueError):
        text = ""
    if name == COMMAND_NAME:
        text = CommandLine.of(words).source.text
    starts = Source(name, text).line_starts
    yield from (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True))


def in_short(words: Sequence[str]) -> str:
    """A command line to type, from the folder of the files."""
    return CommandLine.of(words).source.text
