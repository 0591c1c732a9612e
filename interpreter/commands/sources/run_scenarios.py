"""`cardwright test`: runs scenario files."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.render import render_one, report_to_json
from ...diagnostics.span import Source, Span
from ...play.game.traces.reader import line_of
from ...play.game.traces.recorder import Line, Recorder, line_text
from ...play.game.traces.replay import play_line
from ...play.scenario.initial_state import GameCache
from ...play.scenario.nodes import ScenarioFile
from ...play.scenario.runner import ScenarioResult, read_file, run_file
from ...source.text.files import load
from ...source.text.tree import Scalar, child, entries_of
from ..failure import CommandError
from ..flags import PERCENT, format_flag, path_flag, variant_flag
from ..outcome import COMMAND_NAME, FINDINGS, NOTHING, Outcome, put_json
from ..output_file import check_form, page_of, rewrite, write_whole
from ..positions import ReplayedTrace, replayed
from ..selection import Selected, ignore_unknown_flag, select, with_folders
from ..watch import watch_flag
from .scenario_reports import Coverage, as_json, print_coverage, results_document, to_junit


@click.command("test", epilog="Example: cardwright test specs/mille-bornes")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("-v", "--verbose", is_flag=True, help="Also list the scenarios that pass.")
@click.option("-k", "--only", metavar="TEXT", help="Only scenarios whose name contains this text.")
@click.option("--junit", metavar="FILE", help="Also write the results as JUnit XML.")
@click.option("--html", metavar="FILE", help="Also write the results, with the coverage, as a page.")
@click.option("--coverage", is_flag=True, help="Also show what no scenario comes to, by line.")
@click.option("--fail-under", type=PERCENT, metavar="PERCENT", help="Exit with 1 if less than this is covered.")
@variant_flag("variants", about="Run the scenarios by the rules of a variant (repeatable).")
@click.option("--update", is_flag=True, help="Write recorded games as they go now, once you have seen what differs.")
@path_flag
@format_flag
@click.pass_obj
@ignore_unknown_flag
@watch_flag
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
        message = f"{'--variant' if variants else '--only'} leaves recorded games out, so --update has no effect"
        raise CommandError("E013", message, "--update", "leave it out")
    if html is not None:
        check_form(html, "a page of HTML")
    report = Report()
    path = with_folders(path, paths)
    chosen = select(paths, report)
    if report.errors:
        return outcome.fail(report)
    outcome.show_beside(report)
    seen = Coverage() if coverage or fail_under is not None or html is not None else None
    results, broken = _run(chosen, GameCache(path, seen), only, variants, report)
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
        write_whole(html, page_of(results_document(results, seen)))
    if outcome.json:
        found = {"passed": len(results) - failed, "failed": failed, "scenarios": [_json(result) for result in results]}
        put_json(found if seen is None or not covering else {**found, "coverage": as_json(seen)})
    else:
        shown: set[Diagnostic] = set()
        for result in results:
            _show(result, verbose, shown)
        click.echo(f"{failed} failed, {len(results) - failed} passed" if failed else f"{len(results)} passed")
        if seen is not None and covering:
            print_coverage(seen)
    too_little = seen is not None and fail_under is not None and seen.percent < fail_under
    if too_little and not outcome.json:
        click.echo(f"less than {fail_under:g} % is covered", err=True)
    return FINDINGS if failed or too_little else 0


def _run(
    chosen: Sequence[Selected], shelf: GameCache, only: str | None, variants: tuple[str, ...], report: Report
) -> tuple[list[ScenarioResult], bool]:
    """Run all scenarios: the results, and whether a file could not be read (the errors are in `report`)."""
    results: list[ScenarioResult] = []
    for one in chosen:
        if one.kind in ("", "spec"):
            tree = load(one.path, report)  # what cannot be read may have been meant for scenarios
            for entry in entries_of(tree):
                if any(child(entry.value, key) is not None for key in ("given", "moves")):
                    helps = ("write `scenarios:` in a line above it, and indent what follows",)
                    report.add("E161", "a scenario stands below 'scenarios'", entry.key.span, helps=helps)
        if one.kind != "scenarios":
            continue
        file = read_file(one.path, report)
        if file is not None and variants:
            file = scenarios_by_variant(file, variants, shelf, report)
        if file is not None:
            results += run_file(file, shelf, only=only)
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
    found = report_to_json(result.report)["diagnostics"]
    return {"file": result.file, "name": result.name, "passed": result.passed, "diagnostics": found}


# Recorded games as tests: what they say must still happen ---------------------------------------
#
# A trace among the paths of `test` is a game that is expected to go just so: moves, chance, what was legal and what
# happened, as far as it says so, and the end. With `--update` its moves are played by the rules as they are, and the
# file is written with what happens then; where a move is no longer possible, it stays as it is.


def check_recorded(path: str, paths: Sequence[str], *, update: bool) -> tuple[ScenarioResult, bool]:
    """Play a recorded game again and compare all that it says; with `update`, write what is different.

    Returns the result, and whether the file was written.
    """
    report, written = Report(), False
    found = replayed(path, paths, report)
    if found is not None and found.done.differences and update:
        report = Report()
        written = _record_again(found, report)
    return ScenarioResult(path, "recorded game", report), written


def _record_again(found: ReplayedTrace, report: Report) -> bool:
    """Write a recorded game as it goes by the rules as they are; a move that is not possible is reported (E870)."""
    lines, state = found.lines, found.game.initial_state(seed=0, chance="explicit")
    legal, events = (any(key in line for line in lines) for key in ("legal", "event"))
    recorder = Recorder(state, legal=legal, events=events)
    same = lines[0]["digest"] in state.game.digests
    new: list[Line] = [{**recorder.first, "seed": lines[0]["seed"] if same else None}]
    for number, line in enumerate(lines[1:], start=2):
        recorder.before(state)
        why = play_line(state, line)
        if why:
            helps = ("record another game: `cardwright run … --trace FILE`",)
            report.add("E870", f"the game cannot be written anew: {why}", line_of(found.source, number), helps=helps)
            return False
        new += recorder.lines(state)
    return rewrite(found.source, "".join(f"{line_text(line)}\n" for line in new), report)


def scenarios_by_variant(
    file: ScenarioFile, variants: Sequence[str], shelf: GameCache, report: Report
) -> ScenarioFile | None:
    """The same scenarios with these variants beside their own; None if the game has none such, with errors."""
    spans = [Span(Source(COMMAND_NAME, one), 0, len(one)) for one in variants]
    words = [Scalar(span.text, span, "plain", range(span.end + 1)) for span in spans]
    before = report.errors
    shelf.load(file.game, tuple(words), report)  # what is wrong with them is said once, and not of each scenario
    if report.errors > before:
        return None
    return replace(file, scenarios=tuple(replace(one, variants=(*one.variants, *words)) for one in file.scenarios))
