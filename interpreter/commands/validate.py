"""`cardwright validate`: checks specs, variants, scenario files and traces."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import click

from ..diagnostics.allowing import check_allowances, without_allowed
from ..diagnostics.diagnostic import Report
from ..diagnostics.how_many import how_many
from ..language.merge.catalogue import check_paths
from ..language.text.load import read_source
from .checking_all import PLAYED, Checking, check_all
from .failure import CommandError
from .fix import correct
from .flags import Seconds, completing, report_format, search_path
from .kept_checks import kept_kinds
from .outcome import FINDINGS, NOTHING, Outcome
from .selection import Selected, hookable, select, with_folders
from .stray import check_strays
from .watch import watchable_at_once

USUAL = 0.3
"""For how many seconds specs are played, unless the command line says otherwise."""

LEAST = 0.05
"""The smallest share of it that each of many specs gets."""

WORDS = {
    "spec": "spec",
    "variant": "variant",
    "part": "part",
    "scenarios": "scenario file",
    "clauses": "clause list",
    "trace": "trace",
    "": "file",
}


@click.command("validate", epilog="Example: cardwright validate specs my-games/race.yaml")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option(
    "--play",
    "seconds",
    type=Seconds(),
    default=USUAL,
    show_default=True,
    metavar="SECONDS",
    help="How long specs are played at random; 0 for not at all.",
)
@click.option(
    "--variant",
    "variant",
    multiple=True,
    metavar="NAME|PATH",
    help="Check specs with this variant (repeatable): all of them together.",
    shell_complete=completing("variants"),
)
@click.option("--strict", is_flag=True, help="Warnings count as errors: the exit code is 1.")
@click.option("--fix", is_flag=True, help="Correct what is beyond doubt, ask about the rest, then check.")
@search_path
@report_format
@click.pass_obj
@hookable
@watchable_at_once
def command(
    outcome: Outcome,
    paths: tuple[str, ...],
    path: tuple[str, ...],
    seconds: float,
    variant: tuple[str, ...],
    strict: bool,
    fix: bool,
    quick: bool = False,
) -> int:
    """Check specs, variants, parts, scenario files and traces.

    PATH may be a file, or a folder with everything in it. Each spec is prepared
    for every number of players, the ends and the default of each option, and
    each pair of these; then it is played at random for a moment, to find what
    only play shows. What each variant keeps alone, two may break together:
    --variant checks them on top of each other.
    """
    if fix and outcome.machine:
        raise CommandError("E013", "--fix asks questions, so its output is for people", "--fix", "leave --format out")
    with kept_kinds(paths):
        checking = Checking(with_folders(path, paths), seconds, quick, variant)
        return _validate(outcome, paths, checking, strict=strict, fix=fix)


def _validate(outcome: Outcome, paths: tuple[str, ...], how: Checking, *, strict: bool, fix: bool) -> int:
    report, path, quick = Report(), how.path, how.quick
    check_paths(path, report)
    if report.errors:
        return outcome.fail(report)
    chosen = select(paths, report)
    if fix and not quick:
        done = sum(correct(one, path, False, report) for one in chosen if one.kind != "trace")
        click.echo(how_many(done, "correction"))
    played = sum(one.kind in PLAYED for one in chosen)
    share = max(how.seconds / max(played, 1), min(how.seconds, LEAST))
    report.diagnostics += check_all(chosen, replace(how, seconds=share))
    check_strays(paths, report)
    if not quick:
        kinds = ("spec", "variant", "part", "scenarios", "clauses")
        sources = (read_source(one.path, Report()) for one in chosen if one.kind in kinds)
        check_allowances([one for one in sources if one is not None], report)
    code = outcome.fail(report) if report.errors else 0
    if not report.errors and not quick:
        outcome.show(report)
        code = FINDINGS if strict and without_allowed(report).warnings else 0
    if not chosen and not code:
        click.echo("found nothing to check", err=True)
        return NOTHING
    if not outcome.machine and not report.errors:
        click.echo(f"{_counted(chosen)}: {_no_errors(report, strict, quick)}")
    return code


def _no_errors(report: Report, strict: bool, quick: bool) -> str:
    if quick:
        return "no errors so far"
    return "no errors, but warnings" if strict and without_allowed(report).warnings else "no errors"


def _counted(chosen: tuple[Selected, ...]) -> str:
    """`1 spec, 10 scenario files`"""
    numbers = Counter(WORDS[one.kind] for one in chosen)
    return ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for word, number in numbers.items())
