"""`cardwright fix`: applies the corrections that messages offer."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.record import dataclass
from ...diagnostics.render import render_one
from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ...play.game.loading.load import load_rules
from ...play.scenario.initial_state import GameCache
from ...source.text.files import close_text, open_text, read_source
from ..flags import path_flag
from ..outcome import FINE, NOTHING, Outcome
from ..output_file import rewrite
from ..selection import Selected, select, with_folders
from .checks import check_file


@click.command("fix", epilog="Example: cardwright fix my-games/race.yaml")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--yes", is_flag=True, help="Apply all corrections that help, without asking.")
@path_flag
@click.pass_obj
def command(outcome: Outcome, paths: tuple[str, ...], yes: bool, path: tuple[str, ...]) -> int:
    """Correct mistakes in specs, variants and scenarios.

    Words of other languages (`&&`) are corrected at once; for a misspelt name
    you are asked. A correction is kept only if the mistake is gone and there
    is no new one in its place.
    """
    report = Report()
    path = with_folders(path, paths)
    chosen = [one for one in select(paths, report) if one.kind != "trace"]
    if report.errors:
        return outcome.fail(report)
    if not chosen:
        click.echo("found nothing to correct", err=True)
        return NOTHING
    done = sum(correct(one, path, yes, report) for one in chosen)
    for one in chosen:
        report.diagnostics += _report_on_file(one, path).diagnostics
    report = report.once()
    click.echo(how_many(done, "correction"))
    if report.errors:
        return outcome.fail(report)
    outcome.show(report)
    return FINE


def correct(one: Selected, paths: tuple[str, ...], yes: bool, report: Report) -> int:
    """Correct a file, one mistake after the other; returns how many corrections were kept.

    What is not safe is asked for, unless the answer is `yes` to all.
    """
    done = 0
    refused: set[tuple[str, str, str]] = set()
    before = _report_on_file(one, paths)
    # What was tried is known by its words: where it is written may have moved by then.
    while correction := next((c for c in corrections(before.diagnostics, one.path) if _key(c) not in refused), None):
        refused.add(_key(correction))
        if not (yes or correction.safe or _is_confirmed(correction)):
            continue
        old = read_source(one.path, report)
        if old is None or old.text != correction.span.source.text:
            return done
        open_text(one.path, correction.applied())  # instead of the file, which stays as it is
        try:
            after = _report_on_file(one, paths)
        finally:
            close_text(one.path)
        if _is_improvement(correction, before, after):
            if not rewrite(old, correction.applied(), report):
                return done
            click.echo(f"{correction.span}: '{correction.span.text}' is now '{correction.text}'")
            done, before = done + 1, after
    return done


def _report_on_file(one: Selected, paths: tuple[str, ...]) -> Report:
    """What is wrong with a file; a spec is not prepared for all options, in which no name can be misspelt."""
    report = Report()
    if one.kind in ("spec", "variant"):
        load_rules(one.path, (), paths, report, in_full=True)
    else:
        check_file(one, paths, GameCache(paths, engine="reference"), report)
    return report


def _key(correction: Correction) -> tuple[str, str, str]:
    column = correction.span.source.place(correction.span.start)
    return correction.about.message, correction.text, str(column)


def _is_improvement(correction: Correction, before: Report, after: Report) -> bool:
    """Whether a mistake is gone and what was written raises no new one.

    There may be new ones elsewhere: those that a check finds which could not run before.
    """
    known = {(one.code, one.message) for one in before.diagnostics}
    fresh = [one for one in after.diagnostics if (one.code, one.message) not in known]
    new = [one for one in fresh if one.severity == "error"]
    if correction.about.severity == "warning":
        left = [sum(one.code == correction.about.code for one in found.diagnostics) for found in (after, before)]
        return not new and left[0] < left[1]
    start, file = correction.span.start, correction.span.source.name
    end = start + len(correction.text)
    spans = [one.span for one in fresh if one.span and one.span.source.name == file]
    if any(span.start < end and span.end > start for span in spans):
        return False
    removed = known - {(one.code, one.message) for one in after.diagnostics}
    return bool(removed) and (after.errors < before.errors or bool(new))


def _is_confirmed(correction: Correction) -> bool:
    """Show a mistake and ask whether to correct it; the end of the input means no."""
    click.echo(render_one(correction.about), err=True)
    try:
        return click.confirm(f"write '{correction.text}' instead of '{correction.span.text}'?", err=True)
    except click.Abort:
        return False


# Corrections that messages offer: what to write instead of the words that they point at ----------
#
# A message offers one if it says `did you mean 'x'?`, or ``write `x` `` where the words that it points at are of
# another language. Whether a correction is right is not taken from its text: it is tried, and counts only if the
# mistake is gone and no other has come (`correct`).

SAFE = ("E300", "W334", "W105")
"""Codes whose corrections only say the same in the words of the language, or without words that do nothing."""

_SUGGESTION = re.compile(r"did you mean (?:[a-z ]+ )?['`]([^'`]+)['`]\?")
_WRITE = re.compile(r"write `([^`…]+)`")
_POINTED_AT = re.compile(r"'([^']+)'|`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Correction:
    """A text that replaces the characters of a span; `safe` if what the author meant is beyond doubt."""

    about: Diagnostic
    span: Span
    text: str
    safe: bool

    def applied(self) -> str:
        """The text of the file with this correction."""
        text = self.span.source.text
        return text[: self.span.start] + self.text + text[self.span.end :]


def corrections(found: list[Diagnostic], file: str) -> Iterator[Correction]:
    """The corrections that diagnostics about a file offer, from its end to its start."""
    placed = [one for one in found if one.span is not None and one.span.source.name == file]
    placed = [one for one in placed if one.severity == "error" or one.code in SAFE]
    for one in sorted(placed, key=lambda one: -(one.span.start if one.span else 0)):
        span = _word(one)
        for text in one.helps:
            match = _SUGGESTION.fullmatch(text) or (_WRITE.fullmatch(text) if one.code in SAFE else None)
            if match and span is not None:
                yield Correction(one, span, match[1], one.code in SAFE)
                break


def _word(found: Diagnostic) -> Span | None:
    """The misspelt word itself: the span, or the part of it that the message names."""
    span = found.span
    if span is None or "\n" in span.text:
        return None
    named = [match[1] or match[2] for match in _POINTED_AT.finditer(found.message)]
    if span.text in named or found.code in SAFE:
        return span
    for name in named:
        at = span.text.find(name)
        if at >= 0 and span.text.count(name) == 1:
            return Span(span.source, span.start + at, span.start + at + len(name))
    return None
