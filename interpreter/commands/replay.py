"""`cardwright replay`: plays a trace again and compares."""

from __future__ import annotations

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from ..language.text.load import read_source
from ..play.game.replay import game_of, read_trace, replay
from .flags import output_format, search_path
from .outcome import FINDINGS, Outcome, put_json


@click.command("replay", epilog="Example: cardwright replay game.jsonl --verify")
@click.argument("trace", metavar="TRACE")
@click.option("--verify", is_flag=True, help="Compare everything in the trace; exit with 1 if it differs.")
@search_path
@output_format
@click.pass_obj
def command(outcome: Outcome, trace: str, verify: bool, path: tuple[str, ...]) -> int:
    """Play a trace again, without random numbers.

    `cardwright run --trace FILE` writes a trace. Without --verify it is only
    played, which fails if a move is no longer possible.
    """
    report = Report()
    source = read_source(trace, report)
    lines = read_trace(source, report) if source is not None else None
    if source is None or lines is None:
        return outcome.fail(report)
    game = game_of(lines, path, source)
    done = replay(lines, game, verify=verify)
    for number, what in done.differences:
        report.add("E870", f"the trace differs: {what}", line_of(source, number), label="here")
    state = done.state
    if outcome.json:
        put_json(
            {
                "trace": trace,
                "game": game.name,
                "verified": verify and not done.differences,
                "lines": done.lines,
                "end": state.status,
                "returns": list(state.returns),
                "differences": [{"line": number, "text": what} for number, what in done.differences],
            }
        )
    else:
        outcome.show(report)
        same = "as the trace says" if verify else "not compared; see --verify"
        if not done.differences:
            returns = ", ".join(f"p{seat + 1} {value:g}" for seat, value in enumerate(state.returns))
            click.echo(f"{trace}: {game.name}, {done.lines} lines, {same}; {state.status}: {returns}")
    return FINDINGS if done.differences else 0


def line_of(source: Source, number: int) -> Span:
    """The span of a line of a trace, by its number; empty lines are not counted."""
    start = 0
    for text in source.text.splitlines(keepends=True):
        if text.strip():
            number -= 1
            if number == 0:
                return Span(source, start, start + len(text.rstrip("\r\n")))
        start += len(text)
    return Span(source, max(start - 1, 0), start)
