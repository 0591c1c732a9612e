"""`cardwright validate`: checks specs, variants, scenario files and traces."""

from __future__ import annotations

from collections import Counter

import click

from ..diagnostics.diagnostic import Report
from ..play.scenario.begin import Shelf
from .checking import check_file
from .flags import Seconds, report_format, search_path
from .outcome import NOTHING, Outcome
from .selection import Selected, select, with_folders
from .stray import check_strays

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
@search_path
@report_format
@click.pass_obj
def command(outcome: Outcome, paths: tuple[str, ...], path: tuple[str, ...], seconds: float) -> int:
    """Check specs, variants, parts, scenario files and traces.

    PATH may be a file, or a folder with everything in it. Each spec is prepared
    for every number of players, the ends and the default of each option, and
    each pair of these; then it is played at random for a moment, to find what
    only play shows.
    """
    report = Report()
    path = with_folders(path, paths)
    chosen = select(paths, report)
    shelf = Shelf(path)
    played = sum(one.kind in ("spec", "variant") for one in chosen)
    share = max(seconds / max(played, 1), min(seconds, LEAST))
    for one in chosen:
        check_file(one, path, shelf, report, share)
    check_strays(paths, report)
    code = outcome.fail(report) if report.errors else 0
    if not report.errors:
        outcome.show(report)
    if not chosen and not code:
        click.echo("found nothing to check", err=True)
        return NOTHING
    if not outcome.json and not report.errors:
        click.echo(f"{_counted(chosen)}: no errors")
    return code


def _counted(chosen: tuple[Selected, ...]) -> str:
    """`1 spec, 10 scenario files`"""
    numbers = Counter(WORDS[one.kind] for one in chosen)
    return ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for word, number in numbers.items())
