"""`cardwright test`: runs scenario files."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..diagnostics.diagnostic import Diagnostic, Report
from ..diagnostics.machine import to_json
from ..diagnostics.render import render_one
from ..language.text.load import load
from ..play.scenario.begin import Shelf
from ..play.scenario.run import ScenarioResult, read_file, run_file
from .by_variants import by_variants
from .coverage import Coverage, as_json, tell
from .expected import check_recorded
from .failure import CommandError
from .flags import Percent, output_format, search_path
from .junit import to_junit
from .outcome import FINDINGS, NOTHING, Outcome, put_json
from .results_page import results_page
from .selection import Selected, hookable, select, with_folders
from .watch import watchable
from .writing import check_form, write_whole


@click.command("test", epilog="Example: cardwright test specs/mille-bornes")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("-v", "--verbose", is_flag=True, help="Also list the scenarios that pass.")
@click.option("-k", "--only", metavar="TEXT", help="Only scenarios whose name contains this text.")
@click.option("--junit", metavar="FILE", help="Also write the results as JUnit XML.")
@click.option("--html", metavar="FILE", help="Also write the results, with the coverage, as a page.")
@click.option("--coverage", is_flag=True, help="Also show what no scenario comes to, by line.")
@click.option("--fail-under", type=Percent(), metavar="PERCENT", help="Exit with 1 if less than this is covered.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME|PATH",
    help="Run the scenarios by the rules of a variant (repeatable).",
)
@click.option("--update", is_flag=True, help="Write recorded games as they go now, once you have seen what differs.")
@search_path
@output_format
@click.pass_obj
@hookable
@watchable
def command(
    outcome: Outcome,
    paths: tuple[str, ...],
    verbose: bool,
    only: str | None,
    junit: str | None,
    html: str | None,
    coverage: bool,
    fail_under: float | None,
    update: bool,
    variants: tuple[str, ...],
    path: tuple[str, ...],
) -> int:
    """Run the scenarios in files and folders.

    PATH may be a file, or a folder with everything in it. A scenario that fails
    is shown with the actual values. With --variant all of them are played by
    the rules of that variant as well: those that fail show what it changes.

    A recorded game (a trace) among them must go just as it says; --update writes
    those that go otherwise anew. With --coverage the phases, actions, conditions,
    lines, branches, operands and cards are shown that no scenario comes to.
    """
    if update and (only or variants):
        flag = "--variant" if variants else "--only"
        raise CommandError(
            "E013", f"{flag} leaves recorded games out, so --update has no effect", "--update", "leave it out"
        )
    if html is not None:
        check_form(html, "a page of HTML")
    report = Report()
    path = with_folders(path, paths)
    chosen = select(paths, report)
    if report.errors:
        return outcome.fail(report)
    outcome.show_beside(report)
    seen = Coverage() if coverage or fail_under is not None or html is not None else None
    results, broken = _run(chosen, Shelf(path, seen), only, variants, report)
    if broken:
        return outcome.fail(report)
    traces = [one for one in chosen if one.kind == "trace" and not only and not variants]
    recorded = [check_recorded(one.path, path, update=update) for one in traces]
    results += [result for result, _ in recorded]
    if not outcome.json:
        for result, written in recorded:
            click.echo(f"written anew: {result.file}") if written else None
    if not results:
        return _nothing(outcome, only, variants, chosen)
    covering = coverage or fail_under is not None
    failed = sum(not result.passed for result in results)
    if junit is not None:
        write_whole(junit, to_junit(results))
    if html is not None:
        write_whole(html, results_page(results, seen))
    if outcome.json:
        told = {"passed": len(results) - failed, "failed": failed, "scenarios": [_json(result) for result in results]}
        put_json(told if seen is None or not covering else {**told, "coverage": as_json(seen)})
    else:
        shown: set[Diagnostic] = set()
        for result in results:
            _show(result, verbose, shown)
        click.echo(f"{failed} failed, {len(results) - failed} passed" if failed else f"{len(results)} passed")
        if seen is not None and covering:
            tell(seen)
    too_little = seen is not None and fail_under is not None and seen.percent < fail_under
    if too_little and not outcome.json:
        click.echo(f"less than {fail_under:g} % is covered", err=True)
    return FINDINGS if failed or too_little else 0


def _run(
    chosen: Sequence[Selected], shelf: Shelf, only: str | None, variants: tuple[str, ...], report: Report
) -> tuple[list[ScenarioResult], bool]:
    """Run all scenarios: the results, and whether a file could not be read (the errors are in `report`)."""
    results: list[ScenarioResult] = []
    for one in chosen:
        if one.kind in ("", "spec"):
            load(one.path, report)  # what cannot be read may have been meant for scenarios
        if one.kind != "scenarios":
            continue
        file = read_file(one.path, report)
        if file is not None and variants:
            file = by_variants(file, variants, shelf, report)
        if file is not None:
            results += [r for r in run_file(file, shelf, only=only)]
    return results, bool(report.errors)


def _nothing(outcome: Outcome, only: str | None, variants: tuple[str, ...], chosen: Sequence[Selected]) -> int:
    spec = next((one.path for one in chosen if one.kind in ("spec", "variant")), None)
    if outcome.json:
        put_json({"passed": 0, "failed": 0, "scenarios": []})
    elif only is not None:
        click.echo(f"no scenarios were found whose name contains '{only}'", err=True)
    else:
        click.echo("no scenarios were found", err=True)
        if variants and any(one.kind == "trace" for one in chosen):
            click.echo("recorded games say by which rules they were played, so `--variant` leaves them out", err=True)
        if spec is not None and len(chosen) == 1:
            folder = shlex.quote(str(Path(spec).parent))
            click.echo(f"'{spec}' holds none; `cardwright test {folder}` runs those in its folder", err=True)
    return NOTHING


def _show(result: ScenarioResult, verbose: bool, shown: set[Diagnostic]) -> None:
    """Print one scenario; an error of the rules is shown in full only for the first scenario that meets it."""
    if not result.passed:
        click.echo(f"FAIL  {result.file}::{result.name}")
        for found in result.report.diagnostics:
            click.echo(f"as above: {found.code}: {found.message}\n" if found in shown else render_one(found))
            shown.add(found)
    elif verbose:
        click.echo(f"pass  {result.file}::{result.name}")


def _json(result: ScenarioResult) -> dict[str, Any]:
    found = to_json(result.report)["diagnostics"]
    return {"file": result.file, "name": result.name, "passed": result.passed, "diagnostics": found}
