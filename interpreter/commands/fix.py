"""`cardwright fix`: applies the corrections that messages offer."""

from __future__ import annotations

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.render import render_one
from ..language.text.load import read_source
from ..language.text.open_texts import close_text, open_text
from ..play.game.load import load_rules
from ..play.scenario.begin import Shelf
from .checking import check_file
from .corrections import Correction, corrections
from .flags import search_path
from .outcome import FINE, NOTHING, Outcome
from .rewriting import rewrite
from .selection import Selected, select, with_folders


@click.command("fix", epilog="Example: cardwright fix my-games/race.yaml")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--yes", is_flag=True, help="Apply all corrections that help, without asking.")
@search_path
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
        report.diagnostics += _mistakes(one, path).diagnostics
    report = report.once()
    click.echo(f"{done} correction{'' if done == 1 else 's'}")
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
    before = _mistakes(one, paths)
    while correction := _next(before, one.path, refused):
        refused.add(_key(correction))
        if not (yes or correction.safe or _agreed(correction)):
            continue
        old = read_source(one.path, report)
        if old is None or old.text != correction.span.source.text:
            return done
        after = _tried(one, correction.applied(), paths)
        if _better(correction, before, after):
            if not rewrite(old, correction.applied(), report):
                return done
            click.echo(f"{correction.span}: '{correction.span.text}' is now '{correction.text}'")
            done, before = done + 1, after
    return done


def _tried(one: Selected, text: str, paths: tuple[str, ...]) -> Report:
    """What would be wrong with a file if it had another text; the file stays as it is."""
    open_text(one.path, text)
    try:
        return _mistakes(one, paths)
    finally:
        close_text(one.path)


def _mistakes(one: Selected, paths: tuple[str, ...]) -> Report:
    """What is wrong with a file; a spec is not prepared for all options, in which no name can be misspelt."""
    report = Report()
    if one.kind in ("spec", "variant"):
        load_rules(one.path, (), paths, report, in_full=True)
    else:
        check_file(one, paths, Shelf(paths, engine="reference"), report)
    return report


def _next(report: Report, file: str, refused: set[tuple[str, str, str]]) -> Correction | None:
    """The first correction that was not tried yet; what was written where may have moved."""
    return next((one for one in corrections(report.diagnostics, file) if _key(one) not in refused), None)


def _key(correction: Correction) -> tuple[str, str, str]:
    column = correction.span.source.place(correction.span.start)
    return correction.about.message, correction.text, str(column)


def _better(correction: Correction, before: Report, after: Report) -> bool:
    """Whether a mistake is gone and what was written raises no new one.

    There may be new ones elsewhere: those that a check finds which could not run before.
    """
    known = {(one.code, one.message) for one in before.diagnostics}
    new = [one for one in after.diagnostics if (one.code, one.message) not in known and one.severity == "error"]
    start, file = correction.span.start, correction.span.source.name
    end = start + len(correction.text)
    here = [
        one
        for one in new
        if one.span and one.span.source.name == file and one.span.start < end and one.span.end > start
    ]
    if correction.about.severity == "warning":
        left = [sum(one.code == correction.about.code for one in found.diagnostics) for found in (after, before)]
        return not new and left[0] < left[1]
    gone = known - {(one.code, one.message) for one in after.diagnostics}
    return bool(gone) and not here and (after.errors < before.errors or bool(new))


def _agreed(correction: Correction) -> bool:
    """Show a mistake and ask whether to correct it; the end of the input means no."""
    click.echo(render_one(correction.about), err=True)
    try:
        return click.confirm(f"write '{correction.text}' instead of '{correction.span.text}'?", err=True)
    except click.Abort:
        return False
