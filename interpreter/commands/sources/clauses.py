"""`cardwright clauses`: every clause of a rulebook, and the scenarios that cover it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.render import report_to_json
from ...play.scenario.clauses import Clause, clauses
from ..failure import CommandError
from ..flags import format_flag, game_file, path_flag
from ..outcome import FINDINGS, FINE, NOTHING, Outcome, put_json


@click.command("clauses", epilog="Example: cardwright clauses mille-bornes --open")
@click.argument("game", metavar="GAME")
@click.option("--open", "only_open", is_flag=True, help="Only clauses without a scenario.")
@click.option("--markdown", is_flag=True, help="As a page for the docs.")
@path_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, game: str, only_open: bool, markdown: bool, path: tuple[str, ...]) -> int:
    """List the clauses of a game's rulebook with the scenarios that cover them.

    The clauses are in `clauses.yaml` beside the spec. The exit code is 1 if no
    scenario covers a clause, or a scenario cites one that is not listed.
    """
    if markdown and outcome.json:
        raise CommandError("E013", "--markdown prints a page, not JSON", "--markdown", "leave one out")
    report = Report()
    file = game_file(game, path, report, outcome)
    found = None if file is None else clauses(file, report)
    if file is None or (found is None and report.errors):
        return outcome.fail(report)
    uncovered = sum(not clause.scenarios for clause in found or ())
    rows = [clause for clause in found or () if not (only_open and clause.scenarios)]
    if outcome.json:
        put_json(_json(file.name, rows, len(found or ()), uncovered, report))
    elif found is None:
        click.echo(f"{file.name} has no clauses.yaml", err=True)
    else:
        outcome.show(report)
        show = _page if markdown else _text
        click.echo(show(file.name, rows, len(found), uncovered))
    if found is None:
        return NOTHING
    return FINDINGS if uncovered or report.errors else FINE


def _json(game: str, rows: list[Clause], total: int, uncovered: int, report: Report) -> dict[str, Any]:
    shown = [
        {"source": one.source, "id": one.id, "words": one.words}
        | {"scenarios": [{"file": file, "name": name} for file, name in one.scenarios]}
        for one in rows
    ]
    counts = {"held": total - uncovered, "open": uncovered}
    return {"game": game, "clauses": shown, **counts, **report_to_json(report.once())}


def _text(game: str, rows: list[Clause], total: int, uncovered: int) -> str:
    lines: list[str] = []
    source = ""
    for clause in rows:
        if clause.source != source:
            source = clause.source
            lines += ["", source] if lines else [source]
        mark = " " if clause.scenarios else "!"
        lines.append(f"{mark} {clause.id}: {clause.words}")
        lines += [f"      {name}" for _, name in clause.scenarios]
    lines += ["", f"{game}: {total} clauses, {total - uncovered} covered by scenarios, {uncovered} open"]
    return "\n".join(lines)


def _page(game: str, rows: list[Clause], total: int, uncovered: int) -> str:
    covered = f"{total} clauses, {total - uncovered} covered by scenarios."
    lines = [f"# Clauses of {game}", "", f"Made by `cardwright clauses {game} --markdown`. {covered}"]
    source = ""
    for clause in rows:
        if clause.source != source:
            source = clause.source
            lines += ["", f"## {source}", "", "| clause | in short | scenarios |", "|---|---|---|"]
        held = "<br>".join(f"{name} (`{Path(file).name}`)" for file, name in clause.scenarios) or "none"
        cells = (cell.replace("|", "\\|") for cell in (clause.words, held))
        lines.append(f"| {clause.id} | {' | '.join(cells)} |")
    return "\n".join(lines)
