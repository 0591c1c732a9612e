"""`cardwright replay`: plays a trace again and compares, or plays its moves under other rules."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ...diagnostics.text import DEFAULT_LANGUAGE, how_many
from ...play.game.game import Game, State
from ...play.game.traces.reader import line_of, load_trace
from ...play.game.traces.recorder import Line
from ...play.game.traces.replay import ReplayResult, play_under_rules
from ..failure import CommandError, refuse_flags
from ..flags import check_language, format_flag, lang_flag, path_flag, trace_rules_flag
from ..outcome import FINDINGS, Outcome, put_json
from ..positions import replayed, seat_number
from ..transcript import Transcript, terminal_screen
from .game_page import (
    check_page_flags,
    other_replay_game,
    page_flags,
    replay_rules,
    write_comparison_page,
    write_game_page,
)

CHANGED = (
    "the rules of {game} have changed since the trace was written, so only its moves were played: "
    "--verify shows all that differs, --onto GAME+VARIANT,OPTION=VALUE plays them by other variants and options"
)
"""What is said where not everything can be compared."""


@click.command("replay", epilog="Example: cardwright replay game.jsonl --verify")
@click.argument("trace", metavar="TRACE")
@click.option("--verify", is_flag=True, help="The rules must be the same, and the trace whole.")
@click.option("--onto", metavar="GAME+VARIANT", help="Play its moves by these rules, up to the first that fails.")
@page_flags
@lang_flag(None)
@trace_rules_flag
@path_flag
@format_flag
@click.pass_obj
def command(
    outcome: Outcome,
    trace: str,
    verify: bool,
    onto: str | None,
    html: str | None,
    seat: str | None,
    against: str | None,
    lang: str | None,
    rules: str | None,
    path: tuple[str, ...],
) -> int:
    """Play a trace again, without random numbers, and compare.

    `cardwright run --trace FILE` writes a trace. If the rules have changed since,
    only its moves are played, which fails if one is no longer possible; --verify
    compares in any case. With --onto its moves are played by other rules:
    GAME+VARIANT+VARIANT,OPTION=VALUE. With --seat the game is told as this player
    saw it. With --html it is also a page that opens from disk, with a slider
    over it; with --against beside it the same moves by other rules, as far as
    these allow.
    """
    check_page_flags(html, outcome)
    if html is None and seat is None:
        refuse_flags(("lang",), "without --html or --seat", "`--html FILE` and `--seat SEAT` show something in it")
    for flag, given in (("--seat", seat), ("--html", html)):
        if given is not None and onto is not None:
            raise CommandError("E013", f"{flag} shows the game by the rules of the trace", flag, "leave --onto out")
    if verify and onto is not None:
        message = "--verify compares with the rules of the trace, not with those of --onto"
        raise CommandError("E013", message, onto, "leave one out")
    report = Report()
    if onto is not None:
        read = load_trace(trace, report)
        return outcome.fail(report) if read is None else _onto(outcome, *read, onto, path)
    if (found := replayed(trace, path, report, rules, verify=verify)) is None:
        return outcome.fail(report)
    source, lines, game, done = found.source, found.lines, found.game, found.done
    viewer, lang = seat_number(seat, game), lang or DEFAULT_LANGUAGE
    check_language(lang, game.spec.title if game.spec else {})
    if html is not None and against is not None and not done.differences:
        games = (game, other_replay_game(lines, against, path, source, outcome))
        words = (rules or "", against)
        write_comparison_page(html, games, (lines, lines), viewer, lang, paths=path, words=words)
    elif html is not None and not done.differences:
        write_game_page(html, lines, game, viewer, lang, outcome)
    if outcome.json:
        put_json(_as_json(trace, game, done, verify))
    else:
        if not (done.same_rules or verify):
            click.echo(CHANGED.format(game=game.name), err=True)
        outcome.show(report)
        same = "as the trace says" if done.same_rules else "by rules that have changed since"
        if not done.differences and seat is not None and html is None:
            transcript = Transcript(done.state, lang, viewer, terminal_screen())
            last = transcript.last(done.state) if done.state.is_terminal else ()
            transcript.show((*transcript.lines(done.state), *last))
        if not done.differences:
            click.echo(f"{trace}: {game.name}, {how_many(done.lines, 'line')}, {same}; {_ended(done.state)}")
    return FINDINGS if done.differences else 0


def _as_json(trace: str, game: Game, done: ReplayResult, verify: bool) -> dict[str, object]:
    return {
        "trace": trace,
        "game": game.name,
        "verified": verify and not done.differences,
        "same_rules": done.same_rules,
        "lines": done.lines,
        "end": done.state.status,
        "winners": _sides(done.state),
        "returns": list(done.state.returns),
        "differences": [{"line": number, "text": what} for number, what in done.differences],
    }


def _onto(outcome: Outcome, source: Source, lines: Sequence[Line], onto: str, paths: Sequence[str]) -> int:
    """Play the moves by other rules, and tell how far that goes."""
    rules = replay_rules(lines, onto, paths, source, outcome.line.source)
    game, left_out = rules.game, rules.left_out
    done = play_under_rules(lines, game)
    if outcome.json:
        put_json(
            {
                "trace": source.name,
                "onto": onto,
                "game": game.name,
                "variants": list(game.variants),
                "options": dict(game.options),
                "options_left_out": list(left_out),
                "rules_of_the_trace": rules.own,
                "moves": done.moves,
                "end": done.state.status,
                "winners": _sides(done.state),
                "returns": list(done.state.returns),
                "fails": {"line": done.fails[0], "text": done.fails[1]} if done.fails else None,
            }
        )
        return FINDINGS if done.fails else 0
    if not rules.own:
        click.echo("the rules of the trace cannot be loaded, so all of its options count", err=True)
    if left_out:
        click.echo(f"{onto} does not have these options of the trace: {', '.join(left_out)}", err=True)
    if done.fails:
        number, why = done.fails
        report = Report()
        notes = (f"moves that could be played before it: {done.moves}",)
        at = line_of(source, number)
        report.add("E870", f"by the rules of {onto}, {why}", at, label="the first line that fails", notes=notes)
        outcome.show(report)
        return FINDINGS
    click.echo(f"{source.name}: {onto}, {how_many(done.moves, 'move')} of it can be played; {_ended(done.state)}")
    return 0


def _sides(state: State) -> list[list[str]]:
    return [[f"p{seat + 1}" for seat in side] for side in state.winners]


def _ended(state: State) -> str:
    """`finished: p1 1, p2 0`"""
    returns = ", ".join(f"p{seat + 1} {value:g}" for seat, value in enumerate(state.returns))
    return f"{state.status}: {returns}"
