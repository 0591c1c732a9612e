"""`cardwright fmt`: lays out specs, variants, scenarios and clauses."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ...diagnostics.text import how_many
from ...language.layout.formatter import format_source
from ...language.layout.regions import FileKind
from ...source.text.files import read_source
from ..flags import format_flag
from ..outcome import FINDINGS, FINE, NOTHING, Outcome, put_json
from ..output_file import rewrite
from ..selection import Selected, ignore_unknown_flag, report_unknown, select


@click.command("fmt", epilog="Example: cardwright fmt my-games --check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change.")
@click.option("--diff", "show", is_flag=True, help="Change nothing; show what would change.")
@format_flag
@click.pass_obj
@ignore_unknown_flag
def command(outcome: Outcome, paths: tuple[str, ...], check: bool, show: bool) -> int:
    """Lay out specs, variants, scenarios and clauses.

    PATH may be a file, or a folder with everything in it. Blanks, empty lines
    and quotes change, and nothing that a file says; comments stay.
    """
    report = Report()
    chosen = [one for one in select(paths, report) if one.kind != "trace"]
    changed = [pair for one in chosen if (pair := _changed(one, report))]
    told = f"{len(chosen) - len(changed)} of {how_many(len(chosen), 'file')} already laid out"
    told = told if chosen else "found nothing to lay out"
    return apply_changes(changed, len(chosen), told, report, outcome, check=check, show=show)


def _changed(one: Selected, report: Report) -> tuple[Source, str] | None:
    """A file and its new text; None if it is well laid out, or has mistakes, which are reported."""
    if not one.kind:
        report_unknown(Path(one.path), report)
        return None
    source = read_source(one.path, report)
    kind: FileKind = one.kind if one.kind != "trace" else ""
    new = format_source(source, kind, report) if source else None
    return (source, new) if source and new is not None and new != source.text else None


def apply_changes(
    changed: Sequence[tuple[Source, str]],
    chosen: int,
    told: str,
    report: Report,
    outcome: Outcome,
    *,
    check: bool,
    show: bool,
) -> int:
    """Write the new texts of files, of so many that were looked at; only name them with `check`, show how with `show`.

    `told` is said of all at the end. Returns the exit code.
    """
    if not (check or show):
        for source, new in changed:
            rewrite(source, new, report)
    if report.errors:
        return outcome.fail(report)
    outcome.show_beside(report)
    if outcome.json:
        put_json({"files": chosen, "changed": [source.name for source, _ in changed]})
    else:
        for source, new in changed:
            if show:
                old = source.text.splitlines(keepends=True)
                click.echo("".join(difflib.unified_diff(old, new.splitlines(keepends=True), source.name, source.name)))
            else:
                click.echo(f"{'would change' if check else 'changed'}: {source.name}")
        click.echo(told, err=not chosen)
    if not chosen:
        return NOTHING
    return FINDINGS if changed and (check or show) else FINE
